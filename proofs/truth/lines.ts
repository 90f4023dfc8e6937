/** The result of a case as lines: what is true, what is shown, and whether that keeps its promise. */
import type { CaseResult } from "./measure.ts";
import { MEASURES, type Measure } from "./truth.ts";

/** How far what is shown may be off, as a share. */
export const PROMISE: Readonly<Record<Measure, number>> = { qps: 0.02, mean: 0.02, p50: 0.02, p99: 0.03 };

export type Line = Readonly<{
  measure: Measure;
  /** Relative errors of what is shown of each arm, alone and side by side. */
  alone: Readonly<{ base: number; head: number }>;
  together: Readonly<{ base: number; head: number }>;
  /** Head against base, relative: -0.05 is 5 % less. */
  ratio: Readonly<{ truth: number; shown: number; error: number }>;
  /** Where base's truth and head's are from. */
  source: "theory" | "account" | "both";
  /** The worst error, and whether it is within the promise. */
  worst: number;
  holds: boolean;
  /** What the run itself holds against its gates of this measure; null: nothing. */
  warning: string | null;
}>;

/** @param warningAbout what the product says of a measure of such a pair of sessions */
export function linesOf(
  result: CaseResult,
  warningAbout: (result: CaseResult, measure: Measure) => string | null,
): readonly Line[] {
  const { base, head } = result;
  return MEASURES.map((measure) => {
    const error = (shown: number, truth: number) => shown / truth - 1;
    const truth = { base: base.truth[measure].value, head: head.truth[measure].value };
    const alone = {
      base: error(base.alone[measure], truth.base),
      head: error(head.alone[measure], truth.head),
    };
    const together = {
      base: error(base.together[measure], truth.base),
      head: error(head.together[measure], truth.head),
    };
    const ratio = {
      truth: truth.head / truth.base - 1,
      shown: head.together[measure] / base.together[measure] - 1,
      error: head.together[measure] / base.together[measure] / (truth.head / truth.base) - 1,
    };
    return {
      measure,
      alone,
      together,
      ratio,
      source: base.truth[measure].source === head.truth[measure].source ? base.truth[measure].source : "both",
      ...promiseKept(measure, { alone, together, ratio }),
      warning: warningAbout(result, measure),
    };
  });
}

/** The worst of the errors, and whether it is within the promise. */
export function promiseKept(
  measure: Measure,
  { alone, together, ratio }: Pick<Line, "alone" | "together" | "ratio">,
): Pick<Line, "worst" | "holds"> {
  const worst = [alone.base, alone.head, together.base, together.head, ratio.error].reduce((a, b) =>
    Math.abs(b) > Math.abs(a) ? b : a,
  );
  return { worst, holds: Math.abs(worst) <= PROMISE[measure] };
}

const HEAD = `${"".padEnd(5)}${"truth from".padEnd(11)}${"alone".padStart(15)}${"side by side".padStart(17)}${"head/base: truth".padStart(20)}${"shown".padStart(9)}${"error".padStart(8)}  promise`;

export function textOf(title: string, lines: readonly Line[]): string {
  return [title, HEAD, ...lines.map(lineText)].join("\n");
}

function lineText({ measure, source, alone, together, ratio, ...line }: Line): string {
  const both = (of: Line["alone"], width: number) => `${points(of.base)} ${points(of.head)}`.padStart(width);
  return [
    measure.padEnd(5),
    source.padEnd(11),
    both(alone, 15),
    both(together, 17),
    points(ratio.truth).padStart(20),
    points(ratio.shown).padStart(9),
    points(ratio.error).padStart(8),
    `  ${promiseText({ measure, ...line })}`,
  ].join("");
}

/** "2 %: holds"; what the run itself holds against the gate stands behind it. */
export function promiseText({
  measure,
  holds,
  warning,
}: Pick<Line, "measure" | "holds" | "warning">): string {
  const verdict = holds ? "holds" : warning === null ? "BROKEN" : "warned";
  return `${(PROMISE[measure] * 100).toFixed(0)} %: ${verdict}${warning === null ? "" : ` (${warning})`}`;
}

/** In per cent, with its sign. */
export function points(share: number): string {
  return `${share < 0 ? "-" : "+"}${Math.abs(share * 100).toFixed(1)}`;
}

export type Tally = Readonly<{ lines: number; held: number; warned: number; broken: number }>;

export function tallyOf(lines: readonly Line[]): Tally {
  const held = lines.filter(({ holds }) => holds).length;
  const broken = lines.filter(({ holds, warning }) => !holds && warning === null).length;
  return { lines: lines.length, held, warned: lines.length - held - broken, broken };
}

export function tallyText({ lines, held, warned, broken }: Tally): string {
  return `${lines} lines: ${held} hold, ${warned} are warned of, ${broken} broken`;
}
