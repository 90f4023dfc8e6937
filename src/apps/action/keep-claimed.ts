/** A fork's report in the store of the repository, so that it can be accepted there like any other. */
import { withAcceptances } from "../../analysis/history/acceptances.ts";
import type { Store } from "../../io/store/store.ts";
import type { Report } from "../../model/report.ts";

/**
 * Judges the report by what stands on its pull request, and keeps it for whoever accepts it later. Its runs stay outside: numbers
 * that strangers wrote are nobody's baseline. Reports about the same commit in other pull requests stay what they are.
 * @param report as `claimReport` gives it: about a pull request that GitHub named
 * @throws PlumblineError of kind "store"
 */
export async function keepClaimed(report: Report, acceptLabel: string | null, store: Store): Promise<Report> {
  const { repository, pullRequest } = report.origin;
  if (repository === null || pullRequest === null) return report;
  const guidance = { configPath: null, dashboardUrl: null, acceptLabel };
  const judged = {
    ...withAcceptances(report, await store.acceptances({ repository, pullRequest })),
    guidance,
  };
  await store.saveReport(judged);
  return judged;
}
