/** A repository for tests of git: empty, on branch main, with an identity of its own and without a user's settings. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export class Repository {
  readonly folder = mkdtempSync(path.join(tmpdir(), "plumbline-repository-"));

  constructor() {
    this.git("init", "--quiet", "--initial-branch=main");
  }

  /** @returns what git said, trimmed */
  git(...args: readonly string[]): string {
    const identity = Object.fromEntries(
      ["AUTHOR", "COMMITTER"].flatMap((role) => [
        [`GIT_${role}_NAME`, "A"],
        [`GIT_${role}_EMAIL`, "a@example.org"],
        [`GIT_${role}_DATE`, "2026-01-02T03:04:05+01:00"],
      ]),
    );
    return execFileSync("git", args, {
      cwd: this.folder,
      env: { ...process.env, ...identity, GIT_CONFIG_GLOBAL: "/dev/null" },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  }

  write(file: string, text = ""): void {
    const place = path.join(this.folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, text);
  }

  /** An empty commit. @returns its id */
  commit(subject: string): string {
    this.git("commit", "--quiet", "--allow-empty", "--message", subject);
    return this.git("rev-parse", "HEAD");
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
