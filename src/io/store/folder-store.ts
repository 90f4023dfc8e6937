/**
 * Runs in a folder, one JSON document each: DIR/SUITE/2026-11-21-1a2b3c4-head-ID.json; with them DIR/.reports/COMMIT/KEY.json and
 * DIR/.acceptances/ID.json, in folders that no suite can have. Any number of processes may write at once,
 * since a document appears under its name only when it is complete. Every question reads the documents of the suite, which is
 * quick for hundreds of runs; for more there is PostgreSQL.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import type { z } from "zod";
import { Acceptance } from "../../model/acceptance.ts";
import { parseStoredDocument } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import { Report } from "../../model/report.ts";
import { type Pair, Run } from "../../model/run.ts";
import { sha256 } from "../host/files.ts";
import { firstAcceptedFirst, matchesQuery, normalized, segmentStart } from "./accepted.ts";
import { type Pending, syncFolder, writeAll } from "./durable.ts";
import { FolderFacts } from "./folder-facts.ts";
import { byPosition, fits, type Positioned } from "./points.ts";
import { newestOfEach, reportKey } from "./report-key.ts";
import type {
  AcceptanceQuery,
  BaselineQuery,
  FingerprintQuery,
  HistoryQuery,
  ListQuery,
  MeasurementsQuery,
  Renamed,
  Store,
  StoredFingerprint,
  StoredSuite,
} from "./store.ts";
import { explain } from "./store-error.ts";
import {
  compareText,
  describeRun,
  oldestFirst,
  type StoredRun,
  uniqueById,
  withRepository,
} from "./stored-run.ts";

/** Facts about a document that its file name has. */
type DocumentFile = Readonly<{ path: string; id: string }>;

/** A file in a folder of documents; `id` is null if its name is not a run's. */
type Name = Readonly<{ path: string; id: string | null }>;

/** Folders that belong to no suite. */
const REPORTS = ".reports";
const ACCEPTANCES = ".acceptances";

const NAME = /-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.json$/;

export class FolderStore implements Store {
  readonly #folder: string;
  readonly #where: string;
  readonly #facts = new FolderFacts();

  private constructor(folder: string) {
    this.#folder = folder;
    this.#where = `file:${folder}`;
  }

