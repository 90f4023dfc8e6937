/** Data files of a set-up that are not there: Git LFS left a pointer in the place of each, which would be read as data. */
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { PlumblineError } from "../../../model/errors.ts";
import { lfsPointer } from "./refusals.ts";

/** Bytes of a Git LFS pointer (its specification has at most 1,024). */
const POINTER_MOST = 1_024;
/** A server's files that a statement names in a literal: COPY t FROM '/data/t.tsv', pg_read_file('/data/t.json'). */
const NAMED_IN_SQL = /(?:\bfrom\s+|\b(?:pg_read_(?:binary_)?file|lo_import)\s*\(\s*)e?'((?:[^']|'')+)'/gi;
/** A shell's words, as far as they may be files: what stands between blanks, quotes and its operators. */
const WORD = /[^\s'"`;|&<>()=]+/g;

/**
 * Looks at the files that a set-up file's statements read on the server's side, where they are of this machine, too.
 * @throws PlumblineError of kind "usage" for one that is a pointer
 */
export async function assureDataOfSql(file: string, sql: string): Promise<void> {
  for (const match of sql.matchAll(NAMED_IN_SQL)) {
    const place = match[1]!.replaceAll("''", "'");
    const line = sql.slice(0, match.index).split("\n").length;
    if (path.isAbsolute(place)) await assureData(place, `${file}:${line}: ${place}`);
  }
}

/**
 * Looks at the files of the tree that a set-up command names.
 * @throws PlumblineError of kind "usage" for one that is a pointer, unless the command is one of Git LFS itself
 */
export async function assureDataOfCommand(tree: string, command: string): Promise<void> {
  if (/\bgit\s+lfs\b/.test(command)) return;
  for (const [word] of command.matchAll(WORD))
    await assureData(path.resolve(tree, word), `database.setup: \`${command}\`: ${word}`);
}

async function assureData(place: string, said: string): Promise<void> {
  const pointer = lfsPointer(await readBeginning(place));
  if (pointer === null) return;
  throw new PlumblineError("usage", `${said}: ${pointer.what}`, { remedy: pointer.remedy });
}

/** "" where there is no such file, or none that has a beginning. */
async function readBeginning(place: string): Promise<string> {
  // A pipe is not opened: that would wait for who writes.
  const isFile = await stat(place).then(
    (found) => found.isFile(),
    () => false,
  );
  const file = isFile ? await open(place).catch(() => null) : null;
  if (file === null) return "";
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(POINTER_MOST), position: 0 });
    return buffer.toString("latin1", 0, bytesRead);
  } finally {
    await file.close();
  }
}
