/** The axis of a metric's values. */
import { type MetricId, metricInfo } from "../../model/metric.ts";
import { niceTicks } from "../words/ticks.ts";
import { tickLabels } from "../words/units.ts";

export type Tick = Readonly<{ at: number; label: string }>;

/** About `count` round values between low and high, in the unit that suits the greatest: "12 ms". */
export function valueTicks(metric: MetricId, low: number, high: number, count: number): readonly Tick[] {
  const factor = factorOf(metric, high);
  const at = niceTicks(low / factor, high / factor, count).map((tick) => tick * factor);
  const labels = tickLabels(metric, at);
  return at.map((each, i) => ({ at: each, label: labels[i] ?? "" }));
}

/** Round in the unit that is shown: 5,000 ns are no round number of ms. */
function factorOf(metric: MetricId, high: number): number {
  if (metricInfo(metric).unit !== "nanoseconds") return 1;
  return [1e9, 1e6, 1e3].find((factor) => high >= factor) ?? 1;
}

/** "p99, lower is better". */
export function directionOf(metric: MetricId): string {
  return metricInfo(metric).direction === "lower-is-better" ? "lower is better" : "higher is better";
}
