/**
 * Reports for tests, each number a plausible one: a change is given as an effect and a noise, and the sessions' values,
 * interval, p and verdict follow from the two.
 */
import { excludedOf } from "../../src/analysis/verdict/assemble.ts";
import { kindMetricParts, type MetricId, metricInfo, type WholeMetric } from "../../src/model/metric.ts";
import { hasFaults } from "../../src/model/migration.ts";
import type { Change, Curve, Report, Statistics, Verdict, WorkloadReport } from "../../src/model/report.ts";

const SESSIONS = 8;

/** Evenly spread scores of a normal distribution, mean 0 and sd 1, in an order that is no order. */
const SCORES = [0.32, -1.41, 0.83, -0.54, 1.52, -0.11, -0.95, 0.34];

export const TYPICAL: Readonly<Record<WholeMetric, number>> = {
  qps: 4210,
  tps: 263,
  "server-cpu": 212_000,
  mean: 3_790_000,
  p50: 3_410_000,
  p95: 7_020_000,
  p99: 12_100_000,
  "p99.9": 21_700_000,
  capacity: 0,
  recovery: 0,
  "dip-depth": 0,
  "dip-length": 0,
  "disruption-failures": 0,
  tpmc: 6_800,
  "failed-share": 0,
  "rows-read": 12,
  "rows-written": 4,
  buffers: 38,
  reads: 0.2,
  "wal-records": 9.1,
  "wal-bytes": 1_700,
  "temp-bytes": 0,
  calls: 4,
  evictions: 0,
  "write-bytes": 0,
  "extend-bytes": 60,
  deadlocks: 0,
  "hot-updates": 0.9,
  "dead-rows": 3,
  "database-size": 42_000_000,
  memory: 60_000_000,
};

const MARGIN: Readonly<Record<WholeMetric, number>> = {
  qps: 0.02,
  tps: 0.02,
  "server-cpu": 0.02,
  mean: 0.1,
  p50: 0.1,
  p95: 0.1,
  p99: 0.1,
  "p99.9": 0.1,
  capacity: 0,
  recovery: 0,
  "dip-depth": 0,
  "dip-length": 0,
  "disruption-failures": 0,
  tpmc: 0.03,
  "failed-share": 0.001,
  "rows-read": 0.01,
  "rows-written": 0.01,
  buffers: 0.01,
  reads: 0.01,
  "wal-records": 0.01,
  "wal-bytes": 0.01,
  "temp-bytes": 0.01,
  calls: 0.01,
  evictions: 0.01,
  "write-bytes": 0.01,
  "extend-bytes": 0.01,
  deadlocks: 0.01,
  "hot-updates": 0.01,
  "dead-rows": 0.01,
  "database-size": 0.01,
  memory: 0.01,
};

/** A kind of events has about what all of them have. */
function wholeOf(metric: MetricId): WholeMetric {
  const parts = kindMetricParts(metric);
  if (parts === null) return metric as WholeMetric;
  return parts.measure === "rate" ? "tps" : parts.measure === "p90" ? "p95" : parts.measure;
}

export type ChangeStory = Readonly<{
  metric: MetricId;
  /** Relative change of head. */
  effect?: number;
  /** Sd of a session's log ratio. */
  noise?: number;
  base?: number;
  role?: Change["role"];
  verdict?: Verdict;
  sessions?: number;
  floor?: number;
  margin?: number;
  /** Number of stored runs that head is compared with; absent: base is an arm. */
  runs?: number;
}>;

/** Spread of the stored runs, in standard deviations. */
const RUN_SCORES = [0.3, -1.1, 0.9, -0.4, 1.4, -0.2, -0.8, 0.5, 0.1, -1.6, 0.7, 1.1, -0.6, 0.2, -0.3, -0.2];

/** Fewer stored runs decide nothing. */
const RUNS_NEEDED = 5;

function tooFewRuns(runs: number): Verdict {
  return { kind: "too-few", what: "baseline runs", have: runs, need: RUNS_NEEDED };
}

