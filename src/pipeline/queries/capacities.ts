/** The start of a search for a workload's capacity: near what was found last. */

import { runValues } from "../../analysis/samples/values.ts";
import { capacityPlanOf } from "../../config/capacity.ts";
import type { Config } from "../../config/parse.ts";
import type { Store } from "../../io/store/store.ts";
import { capacityOptions } from "../../model/capacity.ts";
import type { Run } from "../../model/run.ts";
import type { Invocation } from "../invocation/invocation.ts";
import { ofRepository } from "./baseline.ts";

/** Runs that are looked through: some may have searched another option, or with other limits. */
const LOOKED_THROUGH = 5;

/** The invocation, with the newest stored capacity of each workload that searches one. It decides where a search begins, not its answer. */
export async function nearLastCapacities<I extends Pick<Invocation, "origin" | "overrides">>(
  { suite, workloads }: Config,
  invocation: I,
  store: Pick<Store, "history" | "loadAll">,
): Promise<I> {
  const searched = workloads.filter(({ capacity }) => capacity !== undefined);
  if (searched.length === 0) return invocation;
  const found: (readonly [workload: string, size: number])[] = [];
  for (const { name, capacity } of searched) {
    const { capacity: asked } = capacityOptions(capacityPlanOf(capacity!));
    const last = lastCapacity(await runsThatFound(name, suite, invocation, store), name, asked!);
    if (last !== null) found.push([name, last]);
  }
  return {
    ...invocation,
    overrides: { ...invocation.overrides, capacities: Object.fromEntries(found) },
  };
}

/** Runs of any branch, newest first. */
async function runsThatFound(
  workload: string,
  suite: string,
  { origin }: Pick<Invocation, "origin">,
  store: Pick<Store, "history" | "loadAll">,
): Promise<readonly Run[]> {
  const query = { ...ofRepository(origin), suite, workload, metric: "capacity", arm: "head" } as const;
  const points = await store.history({ ...query, limit: LOOKED_THROUGH });
  const runs = await store.loadAll(points.map(({ runId }) => runId));
  return runs.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
}

/**
 * @param runs newest first
 * @param asked what was searched, with which limits: what was found with others is not near
 */
function lastCapacity(runs: readonly Run[], name: string, asked: string): number | null {
  for (const { workloads } of runs) {
    const workload = workloads.find((each) => each.name === name && each.options["capacity"] === asked);
    const found = workload === undefined ? null : runValues(workload.sessions).capacity;
    if (found !== null) return found.value;
  }
  return null;
}
