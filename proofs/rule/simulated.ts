/**
 * Checks of a few workloads whose session log ratios a simulation draws, judged as the product judges: whole run documents, look after look,
 * through `compareArms` and `nextLook`. So all that bears on a verdict has its part: the term of the order, the warning that sessions
 * depend on each other, drift, what a store knows, and both families of tests.
 */

import { encodeValues } from "../../src/analysis/samples/histogram.ts";
import { compareArms, judgeArms } from "../../src/analysis/verdict/arms.ts";
import { spreadOf } from "../../src/analysis/verdict/earlier.ts";
import { earlierAttempts } from "../../src/analysis/verdict/earlier-attempts.ts";
import { nextLook, nextOf, plannedLooks } from "../../src/analysis/verdict/looks.ts";
import { type LookPlan, looksOf } from "../../src/config/looks.ts";
import { DEFAULT_GATES } from "../../src/config/parse.ts";
import type { Attempt } from "../../src/model/attempt.ts";
import type { Earlier } from "../../src/model/earlier.ts";
import type { MetricId } from "../../src/model/metric.ts";
import type { Report } from "../../src/model/report.ts";
import type { GateRule, Rules } from "../../src/model/rules.ts";
import type { Pair, Run, Session } from "../../src/model/run.ts";
import { drawNormal } from "../../src/stats/random.ts";
import { mean } from "../../src/stats/summary.ts";
import { makePair } from "../../tests/support/runs.ts";

type Rng = () => number;
type PlanOfLooks = Pick<Run["plan"], "sessions" | "looks">;

/** Planned of a workload. */
export const SESSIONS = 8;
export const MOST_LOOKS = 3;
/** Sessions of a workload in a plan of looks that has the most of them. */
export const MOST_SESSIONS = 48;
export const WORKLOADS = ["a", "b", "c"];
/** The defaults; their floors are for latencies that a simulation has not. */
export const GATES: readonly GateRule[] = DEFAULT_GATES.map((gate) => ({ ...gate, floor: null }));
/** Standard deviation of a session's log ratio of QPS, CPU time and p99. */
export const MACHINES: Readonly<Record<string, readonly number[]>> = {
  "1 / 1 / 4": [0.01, 0.01, 0.04],
  "1.7 / 1.5 / 6": [0.017, 0.015, 0.06],
  "2.4 / 2 / 8": [0.024, 0.02, 0.08],
  "3.5 / 3 / 12": [0.035, 0.03, 0.12],
};
/** What is good for a session is good for all metrics of a workload (correlation .6): QPS rises, CPU time and p99 fall. */
export const GOODNESS = [1, -1, -1];
const CORRELATION = 0.6;

export const RULES: Rules = {
  alpha: 0.05,
  gates: GATES,
  errorLimit: 0.001,
  decide: "significant-and-relevant",
};

/** Log ratios by workload, metric and session. */
export type Ratios = readonly (readonly (readonly number[])[])[];

export type Scene = Readonly<{
  workloads?: number;
  sessions?: number;
  /** The part of the noise's variance that the workloads of a session have in common; at most what its metrics have. */
  shared?: number;
  /** True log change in a workload, metric and session, by their places. */
  effectOf?: (workload: number, metric: number, session: number) => number;
}>;

/**
 * For as many looks as there may be.
 * @param sds by metric
 */
export function drawRatios(rng: Rng, sds: readonly number[], scene: Scene = {}): Ratios {
  const {
    workloads = WORKLOADS.length,
    sessions = MOST_LOOKS * SESSIONS,
    shared = 0,
    effectOf = () => 0,
  } = scene;
  const normals = () => Array.from({ length: sessions }, () => drawNormal(rng));
  const ofSession = shared > 0 ? normals() : [];
  const common = shared / CORRELATION;
  return Array.from({ length: workloads }, (_, workload) => {
    const ofWorkload = normals().map(
      (z, i) => Math.sqrt(common) * (ofSession[i] ?? 0) + Math.sqrt(1 - common) * z,
    );
    return sds.map((sd, metric) =>
      ofWorkload.map((z, session) => {
        const noise =
          Math.sqrt(CORRELATION) * GOODNESS[metric]! * z + Math.sqrt(1 - CORRELATION) * drawNormal(rng);
        return effectOf(workload, metric, session) + sd * noise;
      }),
    );
  });
}

/** Logarithm of a stored day's standard deviation, and of a gate's on a day, by their own. */
const SCATTER = { days: 0.3, gates: 0.2 };

/** What a store knows of so many measurements of the planned sessions; today is as noisy as their typical day. */
export function stored(
  rng: Rng,
  sds: readonly number[],
  measurements: number,
  workloads = WORKLOADS.length,
  sessions = SESSIONS,
): Earlier {
  const days = Array.from({ length: measurements }, () => {
    const day = Math.exp(SCATTER.days * drawNormal(rng));
    const ofDay = drawRatios(rng, sds, { sessions, workloads });
    return ofDay.map((metrics) =>
      metrics.map((values) => {
        const scale = day * Math.exp(SCATTER.gates * drawNormal(rng));
        return spreadOf({
          ratios: values.map((value) => scale * value),
          sessions: values.map((_, i) => i),
        });
      }),
    );
  });
  const series = Array.from({ length: workloads }).flatMap((_, w) =>
    sds.map((_, m) => ({
      workload: nameOf(w),
      metric: metricOf(m),
      level: LEVELS[m]!,
      ownShare: 0.3,
      tailWeight: 1,
      spreads: days.map((day) => day[w]![m]!),
    })),
  );
  return { measurements, series };
}

