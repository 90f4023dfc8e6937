/** Git for tests, as an author whom no machine's own configuration changes. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** @returns what git prints, without the spaces around it */
export function git(cwd: string, ...args: string[]): string {
  const identity = {
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.org",
    GIT_CONFIG_GLOBAL: "/dev/null",
  };
  const env = {
    ...process.env,
    ...identity,
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.org",
    GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
  };
  return execFileSync("git", args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

/** A commit that writes its subject to a file of that name; answers its sha. */
export function commit(cwd: string, subject: string): string {
  mkdirSync(path.join(cwd, "app"), { recursive: true });
  writeFileSync(path.join(cwd, "app", subject), subject);
  git(cwd, "add", ".");
  git(cwd, "commit", "--quiet", "-m", subject);
  return git(cwd, "rev-parse", "HEAD");
}
