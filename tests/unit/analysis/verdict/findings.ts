import { armValues } from "../../../../src/analysis/verdict/arm-values.ts";
import type { Finding } from "../../../../src/analysis/verdict/finding.ts";
import { metricLimit } from "../../../../src/analysis/verdict/rules.ts";
import type { MetricId } from "../../../../src/model/metric.ts";
import { pairedShift } from "../../../../src/stats/shift.ts";
import { RULES } from "./story.ts";

/** Eight pairs whose log ratios have exactly this mean and standard deviation. */
export function finding(
  mean: number,
  sd: number,
  options: Partial<{ metric: MetricId; workload: string; level: number }> = {},
): Finding {
  const shape = [-1, 1, -1, 1, -1, 1, -1, 1].map((sign) => sign * sd * Math.sqrt(7 / 8));
  return findingOf(
    shape.map((noise) => mean + noise),
    options,
  );
}

/** Pairs with these log ratios. */
export function findingOf(
  ratios: readonly number[],
  {
    metric = "qps",
    workload = "w",
    level = 1000,
  }: Partial<{ metric: MetricId; workload: string; level: number }> = {},
): Finding {
  const base = ratios.map(() => level);
  const head = ratios.map((ratio) => level * Math.exp(ratio));
  return {
    workload,
    metric,
    limit: metricLimit(RULES, workload, metric),
    base: armValues(base),
    head: armValues(head),
    evidence: { kind: "shift", shift: pairedShift(base.map(Math.log), head.map(Math.log)), objection: null },
  };
}
