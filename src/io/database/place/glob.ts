/** Files by pattern: `*` and `?` within a name, `**` over folders; `!` before a pattern takes away what it names. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import { isExclusion } from "../../../config/setup.ts";

/** Files under `root` that the pattern names, sorted by path, relative to `root` with `/`. Hidden files only where it names them. */
export async function globFiles(root: string, pattern: string): Promise<readonly string[]> {
  const named = pattern.split("/").filter((part) => part !== "" && part !== ".");
  const parts = named.at(-1) === "**" ? [...named, "*"] : named;
  const files = await expand(root, "", parts);
  return [...new Set(files)].sort();
}

/**
 * Files that any of the patterns names, pattern by pattern, each file at its first place, without those that an exclusion names, wherever
 * it stands. Absolute patterns give absolute paths.
 * @param inOrder sorts the files of one pattern
 */
export async function globAll(
  root: string,
  patterns: readonly string[],
  inOrder: (files: readonly string[]) => readonly string[] = (files) => files,
): Promise<readonly string[]> {
  const filesOf = async (pattern: string) =>
    path.isAbsolute(pattern)
      ? (await globFiles("/", pattern)).map((file) => `/${file}`)
      : await globFiles(root, pattern);
  const found = new Set<string>();
  for (const pattern of patterns.filter((each) => !isExclusion(each)))
    for (const file of inOrder(await filesOf(pattern))) found.add(file);
  for (const pattern of patterns.filter(isExclusion))
    for (const file of await filesOf(pattern.slice(1))) found.delete(file);
  return [...found];
}

async function expand(root: string, prefix: string, parts: readonly string[]): Promise<string[]> {
  const [part, ...rest] = parts;
  if (part === undefined) return [];
  const entries = await readdir(path.join(root, prefix), { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  // `**` is any number of folders: none, or one and again.
  if (part === "**") found.push(...(await expand(root, prefix, rest)));
  const matcher = part === "**" ? /^[^.]/ : nameMatcher(part);
  if (part === "..") return await expand(root, path.posix.join(prefix, ".."), rest);
  for (const entry of entries.filter(({ name }) => matcher.test(name))) {
    const file = path.posix.join(prefix, entry.name);
    const isFolder = entry.isDirectory() || (entry.isSymbolicLink() && part !== "**");
    if (part === "**" && entry.isDirectory()) found.push(...(await expand(root, file, parts)));
    else if (part !== "**" && rest.length === 0 && !entry.isDirectory()) found.push(file);
    else if (part !== "**" && rest.length > 0 && isFolder) found.push(...(await expand(root, file, rest)));
  }
  return found;
}

function nameMatcher(part: string): RegExp {
  const body = part
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(/^[*?]/.test(part) ? `^(?!\\.)${body}$` : `^${body}$`, "u");
}
