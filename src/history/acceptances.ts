/** Judges a report again in the light of what people accepted. */
import { type Acceptance, holdsFor, speaksOf } from "../model/acceptance.ts";
import { hasFaults } from "../model/migration.ts";
import type { Change, Report } from "../model/report.ts";

/**
 * The report with those acceptances that hold for its head and speak of a regression in it. The changes and their counts stay what
 * was measured; the overall verdict is `accepted` where every regression is, and what it was before where one is not.
 * @param acceptances of the pull requests that the report is about, revoked ones and those of other suites among them
 * @param headOf the head of each one's pull request, where the report is about a commit that merges it
 */
export function withAcceptances(
  report: Report,
  acceptances: readonly Acceptance[],
  headOf: (acceptance: Acceptance) => string = () => report.head.commit.sha,
): Report {
  const { acceptances: _, ...plain } = report;
  const regressed = regressions(report);
  if (regressed.length === 0) return plain;
  const holding = acceptances.filter(
    (acceptance) =>
      holdsFor(acceptance, headOf(acceptance)) &&
      regressed.some((change) => speaksOf(acceptance, { ...change, suite: report.suite })),
  );
  if (holding.length === 0) return { ...plain, verdict: "regressed" };
  const judged: Report = { ...plain, acceptances: holding };
  const open = regressed.filter((change) => acceptanceOf(judged, change) === null);
  const stands = open.length > 0 || hasFaults(report.migration);
  return { ...judged, verdict: stands ? "regressed" : "accepted" };
}

/** The gates that regressed, accepted or not. */
export function regressions({ workloads, together = [] }: Report): readonly Change[] {
  return [...workloads.flatMap(({ changes }) => changes), ...together].filter(
    ({ role, verdict }) => role === "gate" && verdict.kind === "regressed",
  );
}

/** The newest acceptance of a change, or null. */
export function acceptanceOf({ suite, acceptances = [] }: Report, change: Change): Acceptance | null {
  return acceptances.findLast((acceptance) => speaksOf(acceptance, { ...change, suite })) ?? null;
}
