import { readFileSync } from "node:fs";

type Row = readonly number[];
type Tails = Readonly<{ greater: number; less: number }>;
type Interval = Readonly<{ low: number; high: number }>;

/** Values of SciPy, written by make-reference.py. */
export const reference = JSON.parse(
  readFileSync(new URL("./reference.json", import.meta.url), "utf8"),
) as Readonly<{
  data: Readonly<
    Record<"base" | "head" | "uneven" | "tiedA" | "tiedB" | "history" | "largeA" | "largeB" | "ps", Row> & {
      observed: number;
    }
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
  holm: Row;
}>;

/** How far two numbers differ, as a share of the expected one. */
export function relativeError(actual: number, expected: number): number {
  return expected === 0 ? Math.abs(actual) : Math.abs(actual / expected - 1);
}
