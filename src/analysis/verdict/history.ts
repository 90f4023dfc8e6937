import { type Acceptance, speaksOf } from "../../model/acceptance.ts";
import { type Warning, warning } from "../../model/document.ts";
import { type MetricId, metricInfo } from "../../model/metric.ts";
import type { Report, Verdict } from "../../model/report.ts";
import type { Rules } from "../../model/rules.ts";
import type { Run, Session, WorkloadRun } from "../../model/run.ts";
import { bothShifts, predictionShift } from "../../stats/shift.ts";
import { geometricMean } from "../../stats/summary.ts";
import { plural } from "../../text/units.ts";
import { presentLevel } from "../history/change-points.ts";
import { addHistogram, emptyHistogram, type Histogram, latencyCurve } from "../samples/histogram.ts";
import { loadedShare } from "../samples/throughput.ts";
import { wallValues } from "../samples/values.ts";
import { withTimeline } from "../timeline/timeline.ts";
import { buildFacts, knownToBoth, saysNoBuild, shortly } from "../warnings/builds.ts";
import { differingConditions } from "../warnings/comparability.ts";
import {
  forbiddingWarning,
  mergeWarnings,
  missesOnOneSide,
  recordedWarnings,
  runWarnings,
} from "../warnings/conditions.ts";
import { copiedRuns, copiesWarning } from "../warnings/copies.ts";
import { missingValues, notMeasured } from "../warnings/missing.ts";
import {
  armValues,
  type MeasuredSession,
  measuredSessions,
  metricValues,
  relativeChange,
} from "./arm-values.ts";
import { assembleReport, referenceOf, type Stamp } from "./assemble.ts";
import { type ErrorCounts, errorFinding, totalErrors } from "./error-gate.ts";
import type { Finding } from "./finding.ts";
import { isAlike } from "./fingerprint.ts";
import { judge } from "./judge.ts";
import { withLimits } from "./limits.ts";
import { metricLimit, needsOf } from "./rules.ts";
import { tailObjection } from "./slices.ts";
import { gatingLimit, hasLostTail, isThroughput, speedMetricsOf, tailLack, withoutTail } from "./speed.ts";
import { notCounted, WORK_METRICS, withZeros } from "./work.ts";

/**
 * Judges a run against earlier ones of the base branch by the prediction interval of log run values: the spread that counts is
 * the one between runs. Only runs with head's fingerprint are used, and of each metric only those on its present level: since its
 * newest accepted change, and since its newest change point that lasts.
 * Its limits are held against those that the newest of them was judged by.
 * @param baseline newest first, at most as many as the caller wants
 */
export function compareHistory(
  baseline: readonly Run[],
  head: Run,
  rules: Rules,
  about: Stamp & Readonly<{ branch: string; accepted?: readonly Acceptance[] }>,
): Report {
  const judgedBy = (each: Rules) => judgeByHistory(baseline, head, each, about);
  const before = baseline.filter(({ id, rules: its }) => id !== head.id && its !== undefined);
  const newest = before.toSorted((a, b) => orderOf(b) - orderOf(a))[0];
  return withLimits(judgedBy(rules), newest?.rules, rules, judgedBy);
}

