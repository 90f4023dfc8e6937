/**
 * Adjusted p values that keep the chance of any false rejection in the family at the level they are compared with, whatever the
 * dependence (Holm 1979, Scand. J. Stat. 6:65). Same order as given.
 */
export function holm(ps: readonly number[]): readonly number[] {
  const order = ascending(ps);
  const adjusted = new Array<number>(ps.length);
  let largest = 0;
  for (const [rank, index] of order.entries()) {
    largest = Math.max(largest, Math.min(1, (ps.length - rank) * ps[index]!));
    adjusted[index] = largest;
  }
  return adjusted;
}

function ascending(ps: readonly number[]): readonly number[] {
  return ps.map((_, index) => index).sort((a, b) => ps[a]! - ps[b]!);
}
