/** Effect of a verdict on the exit code, and on the step of a workflow. */
import type { Choices } from "../../config/fields.ts";
import { EXIT_CODE } from "../../model/errors.ts";
import type { Report } from "../../model/report.ts";

export type FailOn = Choices["fail-on"];

/** Accepted regressions fail nothing; accepting is no answer to what is inconclusive. */
export function exitCodeOf({ verdict, counts }: Pick<Report, "verdict" | "counts">, failOn: FailOn): number {
  if (failOn === "never") return EXIT_CODE.fine;
  if (verdict === "regressed") return EXIT_CODE.regression;
  const open =
    verdict === "inconclusive" || (verdict === "accepted" && counts.inconclusive > (counts.notWorse ?? 0));
  return open && failOn === "inconclusive" ? EXIT_CODE.inconclusive : EXIT_CODE.fine;
}
