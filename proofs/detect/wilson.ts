import { normalQuantile } from "../../src/stats/normal.ts";

/** Interval of a share that was counted `hits` times of `of` (Wilson 1927, J. Am. Stat. Assoc. 22:209). */
export function wilson(hits: number, of: number, confidence = 0.95): Readonly<{ low: number; high: number }> {
  const z = normalQuantile((1 + confidence) / 2);
  const share = hits / of;
  const center = (share + z ** 2 / (2 * of)) / (1 + z ** 2 / of);
  const reach = (z / (1 + z ** 2 / of)) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return { low: Math.max(0, center - reach), high: Math.min(1, center + reach) };
}
