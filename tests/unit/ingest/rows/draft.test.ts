import { expect, it } from "vitest";
import {
  type DraftColumn,
  type DraftTable,
  draftOrder,
  draftRows,
  draftStatement,
  trialStatement,
} from "../../../../src/ingest/rows/draft.ts";

const ROWS = 100;

function column(name: string, base: string, more: Partial<DraftColumn> = {}): DraftColumn {
  const plain = { category: "S", words: [], length: null, isNullable: false, hasDefault: false };
  return { name, type: base, base, ...plain, isGenerated: false, ...more };
}

function table(name: string, more: Partial<DraftTable> = {}): DraftTable {
  return {
    name,
    isEmpty: true,
    columns: [column("id", "int4", { hasDefault: true })],
    references: [],
    ...more,
  };
}

function reference(to: string, from: string) {
  return { table: to, columns: [from], referred: ["id"] };
}

const named = (...tables: readonly DraftTable[]) => new Map(tables.map((each) => [each.name, each]));

it("fills what a row must refer to first, and what it may refer to only if that is wanted, too", () => {
  const columns = [column("buyer", "int4"), column("agent", "int4", { isNullable: true })];
  const sale = table("sale", {
    columns,
    references: [reference("buyer", "buyer"), reference("agent", "agent")],
  });
  const tables = named(sale, table("buyer"), table("agent"), table("old", { isEmpty: false }));
  const names = (wanted: readonly string[]) => draftOrder(tables, wanted).map(({ name }) => name);
  expect(names(["sale"])).toEqual(["buyer", "sale"]);
  expect(names(["sale", "agent"])).toEqual(["buyer", "agent", "sale"]);
  expect(names(["old", "unknown"])).toEqual([]);
});

it("has ten rows for each that they refer to", () => {
  const columns = [column("buyer", "int4")];
  const [buyer, sale] = [
    table("buyer"),
    table("sale", { columns, references: [reference("buyer", "buyer")] }),
  ];
  expect([buyer, sale].map((each) => draftRows(each, [buyer, sale]))).toEqual([10_000, 100_000]);
  const node = table("node", { references: [reference("node", "parent")] });
  expect(draftRows(node, [node])).toBe(100_000);
});

it("ends where tables refer to each other", () => {
  const one = table("one", { columns: [column("other", "int4")], references: [reference("two", "other")] });
  const two = table("two", { columns: [column("other", "int4")], references: [reference("one", "other")] });
  expect(draftOrder(named(one, two), ["one"]).map(({ name }) => name)).toEqual(["two", "one"]);
});

it("draws rows of the tables that it refers to, and leaves out what has a default", () => {
  const sale = table("sale", {
    columns: [
      column("id", "int4", { hasDefault: true }),
      column("buyer", "int4"),
      column("item", "int4"),
      column("agent", "int4", { isNullable: true }),
      column("at", "timestamptz", { hasDefault: true }),
      column("total", "int4", { isGenerated: true, hasDefault: true }),
    ],
    references: [reference("buyer", "buyer"), reference("item", "item"), reference("agent", "agent")],
  });
  expect(draftStatement(sale, new Set(["buyer", "item"]), ROWS)).toBe(
    [
      "INSERT INTO sale (buyer, item, at)",
      "SELECT p1.c1, p2.c1, now() - i * interval '1 minute'",
      "FROM generate_series(1, 100) i",
      "JOIN (SELECT id AS c1, row_number() OVER () - 1 AS at FROM buyer) p1 ON p1.at = i % (SELECT count(*) FROM buyer)",
      "JOIN (SELECT id AS c1, row_number() OVER () - 1 AS at FROM item) p2 ON p2.at = abs(hashint4(i + 1)::bigint) % (SELECT count(*) FROM item)",
      "ON CONFLICT DO NOTHING;",
    ].join("\n"),
  );
});

it("takes a parent's columns by names that clash with none of its own", () => {
  const columns = ["a", "b"].map((name) => column(name, "int4"));
  const references = [{ table: "parent", columns: ["b", "a"], referred: ["at", "i"] }];
  const lines = draftStatement(table("child", { columns, references }), new Set(["parent"]), ROWS);
  expect(lines).toContain("SELECT p1.c2, p1.c1\n");
  expect(lines).toContain("JOIN (SELECT at AS c1, i AS c2, row_number() OVER () - 1 AS at FROM parent) p1 ");
});

it("tries the rows of both ends, and those around which a value that repeats begins again", () => {
  const one = table("t", { columns: [column("percent", "int4")] });
  const [written, tried] = [draftStatement, trialStatement].map((statement) =>
    statement(one, new Set(), 100_000).split("\n"),
  );
  const where = "WHERE i <= 50 OR i > 99950 OR i % 500 IN (0, 499)";
  expect(tried!.filter((line) => !written!.includes(line))).toEqual([where]);
  expect(tried!.filter((line) => line !== where)).toEqual(written);
});

it("makes a row of defaults alone", () => {
  expect(draftStatement(table("counter"), new Set(), ROWS)).toBe(
    "INSERT INTO counter\nSELECT\nFROM generate_series(1, 100) i\nON CONFLICT DO NOTHING;",
  );
});

it.each([
  [column("email", "text"), "'user' || i || '@example.com'"],
  [column('"it\'s"', "text"), "'it''s ' || i"],
  [column("code", "bpchar", { length: 5 }), "left(md5(i::text), 5)"],
  [column("state", "varchar", { words: ["new", "it's"] }), "(ARRAY['new', 'it''s'])[1 + i % 2]::varchar"],
  [
    column("kind", "mood", { category: "E", type: "app.mood" }),
    "(enum_range(NULL::app.mood))[1 + i % array_length(enum_range(NULL::app.mood), 1)]",
  ],
  [column("key", "uuid"), "md5('t key ' || i)::uuid"],
  [column("tags", "_text", { category: "A" }), "'{}'"],
  [column("days", "daterange", { category: "R" }), "'empty'"],
  [column("spans", "datemultirange", { category: "R" }), "'{}'"],
  [column("area", "geometry", { category: "U" }), "NULL"],
])("makes a value up: %j", (one, value) => {
  expect(draftStatement(table("t", { columns: [one] }), new Set(), ROWS)).toContain(`SELECT ${value}\n`);
});

it("leaves out what it cannot make up and what may be null, and times that have not come", () => {
  const times = ["deleted_at", "created_at"].map((name) => column(name, "timestamptz", { isNullable: true }));
  expect(draftStatement(table("t", { columns: times }), new Set(), ROWS)).toContain(
    "INSERT INTO t (created_at)\n",
  );
  const area = column("area", "geometry", { category: "U", isNullable: true });
  expect(draftStatement(table("t", { columns: [area] }), new Set(), ROWS)).toContain("INSERT INTO t\n");
});

it("lets what expires do so later than now, and what has a heartbeat live", () => {
  const times = ["expires_at", "validUntil", "expired_at", "last_heartbeat"].map((name) =>
    column(name, "timestamptz", { isNullable: true }),
  );
  expect(draftStatement(table("t", { columns: times }), new Set(), ROWS)).toContain(
    "(expires_at, validUntil, last_heartbeat)\nSELECT now() + i * interval '1 minute', now() + i * interval '1 minute', now() + i * interval '1 minute'\n",
  );
});
