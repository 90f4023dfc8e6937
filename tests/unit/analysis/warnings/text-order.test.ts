import { expect, it } from "vitest";
import { localeWarning, orderedText } from "../../../../src/analysis/warnings/text-order.ts";

const COLUMNS = [
  { table: "item", column: "name" },
  { table: "item", column: "Kind" },
  { table: "other", column: "title" },
];

it.each([
  ["SELECT id FROM item WHERE name LIKE 'abc%'", ["name LIKE"]],
  ["SELECT id FROM item i WHERE i.name::text LIKE $1", ["name LIKE"]],
  ["SELECT id FROM item WHERE name ~ '^abc'", ["name LIKE"]],
  ["SELECT id FROM item WHERE name LIKE '%abc' OR name ~ 'abc'", []],
  ["SELECT id FROM item WHERE name ILIKE 'abc%' OR name = 'b' OR name <> 'c'", []],
  ["SELECT id FROM item WHERE name > $1 AND $2 >= item.name", ["name a range", "name a range"]],
  ["SELECT id FROM item WHERE name BETWEEN 'a' AND 'b'", ["name a range"]],
  [`SELECT id FROM item WHERE "Kind" < 'a' AND kind < 'a'`, ["Kind a range"]],
  ["SELECT name FROM item ORDER BY lower(name) DESC, id LIMIT 5", ["name ORDER BY"]],
  ["SELECT rank() OVER (PARTITION BY name ORDER BY id) FROM item", []],
  ["SELECT array_agg(id ORDER BY name) FROM item WHERE id > 5", ["name ORDER BY"]],
  [`SELECT id FROM item ORDER BY name COLLATE "C"`, []],
  ["SELECT id FROM item ORDER BY title", []],
  ["SELECT 'name LIKE' FROM item -- ORDER BY name\n", []],
])("sees what %s does with the order of text", (sql, expected) => {
  expect(orderedText(sql, COLUMNS).map(({ column, by }) => `${column} ${by}`)).toEqual(expected);
});

it("warns once for a suite, with some of the columns", () => {
  expect(localeWarning([])).toEqual([]);
  const by = "LIKE" as const;
  const ordered = ["a", "b", "c", "d", "e", "f", "a"].map((column) => ({ table: "t", column, by }));
  const [said, ...more] = localeWarning(ordered);
  expect(more).toEqual([]);
  expect(said).toMatchObject({
    code: "locale-assumed",
    message: expect.stringContaining(
      "t.a (LIKE), t.b (LIKE), t.c (LIKE), t.d (LIKE) and 2 more. The servers",
    ),
    remedy: expect.stringContaining("database.deploy.local.locale"),
  });
});
