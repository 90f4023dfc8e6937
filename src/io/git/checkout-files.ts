/** Files of a checkout, for a reader of repositories that nobody has looked through: nothing outside of it is read. */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { askGit } from "./git.ts";

/** Larger files are no scripts, no migrations and no lock files. */
const FILE_MOST = 4_000_000;
/** Files that are looked at in a folder that is in no repository. */
const FILES_MOST = 20_000;

export type CheckoutFiles = Readonly<{
  /** Paths with `/` from the folder: those that git tracks, and those that it does not ignore. */
  files: readonly string[];
  /** Text of one of them; null for one that is not there, is too large, is no file, or is a link to what lies outside. */
  read: (file: string) => string | null;
}>;

export async function checkoutFiles(folder: string): Promise<CheckoutFiles> {
  // Without -z git writes names with other letters than ASCII's in quotes.
  const listed = await askGit(folder, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
  const files = listed === null ? await walk(folder) : listed.split("\0").filter((file) => file !== "");
  const top = await askGit(folder, "rev-parse", "--show-toplevel");
  const root = realpathSync(top ?? folder);
  return { files: [...new Set(files)].toSorted(), read: (file) => readWithin(root, path.join(folder, file)) };
}

async function walk(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"));
  return files
    .filter((file) => !/(?:^|\/)(?:node_modules|\.git|vendor|\.venv)\//.test(file))
    .slice(0, FILES_MOST);
}

/** A link may lead to another file of the repository, and not to git's own, which can have credentials. */
function readWithin(root: string, file: string): string | null {
  try {
    const place = realpathSync(file);
    const parts = path.relative(root, place).split(path.sep);
    if (parts[0] === ".." || parts.includes(".git") || path.isAbsolute(parts[0]!)) return null;
    const found = statSync(place);
    return found.isFile() && found.size <= FILE_MOST ? readFileSync(place, "utf8") : null;
  } catch {
    return null;
  }
}
