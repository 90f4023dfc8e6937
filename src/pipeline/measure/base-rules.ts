/** The rules of base's commit: held against head's limits, which the change under test may have written itself. */
import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { type Config, parseConfig } from "../../config/parse.ts";
import { rulesOf } from "../../config/rules.ts";
import { askGit } from "../../io/git/git.ts";
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
  if (root === null) return true;
  const inside = path.relative(await realpath(root), path.resolve(await realpath(tree), name));
  return path.isAbsolute(inside) || inside.split(path.sep)[0] === "..";
}

function unknownLimits(why: string): Warning {
  return {
    code: "base-limits-unknown",
    message: `base's config file cannot be read by this version, so it is unknown whether its limits differ from head's (${why})`,
    remedy: "compare both config files by eye; once this change is merged, base's can be read",
  };
}

/**
 * Warns where a pull request's config file holds head against another history than base's does, or against one where base's is measured
 * side by side: the change could bring the runs that let it pass. What the invocation itself says is not the change's.
 */
export async function otherHistory(
  { cwd, config: file, overrides, store, origin, targetBranch }: Invocation,
  head: Config,
  signal?: AbortSignal,
): Promise<readonly Warning[]> {
  if (origin.pullRequest === null || (overrides.mode ?? head.measure.mode) !== "history") return [];
  const name = path.relative(cwd, path.resolve(cwd, file));
  const sha = await findBase(cwd, { ref: null, targetBranch, ...(signal && { signal }) }).catch(
    (error: unknown) => {
      if (error instanceof PlumblineError) return null;
      throw error;
    },
  );
  const text = sha === null ? null : await askGit(cwd, "show", `${sha}:./${name}`);
  if (text === null) return [];
  try {
    const [before, now] = [parseConfig(text, name), head].map((config) =>
      (overrides.mode ?? config.measure.mode) === "history"
        ? `the history of ${config.suite} on ${config.baseline.branch} in ${store ?? config.store ?? "the usual store"}`
        : "base itself, measured side by side",
    );
    // Compared before it is redacted: what hides a password may hide another host, too.
    const said = (text: string) => plainLine(redact(text), 200);
    return before === now ? [] : [otherHistoryWarning(said(before!), said(now!))];
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return [unknownLimits(error.message.split("\n")[0]!)];
  }
}

function otherHistoryWarning(before: string, now: string): Warning {
  return {
    code: "other-history",
    message: `head's config file compares with ${now}, and base's with ${before}: the change itself chooses what it is held against`,
    remedy:
      "if the new history is wanted, review the change by its numbers and merge it: later pull requests are compared with that history",
  };
}
