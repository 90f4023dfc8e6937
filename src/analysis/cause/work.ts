/** Work of an event that two servers differ in: what makes one of them slower, where plans are the same. */
import type { WorkDifference } from "../../model/cause-search.ts";
import type { MetricId } from "../../model/metric.ts";
import type { Session } from "../../model/run.ts";
import { mean } from "../../stats/summary.ts";
import { sessionValues } from "../samples/values.ts";

/** Metrics that say how, the most telling first. */
const TELLING: readonly MetricId[] = [
  "hot-updates",
  "wal-bytes",
  "rows-read",
  "rows-written",
  "buffers",
  "temp-bytes",
  "calls",
];
const FACTOR = 1.2;
/** Difference of a portion that is told. */
const PORTION = 0.1;
const MOST = 3;

export function workDifferences(
  base: readonly Session[],
  head: readonly Session[],
): readonly WorkDifference[] {
  const [before, now] = [base.map(sessionValues), head.map(sessionValues)];
  return TELLING.flatMap((metric): readonly WorkDifference[] => {
    const [one, other] = [before, now].map((all) => all.flatMap((values) => values[metric] ?? []));
    if (one!.length === 0 || other!.length === 0) return [];
    const [from, to] = [mean(one!), mean(other!)];
    return isTelling(metric, from, to) ? [{ metric, base: from, head: to }] : [];
  }).slice(0, MOST);
}

function isTelling(metric: MetricId, from: number, to: number): boolean {
  if (metric === "hot-updates") return from - to >= PORTION;
  return to >= FACTOR * Math.max(from, 1);
}
