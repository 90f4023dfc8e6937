import type { Report } from "../model/report.ts";
import { renderCheckRun } from "../render/check-run.ts";
import { type CommentOptions, renderComment } from "../render/comment.ts";
import { commentMarker } from "../render/markdown.ts";
import type { Publishable } from "./publish.ts";

/** A report in the forms that GitHub shows. */
export function publishableOf(report: Report, options: CommentOptions): Publishable {
  const { conclusion, title, summary, text, annotations } = renderCheckRun(report, options);
  return {
    suite: report.suite,
    marker: commentMarker(report.suite),
    comment: renderComment(report, options),
    changed: report.counts.regressed + report.counts.improved > 0,
    check: { conclusion, title, summary, text, annotations },
  };
}
