import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitStatements } from "../../../../../src/io/database/sql/statements.ts";

const texts = (sql: string) => splitStatements(sql).map(({ text }) => text);

describe("a file is cut into statements", () => {
  test.each([
    ["at semicolons", "SELECT 1; SELECT 2;", ["SELECT 1", "SELECT 2"]],
    ["with or without the last semicolon", "SELECT 1;\nSELECT 2\n", ["SELECT 1", "SELECT 2"]],
    ["not in strings", "SELECT 'a;''b;'; SELECT 2", ["SELECT 'a;''b;'", "SELECT 2"]],
    [
      "not in strings with backslashes",
      String.raw`SELECT E'a\';b'; SELECT 2`,
      [String.raw`SELECT E'a\';b'`, "SELECT 2"],
    ],
    [
      "after strings that end in a backslash",
      String.raw`SELECT 'a\'; SELECT 2`,
      [String.raw`SELECT 'a\'`, "SELECT 2"],
    ],
    ["not in quoted names", 'SELECT 1 AS "a;b"; SELECT 2', ['SELECT 1 AS "a;b"', "SELECT 2"]],
    [
      "not in comments",
      "SELECT 1 -- a;b\n, 2 /* ; /* ; */ ; */ ; SELECT 3",
      ["SELECT 1 -- a;b\n, 2 /* ; /* ; */ ; */", "SELECT 3"],
    ],
    [
      "not in dollar quotes",
      "DO $$ BEGIN; END $$; DO $a$ $$;$a$; SELECT 1",
      ["DO $$ BEGIN; END $$", "DO $a$ $$;$a$", "SELECT 1"],
    ],
    ["with parameters like $1 left alone", "SELECT $1; SELECT 2", ["SELECT $1", "SELECT 2"]],
    [
      "not in parentheses",
      "CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2); SELECT 3",
      ["CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2)", "SELECT 3"],
    ],
    [
      "not in bodies of SQL functions",
      "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE 1 WHEN 1 THEN 2 END; SELECT 3; END; SELECT 4",
      [
        "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE 1 WHEN 1 THEN 2 END; SELECT 3; END",
        "SELECT 4",
      ],
    ],
    ["but in transactions", "BEGIN; SELECT 1; END; SELECT 2", ["BEGIN", "SELECT 1", "END", "SELECT 2"]],
    ["without those that say nothing", ";;\n-- only a comment\n;/* and another */", []],
    [
      "with names of any alphabet",
      "SELECT größe$x FROM straße; SELECT 2",
      ["SELECT größe$x FROM straße", "SELECT 2"],
    ],
  ])("%s", (_name, sql, statements) => {
    expect(texts(sql)).toEqual(statements);
  });
});

describe("what psql reads beside SQL", () => {
  test("COPY ... FROM stdin takes its lines along, semicolons, quotes and dollars in them as they are", () => {
    const sql = "SET a = 1;\nCOPY t (a, b) FROM stdin;\n1\tit's; $$\n2\t\\.x\n\\.\n\nSELECT 2;\n";
    expect(splitStatements(sql)).toEqual([
      { text: "SET a = 1", line: 1 },
      { text: "COPY t (a, b) FROM stdin", line: 2, data: "1\tit's; $$\n2\t\\.x\n" },
      { text: "SELECT 2", line: 7 },
    ]);
  });

  test.each([
    ["no rows", "COPY t FROM stdin;\n\\.\nSELECT 1", ""],
    ["lines of Windows", "COPY t FROM stdin;\r\n1\r\n\\.\r\nSELECT 1", "1\r\n"],
    ["a file that ends with the data", "COPY t FROM STDIN WITH (FORMAT csv);\n1\n2", "1\n2"],
    ["a file that ends with the statement", "copy t from Stdin", ""],
  ])("COPY with %s", (_, sql, data) => {
    expect(splitStatements(sql)[0]).toMatchObject({ data });
    expect(texts(sql).slice(1)).toEqual(sql.includes("SELECT") ? ["SELECT 1"] : []);
  });

  test("COPY from a file of the server has no lines of its own", () => {
    expect(splitStatements("COPY t FROM '/tmp/t.csv';\nSELECT 1;")[0]).not.toHaveProperty("data");
  });

  test("backslash commands are told apart, by name and line; what guards a dump is left out", () => {
    const sql =
      "\\restrict 4fX\nSELECT 1;\n\\copy t from 'x;y.csv' csv\nSELECT 2 \\gexec\n\\unrestrict 4fX\n";
    expect(splitStatements(sql)).toEqual([
      { text: "SELECT 1", line: 2 },
      { text: "\\copy t from 'x;y.csv' csv", line: 3, command: "\\copy" },
      { text: "SELECT 2", line: 4 },
      { text: "\\gexec", line: 4, command: "\\gexec" },
    ]);
  });

  test("a backslash in a string or a comment is none", () => {
    expect(texts("SELECT '\\copy'; -- \\x\nSELECT E'\\\\' /* \\i */")).toHaveLength(2);
  });
});

test("each statement knows its line", () => {
  expect(
    splitStatements("-- one\nSELECT 1;\n\n/* \n */ SELECT\n 2; SELECT 3").map(({ line }) => line),
  ).toEqual([2, 5, 6]);
});

test("any text is cut: statements stand in it in their order, at their lines", () => {
  const pieces = fc.constantFrom(
    "SELECT 1",
    ";",
    "'",
    '"',
    "$$",
    "$a$",
    "--",
    "/*",
    "*/",
    "\n",
    "(",
    ")",
    "E'\\",
    "BEGIN ATOMIC",
    "END",
    " ",
  );
  fc.assert(
    fc.property(
      fc.array(pieces).map((parts) => parts.join("")),
      (sql) => {
        let from = 0;
        for (const { text, line } of splitStatements(sql)) {
          const at = sql.indexOf(text, from);
          expect(at).toBeGreaterThanOrEqual(from);
          expect(sql.slice(0, at).split("\n").length).toBeLessThanOrEqual(line);
          from = at + text.length;
        }
      },
    ),
  );
});

test("statements that are joined come apart again", () => {
  const statement = fc.constantFrom(
    "SELECT 'a;'",
    "DO $x$;$x$",
    'SELECT ";"',
    "SELECT (1)",
    "UPDATE t SET a = E'\\''",
  );
  fc.assert(
    fc.property(fc.array(statement), (statements) => {
      expect(texts(statements.join(";\n"))).toEqual(statements);
    }),
  );
});
