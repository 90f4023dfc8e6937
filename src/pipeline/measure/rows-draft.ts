/** A draft of rows for the empty tables that scripts meet, tried on the server that has their schema. */
import {
  type DraftTable,
  draftOrder,
  draftRows,
  draftStatement,
  requiredTables,
} from "../../ingest/rows/draft.ts";
import { type Ask, withClient } from "../../io/database/sql/connect.ts";
import { draftTables } from "../../io/inspect/draft-tables.ts";
import type { TableFacts } from "../../io/inspect/tables.ts";
import type { RowsDraft } from "../../model/tried.ts";
import { plainLine } from "../../text/outside.ts";
import { listed } from "../../text/units.ts";

/** Few rows show whether the server takes a statement. */
const TRIED_ROWS = 100;
const STATEMENT_LIMIT_MS = 5_000;

/**
 * @param met names of tables as plans have them: with or without their schema
 * @returns null if none of them is empty. Nothing stays in the database
 */
export async function triedDraft(
  url: string,
  facts: readonly TableFacts[],
  met: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<RowsDraft | null> {
  const empty = facts.filter(({ isEmpty }) => isEmpty);
  const wanted = empty
    .filter(({ name }) => met.has(name.slice(name.indexOf(".") + 1)))
    .map(({ quoted }) => quoted);
  if (wanted.length === 0) return null;
  return await withClient(url, { what: "for rows that its tables take", signal }, async (ask) => {
    const tables = await draftTables(ask, new Set(empty.map(({ quoted }) => quoted)));
    const order = draftOrder(tables, wanted);
    const filled = new Set([...tables.values()].filter(({ isEmpty }) => !isEmpty).map(({ name }) => name));
    await ask(`SET statement_timeout = ${STATEMENT_LIMIT_MS}`);
    await ask("BEGIN");
    try {
      const drafts: Draft[] = [];
      for (const table of order) {
        const draft = await tryDraft(ask, table, order, filled);
        drafts.push(draft);
        if (draft.refusal === null) filled.add(table.name);
      }
      return {
        sql: `${[HEADING, ...drafts.map(writtenDraft)].join("\n\n")}\n`,
        tables: drafts.filter(({ refusal }) => refusal === null).map(({ name }) => name),
        refused: drafts.filter(({ refusal }) => refusal !== null).map(({ name }) => name),
      };
    } finally {
      await ask("ROLLBACK");
    }
  });
}

type Draft = Readonly<{ name: string; sql: string; refusal: string | null }>;

async function tryDraft(
  ask: Ask,
  table: DraftTable,
  order: readonly DraftTable[],
  filled: ReadonlySet<string>,
): Promise<Draft> {
  const before = order.slice(0, order.indexOf(table)).map(({ name }) => name);
  const about = {
    name: table.name,
    sql: draftStatement(table, new Set([...filled, ...before]), draftRows(table, order)),
  };
  const lacks = requiredTables(table).filter((name) => before.includes(name) && !filled.has(name));
  if (lacks.length > 0) return { ...about, refusal: `it needs rows of ${listed(lacks)}` };
  await ask("SAVEPOINT draft");
  try {
    await ask(draftStatement(table, filled, TRIED_ROWS));
    const made = await ask(`SELECT FROM ${table.name} LIMIT 1`);
    return { ...about, refusal: made.length === 0 ? "it makes no row" : null };
  } catch (error) {
    // The server's own words; a connection that is lost is told by withClient.
    await ask("ROLLBACK TO draft");
    return { ...about, refusal: `the server refuses this: ${(error as Error).message}` };
  }
}

const HEADING = `-- Made-up rows, evenly drawn, for the tables that the scripts meet empty. Read them, and give the tables sizes and values like production's:
-- how much a change costs depends on both.`;

function writtenDraft({ name, sql, refusal }: Draft): string {
  if (refusal === null) return sql;
  const commented = sql.replace(/^/gm, "-- ");
  return `-- ${name}: ${plainLine(refusal, 300)}\n${commented}`;
}
