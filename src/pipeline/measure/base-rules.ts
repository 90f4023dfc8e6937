/** The rules of base's commit: held against head's limits, which the change under test may have written itself. */
import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { parseConfig } from "../../config/parse.ts";
import { rulesOf } from "../../config/rules.ts";
import { askGit } from "../../io/git/git.ts";
import type { ArmSource } from "../../io/git/sources.ts";
import type { Warning } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Rules } from "../../model/rules.ts";
import type { Invocation } from "../invocation/invocation.ts";

type BaseRules = Readonly<{
  /** Null if base has no config file yet, or it is the same for both, or cannot be read. */
  rules: Rules | null;
  warnings: readonly Warning[];
}>;

const NONE: BaseRules = { rules: null, warnings: [] };

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
