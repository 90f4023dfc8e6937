/** Warnings of a sweep, as rows with the target that each is about. */
import type { Sweep, SweepWarning } from "../../model/sweep.ts";
import { plainLine } from "../../text/outside.ts";

type WarningText = Readonly<{
  code: string;
  /** "oltp, slower against plain, select threads=1: "; empty if a warning is about everything. */
  where: string;
  message: string;
  remedy: string;
}>;

export function warningTexts({ warnings, suites }: Sweep): readonly WarningText[] {
  return warnings.map((warning) => ({
    code: warning.code,
    where: warningPrefix(warning, suites.length > 1),
    message: plainLine(warning.message, 400),
    remedy: plainLine(warning.remedy, 300),
  }));
}

function warningPrefix({ suite, pair, workload }: SweepWarning, manySuites: boolean): string {
  const names = [
    ...(manySuites ? [plainLine(suite, 40)] : []),
    ...(pair === undefined ? [] : [`${plainLine(pair.target, 40)} against ${plainLine(pair.reference, 40)}`]),
    ...(workload === undefined ? [] : [plainLine(workload)]),
  ];
  return names.length === 0 ? "" : `${names.join(", ")}: `;
}

/** Names which targets base and head are in the warnings, which speak of them as those of a check do. Empty if no warning does. */
export function armsLegend({ warnings, targets }: Sweep): string {
  const [reference, ...others] = targets.map((name) => plainLine(name, 40));
  const speaks = warnings.some(({ message, remedy }) => /\b(?:base|head)\b/.test(`${message} ${remedy}`));
  if (reference === undefined || !speaks) return "";
  const head = others.length === 1 ? others[0] : "the other target";
  return `Here base is ${reference}, and head is ${head}.`;
}
