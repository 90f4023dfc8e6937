/** Texts on disruptions of a load. Names and logs are text from outside. */
import type { TimelineReport, TimelineSummary, TimelineValue } from "../../model/timeline.ts";
import { plainLine } from "../../text/outside.ts";
import {
  formatChosenShare,
  formatCount,
  formatMeasuredTime,
  formatNumber,
  formatPercent,
  isTooWide,
  NBSP,
  plural,
  TOO_WIDE,
} from "../../text/units.ts";
import { sqlstateText } from "./sqlstate.ts";
import { left, right, type Table } from "./table.ts";

/** A row for each disruption and arm, base before head. */
export function disruptionTable({ disruptions }: TimelineReport): Table {
  return {
    columns: [
      left("disruption"),
      left("arm"),
      ...["took", "recovery", "dip depth", "dip length", "failed events"].map(right),
    ],
    rows: disruptions.flatMap(({ name, base, head }) => [
      ...(base === null ? [] : [summaryCells(name, "base", base)]),
      summaryCells(name, "head", head),
    ]),
  };
}

function summaryCells(name: string, arm: string, of: TimelineSummary): readonly string[] {
  const { unrecovered, dips } = of;
  return [
    plainLine(name),
    arm,
    formatMeasuredTime(of.tookNs.mean),
    dips === 0 ? "no dip" : recoveryText(of),
    dips === 0 ? "none" : estimateText(of.depth, formatPercent, 1),
    dips === 0 ? "none" : `${unrecovered > 0 ? "over " : ""}${estimateText(of.dipNs, formatMeasuredTime)}`,
    estimateText(of.failedEvents, plainAmount),
  ];
}

function recoveryText({ sessions, unrecovered, dippedAgain = 0, recoveryNs }: TimelineSummary): string {
  const all = plural(sessions, "session");
  const recovery =
    unrecovered === 0
      ? estimateText(recoveryNs, formatMeasuredTime)
      : `over ${formatMeasuredTime(recoveryNs.mean)}: not recovered in ${unrecovered} of ${all}`;
  return dippedAgain === 0 ? recovery : `${recovery}; dipped again later in ${dippedAgain} of ${all}`;
}

/** The load before, in, between and after the disruptions, base before head. */
export function stretchTable({ stretches }: TimelineReport): Table {
  return {
    columns: [left("load"), left("arm"), right("events a second"), right("longest wait")],
    rows: stretches.flatMap(({ title, base, head }) =>
      Object.entries({ base, head }).flatMap(([arm, of]) => {
        if (of === null) return [];
        const wait = of.longestNs === null ? "unknown" : estimateText(of.longestNs, formatMeasuredTime);
        return [[plainLine(title, 90), arm, estimateText(of.perSecond, formatNumber), wait]];
      }),
    ),
  };
}

/** "1.02 s (0.97 s .. 1.08 s)", within what can be; without the interval where there is none. */
function estimateText(
  { mean, low, high }: TimelineValue,
  format: (value: number) => string,
  most = Number.POSITIVE_INFINITY,
): string {
  if (isTooWide(low, high)) return `${format(mean)} (${TOO_WIDE})`;
  const bounds =
    low === null || high === null
      ? ""
      : ` (${format(Math.max(0, low))}${NBSP}..${NBSP}${format(Math.min(most, high))})`;
  return low === high ? format(mean) : `${format(mean)}${bounds}`;
}

function plainAmount(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : formatNumber(value);
}

/** Throughput from which the load counts as recovered, with what it usually is, and the sessions behind the means. */
export function timelineTerms({ limit, disruptions }: TimelineReport): string {
  const sessions = disruptions[0]?.head.sessions ?? 0;
  const means = `means over ${plural(sessions, "session")} with 95${NBSP}% intervals`;
  return limit === undefined ? means : `${recoveryLimit(limit)}; ${means}`;
}

function recoveryLimit({ askedShare, base, head }: NonNullable<TimelineReport["limit"]>): string {
  const arms = Object.entries({ base, head }).flatMap(([arm, of]) => (of === null ? [] : [{ arm, ...of }]));
  const usual = arms.map(({ arm, usualPerSecond }) => `${arm} ${formatNumber(usualPerSecond.mean)}`);
  const shares = arms.flatMap((arm) => arm.shares);
  const before = `of the throughput before the first disruption (${usual.join(", ")} events a second)`;
  if (askedShare === null) return `within the limit from ${shareRange(shares)} ${before}`;
  const lowered = shares.filter((share) => share < askedShare);
  const said = `within the limit from ${formatChosenShare(askedShare)} ${before}`;
  if (lowered.length === 0) return said;
  const loads =
    lowered.length === shares.length ? "each load" : `${lowered.length} of ${shares.length} loads`;
  return `${said}, lowered to ${shareRange(lowered)} in ${loads}, because it dipped that far before the first disruption`;
}

/** "64 % .. 85 %". */
function shareRange(shares: readonly number[]): string {
  const ends = [Math.min(...shares), Math.max(...shares)].map(formatPercent);
  return ends[0] === ends[1] ? ends[0]! : ends.join(`${NBSP}..${NBSP}`);
}

/** Failed attempts of head by SQLSTATE, of all its sessions; "" where there were none. */
export function timelineFailures({ disruptions }: TimelineReport): string {
  const said = disruptions.flatMap(({ name, head }) => {
    const states = Object.entries(head.failuresBySqlstate).map(
      ([state, count]) => `${formatCount(count)} × ${plainLine(sqlstateText(state), 40)}`,
    );
    return states.length === 0 ? [] : [`${plainLine(name)}: ${states.join(", ")}`];
  });
  return said.length === 0 ? "" : `Failed attempts of head, by SQLSTATE: ${said.join("; ")}`;
}
