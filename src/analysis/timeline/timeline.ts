/** Timelines of a run's sessions -> a report of each disruption, and the limits of what a load shows that did not recover. */

import { addByKey } from "../../model/by-key.ts";
import type { MetricId } from "../../model/metric.ts";
import { isOfTimeline } from "../../model/metric.ts";
import type { Session, WorkloadRun } from "../../model/run.ts";
import type {
  Disruption,
  Timeline,
  TimelineReport,
  TimelineSummary,
  TimelineValue,
} from "../../model/timeline.ts";
import type { Bias, Finding } from "../verdict/finding.ts";
import { withZeros } from "../verdict/work.ts";
import { amount, bandOf, geometricAmount, timelineStretches } from "./course.ts";

/** @returns undefined where no workload has a timeline */
export function timelinesOf(
  workloads: readonly Readonly<{ head: WorkloadRun; base: readonly (readonly Session[])[] }>[],
): readonly TimelineReport[] | undefined {
  const reports = workloads.flatMap(({ head, base }) => timelineReport(head, base.flat()) ?? []);
  return reports.length === 0 ? undefined : reports;
}

function timelineReport(workload: WorkloadRun, others: readonly Session[]): TimelineReport | null {
  const [head, base] = [playedTimelines(workload.sessions), playedTimelines(others)];
  const drawn = middle(head);
  if (drawn === null) return null;
  const drawnBase = middle(base);
  return {
    workload: workload.name,
    disruptions: drawn.disruptions.map(({ name, beganNs, tookNs }) => ({
      name,
      base: disruptionSummary(disruptionsOf(base, name)),
      head: disruptionSummary(disruptionsOf(head, name))!,
      beganNs,
      tookNs,
    })),
    stretches: timelineStretches(head, base),
    bands: { base: bandOf(base), head: bandOf(head) },
    limit: {
      askedShare: drawn.askedShare ?? null,
      base: drawnBase === null ? null : usualThroughput(base),
      head: usualThroughput(head),
    },
    base: drawnBase === null ? null : drawingOf(drawnBase),
    head: drawingOf(drawn),
    logs: drawn.disruptions.map(({ log }) => log),
  };
}

function playedTimelines(sessions: readonly Session[]): readonly Timeline[] {
  return sessions.flatMap(({ timeline }) => timeline ?? []);
}

function disruptionsOf(timelines: readonly Timeline[], name: string): readonly Disruption[] {
  return timelines.flatMap(({ disruptions }) => disruptions.find((each) => each.name === name) ?? []);
}

/** The median session: neither the best nor the worst. */
function middle(timelines: readonly Timeline[]): Timeline | null {
  const longest = ({ disruptions }: Timeline) => Math.max(...disruptions.map(({ recoveryNs }) => recoveryNs));
  return timelines.toSorted((a, b) => longest(a) - longest(b))[Math.floor(timelines.length / 2)] ?? null;
}

function drawingOf({ usualPerSecond, share, course, disruptions }: Timeline): TimelineReport["head"] {
  return { usualPerSecond, share, firstNs: disruptions[0]?.beganNs ?? 0, course };
}

function usualThroughput(timelines: readonly Timeline[]): NonNullable<TimelineReport["limit"]>["head"] {
  return {
    usualPerSecond: amount(timelines.map(({ usualPerSecond }) => usualPerSecond)),
    shares: timelines.map(({ share }) => share),
  };
}

function disruptionSummary(all: readonly Disruption[]): TimelineSummary | null {
  if (all.length === 0) return null;
  const of = (value: (each: Disruption) => number) => amount(all.map(value));
  const unrecovered = all.filter(({ isRecovered }) => !isRecovered).length;
  const open = (value: TimelineValue) => (unrecovered === 0 ? value : { ...value, high: null });
  return {
    sessions: all.length,
    unrecovered,
    dips: all.filter(({ dipNs }) => dipNs > 0).length,
    dippedAgain: all.filter(({ laterDips = 0 }) => laterDips > 0).length,
    tookNs: of(({ tookNs }) => tookNs),
    recoveryNs: open(geometricAmount(all.map(({ recoveryNs }) => recoveryNs))),
    depth: of(({ depth }) => depth),
    dipNs: open(of(({ dipNs }) => dipNs)),
    failedEvents: of(({ failedEvents }) => failedEvents),
    failuresBySqlstate: addByKey(all.map(({ failuresBySqlstate }) => failuresBySqlstate)),
  };
}

/** Metrics that end with the watched time if a load does not recover. */
const CUT_SHORT: ReadonlySet<MetricId> = new Set(["recovery", "dip-length"]);

/**
 * A finding within its limits. An effect that no session shows is no change. If a load did not recover within the watched time, its value
 * is a lower bound: the true one may be worse, on head and on base.
 */
export function withTimeline(
  finding: Finding,
  arms: Readonly<{ base: readonly Session[]; head: readonly Session[] }>,
): Finding | null {
  if (!isOfTimeline(finding.metric)) return finding;
  const { evidence } = finding;
  if (evidence.kind === "settled") return withZeros(finding);
  if (!CUT_SHORT.has(finding.metric)) return finding;
  const cut = { base: cutShort(arms.base), head: cutShort(arms.head) };
  if (cut.base + cut.head === 0) return finding;
  const why = unrecoveredText(cut, recoveryAdvice(playedTimelines([...arms.base, ...arms.head])));
  if (cut.base > 0 && cut.head > 0)
    return { ...finding, evidence: { ...evidence, objection: evidence.objection ?? why } };
  const bias: Bias = { why, spares: cut.head > 0 ? "regressed" : "improved" };
  return { ...finding, evidence: { ...evidence, bias } };
}

function cutShort(sessions: readonly Session[]): number {
  return playedTimelines(sessions).filter((each) => each.disruptions.some(({ isRecovered }) => !isRecovered))
    .length;
}

/** Short enough for a cell of a table. */
function unrecoveredText({ base, head }: Readonly<{ base: number; head: number }>, advice: string): string {
  const who = [...(base > 0 ? [`${base} of base`] : []), ...(head > 0 ? [`${head} of head`] : [])];
  return `not recovered in ${who.join(" and ")} (sessions): ${advice}`;
}

/** A disruption is watched until the next one begins, and the last one for the time that the timeline names. */
function recoveryAdvice(timelines: readonly Timeline[]): string {
  const gaps = timelines.flatMap(({ disruptions }) =>
    disruptions.slice(0, -1).flatMap(({ isRecovered, beganNs, tookNs }, at) => {
      return isRecovered ? [] : [Math.max(0, disruptions[at + 1]!.beganNs - beganNs - tookNs)];
    }),
  );
  const open = timelines.flatMap((each) => each.disruptions.slice(-1).filter((last) => !last.isRecovered));
  // A load that varies this much by itself dips again, however long it is watched.
  const relapsed = open.some(({ laterDips = 0 }) => laterDips > 0);
  if (gaps.length === 0) return `raise the timeline's \`after\`${relapsed ? " or lower `throughput`" : ""}`;
  const later = `${Math.round(Math.min(...gaps) / 1e8) / 10} s later`;
  return open.length > 0
    ? `move the next one (${later}), raise \`after\``
    : `move the next one, which began ${later}`;
}
