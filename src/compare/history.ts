import { type Acceptance, speaksOf } from "../model/acceptance.ts";
import type { Warning } from "../model/document.ts";
import { METRIC_IDS, type MetricId } from "../model/metric.ts";
import type { Report, Verdict } from "../model/report.ts";
import type { Run, Session } from "../model/run.ts";
import { emptyHistogram, type Histogram, latencyCurve } from "../samples/histogram.ts";
import { predictionShift } from "../stats/shift.ts";
import { geometricMean } from "../stats/summary.ts";
import { armValues, type Measured, measured } from "./arm-values.ts";
import { notMeasured } from "./arms.ts";
import { assembleReport, referenceOf, type Stamp } from "./assemble.ts";
import { differingConditions } from "./comparability.ts";
import { conditionsOf, mergeWarnings } from "./conditions.ts";
import { errorFinding, type Tally, total } from "./error-gate.ts";
import type { Finding } from "./finding.ts";
import { judge } from "./judge.ts";
import { limitOf, needsOf, type Rules } from "./rules.ts";
import { gatingLimit, SPEED_METRICS, tailLack, withoutTail } from "./speed.ts";

/**
 * Judges a run against earlier ones of the base branch by the prediction interval of log run values: the spread that counts is
 * the one between runs. Only runs with head's fingerprint are used, and of each metric only those since its newest accepted change.
 * @param baseline newest first, at most as many as the caller wants
 */
export function compareHistory(
  baseline: readonly Run[],
  head: Run,
  rules: Rules,
  { branch, accepted = [], ...stamp }: Stamp & Readonly<{ branch: string; accepted?: readonly Acceptance[] }>,
): Report {
  const { used, warnings } = usableRuns(baseline, head);
  const history = head.workloads.map((workload) => {
    const start = (metric: MetricId) =>
      segmentStart(accepted, { suite: head.suite, branch, workload: workload.name, metric });
    // What is shown beside the metrics is the present level's: since the newest accepted change of any of them.
    const shownFrom = Math.max(...METRIC_IDS.map(start));
    const latency = { base: emptyHistogram(), head: emptyHistogram() };
    const past = earlier(used, workload.name, (orderedAt) => (orderedAt >= shownFrom ? latency.base : null));
    const now = measured(workload.sessions, latency.head);
    return {
      head: workload,
      findings: compareWorkload(workload.name, (metric) => sessionsFrom(past, start(metric)), now, rules),
      base: sessionsFrom(past, shownFrom).map((sessions) => sessions.map(({ session }) => session)),
      curves: { base: latencyCurve(latency.base), head: latencyCurve(latency.head) },
    };
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
      workloads: history,
      changes: judge(findings, rules),
      warnings: mergeWarnings(head.warnings, [
        ...warnings,
        ...notMeasured(findings, history, rules),
        ...withoutTail(findings, rules, head.plan.seconds),
        ...conditionsOf(head),
      ]),
    },
    rules,
    stamp,
  );
}

type Usable = Readonly<{ used: readonly Run[]; warnings: readonly Warning[] }>;

function usableRuns(baseline: readonly Run[], head: Run): Usable {
  const others = baseline.filter(({ id }) => id !== head.id);
  const used = others.filter(
    (run) => run.fingerprint === head.fingerprint && run.measurement.mode === head.measurement.mode,
  );
  const warnings: Warning[] = [];
  if (used.length < others.length) {
    warnings.push({
      code: "fingerprint-differs",
      message: `${others.length - used.length} of ${others.length} baseline runs were measured under other conditions and are not compared (${whatDiffers(others, head)})`,
      remedy:
        "the history starts again where machine, versions or options change; measure on machines of one kind",
    });
  }
  const uneven = used.filter((run) => run.plan.sessions !== head.plan.sessions);
  if (uneven.length > 0) {
    warnings.push({
      code: "session-count-differs",
      message: `${uneven.length} of ${used.length} baseline runs have another number of sessions than this run's ${head.plan.sessions}: their spread is not quite this run's`,
      remedy: "keep measure.sessions the same on the base branch and on pull requests",
    });
  }
  return { used, warnings };
}

