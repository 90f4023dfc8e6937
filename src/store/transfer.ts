/** Runs from files into a store, and from a store into a folder that is one itself. */
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { parseDocument } from "../model/document.ts";
import { PlumblineError } from "../model/errors.ts";
import { Run } from "../model/run.ts";
import { FolderStore } from "./folder-store.ts";
import type { Store } from "./store.ts";

/**
 * Takes in run documents, and whole folders that `exportRuns` or a folder store wrote. Nothing is saved before every file was read.
 * @param paths relative ones start from `cwd`.
 * @returns how many runs were read; runs that were there already are replaced.
 * @throws PlumblineError of kind "usage" that names the file which is missing or no run.
 */
export async function importRuns(store: Store, paths: readonly string[], cwd: string): Promise<number> {
  const runs: Run[] = [];
  const folders: FolderStore[] = [];
  for (const path of paths.map((each) => resolve(cwd, each))) {
    if (await isFolder(path)) folders.push(await FolderStore.open(path));
    else runs.push(parseDocument(Run, await readFile(path, "utf8"), path));
  }
  await store.save(runs);
  let count = runs.length;
  for (const folder of folders) count += await copyRuns(folder, store);
  return count;
}

/**
 * Writes every run of a store into a folder store, from which `importRuns` and `file:DIR` read it.
 * @returns how many runs were written.
 */
export async function exportRuns(store: Store, folder: string, cwd: string): Promise<number> {
  return await copyRuns(store, await FolderStore.open(resolve(cwd, folder)));
}

/** In portions: all runs of a store need not fit into memory, and saving one by one would take a transaction each. */
const PORTION = 50;

/** With the acceptances, which say where histories begin, and the reports, which is what is accepted. */

async function copyRuns(from: Store, to: Store): Promise<number> {
  const stored = await from.list();
  const ids = stored.map(({ id }) => id);
  let count = 0;
  for (let start = 0; start < ids.length; start += PORTION) {
    const loaded = await Promise.all(ids.slice(start, start + PORTION).map((id) => from.load(id)));
    const runs = loaded.filter((run) => run !== undefined);
    await to.save(runs);
    count += runs.length;
  }
  const acceptances = await from.acceptances({});
  await to.saveAcceptances(acceptances);
  // Of a fork's measurement the store has the report alone: it is found only where somebody accepted it.
  for (const commit of new Set([...stored, ...acceptances].map((each) => each.commit))) {
    for (const report of await from.reports(commit)) await to.saveReport(report);
  }
  return count;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (cause) {
    throw new PlumblineError("usage", `cannot import ${path}: ${(cause as Error).message}`, {
      remedy: "name run documents (run.json) or a folder of them as `plumbline store export` writes it",
      cause,
    });
  }
}
