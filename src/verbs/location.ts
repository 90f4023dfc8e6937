/** Where the store is when only the command line, the environment or a config file beside us can say so. */
import { existsSync } from "node:fs";
import path from "node:path";
import { DEFAULT_STORE, loadConfig } from "../pipeline.ts";

export async function historyLocation(
  given: string | undefined,
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<string> {
  const said = given || env["PLUMBLINE_STORE"];
  if (said) return said;
  if (!existsSync(path.join(cwd, "plumbline.yml"))) return DEFAULT_STORE;
  return (await loadConfig({ cwd, config: "plumbline.yml" })).store ?? DEFAULT_STORE;
}
