/** Finds the commit that a change is fairly compared with. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { PlumblineError } from "../../model/errors.ts";
import { parentsOf, testMergeOf } from "./commit.ts";
import { askGit, git } from "./git.ts";

export type BaseRequest = Readonly<{
  /** Name of the commit, for example from `--base`; null: it is searched for. */
  ref: string | null;
  /** Branch that HEAD is to be merged into; null: the repository's default branch. */
  targetBranch: string | null;
  /**
   * Commits of the target branch that were measured, newest first: on the branch itself HEAD is compared with the newest of them that it
   * comes from, so that a push whose job was cancelled leaves no commits that no comparison covers.
   */
  measured?: readonly string[];
  /** Test merge of the workflow's event, as the runner names it. */
  testMerge?: string | undefined;
  /** Ends questions to the remote. */
  signal?: AbortSignal | undefined;
}>;

/** Numbers of commits by which a shallow clone that ends too early is deepened, one after the other; the last step fetches everything. */
const DEPTHS = ["--deepen=50", "--deepen=200", "--deepen=1000", "--unshallow"] as const;
const FETCH_LIMIT_MS = 120_000;

const DEPTH_REMEDY =
  "give actions/checkout `fetch-depth: 0`, or run `git fetch --unshallow`; or name the commit with base";

/**
 * The commit to compare HEAD with:
 * - the one that was named, if one was;
 * - on GitHub's test merge of a pull request (what actions/checkout checks out on `pull_request`), its first parent: the very
 *   state of the target branch that the head was merged into. The merge-base of the pull request's head would be unfair there,
 *   since the measured tree holds everything that reached the target branch since;
 * - else the merge-base with the target branch;
 * - and where that is HEAD itself (a push to the target branch), the last measured commit before it, else HEAD's first parent.
 * @returns its full sha, present in the repository
 * @throws PlumblineError of kind "usage" with the way out, for example more history
 */
export async function findBase(
  folder: string,
  { ref, targetBranch, measured = [], testMerge, signal }: BaseRequest,
): Promise<string> {
  const head = await askGit(folder, "rev-parse", "--verify", "HEAD^{commit}");
  if (head === null)
    throw new PlumblineError("usage", "the repository has no commit yet", { remedy: "commit first" });
  if (ref !== null) return await namedCommit(folder, ref, signal);
  const merge = await testMergeOf(folder, head, testMerge);
  if (merge !== null) return await fetchedCommit(folder, merge.base, signal);
  const base = await mergeBase(folder, head, targetBranch, signal);
  if (base !== head) return base;
  const [parent] = await parentsOf(folder, head);
  if (parent === undefined) {
    throw new PlumblineError("usage", "HEAD is the first commit: there is nothing to compare it with", {
      remedy: "compare it with itself by base HEAD, or set measure.mode to history",
    });
  }
  const last = measured.includes(parent) ? parent : await lastMeasured(folder, head, measured, signal);
  return await fetchedCommit(folder, last ?? parent, signal);
}

/**
 * The newest measured commit that HEAD comes from; null if none is known. A shallow clone is deepened for it, because a commit that was
 * measured before a forced push is no base.
 */
async function lastMeasured(
  folder: string,
  head: string,
  measured: readonly string[],
  signal?: AbortSignal,
): Promise<string | null> {
  const others = measured.filter((sha) => sha !== head);
  if (others.length === 0) return null;
  const find = async () => {
    for (const sha of others)
      if ((await askGit(folder, "merge-base", "--is-ancestor", sha, head)) !== null) return sha;
    return null;
  };
  const known = await find();
  if (known !== null || (await askGit(folder, "rev-parse", "--is-shallow-repository")) !== "true")
    return known;
  const remote = await remoteOf(folder);
  if (remote === null) return null;
  const deepen = ["fetch", "--quiet", "--no-tags", DEPTHS[0], remote, head];
  return (await git(folder, deepen, { limitMs: FETCH_LIMIT_MS, signal })).ok ? await find() : null;
}

