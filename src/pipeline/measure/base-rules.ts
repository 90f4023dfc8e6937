/** The rules of base's commit: held against head's limits, which the change under test may have written itself. */
import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { type Config, parseConfig } from "../../config/parse.ts";
import { rulesOf } from "../../config/rules.ts";
import { askGit, git } from "../../io/git/git.ts";
import { findBase } from "../../io/git/merge-base.ts";
import type { ArmSource } from "../../io/git/sources.ts";
import type { Warning } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Rules } from "../../model/rules.ts";
import { redact } from "../../model/secrets.ts";
import { plainLine } from "../../text/outside.ts";
import type { Invocation } from "../invocation/invocation.ts";

type BaseRules = Readonly<{
  /** Null if base has no config file yet, or it is the same for both, or cannot be read. */
  rules: Rules | null;
  warnings: readonly Warning[];
}>;

const NONE: BaseRules = { rules: null, warnings: [] };

/** The rules of base's commit, and warnings about what head is held against instead. */
export async function heldAgainst(
  invocation: Invocation,
  head: Config,
  base: ArmSource | null,
  signal: AbortSignal,
): Promise<BaseRules> {
  const { rules, warnings } = await rulesOfBase(invocation, base);
  return { rules, warnings: [...warnings, ...(await otherHistory(invocation, head, signal))] };
}

/** @param base null if there is none, and its tree is the invocation's own folder if no commit of it is known */
export async function rulesOfBase(
  { cwd, config }: Pick<Invocation, "cwd" | "config">,
  base: ArmSource | null,
): Promise<BaseRules> {
  const name = path.relative(cwd, path.resolve(cwd, config));
  if (base === null || base.tree === cwd || (await isElsewhere(base.tree, name))) return NONE;
  try {
    const text = await readFile(path.resolve(base.tree, name), "utf8");
    return { rules: rulesOf(parseConfig(text, name)), warnings: [] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return NONE;
    if (!(error instanceof PlumblineError) && !("code" in (error as object))) throw error;
    const [why = ""] = (error as Error).message.split("\n");
    return { rules: null, warnings: [unknownLimits(why)] };
  }
}

/** A file outside of the repository is not the change's to write. */
async function isElsewhere(tree: string, name: string): Promise<boolean> {
  const root = await askGit(tree, "rev-parse", "--show-toplevel");
  return root === null || (await placeFromRoot(root, tree, name)) === null;
}

/** @returns the file's path from the root of the repository; null where it lies outside of it */
async function placeFromRoot(root: string, tree: string, name: string): Promise<string | null> {
  const inside = path.relative(await realpath(root), path.resolve(await realpath(tree), name));
  return path.isAbsolute(inside) || inside.split(path.sep)[0] === ".." ? null : inside;
}

const UNREADABLE = "compare both config files by eye; once this change is merged, base's can be read";

function unknownLimits(why: string): Warning {
  return {
    code: "base-limits-unknown",
    message: `base's config file cannot be read by this version, so it is unknown whether its limits differ from head's (${why})`,
    remedy: UNREADABLE,
  };
}

/**
 * Warns where the config file of a change that is to be merged holds head against another history than base's does, or against one where
 * base's is measured side by side: the change could bring the runs that let it pass. What is unknown of base's file is not taken for equal.
 * What the invocation itself says is not the change's.
 */
export async function otherHistory(
  invocation: Invocation,
  head: Config,
  signal?: AbortSignal,
): Promise<readonly Warning[]> {
  const { overrides, store, merge } = invocation;
  if (merge === undefined || (overrides.mode ?? head.measure.mode) !== "history") return [];
  const historyOf = (config: Config) =>
    (overrides.mode ?? config.measure.mode) === "history"
      ? `the history of ${config.suite} on ${config.baseline.branch} in ${store ?? config.store ?? "the usual store"}`
      : "base itself, measured side by side";
  // Compared before it is redacted: what hides a password may hide another host, too.
  const said = (text: string) => plainLine(redact(text), 200);
  const now = historyOf(head);
  try {
    const base = await configOfBase({ ...invocation, merge }, signal);
    const before = base === null ? now : historyOf(base);
    return before === now ? [] : [otherHistoryWarning(said(before), said(now))];
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return [unknownHistory(said(now), said(error.message.split("\n")[0]!), error.remedy ?? UNREADABLE)];
  }
}

/**
 * The config file as base's commit has it, also where it is a link or lies behind one.
 * @returns null if base has none yet, or if the file is outside of the repository
 * @throws PlumblineError where it is there and cannot be read
 */
async function configOfBase(
  { cwd, config: file, testMerge, merge, ...asked }: Invocation & Required<Pick<Invocation, "merge">>,
  signal: AbortSignal | undefined,
): Promise<Config | null> {
  const root = await askGit(cwd, "rev-parse", "--show-toplevel");
  if (root === null) throw unreadBase(`${cwd} is in no git repository`);
  const name = path.relative(cwd, path.resolve(cwd, file));
  const place = await placeFromRoot(root, cwd, name);
  if (place === null) return null;
  const targetBranch = merge.target ?? asked.targetBranch;
  const sha = await findBase(cwd, { ref: merge.base, targetBranch, testMerge, signal });
  const words = ["cat-file", "--batch", "--follow-symlinks"];
  const answer = await git(cwd, words, { input: `${sha}:${place}\n`, signal });
  if (!answer.ok) throw unreadBase(answer.reason);
  const [header = "", ...lines] = answer.text.split("\n");
  if (header.endsWith(" missing")) return null;
  if (!/^[0-9a-f]{40,64} blob \d+$/.test(header)) throw unreadBase(`${name} is no file there`);
  try {
    return parseConfig(lines.join("\n"), name);
  } catch (error) {
    throw error instanceof PlumblineError ? unreadBase(error.message, UNREADABLE) : error;
  }
}

function unreadBase(why: string, remedy = "run in a checkout with its history"): PlumblineError {
  return new PlumblineError("usage", why, { remedy });
}

function otherHistoryWarning(before: string, now: string): Warning {
  return {
    code: "other-history",
    message: `head's config file compares with ${now}, and base's with ${before}: the change itself chooses what it is held against`,
    remedy:
      "if the new history is wanted, review the change by its numbers and merge it: later pull requests are compared with that history",
  };
}

function unknownHistory(now: string, why: string, remedy: string): Warning {
  return {
    code: "other-history",
    message: `head's config file compares with ${now}, and base's cannot be read: the change itself may choose what it is held against (${why})`,
    remedy,
  };
}
