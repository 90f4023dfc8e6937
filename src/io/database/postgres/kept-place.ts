/** Place of clusters that are kept between invocations, and their limit, by the config file and the environment. */
import { stat } from "node:fs/promises";
import { userInfo } from "node:os";
import path from "node:path";
import { parseBytes } from "../../../config/quantity.ts";
import { PlumblineError } from "../../../model/errors.ts";
import { cacheFolder } from "../../host/files.ts";

const USUAL_BYTES = 10 * 2 ** 30;

/** $XDG_CACHE_HOME/plumbline/data, else ~/.cache/plumbline/data. */
export function keptFolder(env: NodeJS.ProcessEnv = process.env): string {
  return path.resolve(cacheFolder("data", env), "data");
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
      remedy: "write off, or a size such as 20GiB",
    });
  }
  return asked ?? said ?? USUAL_BYTES;
}

/** Explains why the folder of kept data cannot be used, and what to do about it. */
export async function unusablePlace(folder: string, error: unknown): Promise<PlumblineError> {
  const { code = "", path: place = folder, message } = error as NodeJS.ErrnoException;
  const [why, remedy] = (await refusalReason(code, folder, place)) ?? [message, "see the reason"];
  return new PlumblineError("machine", `${folder} cannot be used: ${why}`, {
    remedy: `${remedy}, or set XDG_CACHE_HOME to another folder`,
    cause: error,
  });
}

async function refusalReason(
  code: string,
  folder: string,
  place: string,
): Promise<readonly [why: string, remedy: string] | null> {
  const named = (which: string) => (which === folder ? "it" : which);
  switch (code) {
    case "EEXIST":
    case "ENOTDIR": {
      const file = await fileOnTheWayTo(folder);
      return file === null ? null : [`${named(file)} is a file, and no folder`, "remove that file"];
    }
    case "EACCES":
    case "EPERM":
      return [`the user ${userName()} may not use ${named(place)}`, "give it the right to (chown, chmod)"];
    case "EROFS":
      return ["its file system is read-only", "mount it for writing"];
    case "ENOSPC":
    case "EDQUOT":
      return ["its disk is full", "make room on it"];
    default:
      return null;
  }
}

/** The folder's own place, or one of its parents', where that is no folder. */
async function fileOnTheWayTo(folder: string): Promise<string | null> {
  for (let place = folder; place !== path.dirname(place); place = path.dirname(place)) {
    const facts = await stat(place).catch(() => null);
    if (facts !== null) return facts.isDirectory() ? null : place;
  }
  return null;
}

/** Name of the user, or the number: in a container there is often no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "of this process");
  }
}
