/** The files of another commit, in a folder of their own outside the user's work tree. */
import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PlumblineError } from "../../model/errors.ts";
import { isLeft, makeTemporary } from "../host/temporary.ts";
import { asEnvironment, settingsForAll } from "./credentials.ts";
import { askGit, git } from "./git.ts";

const PREFIX = "plumbline-base-";

export type Worktree = Readonly<{ tree: string; close(): Promise<void> }>;

/** Chooses by git's own reason: room does not help if objects of Git LFS or a submodule are out of reach. */
function checkoutRemedy(failure: string): string {
  if (/\blfs\b|smudge|filter/i.test(failure))
    return "let `github-token` be one that may read base's Git LFS objects, or run `git lfs fetch origin` with that commit before the check, where the credentials are";
  if (/submodule|could not read (?:username|password)|authentication failed|not found/i.test(failure))
    return "let `github-token` be one that may also read the repositories of base's submodules, or let actions/checkout keep its credentials (`persist-credentials: true`), if nothing measured may misuse them";
  return `make room in ${tmpdir()} (or let TMPDIR name another folder), and look at \`git worktree list\``;
}

/**
 * Checks a commit out into a temporary folder. It is a real worktree, not an export: builds may ask git for their version.
 * @throws PlumblineError of kind "usage" with git's words; the reason of the signal
 */
export async function openWorktree(repository: string, sha: string, signal?: AbortSignal): Promise<Worktree> {
  await sweepWorktrees(repository);
  const { folder, remove } = await makeTemporary(PREFIX, () => {
    spawnSync("git", ["-C", repository, "worktree", "prune"], { stdio: "ignore" });
  });
  const tree = path.join(folder, path.basename(repository));
  const removeNow = async () => {
    await git(repository, ["worktree", "remove", "--force", "--force", tree]);
    await remove();
    await git(repository, ["worktree", "prune"]);
  };
  const failure = await checkOut(repository, tree, sha, signal).catch(async (error: unknown) => {
    await removeNow();
    throw error;
  });
  if (failure !== null) {
    await removeNow();
    throw new PlumblineError("usage", `cannot check out base's commit ${sha}: ${failure}`, {
      remedy: checkoutRemedy(failure),
    });
  }
  let closing: Promise<void> | undefined;
  return {
    tree,
    close() {
      closing ??= removeNow();
      return closing;
    },
  };
}

/** @returns why it could not, or null */
async function checkOut(
  repository: string,
  tree: string,
  sha: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const unfetched = await fetchLargeFiles(repository, sha, signal);
  const words = ["worktree", "add", "--quiet", "--detach", tree, sha];
  const added = await git(repository, words, { limitMs: 600_000, signal });
  return added.ok ? await checkOutSubmodules(repository, tree, signal) : (unfetched ?? added.reason);
}

/**
 * Fetches what Git LFS has of the commit before it is checked out: filters, which a repository's settings name, are to have no token.
 * @returns why it could not, which matters where the files are missed then; null where it could, or had nothing to do
 */
async function fetchLargeFiles(
  repository: string,
  sha: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const filter = await askGit(repository, "config", "--get-regexp", "^filter\\.lfs\\.(smudge|process)$");
  if (filter === null) return null;
  const attributes = ["grep", "--quiet", "filter=lfs", sha, "--", ":(glob)**/.gitattributes"];
  if (!(await git(repository, attributes)).ok) return null;
  const remotes = (await askGit(repository, "remote"))?.split("\n") ?? [];
  const remote = remotes.includes("origin") ? "origin" : remotes[0];
  if (remote === undefined || remote === "") return null;
  const answer = await git(repository, ["lfs", "fetch", remote, sha], await reaching(repository, signal));
  return answer.ok ? null : `its Git LFS objects: ${answer.reason}`;
}

/** Options of commands that ask hosts: none of them runs anything of what is measured. */
async function reaching(
  repository: string,
  signal?: AbortSignal,
): Promise<NonNullable<Parameters<typeof git>[2]>> {
  return { limitMs: 600_000, more: asEnvironment(await settingsForAll(repository), process.env), signal };
}

/** Base gets its submodules where head's are checked out: what builds the one must be able to build the other. */
async function checkOutSubmodules(
  repository: string,
  tree: string,
  signal?: AbortSignal,
): Promise<string | null> {
  const status = await askGit(repository, "submodule", "status");
  if (!status?.split("\n").some((line) => line !== "" && !line.startsWith("-"))) return null;
  const update = ["submodule", "update", "--quiet", "--init", "--recursive"];
  const answer = await git(tree, update, await reaching(repository, signal));
  return answer.ok ? null : `its submodules: ${answer.reason}`;
}

/** Removes worktrees that killed invocations left: their folder's name holds the process that made them. */
export async function sweepWorktrees(repository: string): Promise<void> {
  const list = (await askGit(repository, "worktree", "list", "--porcelain")) ?? "";
  for (const [, tree] of list.matchAll(/^worktree (.+)$/gm)) {
    const folder = path.dirname(tree!);
    if (!isLeft(PREFIX, path.basename(folder))) continue;
    await git(repository, ["worktree", "remove", "--force", "--force", tree!]);
    await rm(folder, { recursive: true, force: true });
  }
  await git(repository, ["worktree", "prune"]);
}
