/**
 * Runs in a folder, one JSON document each: DIR/SUITE/2026-11-21-1a2b3c4-head-ID.json. Any number of processes may write at once,
 * since a document appears under its name only when it is complete. Every question reads the documents of the suite, which is
 * quick for hundreds of runs; for more there is PostgreSQL.
 */
import { createHash, randomUUID } from "node:crypto";
import { access, type FileHandle, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseDocument } from "../model/document.ts";
import { PlumblineError } from "../model/errors.ts";
import type { HistoryPoint } from "../model/history-point.ts";
import { Run } from "../model/run.ts";
import { fits, inOrder, type Positioned, pointsOf } from "./points.ts";
import type { BaselineQuery, HistoryQuery, Store } from "./store.ts";
import { explain } from "./store-error.ts";
import { describeRun, oldestFirst, type StoredRun, uniqueById } from "./stored-run.ts";

/** A document by its name alone. */
type Entry = Readonly<{ path: string; id: string }>;

/** What lies where documents lie: null where the name is not that of a run. */
type Name = Readonly<{ path: string; id: string | null }>;

type Pending = Readonly<{ id: string; path: string; temporary: string; text: string }>;

const NAME = /-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/;

export class FolderStore implements Store {
  readonly #folder: string;
  readonly #where: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.#where = `file:${folder}`;
  }

  /** @param folder absolute; made where it is missing. */
  static async open(folder: string): Promise<FolderStore> {
    const store = new FolderStore(folder);
    await explain("open it", store.#where, async () => {
      await mkdir(folder, { recursive: true });
      await readdir(folder);
    });
    return store;
  }

  async save(runs: readonly Run[]): Promise<void> {
    const pending = uniqueById(runs).map((run) => this.#pending(run));
    await explain("save the runs", this.#where, async () => {
      const earlier = await this.#names();
      const folders = new Set(pending.map(({ path }) => dirname(path)));
      for (const folder of folders) await mkdir(folder, { recursive: true });
      await writeAll(pending);
      for (const folder of folders) await syncFolder(folder);
      // A run whose date or commit was corrected has another name now.
      const current = new Map(pending.map(({ id, path }) => [id, path]));
      for (const { id, path } of earlier) {
        if (id !== null && current.has(id) && current.get(id) !== path) await rm(path, { force: true });
      }
    });
  }

  #pending(run: Run): Pending {
    const { id, measuredAt, commit, arm, suite } = describeRun(run);
    const name = `${measuredAt.slice(0, 10)}-${safeName(commit.slice(0, 7))}-${arm}-${id}.json`;
    const folder = join(this.#folder, safeName(suite));
    return {
      id,
      path: join(folder, name),
      temporary: join(folder, `.${name}.${randomUUID()}.tmp`),
      text: `${JSON.stringify(run)}\n`,
    };
  }

  async load(id: string): Promise<Run | undefined> {
    return await explain(`load run ${id}`, this.#where, async () => {
      const wanted = id.toLowerCase();
      const found = (await this.#names()).find((name) => name.id === wanted);
      return found === undefined ? undefined : await this.#read({ path: found.path, id: wanted });
    });
  }

  async baseline({ limit, ...query }: BaselineQuery): Promise<readonly Run[]> {
    return await explain(`read the baseline of suite ${query.suite}`, this.#where, async () => {
      const found = await this.#select(
        query.suite,
        (run) => run.mode === query.mode && run.id !== query.except?.toLowerCase() && fits(run, query),
      );
      const runs: Run[] = [];
      for (const { entry } of found.reverse()) {
        if (runs.length === limit) break;
        const run = await this.#read(entry);
        if (run !== undefined) runs.push(run);
      }
      return runs;
    });
  }

  async history(query: HistoryQuery): Promise<readonly HistoryPoint[]> {
    return await explain("read the history", this.#where, async () => {
      const found = await this.#select(query.suite, (run) => fits(run, query));
      const points: Positioned[] = [];
      // Newest first and only as many as asked for: decoding histograms is most of the work.
      for (const { entry, run } of found.reverse()) {
        if (points.length >= query.limit) break;
        const document = await this.#read(entry);
        if (document !== undefined)
          points.push(...pointsOf(document, query).map((point) => ({ run, point })));
      }
      return points
        .sort(inOrder)
        .slice(-query.limit)
        .map(({ point }) => point);
    });
  }

  async list(): Promise<readonly StoredRun[]> {
    return await explain("list the runs", this.#where, async () =>
      (await this.#select(undefined, () => true)).map(({ run }) => run),
    );
  }

  async remove(ids: readonly string[]): Promise<number> {
    const wanted = new Set(ids.map((id) => id.toLowerCase()));
    return await explain("remove runs", this.#where, async () => {
      const found = (await this.#names()).filter(({ id }) => id !== null && wanted.has(id));
      for (const { path } of found) await rm(path, { force: true });
      return new Set(found.map(({ id }) => id)).size;
    });
  }

  async close(): Promise<void> {}

  /** The runs that a test of their facts lets through, oldest first, each with its document's place. */
  async #select(suite: string | undefined, wanted: (run: StoredRun) => boolean): Promise<Found[]> {
    const found = new Map<string, Found>();
    for (const entry of await this.#entries(suite)) {
      const document = await this.#read(entry);
      if (document === undefined) continue;
      const run = describeRun(document);
      if (wanted(run)) found.set(run.id, { entry, run });
    }
    return [...found.values()].sort((a, b) => oldestFirst(a.run, b.run));
  }

  /** The runs of a suite, or of all. A file that is no run might be one that was renamed: whoever asks for all must hear of it. */
  async #entries(suite?: string): Promise<readonly Entry[]> {
    return (await this.#names(suite)).map(({ path, id }) => {
      if (id === null) throw foreign(path);
      return { path, id };
    });
  }

  /** The JSON files of the store. Names that begin with a dot, and other kinds of files, are not its business. */
  async #names(suite?: string): Promise<readonly Name[]> {
    const children = await readdir(this.#folder, { withFileTypes: true });
    const names: Name[] = [];
    for (const child of children.filter(({ name }) => !name.startsWith("."))) {
      const path = join(this.#folder, child.name);
      if (!child.isDirectory()) {
        if (child.name.endsWith(".json")) names.push({ path, id: null });
      } else if (suite === undefined || child.name === safeName(suite)) {
        names.push(...(await namesIn(path)));
      }
    }
    return names;
  }

  /** Undefined where the document was removed since its name was read. */
  async #read({ path, id }: Entry): Promise<Run | undefined> {
    let text: string;
    try {
      text = await readFile(path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
    const run = parseStored(text, path);
    if (run.id.toLowerCase() !== id) throw foreign(path);
    return run;
  }
}

type Found = Readonly<{ entry: Entry; run: StoredRun }>;

async function namesIn(folder: string): Promise<readonly Name[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith(".json") && !name.startsWith("."))
    .sort()
    .map((name) => ({ path: join(folder, name), id: NAME.exec(name)?.[1] ?? null }));
}

