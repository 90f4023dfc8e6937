/** Runs from files and other stores into a store, and from a store into a folder that is one itself, or into JSON lines. */
import { createWriteStream } from "node:fs";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { parseDocument } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import { Run } from "../../model/run.ts";
import { FolderStore } from "./folder-store.ts";
import { LineWriter, readLines, type StoreLine } from "./json-lines.ts";
import { runsNewestFirst } from "./pages.ts";
import { Receiver } from "./receiver.ts";
import { resumable } from "./resumable.ts";
import type { Store } from "./store.ts";
import { explain } from "./store-error.ts";

/**
 * Gets, after each whole portion, how many runs are done.
 * @param share of all there is, from 0 to 1; null if it is not known
 */
export type TransferProgress = (runs: number, share: number | null) => void;
const silent: TransferProgress = () => undefined;

/**
 * Takes in run documents, folders in which some lie, whole folders that `exportRuns` or a folder store wrote, and JSON lines. Before
 * anything is saved, each document that is named, and each that lies in a folder, was read; lines are taken as they come. Of all that
 * no more than a portion is in memory.
 * @param sources relative paths start from `cwd`; a stream has JSON lines
 * @returns how many runs were read; runs that were there already are replaced, older reports and acceptances replace no newer ones.
 * @throws PlumblineError of kind "usage" that names the file which is missing or no run.
 */
export async function importRuns(
  store: Store,
  sources: readonly (string | Readable)[],
  cwd: string,
  progress: TransferProgress = silent,
): Promise<number> {
  const checked: LineSource[] = [];
  for (const source of sources) {
    checked.push(await checkedSource(typeof source === "string" ? resolve(cwd, source) : source));
  }
  const bytes = checked.reduce<number | null>((sum, each) => addKnown(sum, each.bytes), 0);
  let heard = 0;
  const lines = linesIn(checked, (more) => {
    heard += more;
  });
  const receiver = await Receiver.into(store, (runs) =>
    progress(runs, bytes === null ? null : heard / bytes),
  );
  return await received(lines, receiver, "imported");
}

/** @param heard gets the number of bytes of each part */
async function* linesIn(
  sources: readonly LineSource[],
  heard: (bytes: number) => void,
): AsyncGenerator<StoreLine> {
  for (const { lines } of sources) yield* lines(heard);
}

function addKnown(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

/** @param done what has become of the runs so far, for the error that it was cut short */
async function received(lines: AsyncIterable<StoreLine>, receiver: Receiver, done: string): Promise<number> {
  const work = async () => {
    await receiver.take(lines);
    return receiver.runs;
  };
  return await resumable(work, () => (receiver.runs === 0 ? null : `${receiver.runs} runs are ${done}`));
}

/** Something to import: its size, null where that is not known before it is read, and its lines, which say how many bytes they were. */
type LineSource = Readonly<{
  bytes: number | null;
  lines: (heard: (bytes: number) => void) => AsyncIterable<StoreLine>;
}>;

async function checkedSource(source: string | Readable): Promise<LineSource> {
  if (source instanceof Readable) return { bytes: null, lines: () => readLines(source, "standard input") };
  if (await isFolder(source)) return await checkedFolder(source);
  if (source.endsWith(".jsonl")) return await linesOfFile(source);
  return await checkedDocuments([source]);
}

async function linesOfFile(path: string): Promise<LineSource> {
  const { size } = await stat(path);
  return {
    // A pipe or a device has no size.
    bytes: size === 0 ? null : size,
    lines: async function* (heard) {
      const file = (await readBy(path, open)).createReadStream();
      let heardBytes = 0;
      for await (const line of readLines(file, path)) {
        heard(file.bytesRead - heardBytes);
        heardBytes = file.bytesRead;
        yield line;
      }
    },
  };
}

async function checkedFolder(path: string): Promise<LineSource> {
  const documents = await documentsIn(path);
  if (documents.length === 0) {
    // A store without runs may still have acceptances.
    if ((await readdir(path)).length === 0) throw nothingIn(path);
    const folder = await FolderStore.open(path);
    return { bytes: null, lines: () => storeLines(folder) };
  }
  const runs: string[] = [];
  for (const document of documents) {
    if (RUN_SCHEMA.test(await readBy(document, fileText))) runs.push(document);
  }
  if (runs.length === 0) throw nothingIn(path);
  return await checkedDocuments(runs);
}

async function checkedDocuments(paths: readonly string[]): Promise<LineSource> {
  const runAt = async (path: string) => {
    const text = await readBy(path, fileText);
    return { run: parseDocument(Run, text, path), bytes: Buffer.byteLength(text) };
  };
  let all = 0;
  for (const path of paths) all += (await runAt(path)).bytes;
  return {
    bytes: all,
    lines: async function* (heard) {
      for (const path of paths) {
        const { run, bytes } = await runAt(path);
        heard(bytes);
        yield { kind: "run", run };
      }
    },
  };
}

/** Documents that lie in a folder itself, such as `check` leaves them; a store has them in folders of their suites. */
async function documentsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  return names.filter((name) => name.endsWith(".json")).map((name) => join(folder, name));
}

