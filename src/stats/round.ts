/** Rounding of numbers that stay numbers; src/text/ writes numbers for people. */

/** The nearest number with so many significant digits: 1,234.5 with two is 1,200. */
export function significant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** The nearest number with so many digits after the point. */
export function decimal(value: number, places: number): number {
  return Number(value.toFixed(places));
}
