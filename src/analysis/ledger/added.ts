/** Measured changes, added up. A browser does it too, for each start of a sum that its reader chooses. */
import type { LedgerLine, LedgerStep } from "../../model/ledger.ts";
import { studentCritical } from "../../stats/student.ts";
import { sumOf } from "../../stats/summary.ts";

const CONFIDENCE = 0.95;

/** A log ratio, with its variance and the degrees of freedom that this is known with. */
type Estimated = Readonly<{ estimate: number; variance: number; df: number }>;

/** Sum of changes as a relative change, with the ends of its 95 % interval; degrees of freedom by Satterthwaite (1946). */
export function addedUp(
  changes: readonly Estimated[],
): Readonly<{ effect: number; low: number; high: number }> {
  const variance = sumOf(changes, (change) => change.variance);
  const df = variance ** 2 / sumOf(changes, (change) => change.variance ** 2 / change.df);
  const middle = sumOf(changes, ({ estimate }) => estimate);
  const reach = Math.sqrt(variance) * studentCritical((1 - CONFIDENCE) / 2, df);
  return { effect: Math.expm1(middle), low: Math.expm1(middle - reach), high: Math.expm1(middle + reach) };
}

/**
 * The line from a later change on, as the ledger has it where it is asked for from there.
 * @param first index of the step that the sum begins with; there must be one
 */
export function lineFrom({ sum, steps }: LedgerLine, first: number): LedgerLine {
  if (first === 0) return { sum, steps };
  const { accepted: _, ...same } = sum;
  const changes = steps.slice(first).map(estimatedOf);
  const later = steps.slice(first).map((step, i): LedgerStep => {
    const { effect, low, high } = addedUp(changes.slice(0, i + 1));
    return { ...step, gap: i > 0 && step.gap, sum: effect, sumLow: low, sumHigh: high };
  });
  return {
    sum: {
      ...same,
      ...addedUp(changes),
      changes: later.length,
      red: later.filter(({ red }) => red).length,
      gaps: later.filter(({ gap }) => gap).length,
      since: later[0]!.base,
    },
    steps: later,
  };
}

function estimatedOf({ effect, error, df }: LedgerStep): Estimated {
  return { estimate: Math.log1p(effect), variance: error ** 2, df };
}
