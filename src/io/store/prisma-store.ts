/** Runs in PostgreSQL, through Prisma. prisma/schema.prisma says what the columns mean; what is not Prisma's SQL is in statements.ts. */
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Acceptance } from "../../model/acceptance.ts";
import { defined } from "../../model/defined.ts";
import { parseStoredDocument } from "../../model/document.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import { Report } from "../../model/report.ts";
import { type Pair, Run } from "../../model/run.ts";
import { redact } from "../../model/secrets.ts";
import { segmentStart } from "./accepted.ts";
import { type Prisma, PrismaClient } from "./generated/client.ts";
import { migrate, ready } from "./migrate.ts";
import { MIGRATIONS, type StoreMigration } from "./migrations.ts";
import { CONNECT_TIMEOUT_MS, openPool, type PoolOptions } from "./pool.ts";
import { isPostgresql } from "./product.ts";
import { lastOfEach, rowKey } from "./report-key.ts";
import { acceptanceFromRow, acceptanceRow, pointsFromRow, storedRun } from "./rows.ts";
import { KNOWS_PROPOSALS, KNOWS_REPOSITORIES, type Use } from "./schema-version.ts";
import {
  type FactsRow,
  type FingerprintRow,
  type PointsRow,
  StoreStatements,
  type SuiteRow,
} from "./statements.ts";
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
  oldestFirst,
  repositoryOf,
  type StoredRun,
  uniqueById,
  withRepository,
} from "./stored-run.ts";

/** For an answer, and for a transaction: a portion of runs over a slow link takes minutes. */
const TRANSACTION_TIMEOUT_MS = 300_000;
/** Documents that are unpacked at a time when all are looked at. */
const PORTION = 200;
/** Id that sorts before every other. */
const NO_ID = "00000000-0000-0000-0000-000000000000";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const pack = promisify(deflate);
const unpack = promisify(inflate);

const NEWEST_FIRST = [{ orderedAt: "desc" }, { measuredAt: "desc" }, { id: "desc" }] as const;

export class PrismaStore implements Store {
  readonly #client: PrismaClient;
  readonly #statements: StoreStatements;
  readonly #where: string;
  readonly #knowsRepositories: boolean;
  readonly #knowsProposals: boolean;
  #hasSnapshots: boolean | null = null;

  private constructor(client: PrismaClient, schema: string, version: number, where: string) {
    this.#client = client;
    this.#statements = new StoreStatements(schema, version);
    this.#knowsRepositories = version >= KNOWS_REPOSITORIES;
    this.#knowsProposals = version >= KNOWS_PROPOSALS;
    this.#where = where;
  }

  /**
   * Connects, and readies the tables for that use. The pool that it opens is closed by `close`.
   * @param tested the migrations of another version, and the milliseconds that a transaction may take, for tests
   */
  static async open(
    url: string,
    use: Use = "write",
    options: PoolOptions = {},
    {
      migrations = MIGRATIONS,
      timeout = TRANSACTION_TIMEOUT_MS,
    }: Readonly<{ migrations?: readonly StoreMigration[]; timeout?: number }> = {},
  ): Promise<PrismaStore> {
    const where = redact(url);
    const { pool, schema, allow } = openPool(url, options);
    const version = await ready(pool, schema, where, use, migrations).catch(async (error: unknown) => {
      await pool.end();
      throw error;
    });
    allow(TRANSACTION_TIMEOUT_MS);
    const adapter = new PrismaPg(pool, { schema, disposeExternalPool: true });
    const transactionOptions = { timeout, maxWait: CONNECT_TIMEOUT_MS };
    const client = new PrismaClient({ adapter, errorFormat: "minimal", transactionOptions });
    return new PrismaStore(client, schema, version, where);
  }