  /** @param folder absolute path; made if it is missing */
  static async open(folder: string): Promise<FolderStore> {
    const store = new FolderStore(folder);
    await explain("open it", store.#where, async () => {
      // With `recursive`, a read-only file system reports that the folder does not exist; without it, the error names the true cause.
      await mkdir(folder, { recursive: true }).catch(() => mkdir(folder));
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
      // A run has another file name after its date or commit was corrected.
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
    const [run] = await this.loadAll([id]);
    return run;
  }

  async loadAll(ids: readonly string[]): Promise<readonly Run[]> {
    const what = ids.length === 1 ? `run ${ids[0]}` : `${ids.length} runs`;
    return await explain(`load ${what}`, this.#where, async () => {
      const paths = new Map((await this.#names()).map(({ id, path }) => [id, path]));
      const runs: Run[] = [];
      for (const id of ids.map((each) => each.toLowerCase())) {
        const path = paths.get(id);
        const run = path === undefined ? undefined : await this.#read({ path, id });
        if (run !== undefined) runs.push(run);
      }
      return runs;
    });
  }

  async baseline({ limit, ...query }: BaselineQuery): Promise<readonly Run[]> {
    return await explain(`read the baseline of suite ${query.suite}`, this.#where, async () => {
      const { repository, suite, branch } = query;
      const of = { suite, branch, ...(repository === undefined ? {} : { repository }) };
      const start = segmentStart(await this.acceptances(of));
      const found = await this.#select(
        query.suite,
        (run) =>
          run.mode === query.mode &&
          run.id !== query.except?.toLowerCase() &&
          (start === null || run.orderedAt >= start) &&
          fits(run, query),
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

  async measurements({ limit, ...of }: MeasurementsQuery): Promise<readonly Pair[]> {
    const { suite } = of;
    return await explain(`read the measurements of suite ${suite}`, this.#where, async () => {
      const found = await this.#select(suite, (run) => fits(run, of) && run.mode === "side-by-side");
      const bases = found.filter(({ run }) => run.arm === "base");
      const ofMeasurement = new Map(bases.map(({ entry, run }) => [run.measurementId, entry]));
      const heads = found.filter(({ run }) => run.arm === "head").slice(-limit);
      const pairs: Pair[] = [];
      for (const { entry, run } of heads.reverse()) {
        const partner = ofMeasurement.get(run.measurementId);
        const base = partner === undefined ? undefined : await this.#read(partner);
        const head = await this.#read(entry);
        if (base !== undefined && head !== undefined) pairs.push({ base, head });
      }
      return pairs;
    });
  }

  async history(query: HistoryQuery): Promise<readonly HistoryPoint[]> {
    return await explain("read the history", this.#where, async () => {
      const found = await this.#select(query.suite, (run) => fits(run, query));
      const points: Positioned[] = [];
      // Decodes the newest runs first, and no more than asked for: histograms are most of the work.
      for (const { entry, run } of found.reverse()) {
        if (points.length >= query.limit) break;
        const all = await this.#facts.points(entry.path, () => this.#read(entry));
        const fitting = all.filter(
          ({ workload, metric }) =>
            (query.workload === undefined || workload === query.workload) &&
            (query.metric === undefined || metric === query.metric) &&
            (query.metrics === undefined || query.metrics.includes(metric)),
        );
        points.push(...fitting.map((point) => ({ run, point })));
      }
      return points
        .sort(byPosition)
        .slice(-query.limit)
        .map(({ point }) => point);
    });
  }

  async list({ limit = Number.POSITIVE_INFINITY, ...query }: ListQuery = {}): Promise<readonly StoredRun[]> {
    return await explain("list the runs", this.#where, async () => {
      const found = await this.#select(query.suite, (run) => fits(run, query));
      return found.slice(Math.max(0, found.length - limit)).map(({ run }) => run);
    });
  }

  async remove(ids: readonly string[]): Promise<number> {
    const wanted = new Set(ids.map((id) => id.toLowerCase()));
    return await explain("remove runs", this.#where, async () => {
      const found = (await this.#names()).filter(({ id }) => id !== null && wanted.has(id));
      for (const { path } of found) await rm(path, { force: true });
      for (const { path, document } of await this.#documents(REPORTS, Report)) {
        if (wanted.has(document.head.id.toLowerCase())) await rm(path, { force: true });
      }
      return new Set(found.map(({ id }) => id)).size;
    });
  }

  async saveReport(report: Report): Promise<void> {
    const folder = join(REPORTS, safeName(report.head.commit.sha));
    await explain("save the report", this.#where, () =>
      this.#write(folder, [[safeName(reportKey(report)), report]]),
    );
  }

  async reports(commit: string): Promise<readonly Report[]> {
    return await explain(`read the reports about ${commit}`, this.#where, async () => {
      const found = await this.#documents(join(REPORTS, safeName(commit)), Report);
      return newestOfEach(found.map(({ document }) => document));
    });
  }

