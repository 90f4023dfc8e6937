/** The config file of an invocation, read. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Config, parseConfig, suiteIn } from "../../config/parse.ts";
import { readTextFile } from "../../io/host/files.ts";
import type { Invocation } from "./invocation.ts";

export const DEFAULT_CONFIG = "plumbline.yml";

/** The suite of a config file, also of one that cannot be measured: what came of it has a name all the same. */
export async function suiteNamed({ cwd, config }: Pick<Invocation, "cwd" | "config">): Promise<string> {
  return suiteIn(await readFile(path.resolve(cwd, config), "utf8").catch(() => ""));
}

/** @throws PlumblineError of kind "usage" if it cannot be read, or with the line and column of what is wrong in it */
export async function loadConfig(invocation: Pick<Invocation, "cwd" | "config">): Promise<Config> {
  const file = path.resolve(invocation.cwd, invocation.config);
  const text = await readTextFile(
    file,
    "the config file",
    'write one by `plumbline init` (README, "Use it"), or name another file with --config',
  );
  return parseConfig(text, path.relative(invocation.cwd, file) || file);
}
