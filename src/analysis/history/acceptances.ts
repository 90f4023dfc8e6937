/** Judges a report again in the light of what people accepted. */
import { type Acceptance, holdsFor, speaksOf } from "../../model/acceptance.ts";
import { hasFaults } from "../../model/migration.ts";
import type { Change, LimitChange, Overall, Report } from "../../model/report.ts";

/**
 * The report with those acceptances that hold for its head and speak of what is to accept in it: regressions, and limits that are
 * wider than base's. The changes and their counts stay what was measured.
 * @param acceptances of the pull requests that the report is about, revoked ones and those of other suites among them
 * @param headOf the head of each one's pull request, where the report is about a commit that merges it
 */
export function withAcceptances(
  report: Report,
  acceptances: readonly Acceptance[],
  headOf: (acceptance: Acceptance) => string = () => report.head.commit.sha,
): Report {
  const { acceptances: _, ...plain } = report;
  const holding = acceptances.filter(
    (acceptance) => holdsFor(acceptance, headOf(acceptance)) && isAbout(acceptance, report),
  );
  const judged: Report = holding.length === 0 ? plain : { ...plain, acceptances: holding };
  return { ...judged, verdict: standingVerdict(judged) };
}

/** `accepted` where everything that is to accept was, and some was. */
function standingVerdict(report: Report): Overall {
  const regressed = regressions(report);
  const isOpen = regressed.some((change) => acceptanceOf(report, change) === null);
  if (isOpen || (regressed.length > 0 && hasFaults(report.migration))) return "regressed";
  if (report.limits === undefined) return regressed.length > 0 ? "accepted" : report.verdict;
  const { verdict } = report.limits;
  const wider = widerLimits(report);
  const isPassed = regressed.length > 0 || !["regressed", "inconclusive"].includes(verdict);
  if (!isPassed) return verdict;
  if (wider.some((change) => limitAcceptance(report, change) === null)) return "inconclusive";
  return regressed.length > 0 || wider.length > 0 ? "accepted" : verdict;
}

/** True if an acceptance applies to a regression or a wider limit of the report. */
export function isAbout(acceptance: Acceptance, report: Report): boolean {
  const { suite } = report;
  return (
    regressions(report).some((change) => speaksOf(acceptance, { ...change, suite })) ||
    widerLimits(report).some((change) => speaksOfLimit(acceptance, change, suite))
  );
}

/** Limits by which less is a regression than by base's, accepted or not. */
export function widerLimits({ limits }: Report): readonly LimitChange[] {
  return (limits?.changes ?? []).filter(({ wider }) => wider);
}

/** The newest acceptance of a limit that is wider than base's, or null. */
export function limitAcceptance({ suite, acceptances = [] }: Report, change: LimitChange): Acceptance | null {
  return acceptances.findLast((acceptance) => speaksOfLimit(acceptance, change, suite)) ?? null;
}

/** One of a workload or a metric accepts no limit of more than that. */
function speaksOfLimit(acceptance: Acceptance, { workload, metric }: LimitChange, suite: string): boolean {
  return (
    (acceptance.suite === null || acceptance.suite === suite) &&
    (acceptance.workload === null || acceptance.workload === workload) &&
    (acceptance.metric === null || acceptance.metric === metric)
  );
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
