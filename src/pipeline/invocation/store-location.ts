/** Where the store is, as the command line, the environment or a config file says. */
import { existsSync } from "node:fs";
import path from "node:path";
import type { Config } from "../../config/parse.ts";
import { DEFAULT_CONFIG, loadConfig } from "./config-file.ts";
import type { Invocation } from "./invocation.ts";

const DEFAULT_STORE = "file:.plumbline";

/** Where the runs of an invocation are kept. */
export function storeOf({ store }: Pick<Invocation, "store">, config: Pick<Config, "store">): string {
  return store ?? config.store ?? DEFAULT_STORE;
}

export type StoreWords = Readonly<{ store?: string; config: string }>;

/** The store of a history: a config file that was not named may be missing, for a store is there without any suite. */
export async function historyLocation(
  { store, config }: StoreWords,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<string> {
  const said = store || env["PLUMBLINE_STORE"];
  if (said) return said;
  if (config === DEFAULT_CONFIG && !existsSync(path.resolve(cwd, config))) return DEFAULT_STORE;
  return storeOf({ store: null }, await loadConfig({ cwd, config }));
}
