/** Runs from files into a store, and from a store into a folder that is one itself. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseDocument } from "../model/document.ts";
import { PlumblineError } from "../model/errors.ts";
import { Run } from "../model/run.ts";
import { FolderStore } from "./folder-store.ts";
import { reportKey } from "./report-key.ts";
import type { Store } from "./store.ts";

/**
 * Takes in run documents, folders in which some lie, and whole folders that `exportRuns` or a folder store wrote. Nothing is saved
 * before every file was read.
 * @param paths relative ones start from `cwd`.
 * @returns how many runs were read; runs that were there already are replaced, older reports and acceptances replace no newer ones.
 * @throws PlumblineError of kind "usage" that names the file which is missing or no run.
 */
export async function importRuns(store: Store, paths: readonly string[], cwd: string): Promise<number> {
  const runs: Run[] = [];
  const folders: FolderStore[] = [];
  for (const path of paths.map((each) => resolve(cwd, each))) {
    if (!(await isFolder(path))) {
      runs.push(parseDocument(Run, await readFile(path, "utf8"), path));
      continue;
    }
    const documents = await documentsIn(path);
    if (documents.length === 0) {
      // Without runs it may have what was accepted.
      if ((await readdir(path)).length === 0) throw nothingIn(path);
      folders.push(await FolderStore.open(path));
      continue;
    }
    const lying = await runsAmong(documents);
    if (lying.length === 0) throw nothingIn(path);
    runs.push(...lying);
  }
  await store.save(runs);
  let count = runs.length;
  for (const folder of folders) count += await copyRuns(folder, store);
  return count;
}

/** Documents that lie in a folder itself, such as `check` leaves them; a store has them in folders of their suites. */
async function documentsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith(".json")).map((name) => join(folder, name));
}

/** Reports lie beside runs. */
async function runsAmong(files: readonly string[]): Promise<readonly Run[]> {
  const runs: Run[] = [];
  for (const file of files) {
    const text = await readFile(file, "utf8");
    if (RUN_SCHEMA.test(text)) runs.push(parseDocument(Run, text, file));
  }
  return runs;
}

/** Every document begins with its own name and version. */
const RUN_SCHEMA = /^\s*\{\s*"schema":\s*"plumbline\.run\//;

function nothingIn(folder: string): PlumblineError {
  return new PlumblineError("usage", `there is no run in ${folder}`, {
    remedy:
      "name a folder that `plumbline check` or `plumbline store export` wrote, or the documents themselves",
  });
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

/**
 * Copies runs with what belongs to them: the acceptances, which say where histories begin, and the reports, which are what can be
 * accepted. Where both stores know something, the later knowledge stays: an export may be older than the store it comes back to.
 * @returns how many runs there were
 */
async function copyRuns(from: Store, to: Store): Promise<number> {
  const ids = (await from.list()).map(({ id }) => id);
  let count = 0;
  for (let start = 0; start < ids.length; start += PORTION) {
    const loaded = await Promise.all(ids.slice(start, start + PORTION).map((id) => from.load(id)));
    const runs = loaded.filter((run) => run !== undefined);
    await to.save(runs);
    count += runs.length;
  }
  await copyAcceptances(from, to);
  await copyReports(from, to);
  return count;
}

/** What was taken back stays so, and what has landed has landed. */
async function copyAcceptances(from: Store, to: Store): Promise<void> {
  const known = new Map((await to.acceptances({})).map((each) => [each.id, each]));
  const merged = (await from.acceptances({})).map((each) => {
    const there = known.get(each.id);
    return { ...each, revoked: there?.revoked ?? each.revoked, landed: there?.landed ?? each.landed };
  });
  await to.saveAcceptances(merged);
}

/** All of them: of a fork's measurement the store has the report alone. */
async function copyReports(from: Store, to: Store): Promise<void> {
  for (const commit of await from.reportedCommits()) {
    const known = new Map((await to.reports(commit)).map((each) => [reportKey(each), each.createdAt]));
    for (const report of await from.reports(commit)) {
      const there = known.get(reportKey(report));
      if (there === undefined || Date.parse(there) < Date.parse(report.createdAt))
        await to.saveReport(report);
    }
  }
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
