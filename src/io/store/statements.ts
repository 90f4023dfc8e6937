/**
 * The statements of the store in SQL of its own: all that Prisma's queries cannot say, or not in one round trip. Whatever Prisma can say
 * is in prisma-store.ts; migrations are migrate.ts's. What the columns mean, prisma/schema.prisma says. Functions that take any type are
 * named with their schema: another role may have made one in the schema public that takes the very types, and would be preferred.
 */
import pg from "pg";
import type { Report } from "../../model/report.ts";
import type { Run } from "../../model/run.ts";
import { Prisma } from "./generated/client.ts";
import { historyPoints } from "./points.ts";
import { rowKey } from "./report-key.ts";
import { KNOWS_AUTHORS, KNOWS_PROPOSALS, KNOWS_REPOSITORIES } from "./schema-version.ts";
import type { FingerprintQuery, HistoryQuery, Position, RunFilter } from "./store.ts";
import { describeRun, isAbbreviated, type StoredRun } from "./stored-run.ts";

/** The columns of `run` that are searched, as a StoredRun has them; those that older tables lack stand before them. */
const FACTS =
  `r.id, r.measurement_id AS "measurementId", r.mode, r.arm, r.suite, r."commit", r.branch, r.subject, ` +
  `r.commit_time AS "commitTime", r.measured_at AS "measuredAt", r.ordered_at AS "orderedAt", r.fingerprint`;
const NEWEST_FIRST = Prisma.raw("r.ordered_at DESC, r.measured_at DESC, r.id DESC");

/** Row of FACTS as the driver answers it: words are any words, another version may have written them. */
export type FactsRow = Omit<StoredRun, "mode" | "arm" | "commitTime" | "measuredAt" | "orderedAt"> &
  Readonly<{ mode: string; arm: string; commitTime: Date | null; measuredAt: Date; orderedAt: Date }>;

export type SuiteRow = Readonly<{ repository: string | null; suite: string; newest: Date }>;

export type FingerprintRow = Readonly<{
  fingerprint: string;
  runs: number;
  first: Date;
  last: Date;
  newest: string;
}>;

/** A run with its points: what they have in common comes once. */
export type PointsRow = FactsRow &
  Readonly<{
    points: readonly (readonly [
      workload: string,
      metric: string,
      value: number,
      sessions: number,
      logSd: number | null,
    ])[];
  }>;

export class StoreStatements {
  readonly #run: Prisma.Sql;
  readonly #estimate: Prisma.Sql;
  readonly #report: Prisma.Sql;
  /** The repository of a run `r`, as an SQL expression; '' (not known) in older tables, which have no such column. */
  readonly #repository: Prisma.Sql;
  readonly #facts: Prisma.Sql;
  readonly #knowsRepositories: boolean;
  readonly #knowsAuthors: boolean;
  /** SQL condition: the run `r` is part of its branch's history. */
  readonly #isHistory: Prisma.Sql;
  /** SQL for a run that takes another's place: `proposed` is by the role that writes it. */
  readonly #replacement: Prisma.Sql;

  /**
   * @param schema the PostgreSQL schema of the tables; raw statements know no other
   * @param version of the tables: they may be older than this program
   */
  constructor(schema: string, version: number) {
    this.#knowsRepositories = version >= KNOWS_REPOSITORIES;
    this.#knowsAuthors = version >= KNOWS_AUTHORS;
    const repository = this.#knowsRepositories ? "r.repository" : "''::text";
    this.#repository = Prisma.raw(repository);
    // What a pull request's job measured of a branch as its base is no part of the branch's history.
    this.#isHistory =
      version >= KNOWS_PROPOSALS ? Prisma.sql`NOT (r.proposed AND r.arm = 'base')` : Prisma.sql`TRUE`;
    this.#replacement =
      version >= KNOWS_PROPOSALS ? Prisma.sql`, proposed = excluded.proposed` : Prisma.empty;
    const author = this.#knowsAuthors ? "r.author" : "NULL::text";
    this.#facts = Prisma.raw(`NULLIF(${repository}, '') AS repository, ${author} AS author, ${FACTS}`);
    const table = (name: string) => Prisma.raw(`${pg.escapeIdentifier(schema)}.${name}`);
    this.#run = table("run");
    this.#estimate = table("estimate");
    this.#report = table("report");
  }

