/**
 * Statements on runs that Prisma cannot put in one: each takes any number of runs in a single round trip, so that neither a far server
 * nor a large store makes a transaction long. What the columns mean, prisma/schema.prisma says.
 */
import pg from "pg";
import type { Run } from "../model/run.ts";
import { Prisma } from "./generated/client.ts";
import { pointsOf } from "./points.ts";
import type { FingerprintQuery, HistoryQuery, Position, RunFilter } from "./store.ts";
import { describeRun, isAbbreviated, type StoredRun } from "./stored-run.ts";

/** The columns of `run` that are searched, as a StoredRun has them. */
const FACTS = Prisma.raw(
  `r.id, r.measurement_id AS "measurementId", r.mode, r.arm, r.suite, r."commit", r.branch, r.subject, ` +
    `r.commit_time AS "commitTime", r.measured_at AS "measuredAt", r.ordered_at AS "orderedAt", r.fingerprint`,
);
const NEWEST_FIRST = Prisma.raw("r.ordered_at DESC, r.measured_at DESC, r.id DESC");

/** As the driver answers FACTS: words are any words, another version may have written them. */
export type FactsRow = Omit<StoredRun, "mode" | "arm" | "commitTime" | "measuredAt" | "orderedAt"> &
  Readonly<{ mode: string; arm: string; commitTime: Date | null; measuredAt: Date; orderedAt: Date }>;

export type SuiteRow = Readonly<{ suite: string; newest: Date }>;

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

export class RunStatements {
  readonly #run: Prisma.Sql;
  readonly #estimate: Prisma.Sql;
  readonly #report: Prisma.Sql;

  /** @param schema the PostgreSQL schema of the tables; raw statements know no other */
  constructor(schema: string) {
    const table = (name: string) => Prisma.raw(`${pg.escapeIdentifier(schema)}.${name}`);
    this.#run = table("run");
    this.#estimate = table("estimate");
    this.#report = table("report");
  }

  /** Replaces runs. Rows are locked in the order of `runs`. */
  upsert(runs: readonly Run[], documents: readonly Uint8Array[]): Prisma.Sql {
    const rows = runs.map((run, i) => {
      const { id, measurementId, mode, arm, suite, commit, branch, subject, ...times } = describeRun(run);
      const { commitTime, orderedAt, measuredAt, fingerprint } = times;
      return Prisma.sql`(${id}::uuid, ${measurementId}::uuid, ${mode}, ${arm}, ${suite}, ${commit}, ${branch}, ${subject},
        ${commitTime}::timestamptz, ${orderedAt}::timestamptz, ${measuredAt}::timestamptz, ${fingerprint}, ${documents[i]!}::bytea)`;
    });
    return Prisma.sql`INSERT INTO ${this.#run} (id, measurement_id, mode, arm, suite, "commit", branch, subject, commit_time,
        ordered_at, measured_at, fingerprint, document)
      VALUES ${Prisma.join(rows)}
      ON CONFLICT (id) DO UPDATE SET measurement_id = excluded.measurement_id, mode = excluded.mode, arm = excluded.arm,
        suite = excluded.suite, "commit" = excluded."commit", branch = excluded.branch, subject = excluded.subject,
        commit_time = excluded.commit_time, ordered_at = excluded.ordered_at, measured_at = excluded.measured_at,
        fingerprint = excluded.fingerprint, document = excluded.document`;
  }

  deleteEstimates(ids: readonly string[]): Prisma.Sql {
    return Prisma.sql`DELETE FROM ${this.#estimate} WHERE run_id = ANY(${ids}::uuid[])`;
  }

