/**
 * Answers of tests' servers to the statements of tpcc: rows that a loaded table has, for the parameters that came. Nothing is kept:
 * each district is at order 3001, and each row of stock at 50.
 */
import { readBind } from "../native/support/wire-server.ts";

type Answer = Readonly<{
  columns: readonly string[];
  /** @param values the parameters, as text; those of a simple query as they stand in it, which is another order */
  rows: (values: readonly string[], sql: string) => readonly (readonly string[])[];
}>;

/** C of the last names that tables were loaded with, plus one, as the question of a run has it. */
const LOAD_NAME = 124;
const INFO = "stock-of-this-district-1";
const ADDRESS = ["street one", "street two", "city", "ST", "123411111"];

const named = (count: number): string[] => Array.from({ length: count }, (_, i) => `c${i}`);
const one = (...row: readonly string[]): Answer => ({ columns: named(row.length), rows: () => [row] });

/** Parameters like "{1,2}", one after the other. */
const listsOf = (values: readonly string[]): string[][] =>
  values.filter((value) => value.startsWith("{")).map((value) => value.slice(1, -1).split(","));

/** One row of a delivery: the district that it is about, and what is asked of it. */
const ofDistrict = (asked: string): Answer => ({
  columns: named(2),
  rows: ([, bound], sql) => [[/_d_id = '(\d+)'/.exec(sql)?.[1] ?? bound!, asked]],
});

/** Answers by the beginning of a statement, or by words that only one has. */
const ANSWERS: readonly (readonly [RegExp, Answer])[] = [
  [/^SELECT w_tax, c_discount/, one("0.1000", "0.2500", "BARBARBAR", "GC")],
  [/^UPDATE district SET d_next_o_id/, one("3001", "0.0500")],
  [
    /^SELECT i_id, i_price/,
    {
      columns: named(4),
      // The unused item is none of them.
      rows: (values) =>
        [...new Set(listsOf(values)[0])]
          .filter((item) => Number(item) <= 100_000)
          .map((item) => [item, "12.34", "data", "name"]),
    },
  ],
  [
    /^SELECT s_w_id, s_i_id, s_quantity/,
    {
      columns: named(5),
      rows: (values) => {
        const [warehouses, items] = listsOf(values);
        return items!.map((item, i) => [warehouses![i]!, item, "50", INFO, "data"]);
      },
    },
  ],
  [/^UPDATE warehouse SET w_ytd/, one("warehouse", ...ADDRESS)],
  [/^UPDATE district SET d_ytd/, one("district", ...ADDRESS)],
  [/^SELECT c_id FROM customer/, { columns: ["c_id"], rows: () => [["7"], ["8"], ["9"]] }],
  [/^SELECT c_credit, /, one("BC", ...named(13))],
  [/^UPDATE customer .* RETURNING left/, one("data")],
  [/^SELECT c_balance, /, one("-10.00", "first", "OE", "BARBARBAR")],
  [/^SELECT o_id, o_entry_d/, one("3000", "2026-01-01 00:00:00", "")],
  [/^SELECT ol_i_id, /, { columns: named(5), rows: () => named(5).map(() => ["1", "1", "5", "9.99", ""]) }],
  [/^SELECT no_d_id, /, ofDistrict("2101")],
  [/^UPDATE orders .* RETURNING/, ofDistrict("77")],
  [/^WITH delivered AS/, ofDistrict("99.99")],
  [/^SELECT d_next_o_id FROM/, one("3001")],
  [/^SELECT count\(DISTINCT s_i_id\)/, one("3")],
];

const answerOf = (sql: string): Answer | undefined => ANSWERS.find(([pattern]) => pattern.test(sql))?.[1];

/** Names of the columns of an answer to tpcc; none where the statement is not of it. */
export const tpccColumns = (sql: string): readonly string[] | undefined => answerOf(sql)?.columns;

/**
 * @param message what asked: a Bind, or a simple query with its values in it
 * @param warehouses that were loaded
 * @returns none where the statement is not of tpcc
 */
export function tpccRows(
  sql: string,
  message: Buffer,
  warehouses: number,
): readonly (readonly string[])[] | undefined {
  // Whose tables are there: see question() of runner-native/src/catalog/tpcc/family.c.
  if (sql.startsWith("SELECT count(*) * 10000")) return [[String(warehouses * 10_000 + LOAD_NAME)]];
  return answerOf(sql)?.rows(valuesOf(sql, message), sql);
}

/** Rows of the tables whose number does not change; none where the statement does not count one of them. */
export function tpccCount(sql: string, warehouses: number): string | undefined {
  const each: Readonly<Record<string, number>> = {
    warehouse: 1,
    district: 10,
    customer: 30_000,
    stock: 100_000,
  };
  const table = /^SELECT count\(\*\) FROM (\w+)$/.exec(sql)?.[1] ?? "";
  if (table === "item") return "100000";
  return each[table] === undefined ? undefined : String(each[table] * warehouses);
}

function valuesOf(sql: string, message: Buffer): string[] {
  if (message[0] === "B".charCodeAt(0))
    return readBind(message).values.map((value) => value?.toString("latin1") ?? "");
  return [...sql.matchAll(/'([^']*)'/g)].map(([, value]) => value!);
}
