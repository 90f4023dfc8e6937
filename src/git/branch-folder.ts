/**
 * A branch of a remote as a folder of files, in a repository of its own: the user's is not touched, and what is fetched is the newest
 * commit alone. Whoever may push to the branch may change it; of two who do so at once the second does its work again on top of the
 * first's, so the work must be one that can be done again.
 */
import { rmSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../host/processes.ts";
import { PlumblineError } from "../model/errors.ts";
import { asEnvironment, type Setting, settingsFor } from "./credentials.ts";
import { ask, type GitAnswer, git } from "./git.ts";

/** @param remote the name of one of the repository's remotes, or a URL. */
export type BranchPlace = Readonly<{ remote: string; branch: string }>;

export type ChangeOptions = Readonly<{
  /** Whether the branch's history begins anew, where the remote lets it: what is gone from the folder is then gone from the remote. */
  anew?: boolean;
}>;

const PREFIX = "plumbline-branch-";
/** What the folder's branch was on the remote when it was last asked. */
const THERE = "refs/plumbline/there";
/** A file that tells a branch of ours from one that was named by mistake. */
const MARK = ".plumbline-branch";
const LIMIT_MS = 600_000;
/** So often somebody else may be quicker; one of those who try is always done. */
const ATTEMPTS = 60;

const LOST =
  /\[rejected\]|stale info|fetch first|cannot lock ref|reference already exists|failed to update ref/;

export class BranchFolder {
  readonly folder: string;
  readonly #repository: string;
  readonly #branch: string;
  readonly #url: string;
  readonly #now: () => Date;
  /** Of the remote's branch; null where it has none. */
  #there: string | null = null;
  readonly #onExit = () => rmSync(this.folder, { recursive: true, force: true });

  private constructor(repository: string, folder: string, url: string, branch: string, now: () => Date) {
    this.#repository = repository;
    this.folder = folder;
    this.#url = url;
    this.#branch = branch;
    this.#now = now;
    process.on("exit", this.#onExit);
  }

  /**
   * Fetches the branch. A remote that has none is an empty folder (`isMissing`), and one that does not answer an error.
   * @param repository a folder of the repository whose remotes and credentials are used
   * @throws PlumblineError of kind "usage" where the branch holds something else, of kind "store" with git's words for the rest
   */
  static async open(
    repository: string,
    { remote, branch }: BranchPlace,
    now: () => Date = () => new Date(),
  ): Promise<BranchFolder> {
    await sweepBranchFolders();
    const url = await urlOf(repository, remote);
    const folder = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
    const opened = new BranchFolder(repository, folder, url, branch, now);
    try {
      await opened.#git("init", "--quiet", ".");
      for (const [name, value] of SETTINGS) await opened.#git("config", name, value);
      await opened.refresh();
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
  async refresh(): Promise<void> {
    const ref = `refs/heads/${this.#branch}`;
    const fetch = ["fetch", "--quiet", "--no-tags", "--depth=1", "--end-of-options", this.#url];
    const answer = await this.#askRemote(...fetch, `+${ref}:${THERE}`);
    const isMissing = !answer.ok && /couldn't find remote ref/.test(answer.reason);
    if (!answer.ok && !isMissing) throw this.#failure("fetch", answer);
    this.#there = isMissing ? null : await this.#git("rev-parse", THERE);
    await this.#git("read-tree", ...(this.#there === null ? ["--empty"] : ["--reset", "-u", this.#there]));
    await this.#git("clean", "-ffdxq");
  }

  /**
   * Lets `work` change the folder's files, and pushes what it changed as one commit. Where somebody else was quicker, the folder is as they
   * left it, and `work` is called again.
   * @param subject of the commit
   * @throws what `work` throws; the folder is then as it was
   */
  async change<T>(subject: string, work: () => Promise<T>, options: ChangeOptions = {}): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const result = await this.#work(work);
      const pushed = await this.#push(subject, options);
      if (pushed.ok) return result;
      if (attempt === ATTEMPTS || !LOST.test(pushed.reason)) throw this.#failure("push to", pushed);
      await sleep(Math.random() * Math.min(2_000, 50 * 2 ** attempt));
      await this.refresh();
    }
  }

  async close(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 });
    process.off("exit", this.#onExit);
  }

  async #work<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.refresh().catch(() => undefined);
      throw error;
    }
  }

  /** Nothing is pushed where nothing changed, and a branch that would begin empty is not made. */
  async #push(subject: string, { anew = false }: ChangeOptions): Promise<GitAnswer> {
    if (this.#there === null && (await contents(this.folder)).length === 0) return { ok: true, text: "" };
    await writeFile(
      path.join(this.folder, MARK),
      "files of plumbline: see its documentation of `store: git:BRANCH`\n",
    );
    await this.#git("add", "--all", "--force", ".");
    const tree = await this.#git("write-tree");
    const there = this.#there === null ? null : await this.#git("rev-parse", `${this.#there}^{tree}`);
    if (tree === there) return { ok: true, text: "" };
    // A year's end is the time to let go of what was removed in it: a branch of years stays small.
    const isOfThisYear = this.#there !== null && (await this.#begun(this.#there)) === this.#year();
    const first = await this.#pushCommit(subject, tree, isOfThisYear && !anew ? this.#there : null);
    const isRefused = !first.ok && !LOST.test(first.reason) && this.#there !== null;
    // A rule of the remote may forbid to rewrite a branch.
    return isRefused ? await this.#pushCommit(subject, tree, this.#there) : first;
  }

  /** The remote takes it only if its branch is still the one that was fetched. */
  async #pushCommit(subject: string, tree: string, parent: string | null): Promise<GitAnswer> {
    const begun = parent === null ? this.#year() : await this.#begun(parent);
    const parents = parent === null ? [] : ["-p", parent];
    const message = `${subject}\n\n${BEGUN} ${begun}`;
    const commit = await this.#git("commit-tree", tree, ...parents, "-m", message);
    const ref = `refs/heads/${this.#branch}`;
    const lease = `--force-with-lease=${ref}:${this.#there ?? ""}`;
    const answer = await this.#askRemote("push", "--porcelain", lease, this.#url, `${commit}:${ref}`);
    // What became of the branch stands in the report, a line each; git's error only says that something failed.
    if (!answer.ok) return { ...answer, reason: /^!.*$/m.exec(answer.text)?.[0] ?? answer.reason };
    await this.#git("update-ref", THERE, commit);
    this.#there = commit;
    return answer;
  }

  /** The year in which the branch's history begins, as its commits say. */
  async #begun(commit: string): Promise<number> {
    const message = await this.#git("show", "--no-patch", "--format=%B", commit);
    return Number(new RegExp(`^${BEGUN} (\\d{4})$`, "m").exec(message)?.[1] ?? this.#year());
  }

  #year(): number {
    return this.#now().getUTCFullYear();
  }

  async #assureOurs(): Promise<void> {
    const files = await contents(this.folder);
    if (files.length === 0 || files.includes(MARK)) return;
    throw new PlumblineError(
      "usage",
      `the branch ${this.#branch} holds other things than a store: ${files.slice(0, 3).join(", ")}`,
      { remedy: "name a branch that nothing else uses, such as git:plumbline; the first run makes it" },
    );
  }

  async #askRemote(...args: readonly string[]): Promise<GitAnswer> {
    const more = asEnvironment(await settingsFor(this.#repository, this.#url), process.env);
    return await git(this.folder, args, { limitMs: LIMIT_MS, more });
  }

  async #git(...args: readonly string[]): Promise<string> {
    const answer = await git(this.folder, args, { limitMs: LIMIT_MS });
    if (!answer.ok) throw this.#failure(args[0]!, answer);
    return answer.text;
  }

  #failure(doing: string, answer: GitAnswer): PlumblineError {
    const reason = answer.ok ? "" : answer.reason;
    return new PlumblineError("store", `cannot ${doing} the branch ${this.#branch}: ${reason}`, {
      remedy: remedyFor(reason),
    });
  }
}

