/**
 * A branch of a remote as a folder of files, in a repository of its own: the user's is not touched, and what is fetched is the newest
 * commit alone. All who may push to the branch may change it; of two who do so at once the second does its work again on top of the
 * first's, so the work must be one that can be done again. Those of one machine take turns, so that few do it in vain.
 */
import { appendFile, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { PlumblineError } from "../../model/errors.ts";
import { makeTemporary, type Temporary } from "../host/temporary.ts";
import { timeLeft } from "../host/until.ts";
import { asEnvironment, settingsFor, withoutPassword } from "./credentials.ts";
import { askGit, type GitAnswer, git } from "./git.ts";
import { inTurn } from "./push-queue.ts";

/** @param remote the name of one of the repository's remotes, or a URL. */
export type BranchPlace = Readonly<{ remote: string; branch: string }>;

export type ChangeOptions = Readonly<{
  /** True to begin the branch's history again, where the remote allows it: what is gone from the folder is then gone from the remote. */
  rewrites?: boolean;
  /** Number of standstills that there may be, for tests. */
  standstills?: number;
}>;

/** @param begun the year in which the branch's history begins, as its commits say */
type Tip = Readonly<{ commit: string; tree: string; begun: number }>;

export const BRANCH_FOLDER_PREFIX = "plumbline-branch-";
/** Ref of the branch as the remote had it when it was last asked. */
const THERE = "refs/plumbline/there";
/** A file that tells a branch of ours from one that was named by mistake. */
const MARK = ".plumbline-branch";
const LIMIT_MS = 600_000;
/** Pushes that may fail though no other went through: the remote's lock was held, or its words mean something else. */
const STANDSTILLS = 30;
/** Milliseconds that others may be quicker. Each time one of them is done, and a writer that has lost more often waits less. */
const OUTRUN_MS = 900_000;
/** Milliseconds that a push to a host takes. */
const PAUSE_MS = 2_000;

const LOST =
  /\[rejected\]|stale info|fetch first|cannot lock ref|reference already exists|failed to update ref/;

export class BranchFolder {
  readonly folder: string;
  readonly #repository: string;
  readonly #branch: string;
  readonly #url: string;
  readonly #now: () => Date;
  /** The remote's branch; null where it has none. */
  #there: Tip | null = null;
  /** True if the folder may hold files that git does not know. */
  #hasLooseFiles = false;
  /** Removes the folder. */
  readonly close: () => Promise<void>;

  private constructor(repository: string, place: Temporary, url: string, branch: string, now: () => Date) {
    this.#repository = repository;
    this.folder = place.folder;
    this.close = place.remove;
    this.#url = url;
    this.#branch = branch;
    this.#now = now;
  }

  /**
   * Fetches the branch. A remote that has none is an empty folder (`isMissing`), and one that does not answer an error.
   * @param repository a folder of the repository whose remotes and credentials are used
   * @param signal ends the fetch
   * @throws PlumblineError of kind "usage" where the branch holds something else, of kind "store" with git's words for the rest
   */
  static async open(
    repository: string,
    { remote, branch }: BranchPlace,
    now: () => Date = () => new Date(),
    signal?: AbortSignal,
  ): Promise<BranchFolder> {
    const url = await urlOf(repository, remote);
    const place = await makeTemporary(BRANCH_FOLDER_PREFIX);
    const opened = new BranchFolder(repository, place, url, branch, now);
    try {
      await opened.#git("init", "--quiet", ".");
      await appendFile(path.join(place.folder, ".git/config"), SETTINGS);
      await opened.refresh(signal);
      await opened.#assureOurs();
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  get isMissing(): boolean {
    return this.#there === null;
  }

  /** Brings the folder to what the remote has now. */
  async refresh(signal?: AbortSignal): Promise<void> {
    const ref = `refs/heads/${this.#branch}`;
    const fetch = [
      "fetch",
      "--quiet",
      "--no-tags",
      "--depth=1",
      "--end-of-options",
      withoutPassword(this.#url),
    ];
    const answer = await this.#askRemote([...fetch, `+${ref}:${THERE}`], signal);
    const isMissing = !answer.ok && /couldn't find remote ref/.test(answer.reason);
    if (!answer.ok && !isMissing) throw this.#failure("fetch", answer);
    this.#there = isMissing ? null : await this.#tip();
    const tree = this.#there === null ? ["--empty"] : ["--reset", "-u", this.#there.commit];
    await this.#git("read-tree", ...tree);
    // Without a tree, no file is one that git knows.
    if (this.#there !== null && !this.#hasLooseFiles) return;
    await this.#git("clean", "-ffdxq");
    this.#hasLooseFiles = false;
  }

  /**
   * Lets `work` change the folder's files, and pushes what it changed as one commit. If another writer was quicker, the folder is as that
   * one left it, and `work` is called again.
   * @param subject of the commit
   * @throws what `work` throws; the folder is then as it was
   */
  async change<T>(subject: string, work: () => Promise<T>, options: ChangeOptions = {}): Promise<T> {
    return await inTurn(`${this.#url}#${this.#branch}`, async (hasWaited) => {
      // Those before in line have pushed by now.
      if (hasWaited) await this.refresh();
      return await this.#pushed(subject, work, options);
    });
  }

  async #pushed<T>(subject: string, work: () => Promise<T>, options: ChangeOptions): Promise<T> {
    const left = timeLeft(OUTRUN_MS);
    for (let [outrun, standstills] = [0, 0]; ; ) {
      const result = await this.#work(work);
      const before = this.#there?.commit;
      const pushed = await this.#push(subject, options);
      if (pushed.ok) return result;
      if (!LOST.test(pushed.reason) || left() === 0) throw this.#failure("push to", pushed);
      await sleep(Math.random() * pauseMost(outrun, standstills));
      await this.refresh();
      if (this.#there?.commit !== before) outrun++;
      else if (++standstills === (options.standstills ?? STANDSTILLS)) throw this.#failure("push to", pushed);
    }
  }

  async #work<T>(work: () => Promise<T>): Promise<T> {
    this.#hasLooseFiles = true;
    try {
      return await work();
    } catch (error) {
      await this.refresh().catch(() => undefined);
      throw error;
    }
  }

  /** Nothing is pushed where nothing changed, and a branch that would begin empty is not made. */
  async #push(subject: string, { rewrites = false }: ChangeOptions): Promise<GitAnswer> {
    if (this.#there === null && (await contents(this.folder)).length === 0) return { ok: true, text: "" };
    await writeFile(
      path.join(this.folder, MARK),
      "files of plumbline: see its documentation of `store: git:BRANCH`\n",
    );
    await this.#git("add", "--all", "--force", ".");
    this.#hasLooseFiles = false;
    const tree = await this.#git("write-tree");
    if (tree === this.#there?.tree) return { ok: true, text: "" };
    // A year's end is the time to let go of what was removed in it: a branch of years stays small.
    const isOfThisYear = this.#there?.begun === this.#year();
    const first = await this.#pushCommit(subject, tree, isOfThisYear && !rewrites ? this.#there : null);
    const isRefused = !first.ok && !LOST.test(first.reason) && this.#there !== null;
    // A rule of the remote may forbid to rewrite a branch.
    return isRefused ? await this.#pushCommit(subject, tree, this.#there) : first;
  }

  /** The remote takes it only if its branch is still the one that was fetched. */
  async #pushCommit(subject: string, tree: string, parent: Tip | null): Promise<GitAnswer> {
    const begun = parent?.begun ?? this.#year();
    const parents = parent === null ? [] : ["-p", parent.commit];
    const message = `${subject}\n\n${BEGUN} ${begun}`;
    const commit = await this.#git("commit-tree", tree, ...parents, "-m", message);
    const ref = `refs/heads/${this.#branch}`;
    const lease = `--force-with-lease=${ref}:${this.#there?.commit ?? ""}`;
    const to = withoutPassword(this.#url);
    const answer = await this.#askRemote(["push", "--porcelain", lease, to, `${commit}:${ref}`]);
    // What became of the branch stands in the report, a line each; git's error only says that something failed.
    if (!answer.ok) return { ...answer, reason: /^!.*$/m.exec(answer.text)?.[0] ?? answer.reason };
    await this.#git("update-ref", THERE, commit);
    this.#there = { commit, tree, begun };
    return answer;
  }

  async #tip(): Promise<Tip> {
    const text = await this.#git("show", "--no-patch", "--format=%H %T%n%B", THERE);
    const [commit = "", tree = ""] = text.split(/\s/, 2);
    const begun = Number(new RegExp(`^${BEGUN} (\\d{4})$`, "m").exec(text)?.[1] ?? this.#year());
    return { commit, tree, begun };
  }

  #year(): number {
    return this.#now().getUTCFullYear();
  }

  async #assureOurs(): Promise<void> {
    const files = await contents(this.folder);
    if (files.length === 0 || files.includes(MARK)) return;
    throw new PlumblineError(
      "usage",
      `the branch ${this.#branch} holds other files than a store's: ${files.slice(0, 3).join(", ")}`,
      { remedy: "name a branch that nothing else uses, such as git:plumbline; the first run makes it" },
    );
  }

  async #askRemote(args: readonly string[], signal?: AbortSignal): Promise<GitAnswer> {
    const more = asEnvironment(await settingsFor(this.#repository, this.#url), process.env);
    return await git(this.folder, args, { limitMs: LIMIT_MS, more, signal });
  }

  async #git(...args: readonly string[]): Promise<string> {
    const answer = await git(this.folder, args, { limitMs: LIMIT_MS });
    if (!answer.ok) throw this.#failure(args[0]!, answer);
    return answer.text;
  }

  #failure(doing: string, answer: GitAnswer): PlumblineError {
    const reason = answer.ok ? "" : answer.reason;
    return new PlumblineError("store", `cannot ${doing} the branch ${this.#branch}: ${reason}`, {
      remedy: pushRemedy(reason),
    });
  }
}

const BEGUN = "History begun:";

/**
 * Settings of our own repository, which needs no maintenance: it is gone within the hour. A link that somebody has pushed is a file with a
 * path in it, and leads nowhere.
 */
const SETTINGS = `[user]
	name = plumbline
	email = plumbline@invalid
[core]
	autocrlf = false
	symlinks = false
[commit]
	gpgsign = false
[gc]
	auto = 0
[maintenance]
	auto = false
`;

/**
 * Longest pause before the next push, in ms. The first one lost only says that the folder was old. From then on a writer that was outrun
 * more often waits less: the pauses of newcomers let those through that have tried for long.
 * @param standstills pushes that failed though no other went through
 */
export function pauseMost(outrun: number, standstills: number): number {
  return outrun + standstills === 0 ? 0 : PAUSE_MS / Math.max(1, outrun);
}

/** @param said by git, in English */
export function pushRemedy(said: string): string {
  // Ports and names of repositories are no reason.
  const reason = said.replaceAll(/'[^'\n]*'|\b[\w+.-]+:\/\/\S+/g, "");
  if (/denied|403|permission|not authorized|protected|declined/i.test(reason))
    return "give the job `permissions: contents: write`, and let no rule protect the branch";
  if (/could not read|Authentication|terminal prompts|401/i.test(reason))
    return "give git credentials for the remote (`git ls-remote` shows whether they work); in a workflow the input github-token is used for its own server";
  if (/No space left/i.test(reason))
    return `free some space in ${tmpdir()} (or let TMPDIR name another folder)`;
  return "check that `git fetch` works there";
}

async function urlOf(repository: string, remote: string): Promise<string> {
  if (/[:/\\]/.test(remote)) return remote;
  const answer = await git(repository, ["remote", "get-url", remote]);
  if (!answer.ok) {
    throw new PlumblineError("usage", `the store is a branch of the remote ${remote}: ${answer.reason}`, {
      remedy: "run it inside a clone, or write git:URL#BRANCH",
    });
  }
  const isRelative = !/^[\w+.-]+:|^\//.test(answer.text);
  if (!isRelative) return answer.text;
  const top = (await askGit(repository, "rev-parse", "--show-toplevel")) ?? repository;
  return path.resolve(top, answer.text);
}

async function contents(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name !== ".git");
}
