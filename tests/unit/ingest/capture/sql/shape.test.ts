import { describe, expect, it } from "vitest";
import { readingOf } from "../../../../../src/ingest/capture/sql/shape.ts";
import { statementTokens } from "../../../../../src/ingest/capture/sql/tokens.ts";

function read(sql: string, values: readonly (string | null)[] = []) {
  const { shape, given, lengths } = readingOf(statementTokens(sql)!, values);
  return {
    key: shape.key,
    columns: shape.slots.map(({ column }) => column),
    values: given.map((each) => each.map(({ value }) => value)),
    lengths,
    subject: shape.subject,
  };
}

describe("a shape", () => {
  it("has no values, blanks, comments or capitals", () => {
    const key = "select a from t where id = ? and b = ?";
    expect(read("SELECT a FROM t WHERE id=5 AND b = 'x'").key).toBe(key);
    expect(read("select  a\nfrom t where id = $1 and /* who */ b=$2;", ["5", "x"]).key).toBe(key);
    expect(read('SELECT "A" FROM t').key).not.toBe(read('SELECT "a" FROM t').key);
  });

  it("keeps words of the program, and no data in their place", () => {
    expect(read("SELECT date_trunc('day', at) FROM t WHERE x ->> 'city' = 'Rome'")).toMatchObject({
      key: "select date_trunc ( 'day' , at ) from t where x ->> 'city' = ?",
      values: [["Rome"]],
    });
    expect(read("SELECT now() - INTERVAL '7 days' FROM t").values).toEqual([]);
    expect(read("SELECT crypt('hunter', salt) FROM t").values).toEqual([["hunter"]]);
    expect(read("SELECT x ->> 'a1b2c3' FROM t").values).toEqual([["a1b2c3"]]);
  });

  it.each([
    ["to_tsvector('english', 'Smith')", ["Smith"]],
    ["to_tsvector('Smith')", ["Smith"]],
    ["array_to_string(ARRAY['Ada', 'Eve'], ',')", ["Ada", "Eve"]],
    ["to_date('May', 'Month')", ["May"]],
    ["string_agg('Eve', ', ')", ["Eve"]],
    ["to_char(at, 'Day')", []],
    ["pg_catalog.timezone('UTC', at)", []],
    ["setweight(to_tsvector('simple', 'Eve'), 'A')", ["Eve"]],
    ["extract('day' FROM at)", []],
    ["encode(sha224(('Eve' || a)::bytea), 'hex')", ["Eve"]],
    ["decode('Eve', 'base64')", ["Eve"]],
    ["convert_from(a, 'UTF8')", []],
    ["hmac('Eve', 'Ada', 'sha256')", ["Eve", "Ada"]],
    ["crypt('Eve', gen_salt('bf'))", ["Eve"]],
    ["encode('base64', 'Eve42')", ["base64", "Eve42"]],
  ])("keeps the word that a function takes, and none that it is given: %s", (call, values) => {
    expect(read(`SELECT ${call} FROM t`).values.flat()).toEqual(values);
  });

  it("gives the values of a row their own columns behind an array", () => {
    const row = "INSERT INTO t (tags, name, status) VALUES (ARRAY['a', 'b'], 'Ada', 'open')";
    expect(read(row)).toMatchObject({
      columns: ["tags", "tags", "name", "status"],
      values: [["a"], ["b"], ["Ada"], ["open"]],
    });
  });

  it("reads an array as a list, of any length", () => {
    const one = read("SELECT a FROM t WHERE id = ANY (ARRAY[1])");
    expect(one).toMatchObject({ columns: ["id"], lengths: [1] });
    expect(read("SELECT a FROM t WHERE id = ANY (ARRAY[1, 2, 3])").key).toBe(one.key);
    expect(read("SELECT a FROM t WHERE id = ANY (ARRAY['1'::int, '2'::int])").lengths).toEqual([2]);
  });

  it.each([
    "IN (1, 2, other)",
    "IN (1, 2 + 3)",
    "IN (1, NULL)",
    "IN ('1'::int, '2'::bigint)",
    "= ANY (ARRAY[1, 2, other])",
  ])("loses nothing of what is no list of values: %s", (condition) => {
    const { key, lengths } = read(`SELECT a FROM t WHERE id ${condition}`);
    expect(lengths).toEqual([]);
    const blanked = condition.replace(/'?\d'?/g, "?").replace(/[[\](),]|::/g, " $& ");
    expect(key.replaceAll(" ", "")).toContain(blanked.toLowerCase().replaceAll(" ", ""));
  });

  it("keeps positions of ORDER BY and GROUP BY", () => {
    expect(read("SELECT a, count(*) FROM t GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5")).toMatchObject({
      key: "select a , count ( * ) from t group by 1 order by 2 desc , 1 limit ?",
      columns: ["limit"],
    });
  });

  it("takes the sign for a part of the number where it is one", () => {
    expect(read("SELECT a-1 FROM t WHERE b = -5 AND c>-2 AND d IN (-1, 2)").values).toEqual([
      ["1"],
      ["-5"],
      ["-2"],
      ["-1", "2"],
    ]);
  });

  it("has lists of any length", () => {
    const one = read("SELECT a FROM t WHERE id IN (1)");
    expect(read("SELECT a FROM t WHERE id IN (1, 2, 3)")).toEqual({
      ...one,
      values: [["1", "2", "3"]],
      lengths: [3],
    });
    expect(read("SELECT a FROM t WHERE id NOT IN ($1::int,$2::int)", ["4", "5"])).toMatchObject({
      columns: ["id"],
      values: [["4", "5"]],
      lengths: [2],
    });
    expect(read("SELECT a FROM t WHERE id IN (SELECT 1 FROM b)").lengths).toEqual([]);
  });

  it("has rows of any number", () => {
    const one = read("INSERT INTO t (a, b) VALUES (1, 'x') RETURNING id");
    expect(one).toMatchObject({ columns: ["a", "b"], lengths: [1] });
    const three = read("INSERT INTO t (a, b) VALUES (1, 'x'), (2, NULL), (3, 'z') RETURNING id");
    expect(three).toEqual({
      ...one,
      values: [
        ["1", "2", "3"],
        ["x", null, "z"],
      ],
      lengths: [3],
    });
    const mixed = read("INSERT INTO t (a, b) VALUES (1, now()), (2, 'x')");
    expect(mixed).toMatchObject({ lengths: [1, 1], columns: ["a", "a", "b"] });
  });

  it("of many rows is read in time that grows with them", () => {
    const rows = Array.from({ length: 20_000 }, (_, row) => `(${row}, 'x')`).join(", ");
    expect(read(`INSERT INTO t (a, b) VALUES ${rows}`).lengths).toEqual([20_000]);
    const list = Array.from({ length: 20_000 }, (_, row) => String(row)).join(", ");
    expect(read(`SELECT a FROM t WHERE b IN (${list})`).lengths).toEqual([20_000]);
  });
});

