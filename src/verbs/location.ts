/** Where the store is when only the command line, the environment or a config file can say so. */
import { existsSync } from "node:fs";
import path from "node:path";
import { DEFAULT_STORE, loadConfig } from "../pipeline.ts";

export type StoreWords = Readonly<{ store?: string; config: string }>;

/** The config file's own name may lead nowhere: the store of a machine is there without any suite. */
const USUAL_CONFIG = "plumbline.yml";

export async function historyLocation(
  { store, config }: StoreWords,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<string> {
  const said = store || env["PLUMBLINE_STORE"];
  if (said) return said;
  if (config === USUAL_CONFIG && !existsSync(path.resolve(cwd, config))) return DEFAULT_STORE;
  return (await loadConfig({ cwd, config })).store ?? DEFAULT_STORE;
}
