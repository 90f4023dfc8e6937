import { readFileSync } from "node:fs";

type Row = readonly number[];
type Tails = Readonly<{ greater: number; less: number }>;
type Interval = Readonly<{ low: number; high: number }>;

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
}

/** Values of SciPy and statsmodels, written by make-sessions.py. */
export const referenceSessions = read("./sessions.json") as Readonly<{
  shared: readonly Readonly<{
    runs: readonly (readonly (Row | null)[])[];
    gates: readonly (readonly [variance: number, df: number, workload: string])[];
    typical: readonly (number | null)[];
    df: number;
    factor: Row;
    priors: readonly (Row | null)[];
  }>[];
  turns: readonly (Readonly<{
    values: Row;
    signs: Row;
    effect: number;
    center: number;
    p: number;
    lag: number;
  }> &
    Interval)[];
  pocock: readonly Row[];
  likeness: readonly Readonly<{ series: readonly Row[]; p: number }>[];
  /** Sessions, correlation of neighbours, expected autocorrelation, factor of a mean's squared standard error. */
  alike: readonly (readonly [n: number, correlation: number, lag: number, factor: number])[];
  /** Estimate and standard error at the first and at the last value. */
  drift: readonly Readonly<{
    values: Row;
    signs: Row;
    p: number;
    ends: readonly (readonly [number, number])[];
  }>[];
}>;

/** Values of SciPy and statsmodels, written by make-reference.py. */
export const reference = read("./reference.json") as Readonly<{
  data: Readonly<
    Record<
      | "base"
      | "head"
      | "uneven"
      | "tiedA"
      | "tiedB"
      | "history"
      | "largeA"
      | "largeB"
      | "untiedA"
      | "untiedB"
      | "ps",
      Row
    > & { observed: number }
  >;
  log_gamma: readonly Row[];
  incomplete_beta: readonly Row[];
  normal_upper: readonly Row[];
  normal_quantile: readonly Row[];
  student_upper: readonly Row[];
  student_critical: readonly Row[];
  noncentral_upper: readonly Row[];
  visible: readonly Row[];
  summary: Readonly<Record<string, number>>;
  geometric_mean: number;
  quantiles: readonly Row[];
  paired: Tails & Interval & Readonly<{ above_2: number }>;
  welch: Tails & Interval;
  prediction: Interval & Readonly<{ greater: number }>;
  mann_whitney: Readonly<{ exact: Tails & Readonly<{ u: number }>; tied: Tails; normal: Tails }>;
  digamma: readonly Row[];
  trigamma: readonly Row[];
  variance_ratio_upper: readonly Row[];
  spreads: Readonly<Record<"uneven" | "alike", readonly Row[]>>;
  priors: Readonly<Record<"uneven" | "alike", Row>>;
  /** `post`: the posterior variance, and p of a mean above 0. */
  moderated: readonly Readonly<{ differences: Row; prior: Row; post: Row }>[];
  contradiction: readonly Row[];
  holm: Row;
  error_gate: Readonly<{
    /** Failed and done of both arms, how many come at a time, p. */
    chances: readonly Row[];
    clumps: readonly Readonly<{ tallies: readonly Row[]; clump: number }>[];
    least_called: readonly Row[];
  }>;
  /** Sizes, level, power; then in standard deviations what is visible, what more than the bound is, and what was found by trying. */
  rank_power: readonly Row[];
  wilson: readonly Row[];
}>;

type HodgesLehmann = Readonly<{
  first: Row;
  second: Row;
  intervals: readonly (Interval & Readonly<{ confidence: number; estimate: number }>)[];
}>;

/** Values of R and limma, written by make-reference.R. */
export const referenceR = read("./reference-r.json") as Readonly<{
  holm: Row;
  hodges_lehmann: Readonly<Record<"exact" | "uneven" | "many" | "many_tied" | "tied", HodgesLehmann>>;
  limma: Readonly<{
    ebayes: Readonly<{ measurements: readonly Row[]; prior: Row; post: Row; t: Row; p: Row }>;
    squeezed: Readonly<{ prior: Row; post: Row }>;
  }>;
}>;

/** What is computed of series, written by make-series.py. */
export const referenceSeries = read("./series.json") as Readonly<{
  smoothed: readonly Readonly<{ values: Row; noise: number; clipped: Row }>[];
  alike: readonly Readonly<{
    values: Row;
    steps: Row;
    likeness: number;
    inflation: number;
    autocorrelation: number;
  }>[];
  /** Fewest values on either side, level, threshold. */
  thresholds: readonly Row[];
  steps: readonly Readonly<{
    values: Row;
    level: number;
    minimum: number;
    noise: number;
    windows: readonly Row[];
  }>[];
  /** Strength, length, inflation, splits, p. */
  bounds: readonly Row[];
  /** Strength; p by moments, by likelihood, and by the largest of very many. */
  tails: readonly Readonly<{ maxima: Row; tails: readonly Row[] }>[];
  arms: readonly Readonly<{ base: readonly Row[]; head: readonly Row[]; own: number; weight: number }>[];
}>;

/** How far two numbers differ, as a share of the expected one. */
export function relativeError(actual: number, expected: number): number {
  return expected === 0 ? Math.abs(actual) : Math.abs(actual / expected - 1);
}

/** Values of SciPy, written by make-capacity.py. */
export const referenceCapacity = read("./capacity.json") as Readonly<{
  estimates: readonly Readonly<{
    name: string;
    trials: readonly (readonly [size: number, holds: boolean])[];
    most: number;
    size: number;
    /** Null: open. */
    low: number | null;
    high: number | null;
  }>[];
}>;