  /** The upsert comes first: it holds the rows of the runs, so that another process that saves one of them waits here. */
  async save(runs: readonly Run[]): Promise<void> {
    const unique = uniqueById(runs);
    if (unique.length === 0) return;
    const ids = unique.map(({ id }) => id);
    await explain("save the runs", this.#where, async () => {
      // Threads of their own deflate while this one goes through the histograms.
      const packing = Promise.all(unique.map((run) => pack(JSON.stringify(run))));
      const insertion = this.#statements.insertEstimates(unique);
      await this.#together(
        this.#statements.upsert(unique, await packing),
        this.#statements.deleteEstimates(ids),
        insertion,
      );
    });
  }

  /** Runs the statements in one transaction; answers how many rows each changed. */
  async #together(...statements: readonly Prisma.Sql[]): Promise<readonly number[]> {
    return await this.#client.$transaction(statements.map((each) => this.#client.$executeRaw(each)));
  }

  async load(id: string): Promise<Run | undefined> {
    const [run] = await this.loadAll([id]);
    return run;
  }

  async loadAll(ids: readonly string[]): Promise<readonly Run[]> {
    const known = ids.filter((id) => UUID.test(id)).map((id) => id.toLowerCase());
    if (known.length === 0) return [];
    const what = ids.length === 1 ? `run ${ids[0]}` : `${ids.length} runs`;
    return await explain(`load ${what}`, this.#where, async () => {
      const rows = await this.#client.storedRun.findMany({
        where: { id: { in: known } },
        select: { id: true, document: true },
      });
      const byId = new Map(rows.map((row) => [row.id, row]));
      const found = known.map((id) => byId.get(id)).filter((row) => row !== undefined);
      return await Promise.all(found.map((row) => this.#open(row)));
    });
  }

  async baseline({ except, limit, repository, ...same }: BaselineQuery): Promise<readonly Run[]> {
    return await explain(`read the baseline of suite ${same.suite}`, this.#where, async () => {
      const { suite, branch } = same;
      const start = segmentStart(await this.acceptances({ suite, branch, ...defined({ repository }) }));
      const rows = await this.#client.storedRun.findMany({
        where: {
          ...same,
          ...this.#ofRepository(repository),
          ...this.#notProposed(),
          ...(except === undefined || !UUID.test(except) ? {} : { id: { not: except } }),
          ...(start === null ? {} : { orderedAt: { gte: start } }),
        },
        orderBy: [...NEWEST_FIRST],
        take: limit,
        select: { id: true, document: true },
      });
      return await Promise.all(rows.map((row) => this.#open(row)));
    });
  }

  /** Runs of a repository, with those whose repository is not known: they may be of it, too. */
  #ofRepository(repository: string | undefined): Prisma.StoredRunWhereInput {
    return repository === undefined || !this.#knowsRepositories
      ? {}
      : { repository: { in: [repository, ""] } };
  }

  /** Restricts to runs that may judge others: those that code of a pull request may have written do not. */
  #notProposed(): Prisma.StoredRunWhereInput {
    return this.#knowsProposals ? { proposed: false } : {};
  }

  async measurements({ repository, suite, limit }: MeasurementsQuery): Promise<readonly Pair[]> {
    return await explain(`read the measurements of suite ${suite}`, this.#where, async () => {
      const select = { id: true, measurementId: true, document: true } as const;
      const heads = await this.#client.storedRun.findMany({
        where: {
          suite,
          mode: "side-by-side",
          arm: "head",
          ...this.#ofRepository(repository),
          ...this.#notProposed(),
        },
        orderBy: [...NEWEST_FIRST],
        take: limit,
        select,
      });
      const bases = await this.#client.storedRun.findMany({
        where: {
          suite,
          arm: "base",
          measurementId: { in: heads.map((head) => head.measurementId) },
          ...this.#notProposed(),
        },
        select,
      });
      const found = new Map(bases.map((base) => [base.measurementId, base]));
      const pairs = heads.flatMap((head) => {
        const base = found.get(head.measurementId);
        return base === undefined ? [] : [{ base, head }];
      });
      return await Promise.all(
        pairs.map(async ({ base, head }) => ({ base: await this.#open(base), head: await this.#open(head) })),
      );
    });
  }

  async #open(row: Readonly<{ id: string; document: Uint8Array }>): Promise<Run> {
    try {
      return parseStoredDocument(Run, (await unpack(row.document)).toString("utf8"), `run ${row.id}`);
    } catch (cause) {
      throw new PlumblineError(
        "store",
        `store ${this.#where}: cannot read run ${row.id}: ${(cause as Error).message}`,
        {
          remedy:
            "update Plumbline, if a newer one wrote it; if it is damaged, remove this row of the table run",
          cause,
          unreadable: `run ${row.id}`,
        },
      );
    }
  }

  async history(query: HistoryQuery): Promise<readonly HistoryPoint[]> {
    return await explain("read the history", this.#where, async () => {
      const newest = query.workload === undefined ? undefined : await this.#newestOf(query.workload);
      if (newest === null) return [];
      const rows = await this.#client.$queryRaw<PointsRow[]>(this.#statements.history(query, newest));
      return rows
        .map((row) => ({ run: storedRun(row), points: row.points }))
        .sort((a, b) => oldestFirst(a.run, b.run))
        .flatMap(({ run, points }) => pointsFromRow(run, points));
    });
  }

  /** Start for looking back: a workload that was given up long ago need not be searched for in every later run. */
  async #newestOf(workload: string): Promise<Date | null> {
    const last = await this.#client.estimate.findFirst({
      where: { workload },
      orderBy: { orderedAt: "desc" },
      select: { orderedAt: true },
    });
    return last?.orderedAt ?? null;
  }

  async list({ before, limit, ...filter }: ListQuery = {}): Promise<readonly StoredRun[]> {
    return await explain("list the runs", this.#where, async () => {
      const rows = await this.#client.$queryRaw<FactsRow[]>(this.#statements.list(filter, before, limit));
      return rows.reverse().map(storedRun);
    });
  }

  async remove(ids: readonly string[]): Promise<number> {
    const known = ids.filter((id) => UUID.test(id));
    return await explain("remove runs", this.#where, async () => {
      const [runs] = await this.#together(
        this.#statements.deleteRuns(known),
        this.#statements.deleteReports(known),
      );
      return runs!;
    });
  }

  async saveReport(report: Report): Promise<void> {
    const document = await pack(JSON.stringify(report));
    await explain("save the report", this.#where, () =>
      this.#together(this.#statements.upsertReport(report, document)),
    );
  }

  async reports(commit: string): Promise<readonly Report[]> {
    return await explain(`read the reports about ${commit}`, this.#where, async () => {
      return lastOfEach(await this.#reportsWhere({ commit }));
    });
  }

  async reportOf(runId: string): Promise<Report | undefined> {
    if (!UUID.test(runId)) return undefined;
    return await explain(`read the report about run ${runId}`, this.#where, async () => {
      return lastOfEach(await this.#reportsWhere({ runId }))[0];
    });
  }

  /** Those of a key by their order in time, what was only proposed before the others. */
  async #reportsWhere(where: Prisma.StoredReportWhereInput): Promise<readonly Report[]> {
    const rows = await this.#client.storedReport.findMany({
      where,
      orderBy: [
        ...(this.#knowsProposals ? [{ proposed: "desc" } as const] : []),
        { createdAt: "asc" },
        { suite: "asc" },
      ],
      select: { suite: true, commit: true, document: true },
    });
    return await Promise.all(rows.map((row) => this.#openReport(row)));
  }

  async reportedCommits(): Promise<readonly string[]> {
    return await explain("list the reported commits", this.#where, async () => {
      const rows = await this.#client.storedReport.findMany({
        distinct: ["commit"],
        select: { commit: true },
      });
      return rows.map(({ commit }) => commit).sort(compareText);
    });
  }

  async #openReport(row: Readonly<{ suite: string; commit: string; document: Uint8Array }>): Promise<Report> {
    const what = `the report about ${row.commit}, suite ${row.suite}`;
    try {
      return parseStoredDocument(Report, (await unpack(row.document)).toString("utf8"), what);
    } catch (cause) {
      throw new PlumblineError(
        "store",
        `store ${this.#where}: cannot read ${what}: ${(cause as Error).message}`,
        {
          remedy:
            "update Plumbline, if a newer one wrote it; if it is damaged, re-run the job that measured it",
          cause,
          unreadable: what,
        },
      );
    }
  }

  async saveAcceptances(acceptances: readonly Acceptance[]): Promise<void> {
    const upserts = acceptances
      .map(acceptanceRow)
      .map((row) =>
        this.#client.storedAcceptance.upsert({ where: { id: row.id }, create: row, update: row }),
      );
    await explain("save the acceptances", this.#where, () => this.#client.$transaction(upserts));
  }

  async acceptances(query: AcceptanceQuery): Promise<readonly Acceptance[]> {
    const { repository, pullRequest, suite, branch } = query;
    return await explain("read the acceptances", this.#where, async () => {
      const rows = await this.#client.storedAcceptance.findMany({
        where: {
          ...defined({ repository, pullRequest, landedBranch: branch }),
          ...(suite === undefined ? {} : { OR: [{ suite }, { suite: null }] }),
        },
        orderBy: [{ acceptedAt: "asc" }, { id: "asc" }],
      });
      return rows.map(acceptanceFromRow);
    });
  }

  async suites(): Promise<readonly StoredSuite[]> {
    return await explain("list the suites", this.#where, async () => {
      const rows = await this.#client.$queryRaw<SuiteRow[]>(this.#statements.suites());
      return rows.map(({ newest, ...suite }) => ({ ...suite, newest: newest.toISOString() }));
    });
  }

  async fingerprints(query: FingerprintQuery): Promise<readonly StoredFingerprint[]> {
    return await explain("list the fingerprints", this.#where, async () => {
      const rows = await this.#client.$queryRaw<FingerprintRow[]>(this.#statements.fingerprints(query));
      return rows.map(({ first, last, ...row }) => ({
        ...row,
        first: first.toISOString(),
        last: last.toISOString(),
      }));
    });
  }

  /**
   * Two snapshots that are equal see the same rows, from any writer; what other databases of the server write changes them, too, and
   * costs a question. Only PostgreSQL itself is known to keep that promise.
   */
  async revision(): Promise<string | null> {
    return await explain("ask for its revision", this.#where, async () => {
      this.#hasSnapshots ??= isPostgresql((await this.#answer(this.#statements.version())) ?? "");
      return this.#hasSnapshots ? await this.#answer(this.#statements.snapshot()) : null;
    });
  }

  async #answer(question: Prisma.Sql): Promise<string | null> {
    const [row] = await this.#client.$queryRaw<{ answer: string }[]>(question);
    return row?.answer ?? null;
  }

  async fillIn(progress: (runs: number) => void): Promise<number> {
    if (!this.#knowsRepositories) return 0;
    return await explain("say of which repository the runs are", this.#where, async () => {
      let [after, looked, filled] = [NO_ID, 0, 0];
      for (;;) {
        const rows = await this.#documentsOf("", after);
        if (rows.length === 0) return filled;
        const runs = await Promise.all(rows.map((row) => this.#open(row)));
        const found = runs.flatMap((run) => {
          const repository = repositoryOf(run);
          return repository === null ? [] : [{ id: run.id, repository }];
        });
        filled += await this.#client.$executeRaw(this.#statements.setRepositories(found));
        after = rows.at(-1)!.id;
        looked += rows.length;
        progress(looked);
      }
    });
  }

  async rename(from: string, to: string, progress: (runs: number) => void): Promise<Renamed> {
    return await explain(`rename ${from} to ${to}`, this.#where, async () => {
      // Rows that do not say of which repository they are may be of it.
      await this.fillIn(() => undefined);
      const data = { repository: to };
      const { count } = await this.#client.storedAcceptance.updateMany({ where: { repository: from }, data });
      const reports = await this.#renameReports(from, to);
      return { runs: await this.#renameRuns(from, to, progress), reports, acceptances: count };
    });
  }

  async #renameReports(from: string, to: string): Promise<number> {
    let moved = 0;
    for (const commit of await this.reportedCommits()) {
      const select = { suite: true, document: true } as const;
      for (const { suite, document } of await this.#client.storedReport.findMany({
        where: { commit },
        select,
      })) {
        const report = withRepository<Report>(await unpack(document), from, to);
        if (report === null) continue;
        const data = { suite: rowKey(report), document: await pack(JSON.stringify(report)) };
        const { count } = await this.#client.storedReport.updateMany({ where: { suite, commit }, data });
        this.#assureChanged(count, 1);
        moved += count;
      }
    }
    return moved;
  }

  async #renameRuns(from: string, to: string, progress: (runs: number) => void): Promise<number> {
    for (let [moved, after] = [0, NO_ID]; ; progress(moved)) {
      const rows = await this.#documentsOf(from, after);
      if (rows.length === 0) return moved;
      const documents = await Promise.all(
        rows.map(async ({ document }) => {
          const text = await unpack(document);
          return await pack(
            JSON.stringify(withRepository<Run>(text, from, to) ?? JSON.parse(text.toString("utf8"))),
          );
        }),
      );
      const ids = rows.map(({ id }) => id);
      const [changed] = await this.#together(this.#statements.setDocuments(ids, documents, to));
      this.#assureChanged(changed!, ids.length);
      moved += ids.length;
      after = ids.at(-1)!;
    }
  }

  /** A portion of the runs of a repository, those after an id. @param repository "": none is known */
  async #documentsOf(repository: string, after: string) {
    return await this.#client.storedRun.findMany({
      where: { repository, id: { gt: after } },
      orderBy: { id: "asc" },
      take: PORTION,
      select: { id: true, document: true },
    });
  }

  /** Row-level security silently leaves out what a role may not change. */
  #assureChanged(changed: number, asked: number): void {
    if (changed === asked) return;
    throw new PlumblineError(
      "store",
      `store ${this.#where}: this role may not change ${asked - changed} of ${asked} rows`,
      { remedy: "use the role that writes the history, or the owner of the tables (docs/self-hosted.md)" },
    );
  }

  async close(): Promise<void> {
    await this.#client.$disconnect();
  }
}

/** Brings the tables of the store at `url` up to date and answers the names of the migrations that were missing. */
export async function migratePrismaStore(url: string): Promise<readonly string[]> {
  const { pool, schema } = openPool(url);
  try {
    return await migrate(pool, schema, redact(url));
  } finally {
    await pool.end();
  }
}
