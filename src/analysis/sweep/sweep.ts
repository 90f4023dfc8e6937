/** The runs of a sweep -> its results: each point's values, how throughput grows with the load, targets next to each other. */
import type { Grid, SweepPoint } from "../../config/sweep.ts";
import { groupBy } from "../../model/by-key.ts";
import type { CapacityFound } from "../../model/capacity.ts";
import type { Warning } from "../../model/document.ts";
import type { MetricId } from "../../model/metric.ts";
import type { Report } from "../../model/report.ts";
import type { Rules } from "../../model/rules.ts";
import type { OptionValue, Run, Runs, Session, WorkloadRun } from "../../model/run.ts";
import type {
  PointMetric,
  PointResult,
  ScalingCurve,
  Sweep,
  SweepWarning,
  TargetComparison,
} from "../../model/sweep.ts";
import { meanSample, sampleShift } from "../../stats/shift.ts";
import { mean, standardDeviation } from "../../stats/summary.ts";
import { sessionValues } from "../samples/values.ts";
import { compareArms } from "../verdict/arms.ts";
import type { Stamp } from "../verdict/assemble.ts";
import { capacityOf } from "./capacity.ts";
import { efficienciesOf, type Nodes, nodeCurves } from "./nodes.ts";
import { lawOf } from "./scaling-law.ts";

/** The option that says how much load there is: connections, each with a request in flight. */
export const LOAD = "threads";

/** The limit of the load generator's own warning ("client-bound"). */
const CLIENT_SHARE = 0.85;
/** Least share of their time that connections wait for the server. Below it, the client limits the load (Little's law). */
const LEAST_BUSY = 0.98;
const CONFIDENCE = 0.95;

const SHOWN: readonly MetricId[] = [
  "qps",
  "tps",
  "mean",
  "p50",
  "p95",
  "p99",
  "p99.9",
  "tpmc",
  "capacity",
  "server-cpu",
  "failed-share",
];

export type MeasuredPair = Readonly<{
  /** Name of the reference; null: there is one target, and nothing to compare. */
  reference: string | null;
  target: string;
  runs: Runs | null;
}>;

export type SuiteParts = Readonly<{
  suite: string;
  grid: Grid;
  /** Pairs of the same targets in each suite. */
  pairs: readonly MeasuredPair[];
  /** Number of nodes by target: every target has it, or none. */
  nodes: Nodes;
  rules: Rules;
  sessions: number;
  /** Reason why a point was given up, by target and by the point's name. */
  missing: (target: string, name: string) => string | undefined;
}>;

type SweepParts = Readonly<{
  suites: readonly SuiteParts[];
  steps: Sweep["steps"];
}>;

/** Makes the document of a sweep. @returns null if nothing was measured */
export function sweepOf({ suites, steps }: SweepParts, stamp: Stamp): Sweep | null {
  const all = suites.flatMap(({ pairs }) => pairs);
  const first = firstHead(all);
  if (first === null) return null;
  const targets = targetsOf(suites[0]!.pairs);
  const points = suites.flatMap(pointResults);
  const of = (suite: string) => points.filter((point) => point.suite === suite);
  const families = suites.reduce((sum, { pairs }) => sum + pairs.length, 0);
  const compared = suites.map((parts) => comparisonsOf(parts, families, stamp));
  const { seconds, warmupSeconds, seed } = first.plan;
  return {
    schema: "plumbline.sweep/1",
    ...stamp,
    suite: suites.map(({ suite }) => suite).join(" + "),
    suites: suites.map(suiteFacts),
    commit: first.commit,
    environment: first.environment,
    plan: { sessions: suites[0]!.sessions, seconds, warmupSeconds, seed },
    steps,
    axes: axesOf(suites),
    servers: suites.flatMap(serversOf),
    targets,
    points,
    scaling: suites.flatMap(({ suite, grid, nodes }) => [
      ...scalingCurves(grid, of(suite)),
      ...nodeCurves(nodes, of(suite)),
    ]),
    efficiencies: suites.flatMap(({ suite, grid, pairs, nodes }) =>
      efficienciesOf(nodes, grid.points, pairs, of(suite)),
    ),
    comparisons: compared.flatMap(({ comparisons }) => comparisons),
    warnings: compared.flatMap(sweepWarnings),
  };
}

function firstHead(pairs: readonly MeasuredPair[]): Run | null {
  return pairs.flatMap(({ runs }) => runs?.head ?? [])[0] ?? null;
}

/** Names of the targets, the reference first; empty if there is one target. */
function targetsOf(pairs: readonly MeasuredPair[]): readonly string[] {
  const { reference } = pairs[0]!;
  return reference === null ? [] : [reference, ...pairs.map(({ target }) => target)];
}

