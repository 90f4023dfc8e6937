/** `capacity` of a workload in plumbline.yml, held against what the load generator says of the workload's options. */
import { PlumblineError } from "../model/errors.ts";
import { type CapacityFields, WAREHOUSES } from "./capacity.ts";
import { nearest } from "./nearest.ts";
import type { Config } from "./parse.ts";
import type { Described } from "./plan.ts";

/**
 * @param described by workload, in the file's order
 * @throws PlumblineError of kind "usage" for an option that there is not, or that decides what is loaded
 */
export function checkCapacities({ workloads, places }: Config, described: readonly Described[]): void {
  const problems = workloads.flatMap(({ name, capacity }, position) => {
    if (capacity === undefined) return [];
    const cause = capacityProblem(capacity, described[position]!.asked);
    return cause === null ? [] : [`${places.workloads[position]!.capacity}: ${name}: capacity: ${cause}`];
  });
  if (problems.length === 0) return;
  throw new PlumblineError("usage", problems.join("\n"), {
    remedy: "see docs/how-to/capacity.md for what can be searched",
  });
}

/** Returns why an option cannot be searched, or null. */
function capacityProblem(
  { of, limits }: CapacityFields,
  { workload, options, data, events }: Described["asked"],
): string | null {
  if (!(of in options)) {
    const guess = nearest(of, Object.keys(options));
    return `${workload} has no option ${JSON.stringify(of)}${guess === undefined ? "" : `; did you mean ${JSON.stringify(guess)}?`}`;
  }
  if (typeof options[of] !== "number") return `${of} is no number: rate or threads is`;
  if (of in data.options) return `${of} decides what is loaded, and the load is the same in all trials`;
  if (of === WAREHOUSES && options["wait"] !== true)
    return `${of} say how many terminals wait and ask: that takes wait: true`;
  const kinds = Object.keys(limits).flatMap((metric) => metric.split(":").slice(1));
  const unknown = kinds.find((kind) => !events.some((event) => event.name === kind));
  return unknown === undefined ? null : `${workload} has no kind of events ${JSON.stringify(unknown)}`;
}