const BEGUN = "History begun:";

const SETTINGS: readonly Setting[] = [
  ["user.name", "plumbline"],
  ["user.email", "plumbline@invalid"],
  ["core.autocrlf", "false"],
  ["commit.gpgsign", "false"],
  ["gc.auto", "0"],
];

function remedyFor(reason: string): string {
  if (/denied|403|permission|not authorized|protected|declined/i.test(reason))
    return "in a workflow it needs `permissions: contents: write`, and no rule that protects the branch";
  if (/could not read|Authentication|terminal prompts|401/i.test(reason))
    return "git has no credentials for the remote: in a workflow the input github-token is used for its own server; elsewhere let git have some (`git ls-remote` tells)";
  if (/No space left/i.test(reason))
    return `free some space in ${tmpdir()} (or let TMPDIR name another folder)`;
  return "does `git fetch` work there?";
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
  const top = (await ask(repository, "rev-parse", "--show-toplevel")) ?? repository;
  return path.resolve(top, answer.text);
}

async function contents(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name !== ".git");
}

/** Removes what killed processes left. */
async function sweepBranchFolders(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const maker = new RegExp(`^${PREFIX}(\\d+)-`).exec(name);
    if (maker === null || isAlive(Number(maker[1]))) continue;
    await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
  }
}
