/** Explains GitHub's refusals, and what to do about each. */
import { PlumblineError } from "../../model/errors.ts";

/** A row of a workflow's `permissions`. */
export type Permission =
  | "pull-requests: write"
  | "checks: write"
  | "statuses: write"
  | "issues: write"
  | "actions: write"
  | "pull-requests: read";

/** The parts of Octokit's RequestError that show what happened. Its own status 500 also stands for "no answer at all". */
type GithubRefusal = Readonly<{ status: number; message: string; response?: unknown }>;

export function isGithubRefusal(error: unknown): error is Error & GithubRefusal {
  return error instanceof Error && "status" in error && typeof error.status === "number";
}

export function hasStatus(error: unknown, status: number): boolean {
  return isGithubRefusal(error) && error.status === status;
}

/** True for "your token is not allowed to", false for the 403 of rate limits. */
export function isMissingPermission(error: unknown): boolean {
  return hasStatus(error, 403) && NOT_PERMITTED.test((error as Error).message);
}

/** The last of them is what a classic personal token gets that would write a check run; a commit status it may write. */
const NOT_PERMITTED = /resource not accessible|must have (admin|write)|must authenticate via a github app/i;

/** Refusals that no waiting helps against. */
const CLOSED = [
  {
    said: /issue is locked/i,
    why: "the conversation is locked",
    remedy: "unlock it, or set `comment: never`. ",
  },
  {
    said: /was archived so is read-only/i,
    why: "the repository is archived",
    remedy: "unarchive it: nothing can be written to an archived repository. ",
  },
] as const;

/** True if no answer came: another request will not fare better. */
export function isUnreachable(error: unknown): boolean {
  return isGithubRefusal(error) && error.response === undefined;
}

/** True where the request may have had its effect although no good answer came. */
export function isOutage(error: unknown): boolean {
  return isGithubRefusal(error) && error.status >= 500;
}

/**
 * Turns whatever Octokit threw into an error with a remedy.
 * @param doing what was being done, for example "posting the comment".
 * @param permission what the token needs for it.
 */
export function explainFailure(error: unknown, doing: string, permission: Permission): PlumblineError {
  if (error instanceof PlumblineError) return error;
  if (!isGithubRefusal(error)) {
    return new PlumblineError("internal", `${doing} failed: ${String(error)}`, { cause: error });
  }
  const fail = (why: string, remedy: string) =>
    new PlumblineError("github", `${doing} failed: ${why}`, { remedy, cause: error });
  const said = firstLine(error.message);
  if (/must authenticate via a github app/i.test(said)) {
    const remedy = "leave github-token at its default: a personal token cannot write check runs";
    return fail("the token is no app's", remedy);
  }
  if (isMissingPermission(error)) {
    return fail(`the token lacks the permission \`${permission}\``, permissionRemedy(permission));
  }
  if (isUnreachable(error)) {
    return fail(
      `GitHub could not be reached: ${said}`,
      `check the network and proxy of this runner. ${NOTHING_LOST}`,
    );
  }
  switch (error.status) {
    case 401:
      return fail(
        "GitHub does not accept the token",
        "pass a valid token as `github-token`, or leave it at its default",
      );
    case 404:
      return fail(
        "GitHub says not found, which it also says to a token that may not see the repository",
        permissionRemedy(permission),
      );
    case 403:
    case 429: {
      const closed = CLOSED.find((each) => each.said.test(said));
      if (closed !== undefined) return fail(closed.why, closed.remedy + NOTHING_LOST);
      return fail(`GitHub refused: ${said}`, `try again later. ${NOTHING_LOST}`);
    }
    case 422:
      return fail(`GitHub found the request not valid: ${said}`, "report this as a bug of Plumbline");
    default:
      return fail(`GitHub answered ${error.status}: ${said}`, `try again later. ${NOTHING_LOST}`);
  }
}

const NOTHING_LOST =
  "The report is in the job summary and the output folder; `plumbline publish` posts it later";

function permissionRemedy(permission: Permission): string {
  return `add to the job in your workflow:\n    permissions:\n      contents: read\n      ${permission}`;
}

/** Octokit appends the link to its documentation; GitHub's gateway answers with HTML. */
function firstLine(message: string): string {
  const line = message.split(" - https://")[0]!.split("\n")[0]!.trim();
  return line.startsWith("<") || line === "" ? "(an HTML page)" : line.slice(0, 300);
}
