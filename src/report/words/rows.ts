/** The rows of every table about changes: which come first, and what stands in their cells, as plain text. */

import { acceptanceOf } from "../../analysis/history/acceptances.ts";
import { type MetricId, metricInfo } from "../../model/metric.ts";
import type { Change, Report, WorkloadReport } from "../../model/report.ts";
import { relevantChange } from "../../model/rules.ts";
import {
  formatChange,
  formatChangeInterval,
  formatChosen,
  formatChosenShare,
  formatMetrics,
  formatPoints,
  formatSpread,
  formatVisible,
  listed,
  plural,
} from "../../text/units.ts";
import { type Standing, standingOfGate } from "./standing.ts";

export type ChangeRows = Readonly<{
  /** Regressed and not accepted. */
  regressed: readonly Change[];
  accepted: readonly Change[];
  /** Trades: worse, and something else improved by it. */
  traded: readonly Change[];
  improved: readonly Change[];
  /** Inconclusive and too few alike: no answer. */
  undecided: readonly Change[];
  /** Inconclusive, but only about an improvement: nothing is worse. */
  notWorse: readonly Change[];
  unchanged: readonly Change[];
  /** Metrics that are no gates but clearly moved. */
  moved: readonly Change[];
}>;

/** The gates of a report by verdict. Those that need attention come by their distance beyond the limit, the others in the report's order. */
export function changeRows(report: Report): ChangeRows {
  const changes = report.workloads.flatMap((workload) => workload.changes);
  const gates = [...changes, ...(report.together ?? [])].filter((change) => change.role === "gate");
  const having = (...standings: Standing[]) =>
    gates.filter(({ verdict }) => standings.includes(standingOfGate(verdict)));
  const regressed = having("regressed").toSorted(bySeverity);
  const isAccepted = (change: Change) => acceptanceOf(report, change) !== null;
  return {
    regressed: regressed.filter((change) => !isAccepted(change)),
    accepted: regressed.filter(isAccepted),
    traded: having("trade").toSorted(bySeverity),
    improved: having("improved").toSorted(bySeverity),
    undecided: having("inconclusive", "too-few").toSorted(bySeverity),
    notWorse: having("not-worse"),
    unchanged: having("unchanged"),
    moved: changes.filter(
      (change) =>
        change.role === "information" &&
        (change.verdict.kind === "regressed" || change.verdict.kind === "improved"),
    ),
  };
}

function bySeverity(a: Change, b: Change): number {
  const difference = severity(b) - severity(a);
  // Two infinite severities have no difference; the order of the config file stands.
  return Number.isNaN(difference) ? 0 : difference;
}

/** Distance of the effect from no change, in limits, on the log scale that slower and faster share. */
function severity(change: Change): number {
  const { effect } = change;
  if (effect === null) return Number.POSITIVE_INFINITY;
  return Math.abs(Math.log1p(effect)) / Math.max(Math.log1p(relevantOf(change)), 1e-6);
}

export type ChangeCells = Readonly<{
  base: string;
  head: string;
  /** The relative change, or `~` where there is no evidence of one. */
  change: string;
  /** "(+19 .. +29)", or "". */
  interval: string;
  noise: string;
  smallestVisible: string;
  limit: string;
  verdict: string;
}>;

/** The change with its interval, as one cell. */
export function changeText({ change, interval }: Pick<ChangeCells, "change" | "interval">): string {
  return interval === "" ? change : `${change} ${interval}`;
}

const NOTHING = "–";

export function cellTexts(change: Change): ChangeCells {
  const [base, head] = armCells(change);
  return {
    base,
    head,
    ...changeCells(change),
    noise: change.noise === null ? NOTHING : formatSpread(change.noise),
    smallestVisible: change.smallestVisible === null ? NOTHING : formatVisible(change.smallestVisible),
    limit: change.role === "gate" ? formatLimit(change) : NOTHING,
    verdict: change.role === "gate" ? verdictWord(change) : informationOf(change),
  };
}

function armCells({ metric, base, head }: Change): [string, string] {
  const estimates = [base.estimate, head.estimate];
  const formatted = formatMetrics(
    metric,
    estimates.map((estimate) => estimate ?? 0),
  );
  const [first, second] = estimates.map((estimate, index) =>
    estimate === null ? NOTHING : (formatted[index] ?? NOTHING),
  );
  return [first ?? NOTHING, second ?? NOTHING];
}

function changeCells(change: Change): Pick<ChangeCells, "change" | "interval"> {
  const { metric, base, head, effect, interval, verdict } = change;
  if (base.estimate === null || head.estimate === null) return { change: NOTHING, interval: "" };
  if (metricInfo(metric).unit === "share") {
    const moved = head.estimate !== base.estimate;
    return { change: moved ? formatPoints(head.estimate - base.estimate) : "~", interval: "" };
  }
  if (effect === null) return { change: NOTHING, interval: "" };
  const decided = ["regressed", "trade", "improved"].includes(verdict.kind);
  // Without an interval it is an estimate that nothing is claimed of: the verdict next to it says so.
  if (interval === null) return { change: formatChange(effect), interval: "" };
  const evidence = decided || interval.low > 0 || interval.high < 0;
  const moved = evidence ? formatChange(effect, interval) : "~";
  return { change: moved, interval: formatChangeInterval(interval, effect) };
}

