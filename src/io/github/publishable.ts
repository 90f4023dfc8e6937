import { hasFaults } from "../../model/migration.ts";
import type { Report } from "../../model/report.ts";
import { renderCheckRun } from "../../report/markdown/check-run.ts";
import { type CommentOptions, renderComment } from "../../report/markdown/comment.ts";
import { commentMarker } from "../../report/markdown/marker.ts";
import { type NoResult, noResultTitle, reasonText, renderNoResult } from "../../report/markdown/no-result.ts";
import type { Conclusion } from "./external-id.ts";
import type { Publishable, PublishSubject } from "./publish.ts";

/** A report in the forms that GitHub shows. */
export function publishableOf(
  report: Report,
  options: CommentOptions,
): Publishable &
  Readonly<{
    check: { conclusion: Conclusion };
  }> {
  const { conclusion, title, summary, text, annotations } = renderCheckRun(report, options);
  return {
    ...publishSubject(report.suite, report.origin.job ?? null),
    comment: renderComment(report, options),
    changed: report.counts.regressed + report.counts.improved > 0 || hasFaults(report.migration),
    check: { conclusion, title, summary, text, annotations },
  };
}

export function publishSubject(suite: string, job: string | null): PublishSubject {
  return { name: job === null ? suite : `${suite} (${job})`, marker: commentMarker(suite, job) };
}

/** Report of a measurement that has no result, with the reason. */
export function noResultOf(failure: NoResult, conclusion: "failure" | "cancelled"): Publishable {
  return {
    ...publishSubject(failure.suite, failure.job),
    comment: renderNoResult(failure),
    changed: false,
    check: {
      conclusion,
      title: noResultTitle(failure),
      summary: reasonText(failure),
      text: "",
      annotations: [],
    },
  };
}

/**
 * Report of what a stranger's code says of itself. It informs; the check is left to a user with write access, unless the claim stops the
 * pull request anyway.
 */
export function claimed(report: ReturnType<typeof publishableOf>): Publishable {
  const { conclusion, title, ...rest } = report.check;
  if (conclusion === "failure") return report;
  return {
    ...report,
    check: {
      ...rest,
      conclusion: "action_required",
      claim: conclusion,
      title: `claimed by the fork, to be confirmed by a maintainer: ${title}`,
    },
  };
}
