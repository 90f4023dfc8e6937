/** Weighted least squares with few parameters, by the normal equations. */
import { sumOf } from "./summary.ts";

/** Parameters, and the inverse of X'WX: their covariance in units of the variance of an observation of weight 1. */
export type LeastSquares = Readonly<{
  parameters: readonly number[];
  inverse: readonly (readonly number[])[];
}>;

/** Pivots below this, of columns scaled to 1, are none: columns that say the same. */
const SINGULAR = 1e-13;

/**
 * Minimises sum w (y - x'p)^2. Columns are scaled first, for they may differ by orders of magnitude (1 and N squared).
 * @returns null if the rows do not tell the parameters apart
 */
export function leastSquares(
  rows: readonly (readonly number[])[],
  y: readonly number[],
  weights: readonly number[],
): LeastSquares | null {
  const size = rows[0]?.length ?? 0;
  const each = Array.from({ length: size }, (_, at) => at);
  const scales = each.map((at) => Math.sqrt(sumOf(rows, (row, i) => weights[i]! * row[at]! ** 2)));
  if (scales.some((scale) => !(scale > 0))) return null;
  const scaled = rows.map((row) => row.map((value, at) => value / scales[at]!));
  const normal = each.map((a) => each.map((b) => sumOf(scaled, (row, i) => weights[i]! * row[a]! * row[b]!)));
  const inverted = inverseMatrix(normal);
  if (inverted === null) return null;
  const moments = each.map((a) => sumOf(scaled, (row, i) => weights[i]! * row[a]! * y[i]!));
  return {
    parameters: each.map((a) => sumOf(moments, (moment, b) => inverted[a]![b]! * moment) / scales[a]!),
    inverse: each.map((a) => each.map((b) => inverted[a]![b]! / scales[a]! / scales[b]!)),
  };
}

/** u'Mv */
export function form(
  u: readonly number[],
  matrix: readonly (readonly number[])[],
  v: readonly number[],
): number {
  return sumOf(u, (left, i) => left * sumOf(v, (right, j) => matrix[i]![j]! * right));
}

/** Inverse by Gauss-Jordan elimination; the matrix is symmetric, with ones on its diagonal, so that pivots need no search. */
function inverseMatrix(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] | null {
  const size = matrix.length;
  const work = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let column = 0; column < size; column++) {
    const pivot = work[column]![column]!;
    if (!(pivot > SINGULAR)) return null;
    const lead = work[column]!.map((value) => value / pivot);
    for (const [i, row] of work.entries()) {
      const factor = row[column]!;
      work[i] = i === column ? lead : row.map((value, j) => value - factor * lead[j]!);
    }
  }
  return work.map((row) => row.slice(size));
}