export type Check = Readonly<{
  report: Report;
  isRed: boolean;
  isGreen: boolean;
  /** What it measured; the planned sessions of all workloads are 1. */
  cost: number;
  /** Sessions by workload. */
  sessions: readonly number[];
  /** The documents that it judged. */
  pair: Pair;
}>;

export type CheckRequest = Readonly<{
  looks: LookPlan;
  /** Of the run: its random orders are drawn by it. */
  seed: number;
  earlier?: Earlier | undefined;
  rules?: Rules;
  /** Earlier attempts at its question; absent: it is not known what the question is. */
  attempts?: readonly Attempt[] | undefined;
}>;

export function checkOf(
  ratios: Ratios,
  { looks, seed, earlier, rules = RULES, attempts }: CheckRequest,
): Check {
  const plan = { sessions: SESSIONS, looks: looksOf(looks, SESSIONS) };
  const sessions = ratios.map(() => plannedLooks(plan)[0]!.sessions);
  const documented = () => documents(ratios, sessions, { plan, seed, earlier, attempts });
  const judged = (by: typeof compareArms) => by(...documented(), rules, STAMP);
  for (;;) {
    const { suspects, undecided } = nextLook(judged(judgeArms));
    const again = [...suspects.map(({ workload }) => workload), ...(looks === 2 ? [] : undecided)];
    if (again.length === 0) break;
    for (const [w, taken] of sessions.entries())
      if (again.includes(nameOf(w))) sessions[w] = nextOf(plan, taken)!.sessions;
  }
  const report = judged(compareArms);
  return {
    report,
    isRed: report.verdict === "regressed",
    isGreen: ["unchanged", "improved", "trade"].includes(report.verdict),
    cost: mean(sessions) / SESSIONS,
    sessions,
    pair: pairOf(documented()),
  };
}

function pairOf([base, head]: readonly [Run, Run]): Pair {
  return { base, head };
}

/** Attempts that a next one at the question knows of. */
export function attemptsAfter({ pair, report }: Check): readonly Attempt[] {
  const next = { ...pair.head, startedAt: "2027-01-01T00:00:00.000Z" };
  return earlierAttempts([pair], next, RULES, () => report.verdict);
}

/** In the metrics' units. */
const LEVELS = [5000, 2e5, 5e6];
const STAMP = {
  id: "7d9c9c1a-2a41-4a8e-9b0a-3c1f6f0d2b11",
  createdAt: "2026-01-01T00:00:00.000Z",
  version: "0",
};

const [TEMPLATE] = makePair({ sessions: 1 });
const SESSION: Session = {
  ...TEMPLATE.workloads[0]!.sessions[0]!,
  // Enough of them that p99 has its tail; its value is the one that is reported.
  latency: {
    count: 20_000,
    minNs: 1e6,
    maxNs: 1e6,
    sumNs: 2e10,
    histogram: encodeValues(new Array<number>(20_000).fill(1e6)),
  },
  slices: { startNs: [], durationNs: [], events: [], queries: [] },
};

function documents(
  ratios: Ratios,
  taken: readonly number[],
  { plan, seed, earlier, attempts }: Omit<CheckRequest, "looks" | "rules"> & Readonly<{ plan: PlanOfLooks }>,
): readonly [base: Run, head: Run] {
  const asking = attempts === undefined ? {} : { question: "0".repeat(64) };
  const before = attempts === undefined || attempts.length === 0 ? {} : { attempts };
  const document = (arm: "base" | "head"): Run => ({
    ...TEMPLATE,
    startedAt: `2026-01-0${1 + (attempts ?? []).length}T00:00:00.000Z`,
    plan: { ...TEMPLATE.plan, ...plan, seed },
    measurement: { ...TEMPLATE.measurement, arm },
    workloads: ratios.map((metrics, w) => ({
      ...TEMPLATE.workloads[0]!,
      name: nameOf(w),
      sessions: Array.from({ length: taken[w]! }, (_, index) => ({
        ...SESSION,
        index,
        reported: reported(metrics, w, index, arm),
      })),
    })),
    ...(arm === "head" && earlier !== undefined ? { earlier } : {}),
    ...(arm === "head" ? { ...asking, ...before } : {}),
  });
  return [document("base"), document("head")];
}

function reported(metrics: readonly (readonly number[])[], workload: number, session: number, arm: string) {
  const entries = metrics.map((values, metric) => {
    const log = luck(workload, metric, session) + (arm === "head" ? values[session]! : 0);
    return [metricOf(metric), LEVELS[metric]! * Math.exp(log)] as const;
  });
  return Object.fromEntries(entries);
}

/** What both arms of a session have in common, in logarithms: it drops out of their ratio, and no two sessions are alike. */
function luck(workload: number, metric: number, session: number): number {
  return 0.05 * Math.sin(12.9898 * (session + 1) * (workload + 1) + 78.2 * metric);
}

function nameOf(workload: number): string {
  return WORKLOADS[workload] ?? `w${workload}`;
}

function metricOf(metric: number): MetricId {
  return GATES[metric]!.metric;
}
