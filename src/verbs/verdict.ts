/** What a verdict does to the exit code, and to the step of a workflow. */
import { EXIT_CODE } from "../model/errors.ts";
import type { Report } from "../model/report.ts";

export const FAIL_ON = ["regression", "inconclusive", "never"] as const;
export type FailOn = (typeof FAIL_ON)[number];

export function exitCodeOf(report: Pick<Report, "verdict">, failOn: FailOn): number {
  if (failOn === "never") return EXIT_CODE.fine;
  if (report.verdict === "regressed") return EXIT_CODE.regression;
  if (report.verdict === "inconclusive" && failOn === "inconclusive") return EXIT_CODE.inconclusive;
  return EXIT_CODE.fine;
}
