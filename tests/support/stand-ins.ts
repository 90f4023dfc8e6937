/**
 * Stand-ins for the systems that speak PostgreSQL's protocol: servers of tests that answer as these systems' sources say, refusals and
 * login included. They keep no rows, only their number, and are no proof of how the systems themselves behave. Each rule names where
 * it was read, as repository:path, or the issue that reports it; a rule that was read nowhere says "unread".
 */
import {
  type Reaction,
  startWireServer,
  type WireScript,
  type WireServer,
} from "../native/support/wire-server.ts";
import { tpccColumns, tpccRows } from "./tpcc-answers.ts";

export const SYSTEMS = ["postgres", "yugabytedb", "cockroachdb", "risingwave"] as const;
export type System = (typeof SYSTEMS)[number];

type Refusal = Readonly<{ sqlstate: string; message: string }>;

/** A statement, at its Parse or at its execution, and what there is meanwhile. */
type Scene = Readonly<{
  sql: string;
  stage: "parse" | "execute";
  tables: ReadonlyMap<string, Table>;
  now: number;
}>;

type Table = { rows: number; madeAt: number };

type Rule = Readonly<{ source: string; refuse: (scene: Scene) => Refusal | undefined }>;

type Facts = Readonly<{
  version: string;
  /** Told at the login. */
  parameters: Readonly<Record<string, string>>;
  /** Process that a client assumes for connection 1, 2 ... */
  processId: (connection: number) => number;
  missing: (table: string) => Refusal;
  existing: (table: string) => Refusal;
  /** Refusal that a statement may meet at any time, and a second one of its kind may not; null: nothing is tried again. */
  passing: Refusal | null;
  /** DDL takes so long, and conflicts with DDL of other connections; 0: it does not. */
  ddlMs: number;
  rules: readonly Rule[];
}>;

const when =
  (pattern: RegExp, sqlstate: string, message: string) =>
  ({ sql }: Scene): Refusal | undefined =>
    pattern.test(sql) ? { sqlstate, message } : undefined;

/** postgres/postgres:src/backend/parser/parse_relation.c and catalog/heap.c; YugabyteDB has their code, CockroachDB their words
 * (cockroachdb/cockroach:pkg/sql/sqlerrors/errors.go). */
const RELATIONS = {
  missing: (table: string) => ({ sqlstate: "42P01", message: `relation "${table}" does not exist` }),
  existing: (table: string) => ({ sqlstate: "42P07", message: `relation "${table}" already exists` }),
};

/** Age of a follower read. In CockroachDB it is some seconds: cockroachdb/cockroach:pkg/kv/kvserver/closedts/setting.go closes timestamps
 * that are 3 s old, and pkg/ccl/kvccl/kvfollowerreadsccl/followerreads.go adds to it. Here it is less, so that tests need not wait. */
const FOLLOWER_MS = 700;

