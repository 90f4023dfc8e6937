/** What a migration tool sent -> the statements that can be sent again, one by one. */

import { keptName, SQL_NAME, sqlTokens } from "../../text/sql.ts";
import type { SentStatement } from "../samples/sent-statements.ts";

/** Questions about the server and the tool's own bookkeeping change nothing that a workload meets. */
const SAYS_NOTHING =
  /^(?:SHOW|EXPLAIN|DISCARD|DEALLOCATE|LISTEN|UNLISTEN|FETCH|CLOSE)\b|^(?:SELECT|WITH|TABLE|VALUES)\b(?![\s\S]*\b(?:setval|create_\w+|add_\w+|set_config)\s*\()/i;
/** Tables in which tools note what they have applied. */
const BOOKKEEPING = new RegExp(
  String.raw`^(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|(?:CREATE|ALTER)\s+TABLE(?:\s+IF\s+NOT\s+EXISTS)?)\s+(?:"?[\w$]+"?\.)?"?(?:${[
    "_prisma_migrations",
    "alembic_version",
    "schema_migrations",
    "ar_internal_metadata",
    "flyway_schema_history",
    "databasechangelog(?:lock)?",
    "django_migrations",
    "knex_migrations(?:_lock)?",
    "pgmigrations",
    "goose_db_version",
    "__drizzle_migrations",
    "migrations",
    "sequelizemeta",
  ].join("|")})"?(?![\w$])`,
  "i",
);
/** True for what a tool notes of a migration: a database is used in the same way without it. */
export function isBookkeeping(sql: string): boolean {
  return BOOKKEEPING.test(sql);
}

const BEGINS = /^(?:BEGIN|START\s+TRANSACTION)\b/i;
const ENDS = /^(?:COMMIT|END)\b/i;
const TAKES_BACK = /^(?:ROLLBACK|ABORT)\b/i;
const SAVES = new RegExp(String.raw`^SAVEPOINT\s+${SQL_NAME}`, "i");
const FORGETS = new RegExp(String.raw`^RELEASE\s+(?:SAVEPOINT\s+)?${SQL_NAME}`, "i");
const GOES_BACK = new RegExp(
  String.raw`^ROLLBACK\s+(?:(?:WORK|TRANSACTION)\s+)?TO\s+(?:SAVEPOINT\s+)?${SQL_NAME}`,
  "i",
);

/**
 * Statements in their order, without questions, bookkeeping, and what was rolled back.
 * @param split cuts a text of the simple protocol into its statements
 * @returns null where one cannot be sent again: its rows or its parameters are not known
 */
export function replayable(
  sent: readonly SentStatement[],
  split: (sql: string) => readonly Readonly<{ text: string; data?: string }>[],
): readonly string[] | null {
  const done: string[] = [];
  let open: OpenTransaction | undefined;
  for (const { sql, values } of sent) {
    for (const { text } of split(sql)) {
      if (/^COPY\b[\s\S]*\bFROM\s+STDIN\b/i.test(text)) return null;
      if (BEGINS.test(text)) open ??= new OpenTransaction();
      else if (open?.obeys(text) === true) continue;
      else if (TAKES_BACK.test(text)) open = undefined;
      else if (ENDS.test(text)) {
        done.push(...(open?.statements ?? []));
        open = undefined;
      } else if (!SAYS_NOTHING.test(text) && !isBookkeeping(text)) {
        (open?.statements ?? done).push(withValues(text, values));
      }
    }
  }
  return [...done, ...(open?.statements ?? [])];
}

/** Statements that a transaction keeps, as long as nobody goes back to a savepoint before them. */
class OpenTransaction {
  readonly statements: string[] = [];
  /** In their order; of two with one name the server knows the later one. */
  #savepoints: Readonly<{ name: string; at: number }>[] = [];

  /** Does what a statement says of savepoints. @returns false where it says nothing of them */
  obeys(sql: string): boolean {
    const [saved, forgotten, back] = [SAVES, FORGETS, GOES_BACK].map((pattern) => pattern.exec(sql)?.[1]);
    const written = saved ?? forgotten ?? back;
    if (written === undefined) return false;
    const name = keptName(written);
    if (saved !== undefined) {
      this.#savepoints.push({ name, at: this.statements.length });
      return true;
    }
    const place = this.#savepoints.findLastIndex((each) => each.name === name);
    if (place < 0) return true;
    if (back !== undefined) this.statements.length = this.#savepoints[place]!.at;
    this.#savepoints.length = back === undefined ? place : place + 1;
    return true;
  }
}

/** The statement with its parameters as literals of unknown type, which the server reads as it reads parameters. */
function withValues(sql: string, values: SentStatement["values"]): string {
  if (values.length === 0) return sql;
  return sqlTokens(sql)
    .map(({ kind, text }) => {
      const value = kind === "parameter" ? values[Number(text.slice(1)) - 1] : undefined;
      if (value === undefined) return text;
      return value === null ? "NULL" : `'${value.replaceAll("'", "''")}'`;
    })
    .join("");
}
