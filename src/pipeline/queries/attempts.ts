/** Earlier measurements that may have asked the question of one that is to be made, and what makes it the same question. */
import { realpath } from "node:fs/promises";
import path from "node:path";
import type { AskedOf } from "../../analysis/verdict/earlier-attempts.ts";
import { canonicalJson } from "../../analysis/verdict/fingerprint.ts";
import type { Config } from "../../config/parse.ts";
import { treeWithout } from "../../io/git/commit.ts";
import { askGit } from "../../io/git/git.ts";
import type { Sources } from "../../io/git/sources.ts";
import type { Pair } from "../../model/run.ts";
import { redact } from "../../model/secrets.ts";
import { FILES, readRun } from "../documents/files.ts";
import type { Invocation } from "../invocation/invocation.ts";

/**
 * What the arms are made from: committed files, without the config file, whose limits judge the same sessions, and the database as the
 * config file describes it.
 */
export async function askedOf(
  { database }: Config,
  { cwd, config }: Pick<Invocation, "cwd" | "config">,
  { base, head }: Pick<Sources, "base" | "head">,
): Promise<AskedOf | null> {
  const root = await askGit(cwd, "rev-parse", "--show-toplevel");
  if (root === null || base === null || head.commit.dirty || base.tree === head.tree) return null;
  const file = path.relative(await realpath(root), path.resolve(await realpath(cwd), config));
  const files = await treeWithout(cwd, "HEAD", file);
  const before = await treeWithout(cwd, base.commit.sha, file);
  if (files === null || before === null) return null;
  if (files === before && database.base === undefined) return null;
  return { base: before, head: files, database: redact(canonicalJson(database)) };
}

/**
 * Measurements that may be earlier attempts: those of the store, and what the output folder has of one that was cut short, or had no store.
 * In a workflow the folder is the checkout's, and what lies in it may be the pull request's own writing.
 */
export async function possibleAttempts(
  { cwd, output, origin }: Pick<Invocation, "cwd" | "output" | "origin">,
  stored: readonly Pair[],
): Promise<readonly Pair[]> {
  if (origin.runUrl !== null) return stored;
  const [base, head] = await Promise.all(
    [FILES.base, FILES.head].map((name) => readRun(path.resolve(cwd, output, name)).catch(() => null)),
  );
  if (base == null || head == null || base.measurement.id !== head.measurement.id) return stored;
  return [...stored.filter((pair) => pair.head.id !== head.id), { base, head }];
}
