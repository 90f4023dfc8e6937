/** Ticks of an axis: their places and labels. */
import { type MetricId, metricInfo } from "../model/metric.ts";
import { significant } from "../stats/round.ts";
import { tickLabels } from "./units.ts";

export type Tick = Readonly<{ at: number; label: string }>;

/** About `count` round values between low and high, in the unit that suits the greatest: "12 ms". */
export function valueTicks(metric: MetricId, low: number, high: number, count: number): readonly Tick[] {
  const factor = unitFactor(metric, high);
  return labelled(
    metric,
    niceTicks(low / factor, high / factor, count).map((tick) => tick * factor),
  );
}

/** Ticks at the given values, labelled in the unit that suits the greatest. */
export function labelled(metric: MetricId, ticks: readonly number[]): readonly Tick[] {
  const labels = tickLabels(metric, ticks);
  return ticks.map((at, i) => ({ at, label: labels[i] ?? "" }));
}

/** The unit that times are shown in, in nanoseconds; 1 for a metric that is no time. */
function unitFactor(metric: MetricId, high: number): number {
  if (metricInfo(metric).unit !== "nanoseconds") return 1;
  return [1e9, 1e6, 1e3].find((factor) => high >= factor) ?? 1;
}

/** Multiples of 1, 2 or 5 times a power of ten within low..high; about `count` of them. */
export function niceTicks(low: number, high: number, count: number): number[] {
  // An axis without width, for floating point's purposes, has nothing to label.
  if (!(high - low > Math.max(Math.abs(low), Math.abs(high)) * 1e-9 && high - low > 1e-15)) return [];
  const step = niceStep((high - low) / Math.max(1, count));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  // Multiplied, not added up: a sum of steps drifts away from round numbers. `+ 0` turns -0 into 0.
  return Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, index) => round((first + index) * step) + 0,
  );
}

function niceStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 5].find((candidate) => candidate * power >= raw * 0.999) ?? 10;
  return factor * power;
}

/** Removes what floating point adds. */
function round(value: number): number {
  return significant(value, 12);
}

/** 1, 2 and 5 times each power of ten within low..high, both positive; only powers of ten where that would be many. */
export function logTicks(low: number, high: number): number[] {
  const factors = Math.log10(high / low) > 2.5 ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    for (const factor of factors) ticks.push(round(factor * 10 ** power));
  }
  return ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001);
}
