import { describe, expect, it } from "vitest";
import { hasFilledIn, namedQueries } from "../../../../src/ingest/queries/named.ts";

const read = (text: string) =>
  namedQueries(text, "file").map(({ name, sql }) => [name, sql.trim().replace(/\s+/g, " ")]);

describe("a query file", () => {
  it.each([
    [
      "sqlc",
      "-- name: GetUser :one\nSELECT a FROM t WHERE id = $1;",
      [["GetUser", "SELECT a FROM t WHERE id = $1"]],
    ],
    [
      "aiosql",
      "-- name: get-user^\nSELECT a FROM t WHERE id = :id",
      [["get-user", "SELECT a FROM t WHERE id = $1"]],
    ],
    [
      "pugsql",
      "-- :name get_user :one\nSELECT a FROM t WHERE id = :id",
      [["get_user", "SELECT a FROM t WHERE id = $1"]],
    ],
    [
      "psql",
      "SELECT a FROM t WHERE b = :'b' AND c = :'c'",
      [["file", "SELECT a FROM t WHERE b = $1 AND c = $2"]],
    ],
    [
      "RegreSQL",
      "-- name: one\nSELECT 1\n;\n\n-- name: two\nSELECT 2;",
      [
        ["one", "SELECT 1"],
        ["two", "SELECT 2"],
      ],
    ],
    [
      "Windows, with a mark of the byte order",
      "\ufeff-- name: one\nSELECT 1;\n-- name: two\nSELECT 2;",
      [
        ["one", "SELECT 1"],
        ["two", "SELECT 2"],
      ],
    ],
  ])("of %s", (_, text, queries) => {
    expect(read(text)).toEqual(queries);
  });

  it("has one number for one name, in each of its spellings", () => {
    expect(
      read(
        "SELECT a[1:2], '12:30', b::text FROM t WHERE c = @c AND d = sqlc.arg(d) AND e = sqlc.narg('d') AND f = @c AND g = %(g)s",
      ),
    ).toEqual([
      [
        "file",
        "SELECT a[1:2], '12:30', b::text FROM t WHERE c = $1 AND d = $2 AND e = $2 AND f = $1 AND g = $3",
      ],
    ]);
  });

  it("keeps what is no parameter: texts, comments, operators", () => {
    const sql = "SELECT ':x', data @> '{}' FROM t -- :y\nWHERE a = b";
    expect(namedQueries(sql, "file")[0]!.sql).toBe(sql);
  });

  it("may have several statements of one name", () => {
    expect(read("-- name: both\nUPDATE a SET b = :b;\nSELECT c FROM a;\n")).toEqual([
      ["both", "UPDATE a SET b = $1"],
      ["both-2", "SELECT c FROM a"],
    ]);
  });

  it("knows where a place of the query is in the file", () => {
    const text =
      "-- name: first\nSELECT 1;\n-- name: second\nSELECT a\nFROM t WHERE id = :long_name AND oops = 1;";
    const { sql, placeAt } = namedQueries(text, "file")[1]!;
    expect(placeAt(sql.indexOf("oops"))).toBe("5:34");
    expect(placeAt(sql.indexOf("FROM"))).toBe("5:1");
  });
});

it.each([
  ["SELECT a FROM t ORDER BY %order%", true],
  ["SELECT a FROM t WHERE %s", true],
  ["SELECT a FROM t {{ if .Where }} WHERE a = 1 {{ end }}", true],
  ["SELECT a FROM {table}", true],
  ["SELECT a % 2 FROM t WHERE b LIKE '%order%' -- %s", false],
  ["SELECT '{a}'::int[], array[1]", false],
])("knows whether a program fills in %s", (sql, expected) => {
  expect(hasFilledIn({ sql })).toBe(expected);
});
