/** Numbers as published tables of benchmarks print them: with commas, a plain minus sign, and no space before a unit. */

/** Cell for a number that was not measured. */
const NOT_MEASURED = "–";

/** Two decimals, and four digits at least of what is small. */
export function publishedNumber(value: number | null): string {
  if (value === null) return NOT_MEASURED;
  const digits = value === 0 ? 2 : Math.min(12, Math.max(2, 3 - Math.floor(Math.log10(Math.abs(value)))));
  const text = value.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: digits });
  return text === "-0.00" ? "0.00" : text;
}

/** A time in milliseconds, without the unit. */
export function milliseconds(ns: number | null): string {
  return publishedNumber(ns === null ? null : ns / 1e6);
}

/** "12.50%" */
export function publishedPercent(share: number | null): string {
  return share === null ? NOT_MEASURED : `${(100 * share).toFixed(2)}%`;
}

/** "1.51x" */
export function times(factor: number | null): string {
  return factor === null ? NOT_MEASURED : `${factor.toFixed(2)}x`;
}

/** A count; up to three decimals, where it is a mean. */
export function publishedWhole(value: number | null): string {
  return value === null ? NOT_MEASURED : value.toLocaleString("en-US", { maximumFractionDigits: 3 });
}
