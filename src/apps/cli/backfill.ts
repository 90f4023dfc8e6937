/** `plumbline backfill`: older commits into the history, where the next change point is to be narrowed. */
import { realpath } from "node:fs/promises";
import path from "node:path";
import { askGit } from "../../io/git/git.ts";
import { openWorktree } from "../../io/git/worktree.ts";
import { assureWritable } from "../../io/host/files.ts";
import { EXIT_CODE, PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import { measureRuns } from "../../pipeline/check.ts";
import { loadConfig } from "../../pipeline/invocation/config-file.ts";
import type { Invocation } from "../../pipeline/invocation/invocation.ts";
import { openStore } from "../../pipeline/invocation/open-store.ts";
import { storeOf } from "../../pipeline/invocation/store-location.ts";
import { type AnyCommand, Command } from "./commander.ts";
import { addHelp, MEASURING } from "./help-text.ts";
import { invocationHere, measuring } from "./measuring.ts";
import { withFields } from "./options.ts";

export function backfillVerb(finish: (code: number) => void): AnyCommand {
  const command = new Command("backfill")
    .summary("Add older commits to the history.")
    .description(
      "Measure older commits, each alone and in a worktree of its own, and keep the runs in the store.",
    )
    .argument("<ref...>", "Commits, tags or branches.")
    .option(
      "--branch <name>",
      "Branch whose history the runs belong to (default: baseline.branch in the config file).",
    );
  addHelp(command, {
    examples: [
      ["backfill 3f2a1bc", "add one commit to main's history, measured with today's config file"],
      ["backfill v1.2 v1.3 --branch release", "add two tags to the history of another branch"],
    ],
    outcomes: ["fine", ...MEASURING],
  });
  return withFields(command, "measure").action(async (refs, words) => {
    const invocation = { ...(await invocationHere(words)), branch: words.branch ?? null };
    const shas = await measuring(words, (progress, signal) =>
      measureCommits(refs, invocation, progress, signal),
    );
    for (const sha of shas) process.stdout.write(`measured ${sha}\n`);
    finish(EXIT_CODE.fine);
  });
}

/**
 * Measures commits in history mode, by the config file as it lies here: only runs of the same workloads have the same fingerprint.
 * What was measured before a failure is in the store.
 * @returns their full ids
 */
export async function measureCommits(
  refs: readonly string[],
  invocation: Invocation,
  progress: Progress,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { cwd } = invocation;
  const config = await loadConfig(invocation);
  const repository = await askGit(cwd, "rev-parse", "--show-toplevel");
  if (repository === null) {
    throw new PlumblineError("usage", `${cwd} is not in a git repository, so there are no older commits`, {
      remedy: "run in a clone of the repository that is measured",
    });
  }
  const shas: string[] = [];
  for (const ref of refs) shas.push(await resolveCommit(cwd, ref));
  const output = path.resolve(cwd, invocation.output);
  await assureWritable(output);
  const inside = path.relative(await realpath(repository), await realpath(cwd));
  const store = await openStore(storeOf(invocation, config), "write", signal);
  try {
    for (const sha of shas) {
      const worktree = await openWorktree(repository, sha, signal);
      try {
        const there = {
          ...invocation,
          cwd: path.join(worktree.tree, inside),
          output,
          branch: invocation.branch ?? config.baseline.branch,
          overrides: { ...invocation.overrides, mode: "history" as const },
        };
        progress.stage(`commit ${sha.slice(0, 10)}`);
        const { head } = await measureRuns(config, there, progress, signal);
        await store.save([head]);
      } finally {
        await worktree.close();
      }
    }
  } finally {
    await store.close();
  }
  return shas;
}

/** @throws PlumblineError of kind "usage" that names the ref */
async function resolveCommit(cwd: string, ref: string): Promise<string> {
  const sha = ref.startsWith("-")
    ? null
    : await askGit(cwd, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`);
  if (sha !== null) return sha;
  throw new PlumblineError("usage", `there is no commit ${JSON.stringify(ref)} in this clone`, {
    remedy: "name a branch, tag or commit id that `git show` knows; git fetch --unshallow brings older ones",
  });
}
