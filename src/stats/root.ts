const ITERATIONS = 200;

/**
 * The argument at which a continuous function changes its sign between `low` and `high`, by Ridders' method (Ridders 1979, IEEE
 * Trans. Circuits Syst. 26:979): two evaluations a step, never leaves the bracket.
 * @param tolerance relative, of the answer; by default the last digits of a double
 * @throws RangeError where the function has the same sign at both ends.
 */
export function findRoot(
  f: (x: number) => number,
  low: number,
  high: number,
  tolerance = 4 * Number.EPSILON,
): number {
  let [a, fa] = [low, f(low)];
  let [b, fb] = [high, f(high)];
  if (fa === 0) return a;
  if (fb === 0) return b;
  if (fa > 0 === fb > 0) throw new RangeError(`no change of sign between ${low} and ${high}`);
  let last = Number.NaN;
  for (let i = 0; i < ITERATIONS; i++) {
    const middle = (a + b) / 2;
    const fm = f(middle);
    const x =
      fm === 0 ? middle : middle + ((middle - a) * Math.sign(fa - fb) * fm) / Math.sqrt(fm * fm - fa * fb);
    const fx = f(x);
    if (fx === 0) return x;
    if (fm > 0 !== fx > 0) [a, fa, b, fb] = [middle, fm, x, fx];
    else if (fa > 0 !== fx > 0) [b, fb] = [x, fx];
    else [a, fa] = [x, fx];
    if (Math.abs(b - a) <= tolerance * Math.max(Math.abs(a), Math.abs(b))) break;
    // The bracket closes from one side as a rule, long after the steps have come to rest.
    if (Math.abs(x - last) <= tolerance * Math.abs(x)) return x;
    last = x;
  }
  return Math.abs(fa) < Math.abs(fb) ? a : b;
}

/** The argument above `low` at which an increasing function reaches 0; the bracket is doubled until it holds it. */
export function findRootAbove(f: (x: number) => number, low: number, tolerance?: number): number {
  let width = 1;
  while (f(low + width) < 0) {
    width *= 2;
    if (!Number.isFinite(width)) throw new RangeError("the function never reaches 0");
  }
  return findRoot(f, low, low + width, tolerance);
}
