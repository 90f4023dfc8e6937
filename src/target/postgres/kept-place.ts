/** Where filled clusters are kept between invocations, and how much of them: the config file's word, and the environment's. */
import { homedir } from "node:os";
import path from "node:path";
import { parseBytes } from "../../config/quantity.ts";
import { PlumblineError } from "../../model/errors.ts";

const USUAL_BYTES = 10 * 2 ** 30;

/** $XDG_CACHE_HOME/plumbline/data, else ~/.cache/plumbline/data. */
export function keptFolder(env: NodeJS.ProcessEnv = process.env): string {
  const base = env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache");
  return path.resolve(base, "plumbline", "data");
}

/**
 * Bytes that may be kept; null: nothing is kept, and nothing that was is used.
 * @param said by the config file: bytes, or false for none
 * @throws PlumblineError of kind "usage" where PLUMBLINE_CACHE is neither off nor a size
 */
export function keptBytes(
  said: number | false | undefined,
  env: NodeJS.ProcessEnv = process.env,
): number | null {
  const word = env["PLUMBLINE_CACHE"] ?? "";
  if (word === "off" || said === false) return null;
  const asked = word === "" ? undefined : parseBytes(word);
  if (word !== "" && asked === undefined) {
    throw new PlumblineError("usage", `PLUMBLINE_CACHE: got ${JSON.stringify(word)}`, {
      remedy: "off, or a size such as 20GiB",
    });
  }
  return asked ?? said ?? USUAL_BYTES;
}