/** "10 %", or "10 % and 50 µs" where a change must pass both. The limit of a share is a share. */
export function formatLimit({ metric, margin, floor }: Change): string {
  if (metricInfo(metric).unit === "share") return formatChosen(metric, floor ?? margin);
  const relative = formatChosenShare(margin);
  return floor === null || floor === 0 ? relative : `${relative} and ${formatChosen(metric, floor)}`;
}

export function relevantOf(change: Change): number {
  return relevantChange(change, change.base.estimate);
}

/** Worst that head may be, by the interval and the estimate: a share of base, at most 1 for a metric that cannot lose more than all there is. */
export function harmOf({ metric, effect, interval }: Change): number {
  const ends = [effect, interval?.low, interval?.high].map((end) => end ?? 0);
  return metricInfo(metric).direction === "lower-is-better" ? Math.max(0, ...ends) : -Math.min(0, ...ends);
}

export function verdictWord(change: Change): string {
  const { verdict } = change;
  switch (verdict.kind) {
    case "regressed":
    case "improved":
      return verdict.kind;
    case "unchanged":
      return WITHIN;
    case "trade":
      return `trade: ${boughtBy(verdict.for)} improved by it`;
    case "inconclusive":
      return verdict.notWorse === true ? verdict.why : `inconclusive: ${verdict.why}`;
    case "too-few":
      return unreadText(change) ?? `${verdict.have} of ${verdict.need} ${verdict.what}`;
  }
}

/** Word of tables for a gate that is `unchanged`: it may be shown to have moved, by less than matters. */
export const WITHIN = "within limit";

/** "server CPU could not be read on head", for a gate without a value in any session; else null. */
export function unreadText({ metric, base, head, verdict }: Change): string | null {
  if (verdict.kind !== "too-few" || verdict.have > 0) return null;
  if (verdict.what !== "sessions" && verdict.what !== "sessions of all workloads") return null;
  const lacks = [base, head].map(({ values }) => values.length === 0);
  // Side by side a pair is dropped when either arm has no value, so that both lack it.
  const where = lacks[0] === lacks[1] ? "in every session" : lacks[0] ? "on base" : "on head";
  return `${metricInfo(metric).label} could not be read ${where}`;
}

/** "QPS and p99". */
export function boughtBy(metrics: readonly MetricId[]): string {
  return listed(metrics.map((metric) => metricInfo(metric).label));
}

/** Meaning of the `~` of a table. */
export const EVIDENCE = "~: the interval includes 0";
/** Meaning of the `~` for statements and kinds of events (docs/method.md). */
export const EVIDENCE_OF_PARTS = "~: its 99 % interval includes 0";

/** A metric without a gate gets no verdict: a direction, or how little it moved, for it may have moved all the same. */
function informationOf(change: Change): string {
  const { verdict } = change;
  switch (verdict.kind) {
    case "regressed":
    case "trade":
      return "worse, no gate";
    case "improved":
      return "better, no gate";
    case "unchanged":
      return `within ${formatLimit(change)}, no gate`;
    case "inconclusive":
      return NOTHING;
    case "too-few":
      // A percentile without its tail; the verdicts of the gates show what the whole run lacks.
      return verdict.what === "requests per session" ? verdictWord(change) : NOTHING;
  }
}

/** Ratio head/base of each session, as relative changes; empty where sessions are no pairs. */
export function sessionEffects(report: Report, { base, head }: Change): readonly number[] {
  if (report.rule.form !== "paired" || base.values.length !== head.values.length) return [];
  const ratios = base.values.map((value, index) => (head.values[index] ?? Number.NaN) / value - 1);
  return ratios.filter(Number.isFinite);
}

/** SQLSTATEs of both arms in order, with the counts of base and head. */
export function errorCounts({
  base,
  head,
}: WorkloadReport["errors"]): [state: string, base: number, head: number][] {
  const [before, after] = [new Map(Object.entries(base)), new Map(Object.entries(head))];
  const states = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return states.map((state) => [state, before.get(state) ?? 0, after.get(state) ?? 0]);
}

/** True if a gate on failures has nothing to show: nothing failed on either arm. */
export function isQuiet({ metric, base, head, verdict }: Change): boolean {
  return (
    metric === "failed-share" && verdict.kind === "unchanged" && base.estimate === 0 && head.estimate === 0
  );
}

/** "1 metric within its limit". */
export function withinText(count: number): string {
  return `${plural(count, "metric")} within ${count === 1 ? "its limit" : "their limits"}`;
}
