/** One issue for each change of level on the main branch, found again by author and marker, closed when the change goes away. */
import { bytes } from "../../report/markdown/cap.ts";
import type { GithubClient } from "./client.ts";
import { isOutage } from "./failure.ts";
import { ownLogin } from "./own-login.ts";
import { asStored } from "./stored-text.ts";

export type Alert = Readonly<{
  /** First commit that was measured on the new level: what the alert is known by. */
  sha: string;
  /** Other commits that the same alert may have been known by before. */
  also?: readonly string[];
  title: string;
  /** Markdown, without the marker. */
  body: string;
}>;

export type AlertPlace = Readonly<{
  owner: string;
  repo: string;
  suite: string;
  labels: readonly string[];
  assignees: readonly string[];
  /** Every commit of the history that alerts were looked for in, oldest first. */
  commits: readonly string[];
}>;

export type AlertOutcome = Readonly<{
  kind: "opened" | "reopened" | "updated" | "unchanged" | "closed" | "left closed";
  url: string;
  sha: string;
  title: string;
}>;

type GithubIssue = Readonly<{
  number: number;
  url: string;
  open: boolean;
  title: string;
  body: string;
  sha: string;
}>;

/** Commits by which a new measurement may move a change that stays the same one. */
const NEAR = 2;
/** A change at the very beginning of the history cannot be seen, so not finding it there proves nothing. */
const BLIND = 3;
const BODY_BYTES_MOST = 60_000;
const TRIES = 3;

/** Marks an issue that was closed because its change went away, and not by a person. */
const WENT_AWAY = "<!-- plumbline-alert-went-away -->";

/**
 * Opens, updates and closes issues until they say what `alerts` say.
 * @throws what Octokit throws, after its own retries; see failure.ts
 */
export async function syncAlerts(
  client: GithubClient,
  place: AlertPlace,
  alerts: readonly Alert[],
): Promise<readonly AlertOutcome[]> {
  const issues = await findOwnIssues(client, place);
  const left = new Set(issues);
  const outcomes: AlertOutcome[] = [];
  for (const alert of alerts) {
    const own = issuesAbout(alert, alerts, left, place);
    for (const issue of own) left.delete(issue);
    const [issue, ...duplicates] = own;
    outcomes.push(
      issue === undefined
        ? await openIssue(client, place, alert)
        : await refresh(client, place, alert, issue),
    );
    for (const duplicate of duplicates.filter((each) => each.open)) {
      outcomes.push(await close(client, place, duplicate, "The same change has an older issue."));
    }
  }
  for (const issue of left) {
    if (issue.open && isInSight(issue, place)) {
      outcomes.push(await close(client, place, issue, "The change went away, or was accepted since."));
    }
  }
  return outcomes;
}

/** Own issues with a marker of the suite, oldest first, over all pages, open or not. */
async function findOwnIssues(
  client: GithubClient,
  { owner, repo, suite }: AlertPlace,
): Promise<readonly GithubIssue[]> {
  const creator = await ownLogin(client);
  const found = await client.paginate(client.rest.issues.listForRepo, {
    owner,
    repo,
    creator,
    state: "all",
    sort: "created",
    direction: "asc",
    per_page: 100,
  });
  return found.flatMap(({ number, html_url: url, state, title, body, user, pull_request: pull }) => {
    const sha = shaIn(body ?? "", suite);
    if (sha === null || pull !== undefined || user?.login !== creator) return [];
    return [{ number, url, open: state === "open", title, body: body ?? "", sha }];
  });
}

/** Those of the same commit before those of a near one, which may be about another alert that is nearer still. */
function issuesAbout(
  alert: Alert,
  alerts: readonly Alert[],
  issues: ReadonlySet<GithubIssue>,
  { commits }: AlertPlace,
): readonly GithubIssue[] {
  const same = [...issues].filter(({ sha }) => sha === alert.sha || alert.also?.includes(sha) === true);
  if (same.length > 0) return same;
  const own = commits.indexOf(alert.sha);
  return [...issues].filter(({ sha, open, body }) => {
    const at = commits.indexOf(sha);
    const isFree = alerts.every((other) => other.sha !== sha);
    const isAlive = open || !body.includes(WENT_AWAY);
    return isFree && isAlive && own >= 0 && at >= 0 && Math.abs(at - own) <= NEAR;
  });
}

function isInSight({ sha }: GithubIssue, { commits }: AlertPlace): boolean {
  return commits.indexOf(sha) >= BLIND;
}

async function openIssue(client: GithubClient, place: AlertPlace, alert: Alert): Promise<AlertOutcome> {
  const { owner, repo, labels, assignees } = place;
  const { sha, title } = alert;
  for (let tries = 1; ; tries++) {
    try {
      const { data } = await client.rest.issues.create({
        owner,
        repo,
        title,
        body: issueBody(place, alert),
        labels: [...labels],
        assignees: [...assignees],
        request: { retries: 0 }, // Not repeated blindly: what follows looks first.
      });
      return { kind: "opened", url: data.html_url, sha, title };
    } catch (error) {
      if (tries === TRIES || !isOutage(error)) throw error;
    }
    // It may be there although its answer is not.
    const found = (await findOwnIssues(client, place)).find((each) => each.sha === sha);
    if (found !== undefined) return { kind: "opened", url: found.url, sha, title };
  }
}

async function refresh(
  client: GithubClient,
  place: AlertPlace,
  alert: Alert,
  issue: GithubIssue,
): Promise<AlertOutcome> {
  const { owner, repo } = place;
  const { number: issue_number, url } = issue;
  const { title, sha } = alert;
  const body = issueBody(place, alert);
  const wentAway = issue.body.includes(WENT_AWAY);
  if (!issue.open && !wentAway) return { kind: "left closed", url, sha, title }; // A person has decided.
  if (!issue.open) {
    await client.rest.issues.update({
      owner,
      repo,
      issue_number,
      title,
      body,
      state: "open",
      state_reason: "reopened",
    });
    return { kind: "reopened", url, sha, title };
  }
  if (asStored(issue.body) === asStored(body) && issue.title === title)
    return { kind: "unchanged", url, sha, title };
  await client.rest.issues.update({ owner, repo, issue_number, title, body });
  return { kind: "updated", url, sha, title };
}

/** Closes the issue in one request, so that a failure cannot leave it half done. */
async function close(
  client: GithubClient,
  { owner, repo }: AlertPlace,
  issue: GithubIssue,
  why: string,
): Promise<AlertOutcome> {
  await client.rest.issues.update({
    owner,
    repo,
    issue_number: issue.number,
    body: `${issue.body}\n\n${WENT_AWAY}\n**Closed by Plumbline.** ${why}`,
    state: "closed",
    state_reason: "completed",
  });
  return { kind: "closed", url: issue.url, sha: issue.sha, title: issue.title };
}

function issueBody({ suite }: AlertPlace, { sha, body }: Alert): string {
  const marker = markerOf(suite, sha);
  return bytes(body) > BODY_BYTES_MOST
    ? `${marker}\n${body.slice(0, BODY_BYTES_MOST / 4)}…`
    : `${marker}\n${body}`;
}

function markerOf(suite: string, sha: string): string {
  return `${markerStart(suite)}${sha} -->`;
}

function markerStart(suite: string): string {
  return `<!-- plumbline-alert:${Buffer.from(suite, "utf8").toString("hex")}:`;
}

function shaIn(body: string, suite: string): string | null {
  const start = markerStart(suite);
  if (!body.startsWith(start)) return null;
  return /^([0-9a-z]{1,64}) -->/.exec(body.slice(start.length))?.[1] ?? null;
}