/** The conditions that most often keep a run out, with the number of runs: "kernel in 7, options of checkout: threads in 2". */
function whatDiffers(runs: readonly Run[], head: Run): string {
  const counts = new Map<string, number>();
  for (const run of runs.filter(({ fingerprint }) => fingerprint !== head.fingerprint)) {
    for (const name of differingConditions(run, head)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const most = [...counts].toSorted(([, a], [, b]) => b - a);
  const named = most.slice(0, DIFFERENCES_NAMED).map(([name, count]) => `${name} in ${count}`);
  const more = most.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ") || "another version of Plumbline";
}

const DIFFERENCES_NAMED = 4;

/** What an earlier run measured of a workload. */
type Past = Readonly<{ orderedAt: number; sessions: readonly Measured[] }>;

/**
 * The sessions of that workload, run by run; runs without it are left out.
 * @param latencyOf what takes in the latencies of a run
 */
function earlier(
  runs: readonly Run[],
  workload: string,
  latencyOf: (orderedAt: number) => Histogram | null,
): readonly Past[] {
  return runs
    .map((run) => {
      const orderedAt = orderOf(run);
      const { sessions = [] } = run.workloads.find(({ name }) => name === workload) ?? {};
      return { orderedAt, sessions: measured(sessions, latencyOf(orderedAt)) };
    })
    .filter(({ sessions }) => sessions.length > 0);
}

/** By the commit, or where git could not tell, by the measurement. */
function orderOf({ commit, startedAt }: Run): number {
  const committed = Date.parse(commit.time ?? "");
  return Number.isNaN(committed) ? Date.parse(startedAt) : committed;
}

function sessionsFrom(past: readonly Past[], start: number): readonly (readonly Measured[])[] {
  return past.filter(({ orderedAt }) => orderedAt >= start).map(({ sessions }) => sessions);
}

type Series = Readonly<{ suite: string; branch: string; workload: string; metric: MetricId }>;

/** Where a metric's present level begins: with the newest change of it that was accepted and reached the branch. */
function segmentStart(accepted: readonly Acceptance[], series: Series): number {
  const starts = accepted
    .filter((each) => each.revoked === null && each.landed?.branch === series.branch)
    .filter((each) => speaksOf(each, series))
    .map(({ landed }) => Date.parse(landed!.at));
  return Math.max(...starts, Number.NEGATIVE_INFINITY);
}

function compareWorkload(
  workload: string,
  since: (metric: MetricId) => readonly (readonly Measured[])[],
  head: readonly Measured[],
  rules: Rules,
): readonly Finding[] {
  const speed = SPEED_METRICS.map((metric) => speedFinding(workload, metric, since(metric), head, rules));
  const errors = errorFinding(
    workload,
    since("failed-share").map(tallyOf),
    head.map(({ session }) => tallyOf([{ session }])),
    rules.errorLimit,
  );
  return [...speed.filter((finding) => finding !== null), errors];
}

function tallyOf(sessions: readonly Readonly<{ session: Session }>[]): Tally {
  return total(sessions.map(({ session }) => ({ failed: session.failedEvents, done: session.events })));
}

function speedFinding(
  workload: string,
  metric: MetricId,
  base: readonly (readonly Measured[])[],
  head: readonly Measured[],
  rules: Rules,
): Finding | null {
  const needs = needsOf(rules);
  const runs = base
    .filter((sessions) => tailLack(sessions, metric, needs.tailRequests) === null)
    .map((sessions) => valuesOf(sessions, metric))
    .filter((values) => values.length > 0)
    .map(geometricMean);
  const values = valuesOf(head, metric);
  if (values.length === 0 && runs.length === 0) return null;
  const sides = { base: armValues(runs), head: armValues(values) };
  const tail = tailLack(head, metric, needs.tailRequests);
  const verdict =
    values.length === 0
      ? ({ kind: "too-few", what: "sessions", have: 0, need: 1 } as const)
      : (tail ?? fewRuns(runs.length, needs.baselineRuns) ?? zeros(runs, values));
  const effect = effectOf(sides.base.estimate, sides.head.estimate);
  return {
    workload,
    metric,
    limit: gatingLimit(limitOf(rules, workload, metric), tail),
    ...sides,
    evidence:
      verdict === null
        ? {
            kind: "shift",
            shift: predictionShift(runs.map(Math.log), Math.log(geometricMean(values))),
            objection: null,
          }
        : { kind: "settled", verdict, effect },
  };
}

function valuesOf(sessions: readonly Measured[], metric: MetricId): readonly number[] {
  return sessions.map(({ values }) => values[metric]).filter((value) => value !== null);
}

function fewRuns(have: number, need: number): Verdict | null {
  return have < need ? { kind: "too-few", what: "baseline runs", have, need } : null;
}

function zeros(runs: readonly number[], values: readonly number[]): Verdict | null {
  if (runs.every((value) => value > 0) && values.every((value) => value > 0)) return null;
  if (runs.every((value) => value > 0) && values.every((value) => value === 0)) return { kind: "regressed" };
  return { kind: "inconclusive", why: "a value of 0 has no ratio" };
}

function effectOf(base: number | null, head: number | null): number | null {
  return base === null || head === null || base === 0 ? null : head / base - 1;
}
