/** Gates of metrics that not every workload has, in plumbline.yml, held against what the load generator says of the workloads. */
import { PlumblineError } from "../model/errors.ts";
import { asMetric, isOfTimeline, isOwnMetric, kindMetricParts } from "../model/metric.ts";
import { nearest } from "./nearest.ts";
import type { Config } from "./parse.ts";
import type { Described } from "./plan.ts";

/**
 * @param described by workload, in the file's order
 * @throws PlumblineError of kind "usage": one line for each thing that is wrong, `file:line:column: cause`
 */
export function checkKinds({ workloads, places }: Config, described: readonly Described[]): void {
  const problems = workloads.flatMap(({ name, gates = {}, ...rest }, position) =>
    Object.keys(gates).flatMap((word) => {
      const cause = kindProblem(word, described[position]!.asked, rest);
      return cause === null ? [] : [`${places.workloads[position]!.gates[word]}: ${name}: ${cause}`];
    }),
  );
  if (problems.length === 0) return;
  throw new PlumblineError("usage", problems.join("\n"), {
    remedy:
      "see `plumbline-load describe WORKLOAD` for the kinds of events of a workload, and docs/workloads.md for what they are",
  });
}

/** Returns why a workload has no such metric, or null. */
function kindProblem(
  word: string,
  { workload, data, events }: Described["asked"],
  { capacity, timeline }: Pick<Config["workloads"][number], "capacity" | "timeline">,
): string | null {
  const metric = asMetric(word);
  if (metric === null || !isOwnMetric(metric)) return null;
  if (metric === "capacity")
    return capacity !== undefined
      ? null
      : "there is no capacity to gate: give the workload `capacity: { limits: { p99: 20ms } }`";
  if (isOfTimeline(metric))
    return timeline !== undefined
      ? null
      : `there is no disruption to recover from: give the workload \`timeline: { disruptions: [{ at: 5s, restart: server }] }\``;
  const kinds = events.map(({ name }) => name);
  const parts = kindMetricParts(metric);
  if (parts === null)
    return data.family === "tpcc" && kinds.includes("new_order")
      ? null
      : `${workload} has no tpmC, which only tpcc has`;
  if (kinds.length < 2) return `${workload} has one kind of events: gate ${atWhole(parts.measure)} itself`;
  if (kinds.includes(parts.kind)) return null;
  const guess = nearest(parts.kind, kinds);
  const hint =
    guess === undefined ? `there are ${kinds.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`;
  return `${workload} has no kind of events ${JSON.stringify(parts.kind)}; ${hint}`;
}

/** The metric of all events that is nearest to that of a kind. */
function atWhole(measure: string): string {
  return measure === "rate" ? "tps" : measure === "p90" ? "p95" : measure;
}