  /**
   * Replaces runs. Rows are locked in the order of `runs`. Prisma's upsert takes a single row, and names columns that older tables lack.
   */
  upsert(runs: readonly Run[], documents: readonly Uint8Array[]): Prisma.Sql {
    // Columns that older tables lack.
    const added: readonly (keyof Pick<StoredRun, "repository" | "author">)[] = [
      ...(this.#knowsRepositories ? (["repository"] as const) : []),
      ...(this.#knowsAuthors ? (["author"] as const) : []),
    ];
    const rows = runs.map((run, i) => {
      const facts = describeRun(run);
      const { id, measurementId, mode, arm, suite, commit, branch, subject, ...times } = facts;
      const { commitTime, orderedAt, measuredAt, fingerprint } = times;
      const own = { repository: facts.repository ?? "", author: facts.author };
      return Prisma.sql`(${id}::uuid, ${measurementId}::uuid, ${mode}, ${arm}, ${suite}, ${commit}, ${branch}, ${subject},
        ${commitTime}::timestamptz, ${orderedAt}::timestamptz, ${measuredAt}::timestamptz, ${fingerprint}, ${documents[i]!}::bytea${following(added.map((name) => Prisma.sql`${own[name]}`))})`;
    });
    return Prisma.sql`INSERT INTO ${this.#run} (id, measurement_id, mode, arm, suite, "commit", branch, subject, commit_time,
        ordered_at, measured_at, fingerprint, document${following(added.map((name) => Prisma.raw(name)))})
      VALUES ${Prisma.join(rows)}
      ON CONFLICT (id) DO UPDATE SET measurement_id = excluded.measurement_id, mode = excluded.mode, arm = excluded.arm,
        suite = excluded.suite, "commit" = excluded."commit", branch = excluded.branch, subject = excluded.subject,
        commit_time = excluded.commit_time, ordered_at = excluded.ordered_at, measured_at = excluded.measured_at,
        fingerprint = excluded.fingerprint, document = excluded.document${following(added.map((name) => Prisma.raw(`${name} = excluded.${name}`)))}${this.#replacement}`;
  }

  /** All ids are one parameter: Prisma's deleteMany has one for each, and splits what are too many. */
  deleteEstimates(ids: readonly string[]): Prisma.Sql {
    return Prisma.sql`DELETE FROM ${this.#estimate} WHERE run_id = ANY(${ids}::uuid[])`;
  }

  /** Inserts from one JSON text: createMany would have a parameter for each value, which are too many. */
  insertEstimates(runs: readonly Run[]): Prisma.Sql {
    const rows = runs.flatMap((run) => {
      const { orderedAt } = describeRun(run);
      return historyPoints(run).map(({ runId, workload, metric, value, sessions, logSd }) => ({
        run_id: runId,
        workload,
        metric,
        ordered_at: orderedAt,
        value,
        sessions,
        log_sd: logSd,
      }));
    });
    return Prisma.sql`INSERT INTO ${this.#estimate} (run_id, workload, metric, ordered_at, value, sessions, log_sd)
      SELECT run_id, workload, metric, ordered_at, value, sessions, log_sd
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS e (run_id uuid, workload text, metric text,
        ordered_at timestamptz, value double precision, sessions integer, log_sd double precision)`;
  }

  /** Deletes as deleteEstimates does. The runs' estimates go with them. */
  deleteRuns(ids: readonly string[]): Prisma.Sql {
    return Prisma.sql`DELETE FROM ${this.#run} WHERE id = ANY(${ids}::uuid[])`;
  }

  /** Deletes as deleteEstimates does. */
  deleteReports(ids: readonly string[]): Prisma.Sql {
    return Prisma.sql`DELETE FROM ${this.#report} WHERE run_id = ANY(${ids}::uuid[])`;
  }

  /** The default of the column `proposed` is the role's, and Prisma would write its own. A report that is judged again keeps it. */
  upsertReport(report: Report, document: Uint8Array): Prisma.Sql {
    const { id, commit } = report.head;
    return Prisma.sql`INSERT INTO ${this.#report} (suite, "commit", run_id, created_at, document)
      VALUES (${rowKey(report)}, ${commit.sha}, ${id}::uuid, ${report.createdAt}::timestamptz, ${document}::bytea)
      ON CONFLICT (suite, "commit") DO UPDATE SET run_id = excluded.run_id, created_at = excluded.created_at,
        document = excluded.document`;
  }

  /** Newest first. Prisma compares no rows, as the order of runs does, and reads columns that older tables lack. */
  list(filter: RunFilter, before: Position | undefined, limit: number | undefined): Prisma.Sql {
    const page = limit === undefined ? Prisma.empty : Prisma.sql`LIMIT ${limit}`;
    return Prisma.sql`SELECT ${this.#facts} FROM ${this.#run} r WHERE ${this.#fitting(filter, before)} ORDER BY ${NEWEST_FIRST} ${page}`;
  }

  /**
   * The newest points, by run, in any order. A limit on points needs LATERAL, which Prisma has not. Runs are walked by an index on their
   * order, and each is asked for its points; OFFSET 0 keeps the planner from walking the far larger table of the estimates instead
   * (docs/decisions/004-store.md).
   * @param newest no run after it has the workload
   */
  history(
    { workload, metric, metrics, limit, before, ...filter }: HistoryQuery,
    newest: Date | undefined,
  ): Prisma.Sql {
    const wanted = [
      Prisma.sql`run_id = r.id`,
      ...(workload === undefined ? [] : [Prisma.sql`workload = ${workload}`]),
      ...(metric === undefined ? [] : [Prisma.sql`metric = ${metric}`]),
      ...(metrics === undefined ? [] : [Prisma.sql`metric = ANY(${metrics})`]),
    ];
    const from = newest === undefined ? Prisma.empty : Prisma.sql`AND r.ordered_at <= ${newest}`;
    // Nor has any run after the machine's last one to be looked at: the planner takes machines for spread over all times.
    const onMachine =
      filter.fingerprint === undefined
        ? Prisma.empty
        : Prisma.sql`AND r.ordered_at <= (SELECT max(m.ordered_at) FROM ${this.#run} m WHERE m.fingerprint = ${filter.fingerprint})`;
    const point = Prisma.raw(
      "pg_catalog.json_build_array(e.workload, e.metric, e.value, e.sessions, e.log_sd)",
    );
    const newestPoints = (columns: Prisma.Sql) => Prisma.sql`SELECT ${columns}
      FROM ${this.#run} r CROSS JOIN LATERAL (
        SELECT workload, metric, value, sessions, log_sd FROM ${this.#estimate} WHERE ${Prisma.join(wanted, " AND ")} OFFSET 0
      ) e
      WHERE ${this.#fitting(filter, before)} AND ${this.#isHistory} ${from} ${onMachine}
      ORDER BY ${NEWEST_FIRST}, e.workload COLLATE "C" DESC, e.metric COLLATE "C" DESC LIMIT ${limit}`;
    // In a single series each run has one point: nothing has to be grouped by run.
    if (workload !== undefined && metric !== undefined) {
      return newestPoints(Prisma.sql`${this.#facts}, pg_catalog.json_build_array(${point}) AS points`);
    }
    return Prisma.sql`SELECT ${this.#facts}, p.points
      FROM (SELECT e.id, pg_catalog.json_agg(${point}) AS points FROM (${newestPoints(Prisma.raw("r.id, e.*"))}) e GROUP BY e.id) p
      CROSS JOIN LATERAL (SELECT * FROM ${this.#run} WHERE id = p.id OFFSET 0) r`;
  }

  /**
   * A suite at a time by the index that begins with them: of a hundred thousand runs there are a handful of suites, and Prisma's DISTINCT
   * would read all rows.
   */
  suites(): Prisma.Sql {
    const first = (
      after: Prisma.Sql,
    ) => Prisma.sql`LATERAL (SELECT ${this.#repository} AS repository, r.suite FROM ${this.#run} r
        ${after} ORDER BY 1, 2 LIMIT 1) f`;
    const newest = Prisma.sql`SELECT r.measured_at FROM ${this.#run} r
      WHERE ${this.#repository} = known.repository AND r.suite = known.suite ORDER BY ${NEWEST_FIRST} LIMIT 1`;
    return Prisma.sql`WITH RECURSIVE known (repository, suite) AS (
        SELECT f.* FROM ${first(Prisma.empty)}
        UNION ALL
        SELECT f.* FROM known,
          ${first(Prisma.sql`WHERE (${this.#repository}, r.suite) > (known.repository, known.suite)`)}
      )
      SELECT NULLIF(repository, '') AS repository, suite, (${newest}) AS newest FROM known
      ORDER BY newest DESC, repository COLLATE "C", suite COLLATE "C"`;
  }

  /** Prisma groups, but takes no array's first element with it: the id of the newest run. */
  fingerprints({ repository, suite, limit }: FingerprintQuery): Prisma.Sql {
    const filter = {
      ...(repository === undefined ? {} : { repository }),
      ...(suite === undefined ? {} : { suite }),
    };
    return Prisma.sql`SELECT r.fingerprint, count(*)::integer AS runs, min(r.ordered_at) AS first, max(r.ordered_at) AS last,
        (pg_catalog.array_agg(r.id ORDER BY ${NEWEST_FIRST}))[1] AS newest
      FROM ${this.#run} r WHERE ${this.#fitting(filter, undefined)}
      GROUP BY r.fingerprint ORDER BY last DESC, r.fingerprint COLLATE "C" LIMIT ${limit}`;
  }

  /** Another value for each row: one updateMany has the same for all. */
  setRepositories(found: readonly Readonly<{ id: string; repository: string }>[]): Prisma.Sql {
    return Prisma.sql`UPDATE ${this.#run} r SET repository = f.repository
      FROM json_to_recordset(${JSON.stringify(found)}::json) AS f (id uuid, repository text) WHERE r.id = f.id`;
  }

  /** Sets another document for each row. A run stays with the role that wrote it. */
  setDocuments(ids: readonly string[], documents: readonly Uint8Array[], repository: string): Prisma.Sql {
    const rows = ids.map((id, i) => Prisma.sql`(${id}::uuid, ${documents[i]!}::bytea)`);
    return Prisma.sql`UPDATE ${this.#run} r SET repository = ${repository}, document = v.document
      FROM (VALUES ${Prisma.join(rows)}) AS v (id, document) WHERE r.id = v.id`;
  }

  /** Asks what the server calls itself. */
  version(): Prisma.Sql {
    return Prisma.sql`SELECT version() AS answer`;
  }

  /** Equal for two that see the same rows. */
  snapshot(): Prisma.Sql {
    return Prisma.sql`SELECT pg_current_snapshot()::text AS answer`;
  }

  #fitting(filter: RunFilter, before: Position | undefined): Prisma.Sql {
    const { repository } = filter;
    const ofIt = repository === undefined ? [] : [Prisma.sql`${this.#repository} IN (${repository}, '')`];
    return Prisma.join([...ofIt, fittingRuns(filter, before)], " AND ");
  }
}

/** More expressions at the end of an SQL list, each with a comma before it. */
function following(more: readonly Prisma.Sql[]): Prisma.Sql {
  return more.length === 0 ? Prisma.empty : Prisma.sql`, ${Prisma.join(more)}`;
}

function fittingRuns(
  { suite, branch, arm, fingerprint, commit, since, until, orderedFrom, orderedTo }: RunFilter,
  before: Position | undefined,
): Prisma.Sql {
  const conditions = [
    Prisma.sql`TRUE`,
    ...(suite === undefined ? [] : [Prisma.sql`r.suite = ${suite}`]),
    ...(branch === undefined ? [] : [Prisma.sql`r.branch = ${branch}`]),
    ...(arm === undefined ? [] : [Prisma.sql`r.arm = ${arm}`]),
    ...(fingerprint === undefined ? [] : [Prisma.sql`r.fingerprint = ${fingerprint}`]),
    ...(commit === undefined ? [] : [ofCommit(commit)]),
    ...(orderedFrom === undefined ? [] : [Prisma.sql`r.ordered_at >= ${new Date(orderedFrom)}`]),
    ...(orderedTo === undefined ? [] : [Prisma.sql`r.ordered_at <= ${new Date(orderedTo)}`]),
    ...(since === undefined ? [] : [Prisma.sql`r.measured_at >= ${new Date(since)}`]),
    ...(until === undefined ? [] : [Prisma.sql`r.measured_at < ${new Date(until)}`]),
    ...(before === undefined ? [] : [olderThan(before)]),
  ];
  return Prisma.join(conditions, " AND ");
}

/** A range, for an index: behind every digit of a commit comes "g". */
function ofCommit(commit: string): Prisma.Sql {
  return isAbbreviated(commit)
    ? Prisma.sql`(r."commit" >= ${commit} AND r."commit" < ${`${commit}g`})`
    : Prisma.sql`r."commit" = ${commit}`;
}

/** The first part is what an index on the order starts from. */
function olderThan({ orderedAt, measuredAt, id }: Position): Prisma.Sql {
  const ordered = new Date(orderedAt);
  return Prisma.sql`r.ordered_at <= ${ordered}
    AND (r.ordered_at, r.measured_at, r.id) < (${ordered}, ${new Date(measuredAt)}, ${id}::uuid)`;
}
