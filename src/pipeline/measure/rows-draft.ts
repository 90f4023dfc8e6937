/** A draft of rows for the empty tables that scripts meet, tried on the server that has their schema. */
import {
  type DraftTable,
  draftOrder,
  draftRows,
  draftStatement,
  requiredTables,
  trialStatement,
} from "../../ingest/rows/draft.ts";
import { type Ask, withClient } from "../../io/database/sql/connect.ts";
import { draftTables, partitionRoots } from "../../io/inspect/draft-tables.ts";
import type { TableFacts } from "../../io/inspect/tables.ts";
import type { RowsDraft } from "../../model/tried.ts";
import { plainLine } from "../../text/outside.ts";
import { listed } from "../../text/units.ts";

/** A question that takes longer is given up: what is tried has few rows. */
const STATEMENT_LIMIT_MS = 5_000;

/**
 * @param url of a fresh server: rows are rolled back, but not steps of sequences, nor what triggers do elsewhere
 * @param met names of tables as plans have them: with or without their schema
 * @returns null if none of them is empty, and if the server refuses a question that this needs, as another product may
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
    try {
      return await draftOf(ask, new Set(empty.map(({ quoted }) => quoted)), wanted);
    } catch (error) {
      // A connection that is lost has a code, too, and is told by withClient.
      if ((error as { code?: string }).code === undefined) throw error;
      return null;
    }
  });
}

async function draftOf(
  ask: Ask,
  empty: ReadonlySet<string>,
  wanted: readonly string[],
): Promise<RowsDraft | null> {
  await ask(`SET statement_timeout = ${STATEMENT_LIMIT_MS}`);
  const tables = await draftTables(ask, empty);
  const roots = await partitionRoots(ask);
  const order = draftOrder(
    tables,
    wanted.map((name) => roots.get(name) ?? name),
  );
  if (order.length === 0) return null;
  const drafts = await inTransaction(ask, async () => {
    const filled = new Set([...tables.values()].filter(({ isEmpty }) => !isEmpty).map(({ name }) => name));
    const tried: Draft[] = [];
    for (const table of order) {
      const draft = await tryDraft(ask, table, order, filled);
      tried.push(draft);
      if (draft.refusal === null) filled.add(table.name);
    }
    return tried;
  });
  return {
    sql: `${[HEADING, ...drafts.map(writtenDraft)].join("\n\n")}\n`,
    tables: drafts.filter(({ refusal }) => refusal === null).map(({ name }) => name),
    refused: drafts.filter(({ refusal }) => refusal !== null).map(({ name }) => name),
  };
}

async function inTransaction<T>(ask: Ask, work: () => Promise<T>): Promise<T> {
  await ask("BEGIN");
  try {
    // Deferred ones would be checked by a COMMIT, which does not come.
    await ask("SET CONSTRAINTS ALL IMMEDIATE");
    return await work();
  } finally {
    await ask("ROLLBACK");
  }
}

type Draft = Readonly<{ name: string; sql: string; refusal: string | null }>;

async function tryDraft(
  ask: Ask,
  table: DraftTable,
  order: readonly DraftTable[],
  filled: ReadonlySet<string>,
): Promise<Draft> {
  const before = order.slice(0, order.indexOf(table)).map(({ name }) => name);
  const rows = draftRows(table, order);
  // For a hand that will have filled the tables before it, too.
  const refused = (refusal: string): Draft => {
    return { name: table.name, sql: draftStatement(table, new Set([...filled, ...before]), rows), refusal };
  };
  const lacks = requiredTables(table).filter((name) => before.includes(name) && !filled.has(name));
  if (lacks.length > 0) return refused(`it needs rows of ${listed(lacks)}`);
  await ask("SAVEPOINT draft");
  try {
    await ask(trialStatement(table, filled, rows));
    const made = await ask(`SELECT FROM ${table.name} LIMIT 1`);
    if (made.length === 0) return refused("it makes no row");
    return { name: table.name, sql: draftStatement(table, filled, rows), refusal: null };
  } catch (error) {
    // The server's own words; a connection that is lost is told by withClient.
    await ask("ROLLBACK TO draft");
    return refused(`the server refuses this: ${(error as Error).message}`);
  }
}

const HEADING = `-- Made-up rows, evenly drawn, for the tables that the scripts meet empty. Read them, and give the tables sizes and values like production's:
-- how much a change costs depends on both.`;

function writtenDraft({ name, sql, refusal }: Draft): string {
  if (refusal === null) return sql;
  const commented = sql.replace(/^/gm, "-- ");
  return `-- ${plainLine(name)}: ${plainLine(refusal, 300)}\n${commented}`;
}
