/** Readings of two servers side by side -> the effect of one against the other, as a log ratio with its interval. */
import type { MeasuredEffect } from "../../model/cause-search.ts";
import type { MetricId } from "../../model/metric.ts";
import type { Session } from "../../model/run.ts";
import { studentCritical } from "../../stats/student.ts";
import { mean, standardDeviation } from "../../stats/summary.ts";
import { sessionValues } from "../samples/values.ts";

/** Log ratio with its interval. */
export type LogEffect = MeasuredEffect;

/** One-sided error of each end of an interval. That of the search is not the verdict's: the verdict stands, whatever the search finds. */
const ALPHA = 0.005;
/** Parts of a reading: enough to see their spread, and long enough that neighbours hardly depend on each other. */
const GROUPS_MOST = 8;
/** Fewest values that a spread is made of. */
const FEWEST = { groups: 6, readings: 3 } as const;
/** Weight of the sessions' noise in the spread of whole readings, in degrees of freedom. */
const PRIOR_DF = 4;

/** Metrics that each slice of a closed loop tells. */
const BY_SLICES: readonly MetricId[] = ["qps", "tps"];

/** What was read of one pair of servers. */
export type PairReadings = Readonly<{ base: readonly Session[]; head: readonly Session[] }>;

/**
 * Effect over all pairs of servers. Throughput is compared slice by slice, all else reading by reading.
 * @param noise standard deviation of a session's log ratio, as the check's own sessions show it: what two starts of the same server differ by
 * @returns null while there are too few values
 */
export function effectOf(metric: MetricId, pairs: readonly PairReadings[], noise: number): LogEffect | null {
  const bySlices = BY_SLICES.includes(metric);
  const logs = pairs.flatMap(({ base, head }) =>
    base.flatMap((session, i) =>
      bySlices ? sliceLogs(session, head[i]!) : valueLog(metric, session, head[i]!),
    ),
  );
  if (logs.length < (bySlices ? FEWEST.groups : FEWEST.readings)) return null;
  const estimate = mean(logs);
  const n = logs.length;
  const own = standardDeviation(logs) ** 2;
  const df = bySlices ? n - 1 : n - 1 + PRIOR_DF;
  const variance = bySlices ? own : ((n - 1) * own + PRIOR_DF * noise ** 2) / df;
  const starts = bySlices ? noise ** 2 / pairs.length : 0;
  const half = studentCritical(ALPHA, df) * Math.sqrt(variance / n + starts);
  return { estimate, low: estimate - half, high: estimate + half };
}

/** Log ratios of events a second in groups of neighbouring slices; fewer groups where events are so rare that one has none. */
function sliceLogs(base: Session, head: Session): readonly number[] {
  const pairs = Math.min(base.slices.events.length, head.slices.events.length);
  for (let groups = Math.min(GROUPS_MOST, pairs); groups > 0; groups--) {
    const logs = Array.from({ length: groups }, (_, group) => {
      const [from, to] = [Math.floor((group * pairs) / groups), Math.floor(((group + 1) * pairs) / groups)];
      return Math.log(sliceRate(head, from, to) / sliceRate(base, from, to));
    });
    if (logs.every(Number.isFinite)) return logs;
  }
  return [];
}

function sliceRate({ slices }: Session, from: number, to: number): number {
  const sum = (values: readonly number[]) => values.slice(from, to).reduce((total, each) => total + each, 0);
  return sum(slices.events) / sum(slices.durationNs);
}

function valueLog(metric: MetricId, base: Session, head: Session): readonly number[] {
  const [one, other] = [sessionValues(base)[metric], sessionValues(head)[metric]];
  return one != null && other != null && one > 0 && other > 0 ? [Math.log(other / one)] : [];
}

/** Relative change of a log effect. */
export function relativeEffect({ estimate, low, high }: LogEffect): MeasuredEffect {
  return { estimate: Math.expm1(estimate), low: Math.expm1(low), high: Math.expm1(high) };
}
