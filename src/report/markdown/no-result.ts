/** Comment and check of a measurement that has no result. */
import { plainLine, shortSha, webAddress } from "../../text/outside.ts";
import { codeBlock, link } from "./markdown.ts";
import { commentMarker } from "./marker.ts";

const REASON_LINES_MOST = 40;

export type NoResult = Readonly<{
  suite: string;
  job: string | null;
  sha: string;
  runUrl: string;
  /** Reason why there is no result, and the remedy. */
  message: string;
  remedy: string;
}>;

export function noResultTitle({ sha, message }: NoResult): string {
  return plainLine(`no result for ${shortSha(sha)}: ${message}`, 200);
}

/** Takes the place of what was said of an earlier head, which says nothing about this one. */
export function renderNoResult(failure: NoResult): string {
  const { suite, job, sha, runUrl } = failure;
  const address = webAddress(runUrl);
  return [
    `${commentMarker(suite, job)}\n### Plumbline: no result for ${shortSha(sha)}`,
    reasonText(failure),
    `No result for this commit.${address === null ? "" : ` The ${link("workflow run", address)} has the details.`}`,
  ].join("\n\n");
}

/** The reason and the remedy as a block of code, which outside text cannot leave. */
export function reasonText({ message, remedy }: Pick<NoResult, "message" | "remedy">): string {
  const lines = [...message.split("\n"), ...(remedy === "" ? [] : `remedy: ${remedy}`.split("\n"))];
  return codeBlock(
    lines.slice(0, REASON_LINES_MOST).map((line) => plainLine(line, 500)),
    "text",
  );
}