export function makeChange(workload: string, story: ChangeStory): Change {
  if (story.metric === "failed-share") return makeFailedShare(workload, story);
  const { metric, effect = 0, noise = 0.02, role = "gate", sessions = SESSIONS, floor, runs } = story;
  const base = story.base ?? TYPICAL[wholeOf(metric)];
  const margin = story.margin ?? MARGIN[wholeOf(metric)];
  const { interval, smallestVisible } = resolutionOf({ effect, noise, sessions, margin, runs });
  const decided = runs !== undefined && runs < RUNS_NEEDED ? tooFewRuns(runs) : story.verdict;
  const verdict = decided ?? verdictFor(metric, effect, interval, margin);
  const tested = verdict.kind !== "too-few";
  const arms = drawArms({ base, effect, noise, sessions, runs });
  return {
    workload,
    metric,
    role,
    base: {
      estimate: runs === 0 ? null : round(base),
      values: arms.base,
      statistics: statisticsOf(arms.base),
    },
    head: { estimate: round(base * (1 + effect)), values: arms.head, statistics: statisticsOf(arms.head) },
    effect: runs === 0 ? null : effect,
    interval: tested ? interval : null,
    confidence: 0.9,
    p: !tested ? null : pValues(metric, effect, noise / Math.sqrt(Math.max(1, sessions))),
    margin,
    floor: floor ?? null,
    noise: tested ? noise : null,
    smallestVisible: tested ? smallestVisible : null,
    verdict,
  };
}

type Draw = Readonly<{ effect: number; noise: number; sessions: number; runs: number | undefined }>;

/** What head is compared with decides how wide the interval is, and what the run could see. */
function resolutionOf({ effect, noise, sessions, runs, margin }: Draw & Readonly<{ margin: number }>) {
  const root = Math.sqrt(Math.max(1, sessions));
  const half = noise * (runs === undefined ? 1.9 / root : 1.75 * Math.sqrt(1 + 1 / runs));
  const interval = {
    low: round((1 + effect) * Math.exp(-half) - 1),
    high: round((1 + effect) * Math.exp(half) - 1),
  };
  const seen = Math.exp((3.1 * noise) / (runs === undefined ? root : 1)) - 1;
  return { interval, smallestVisible: round(runs === undefined ? Math.max(1.2 * margin, seen) : seen) };
}

function drawArms({ base, effect, noise, sessions, runs }: Draw & Readonly<{ base: number }>) {
  const scores = Array.from({ length: sessions }, (_, index) => SCORES[(index * 3) % SCORES.length]! - 0.04);
  // A drift that both arms share, as sessions on a shared machine have it.
  const drift = scores.map((_, index) => round(base * Math.exp(0.03 * SCORES[(index + 3) % SCORES.length]!)));
  const head = drift.map((value, index) => round(value * (1 + effect) * Math.exp(noise * scores[index]!)));
  const stored = RUN_SCORES.slice(0, runs).map((score) => round(base * Math.exp(noise * score)));
  return { base: runs === undefined ? drift : stored, head };
}

/** `base` is the failed share of base, `effect` how much larger head's is, in shares. */
function makeFailedShare(
  workload: string,
  { base = 0, effect = 0, verdict, sessions = SESSIONS, runs }: ChangeStory,
): Change {
  const arm = (share: number) => {
    const values = Array.from({ length: sessions }, (_, index) =>
      round(Math.max(0, share * (1 + 0.1 * SCORES[index % SCORES.length]!))),
    );
    return { estimate: share, values, statistics: statisticsOf(values) };
  };
  return {
    workload,
    metric: "failed-share",
    role: "gate",
    base: runs === 0 ? { estimate: null, values: [], statistics: null } : arm(base),
    head: arm(round(base + effect)),
    effect: base > 0 ? round(effect / base) : null,
    interval: null,
    confidence: 0.9,
    p: null,
    margin: 0,
    floor: 0.001,
    noise: null,
    smallestVisible: null,
    verdict: verdict ?? failedVerdict(effect, runs),
  };
}

