/**
 * A report that strangers may have written, made fit for publishing: its shape is checked, its claims about where it belongs are
 * replaced by what GitHub says, and a warning shows that the rest is theirs. Its names and texts are made harmless where they are
 * rendered.
 */

import { withAcceptances } from "../../analysis/history/acceptances.ts";
import type { GithubContext } from "../../io/github/context.ts";
import { originOf } from "../../io/github/context.ts";
import { readUntrustedFile } from "../../io/host/untrusted-file.ts";
import type { Bounds } from "../../model/bounds.ts";
import { parseDocument } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import { Report } from "../../model/report.ts";
import { uuidV5 } from "../../model/uuid.ts";
import { plainLine } from "../../text/outside.ts";
import { FILES } from "./files.ts";

/** A suite of a hundred workloads makes about 1 MiB. */
const REPORT_BYTES_MOST = 8 * 2 ** 20;

/** Ten times what such a suite has; what exceeds them costs no more than a look. */
const BOUNDS: Bounds = { depth: 16, entries: 2_000, containers: 30_000, text: 100_000 };

/** Other long texts are cut where they are shown, but the whole name of the suite is in the marker of its comment. */
const UntrustedReport = Report.refine(({ suite }) => suite.length <= 200, {
  path: ["suite"],
  message: "longer than 200 characters",
});

/**
 * @param place report.json, or the folder that holds it
 * @throws PlumblineError of kind "usage" that says what is wrong, in one harmless line
 */
export async function readUntrustedReport(place: string): Promise<Report> {
  const text = await readUntrustedFile(place, FILES.report, REPORT_BYTES_MOST);
  try {
    return parseDocument(UntrustedReport, text, "the report", BOUNDS);
  } catch (error) {
    // The message may quote the document, and it goes into a log that knows commands and a summary that knows markdown.
    const { message, remedy = "" } = error as PlumblineError;
    throw new PlumblineError("usage", plainLine(message, 300), { remedy, cause: error });
  }
}

/**
 * The report as one of this pull request's head.
 * @param madeAt time by a source other than its author: a command accepts what was there before it
 * @throws PlumblineError of kind "usage" if it says itself that it is about something else
 */
export function claimReport(report: Report, context: GithubContext, madeAt: string): Report {
  const origin = originOf(context);
  const differs = [
    claimDifference("commit", report.head.commit.sha, context.headSha),
    claimDifference("repository", report.origin.repository, origin.repository),
    claimDifference("pull request", report.origin.pullRequest, origin.pullRequest),
  ].find((each) => each !== null);
  if (differs != null) {
    throw new PlumblineError("usage", `the report is about ${differs}`, {
      remedy: "publish the report that was measured for this head: re-run the job that measures",
    });
  }
  // Neither who accepted it nor where its links lead is theirs to say.
  const { guidance: _, ...plain } = withAcceptances(report, []);
  // Its id may be that of a run that the store has, whose report this one must not pass for.
  const { repository, pullRequest } = origin;
  const id = uuidV5(JSON.stringify([repository, pullRequest, plain.head.id]));
  return {
    ...plain,
    head: { ...plain.head, id },
    createdAt: madeAt,
    origin: { ...origin, ...ownPart(report.origin, context) },
    warnings: [...report.warnings, ...(context.pullRequest?.fork ? [FROM_FORK] : [])],
  };
}

/** The part of its origin that a report says itself, to differ from others of the same run; which workflow measured, GitHub says. */
function ownPart(
  claimed: Report["origin"],
  { workflow, config, onRequest }: GithubContext,
): Partial<Report["origin"]> {
  const job = claimed.job === undefined ? {} : { job: claimed.job };
  // The job that announced the check knew no more than the workflow.
  if (onRequest === true || workflow === undefined || config !== undefined) return job;
  const id = /#(.*)/.exec(claimed.workflow ?? "")?.[1];
  return {
    ...job,
    ...(id === undefined || workflow.includes("#") ? {} : { workflow: `${workflow}#${id.slice(0, 100)}` }),
    ...(claimed.config === undefined ? {} : { config: claimed.config.slice(0, 300) }),
  };
}

const FROM_FORK = {
  code: "measured-by-fork",
  message: "measured by a run of the fork's own code, which could have written any number",
  remedy:
    "look at what the pull request changes in workflows, builds and benchmarks; then a maintainer can confirm it or measure it again",
};

/** Null if they agree, or the report does not say. */
function claimDifference(
  what: string,
  claimed: string | number | null,
  known: string | number | null,
): string | null {
  if (claimed === null || claimed === known) return null;
  return `${what} ${plainLine(String(claimed), 80)}, not ${known ?? "none"}`;
}