/**
 * The branch whose history base's commit belongs to: the one that was named or that HEAD is to be merged into; null where a tag or
 * an id was named.
 * @param headBranch that HEAD is on, for `base HEAD`
 */
export async function branchOfBase(
  folder: string,
  { ref, targetBranch }: BaseRequest,
  headBranch: string | null,
): Promise<string | null> {
  if (ref === "HEAD") return headBranch;
  const remote = await remoteOf(folder);
  if (ref === null) return targetBranch ?? (await defaultBranch(folder, remote));
  const name = remote !== null && ref.startsWith(`${remote}/`) ? ref.slice(remote.length + 1) : ref;
  return (await branchTip(folder, name, remote)) === null ? null : name;
}

async function namedCommit(folder: string, ref: string, signal?: AbortSignal): Promise<string> {
  const remote = await remoteOf(folder);
  // Git would take a name that begins with "-" for an option.
  const isName = !ref.startsWith("-");
  const known = isName ? await resolve(folder, ref, remote) : null;
  if (known !== null) return known;
  if (isName && remote !== null) {
    for (const name of NO_BRANCH.test(ref) ? [ref] : [`refs/heads/${ref}`, ref]) {
      const args = ["fetch", "--quiet", "--no-tags", "--depth=1", remote, name];
      const fetched = await git(folder, args, { limitMs: FETCH_LIMIT_MS, signal });
      const sha = fetched.ok
        ? await askGit(folder, "rev-parse", "--verify", "--quiet", "FETCH_HEAD^{commit}")
        : null;
      if (sha !== null) return sha;
    }
  }
  throw new PlumblineError("usage", `base: there is no commit ${JSON.stringify(ref)}`, {
    remedy: "name a branch, tag or full commit id that this clone or its remote has, or leave base out",
  });
}

/** HEAD, the whole id of a commit, or the full name of a ref: a branch that is called so is another thing. */
const NO_BRANCH = /^(?:refs\/|(?:HEAD|@|[0-9a-f]{40}|[0-9a-f]{64})(?![\w/.-]))/;

/**
 * Resolves a name of this clone, or of a branch of the remote. A branch goes before a tag of the same name, which git would take: rules
 * protect the branch that a workflow names, and anybody who may push can add the tag.
 */
async function resolve(folder: string, ref: string, remote: string | null): Promise<string | null> {
  const ofRemote = remote === null ? [] : [`refs/remotes/${remote}/${ref}`];
  const branches = NO_BRANCH.test(ref) ? [] : [`refs/heads/${ref}`, ...ofRemote, `refs/remotes/${ref}`];
  const candidates = [...branches, ref];
  for (const candidate of candidates) {
    const sha = await askGit(folder, "rev-parse", "--verify", "--quiet", `${candidate}^{commit}`);
    if (sha !== null) return sha;
  }
  return null;
}

/** @throws PlumblineError where the commit is neither in the clone nor to be had from its remote */
async function fetchedCommit(folder: string, sha: string, signal?: AbortSignal): Promise<string> {
  const reason = await fetchCommit(folder, sha, signal);
  if (reason === null) return sha;
  throw new PlumblineError("usage", `the base commit ${sha} is not in this shallow clone: ${reason}`, {
    remedy: DEPTH_REMEDY,
  });
}

/**
 * Makes sure that a commit is there; a shallow clone fetches it alone, without its history. Null if it is there, else the reason why not.
 */
export async function fetchCommit(folder: string, sha: string, signal?: AbortSignal): Promise<string | null> {
  const isThere = async () => (await askGit(folder, "cat-file", "-e", `${sha}^{commit}`)) !== null;
  if (await isThere()) return null;
  const remote = await remoteOf(folder);
  if (remote === null) return "the clone has no remote";
  const fetched = await git(folder, ["fetch", "--quiet", "--no-tags", "--depth=1", remote, sha], {
    limitMs: FETCH_LIMIT_MS,
    signal,
  });
  if (await isThere()) return null;
  return fetched.ok ? "the remote did not send it" : fetched.reason;
}

