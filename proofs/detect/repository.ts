// A repository of two commits whose files differ: what a check of a bench measures.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Texts by path. */
type Files = Readonly<Record<string, string>>;

/**
 * Base is the first commit of main, head the second.
 * @param folder that is made
 * @param files of base; those of head that are new or differ
 */
export function makeRepository(folder: string, files: Readonly<{ base: Files; head: Files }>) {
  mkdirSync(folder);
  git(folder, "init", "--quiet", "--initial-branch=main");
  for (const arm of ["base", "head"] as const) {
    for (const [file, text] of Object.entries(files[arm])) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
    }
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