  async reportOf(runId: string): Promise<Report | undefined> {
    return await explain(`read the report about run ${runId}`, this.#where, async () => {
      const found = await this.#documents(REPORTS, Report);
      const about = found.filter(({ document }) => document.head.id.toLowerCase() === runId.toLowerCase());
      return newestOfEach(about.map(({ document }) => document))[0];
    });
  }

  async reportedCommits(): Promise<readonly string[]> {
    return await explain("list the reported commits", this.#where, async () => {
      const found = await this.#documents(REPORTS, Report);
      return [...new Set(found.map(({ document }) => document.head.commit.sha))].sort(compareText);
    });
  }

  async saveAcceptances(acceptances: readonly Acceptance[]): Promise<void> {
    await explain("save the acceptances", this.#where, () =>
      this.#write(
        ACCEPTANCES,
        acceptances.map(normalized).map((each) => [each.id, each]),
      ),
    );
  }

  async acceptances(query: AcceptanceQuery): Promise<readonly Acceptance[]> {
    return await explain("read the acceptances", this.#where, async () => {
      const found = await this.#documents(ACCEPTANCES, Acceptance);
      return found
        .map(({ document }) => document)
        .filter((acceptance) => matchesQuery(acceptance, query))
        .sort(firstAcceptedFirst);
    });
  }

  /** Writes documents into a folder of the store by their names, all or none. */
  async #write(
    folder: string,
    documents: readonly (readonly [name: string, document: unknown])[],
  ): Promise<void> {
    if (documents.length === 0) return;
    const place = join(this.#folder, folder);
    await mkdir(place, { recursive: true });
    await writeAll(
      documents.map(([name, document]) => ({
        id: name,
        path: join(place, `${name}.json`),
        temporary: join(place, `.${name}.${randomUUID()}.tmp`),
        text: `${JSON.stringify(document)}\n`,
      })),
    );
    await syncFolder(place);
  }

  /** Every document in a folder of the store and in its folders; none if the folder is missing. */
  async #documents<S extends z.ZodType>(
    folder: string,
    schema: S,
  ): Promise<readonly Readonly<{ path: string; document: z.infer<S> }>[]> {
    const place = join(this.#folder, folder);
    const names = await readdir(place, { recursive: true }).catch(noneWhereMissing);
    const paths = names
      .filter((name) => name.endsWith(".json") && !basename(name).startsWith("."))
      .map((name) => join(place, name));
    const texts = await Promise.all(
      paths.map(async (path) => ({ path, text: await readFile(path, "utf8").catch(undefinedWhereMissing) })),
    );
    return texts.flatMap(({ path, text }) =>
      text === undefined ? [] : [{ path, document: parseStored(schema, text, path) }],
    );
  }

  async suites(): Promise<readonly StoredSuite[]> {
    const newest = new Map<string, StoredSuite>();
    for (const { repository, suite, measuredAt } of await this.list()) {
      newest.set(JSON.stringify([repository, suite]), { repository, suite, newest: measuredAt });
    }
    return [...newest.values()].sort(
      (a, b) =>
        compareText(b.newest, a.newest) ||
        compareText(a.repository ?? "~", b.repository ?? "~") ||
        compareText(a.suite, b.suite),
    );
  }

  async fingerprints({ limit, ...query }: FingerprintQuery): Promise<readonly StoredFingerprint[]> {
    const known = new Map<string, StoredFingerprint>();
    for (const { id, fingerprint, orderedAt } of await this.list(query)) {
      const { runs, first } = known.get(fingerprint) ?? { runs: 0, first: orderedAt };
      known.set(fingerprint, { fingerprint, runs: runs + 1, first, last: orderedAt, newest: id });
    }
    return [...known.values()]
      .sort((a, b) => compareText(b.last, a.last) || compareText(a.fingerprint, b.fingerprint))
      .slice(0, limit);
  }

  /** A hash over the files: replacing a document makes a new file, so that its facts change. */
  async revision(): Promise<string | null> {
    return await explain("ask for its revision", this.#where, async () => {
      const names = await readdir(this.#folder, { recursive: true }).catch(noneWhereMissing);
      const digest = createHash("sha256");
      for (const name of names.sort(compareText)) {
        const facts = await stat(join(this.#folder, name), { bigint: true }).catch(undefinedWhereMissing);
        digest.update(`${name}\0${facts?.ino} ${facts?.size} ${facts?.mtimeNs}\n`);
      }
      return digest.digest("hex");
    });
  }

  /** Nothing to fill in: every question reads the documents themselves. */
  async fillIn(): Promise<number> {
    return 0;
  }

  async rename(from: string, to: string, progress: (runs: number) => void): Promise<Renamed> {
    return await explain(`rename ${from} to ${to}`, this.#where, async () => {
      const found = await this.#documents(ACCEPTANCES, Acceptance);
      const accepted = found.map(({ document }) => document).filter(({ repository }) => repository === from);
      await this.saveAcceptances(accepted.map((each) => ({ ...each, repository: to })));
      const reports = await this.#renameReports(from, to);
      let runs = 0;
      for (const { path } of await this.#entries()) {
        const run = withRepository<Run>(await readFile(path, "utf8"), from, to);
        if (run === null) continue;
        await this.#write(relative(this.#folder, dirname(path)), [[basename(path, ".json"), run]]);
        progress(++runs);
      }
      return { runs, reports, acceptances: accepted.length };
    });
  }

  async #renameReports(from: string, to: string): Promise<number> {
    let moved = 0;
    for (const { path } of await this.#documents(REPORTS, Report)) {
      const report = withRepository<Report>(await readFile(path, "utf8"), from, to);
      if (report === null) continue;
      // A document that was saved under the new name may be in its place already.
      const known = await this.reports(report.head.commit.sha);
      const later = known.find((each) => reportKey(each) === reportKey(report));
      if (later === undefined || later.createdAt < report.createdAt) await this.saveReport(report);
      await rm(path, { force: true });
      moved++;
    }
    return moved;
  }

  async close(): Promise<void> {}

  /** The runs whose facts pass a test, oldest first, each with its document's place. */
  async #select(suite: string | undefined, wanted: (run: StoredRun) => boolean): Promise<FoundRun[]> {
    const found = new Map<string, FoundRun>();
    for (const entry of await this.#entries(suite)) {
      const run = await this.#facts.run(entry.path, () => this.#read(entry));
      if (run !== undefined && wanted(run)) found.set(run.id, { entry, run });
    }
    return [...found.values()].sort((a, b) => oldestFirst(a.run, b.run));
  }

  /** The runs of one suite, or of all suites. A file that is no run may be a renamed one, so a question about all suites fails on it. */
  async #entries(suite?: string): Promise<readonly DocumentFile[]> {
    return (await this.#names(suite)).map(({ path, id }) => {
      if (id === null) throw foreign(path);
      return { path, id };
    });
  }

  /** The JSON files of the store. Other files, and names that begin with a dot, are left alone. */
  async #names(suite?: string): Promise<readonly Name[]> {
    const children = await readdir(this.#folder, { withFileTypes: true });
    const names: Name[] = [];
    for (const child of children.filter(({ name }) => !name.startsWith("."))) {
      const path = join(this.#folder, child.name);
      if (!child.isDirectory()) {
        if (child.name.endsWith(".json")) names.push({ path, id: null });
      } else if (suite === undefined || child.name === safeName(suite)) {
        names.push(...(await documentNames(path)));
      }
    }
    return names;
  }

  /** Reads a document; undefined if it was removed since its name was read. */
  async #read({ path, id }: DocumentFile): Promise<Run | undefined> {
    const text = await readFile(path, "utf8").catch(undefinedWhereMissing);
    if (text === undefined) return undefined;
    const run = parseStored(Run, text, path);
    if (run.id.toLowerCase() !== id) throw foreign(path);
    return run;
  }
}

