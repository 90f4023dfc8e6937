/** Workloads whose cause is worth looking for, and the metric that shows it best. */
import { isOfTimeline, type MetricId, metricInfo } from "../../model/metric.ts";
import type { Change, Report } from "../../model/report.ts";

/** A workload that regressed. */
export type RedWorkload = Readonly<{
  name: string;
  metric: MetricId;
  /** Log ratio of head and base. */
  effect: number;
  /** Standard deviation of a session's log ratio. */
  noise: number;
  /** Log ratio, as a size, that is the limit of the gate. */
  limit: number;
  /** Mean latency of an event of base, in seconds; null if it is not known. */
  eventSeconds: number | null;
  changes: readonly Change[];
}>;

/** Effects that need more than a short load on a server: growth, recovery, the largest load. */
const NOT_SHORT: readonly MetricId[] = ["failed-share", "capacity", "memory", "database-size", "deadlocks"];
/** A noise that is not known is taken to be this. */
const USUAL_NOISE = 0.02;
/** Effect of throughput, in units of its noise, from which on nothing clearer is needed: it takes a third of the time. */
const CLEAR = 8;
/** Rarer events than these make no percentile in a second. */
const HARD_TO_SEE: readonly MetricId[] = ["p99.9"];

/** The worst first. */
export function redWorkloads({ workloads }: Pick<Report, "workloads">): readonly RedWorkload[] {
  return workloads
    .flatMap(({ name, changes, options }) => redOf(name, changes, "rate" in options))
    .toSorted((a, b) => redClarity(b) - redClarity(a));
}

function redOf(name: string, changes: readonly Change[], isOpen: boolean): readonly RedWorkload[] {
  const regressed = changes.filter(
    ({ role, verdict, metric }) => role === "gate" && verdict.kind === "regressed" && canBeTried(metric),
  );
  if (regressed.length === 0) return [];
  // Throughput says it in the least time, and is fixed in an open loop.
  const faster = isOpen ? [] : changes.filter((change) => change.metric === "qps" && isSurelyWorse(change));
  const candidates = [...faster, ...regressed].flatMap((change) => {
    const about = aboutOf(name, change, changes);
    return about === null ? [] : [about];
  });
  const easy = candidates.filter(({ metric }) => !HARD_TO_SEE.includes(metric));
  const clearest = (easy.length > 0 ? easy : candidates).toSorted((a, b) => redClarity(b) - redClarity(a));
  const best = clearest.find((each) => each.metric === "qps" && redClarity(each) >= CLEAR) ?? clearest[0];
  return best === undefined ? [] : [best];
}

function canBeTried(metric: MetricId): boolean {
  return !isOfTimeline(metric) && !NOT_SHORT.includes(metric);
}

function isSurelyWorse({ metric, interval }: Change): boolean {
  if (interval === null) return false;
  return metricInfo(metric).direction === "higher-is-better" ? interval.high < 0 : interval.low > 0;
}

function aboutOf(
  name: string,
  { metric, effect, noise, margin }: Change,
  all: readonly Change[],
): RedWorkload | null {
  if (effect === null || effect <= -1) return null;
  const mean = all.find((change) => change.metric === "mean")?.base.estimate ?? null;
  return {
    name,
    metric,
    effect: Math.log1p(effect),
    noise: noise ?? USUAL_NOISE,
    limit: Math.log1p(margin),
    eventSeconds: mean === null ? null : mean / 1e9,
    changes: all,
  };
}

/** Effect in units of what sessions differ by. */
function redClarity({ effect, noise }: RedWorkload): number {
  return Math.abs(effect) / Math.max(noise, 0.002);
}
