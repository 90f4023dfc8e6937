/**
 * Known noise of a day that may be noisier than all that are stored. How much the gates of a run vary relative to each
 * other is known from earlier runs; how noisy the day is, is read off the run itself: one factor, shared by all of its
 * gates (docs/decisions/018-one-noise-factor.md). The variances are then moderated as in Smyth's model (moderation.ts).
 */
import { digamma, trigamma, trigammaInverse } from "./gamma.ts";
import type { Spread } from "./moderation.ts";
import { mean } from "./summary.ts";

/** Spread of a gate's values, and the group of gates that share its noise: those of one workload. */
type GateSpread = Readonly<{ spread: Spread | null; group: string }>;

/** Typical noise of a run's gates, as earlier runs show it. */
export type Typical = Readonly<{
  /** Variances by gate; null if too few runs have it. */
  variances: readonly (number | null)[];
  /** Degrees of freedom that the gates' variances, once the day's factor is known, are known with. */
  df: number;
}>;

/** Correlation of the metrics of a workload: QPS, CPU time and p99 of the same sessions. Taken for known: recordings show .5 to .7. */
const ALIKE = 0.6;

/** Fewest gates: with two, false alarms of four sessions are 5 to 7 % (docs/decisions/018-one-noise-factor.md). */
const FEWEST_GATES = 3;

/** Sweeps over rows and columns until a fit with gaps is settled; without gaps the first is exact. */
const SWEEPS = 30;

/**
 * @param runs by run and gate; null where a run lacks the gate
 * @param fewest runs that must have a gate
 * @returns null where fewer than three gates are known: a gate would be judged by a factor that is half its own
 */
export function typicalNoise(runs: readonly (readonly (Spread | null)[])[], fewest: number): Typical | null {
  const width = runs[0]?.length ?? 0;
  const usable = (spread: Spread | null | undefined): spread is Spread =>
    spread != null && spread.variance > 0;
  const known = Array.from({ length: width }, (_, gate) => gate).filter(
    (gate) => runs.filter((run) => usable(run[gate])).length >= fewest,
  );
  if (known.length < FEWEST_GATES) return null;
  // Unbiased logarithms of the true variances.
  const cells = runs.flatMap((run, row) =>
    known.flatMap((gate, column) => {
      const spread = run[gate];
      if (!usable(spread)) return [];
      const { variance, df } = spread;
      return [{ row, column, df, log: Math.log(variance) - digamma(df / 2) + Math.log(df / 2) }];
    }),
  );
  const { columns, squares, used } = twoWayFit(cells, known.length);
  const left = cells.length - known.length - used + 1;
  const cellDf = cells.reduce((sum, { df }) => sum + df, 0) / cells.length;
  const sampling = (1 - ALIKE ** 2) * trigamma(cellDf / 2);
  // One standard error larger than it was seen: how much gates differ from day to day is known from few days.
  const excess =
    left <= 0 ? Number.POSITIVE_INFINITY : (squares / left) * (1 + Math.sqrt(2 / left)) - sampling;
  const scatter = excess <= 0 ? Number.POSITIVE_INFINITY : 2 * excessInverse(excess);
  const pooled = (cells.length / known.length) * cellDf;
  return {
    variances: Array.from({ length: width }, (_, gate) => {
      const column = known.indexOf(gate);
      return column < 0 ? null : Math.exp(columns[column]!);
    }),
    df: harmonic([scatter, pooled]),
  };
}

function excessInverse(excess: number): number {
  return Number.isFinite(excess) ? trigammaInverse(excess) : 0;
}

type GridCell = Readonly<{ row: number; column: number; log: number }>;

/** Least squares of rows and columns, by sweeps over both: the columns' means, and the squares that are left. */
function twoWayFit(cells: readonly GridCell[], width: number) {
  const rows = new Map<number, number>(cells.map(({ row }) => [row, 0]));
  const columns = new Array<number>(width).fill(0);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let column = 0; column < width; column++) {
      const own = cells.filter((cell) => cell.column === column);
      columns[column] = own.reduce((sum, { row, log }) => sum + log - rows.get(row)!, 0) / own.length;
    }
    if (cells.length === rows.size * width && sweep === 1) break;
    for (const row of rows.keys()) {
      const own = cells.filter((cell) => cell.row === row);
      rows.set(row, own.reduce((sum, { column, log }) => sum + log - columns[column]!, 0) / own.length);
    }
    // The typical day is the mean of all: what rows have in common belongs to the columns.
    const shift = [...rows.values()].reduce((sum, value) => sum + value, 0) / rows.size;
    for (const [row, value] of rows) rows.set(row, value - shift);
  }
  const squares = cells.reduce(
    (sum, { row, column, log }) => sum + (log - rows.get(row)! - columns[column]!) ** 2,
    0,
  );
  return { columns, squares, used: rows.size };
}

/** Noise of this day relative to the typical one, as a factor of variances, and the degrees of freedom it is known with. */
export function noiseFactor({ variances }: Typical, gates: readonly GateSpread[]): Spread | null {
  const seen = gates.flatMap(({ spread, group }, gate) => {
    const typical = variances[gate] ?? null;
    return spread === null || typical === null
      ? []
      : [{ group, ratio: spread.variance / typical, df: spread.df }];
  });
  if (seen.length < FEWEST_GATES) return null;
  const df = seen.reduce((sum, each) => sum + each.df, 0);
  const groups = new Set(seen.map(({ group }) => group)).size;
  return {
    variance: seen.reduce((sum, each) => sum + each.df * each.ratio, 0) / df,
    // The metrics of a workload repeat each other.
    df: df / (1 + (seen.length / groups - 1) * ALIKE ** 2),
  };
}

/**
 * Priors by which the gates' variances are moderated: that of a typical day times today's factor.
 * @returns null for a gate of which too little is known
 */
export function priorsOfDay(
  typical: Typical | null,
  gates: readonly GateSpread[],
): readonly (Spread | null)[] {
  const factor = typical === null ? null : noiseFactor(typical, gates);
  if (typical === null || factor === null || factor.variance === 0) return gates.map(() => null);
  const df = harmonic([typical.df, factor.df]);
  return typical.variances.map((variance) =>
    variance === null || df <= 0 ? null : { variance: factor.variance * variance, df },
  );
}

/** Degrees of freedom of a product of variances that are known with so many each: their errors add up. */
function harmonic(dfs: readonly number[]): number {
  return 1 / dfs.reduce((sum, df) => sum + 1 / df, 0);
}

/**
 * Prior of each of some like spreads where none is known from before: their mean.
 * @returns null for fewer than two
 */
export function priorAmong(likes: readonly Readonly<{ spread: Spread | null }>[]): Spread | null {
  const known = likes.flatMap(({ spread }) => (spread === null ? [] : [spread.variance]));
  if (known.length < 2) return null;
  return { variance: mean(known), df: AMONG_DF };
}

/** Degrees of freedom of such a prior, if standard deviations differ by half: 2 trigamma⁻¹(4 · 0.5²) = 2.9 (Smyth 2004). */
const AMONG_DF = 3;