type FoundRun = Readonly<{ entry: DocumentFile; run: StoredRun }>;

async function documentNames(folder: string): Promise<readonly Name[]> {
  const names = await readdir(folder);
  return names
    .filter((name) => name.endsWith(".json") && !name.startsWith("."))
    .sort()
    .map((name) => ({ path: join(folder, name), id: NAME.exec(name)?.[1] ?? null }));
}

function undefinedWhereMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
}

function noneWhereMissing(error: unknown): [] {
  undefinedWhereMissing(error);
  return [];
}

function parseStored<S extends z.ZodType>(schema: S, text: string, path: string): z.infer<S> {
  try {
    return parseStoredDocument(schema, text, path);
  } catch (cause) {
    throw new PlumblineError("store", `a stored document cannot be read: ${(cause as Error).message}`, {
      remedy: `move ${path} out of the store or delete it; the others are whole`,
      cause,
      unreadable: basename(path),
    });
  }
}

function foreign(path: string): PlumblineError {
  return new PlumblineError("store", `${path} is not a run: its file name is not a run id`, {
    remedy: "move it elsewhere; if it is a run, import it with `plumbline store import`",
  });
}

/** A name that every file system accepts. If characters were replaced, a hash is added, so that two suites never share a folder. */
function safeName(text: string): string {
  const safe = text
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^\.+/, "-")
    .slice(0, 80);
  if (safe === text) return text;
  return `${safe}-${sha256(text).slice(0, 8)}`;
}
