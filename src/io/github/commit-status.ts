/**
 * A commit status in place of a check run. Its one field that is not read as text is the address it leads to: behind a `#` it keeps the
 * last state of each of several writers (writers.ts), so that the green of one does not replace the red of another.
 */
import type { GithubClient } from "./client.ts";
import { type Conclusion, runNumber, workflowRunIn } from "./external-id.ts";
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

/** Last state of one writer, and the workflow run that still owes another; null: none does. */
type StatusWord = Readonly<{ state: State; owedBy: number | null }>;

/** GitHub's limit, in characters. */
const DESCRIPTION_MOST = 140;

/** @returns the address of the workflow run */
export async function putStatus(client: GithubClient, status: CommitStatus): Promise<string> {
  const { conclusion, writer, runUrl } = status;
  const own = commitState(conclusion);
  const there = writer === undefined ? null : await statusAt(client, status).catch(ignoreMissingPermission);
  const words = statesIn(there?.target_url ?? "");
  const owedBy = conclusion === null ? workflowRunIn(runUrl) : null;
  if (writer !== undefined) words.set(writer.origin, { state: own, owedBy });
  if (writer?.replaces !== undefined) words.delete(writer.replaces);
  await putWords(client, status, own, words);
  return runUrl;
}

/** Cancels what a workflow run still owes a status, whoever has written it last. @returns false where it owes nothing */
export async function cancelStatus(
  client: GithubClient,
  status: Omit<CommitStatus, "writer">,
): Promise<boolean> {
  const there = await statusAt(client, status);
  const run = workflowRunIn(status.runUrl);
  const words = statesIn(there?.target_url ?? "");
  const owed = [...words].filter(([, { owedBy }]) => owedBy !== null && owedBy === run);
  const isAlone = words.size === 0 && there?.state === "pending" && there.target_url === status.runUrl;
  if (owed.length === 0 && !isAlone) return false;
  for (const [origin] of owed) words.set(origin, { state: "error", owedBy: null });
  await putWords(client, status, "error", words);
  return true;
}

/** Writes the worst of the states, and what `own` says if it is that. */
async function putWords(
  client: GithubClient,
  { owner, repo, sha, name: context, title, runUrl }: CommitStatus,
  own: State,
  words: ReadonlyMap<string, StatusWord>,
): Promise<void> {
  const all = [own, ...[...words.values()].map(({ state }) => state)];
  const state = STATES.find((each) => all.includes(each))!;
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
}

/** Without a right to read statuses, those of other writers are not known. */
function ignoreMissingPermission(error: unknown): null {
  if (isMissingPermission(error)) return null;
  throw error;
}

/** The status of this name that there is, or null. */
async function statusAt(
  client: GithubClient,
  { owner, repo, sha, name }: Pick<CommitStatus, "owner" | "repo" | "sha" | "name">,
): Promise<Readonly<{ state: string; target_url: string | null }> | null> {
  const place = { owner, repo, ref: sha, per_page: 100 };
  const { data } = await client.rest.repos.getCombinedStatusForRef(place);
  return data.statuses.find(({ context }) => context === name) ?? null;
}

function addressWith(runUrl: string, words: ReadonlyMap<string, StatusWord>): string {
  const kept = [...words].map(([origin, { state, owedBy }]) =>
    [origin, state, ...(owedBy === null ? [] : [owedBy])].join("-"),
  );
  return kept.length === 0 ? runUrl : `${runUrl}#${kept.join(",")}`;
}

function statesIn(targetUrl: string): Map<string, StatusWord> {
  const kept = (targetUrl.split("#")[1] ?? "").split(",").map((word) => word.split("-"));
  const known = kept.flatMap(([origin = "", said, run]) => {
    const state = STATES.find((each) => each === said);
    return origin === "" || state === undefined
      ? []
      : ([[origin, { state, owedBy: runNumber(run) }]] as const);
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