function failedVerdict(effect: number, runs?: number): Verdict {
  if (runs === 0) return { kind: "too-few", what: "events", have: 0, need: 1 };
  return { kind: effect > 0.001 ? "regressed" : effect < -0.001 ? "improved" : "unchanged" };
}

function verdictFor(
  metric: MetricId,
  effect: number,
  interval: { low: number; high: number },
  margin: number,
): Verdict {
  const significant = interval.low > 0 || interval.high < 0;
  if (significant && Math.abs(effect) > margin) {
    const worse = effect > 0 === (metricInfo(metric).direction === "lower-is-better");
    return { kind: worse ? "regressed" : "improved" };
  }
  if (Math.abs(interval.low) < margin && Math.abs(interval.high) < margin) return { kind: "unchanged" };
  const harm = metricInfo(metric).direction === "lower-is-better" ? interval.high : -interval.low;
  return {
    kind: "inconclusive",
    why: `may be up to ${Number((harm * 100).toPrecision(2))} % worse (limit ${margin * 100} %)`,
  };
}

function pValues(metric: MetricId, effect: number, error: number): Change["p"] {
  const up = metricInfo(metric).direction === "lower-is-better" ? 1 : -1;
  const worse = effect === 0 ? 0.5 : round(1 / (1 + Math.exp((1.7 * up * Math.log1p(effect)) / error)));
  const adjusted = (p: number) => Math.min(1, round(p * 3));
  return {
    worse,
    better: round(1 - worse),
    worseAdjusted: adjusted(worse),
    betterAdjusted: adjusted(1 - worse),
  };
}

function statisticsOf(values: readonly number[]): Statistics | null {
  if (values.length < 2) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (q: number) => sorted[Math.round(q * (sorted.length - 1))]!;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
  const sem = sd / Math.sqrt(values.length);
  const deviations = values.map((value) => Math.abs(value - at(0.5))).toSorted((a, b) => a - b);
  return {
    samples: values.length,
    mean: round(mean),
    sd: round(sd),
    sem: round(sem),
    df: values.length - 1,
    critical: 2.365,
    moe: round(2.365 * sem),
    rme: mean === 0 ? 0 : round((2.365 * sem * 100) / mean),
    mad: round(deviations[Math.floor(deviations.length / 2)]!),
    aad: round(deviations.reduce((sum, value) => sum + value, 0) / deviations.length),
    min: at(0),
    p25: at(0.25),
    p50: at(0.5),
    p75: at(0.75),
    max: at(1),
  };
}

function round(value: number): number {
  return Number(value.toPrecision(5));
}

export const QUANTILES = [
  0, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.998, 0.999, 0.9995, 0.9999,
];

/** A curve with a long tail: `scale` is the median, `tail` how much faster than that the tail grows. */
export function makeCurve(scale: number, tail = 1): Curve {
  const ns = QUANTILES.map((q) =>
    Math.round(scale * (0.55 + 0.65 * -Math.log(1 - q)) * (1 + (tail - 1) * q ** 8)),
  );
  return { quantiles: QUANTILES, ns };
}

export type WorkloadStory = Readonly<{
  name: string;
  workload?: string;
  changes: readonly ChangeStory[];
  options?: WorkloadReport["options"];
  errors?: WorkloadReport["errors"];
  statements?: WorkloadReport["statements"];
  /** Factor of head's tail in the latency curve. */
  tail?: number;
  curves?: WorkloadReport["curves"];
  driven?: WorkloadReport["driven"];
}>;

export function makeWorkload(story: WorkloadStory): WorkloadReport {
  const { name, workload = name, changes, tail = 1 } = story;
  return {
    name,
    workload,
    options: story.options ?? { threads: 16, tables: 4, "table-size": 100000, "rand-type": "uniform" },
    changes: changes.map((change) => makeChange(name, change)),
    ...(story.statements === undefined ? {} : { statements: story.statements }),
    curves: story.curves ?? {
      base: makeCurve(3_400_000),
      head: makeCurve(3_400_000 * Math.sqrt(tail), tail),
    },
    errors: story.errors ?? { base: {}, head: {} },
    ...(story.driven === undefined ? {} : { driven: story.driven }),
  };
}