const FACTS: Readonly<Record<System, Facts>> = {
  postgres: {
    ...RELATIONS,
    version: "PostgreSQL 15.0 on x86_64-pc-linux-gnu",
    parameters: {},
    processId: (connection) => 1000 + connection,
    passing: { sqlstate: "40001", message: "could not serialize access due to concurrent update" },
    ddlMs: 0,
    rules: [],
  },
  yugabytedb: {
    ...RELATIONS,
    version: "PostgreSQL 15.2-YB-2.25.0.0-b0 on x86_64-pc-linux-gnu",
    // It is a PostgreSQL that says its own version; the number is unread.
    parameters: { server_version: "15.2-YB-2.25.0.0-b0" },
    processId: (connection) => 1000 + connection,
    // yugabyte/yugabyte-db:src/yb/client/async_rpc.cc writes the text, docs/content (transactions-errorcodes-ysql) tells the SQLSTATE.
    passing: { sqlstate: "40001", message: "Restart read required at: { read: { physical: 1 } }" },
    // Issues 5398 and 30994: DDL and ANALYZE raise the catalog's version; yugabyte/yugabyte-db:src/yb/tserver/tablet_service.cc refuses
    // what was planned with an older one.
    ddlMs: 15,
    rules: [
      {
        source:
          "yugabyte/yugabyte-db:src/yb/tserver/pg_create_table.cc; until it moved there src/yb/yql/pggate/pg_ddl.cc: AddSplitBoundary",
        refuse: ({ sql }) =>
          /SPLIT AT/.test(sql) && !/PRIMARY KEY \(\w+ ASC\)/.test(sql)
            ? {
                sqlstate: "XX000",
                message: "SPLIT AT option is not yet supported for hash partitioned tables",
              }
            : undefined,
      },
      {
        source:
          "yugabyte/yugabyte-db:src/postgres/src/backend/commands/yb_cmds.c, before ybccmds.c: NUM_TABLETS",
        refuse: ({ sql }) =>
          /SPLIT INTO/.test(sql) && /PRIMARY KEY \(\w+ ASC\)/.test(sql)
            ? {
                sqlstate: "42P17",
                message: "HASH columns must be present to split by number of tablets",
              }
            : undefined,
      },
    ],
  },
  cockroachdb: {
    ...RELATIONS,
    version: "PostgreSQL 13.0.0 CockroachDB CCL v24.1.0 (x86_64-pc-linux-gnu)",
    // cockroachdb/cockroach:pkg/sql/pgwire/conn.go: statusReportParams.
    parameters: { server_version: "13.0.0", crdb_version: "CockroachDB CCL v24.1.0", is_superuser: "on" },
    // cockroachdb/cockroach:pkg/sql/pgwire/pgwirecancel/backend_key_data.go: the id of a node and random bits.
    processId: (connection) => 0x6000_0000 + connection,
    // Its documentation, transaction-retry-error-reference.
    passing: {
      sqlstate: "40001",
      message: "restart transaction: TransactionRetryWithProtoRefreshError: WriteTooOldError",
    },
    ddlMs: 0,
    rules: [
      {
        source: "cockroachdb/cockroach:docs/generated/sql/bnf/analyze_stmt.bnf: it has a target",
        refuse: when(/^ANALYZE\s*;?$/i, "42601", 'at or near "EOF": syntax error'),
      },
      {
        source: "cockroachdb/cockroach:docs/generated/sql/bnf: there is no statement of either word",
        refuse: when(/^(VACUUM|CHECKPOINT)\b/i, "42601", "syntax error"),
      },
      {
        source: "cockroachdb/cockroach:pkg/sql/sqlerrors/errors.go: NewColumnAlreadyExistsInIndexError",
        refuse: ({ sql, tables }) => {
          const table = /^CREATE INDEX \w+ ON (\w+) .* INCLUDE \(id,/.exec(sql)?.[1];
          return table !== undefined && tables.has(table)
            ? { sqlstate: "42701", message: 'index "ck_1" already contains column "id"' }
            : undefined;
        },
      },
      {
        source:
          "cockroachdb/cockroach:pkg/sql/serial.go: SERIAL is unique_rowid() unless the session asks for sequences, so that there is none",
        refuse: when(/_id_seq/, "42P01", 'relation "sbtest1_id_seq" does not exist'),
      },
      {
        source:
          "docs/workloads.md section 3: a read in the past sees the catalogue of then (unread in cockroachdb/cockroach)",
        refuse: ({ sql, stage, tables, now }) => {
          const table = /FROM (\w+) AS OF SYSTEM TIME follower_read_timestamp\(\)/.exec(sql)?.[1];
          const madeAt = table === undefined ? undefined : tables.get(table)?.madeAt;
          return stage === "execute" && madeAt !== undefined && now - madeAt < FOLLOWER_MS
            ? RELATIONS.missing(table!)
            : undefined;
        },
      },
    ],
  },
  risingwave: {
    version: "PostgreSQL 13.14.0-RisingWave-2.1.0 (unknown)",
    // risingwavelabs/risingwave:src/utils/pgwire/src/pg_protocol.rs: write_parameter_status_msg_no_flush().
    parameters: { server_version: "13.14.0" },
    processId: (connection) => connection,
    // risingwavelabs/risingwave:src/frontend/src/catalog/mod.rs: CatalogErrorInner and its codes.
    missing: (table) => ({ sqlstate: "42704", message: `table or source not found: ${table}` }),
    existing: (table) => ({ sqlstate: "42710", message: `table with name ${table} exists` }),
    passing: null,
    ddlMs: 0,
    rules: [
      {
        source:
          "risingwavelabs/risingwave:src/frontend/src/binder/query.rs: LIMIT is folded when a statement is bound; later versions do it in src/frontend/src/planner/query.rs, after that, and take a parameter",
        refuse: when(
          /LIMIT \$\d/,
          "XX000",
          "expects an integer or expression that can be evaluated to one after LIMIT",
        ),
      },
      {
        source:
          "risingwavelabs/risingwave:src/sqlparser/src/parser.rs: parse_statement() knows no CHECKPOINT and no VACUUM, and ANALYZE wants a table",
        refuse: when(
          /^(CHECKPOINT|VACUUM)\b|^ANALYZE\s*;?$/i,
          "XX000",
          "sql parser error: Expected statement",
        ),
      },
      {
        source:
          "risingwavelabs/risingwave:src/frontend/src/handler/mod.rs: ANALYZE of a table is parsed and has no handler; nor had COPY FROM, which later src/frontend/src/handler/copy.rs refuses by itself",
        refuse: when(/^(ANALYZE|COPY)\b/i, "0A000", "Feature is not yet implemented: Unhandled statement"),
      },
      {
        source: "risingwavelabs/risingwave:src/frontend/src/handler/drop_table.rs: a DROP has one name",
        refuse: when(/^DROP TABLE [^,]+,/i, "XX000", "sql parser error: Expected end of statement, found: ,"),
      },
      {
        source:
          "risingwavelabs/risingwave:src/sqlparser/src/ast/query.rs: a query has no FOR UPDATE; risingwavelabs/rfcs pull request 48: ON CONFLICT is of CREATE TABLE, not of INSERT",
        refuse: when(
          /\bFOR UPDATE\b|\bON CONFLICT\b/,
          "XX000",
          "sql parser error: Expected end of statement",
        ),
      },
      {
        source:
          "risingwavelabs/risingwave:src/frontend/src/binder/expr/mod.rs: CHAR is not implemented; that SERIAL takes no values is unread",
        refuse: when(/\bCHAR\(|\bSERIAL\b/, "0A000", "Feature is not yet implemented"),
      },
    ],
  },
};

export type StandIn = Readonly<{
  url: string;
  statements: readonly string[];
  /** Tables that are there, and how many rows each was given by prepare. */
  rows: () => Readonly<Record<string, number>>;
  /** Statements of DDL that met another one. */
  ddlConflicts: () => number;
  /** Statements that a rule refused. */
  refused: readonly string[];
  /** Statements with an IN list of int4 columns whose parameters are int8: full scans of RisingWave. */
  scans: readonly string[];
  /** Makes each statement from now on meet the passing refusal once more. */
  contendAgain: () => void;
  stop: () => Promise<void>;
}>;

export type StandInOptions = Readonly<{
  /** Each statement meets what passes the first time it comes. */
  isContended?: boolean;
}>;

const ANSWER: Reaction = { kind: "answer" };
const DDL = /^(CREATE|DROP|ALTER|ANALYZE)\b/;
const OF_TPCC = "warehouse|district|customer|history|new_order|orders|order_line|item|stock";
const NAMED_TABLE = new RegExp(
  `\\b(?:FROM|INTO|UPDATE|JOIN|ON|ANALYZE|ALTER TABLE|COPY|DROP TABLE) (sbtest\\d+|kv|postgresqlkeyvalue|usertable|${OF_TPCC})\\b`,
  "g",
);
const INT8 = 20;

/** Starts the stand-in of a system. */
export async function startStandIn(
  system: System,
  { isContended = false }: StandInOptions = {},
): Promise<StandIn> {
  const facts = FACTS[system];
  const tables = new Map<string, Table>();
  const met = new Set<string>();
  const refused: string[] = [];
  const scans: string[] = [];
  const copies = new Map<number, { table: string; chunks: Buffer[] }>();
  let ddl = { connection: 0, until: 0, conflicts: 0 };

  const refusalOf = (sql: string, stage: Scene["stage"]): Refusal | undefined => {
    for (const rule of facts.rules) {
      const refusal = rule.refuse({ sql, stage, tables, now: Date.now() });
      if (refusal !== undefined) return refusal;
    }
    const created = /^CREATE TABLE (\w+)/.exec(sql)?.[1];
    if (created !== undefined) return tables.has(created) ? facts.existing(created) : undefined;
    const missing = [...sql.matchAll(NAMED_TABLE)]
      .map((match) => match[1]!)
      .find((name) => !tables.has(name));
    return missing === undefined ? undefined : facts.missing(missing);
  };

  /** Does the statement, or its COPY's end, meet what passes now? */
  const meets = (what: string): boolean => {
    if (!isContended || facts.passing === null || /^(SET|SHOW|ROLLBACK|SELECT pg_backend_pid)/.test(what))
      return false;
    // With other values in it, it is the same statement.
    const statement = what.replace(/'[^']*'/g, "?");
    if (met.has(statement)) return false;
    met.add(statement);
    return true;
  };

  const errorOf = ({ sqlstate, message }: Refusal): Reaction => ({ kind: "error", sqlstate, message });

  const collide = (sql: string, connection: number): Reaction => {
    if (facts.ddlMs === 0 || !DDL.test(sql)) return ANSWER;
    const now = Date.now();
    if (ddl.connection !== connection && now < ddl.until) {
      ddl = { ...ddl, conflicts: ddl.conflicts + 1 };
      return errorOf({ sqlstate: "40001", message: "Catalog Version Mismatch: A DDL occurred" });
    }
    ddl = { ...ddl, connection, until: now + facts.ddlMs };
    return { kind: "delay", ms: facts.ddlMs };
  };

  const take = (sql: string, connection: number): void => {
    const [, created] = /^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/.exec(sql) ?? [];
    if (created !== undefined) tables.set(created, { rows: 0, madeAt: Date.now() });
    const [, gone] = /^DROP TABLE IF EXISTS (?:"public"\.)?"?(\w+)/.exec(sql) ?? [];
    if (gone !== undefined) tables.delete(gone);
    const [, inserted, values] = /^INSERT INTO (\w+) \([^)]*\) VALUES (\(.*)$/s.exec(sql) ?? [];
    if (inserted !== undefined && !values!.includes("$"))
      tables.get(inserted)!.rows += values!.split(/\), ?\(/).length;
    const [, copied] = /^COPY (\w+)/.exec(sql) ?? [];
    if (copied !== undefined) copies.set(connection, { table: copied, chunks: [] });
  };

  const script: WireScript = {
    parameters: facts.parameters,
    processId: facts.processId,
    prepare: (sql) => {
      const refusal = refusalOf(sql, "parse");
      if (refusal === undefined) return ANSWER;
      refused.push(sql);
      return errorOf(refusal);
    },
    execute: (_, sql, connection) => {
      const isDrop = /^DROP \w+ IF EXISTS/.test(sql);
      const refusal = isDrop && !/,/.test(sql) ? undefined : refusalOf(sql, "execute");
      if (refusal !== undefined) {
        refused.push(sql);
        return errorOf(refusal);
      }
      if (meets(sql)) return errorOf(facts.passing!);
      const reaction = collide(sql, connection);
      if (reaction.kind !== "error") take(sql, connection);
      return reaction;
    },
    copied: (connection) => {
      const copy = copies.get(connection)!;
      copies.delete(connection);
      if (meets(`the end of COPY ${copy.table}`)) return errorOf(facts.passing!);
      tables.get(copy.table)!.rows += countRows(Buffer.concat(copy.chunks));
      return ANSWER;
    },
    received: (message, connection) => {
      const type = String.fromCharCode(message[0]!);
      if (type === "d") copies.get(connection)?.chunks.push(Buffer.from(message.subarray(5)));
      if (type === "P" && system === "risingwave") noteScan(message, scans);
    },
    columns: columnsOf,
    rows: (sql, message, connection) => rowsOf(sql, message, connection, facts.version, tables),
  };
  const server: WireServer = await startWireServer(script);
  return {
    url: `postgres://sbtest@127.0.0.1:${server.port}/sbtest?sslmode=disable&gssencmode=disable`,
    statements: server.statements,
    rows: () => Object.fromEntries([...tables].map(([name, table]) => [name, table.rows])),
    ddlConflicts: () => ddl.conflicts,
    refused,
    scans,
    contendAgain: () => met.clear(),
    stop: () => server.stop(),
  };
}

function columnsOf(sql: string): readonly string[] {
  if (sql.startsWith("SELECT k, v")) return ["k", "v"];
  if (/information_schema\.tables/.test(sql)) return ["schema", "name"];
  if (/min\(place\)/.test(sql)) return ["count", "min"];
  return tpccColumns(sql) ?? [/version\(\)/.test(sql) ? "version" : "c"];
}

function rowsOf(
  sql: string,
  message: Buffer,
  connection: number,
  version: string,
  tables: ReadonlyMap<string, Table>,
): readonly (string | readonly string[])[] {
  const ofTpcc = tpccRows(sql, message, tables.get("warehouse")?.rows ?? 0);
  if (ofTpcc !== undefined) return ofTpcc;
  if (/information_schema\.tables/.test(sql)) return [...tables.keys()].map((name) => ["public", name]);
  if (/version\(\)/.test(sql)) return [version];
  if (/pg_backend_pid/.test(sql)) return [String(connection)];
  // A condition of check, which holds.
  if (/min\(place\)/.test(sql)) return [["0", ""]];
  const counted = /^SELECT count\(\*\) FROM (\w+)$/.exec(sql)?.[1];
  if (counted !== undefined) return [String(tables.get(counted)?.rows ?? 0)];
  const looked = /^SELECT 1 FROM (\w+) LIMIT 1$/.exec(sql)?.[1];
  if (looked !== undefined) return (tables.get(looked)?.rows ?? 0) > 0 ? ["1"] : [];
  const keys = /^SELECT k, v FROM kv .*IN \(([^)]*)\)/.exec(sql)?.[1];
  if (keys !== undefined) return keys.split(",").map(() => "1");
  if (sql.startsWith("SELECT k, v")) return [`val:${/[\da-z]:(\d+)/.exec(message.toString("latin1"))?.[1]}`];
  return ["1"];
}

/** risingwavelabs/risingwave:src/frontend/src/expr/type_inference/func.rs and optimizer/rule/index_selection_rule.rs. */
function noteScan(message: Buffer, scans: string[]): void {
  const [name, sql] = message.subarray(5).toString("latin1").split("\0", 2);
  if (!/\bFROM sbtest\d+ WHERE \w+ IN \(\$1/.test(sql!)) return;
  const at = 5 + name!.length + 1 + sql!.length + 1;
  const count = message.readUInt16BE(at);
  const types = Array.from({ length: count }, (_, i) => message.readUInt32BE(at + 2 + i * 4));
  if (types.includes(INT8)) scans.push(sql!);
}

/** Rows of a COPY, as text or in the binary format of PostgreSQL's documentation of COPY. */
function countRows(data: Buffer): number {
  if (!data.subarray(0, 6).equals(Buffer.from("PGCOPY"))) return data.filter((byte) => byte === 10).length;
  let rows = 0;
  for (let at = 19, columns = data.readInt16BE(at); columns >= 0; columns = data.readInt16BE(at)) {
    at += 2;
    for (let column = 0; column < columns; column++) at += 4 + Math.max(0, data.readInt32BE(at));
    rows++;
  }
  return rows;
}
