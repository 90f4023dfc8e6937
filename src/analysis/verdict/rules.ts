import { type MetricId, metricInfo, type Unit } from "../../model/metric.ts";
import type { GateRule, Rules } from "../../model/rules.ts";

export type Needs = { [Need in keyof NonNullable<Rules["needs"]>]-?: number };

/** The reasons for these: docs/method.md, "How much data a verdict needs". */
const DEFAULT_NEEDS: Needs = { sessions: 3, baselineRuns: 5, tailRequests: 10 };
/** Fewest sessions and baseline runs: below two there is no spread at all, whatever the rules say. */
const FEWEST = 2;

export function needsOf({ needs = {} }: Pick<Rules, "needs">): Needs {
  return {
    sessions: Math.max(FEWEST, needs.sessions ?? DEFAULT_NEEDS.sessions),
    baselineRuns: Math.max(FEWEST, needs.baselineRuns ?? DEFAULT_NEEDS.baselineRuns),
    tailRequests: needs.tailRequests ?? DEFAULT_NEEDS.tailRequests,
  };
}

/** Power at which the smallest visible change is stated. */
export const POWER = 0.8;

/** Margins that information is marked with; they gate nothing. */
const INFORMATION_MARGIN: Readonly<Record<Unit, number>> = {
  "per-second": 0.02,
  "per-minute": 0.02,
  nanoseconds: 0.1,
  share: 0.1,
  count: 0.1,
  bytes: 0.1,
  portion: 0.1,
};

export type Limit = Readonly<{ role: "gate" | "information" }> & Pick<GateRule, "margin" | "floor" | "trade">;

/** The limit of a metric of a workload: its own gate, else the gate for all workloads, else information. */
export function metricLimit(rules: Rules, workload: string, metric: MetricId): Limit {
  const gates = rules.gates.filter((gate) => gate.metric === metric);
  const gate =
    gates.find((each) => each.workload === workload) ?? gates.find((each) => each.workload === undefined);
  if (gate !== undefined) {
    const { margin, floor, trade } = gate;
    return { role: "gate", margin, floor, ...(trade === undefined ? {} : { trade }) };
  }
  return { role: "information", margin: INFORMATION_MARGIN[metricInfo(metric).unit], floor: null };
}