export const makeCommit = (sha: string, branch: string, subject: string) => ({
  sha,
  branch,
  time: "2026-03-02T09:14:00Z",
  subject,
  dirty: false,
});

export const HEAD_COMMIT = makeCommit(
  "4f2a9c1b3d5e7081926374a5b6c7d8e9f0a1b2c3",
  "audit-log",
  "stock: write an audit row on update",
);
export const BASE_COMMIT = makeCommit(
  "9be01c7d2f3a4b5c6d7e8f90123456789abcdef0",
  "main",
  "checkout: retry on serialization failure",
);

export type ReportStory = Readonly<{ workloads: readonly WorkloadStory[] }> &
  Partial<Omit<Report, "workloads" | "counts">>;

/** A gate that is open for the better alone. */
export const NOT_WORSE = {
  kind: "inconclusive",
  why: "at most 2.6 % worse (limit 2 %): passes",
  notWorse: true,
  most: 0.026,
} as const satisfies Change["verdict"];

/** A side-by-side report; counts and the overall verdict follow from the changes. */
export function makeReport({ workloads: stories, ...rest }: ReportStory): Report {
  const workloads = stories.map(makeWorkload);
  const verdicts = workloads.flatMap(({ changes }) =>
    changes.filter((change) => change.role === "gate").map((change) => change.verdict),
  );
  const count = (...wanted: string[]) => verdicts.filter(({ kind }) => wanted.includes(kind)).length;
  const notWorse = verdicts.filter((verdict) => "notWorse" in verdict).length;
  const counts = {
    regressed: count("regressed"),
    improved: count("improved"),
    unchanged: count("unchanged"),
    inconclusive: count("inconclusive", "too-few"),
    ...(count("trade") > 0 ? { trade: count("trade") } : {}),
    ...(notWorse > 0 ? { notWorse } : {}),
  };
  const passes = counts.regressed === 0 && counts.inconclusive <= notWorse;
  const excluded = passes ? excludedOf(workloads.flatMap(({ changes }) => changes)) : 1;
  return {
    schema: "plumbline.report/1",
    ...(excluded > 1 ? { excluded } : {}),
    id: "0195a6f0-3c1e-7b52-9d54-2f0c6f8e1a77",
    suite: "oltp",
    createdAt: "2026-03-02T10:31:07Z",
    version: "0.1.0",
    mode: "side-by-side",
    origin: {
      repository: "example/shop",
      runUrl: "https://github.com/example/shop/actions/runs/4711",
      attempt: 1,
      pullRequest: 17,
    },
    baseline: {
      kind: "arm",
      run: { id: "0195a6f0-3c1e-7b52-9d54-2f0c6f8e1a01", commit: BASE_COMMIT, sessions: SESSIONS },
    },
    head: { id: "0195a6f0-3c1e-7b52-9d54-2f0c6f8e1a02", commit: HEAD_COMMIT, sessions: SESSIONS },
    verdict:
      counts.regressed > 0 || hasFaults(rest.migration)
        ? "regressed"
        : counts.inconclusive > notWorse
          ? "inconclusive"
          : count("trade") > 0
            ? "trade"
            : counts.improved > 0
              ? "improved"
              : "unchanged",
    counts,
    rule: { alpha: 0.05, adjustment: "holm", form: "paired" },
    plan: { sessions: SESSIONS, looks: 1, seconds: 8, warmupSeconds: 2, sliceMs: 100, seed: 20260302 },
    environment: {
      cpuModel: "AMD EPYC 7763 64-Core Processor",
      cpuCount: 4,
      memoryBytes: 16_777_216_000,
      kernel: "Linux 6.8.0-1021-azure",
      runner: "ubuntu-24.04",
      database: "PostgreSQL",
      databaseVersion: "17.4",
      dialect: "postgres",
      settings: { shared_buffers: "512MB", max_connections: "100", fsync: "off" },
    },
    workloads,
    warnings: [],
    ...rest,
  };
}