function judgeByHistory(
  baseline: readonly Run[],
  head: Run,
  rules: Rules,
  { branch, accepted = [], ...stamp }: Parameters<typeof compareHistory>[3],
): Report {
  const { used, warnings } = usableRuns(baseline, head);
  const history = head.workloads.map((workload) => {
    const past = earlier(used, workload.name);
    const levels = new Map(
      [...speedMetricsOf(rules, workload.name), ...WORK_METRICS, "failed-share" as const].map((metric) => {
        const start = metricSegmentStart(accepted, {
          suite: head.suite,
          branch,
          workload: workload.name,
          metric,
        });
        return [metric, levelSince(past, start, metric, rules)];
      }),
    );
    const copied = copiedRuns(past.map(({ sessions }) => sessions));
    const objection =
      forbiddingWarning(head, workload.name) ?? missesOnOneSide(used, head, workload.name) ?? copied;
    const compared = withLevels(workload, levels, objection, rules);
    return { ...compared, warnings: [...compared.warnings, ...copiesWarning(workload.name, copied)] };
  });
  const findings = history.flatMap((each) => each.findings);
  return assembleReport(
    {
      head,
      baseline: {
        kind: "history",
        branch,
        runs: used.map(referenceOf),
        need: needsOf(rules).baselineRuns,
      },
      form: "prediction",
      // The newest that tells.
      other: used.find(({ observed }) => observed !== undefined),
      workloads: history,
      changes: judge(findings, rules),
      warnings: mergeWarnings(recordedWarnings([head]), [
        ...warnings,
        ...history.flatMap((each) => each.warnings),
        ...notMeasured(findings, history, rules),
        ...notCounted(findings, history, rules),
        ...withoutTail(findings, rules, head.plan.seconds),
        ...runWarnings(head),
      ]),
    },
    rules,
    stamp,
  );
}

/** Compares a workload's values of now with those of the present level of each metric. */
function withLevels(
  head: WorkloadRun,
  levels: ReadonlyMap<MetricId, Level>,
  objection: string | null,
  rules: Rules,
) {
  // Figures shown with the metrics are the present level's: since the newest change of any of them.
  const shown = [...levels.values()].reduce((a, b) => (b.runs.length < a.runs.length ? b : a)).runs;
  const latency = { base: emptyHistogram(), head: emptyHistogram() };
  for (const run of shown) addHistogram(latency.base, run.latency);
  const now = measuredSessions(head.sessions, latency.head);
  const findings = predictWorkload(head.name, (metric) => levels.get(metric)!.runs, now, objection, rules);
  return {
    head,
    findings,
    base: shown.map(({ sessions }) => sessions.map(({ session }) => session)),
    curves: { base: latencyCurve(latency.base), head: latencyCurve(latency.head) },
    warnings: [
      ...leftLevels(head.name, levels),
      ...missingValues(head.name, { base: [], head: now }, { form: "unpaired", findings }, rules),
    ],
  };
}

type Usable = Readonly<{ used: readonly Run[]; warnings: readonly Warning[] }>;

function usableRuns(baseline: readonly Run[], head: Run): Usable {
  const others = baseline.filter(({ id, inconclusive }) => id !== head.id && inconclusive === undefined);
  const isLike = comparableWith(head);
  const used = others.filter((run) => isLike(run) && run.measurement.mode === head.measurement.mode);
  const warnings: Warning[] = [...otherBuilds(others, head), ...silentRuns(used, head)];
  // Runs that builds alone keep out have their own warning.
  const unlike = others.filter(
    (run) =>
      !used.includes(run) &&
      (otherThanBuilds(run, head).length > 0 || differingBuilds(run, head).length === 0),
  );
  if (unlike.length > 0) {
    const words = runsThat(unlike, others, [
      "was measured under other conditions and is",
      "were measured under other conditions and are",
    ]);
    warnings.push({
      code: "fingerprint-differs",
      message: `${words} not compared (${unlikeConditions(unlike, head)})`,
      remedy:
        "measure on machines of one kind: the history starts again where machine, versions or options change",
    });
  }
  const uneven = used.filter((run) => run.plan.sessions !== head.plan.sessions);
  if (uneven.length > 0) {
    const words = runsThat(uneven, used, ["does", "do"]);
    warnings.push({
      code: "session-count-differs",
      message: `${words} not have this run's ${plural(head.plan.sessions, "session")}, so their spread is not quite comparable`,
      remedy: "keep measure.sessions the same on the base branch and on pull requests",
    });
  }
  return { used, warnings };
}

