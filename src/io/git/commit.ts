/** Facts that git knows of a commit. */
import { createHash } from "node:crypto";
import type { Commit } from "../../model/document.ts";
import { askGit } from "./git.ts";

/** The commit of a run outside a checkout: a run all the same. */
export const UNKNOWN_COMMIT: Commit = {
  sha: "unknown",
  branch: null,
  time: null,
  subject: null,
  dirty: false,
};

/** Facts of one commit, `dirty` aside. @param branch to be recorded with it */
export async function commitFacts(folder: string, sha: string, branch: string | null): Promise<Commit> {
  const shown = await askGit(folder, "show", "--no-patch", "--format=%cI%x00%aN%x00%s", sha);
  const [time, author, subject] = shown?.split("\0") ?? [];
  const ms = Date.parse(time ?? "");
  // Versions of git write UTC differently, and git takes years that no clock here has.
  const utc = Number.isNaN(ms) ? null : new Date(ms).toISOString();
  return { sha, branch, time: utc, subject: subject ?? null, author: author || null, dirty: false };
}

/**
 * Names all that is committed in a tree but one file, so that trees which differ in that file alone have one name. Null outside of a
 * repository.
 * @param revision a commit or a tree
 * @param except path from the repository's root
 */
export async function treeWithout(
  folder: string,
  revision: string,
  except: string | null,
): Promise<string | null> {
  const listed = await askGit(folder, "ls-tree", "-r", "-z", "--full-tree", revision);
  if (listed === null) return null;
  const files = listed
    .split("\0")
    .filter((line) => except === null || line.slice(line.indexOf("\t") + 1) !== except);
  return createHash("sha256").update(files.join("\0")).digest("hex");
}

/**
 * True if a branch, here or of a remote, has the commit in its history. Null if that is not known: the repository has no such commit
 * or branch, or a history that is cut short.
 */
export async function isOnBranch(folder: string, sha: string, branch: string): Promise<boolean | null> {
  const names = [`refs/heads/${branch}`, `refs/remotes/*/${branch}`];
  if ((await askGit(folder, "cat-file", "-e", `${sha}^{commit}`)) === null) return null;
  const tips = await askGit(folder, "for-each-ref", "--format=%(objectname)", ...names);
  if (!tips) return null;
  for (const tip of tips.split("\n")) {
    if ((await askGit(folder, "merge-base", "--is-ancestor", sha, tip)) !== null) return true;
  }
  return (await askGit(folder, "rev-parse", "--is-shallow-repository")) === "false" ? false : null;
}

/**
 * True where the work tree has what the commit has not. Files that are not tracked count: a migration that is not yet added is
 * measured all the same.
 * @param ignored paths from the work tree's root that Plumbline itself writes to
 */
export async function isDirty(folder: string, ignored: readonly string[]): Promise<boolean> {
  const excludes = ignored.map((file) => `:(top,literal,exclude)${file}`);
  // File by file: git would name a folder of new files as a whole, though all of them are excluded.
  const status = ["status", "--porcelain", "--untracked-files=all"];
  return (await askGit(folder, ...status, "--", ":/", ...excludes)) !== "";
}

/** Parents as the commit itself names them, also where a shallow clone does not have them. */
export async function parentsOf(folder: string, sha: string): Promise<readonly string[]> {
  const text = (await askGit(folder, "cat-file", "commit", sha)) ?? "";
  const header = text.split("\n\n", 1)[0] ?? "";
  return [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map((match) => match[1]!);
}

/**
 * The two sides of the merge commit that GitHub makes to test a pull request, or null for any other commit. The author of a commit chooses its
 * subject and its parents, so neither shows who made it. It is known by refs/pull/N/merge, to which nobody can push, or by the runner.
 * @param named the test merge of the workflow's event, as the runner names it
 */
export async function testMergeOf(
  folder: string,
  sha: string,
  named: string | null = null,
): Promise<Readonly<{ base: string; head: string }> | null> {
  const [base, head, ...more] = await parentsOf(folder, sha);
  if (base === undefined || head === undefined || more.length > 0) return null;
  return sha === named || (await isAtMergeRef(folder, sha)) ? { base, head } : null;
}

/** The refs as a clone and as actions/checkout fetch them. A branch that is called pull/7/merge lies below refs/remotes/origin. */
async function isAtMergeRef(folder: string, sha: string): Promise<boolean> {
  const places = ["refs/pull", "refs/remotes/pull"];
  const refs = await askGit(folder, "for-each-ref", `--points-at=${sha}`, "--format=%(refname)", ...places);
  return (refs ?? "").split("\n").some((ref) => /\/pull\/\d+\/merge$/.test(ref));
}
