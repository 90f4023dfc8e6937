import { logGamma } from "./beta.ts";

/**
 * P(at least `least` of `drawn` items are marked), drawn without return from a population with so many marked ones: Fisher's exact
 * test of two shares (1935, J. R. Stat. Soc. 98:39).
 */
export function hypergeometricUpper(
  least: number,
  marked: number,
  drawn: number,
  population: number,
): number {
  const most = Math.min(marked, drawn);
  const whole = logChoose(population, drawn);
  let sum = 0;
  for (let count = Math.max(least, drawn + marked - population, 0); count <= most; count++)
    sum += Math.exp(logChoose(marked, count) + logChoose(population - marked, drawn - count) - whole);
  return Math.min(1, sum);
}

function logChoose(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}