/** "3 of 9 baseline runs", and the verb that goes with one of them or with several. */
function runsThat(some: readonly unknown[], all: readonly Run[], verb: readonly [string, string]): string {
  return `${some.length} of ${plural(all.length, "baseline run")} ${verb[some.length === 1 ? 0 : 1]}`;
}

/** Predicate of runs under head's conditions, as far as they report them; what they report of their builds must be head's. */
function comparableWith(head: Run): (run: Run) => boolean {
  return (run) =>
    run.fingerprint === head.fingerprint || (isAlike(run, head) && differingBuilds(run, head).length === 0);
}

type BuildDifference = Readonly<{ what: string; before: string; now: string }>;

/** Differences in what both report of their builds. */
function differingBuilds(run: Run, head: Run): readonly BuildDifference[] {
  const [before, now] = knownToBoth(buildFacts(run), buildFacts(head));
  return Object.keys(now)
    .filter((what) => before[what] !== now[what])
    .map((what) => ({ what, before: before[what]!, now: now[what]! }));
}

/** A machine that got another build overnight blames no commit: those runs are left out, and both builds are named. */
function otherBuilds(runs: readonly Run[], head: Run): readonly Warning[] {
  const differing = runs.map((run) => differingBuilds(run, head)).filter((all) => all.length > 0);
  const [newest] = differing;
  if (newest === undefined) return [];
  const changes = newest
    .map(({ what, before, now }) => `${what} ${shortly(what, before)}, now ${shortly(what, now)}`)
    .join("; ");
  const words = runsThat(differing, runs, [
    "was measured with a different build and is",
    "were measured with a different build and are",
  ]);
  return warning("builds-differ", {
    message: `${words} not compared (newest: ${changes})`,
    remedy:
      "ignore this if the machine's packages were updated: the history starts again; pin the image or the package if that happens too often",
  });
}

function silentRuns(used: readonly Run[], head: Run): readonly Warning[] {
  const silent = used.filter((run) => saysNoBuild(run) && !saysNoBuild(head));
  if (silent.length === 0) return [];
  const words = runsThat(silent, used, ["does", "do"]);
  return warning("builds-unknown", {
    message: `${words} not record how server and load generator were built, so a different build would go unnoticed`,
    remedy: "ignore this: runs of this version record it, and replace them in the baseline",
  });
}

