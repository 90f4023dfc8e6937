/** A repository that uses the action, as GitHub's checkout of a pull request leaves it. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const CONSUMER = path.resolve(import.meta.dirname, "../e2e/consumer");
const EXAMPLES = path.resolve(import.meta.dirname, "../../docs/examples");

type Side = Readonly<{ ref: string; sha: string; repo: { full_name: string } }>;
export type PullRequestEvent = Readonly<{
  action: string;
  number: number;
  repository: Readonly<{ full_name: string; private: boolean }>;
  pull_request: Readonly<{ number: number; head: Side; base: Side }>;
}>;

export type PushEvent = Readonly<{
  ref: string;
  before: string;
  after: string;
  repository: Readonly<{ full_name: string; private: boolean }>;
}>;

/** The payload of the event that follows a run of that pull request's workflow. */
export function completedRun({ repository, pull_request: { head } }: PullRequestEvent) {
  return {
    action: "completed",
    repository,
    workflow_run: {
      id: 77,
      event: "pull_request",
      conclusion: "success",
      html_url: "https://github.com/acme/db/actions/runs/77",
      updated_at: "2026-11-21T12:00:00Z",
      run_attempt: 1,
      head_sha: head.sha,
      head_branch: head.ref,
      head_repository: head.repo,
      // Empty for forks, so no step may rely on it.
      pull_requests: [],
    },
  };
}

export class Consumer {
  readonly folder: string;

  /** Makes the repository: main as committed in tests/e2e/consumer with the examples as its workflows. */
  constructor() {
    this.folder = mkdtempSync(path.join(tmpdir(), "plumbline-consumer-"));
    cpSync(CONSUMER, this.folder, { recursive: true });
    cpSync(EXAMPLES, path.join(this.folder, ".github/workflows"), { recursive: true });
    this.#git("init", "--quiet", "--initial-branch=main");
    this.#git("remote", "add", "origin", "https://github.com/acme/db.git");
    this.#commit("start");
    this.#git("update-ref", "refs/remotes/origin/main", "HEAD");
  }

  /**
   * Adds a commit with these files on a branch of its own, and checks out the test merge that GitHub makes of it.
   * @returns the payload of the pull request's event
   */
  openPullRequest(
    branch: string,
    files: Readonly<Record<string, string>>,
    headRepository = "acme/db",
  ): PullRequestEvent {
    this.#git("checkout", "--quiet", "-B", branch, "main");
    this.#write(files);
    this.#commit(`work on ${branch}`);
    const head = this.#git("rev-parse", "HEAD");
    const base = this.#git("rev-parse", "main");
    this.#git("checkout", "--quiet", "--detach", "main");
    this.#git("merge", "--quiet", "--no-ff", "-m", `Merge ${head} into ${base}`, branch);
    this.#git("update-ref", "refs/remotes/pull/7/merge", "HEAD");
    return {
      action: "synchronize",
      number: 7,
      repository: { full_name: "acme/db", private: false },
      pull_request: {
        number: 7,
        head: { ref: branch, sha: head, repo: { full_name: headRepository } },
        base: { ref: "main", sha: base, repo: { full_name: "acme/db" } },
      },
    };
  }

  /**
   * Adds a commit with these files to main, and checks it out.
   * @returns the payload of the push's event
   */
  pushToMain(subject: string, files: Readonly<Record<string, string>>): PushEvent {
    this.#git("checkout", "--quiet", "main");
    const before = this.#git("rev-parse", "HEAD");
    this.#write(files);
    this.#commit(subject);
    this.#git("update-ref", "refs/remotes/origin/main", "HEAD");
    return {
      ref: "refs/heads/main",
      before,
      after: this.#git("rev-parse", "HEAD"),
      repository: { full_name: "acme/db", private: false },
    };
  }

  /**
   * Puts a pull request's work on main's tip, as a merge queue does before it merges, and checks it out.
   * @returns the payload of the group's event
   */
  queue({ number, repository, pull_request: { head, base } }: PullRequestEvent) {
    this.#git("checkout", "--quiet", "--detach", "main");
    this.#git("merge", "--quiet", "--squash", head.ref);
    this.#commit(`#${number}`);
    return {
      action: "checks_requested",
      repository,
      merge_group: {
        head_sha: this.#git("rev-parse", "HEAD"),
        head_ref: `refs/heads/gh-readonly-queue/main/pr-${number}-${base.sha}`,
        base_sha: base.sha,
        base_ref: "refs/heads/main",
      },
    };
  }

  checkOut(commit: string): void {
    this.#git("checkout", "--quiet", commit);
  }

  /** @returns the id of the commit that is checked out */
  checkedOut(): string {
    return this.#git("rev-parse", "HEAD");
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #write(files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(this.folder, name)), { recursive: true });
      writeFileSync(path.join(this.folder, name), text);
    }
  }

  #commit(subject: string): void {
    this.#git("add", "--all");
    this.#git("commit", "--quiet", "--allow-empty", "-m", subject);
  }

  #git(...args: readonly string[]): string {
    const identity = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
    return execFileSync("git", ["-C", this.folder, ...identity, ...args], { encoding: "utf8" }).trim();
  }
}
