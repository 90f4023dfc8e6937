import { drawIndex, type Rng } from "./random.ts";
import { quantile, sorted, standardDeviation } from "./summary.ts";

export type Bootstrap = Readonly<{
  /** Standard error: the standard deviation over the resamples. */
  error: number;
  /** Percentile interval of the asked confidence. */
  low: number;
  high: number;
}>;

/**
 * Circular block bootstrap (Politis & Romano 1992) for a series whose neighbours are alike, such as the slices of a session:
 * whole stretches of `blockLength` neighbours are drawn, so that the resamples keep the short-range dependence. The statistic is
 * given positions of the series and so may combine several columns.
 * @param length of the series, at least 2
 * @param blockLength about twice the range of the dependence; 1 is the ordinary bootstrap
 */
export function blockBootstrap(
  length: number,
  blockLength: number,
  statistic: (positions: readonly number[]) => number,
  rng: Rng,
  { draws = 1000, confidence = 0.95 }: Readonly<{ draws?: number; confidence?: number }> = {},
): Bootstrap {
  if (length < 2 || blockLength < 1 || draws < 2) {
    throw new RangeError(`bootstrap of ${length} values in blocks of ${blockLength}, ${draws} draws`);
  }
  const estimates = Array.from({ length: draws }, () => statistic(resample(length, blockLength, rng)));
  const order = sorted(estimates);
  return {
    error: standardDeviation(estimates),
    low: quantile(order, (1 - confidence) / 2),
    high: quantile(order, (1 + confidence) / 2),
  };
}

function resample(length: number, blockLength: number, rng: Rng): readonly number[] {
  const positions: number[] = [];
  while (positions.length < length) {
    const start = drawIndex(rng, length);
    for (let i = 0; i < blockLength && positions.length < length; i++) positions.push((start + i) % length);
  }
  return positions;
}
