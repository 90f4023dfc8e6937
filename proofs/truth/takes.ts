/**
 * A case that breaks its promise is measured again. A second in which the machine did something else makes one measurement wrong; what is
 * wrong with the measuring is there each time. The median of an odd number of measurements tells the two apart.
 */
import { median, sorted } from "../../src/stats/summary.ts";
import { type Line, promiseKept, tallyOf } from "./lines.ts";
import type { Measured } from "./table.ts";

/** A case with what was measured of it, each time. */
export type Taken = Readonly<{ title: string; takes: readonly (readonly Line[])[] }>;

/** How often a case is measured that breaks its promise. */
export const TAKES_MOST = 3;

/** Whether it has to be measured again. */
export function isUnsettled({ takes }: Taken): boolean {
  return takes.length === 0 || (takes.length < TAKES_MOST && tallyOf(takes[0]!).broken > 0);
}

/** Each error, and what is shown, as the median of the measurements. What more than half of them warn of is warned of. */
export function resultOf({ title, takes }: Taken): Measured {
  const lines = takes[0]!.map((first, at): Line => {
    const each = takes.map((lines) => lines[at]!);
    const middle = (of: (line: Line) => number) => median(sorted(each.map(of)));
    const warnings = each.flatMap(({ warning }) => (warning === null ? [] : [warning]));
    const errors = {
      alone: { base: middle((line) => line.alone.base), head: middle((line) => line.alone.head) },
      together: { base: middle((line) => line.together.base), head: middle((line) => line.together.head) },
      ratio: {
        truth: middle((line) => line.ratio.truth),
        shown: middle((line) => line.ratio.shown),
        error: middle((line) => line.ratio.error),
      },
    };
    const warning = warnings.length > takes.length / 2 ? warnings[0]! : null;
    return { ...first, ...errors, ...promiseKept(first.measure, errors), warning };
  });
  return { title: takes.length === 1 ? title : `${title} (median of ${takes.length})`, lines };
}