/** The conditions that most often keep a run out, with the number of runs: "kernel in 7, options of checkout: threads in 2". */
function unlikeConditions(runs: readonly Run[], head: Run): string {
  const counts = new Map<string, number>();
  for (const run of runs) {
    for (const name of otherThanBuilds(run, head)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const most = [...counts].toSorted(([, a], [, b]) => b - a);
  const named = most.slice(0, DIFFERENCES_NAMED).map(([name, count]) => `${name} in ${count}`);
  const more = most.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ") || "another version of Plumbline";
}

const DIFFERENCES_NAMED = 4;

/** Conditions that differ, without the builds. */
function otherThanBuilds(run: Run, head: Run): readonly string[] {
  const builds = differingBuilds(run, head).map(({ what }) => what);
  return differingConditions(run, head).filter((name) => !builds.includes(name));
}

/** Measurements of a workload by an earlier run. */
type Past = Readonly<{
  run: Run;
  orderedAt: number;
  sessions: readonly MeasuredSession[];
  latency: Histogram;
}>;

/** Newest first; runs without that workload are left out. */
function earlier(runs: readonly Run[], workload: string): readonly Past[] {
  return runs
    .map((run) => {
      const { sessions = [] } = run.workloads.find(({ name }) => name === workload) ?? {};
      const latency = emptyHistogram();
      return { run, orderedAt: orderOf(run), sessions: measuredSessions(sessions, latency), latency };
    })
    .filter(({ sessions }) => sessions.length > 0)
    .toSorted((a, b) => b.orderedAt - a.orderedAt);
}

/** Time of the commit, or where git did not know it, of the measurement. */
function orderOf({ commit, startedAt }: Run): number {
  const committed = Date.parse(commit.time ?? "");
  return Number.isNaN(committed) ? Date.parse(startedAt) : committed;
}

/** The newest runs, which a metric's present level is known from, and the number of those that lie on the one before. */
type Level = Readonly<{ runs: readonly Past[]; left: number }>;

/** @param start of the first run that counts: what was accepted before it began another level */
function levelSince(past: readonly Past[], start: number, metric: MetricId, rules: Rules): Level {
  const runs = past.filter(({ orderedAt }) => orderedAt >= start);
  if (metric === "failed-share") return { runs, left: 0 };
  const valued = runs.flatMap((run) => {
    const value = judgedRunValue(run.sessions, metric, rules);
    return value === null ? [] : [{ run, value }];
  });
  const oldestFirst = valued.toReversed();
  const begin = presentLevel(
    oldestFirst.map(({ value }) => value),
    needsOf(rules).baselineRuns,
  );
  if (begin === 0) return { runs, left: 0 };
  return {
    runs: oldestFirst
      .slice(begin)
      .map(({ run }) => run)
      .toReversed(),
    left: begin,
  };
}

/** Says which earlier runs do not count, though they were measured under the same conditions. */
function leftLevels(workload: string, levels: ReadonlyMap<MetricId, Level>): readonly Warning[] {
  const left = [...levels].filter(([, level]) => level.left > 0);
  const starts = [...new Set(left.map(([, { runs }]) => runs.at(-1)!))];
  return starts.map((first) => {
    const since = left.filter(([, { runs }]) => runs.at(-1) === first);
    const metrics = since.map(([metric]) => metricInfo(metric).label).join(", ");
    const [, { runs, left: before }] = since[0]!;
    return {
      code: "level-changed",
      message: `${metrics} of ${workload} changed at ${first.run.commit.sha.slice(0, 10)}: compared with the ${runs.length} runs from there on, not with the ${before} before`,
      remedy: "ignore this if the change was intended; else plumbline bisect finds its commit",
      workload,
    };
  });
}

type SeriesKey = Readonly<{ suite: string; branch: string; workload: string; metric: MetricId }>;

/** Start of a metric's present level: the newest change of it that was accepted and reached the branch. */
function metricSegmentStart(accepted: readonly Acceptance[], series: SeriesKey): number {
  const starts = accepted
    .filter((each) => each.revoked === null && each.landed?.branch === series.branch)
    .filter((each) => speaksOf(each, series))
    .map(({ landed }) => Date.parse(landed!.at));
  return Math.max(...starts, Number.NEGATIVE_INFINITY);
}

function predictWorkload(
  workload: string,
  since: (metric: MetricId) => readonly Past[],
  head: readonly MeasuredSession[],
  objection: string | null,
  rules: Rules,
): readonly Finding[] {
  const speed = speedMetricsOf(rules, workload).map((metric) =>
    predictedFinding(workload, metric, since(metric), head, objection, rules),
  );
  const errors = errorFinding(
    workload,
    since("failed-share").map(({ sessions }) => tallyOf(sessions)),
    head.map(({ session }) => tallyOf([{ session }])),
    rules.errorLimit,
  );
  const work = WORK_METRICS.map((metric) =>
    predictedFinding(workload, metric, since(metric), head, objection, rules),
  ).map((finding) => (finding === null ? null : withZeros(finding)));
  const sides = {
    base: since("recovery").flatMap(({ sessions }) => sessions.map(({ session }) => session)),
    head: head.map(({ session }) => session),
  };
  return [
    ...speed
      .filter((finding) => finding !== null)
      .map((finding) => withTimeline(finding, sides))
      .filter((finding) => finding !== null),
    errors,
    ...work.filter((finding) => finding !== null),
  ];
}

function tallyOf(sessions: readonly Readonly<{ session: Session }>[]): ErrorCounts {
  return totalErrors(sessions.map(({ session }) => ({ failed: session.failedEvents, done: session.events })));
}

function predictedFinding(
  workload: string,
  metric: MetricId,
  base: readonly Past[],
  head: readonly MeasuredSession[],
  objection: string | null,
  rules: Rules,
): Finding | null {
  const needs = needsOf(rules);
  const runs = base
    .map(({ sessions }) => judgedRunValue(sessions, metric, rules))
    .filter((value) => value !== null);
  const values = metricValues(head, metric);
  if (values.length === 0 && runs.length === 0) return null;
  const sides = { base: armValues(runs), head: armValues(values) };
  const tail = tailLack(head, metric, needs.tailRequests);
  const past = base
    .map(({ sessions }) => sessions)
    .filter((sessions) => tailLack(sessions, metric, needs.tailRequests) === null)
    .flat();
  const verdict =
    values.length === 0
      ? ({ kind: "too-few", what: "sessions", have: 0, need: 1 } as const)
      : (tail ?? fewRuns(runs.length, needs.baselineRuns) ?? zeros(runs, values));
  const effect = relativeChange(sides.base.estimate, sides.head.estimate);
  return {
    workload,
    metric,
    limit: gatingLimit(
      metricLimit(rules, workload, metric),
      tail,
      hasLostTail({ base: past, head }, metric, needs.tailRequests),
    ),
    ...sides,
    evidence:
      verdict === null
        ? {
            kind: "shift",
            shift: readingsOf(base, head, metric, rules)
              .map(({ runs, now }) => predictionShift(runs.map(Math.log), Math.log(now)))
              .reduce(bothShifts),
            objection: objection ?? tailObjection({ base: [], head }, metric),
          }
        : { kind: "settled", verdict, effect },
  };
}

type RunReading = Readonly<{ runs: readonly number[]; now: number }>;

/** Readings of a metric: throughput has two, and a claim must hold by both (analysis/samples/throughput.ts); everything else has one. */
function readingsOf(
  base: readonly Past[],
  head: readonly MeasuredSession[],
  metric: MetricId,
  rules: Rules,
): readonly RunReading[] {
  const own = {
    runs: base
      .map(({ sessions }) => judgedRunValue(sessions, metric, rules))
      .filter((value) => value !== null),
    now: geometricMean(metricValues(head, metric)),
  };
  if (!isThroughput(metric)) return [own];
  const wall = (sessions: readonly MeasuredSession[]) =>
    geometricMean(sessions.flatMap(({ session }) => wallValues(session)[metric] ?? []));
  const all = [head, ...base.map(({ sessions }) => sessions)];
  if (all.flat().every(({ session }) => loadedShare(session) === 1)) return [own];
  const measuredRuns = base.filter(({ sessions }) => judgedRunValue(sessions, metric, rules) !== null);
  return [own, { runs: measuredRuns.map(({ sessions }) => wall(sessions)), now: wall(head) }];
}

/** Null where the run has too few requests for the metric, or no value of it. */
function judgedRunValue(sessions: readonly MeasuredSession[], metric: MetricId, rules: Rules): number | null {
  if (tailLack(sessions, metric, needsOf(rules).tailRequests) !== null) return null;
  const values = metricValues(sessions, metric);
  return values.length === 0 ? null : geometricMean(values);
}

function fewRuns(have: number, need: number): Verdict | null {
  return have < need ? { kind: "too-few", what: "baseline runs", have, need } : null;
}

function zeros(runs: readonly number[], values: readonly number[]): Verdict | null {
  if (runs.every((value) => value > 0) && values.every((value) => value > 0)) return null;
  if (runs.every((value) => value > 0) && values.every((value) => value === 0)) return { kind: "regressed" };
  return { kind: "inconclusive", why: "a value of 0 has no ratio" };
}
