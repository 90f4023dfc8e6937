import { expect, it } from "vitest";
import { namedQueries } from "../../../../src/ingest/queries/named.ts";
import {
  columnsAsked,
  type QueryFacts,
  queryScript,
  rowsAsked,
} from "../../../../src/ingest/queries/script.ts";

const FACTS: Omit<QueryFacts, "parameters"> = {
  types: new Map(),
  columns: new Set([
    "item.id",
    "item.name",
    "item.state",
    "line.id",
    "line.item_id",
    "line.note",
    "line.count",
  ]),
  singles: new Set(),
  functions: new Map(),
  references: new Map([["line.item_id", "item.id"]]),
  keys: new Map([
    ["item.id", { least: 1n, most: 500n }],
    ["line.id", null],
  ]),
  lookups: new Map(),
  words: new Set(),
  labels: new Map([["state", ["new", "sold"]]]),
  samples: new Map([["item.name", ["it's", "that"]]]),
  rows: [],
};

function scriptOf(sql: string, parameters: readonly string[], inText = true): string {
  return queryScript(namedQueries(sql, "q")[0]!, { ...FACTS, parameters }, inText);
}

it("draws keys from those that there are, by the foreign key, too", () => {
  const expected = (sql: string) => `\\set p1 random(1, 500)\n${sql}\n`;
  expect(scriptOf("SELECT name FROM item WHERE id = :id", ["integer"])).toBe(
    expected("SELECT name FROM item WHERE id = :p1;"),
  );
  expect(scriptOf("SELECT l.note FROM line AS l WHERE l.item_id = $1", ["bigint"])).toBe(
    expected("SELECT l.note FROM line AS l WHERE l.item_id = :p1;"),
  );
});

it("looks for what one row has", () => {
  const sql = "SELECT id FROM item WHERE name = $1 AND state = $2";
  const rows = [
    {
      table: '"public"."item"',
      places: [
        { number: 1, column: '"name"' },
        { number: 2, column: '"state"' },
      ],
    },
  ];
  const script = (inText: boolean) =>
    queryScript(namedQueries(sql, "q")[0]!, { ...FACTS, rows, parameters: ["text", "state"] }, inText);
  const line =
    '-- plumbline: values (SELECT * FROM (SELECT "name", "state" FROM "public"."item" WHERE "name" IS NOT NULL AND "state" IS NOT NULL LIMIT 100000) AS rows_there) as p1, p2';
  expect(script(true)).toBe(`${line}\nSELECT id FROM item WHERE name = ':p1' AND state = ':p2';\n`);
  expect(script(false)).toBe(`${line}\nSELECT id FROM item WHERE name = :p1 AND state = :p2;\n`);
});

it.each([
  ["SELECT 1 FROM item WHERE name = $1 AND state = $2", [["item", "1 name", "2 state"]]],
  ["SELECT 1 FROM item WHERE id = $1 AND name = $2", [["item", "1 id", "2 name"]]],
  // A range of numbers needs no rows.
  ["SELECT 1 FROM item WHERE id = $1", []],
  ["SELECT 1 FROM line WHERE item_id = $1", []],
  // Two rows of one table.
  [
    "SELECT 1 FROM item a, item b WHERE a.name = $1 AND b.name = $2",
    [
      ["item", "1 name"],
      ["item", "2 name"],
    ],
  ],
  ["INSERT INTO line (item_id) VALUES ((SELECT id FROM item WHERE name = $1))", [["item", "1 name"]]],
  ["UPDATE item SET name = $1 WHERE name = $2", [["item", "2 name"]]],
  ["SELECT 1 FROM item WHERE name > $1", []],
  ["INSERT INTO tag (owner, item) VALUES ($1, $2)", [["owner", "1 key"]]],
])("knows which parameters must fit a row: %s", (sql, expected) => {
  const facts = {
    ...FACTS,
    columns: new Set([...FACTS.columns, "tag.owner", "tag.item", "owner.key"]),
    references: new Map([...FACTS.references, ["tag.owner", "owner.key"], ["tag.item", "item.id"]]),
  };
  const asked = rowsAsked(namedQueries(sql, "q")[0]!, facts);
  expect(
    asked.map(({ table, places }) => [table, ...places.map(({ number, column }) => `${number} ${column}`)]),
  ).toEqual(expected);
});

it("asks for texts that there are, in turn", () => {
  expect(scriptOf("SELECT id FROM item WHERE name = $1 LIMIT $2", ["text", "bigint"])).toBe(
    [
      "\\set choice random(1, 2)",
      "\\if :choice = 1",
      "SELECT id FROM item WHERE name = 'it''s' LIMIT 20;",
      "\\else",
      "SELECT id FROM item WHERE name = 'that' LIMIT 20;",
      "\\endif",
      "",
    ].join("\n"),
  );
  expect(scriptOf("SELECT id FROM item WHERE state = $1", ["state"])).toContain("state = 'sold';");
});

it("takes a bare column for one of the innermost query that has it", () => {
  const facts = {
    ...FACTS,
    columns: new Set([...FACTS.columns, "line.name"]),
    parameters: ["text"],
  };
  const asked = (sql: string) => columnsAsked(namedQueries(sql, "q")[0]!, facts);
  expect(asked("SELECT name FROM line WHERE item_id = (SELECT id FROM item WHERE name = $1)")).toEqual([
    "item.name",
  ]);
  expect(
    asked("SELECT 1 FROM line WHERE item_id IN (SELECT id FROM item) AND lower(name) = lower($1)"),
  ).toEqual(["line.name"]);
  // A correlated query may ask for what only the one around has.
  expect(asked("SELECT 1 FROM line WHERE EXISTS (SELECT 1 FROM item WHERE note = $1)")).toEqual([
    "line.note",
  ]);
});

it("gives new rows values of their own", () => {
  const sql = "INSERT INTO line (id, item_id, note, count) VALUES ($1, $2, $3, $4)";
  expect(scriptOf(sql, ["bigint", "integer", "text", "numeric"], false)).toBe(
    [
      "\\set p1 random(1000000000, 2147483647)",
      "\\set p2 random(1, 500)",
      "\\set p3 random(100000000, 999999999)",
      "\\set p4 random(125, 99975)",
      "INSERT INTO line (id, item_id, note, count) VALUES (:p1, :p2, ('e taoi ns ' || :p3), (:p4 / 100.0));",
      "",
    ].join("\n"),
  );
});

it.each([
  ["uuid", /^\\set p1 .*\nSELECT f\('00000000-0000-4000-8000-:p1'\);\n$/],
  ["interval", /^SELECT f\('1 day'\);\n$/],
  ["timestamp with time zone", /^SELECT f\('now'\);\n$/],
  ["date", /^SELECT f\('today'\);\n$/],
  ["jsonb", /^SELECT f\('\{\}'\);\n$/],
  ["boolean", /^SELECT f\('t'\);\n$/],
  ["text[]", /^SELECT f\('\{\}'\);\n$/],
])("has a value of type %s where nothing else is known", (type, script) => {
  expect(scriptOf("SELECT f($1)", [type])).toMatch(script);
});

it("says which columns it asks about", () => {
  const [query] = namedQueries("SELECT id FROM item WHERE name = :a AND state = :b AND f(x) = :c", "q");
  expect(columnsAsked(query!, FACTS)).toEqual(["item.name", "item.state"]);
});
