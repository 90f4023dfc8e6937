/** A load that several machines share, and the part of each. */
import { PlumblineError } from "../model/errors.ts";
import type { OptionValue } from "../model/run.ts";
import { plural } from "../text/units.ts";
import type { PlannedWorkload } from "./plan.ts";

/** The load generator takes no more. */
export const SHARDS_MOST = 1_000;

/** Options that are each machine's own. */
const OWN = ["shard", "start-at"] as const;

/**
 * Refuses what cannot be shared so that all parts together are the whole.
 * @param threads connections of the whole load
 * @throws PlumblineError of kind "usage" that names the workload and what would do
 */
export function assureShareable(
  {
    name,
    options,
    capacity,
    timeline,
  }: Pick<PlannedWorkload, "name" | "options"> &
    Readonly<{ capacity?: object | undefined; timeline?: object | undefined }>,
  threads: number,
  shards: number,
): void {
  const own = OWN.find((option) => option in options);
  if (own !== undefined)
    throw unshareable(name, `${own} is each shard's own`, `leave ${own} out of its options`);
  if (capacity !== undefined)
    throw unshareable(
      name,
      "a capacity is searched from one machine",
      "leave its `capacity:` out, or use plumbline run",
    );
  if (timeline !== undefined)
    throw unshareable(
      name,
      "a timeline is played from one machine",
      "leave its events out, or use plumbline run",
    );
  const below = Math.floor(threads / shards) * shards;
  if (below !== threads) {
    const either = [below, below + shards].filter((count) => count > 0).join(" or ");
    throw unshareable(
      name,
      `${plural(threads, "connection")} (threads) cannot be split evenly among ${shards} shards`,
      `set threads to ${either}`,
    );
  }
  const { events } = options;
  if (typeof events === "number" && events > 0 && events < shards)
    throw unshareable(
      name,
      `${plural(events, "event")} cannot be split among ${shards} shards`,
      `ask for ${shards} events or more, or for seconds`,
    );
}

/**
 * Options of one machine. The load generator itself divides rate, events, keys and warehouses, since it knows the whole; connections
 * are each machine's own. The seed stays the whole's: connections draw by their number in it.
 * @param index from 0
 */
export function optionsOfShard(
  options: Readonly<Record<string, OptionValue>>,
  threads: number,
  index: number,
  shards: number,
): Readonly<Record<string, OptionValue>> {
  return { ...options, threads: threads / shards, shard: `${index + 1}/${shards}` };
}

function unshareable(name: string, what: string, remedy: string): PlumblineError {
  return new PlumblineError("usage", `workload ${name}: ${what}`, { remedy });
}