function parseStored(text: string, path: string): Run {
  try {
    return parseDocument(Run, text, path);
  } catch (cause) {
    throw new PlumblineError("store", `a stored run cannot be read: ${(cause as Error).message}`, {
      remedy: `move ${path} out of the store or delete it; the other runs are whole`,
      cause,
    });
  }
}

function foreign(path: string): PlumblineError {
  return new PlumblineError(
    "store",
    `${path} is not a run of this store: ${basename(path)} has not the name of one`,
    {
      remedy: "move it elsewhere; if it is a run, take it in with `plumbline store import`",
    },
  );
}

/** All documents or none: they get their names only when each is on the disk, and lose them again if one cannot have its. */
async function writeAll(pending: readonly Pending[]): Promise<void> {
  const named: string[] = [];
  try {
    for (const { temporary, text } of pending) await writeDurably(temporary, text);
    for (const { temporary, path } of pending) {
      const replaced = await exists(path);
      await rename(temporary, path);
      if (!replaced) named.push(path);
    }
  } catch (error) {
    for (const path of [...named, ...pending.map(({ temporary }) => temporary)]) {
      await rm(path, { force: true }).catch(() => undefined);
    }
    throw error;
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  await using(await open(path, "wx"), async (file) => {
    await file.writeFile(text);
    await file.sync();
  });
}

/** A new name is on the disk when its folder is. */
async function syncFolder(path: string): Promise<void> {
  await using(await open(path, "r"), (folder) => folder.sync());
}

async function using(file: FileHandle, work: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}

/** A name that every file system takes. What had to be replaced is told apart by a hash, so two suites never share a folder. */
function safeName(text: string): string {
  const safe = text
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^\.+/, "-")
    .slice(0, 80);
  if (safe === text) return text;
  return `${safe}-${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
}
