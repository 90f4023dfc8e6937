/** Scales that map values to places in a picture. */

export type Scale = (value: number) => number;

/** Maps low..high to from..to; a domain without width maps to the middle. */
export function linear(low: number, high: number, from: number, to: number): Scale {
  if (!(high > low)) return () => (from + to) / 2;
  return (value) => place(from + ((value - low) / (high - low)) * (to - from));
}

/** Like `linear`, for positive values on a logarithmic axis. */
export function logarithmic(low: number, high: number, from: number, to: number): Scale {
  const inner = linear(Math.log(low), Math.log(high), from, to);
  return (value) => inner(Math.log(value));
}

/** A tenth of a pixel is as fine as eyes see, and keeps files small. Engines differ in the last digit of a logarithm, so a half is always rounded up. */
export function place(value: number): number {
  return Math.round(value * 10 + 1e-6) / 10;
}