describe("the column of a value", () => {
  it.each([
    ['SELECT 1 FROM u WHERE "u"."id" = $1', [null, "id"]],
    ["SELECT a FROM t WHERE lower(email) = lower($1)", ["email"]],
    ["SELECT a FROM t WHERE at BETWEEN $1 AND $2", ["at", "at"]],
    ["SELECT a FROM t WHERE id = ANY($1)", ["id"]],
    ["SELECT a FROM t WHERE $1 = name", ["name"]],
    ["SELECT a FROM t WHERE name NOT ILIKE $1 LIMIT $2 OFFSET $3", ["name", "limit", "offset"]],
    ["UPDATE t SET stock = stock - $1, name = $2 WHERE id = $3", ["stock", "name", "id"]],
    ['INSERT INTO s.t (a, "B c") VALUES ($1, f($2, $3))', ["a", null, null]],
    ["SELECT f($1, 'x')", [null, null]],
    ["SELECT a || $1 FROM t", [null]],
  ])("%s", (sql, columns) => {
    expect(read(sql, ["1", "2", "3"]).columns).toEqual(columns);
  });
});

describe("the subject", () => {
  it.each([
    ["SELECT a FROM shop.item WHERE b", { verb: "select", table: "item", returns: [] }],
    [
      'INSERT INTO "Order" (a) VALUES (1) RETURNING "id", at',
      { verb: "insert", table: "Order", returns: ["id", "at"] },
    ],
    ["INSERT INTO a (b) SELECT 1 RETURNING id", { verb: "insert", table: "a", returns: [] }],
    [
      "INSERT INTO a (b) VALUES (1) ON CONFLICT DO NOTHING RETURNING id",
      { verb: "insert", table: "a", returns: [] },
    ],
    ["INSERT INTO a (b) VALUES (1) RETURNING id + 1", { verb: "insert", table: "a", returns: [] }],
    ["UPDATE ONLY a SET b = 1", { verb: "update", table: "a", returns: [] }],
    ["DELETE FROM a", { verb: "delete", table: "a", returns: [] }],
    ["WITH x AS (SELECT 1 FROM y) UPDATE a SET b = 1", { verb: "update", table: "a", returns: [] }],
    ["SELECT 1", { verb: "select", table: null, returns: [] }],
  ])("%s", (sql, subject) => {
    expect(read(sql).subject).toMatchObject(subject);
  });
});

it("reads thousands of comparisons in one go, and knows those of conditions", () => {
  const many = Array.from({ length: 100_000 }, (_, index) => `a${index % 3} = ${index}`).join(" or ");
  const soughtIn = (sql: string) =>
    readingOf(statementTokens(sql)!, []).shape.slots.filter(({ seeks }) => seeks);
  expect(soughtIn(`SELECT ${many}`)).toEqual([]);
  expect(soughtIn("UPDATE t SET a = 1, b = 2 WHERE c = 3 AND d IN (4)").map(({ column }) => column)).toEqual([
    "c",
    "d",
  ]);
});