/** Facts about how a suite was measured, and on which servers; null for a fact that no session reports. */
function suiteFacts({ suite, sessions, pairs }: SuiteParts): Sweep["suites"][number] {
  const run = firstHead(pairs);
  const database = run === null ? null : `${run.environment.database} ${run.environment.databaseVersion}`;
  return { suite, sessions, seconds: run?.plan.seconds ?? null, database };
}

/** Servers that were measured, the reference first. */
function serversOf({ suite, pairs }: SuiteParts): NonNullable<Sweep["servers"]> {
  const known = new Map<string, NonNullable<Sweep["servers"]>[number]>();
  const add = (target: string, run: Run | null) => {
    if (run === null || known.has(target)) return;
    const { database, databaseVersion, build } = run.environment;
    const ofBuild = build === undefined ? {} : { build };
    known.set(target, { suite, target, database: `${database} ${databaseVersion}`, ...ofBuild });
  };
  for (const { reference, runs } of pairs) if (reference !== null) add(reference, runs?.base ?? null);
  for (const { target, runs } of pairs) add(target, runs?.head ?? null);
  return [...known.values()];
}

/** Every option that a suite sweeps, with the values of all suites. */
function axesOf(suites: readonly SuiteParts[]): Sweep["axes"] {
  const values = new Map<string, Set<OptionValue>>();
  for (const { option, values: own } of suites.flatMap(({ grid }) => grid.axes))
    values.set(option, new Set([...(values.get(option) ?? []), ...own]));
  return [...values].map(([option, own]) => ({ option, values: [...own] }));
}

function pointResults(parts: SuiteParts): readonly PointResult[] {
  const { pairs, grid } = parts;
  const targets = targetsOf(pairs);
  const named = targets.length === 0 ? [pairs[0]!.target] : targets;
  return named.flatMap((target) =>
    grid.points.map((point) => pointResult(target, point, pointRuns(target, point, pairs), parts)),
  );
}

/** Results of a target at a point; a reference has them in all its pairs. */
function pointRuns(
  target: string,
  { name }: SweepPoint,
  pairs: readonly MeasuredPair[],
): readonly WorkloadRun[] {
  return pairs.flatMap((pair) => {
    const run = pair.target === target ? pair.runs?.head : pair.reference === target ? pair.runs?.base : null;
    return run?.workloads.find((workload) => workload.name === name) ?? [];
  });
}

function pointResult(
  target: string,
  { workload, values, name }: SweepPoint,
  workloads: readonly WorkloadRun[],
  { suite, missing }: SuiteParts,
): PointResult {
  const sessions = workloads.flatMap((each) => each.sessions);
  const measured = sessions.map(sessionValues);
  const capacity = capacityOf(sessions);
  const metrics = SHOWN.flatMap((metric): readonly PointMetric[] => {
    const own = measured.flatMap((each) => each[metric] ?? []);
    if (own.length === 0) return [];
    return [metric === "capacity" ? capacityMetric(capacity!, own) : pointMetric(metric, own)];
  });
  const pace = paceOf(workloads);
  const offered = sessions.flatMap(({ openLoop }) => openLoop?.offeredPerSecond ?? []);
  const busy = pace === undefined ? busyShares(sessions) : [];
  const limits = sessions.filter(({ client }) => client.cpuShare > CLIENT_SHARE).length;
  const why = missing(target, name);
  return {
    suite,
    target,
    workload,
    values,
    name,
    sessions: sessions.length,
    metrics,
    ...(capacity === null ? {} : { capacity }),
    ...(pace === undefined ? {} : { pace }),
    ...(offered.length === 0 ? {} : { offeredPerSecond: mean(offered) }),
    busy: busy.length === 0 ? null : mean(busy),
    clientBound: limits * 2 > sessions.length || (busy.length > 0 && mean(busy) < LEAST_BUSY),
    ...(why === undefined ? {} : { missing: why }),
  };
}

/**
 * The interval allows for sessions that found no capacity, and for searches that ended early. An interval without an end on one side is
 * left out.
 */
function capacityMetric({ size, low, high }: CapacityFound, values: readonly number[]): PointMetric {
  const interval = low === null || high === null ? null : { low, high };
  return { metric: "capacity", value: size!, interval, values };
}

function pointMetric(metric: MetricId, values: readonly number[]): PointMetric {
  if (values.some((value) => !(value > 0))) return { metric, value: mean(values), interval: null, values };
  const logs = values.map(Math.log);
  const value = Math.exp(mean(logs));
  if (values.length < 2) return { metric, value, interval: null, values };
  const { low, high } = sampleShift(meanSample(logs), null).interval(CONFIDENCE);
  return { metric, value, interval: { low: Math.exp(low), high: Math.exp(high) }, values };
}