  /** As one JSON text: a parameter for each value would be too many. */
  insertEstimates(runs: readonly Run[]): Prisma.Sql {
    const rows = runs.flatMap((run) => {
      const { orderedAt } = describeRun(run);
      return pointsOf(run).map(({ runId, workload, metric, value, sessions, logSd }) => ({
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

  /** Their estimates go with them. */
  deleteRuns(ids: readonly string[]): Prisma.Sql {
    return Prisma.sql`DELETE FROM ${this.#run} WHERE id = ANY(${ids}::uuid[])`;
  }

  deleteReports(ids: readonly string[]): Prisma.Sql {
    return Prisma.sql`DELETE FROM ${this.#report} WHERE run_id = ANY(${ids}::uuid[])`;
  }

  /** Newest first. */
  list(filter: RunFilter, before: Position | undefined, limit: number | undefined): Prisma.Sql {
    const page = limit === undefined ? Prisma.empty : Prisma.sql`LIMIT ${limit}`;
    return Prisma.sql`SELECT ${FACTS} FROM ${this.#run} r WHERE ${fitting(filter, before)} ORDER BY ${NEWEST_FIRST} ${page}`;
  }

  /**
   * The newest points, by run, in any order. Runs are walked by an index on their order, and each is asked for its points; OFFSET 0 keeps
   * the planner from walking the far larger table of the estimates instead (docs/decisions/004-store.md).
   * @param newest no run after it has the workload
   */
  history(
    { workload, metric, limit, before, ...filter }: HistoryQuery,
    newest: Date | undefined,
  ): Prisma.Sql {
    const wanted = [
      Prisma.sql`run_id = r.id`,
      ...(workload === undefined ? [] : [Prisma.sql`workload = ${workload}`]),
      ...(metric === undefined ? [] : [Prisma.sql`metric = ${metric}`]),
    ];
    const from = newest === undefined ? Prisma.empty : Prisma.sql`AND r.ordered_at <= ${newest}`;
    const point = Prisma.raw("json_build_array(e.workload, e.metric, e.value, e.sessions, e.log_sd)");
    const newestPoints = (columns: Prisma.Sql) => Prisma.sql`SELECT ${columns}
      FROM ${this.#run} r CROSS JOIN LATERAL (
        SELECT workload, metric, value, sessions, log_sd FROM ${this.#estimate} WHERE ${Prisma.join(wanted, " AND ")} OFFSET 0
      ) e
      WHERE ${fitting(filter, before)} ${from}
      ORDER BY ${NEWEST_FIRST}, e.workload COLLATE "C" DESC, e.metric COLLATE "C" DESC LIMIT ${limit}`;
    // Of a series each run has one point, and nothing is to be gathered.
    if (workload !== undefined && metric !== undefined) {
      return newestPoints(Prisma.sql`${FACTS}, json_build_array(${point}) AS points`);
    }
    return Prisma.sql`SELECT ${FACTS}, p.points
      FROM (SELECT e.id, json_agg(${point}) AS points FROM (${newestPoints(Prisma.raw("r.id, e.*"))}) e GROUP BY e.id) p
      CROSS JOIN LATERAL (SELECT * FROM ${this.#run} WHERE id = p.id OFFSET 0) r`;
  }
  /** A suite at a time by the index that begins with it: of a hundred thousand runs there are a handful of suites. */
  suites(): Prisma.Sql {
    const first = (after: Prisma.Sql) => Prisma.sql`(SELECT suite FROM ${this.#run} ${after} ORDER BY suite LIMIT 1)`;
    return Prisma.sql`WITH RECURSIVE known (suite) AS (
        SELECT ${first(Prisma.empty)}
        UNION ALL SELECT ${first(Prisma.sql`WHERE suite > known.suite`)} FROM known WHERE known.suite IS NOT NULL
      )
      SELECT suite, (SELECT r.measured_at FROM ${this.#run} r WHERE r.suite = known.suite ORDER BY ${NEWEST_FIRST} LIMIT 1) AS newest
      FROM known WHERE suite IS NOT NULL ORDER BY newest DESC, suite COLLATE "C"`;
  }

  fingerprints({ suite, limit }: FingerprintQuery): Prisma.Sql {
    return Prisma.sql`SELECT fingerprint, count(*)::integer AS runs, min(ordered_at) AS first, max(ordered_at) AS last,
        (array_agg(id ORDER BY ordered_at DESC, measured_at DESC, id DESC))[1] AS newest
      FROM ${this.#run} ${suite === undefined ? Prisma.empty : Prisma.sql`WHERE suite = ${suite}`}
      GROUP BY fingerprint ORDER BY last DESC, fingerprint COLLATE "C" LIMIT ${limit}`;
  }
}

function fitting(
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
