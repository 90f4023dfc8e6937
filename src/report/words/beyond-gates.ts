/** What no gate says and a reader must not miss: metrics without a gate that are worse, errors that base has not, and stops. */

import { metricInfo } from "../../model/metric.ts";
import type { Change, Report, WorkloadReport } from "../../model/report.ts";
import { plainLine } from "../../text/outside.ts";
import { formatBound, formatCount, formatTime, listed, plural } from "../../text/units.ts";
import { movedText, speedOf } from "./moved.ts";
import { forbiddenBy, gatesOf } from "./standing.ts";

/**
 * Metrics without a gate that are worse by more than they are marked with, those of speed first. The whole interval lies beyond the mark,
 * and p is below the level of the look divided by the number of such metrics (Bonferroni): equal builds show one in at most 5 % of checks.
 */
export function worseWithoutGate({ workloads }: Report): readonly Change[] {
  const all = workloads
    .flatMap(({ changes }) => changes)
    .filter((change) => change.role !== "gate" && change.p !== null && forbiddenBy(change) === null);
  const worse = all.filter(({ metric, margin, interval, confidence, p }) => {
    const isLower = metricInfo(metric).direction === "lower-is-better";
    const least = interval === null ? 0 : isLower ? interval.low : -interval.high;
    return least > margin && p!.worse <= (1 - confidence) / 2 / all.length;
  });
  return worse.toSorted((a, b) => Number(speedOf(a.metric) === null) - Number(speedOf(b.metric) === null));
}

export type NewError = Readonly<{ workload: string; state: string; count: number }>;

/** Classes of errors, as SQLSTATEs, that head met and base never did, of the workloads that base ran. */
export function newErrors({ workloads }: Report): readonly NewError[] {
  return workloads
    .filter(({ newBecause }) => newBecause === undefined)
    .filter(({ changes }) => failedShareOf(changes)?.base.estimate !== null)
    .flatMap(({ name, errors: { base, head } }) =>
      Object.entries(head)
        .filter(([state, count]) => count > 0 && !((base[state] ?? 0) > 0))
        .map(([state, count]) => ({ workload: name, state, count })),
    )
    .toSorted((a, b) => b.count - a.count);
}

/** Its estimate for base is null if base had no events. */
function failedShareOf(changes: readonly Change[]): Change | undefined {
  return changes.find(({ metric }) => metric === "failed-share");
}

/** Fewer new errors may as well be chance: that all of ten fall on one of two equal arms is one in a thousand. */
const ERRORS_LEAST = 10;

/**
 * "checkout is 91 % slower at p50 (no gate), and 144 events of checkout failed with XX000, never on base"; null where there is nothing to
 * add to a headline.
 */
export function butText(report: Report): string | null {
  const [first, ...more] = worseWithoutGate(report);
  const [error] = newErrors(report).filter(({ count }) => count >= ERRORS_LEAST);
  const others = more.length === 0 ? "no gate" : `no gate, and ${plural(more.length, "more such metric")}`;
  const parts = [
    ...(first === undefined ? [] : [`${plainLine(first.workload, 40)} ${movedText(first)} (${others})`]),
    ...(error === undefined ? [] : [errorText(error)]),
  ];
  return parts.length === 0 ? null : parts.join(", and ");
}

/** "144 events of checkout failed with XX000, never on base". */
export function errorText({ workload, state, count }: NewError): string {
  const events = count === 1 ? "1 event" : `${formatCount(count)} events`;
  return `${events} of ${plainLine(workload, 40)} failed with ${plainLine(state, 20)}, never on base`;
}

/** A stop is long from here on, in nanoseconds, and where head's slowest event took so many times base's. */
const LONG_NS = 1e8;
const LONG_TIMES = 5;

/** "slowest event 4.1 ms → 1.02 s" of each workload that stood still on head and not on base. */
export function stopTexts({ workloads }: Report): readonly string[] {
  const stopped = workloads.filter(({ driven }) => {
    const [base, head] = [driven?.base.slowestNs ?? 0, driven?.head.slowestNs ?? 0];
    return head >= LONG_NS && head > LONG_TIMES * base;
  });
  return stopped.map((workload) => {
    const name = workloads.length === 1 ? "" : `${plainLine(workload.name, 40)} `;
    const [label, base, head] = slowestCells(workload)!;
    return `${name}${label} ${base} → ${head}`;
  });
}

/**
 * The longest time for which an event of each arm was under way: a row next to the throughput, which hides a short stop. Null where it is
 * not known.
 */
export function slowestCells({
  driven,
}: WorkloadReport): readonly [label: string, base: string, head: string] | null {
  if (driven === undefined) return null;
  return ["slowest event", formatTime(driven.base.slowestNs), formatTime(driven.head.slowestNs)];
}

/**
 * What a check that passes cannot have seen. A stop that was not met in a time T comes more often than 3 times in T with probability .05 at
 * most (the rule of three; Hanley & Lippman-Hand 1983, JAMA 249:1743), and one such check in twenty passes at the worsening that is named.
 */
export function unseenText(report: Report): string {
  const times = report.workloads.flatMap(({ driven }) =>
    driven === undefined ? [] : [driven.base.loadNs, driven.head.loadNs],
  );
  const least = Math.min(...times);
  const stops =
    times.length === 0 || least <= 0
      ? []
      : [
          `stops that come less often than once in ${formatTime(least / 3)} (${formatTime(least)} of load on each server)`,
        ];
  const hidden = hiddenText(report);
  const parts = [...stops, ...(hidden === null ? [] : [hidden])];
  return parts.length === 0 ? "" : `Not excluded: ${listed(parts)}.`;
}

/** Of the gate that could hide most, in multiples of its limit. */
function hiddenText({ workloads }: Report): string | null {
  const [most] = workloads
    .flatMap(gatesOf)
    .filter(({ hidden, margin }) => hidden !== undefined && margin > 0)
    .toSorted((a, b) => b.hidden! / b.margin - a.hidden! / a.margin);
  if (most === undefined) return null;
  const { label, direction } = metricInfo(most.metric);
  const less = direction === "higher-is-better" ? "lower" : "higher";
  return `${label} ${formatBound(most.hidden!)} ${less}, which passes one such check in 20`;
}