function paceOf(workloads: readonly WorkloadRun[]): PointResult["pace"] {
  if (workloads.some(({ sessions }) => sessions.some(({ openLoop }) => openLoop !== undefined)))
    return "rate";
  return workloads.some(({ options }) => options["wait"] === true) ? "pauses" : undefined;
}

/**
 * Share of time in which connections wait for the server, by Little's law in a closed loop: N connections for T seconds have N T seconds,
 * and what is not latency is the client's own. Sessions with failed events are left out: their time is in no latency.
 */
function busyShares(sessions: readonly Session[]): readonly number[] {
  return sessions.flatMap(({ connections, durationNs, restNs = 0, latency, failedEvents, retries }) => {
    if (connections === undefined || failedEvents > 0 || retries > 0) return [];
    const time = connections * durationNs - restNs;
    return time > 0 ? [Math.min(1, latency.sumNs / time)] : [];
  });
}

/** One curve for each target, workload and combination of the other axes' values. */
function scalingCurves({ axes }: Grid, points: readonly PointResult[]): readonly ScalingCurve[] {
  if (!axes.some(({ option }) => option === LOAD)) return [];
  const curves = groupBy(points, (point) =>
    JSON.stringify([point.target, point.workload, otherValues(point)]),
  );
  return [...curves.values()].map((own) => {
    const { suite, target, workload } = own[0]!;
    return {
      suite,
      over: LOAD,
      target,
      workload,
      values: otherValues(own[0]!),
      ...lawOf(own, (point) => Number(point.values[LOAD])),
    };
  });
}

function otherValues({ values }: PointResult): PointResult["values"] {
  return Object.fromEntries(Object.entries(values).filter(([option]) => option !== LOAD));
}

/** Comparisons of a suite's pairs, and the warnings of each pair that was measured. */
type SuiteComparison = Readonly<{
  suite: string;
  comparisons: readonly TargetComparison[];
  ofPairs: readonly Readonly<{ pair: SweepWarning["pair"]; warnings: readonly Warning[] }>[];
}>;

/** Each pair of a suite is a family of all its points, and all families share the level. */
function comparisonsOf({ suite, pairs, rules }: SuiteParts, families: number, stamp: Stamp): SuiteComparison {
  const alpha = rules.alpha / families;
  const comparisons: TargetComparison[] = [];
  const ofPairs: SuiteComparison["ofPairs"][number][] = [];
  for (const { reference, target, runs } of pairs) {
    if (runs === null) continue;
    const { base, head } = runs;
    const warnings = [...(base?.warnings ?? []), ...head.warnings];
    if (reference === null || base === null) {
      ofPairs.push({ pair: undefined, warnings });
      continue;
    }
    const report = compareArms(base, head, { ...rules, alpha }, stamp);
    const codes = new Set(warnings.map(({ code }) => code));
    const more = report.warnings.filter(({ code }) => !codes.has(code));
    comparisons.push({ suite, ...comparisonOf(reference, target, alpha, report) });
    ofPairs.push({ pair: { reference, target }, warnings: [...warnings, ...more] });
  }
  return { suite, comparisons, ofPairs };
}

/** Each warning once, with the pair that has it; a warning that all pairs have names no pair. */
function sweepWarnings({ suite, ofPairs }: SuiteComparison): readonly SweepWarning[] {
  const all = new Map<string, { warning: Warning; pairs: Set<SweepWarning["pair"]> }>();
  for (const { pair, warnings } of ofPairs)
    for (const warning of warnings) {
      const key = JSON.stringify(warning);
      const own = all.get(key) ?? { warning, pairs: new Set() };
      all.set(key, { warning, pairs: own.pairs.add(pair) });
    }
  return [...all.values()].flatMap(({ warning, pairs }) =>
    pairs.size === ofPairs.length
      ? [{ ...warning, suite }]
      : [...pairs].map((pair) => ({ ...warning, suite, pair })),
  );
}

function comparisonOf(
  reference: string,
  target: string,
  alpha: number,
  { workloads, together = [] }: Report,
): Omit<TargetComparison, "suite"> {
  const points = workloads.map(({ name, changes }) => {
    const qps = changes.find(({ metric }) => metric === "qps");
    const [before, after] = [qps?.base.estimate ?? null, qps?.head.estimate ?? null];
    const documentImprovement = before === null || !after ? null : (after - before) / after;
    return { name, changes, documentImprovement };
  });
  const improvements = points.flatMap(({ documentImprovement }) => documentImprovement ?? []);
  return {
    reference,
    target,
    alpha,
    points,
    together,
    document:
      improvements.length === 0
        ? null
        : {
            average: mean(improvements),
            sd: improvements.length < 2 ? null : standardDeviation(improvements),
            negative: improvements.filter((value) => value < 0).length,
            points: improvements.length,
          },
  };
}
