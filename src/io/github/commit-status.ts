/**
 * A commit status in place of a check run. Its one field that is not read as text is the address it leads to: behind a `#` it keeps the
 * last state of each of several writers (writers.ts), so that the green of one does not replace the red of another.
 */
import type { GithubClient } from "./client.ts";
import type { Conclusion } from "./external-id.ts";
import { isMissingPermission } from "./failure.ts";
import type { Writer } from "./writers.ts";

/** The parts of a check run that a status can show. */
type CommitStatus = Readonly<{
  owner: string;
  repo: string;
  sha: string;
  name: string;
  conclusion: Conclusion | "action_required" | "cancelled" | null;
  title: string;
  runUrl: string;
  writer?: Writer;
}>;

/** Worst first. */
const STATES = ["failure", "error", "pending", "success"] as const;
type State = (typeof STATES)[number];

/** GitHub's limit, in characters. */
const DESCRIPTION_MOST = 140;

/** @returns the address of the workflow run */
export async function putStatus(client: GithubClient, status: CommitStatus): Promise<string> {
  const { owner, repo, sha, name: context, writer, title, runUrl } = status;
  const own = commitState(status.conclusion);
  const words = writer === undefined ? new Map<string, State>() : await wordsAt(client, status);
  if (writer !== undefined) words.set(writer.origin, own);
  if (writer?.replaces !== undefined) words.delete(writer.replaces);
  const state = STATES.find((each) => [own, ...words.values()].includes(each))!;
  const description =
    state === own ? title : `another measurement of this name: ${state}; this one: ${title}`;
  await client.rest.repos.createCommitStatus({
    owner,
    repo,
    sha,
    context,
    state,
    description:
      description.length > DESCRIPTION_MOST ? `${description.slice(0, DESCRIPTION_MOST - 1)}…` : description,
    target_url: addressWith(runUrl, words),
  });
  return runUrl;
}

/** The address of the workflow run that a status leads to. */
export function runUrlIn(targetUrl: string | null): string | null {
  return targetUrl?.split("#")[0] ?? null;
}

/** Reads the states that the writers of this status have left; none if the token may not read them. */
async function wordsAt(
  client: GithubClient,
  { owner, repo, sha, name }: CommitStatus,
): Promise<Map<string, State>> {
  const place = { owner, repo, ref: sha, per_page: 100 };
  try {
    const { data } = await client.rest.repos.getCombinedStatusForRef(place);
    return statesIn(data.statuses.find(({ context }) => context === name)?.target_url ?? "");
  } catch (error) {
    if (isMissingPermission(error)) return new Map();
    throw error;
  }
}

function addressWith(runUrl: string, words: ReadonlyMap<string, State>): string {
  const kept = [...words].map(([origin, state]) => `${origin}-${state}`);
  return kept.length === 0 ? runUrl : `${runUrl}#${kept.join(",")}`;
}

function statesIn(targetUrl: string): Map<string, State> {
  const kept = (targetUrl.split("#")[1] ?? "").split(",").map((word) => word.split("-"));
  const known = kept.flatMap(([origin = "", said]) => {
    const state = STATES.find((each) => each === said);
    return origin === "" || state === undefined ? [] : ([[origin, state]] as const);
  });
  return new Map(known);
}

/** Maps to a state. There is no "neutral": an undecided result must not block (its description says so), one to be confirmed must. */
function commitState(conclusion: CommitStatus["conclusion"]): State {
  switch (conclusion) {
    case null:
    case "action_required":
      return "pending";
    case "cancelled":
      return "error";
    case "failure":
      return "failure";
    case "success":
    case "neutral":
      return "success";
  }
}
