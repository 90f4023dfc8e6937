/** What a migration tool sent -> the statements that can be sent again, one by one. */

import { sqlTokens } from "../../text/sql.ts";
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
const TAKES_BACK = /^(?:ROLLBACK|ABORT)\b(?!\s+TO\b)/i;

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
  let open: string[] | null = null;
  for (const { sql, values } of sent) {
    for (const { text } of split(sql)) {
      if (/^COPY\b[\s\S]*\bFROM\s+STDIN\b/i.test(text)) return null;
      if (BEGINS.test(text)) open = [];
      else if (TAKES_BACK.test(text)) open = null;
      else if (ENDS.test(text)) {
        done.push(...(open ?? []));
        open = null;
      } else if (!SAYS_NOTHING.test(text) && !isBookkeeping(text)) {
        (open ?? done).push(withValues(text, values));
      }
    }
  }
  return [...done, ...(open ?? [])];
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
