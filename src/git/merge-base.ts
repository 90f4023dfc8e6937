/** Which commit a change is fairly compared with. */
import { PlumblineError } from "../model/errors.ts";
import { parentsOf, testMergeOf } from "./commit.ts";
import { ask, git } from "./git.ts";

export type BaseRequest = Readonly<{
  /** Named outright, for example by `--base`; null: found. */
  ref: string | null;
  /** Branch that HEAD is to be merged into; null: the repository's default branch. */
  targetBranch: string | null;
}>;

/** History that is fetched at a time where a shallow clone ends too early; then all of it. */
const DEEPEN_BY = [50, 200, 1000] as const;
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
 * - and where that is HEAD itself (a push to the target branch), HEAD's first parent.
 * @returns its full sha, present in the repository
 * @throws PlumblineError of kind "usage" with the way out, for example more history
 */
export async function findBase(folder: string, { ref, targetBranch }: BaseRequest): Promise<string> {
  const head = await ask(folder, "rev-parse", "--verify", "HEAD^{commit}");
  if (head === null)
    throw new PlumblineError("usage", "the repository has no commit yet", { remedy: "commit first" });
  if (ref !== null) return await namedCommit(folder, ref);
  const merge = await testMergeOf(folder, head);
  if (merge !== null) return await fetchedCommit(folder, merge.base);
  const base = await mergeBase(folder, head, targetBranch);
  if (base !== head) return base;
  const [parent] = await parentsOf(folder, head);
  if (parent === undefined) {
    throw new PlumblineError("usage", "HEAD is the first commit: there is nothing to compare it with", {
      remedy: "compare it with itself by base HEAD, or set measure.mode to history",
    });
  }
  return await fetchedCommit(folder, parent);
}

async function namedCommit(folder: string, ref: string): Promise<string> {
  const remote = await remoteOf(folder);
  const known = await resolve(folder, ref, remote);
  if (known !== null) return known;
  if (remote !== null) {
    // Nothing that begins with "-" may reach git as an option.
    await git(folder, ["fetch", "--quiet", "--no-tags", "--depth=1", remote, "--", ref], {
      limitMs: FETCH_LIMIT_MS,
    });
    const fetched = await ask(folder, "rev-parse", "--verify", "--quiet", "FETCH_HEAD^{commit}");
    if (fetched !== null && !ref.startsWith("-")) return fetched;
  }
  throw new PlumblineError("usage", `base: there is no commit ${JSON.stringify(ref)}`, {
    remedy: "name a branch, tag or full commit id that this clone has, or leave base out",
  });
}

/** A branch is looked for locally and as the remote has it; the remote's is the fresher one. */
async function resolve(folder: string, ref: string, remote: string | null): Promise<string | null> {
  const candidates = remote === null ? [ref] : [ref, `${remote}/${ref}`];
  for (const candidate of candidates) {
    if (candidate.startsWith("-")) continue;
    const sha = await ask(folder, "rev-parse", "--verify", "--quiet", `${candidate}^{commit}`);
    if (sha !== null) return sha;
  }
  return null;
}

/** A commit that is known by its id; a shallow clone gets it alone, without its history. */
async function fetchedCommit(folder: string, sha: string): Promise<string> {
  const isThere = async () => (await ask(folder, "cat-file", "-e", `${sha}^{commit}`)) !== null;
  if (await isThere()) return sha;
  const remote = await remoteOf(folder);
  let reason = "the clone has no remote";
  if (remote !== null) {
    const fetched = await git(folder, ["fetch", "--quiet", "--no-tags", "--depth=1", remote, sha], {
      limitMs: FETCH_LIMIT_MS,
    });
    if (await isThere()) return sha;
    reason = fetched.ok ? "the remote did not send it" : fetched.reason;
  }
  throw new PlumblineError("usage", `the base commit ${sha} is not in this shallow clone: ${reason}`, {
    remedy: DEPTH_REMEDY,
  });
}

async function mergeBase(folder: string, head: string, targetBranch: string | null): Promise<string> {
  const remote = await remoteOf(folder);
  const branch = targetBranch ?? (await defaultBranch(folder, remote));
  const find = async () => {
    const tip = await branchTip(folder, branch, remote);
    return tip === null ? null : await ask(folder, "merge-base", head, tip);
  };
  const known = await find();
  if (known !== null) return known;
  const isShallow = (await ask(folder, "rev-parse", "--is-shallow-repository")) === "true";
  let reason: string | null = null;
  if (remote !== null) {
    for (const depth of isShallow
      ? [...DEEPEN_BY.map((by) => `--deepen=${by}`), "--unshallow"]
      : ["--no-tags"]) {
      reason = await fetchBranch(folder, remote, branch, depth);
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

/** Null when it went well. HEAD's own history grows as well: --deepen counts from the clone's present border. */
async function fetchBranch(
  folder: string,
  remote: string,
  branch: string,
  depth: string,
): Promise<string | null> {
  const refspec = `+refs/heads/${branch}:refs/remotes/${remote}/${branch}`;
  const fetched = await git(folder, ["fetch", "--quiet", "--no-tags", depth, remote, refspec], {
    limitMs: FETCH_LIMIT_MS,
  });
  return fetched.ok ? null : fetched.reason;
}

async function branchTip(folder: string, branch: string, remote: string | null): Promise<string | null> {
  const refs = [...(remote === null ? [] : [`refs/remotes/${remote}/${branch}`]), `refs/heads/${branch}`];
  for (const ref of refs) {
    const sha = await ask(folder, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`);
    if (sha !== null) return sha;
  }
  return null;
}

async function remoteOf(folder: string): Promise<string | null> {
  const remotes = (await ask(folder, "remote"))?.split("\n").filter((name) => name !== "") ?? [];
  return remotes.includes("origin") ? "origin" : (remotes[0] ?? null);
}

async function defaultBranch(folder: string, remote: string | null): Promise<string> {
  const head =
    remote === null ? null : await ask(folder, "symbolic-ref", "--quiet", `refs/remotes/${remote}/HEAD`);
  if (head !== null) return head.replace(`refs/remotes/${remote}/`, "");
  for (const name of ["main", "master"]) {
    if ((await branchTip(folder, name, remote)) !== null) return name;
  }
  return "main";
}
