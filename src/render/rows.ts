/** The rows of every table about changes: which come first, and what stands in their cells, as plain text. */

import { metricInfo } from "../model/metric.ts";
import type { Change, Report, VerdictKind } from "../model/report.ts";
import {
  formatEffect,
  formatInterval,
  formatMetric,
  formatMetrics,
  formatPercent,
  formatPoints,
} from "./units.ts";

export type Rows = Readonly<{
  regressed: readonly Change[];
  improved: readonly Change[];
  /** Inconclusive and too few alike: no answer. */
  undecided: readonly Change[];
  unchanged: readonly Change[];
  /** Metrics that are no gates but clearly moved. */
  moved: readonly Change[];
}>;

/** The gates of a report by verdict, the furthest beyond its limit first. */
export function rowsOf(report: Report): Rows {
  const changes = report.workloads.flatMap((workload) => workload.changes);
  const gates = changes.filter((change) => change.role === "gate");
  const having = (...kinds: VerdictKind[]) =>
    gates.filter((gate) => kinds.includes(gate.verdict.kind)).toSorted(bySeverity);
  return {
    regressed: having("regressed"),
    improved: having("improved"),
    undecided: having("inconclusive", "too-few"),
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

/** How many margins the effect is away from no change, on the log scale that slower and faster share. */
function severity({ effect, margin }: Change): number {
  if (effect === null) return Number.POSITIVE_INFINITY;
  return Math.abs(Math.log1p(effect)) / Math.max(Math.log1p(margin), 1e-6);
}

export type Cells = Readonly<{
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

const NOTHING = "–";

export function cellsOf(change: Change): Cells {
  const [base, head] = armCells(change);
  return {
    base,
    head,
    ...changeCells(change),
    noise: change.noise === null ? NOTHING : formatPercent(change.noise),
    smallestVisible: change.smallestVisible === null ? NOTHING : formatPercent(change.smallestVisible),
    limit: change.role === "gate" ? limitOf(change) : NOTHING,
    verdict: change.role === "gate" ? verdictOf(change) : informationOf(change),
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

function changeCells(change: Change): Pick<Cells, "change" | "interval"> {
  const { metric, base, head, effect, interval, verdict } = change;
  if (base.estimate === null || head.estimate === null) return { change: NOTHING, interval: "" };
  if (metricInfo(metric).unit === "share") {
    const moved = head.estimate !== base.estimate;
    return { change: moved ? formatPoints(head.estimate - base.estimate) : "~", interval: "" };
  }
  if (effect === null) return { change: NOTHING, interval: "" };
  const known = interval === null ? "" : formatInterval(interval, effect);
  const evidence = verdict.kind === "regressed" || verdict.kind === "improved" || !holdsZero(change);
  return { change: evidence ? formatEffect(effect) : "~", interval: known };
}

function holdsZero({ interval }: Change): boolean {
  return interval === null || (interval.low <= 0 && interval.high >= 0);
}

/** "10 %", or "10 % and 50 µs" where a change must pass both. The limit of a share is a share. */
export function limitOf({ metric, margin, floor }: Change): string {
  if (metricInfo(metric).unit === "share") return formatMetric(metric, floor ?? margin);
  const relative = formatPercent(margin);
  return floor === null || floor === 0
    ? relative
    : `${relative} and ${formatMetric(metric, floor).replace(/\.0+(?!\d)/, "")}`;
}

export function verdictOf({ verdict }: Change): string {
  switch (verdict.kind) {
    case "regressed":
    case "improved":
    case "unchanged":
      return verdict.kind;
    case "inconclusive":
      return `inconclusive: ${verdict.why}`;
    case "too-few":
      return `${verdict.have} of ${verdict.need} ${verdict.what}`;
  }
}

/** A metric without a gate gets no verdict, only a direction. */
function informationOf({ verdict }: Change): string {
  switch (verdict.kind) {
    case "regressed":
      return "worse, no gate";
    case "improved":
      return "better, no gate";
    case "unchanged":
      return "unchanged";
    case "inconclusive":
    case "too-few":
      return NOTHING;
  }
}

/** Ratio head/base of each session, as relative changes; empty where sessions are no pairs. */
export function sessionEffects(report: Report, { base, head }: Change): readonly number[] {
  if (report.mode !== "side-by-side" || base.values.length !== head.values.length) return [];
  const ratios = base.values.map((value, index) => (head.values[index] ?? Number.NaN) / value - 1);
  return ratios.filter(Number.isFinite);
}