async function mergeBase(
  folder: string,
  head: string,
  targetBranch: string | null,
  signal?: AbortSignal,
): Promise<string> {
  const remote = await remoteOf(folder);
  const branch = targetBranch ?? (await defaultBranch(folder, remote));
  const find = async () => {
    const tip = await branchTip(folder, branch, remote);
    const found = tip === null ? null : await askGit(folder, "merge-base", head, tip);
    return found === null || (await isCutShort(folder, found, head, tip!)) ? null : found;
  };
  const known = await find();
  if (known !== null) return known;
  const isShallow = (await askGit(folder, "rev-parse", "--is-shallow-repository")) === "true";
  let reason: string | null = null;
  if (remote !== null) {
    for (const depth of isShallow ? DEPTHS : [null]) {
      reason = await fetchHistory(folder, remote, branch, head, depth, signal);
      const found = await find();
      if (found !== null) return found;
      if (reason !== null) break;
    }
  }
  const why = reason === null ? "" : `: ${reason}`;
  throw new PlumblineError("usage", `cannot find where HEAD left the branch ${branch}${why}`, {
    remedy: isShallow
      ? DEPTH_REMEDY
      : `fetch the branch ${branch}, or name the commit to compare with as base`,
  });
}

/**
 * True if a shallow clone ends between the merge-base and one of the two commits: beyond the cut there may be a better merge-base, for
 * example if the target branch was merged into HEAD long ago.
 */
async function isCutShort(folder: string, base: string, ...tips: readonly string[]): Promise<boolean> {
  // Resolved from the folder, because --path-format came with git 2.31.
  const file = await askGit(folder, "rev-parse", "--git-path", "shallow");
  const cuts = file === null ? "" : await readFile(path.resolve(folder, file), "utf8").catch(() => "");
  if (cuts === "") return false;
  const between = new Set((await askGit(folder, "rev-list", ...tips, `^${base}`))?.split("\n"));
  return cuts.split("\n").some((sha) => sha !== "" && between.has(sha));
}

/** Fetches the branch, and with `depth` more of its history and of HEAD's. Null on success, else git's words. */
async function fetchHistory(
  folder: string,
  remote: string,
  branch: string,
  head: string,
  depth: string | null,
  signal?: AbortSignal,
): Promise<string | null> {
  const refspec = `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`;
  const fetch = (wanted: readonly string[]) =>
    git(folder, ["fetch", "--quiet", "--no-tags", ...(depth === null ? [] : [depth]), remote, ...wanted], {
      limitMs: FETCH_LIMIT_MS,
      signal,
    });
  // Git deepens only what is named, so HEAD is named too; the remote may not have it.
  if (depth !== null && (await fetch([refspec, head])).ok) return null;
  const fetched = await fetch([refspec]);
  return fetched.ok ? null : fetched.reason;
}

async function branchTip(folder: string, branch: string, remote: string | null): Promise<string | null> {
  const refs = [...(remote === null ? [] : [`refs/remotes/${remote}/${branch}`]), `refs/heads/${branch}`];
  for (const ref of refs) {
    const sha = await askGit(folder, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`);
    if (sha !== null) return sha;
  }
  return null;
}

async function remoteOf(folder: string): Promise<string | null> {
  const remotes = (await askGit(folder, "remote"))?.split("\n").filter((name) => name !== "") ?? [];
  return remotes.includes("origin") ? "origin" : (remotes[0] ?? null);
}

async function defaultBranch(folder: string, remote: string | null): Promise<string> {
  const head =
    remote === null ? null : await askGit(folder, "symbolic-ref", "--quiet", `refs/remotes/${remote}/HEAD`);
  if (head !== null) return head.replace(`refs/remotes/${remote}/`, "");
  for (const name of ["main", "master"]) {
    if ((await branchTip(folder, name, remote)) !== null) return name;
  }
  return "main";
}
