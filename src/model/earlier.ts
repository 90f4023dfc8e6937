/**
 * Noise as it was known when a run was measured: numbers of the stored side-by-side measurements under the
 * same conditions. They stand in the run document, so that every later judgement uses the same numbers.
 */
import { z } from "zod";
import { Metric } from "./metric-schema.ts";
import { list, object } from "./shape.ts";

const count = z.number().int().nonnegative();

/** Session log ratios of one metric of one workload in one measurement. */
export const EarlierSpread = object({
  /** Variance about their mean and, if it could be estimated, the effect of the order. */
  variance: z.number().nonnegative(),
  df: z.number().positive(),
  /** Effect of the order: half of how much larger head is when its server started first. Null if it is indistinguishable from noise. */
  order: z.number().nullable(),
  /** Autocorrelation of neighbouring sessions; null for too few. */
  lag: z.number().nullable(),
});
export type EarlierSpread = z.infer<typeof EarlierSpread>;

export const EarlierSeries = object({
  workload: z.string(),
  metric: Metric,
  /** Base's value in the newest measurement, in the metric's unit. */
  level: z.number().positive(),
  /** Variance of the ratios over the sum of the arms' own: 1 where the arms share no noise. */
  ownShare: z.number().nonnegative(),
  /** Standard deviation over the scaled median deviation: 1 for normal ratios. */
  tailWeight: z.number().nonnegative(),
  /** Item i is of measurement i, newest first; null where it has no such values. */
  spreads: list(EarlierSpread.nullable()),
});
export type EarlierSeries = z.infer<typeof EarlierSeries>;

export const Earlier = object({
  measurements: count,
  series: list(EarlierSeries),
  /** Failed shares of base's sessions: item i of a workload's is of measurement i, newest first. Absent in older documents. */
  failures: list(object({ workload: z.string(), shares: list(list(z.number()).nullable()) })).optional(),
});
export type Earlier = z.infer<typeof Earlier>;
