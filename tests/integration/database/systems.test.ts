/** Set-up SQL on other systems than PostgreSQL: against their stand-ins, which refuse what the systems refuse. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { analyze, dropTables, quotedName, userTables } from "../../../src/io/database/sql/tables.ts";
import { query } from "../../support/query.ts";
import { type StandIn, type System, startStandIn } from "../../support/stand-ins.ts";

let standIn: StandIn | undefined;
beforeEach(() => {
  standIn = undefined;
});
afterEach(async () => {
  await standIn?.stop();
});

it.each<[System, readonly string[]]>([
  ["postgres", ["ANALYZE"]],
  ["yugabytedb", ["ANALYZE"]],
  ["cockroachdb", ['ANALYZE "public"."one"', 'ANALYZE "public"."two"']],
  ["risingwave", []],
])("%s: statistics by %j, and one table for each DROP", async (system, expected) => {
  standIn = await startStandIn(system);
  for (const name of ["one", "two"]) await query(standIn.url, `CREATE TABLE ${name} (id INT)`);
  const { signal } = new AbortController();
  await analyze(standIn.url, signal);
  expect(standIn.statements.filter((sql) => sql.startsWith("ANALYZE"))).toEqual(expected);
  await dropTables(standIn.url, (await userTables(standIn.url, signal)).map(quotedName), signal);
  expect(standIn.rows()).toEqual({});
  expect(standIn.refused).toEqual([]);
});
