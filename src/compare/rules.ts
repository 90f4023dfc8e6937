import type { MetricId } from "../model/metric.ts";
import { metricInfo } from "../model/metric.ts";

export type GateRule = Readonly<{
  metric: MetricId;
  /** Smallest relative change that matters: 0.02 is 2 %. */
  margin: number;
  /** Smallest absolute change that matters, in the metric's unit. */
  floor: number | null;
  /** For one workload alone, by its name in the config file; it goes before a gate for all. */
  workload?: string;
}>;

export type Rules = Readonly<{
  /** Chance of any false "regressed" in one run. */
  alpha: number;
  gates: readonly GateRule[];
  /** Rise of the failed share of events that is a regression whatever the speed: 0.001 is one event in a thousand. */
  errorLimit: number;
  /** Which change is called: one that is significant and larger than the margin, or one shown to be larger than the margin. */
  decide: "significant-and-relevant" | "margin-proven";
  /** How much data a verdict needs; a field that is absent has its default. */
  needs?: Partial<Needs>;
}>;

export type Needs = Readonly<{
  sessions: number;
  baselineRuns: number;
  /** Requests beyond a percentile in each session. */
  tailRequests: number;
}>;

/** Why these: docs/method.md, "How much data a verdict needs". */
const DEFAULT_NEEDS: Needs = { sessions: 3, baselineRuns: 5, tailRequests: 10 };
/** Below two there is no spread at all, whatever the rules say. */
const FEWEST = 2;

export function needsOf(rules: Rules): Needs {
  const needs = { ...DEFAULT_NEEDS, ...rules.needs };
  return {
    ...needs,
    sessions: Math.max(FEWEST, needs.sessions),
    baselineRuns: Math.max(FEWEST, needs.baselineRuns),
  };
}

/** Power at which the smallest visible change is stated. */
export const POWER = 0.8;

/** Margins that information is marked with; they gate nothing. */
const INFORMATION_MARGIN = { "per-second": 0.02, nanoseconds: 0.1, share: 0.1 } as const;

export type Limit = Readonly<{ role: "gate" | "information"; margin: number; floor: number | null }>;

/** The limit of a metric of a workload: its own gate, else the gate for all workloads, else information. */
export function limitOf(rules: Rules, workload: string, metric: MetricId): Limit {
  const gates = rules.gates.filter((gate) => gate.metric === metric);
  const gate =
    gates.find((each) => each.workload === workload) ?? gates.find((each) => each.workload === undefined);
  if (gate !== undefined) return { role: "gate", margin: gate.margin, floor: gate.floor };
  return { role: "information", margin: INFORMATION_MARGIN[metricInfo(metric).unit], floor: null };
}
