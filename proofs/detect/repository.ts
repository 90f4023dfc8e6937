// A repository of two commits whose set-up differs: what a check of a bench measures.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** A text of each arm. */
type Arms = Readonly<{ base: string; head: string }>;

/**
 * Base is the first commit of main, head the second.
 * @param folder that is made
 * @param config plumbline.yml, whose set-up is setup.sql
 * @param sql what setup.sql says in either commit
 * @param script what script.sql says in either commit, where there is one
 */
export function makeRepository(folder: string, config: string, sql: Arms, script?: Arms) {
  mkdirSync(folder);
  writeFileSync(path.join(folder, "plumbline.yml"), config);
  git(folder, "init", "--quiet", "--initial-branch=main");
  for (const arm of ["base", "head"] as const) {
    writeFileSync(path.join(folder, "setup.sql"), `${sql[arm]}\n`);
    if (script !== undefined) writeFileSync(path.join(folder, "script.sql"), script[arm]);
    commit(folder, arm);
  }
  return folder;
}

function commit(folder: string, message: string) {
  git(folder, "add", "--all");
  const identity = ["user.name=Bench", "user.email=bench@localhost", "commit.gpgsign=false"];
  git(
    folder,
    ...identity.flatMap((each) => ["-c", each]),
    "commit",
    "--quiet",
    "--allow-empty",
    "--message",
    message,
  );
}

function git(folder: string, ...args: readonly string[]) {
  execFileSync("git", ["-C", folder, ...args], { stdio: ["ignore", "ignore", "inherit"] });
}
