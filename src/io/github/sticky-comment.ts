/** One comment per pull request, suite and job, found again by its marker and author, and kept current in place. */
import { z } from "zod";
import type { Choices } from "../../config/fields.ts";
import { markdownText } from "../../report/markdown/markdown.ts";
import type { GithubClient } from "./client.ts";
import { hasStatus, isOutage } from "./failure.ts";
import { ownLogin } from "./own-login.ts";
import { asStored } from "./stored-text.ts";
import { APART, hidden, parseHidden, type Writer } from "./writers.ts";

export type CommentMode = Choices["comment"];

export type StickyComment = Readonly<{
  owner: string;
  repo: string;
  pullRequest: number;
  /** HTML comment that makes it recognisable, unique per suite and job; part of `body`. */
  marker: string;
  body: string;
  /** `always` posts; `on-change` waits for the first report with a change and then keeps the comment current. */
  mode: Exclude<CommentMode, "never">;
  /** True if this report has a change that people should see. */
  changed: boolean;
  /** Writer of the comment: several who share a marker have one comment each; null if it is not known. */
  writer: Writer | null;
}>;

export type CommentOutcome =
  | Readonly<{ kind: "created" | "updated" | "unchanged"; url: string }>
  | Readonly<{ kind: "skipped"; why: string }>;

type OwnComment = Readonly<{ id: number; url: string; body: string }>;

/** Marker at the end of a comment: names its writer. */
const FROM = /\n<!-- plumbline-from:(\S*) -->$/;
const FromWriter = z.object({ origin: z.string(), name: z.string() });

/** Beginning of each comment of ours, below its marker: one that only quotes a marker, or only has one, is not ours. */
const HEADING = /^(?:> \[!\w+\]\n> )?### (?:✅ )?Plumbline: /;

/** Attempts: an answer that got lost, or a comment deleted under our hands, is a reason to look again. */
const TRIES = 3;

/**
 * Creates or updates the comment and removes duplicates that an earlier crash left.
 * @throws what Octokit throws, after its own retries; see failure.ts.
 */
export async function putStickyComment(client: GithubClient, asked: StickyComment): Promise<CommentOutcome> {
  for (let tries = 1; ; tries++) {
    const all = await findOwnComments(client, asked);
    const [found, ...duplicates] = all.filter((comment) => isFrom(comment, asked.writer));
    const wanted = { ...asked, body: withWriters(asked, all) };
    if (found === undefined && wanted.mode === "on-change" && !wanted.changed) {
      return { kind: "skipped", why: "nothing changed, and `comment` is `on-change`" };
    }
    try {
      if (found === undefined) return await createComment(client, wanted);
      const outcome = await updateComment(client, wanted, found);
      for (const duplicate of duplicates) await remove(client, wanted, duplicate);
      return outcome;
    } catch (error) {
      const deleted = found !== undefined && hasStatus(error, 404);
      // A new comment may be there although its answer is not: look before writing a second one.
      const uncertain = found === undefined && isOutage(error);
      if (tries === TRIES || !(deleted || uncertain)) throw error;
    }
  }
}

/** Own comments, oldest first, over all pages. All workflows of a repository write as one bot, so the author alone says little. */
async function findOwnComments(client: GithubClient, wanted: StickyComment): Promise<readonly OwnComment[]> {
  const comments = await client.paginate(client.rest.issues.listComments, {
    owner: wanted.owner,
    repo: wanted.repo,
    issue_number: wanted.pullRequest,
    per_page: 100,
  });
  const top = `${wanted.marker}\n`;
  const marked = comments.filter(({ body }) => {
    const stored = asStored(body ?? "");
    return stored.startsWith(top) && HEADING.test(stored.slice(top.length));
  });
  if (marked.length === 0) return []; // No login is needed for that.
  const login = await ownLogin(client);
  return marked
    .filter((comment) => comment.user?.login === login)
    .map(({ id, html_url: url, body = "" }) => ({ id, url, body }));
}

/** True if the writer may replace it. A comment that names no writer is from before comments did: all who share its marker may. */
function isFrom(comment: OwnComment, writer: Writer | null): boolean {
  const from = commentWriter(comment);
  return from === null || writer === null || from.origin === writer.origin;
}

function commentWriter({ body }: OwnComment): Writer | null {
  return FromWriter.safeParse(parseHidden(FROM.exec(asStored(body))?.[1])).data ?? null;
}

/** The body with its writer, and with the others who have a comment like it. */
function withWriters({ body, writer }: StickyComment, all: readonly OwnComment[]): string {
  if (writer === null) return body;
  const names = all
    .map(commentWriter)
    .filter((from) => from !== null)
    .filter(({ origin }) => origin !== writer.origin)
    .map(({ name }) => name);
  const note = `Measured by ${markdownText(writer.name)}. Another comment with this suite's name is of ${namesText([...new Set(names)])}. ${APART}`;
  const noted = names.length === 0 ? body : body.replace("\n\n", () => `\n\n${note}\n\n`);
  return `${noted}\n<!-- plumbline-from:${hidden(writer)} -->`;
}

/** Characters of the names of others: the body may take nearly all that GitHub allows. */
const NAMES_MOST = 3_000;

function namesText(names: readonly string[]): string {
  const all = names.map((name) => markdownText(name));
  let room = NAMES_MOST;
  const shown = all.filter(({ length }) => {
    room -= length;
    return room >= 0;
  });
  const more = all.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(" and ");
}

async function updateComment(
  client: GithubClient,
  wanted: StickyComment,
  found: OwnComment,
): Promise<CommentOutcome> {
  if (asStored(found.body) === asStored(wanted.body)) return { kind: "unchanged", url: found.url };
  const { owner, repo, body } = wanted;
  await client.rest.issues.updateComment({ owner, repo, comment_id: found.id, body });
  return { kind: "updated", url: found.url };
}

async function createComment(client: GithubClient, wanted: StickyComment): Promise<CommentOutcome> {
  const { owner, repo, pullRequest, body } = wanted;
  const { data } = await client.rest.issues.createComment({
    owner,
    repo,
    issue_number: pullRequest,
    body,
    request: { retries: 0 }, // Not repeated blindly: the caller looks first.
  });
  return { kind: "created", url: data.html_url };
}

async function remove(
  client: GithubClient,
  { owner, repo }: StickyComment,
  { id }: OwnComment,
): Promise<void> {
  try {
    await client.rest.issues.deleteComment({ owner, repo, comment_id: id });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
  }
}
