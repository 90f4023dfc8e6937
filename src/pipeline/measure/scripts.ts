/** The scripts of a workload, as they lie in the tree of an arm. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../../config/parse.ts";
import { lfsPointer } from "../../io/database/setup/refusals.ts";
import { sha256 } from "../../io/host/files.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { RowFile, Script, ScriptSet } from "../../model/script.ts";

/** Bytes of a Git LFS pointer (its specification has at most 1,024). */
const POINTER_MOST = 1_024;

/**
 * @param position of the workload in the config file
 * @param tree folder that the files' names start from
 * @returns undefined for a workload of the load generator's own
 * @throws PlumblineError of kind "usage" with the place in the config file where a script cannot be read
 */
export async function readScripts(
  { workloads, places }: Pick<Config, "workloads" | "places">,
  position: number,
  tree: string,
): Promise<ScriptSet | undefined> {
  const { name, scripts, variables } = workloads[position]!;
  if (scripts.length === 0) return undefined;
  const files: Script[] = [];
  for (const [index, { file, weight }] of scripts.entries()) {
    const place = path.resolve(tree, file);
    const text = await readFile(place).catch((cause: NodeJS.ErrnoException) => {
      const why = cause.code === "ENOENT" ? `there is no file ${file} in ${tree}` : cause.message;
      throw new PlumblineError("usage", `${places.workloads[position]!.scripts[index]}: ${name}: ${why}`, {
        remedy: "name scripts from the folder where the check runs, one file each and no pattern",
        cause,
      });
    });
    const pointer = lfsPointer(text.toString("latin1", 0, POINTER_MOST));
    if (pointer !== null) {
      const where = places.workloads[position]!.scripts[index];
      throw new PlumblineError("usage", `${where}: ${name}: ${file}: ${pointer.what}`, pointer);
    }
    files.push({ file, path: place, weight, hash: sha256(text) });
  }
  return { files, variables };
}

/**
 * The same scripts with the files that they read.
 * @param paths as the load generator names them
 * @throws PlumblineError of kind "usage" for a file that Git LFS has not fetched
 */
export async function withRowFiles(
  script: ScriptSet,
  paths: readonly string[],
  tree: string,
): Promise<ScriptSet> {
  const named = [...new Set(paths.map((each) => path.normalize(each)))].toSorted();
  const rows: RowFile[] = [];
  for (const place of named) {
    const file = path.relative(tree, place);
    const { hash, head } = await hashAndHead(place);
    const pointer = lfsPointer(head);
    if (pointer !== null) throw new PlumblineError("usage", `${file}: ${pointer.what}`, pointer);
    rows.push({ file, path: place, hash });
  }
  return rows.length === 0 ? script : { ...script, rows };
}

/** Names of files that another tree does not have alike. */
export async function changedRowFiles({ rows = [] }: ScriptSet, tree: string): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { file, hash } of rows) {
    const other = await hashAndHead(path.resolve(tree, file)).catch(() => null);
    if (other?.hash !== hash) changed.push(file);
  }
  return changed;
}

/** It may be too large to be held. */
async function hashAndHead(place: string): Promise<Readonly<{ hash: string; head: string }>> {
  const hash = createHash("sha256");
  let head = "";
  for await (const chunk of createReadStream(place) as AsyncIterable<Buffer>) {
    if (head === "") head = chunk.toString("latin1", 0, POINTER_MOST);
    hash.update(chunk);
  }
  return { hash: hash.digest("hex"), head };
}

/** The same scripts as another tree has them; a file that it does not have stays what it is. */
export async function scriptsIn(tree: string, { files, variables }: ScriptSet): Promise<ScriptSet> {
  const found = files.map(async (script) => {
    const place = path.resolve(tree, script.file);
    const text = await readFile(place).catch(() => null);
    return text === null ? script : { ...script, path: place, hash: sha256(text) };
  });
  return { files: await Promise.all(found), variables };
}
