/** Key of a report, in addition to the commit that it is about: a newer one of the same key takes its place. */
import type { Report } from "../../model/report.ts";
import { compareText } from "./stored-run.ts";

/**
 * The suite, and what sets measurements of it apart that are about one commit: the job of a matrix, the pull request, of which
 * several may have the same head, and the repository, of whose forks each may measure it. A suite alone where there is none of them,
 * as stores had it before there were jobs. Behind them stands who measured it, where the report knows: several may give their suite one name.
 */
export function reportKey({ suite, origin }: Report): string {
  const { job, repository, pullRequest, workflow, config } = origin;
  const writer = workflow === undefined && config === undefined ? [] : [workflow ?? null, config ?? null];
  if (job === undefined && pullRequest === null && repository === null && writer.length === 0) return suite;
  return JSON.stringify([suite, job ?? null, repository, pullRequest, ...writer]);
}

/** Key of a report's row, which has its run, too: a writer need not replace another's report to keep its own. */
export function rowKey(report: Report): string {
  return `${reportKey(report)} ${report.head.id.toLowerCase()}`;
}

/** The newest report of each key, by suite and job: a store may have one from before keys told as much. */
export function newestOfEach(reports: readonly Report[]): readonly Report[] {
  return lastOfEach(reports.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt)));
}

/** The last report of each key, by suite and job. */
export function lastOfEach(reports: readonly Report[]): readonly Report[] {
  const last = new Map(reports.map((report) => [reportKey(report), report]));
  return [...last.values()].sort(
    (a, b) =>
      compareText(a.suite, b.suite) ||
      compareText(a.origin.job ?? "", b.origin.job ?? "") ||
      compareText(reportKey(a), reportKey(b)),
  );
}
