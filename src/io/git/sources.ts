/** The source trees of both arms: head is the folder as it lies there, base a worktree of the commit it is compared with. */
import { realpath } from "node:fs/promises";
import path from "node:path";
import type { Commit } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import { commitFacts, isDirty, testMergeOf, UNKNOWN_COMMIT } from "./commit.ts";
import { askGit, git } from "./git.ts";
import { type BaseRequest, branchOfBase, fetchCommit, findBase } from "./merge-base.ts";
import { openWorktree } from "./worktree.ts";

export type ArmSource = Readonly<{
  /** Folder that the arm's relative paths start from. */
  tree: string;
  commit: Commit;
}>;

export type Sources = Readonly<{
  head: ArmSource;
  /** Null where none was asked for. */
  base: ArmSource | null;
  /** Reason why no commit of base is known, if head has one and base does without. */
  baseUnknown: PlumblineError | null;
  /** Removes base's worktree. Safe to call twice. */
  close(): Promise<void>;
}>;

export type SourcesRequest = Readonly<{
  /** Folder of the invocation, somewhere in the work tree. */
  cwd: string;
  base: BaseRequest | null;
  /** Nothing of base's tree is used: where no commit was named and none is found, base is of an unknown one. */
  baseStandsAlone?: boolean;
  /** Branch of a HEAD that is on none, as the workflow knows it. */
  branch?: string | null;
  /** Test merge of the workflow's event, as the runner names it. */
  testMerge?: string | undefined;
  /** Files and folders that this invocation writes to, from `cwd`: they do not make a work tree dirty. */
  ignored?: readonly string[];
  signal?: AbortSignal | undefined;
}>;

/** Folders that invocations write to by default. */
const USUAL_OUTPUT = ["plumbline-out", ".plumbline"];

/**
 * Opens the trees. Without git or a repository head is the folder with an unknown commit, and base can only be the same folder
 * (`base HEAD`). Base's tree is the folder in base's worktree that answers to `cwd`.
 * @throws PlumblineError of kind "usage" where base cannot be found or checked out
 */
export async function openSources({
  cwd,
  base,
  baseStandsAlone = false,
  branch,
  testMerge,
  ignored,
  signal,
}: SourcesRequest): Promise<Sources> {
  const isOptional = baseStandsAlone && base?.ref === null;
  const repository = await askGit(cwd, "rev-parse", "--show-toplevel");
  if (repository === null) return withoutRepository(cwd, base, isOptional);
  const written = await fromRoot(repository, cwd, [...USUAL_OUTPUT, ...(ignored ?? [])]);
  const head = await headSource(cwd, { branch: branch ?? null, testMerge, ignored: written, signal });
  const close = async () => undefined;
  if (base === null) return { head, base: null, baseUnknown: null, close };
  const sha = await findBase(cwd, { ...base, testMerge, signal }).catch((error: unknown) => {
    if (isOptional && error instanceof PlumblineError) return error;
    throw error;
  });
  if (sha instanceof PlumblineError)
    return { head, base: { tree: cwd, commit: UNKNOWN_COMMIT }, baseUnknown: sha, close };
  const worktree = await openWorktree(repository, sha, signal);
  const inside = path.relative(await realpath(repository), await realpath(cwd));
  const commit = await commitFacts(cwd, sha, await branchOfBase(cwd, base, head.commit.branch));
  const tree = path.join(worktree.tree, inside);
  return { head, base: { tree, commit }, baseUnknown: null, close: worktree.close };
}

/**
 * Asks early for base's commit: a slip of the fingers is not worth a wait. Nothing is checked out.
 * @throws PlumblineError of kind "usage" where `openSources` will not find it
 */
export async function assureBase({
  cwd,
  base,
  baseStandsAlone = false,
  testMerge,
  signal,
}: Pick<SourcesRequest, "cwd" | "base" | "baseStandsAlone" | "testMerge" | "signal">): Promise<void> {
  if (base === null || (baseStandsAlone && base.ref === null)) return;
  const isRepository = (await askGit(cwd, "rev-parse", "--show-toplevel")) !== null;
  await (isRepository ? findBase(cwd, { ...base, testMerge, signal }) : withoutRepository(cwd, base, false));
}

/** Those of the paths that lie inside the repository, from its root; also the usual ones there, for who was called from there. */
async function fromRoot(
  repository: string,
  cwd: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const [root, here] = [await realpath(repository), await realpath(cwd)];
  const named = paths.map((file) => path.resolve(here, file));
  // A link itself, which git may not know either, and where it leads.
  const inside = [...named, ...(await Promise.all(named.map(realPlace)))]
    .map((file) => path.relative(root, file))
    .filter((file) => file !== "" && file.split(path.sep)[0] !== ".." && !path.isAbsolute(file));
  return [...new Set([...USUAL_OUTPUT, ...inside])];
}

/** Resolves a path as git sees it: links followed, as far as it is there already. */
async function realPlace(file: string): Promise<string> {
  const folder = path.dirname(file);
  return await realpath(file).catch(async () =>
    folder === file ? file : path.join(await realPlace(folder), path.basename(file)),
  );
}

async function withoutRepository(
  cwd: string,
  base: BaseRequest | null,
  isOptional: boolean,
): Promise<Sources> {
  const folder = { tree: cwd, commit: UNKNOWN_COMMIT };
  const alone = { head: folder, baseUnknown: null, close: async () => undefined };
  if (base === null) return { ...alone, base: null };
  if (base.ref === "HEAD" || isOptional) return { ...alone, base: folder };
  const answer = await git(cwd, ["rev-parse", "--show-toplevel"]);
  const isMissing = !answer.ok && answer.missing;
  const why = isMissing ? "git is not installed" : `${cwd} is in no git repository`;
  const remedy = isMissing ? "install git (sudo apt-get install -y git)" : "run in a checkout";
  throw new PlumblineError("usage", `base and head side by side need base's commit, but ${why}`, {
    remedy: `${remedy}; or compare the folder with itself by base HEAD; or set measure.mode to history`,
  });
}

/**
 * The tree is the work tree as it lies there. On GitHub's test merge the commit is the pull request's own head, the one that its
 * author knows and that checks are shown at, though the measured files are those of the merge.
 */
async function headSource(
  cwd: string,
  {
    branch,
    testMerge,
    ignored,
    signal,
  }: Readonly<{ branch: string | null; ignored: readonly string[] }> &
    Pick<SourcesRequest, "testMerge" | "signal">,
): Promise<ArmSource> {
  const sha = await askGit(cwd, "rev-parse", "--verify", "--quiet", "HEAD^{commit}");
  if (sha === null) return { tree: cwd, commit: { ...UNKNOWN_COMMIT, dirty: true } };
  const merge = await testMergeOf(cwd, sha, testMerge);
  // A shallow clone has the merge alone; without its parent only time and subject stay unknown.
  if (merge !== null) await fetchCommit(cwd, merge.head, signal);
  const attached = await askGit(cwd, "symbolic-ref", "--quiet", "--short", "HEAD");
  const facts = await commitFacts(cwd, merge?.head ?? sha, attached ?? branch);
  return { tree: cwd, commit: { ...facts, dirty: await isDirty(cwd, ignored) } };
}
