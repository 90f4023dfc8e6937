import fc from "fast-check";
import { expect, it } from "vitest";
import { namesInStatement } from "../../../../src/analysis/samples/statement-names.ts";

it.each<[sql: string, names: readonly string[]]>([
  ["SELECT at, kind FROM latest l WHERE person = $1 ORDER BY at, kind", ["latest"]],
  ['SELECT 1 FROM Archive."Big One" b, c JOIN ONLY d ON true, e', ["archive.Big One", "c", "d", "e"]],
  [
    "SELECT 1 FROM (event e JOIN (person p JOIN team ON true) ON p.id = e.person)",
    ["event", "person", "team"],
  ],
  ["INSERT INTO journal (person, body) VALUES (1, short('x')), (2, b)", ["journal", "short()"]],
  ["UPDATE person SET a = b, c = d FROM x, y WHERE a IS DISTINCT FROM b", ["person", "x", "y"]],
  ["SELECT extract(year FROM at), trim(both from note) FROM t", ["extract()", "trim()", "t"]],
  ["DELETE FROM a USING b WHERE EXISTS (SELECT 1 FROM f(3) g, h)", ["a", "b", "exists()", "f()", "h"]],
  ["MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN UPDATE SET v = 1", ["t", "s"]],
  ["SELECT x::mail, CAST(z AS shop.email), other, person FROM t", ["::mail", "cast()", "::shop.email", "t"]],
  ["SELECT nextval('tickets'), 's.seq'::regclass, 'person'", ["nextval()", "tickets", "s.seq", "::regclass"]],
  [
    `SELECT nextval('"User_id_seq"'::regclass), nextval('shop."a.b"'), nextval('größe_seq'), nextval('1, 2')`,
    ["nextval()", "User_id_seq", "::regclass", "shop.a.b", "größe_seq"],
  ],
  ["CALL shop.renew($1)", ["shop.renew()"]],
  ["SELECT 1 -- FROM secret\n/* FROM hidden */", []],
  ["SELECT 'FROM person', $$FROM person$$", []],
  ['SELECT "from" FROM "select"', ["select"]],
])("%s", (sql, names) => {
  expect(namesInStatement(sql)).toEqual(names);
});

it("reads any text, and no more than a hundred names", () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(
          "(",
          ")",
          "'",
          ",",
          ".",
          ":",
          '"',
          "$",
          " ",
          "aB",
          "\n",
          "FROM ",
          "SELECT ",
          "INTO ",
        ),
      }),
      (sql) => {
        for (const name of namesInStatement(sql)) expect(name).not.toBe("");
      },
    ),
  );
  const many = Array.from({ length: 200 }, (_, at) => `t${at}`).join(", ");
  expect(namesInStatement(`SELECT 1 FROM ${many}`)).toHaveLength(100);
});