/** Every document begins with its own name and version; reports lie next to runs. */
const RUN_SCHEMA = /^\s*\{\s*"schema":\s*"plumbline\.run\//;

function nothingIn(folder: string): PlumblineError {
  return new PlumblineError("usage", `there is no run in ${folder}`, {
    remedy:
      "name a folder that `plumbline check` or `plumbline store export` wrote, or the documents themselves",
  });
}

/**
 * Writes every run of a store, with what belongs to it, where `importRuns` reads it from.
 * @param target a folder store, made where it is missing, which `file:DIR` names, too; a file of JSON lines, by its end `.jsonl`, that
 *   is there when it is whole; or a stream of such lines
 * @param repository only what is known to be of it; null for all
 * @returns how many runs were written.
 */
export async function exportRuns(
  store: Store,
  target: string | Writable,
  cwd: string,
  progress: TransferProgress = silent,
  repository: string | null = null,
): Promise<number> {
  const lines = storeLines(store, repository);
  if (target instanceof Writable) return await writeLines(lines, target, "standard output", progress);
  const path = resolve(cwd, target);
  if (path.endsWith(".jsonl")) return await writeFile(lines, path, progress);
  const receiver = await Receiver.into(await FolderStore.open(path), (runs) => progress(runs, null));
  return await received(lines, receiver, "exported");
}

async function writeFile(
  lines: AsyncIterable<StoreLine>,
  path: string,
  progress: TransferProgress,
): Promise<number> {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = createWriteStream(temporary, { flags: "wx", flush: true });
  const written = finished(file);
  written.catch(() => undefined);
  try {
    const runs = await writeLines(lines, file, path, progress);
    file.end();
    await explain("write it", path, () => written);
    await rename(temporary, path);
    return runs;
  } catch (error) {
    file.destroy();
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeLines(
  lines: AsyncIterable<StoreLine>,
  out: Writable,
  name: string,
  progress: TransferProgress,
): Promise<number> {
  const writer = new LineWriter(out);
  let runs = 0;
  for await (const line of lines) {
    await explain("write it", name, () => writer.write(line));
    if (line.kind === "run" && ++runs % PORTION === 0) progress(runs, null);
  }
  return runs;
}

/** Documents that are loaded at a time: some are a megabyte. */
const PORTION = 20;

/** All that a store has: runs, then what was accepted, which says where histories begin, then reports, which are what can be accepted. */
async function* storeLines(store: Store, repository: string | null = null): AsyncGenerator<StoreLine> {
  const only = repository === null ? {} : { repository };
  const isOther = (of: string | null) => repository !== null && of !== repository;
  let ids: string[] = [];
  for await (const run of runsNewestFirst(store, only)) {
    if (isOther(run.repository)) continue;
    ids.push(run.id);
    if (ids.length < PORTION) continue;
    for (const run of await store.loadAll(ids)) yield { kind: "run", run };
    ids = [];
  }
  for (const run of await store.loadAll(ids)) yield { kind: "run", run };
  for (const acceptance of await store.acceptances(only)) yield { kind: "acceptance", acceptance };
  // All reports, not only those of stored runs: of a fork's measurement the store has the report alone.
  const commits = await store.reportedCommits();
  for (let start = 0; start < commits.length; start += PORTION) {
    const reports = await Promise.all(
      commits.slice(start, start + PORTION).map((each) => store.reports(each)),
    );
    for (const report of reports.flat()) {
      if (!isOther(report.origin.repository)) yield { kind: "report", report };
    }
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await readBy(path, stat)).isDirectory();
}

async function fileText(path: string): Promise<string> {
  return await readFile(path, "utf8");
}

/** @throws PlumblineError of kind "usage" that names what cannot be read */
async function readBy<T>(path: string, how: (path: string) => Promise<T>): Promise<T> {
  try {
    return await how(path);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file or folder" : message;
    throw new PlumblineError("usage", `cannot import ${path}: ${reason}`, {
      remedy:
        "name run documents (run.json), a folder of them, or what `plumbline store export` wrote; `-` is standard input",
      cause,
    });
  }
}
