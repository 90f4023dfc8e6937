/** What becomes of values, by what they are: in the text of statements, and as parameters. */
import { describe, expect, it } from "vitest";
import { bodyOf, type Line } from "./support/captured.ts";

const UUIDS = ["6f1c3a00-1111-4222-8333-000000000001", "6f1c3a00-1111-4222-8333-000000000002"];

/** A statement for each value. */
const where = (column: string, values: readonly (string | null)[]): readonly Line[] =>
  values.map((value) => [`SELECT a FROM t WHERE ${column} = $1`, value] as const);

/** [what, column, values, with values in the text, with parameters] */
const CASES: readonly (readonly [string, string, readonly (string | null)[], string, string])[] = [
  [
    "whole numbers",
    "id",
    ["5", "17", "-3"],
    "\\set id random(-3, 17)\n':id'",
    "\\set id random(-3, 17)\n(:id)",
  ],
  ["one number", "kind", ["5", "5"], "'5'", "'5'"],
  [
    "long numbers",
    "id",
    ["123456789012", "123456999999"],
    "\\set id random(120000000000, 130000000000)\n':id'",
    "\\set id random(120000000000, 130000000000)\n:id",
  ],
  [
    "numbers that are secret",
    "pin_code",
    ["1234", "1234"],
    "\\set pin_code random(1000, 9999)\n':pin_code'",
    "\\set pin_code random(1000, 9999)\n:pin_code",
  ],
  [
    "decimals",
    "price",
    ["1.25", "9.5"],
    "\\set price random(125, 950)\n(:price / 100.0)",
    "\\set price random(125, 950)\n(:price / 100.0)",
  ],
  ["truth", "done", ["t", "t", "f"], "'t'", "'t'"],
  [
    "UUIDs",
    "id",
    UUIDS,
    "\\set id random(100000000000, 999999999999)\n'00000000-0000-4000-8000-:id'",
    "\\set id random(100000000000, 999999999999)\n('00000000-0000-4000-8000-' || :id)::uuid",
  ],
  ["days", "day", ["2026-11-20", "2026-11-22"], "'2026-11-22'", "'2026-11-22'"],
  ["birthdays", "birth_date", ["1966-11-20", "1970-11-22"], "'1980-01-01'", "'1980-01-01'"],
  [
    "times",
    "at",
    ["2026-11-20 13:14:15.5+01", "2026-11-22T01:02:03Z"],
    "'2026-11-22 12:00:00+00'",
    "'2026-11-22 12:00:00+00'",
  ],
  [
    "arrays",
    "id",
    ["{1,2}", "{3,9,5,4}"],
    "\\set id random(1, 9)\n\\set id_2 random(1, 9)\n\\set id_3 random(1, 9)\n'{:id,:id_2,:id_3}'",
    "\\set id random(1, 9)\n\\set id_2 random(1, 9)\n\\set id_3 random(1, 9)\n('{' || :id || ',' || :id_2 || ',' || :id_3 || '}')::bigint[]",
  ],
  [
    "documents",
    "data",
    ['{"name": "Anna", "age": 41, "x1": ["y"]}'],
    `'{"name":"Etao","age":1,"field3":["e"]}'`,
    `'{"name":"Etao","age":1,"field3":["e"]}'`,
  ],
  ["bytes", "data", ["\\xdeadbeef"], "'\\x5a5a5a5a'", "'\\x5a5a5a5a'"],
  [
    "addresses of machines",
    "ip",
    ["10.1.2.3", "10.1.2.4"],
    "\\set ip random(1, 254)\n'192.0.2.:ip'",
    "'192.0.2.1'",
  ],
  [
    "addresses of people",
    "email",
    ["anna@acme.org", "b@acme.org"],
    "\\set email random(100000000, 999999999)\n'user:email@example.com'",
    "\\set email random(100000000, 999999999)\n('user' || :email || '@example.com')",
  ],
  [
    "texts",
    "name",
    ["Anna Lee", "Bob Gray"],
    "\\set name random(10000, 99999)\n'Eta:name'",
    "\\set name random(10000, 99999)\n('Eta' || :name)",
  ],
  ["patterns", "name", ["%Anna%", "%Bob%"], "'%Etao%'", "'%Etao%'"],
  ["a word of a program", "status", Array<string>(6).fill("open"), "'open'", "'open'"],
  ["nothing", "parent", [null, null], "NULL", "NULL"],
  ["nothing in it", "name", ["", ""], "''", "''"],
];

describe("values", () => {
  it.each(CASES)("%s", (_, column, values, inText, asParameters) => {
    const body = (protocol: "simple" | "extended") =>
      bodyOf(where(column, values), { protocol })
        .replace(`SELECT a FROM t WHERE ${column} = `, "")
        .replace(/;$/, "");
    expect(body("simple")).toBe(inText);
    expect(body("extended")).toBe(asParameters);
  });

  it("that stand bare in the text stay bare", () => {
    expect(bodyOf(["SELECT a FROM t WHERE id = 5", "SELECT a FROM t WHERE id = 6"])).toBe(
      "\\set id random(5, 6)\nSELECT a FROM t WHERE id = :id;",
    );
  });

  it("that the log does not tell are drawn, and said to be", () => {
    expect(bodyOf([["SELECT a FROM t WHERE id = $1"], ["SELECT a FROM t WHERE id = $1"]])).toBe(
      "\\set id random(1, 1000)\nSELECT a FROM t WHERE id = :id;",
    );
  });

  it("new keys of a program are new", () => {
    const rows: Line[] = ["1", "2", "3"].map((id) => ["INSERT INTO t (id, b) VALUES ($1, $2)", id, "7"]);
    expect(bodyOf(rows)).toBe(
      "\\set id random(1000000000, 2147483647)\nINSERT INTO t (id, b) VALUES (:id, '7');",
    );
  });
});

describe("keys that are not asked for evenly", () => {
  /** By Zipf's law: the first in a tenth of all, and so on. */
  const favourites = (count: number) =>
    Array.from({ length: count }, (_, i) => String(Math.ceil(1000 / (1 + ((i * 389) % 1000)))));

  it("are drawn as unevenly, by other favourites", () => {
    const body = bodyOf(where("id", ["1", ...favourites(600)]), { protocol: "extended" });
    expect(body).toMatch(
      /^\\set id 1 \+ permute\(random_zipfian\(0, 999, \d\.\d{3}\), 1000\)\nSELECT a FROM t WHERE id = :id;$/,
    );
  });

  it("by the flattest law there is, and evenly for the rest, where that is too steep", () => {
    const values = Array.from({ length: 4000 }, (_, i) =>
      String(i % 10 === 0 ? 7 : 1 + ((i * 7919) % 100000)),
    );
    const body = bodyOf(where("id", ["1", "100000", ...values]), { protocol: "extended" });
    expect(body).toMatch(
      /^\\set id CASE WHEN random\(1, 1000\) <= \d+ THEN 1 \+ permute\(random_zipfian\(0, 99999, 1\.001\), 100000\) ELSE random\(1, 100000\) END\n/,
    );
  });

  it("are themselves where they are few and the user says so, each as often as it was there", () => {
    const values = [...Array<string>(6).fill("3"), ...Array<string>(3).fill("-1"), "9"];
    const lines = where("kind", values);
    expect(bodyOf(lines, { protocol: "extended" })).toMatch(/\\set kind -1 \+ permute\(/);
    expect(bodyOf(lines, { protocol: "extended", keepNumbers: true })).toBe(
      "\\set kind CASE WHEN random(1, 10) <= 6 THEN 3 WHEN random(1, 4) <= 3 THEN -1 ELSE 9 END\nSELECT a FROM t WHERE kind = (:kind);",
    );
    const long = where("card", ["4111111111111111", "4222222222222222"]);
    for (const shown of [
      bodyOf(long, { keepNumbers: true }),
      bodyOf(where("pin", ["1", "2"]), { keepNumbers: true }),
    ])
      expect(shown).not.toMatch(/CASE/);
  });
});

describe("words that may stay", () => {
  it("are written in turn, as often as each was there, and share their variable", () => {
    const ask = (status: string): readonly Line[] => [
      "BEGIN",
      ["SELECT a FROM t WHERE status = $1", status],
      ["UPDATE t SET b = 1 WHERE status = $1 AND kind = $2", status, "odd"],
      "COMMIT",
    ];
    const lines = [...Array<string>(6).fill("open"), ...Array<string>(3).fill("paid"), "lost"].flatMap(ask);
    expect(bodyOf(lines)).toBe(
      [
        "\\set status CASE WHEN random(1, 10) <= 6 THEN 1 WHEN random(1, 4) <= 3 THEN 2 ELSE 3 END",
        "BEGIN;",
        ...["\\if :status = 1", "\\elif :status = 2", "\\else"].flatMap((line, i) => [
          line,
          `SELECT a FROM t WHERE status = '${["open", "paid", "lost"][i]}';`,
        ]),
        "\\endif",
        ...["\\if :status = 1", "\\elif :status = 2", "\\else"].flatMap((line, i) => [
          line,
          `UPDATE t SET b = 1 WHERE status = '${["open", "paid", "lost"][i]}' AND kind = 'odd';`,
        ]),
        "\\endif",
        "COMMIT;",
      ].join("\n"),
    );
  });

  const kept = (column: string, word: string, wish = {}) =>
    !bodyOf(where(column, Array<string>(9).fill(word)), wish).includes("etao") &&
    bodyOf(where(column, Array<string>(9).fill(word)), wish).includes(`'${word}'`);

  it.each([
    ["status", "open", true],
    ["time_zone", "Europe/Vienna", true],
    ["order_state", "paid", true],
    ["payment_method", "card", true],
    ["status", "open2", false],
    ["status", "john.doe", false],
    ["status", "anna-lee", false],
    ["status", "a sentence of words", false],
    ["password", "hunter", false],
    ["api_key", "hunter", false],
    ["userToken", "hunter", false],
    ["first_name", "Anna", false],
    ["city", "Rome", false],
    ["email", "anna@acme.org", false],
  ])("%s = '%s': %s", (column, word, stays) => {
    expect(kept(column, word)).toBe(stays);
    expect(kept(column, word, { keep: false })).toBe(false);
  });

  it.each(
    "owner cn uid assignee created_by updated_by nickname account author contact employee sso_id company display customer reviewer approver manager member participant sender recipient patient doctor teacher student guest host tag label value".split(
      " ",
    ),
  )("are not those of %s, which may be people's", (column) => {
    expect(kept(column, "smith")).toBe(false);
  });

  it("are few, and often there", () => {
    expect(bodyOf(where("status", ["open", "open"]))).not.toContain("open");
    const many = Array.from({ length: 20 }, (_, at) => `state${String.fromCharCode(97 + at)}`);
    expect(bodyOf(where("status", [...many, ...many, ...many, ...many, ...many]))).not.toContain("state");
  });

  it("are none where keys are given to functions", () => {
    const lines = Array.from(
      { length: 9 },
      () => "SELECT pgp_sym_decrypt(a, 'hunter') FROM t WHERE status = 'open'",
    );
    expect(bodyOf(lines)).not.toMatch(/hunter|open/);
  });
});

describe("one character", () => {
  const lines = (sql: string, times: number) => Array.from({ length: times }, () => sql);

  it("of no column stays, where it is always the same", () => {
    const sql = "SELECT right(code, 1) = 'Z', ('x' || code)::bit(64) FROM t";
    expect(bodyOf(lines(sql, 5))).toBe(`${sql};`);
    expect(bodyOf(lines(sql, 4))).not.toMatch(/'Z'|'x'/);
    expect(bodyOf(lines(sql, 5), { keep: false })).not.toMatch(/'Z'|'x'/);
  });

  it("of a column does not", () => {
    expect(bodyOf(lines("SELECT a FROM t WHERE gender = 'w'", 9))).not.toContain("'w'");
    expect(bodyOf(lines("SELECT crypt('x', salt) FROM t", 9))).not.toContain("'x'");
  });
});

describe("a document", () => {
  it("is as large as most, and has the fields that most have", () => {
    const usual = Array.from({ length: 8 }, () => `{"policy": "standard"}`);
    const rare = `{"policy": "standard", "dead": "${"x".repeat(60)}"}`;
    expect(bodyOf(where("options", [usual[0]!, rare, ...usual]))).not.toContain("dead");
  });
});

describe("a value keeps the form of its type", () => {
  it.each([
    ["'30 days 00:00:00'::interval", "'30 days 00:00:00'::interval"],
    ["interval '1s'", "interval '1s'"],
    ["'P1D'::interval", "'P1D'::interval"],
    ["CAST('1 mon 3:00' AS interval)", "CAST('1 mon 3:00' AS interval)"],
    ["'epoch'::timestamp", "'epoch'::timestamp"],
    ["'Nov 22 2026'::timestamp(3) with time zone", "'now'::timestamp(3) with time zone"],
    ["timestamp with time zone '2026-11-22 10:00+01'", "timestamp with time zone '2026-11-22 12:00:00+00'"],
    ["'running'::job_state", "'running'::job_state"],
    ["'running'::app.job_state", "'running'::app.job_state"],
    ["'anna'::first_name", "'eta1'::first_name"],
    ["'null'::jsonb", "'null'::jsonb"],
    [`'{"pass": "P1234567", "sex": "f"}'::jsonb`, `'{"pass":"E4812039","sex":"e"}'::jsonb`],
    ["'\"anna\"'::json", "'\"etao\"'::json"],
    [
      `'{"at": "2024-05-06T07:08:09.123Z", "day": "1966-01-02", "for": "3 days", "ip": "10.1.2.3", "no": "0171 42"}'::jsonb`,
      `'{"at":"2026-01-01T12:00:00.000Z","day":"2026-01-01","for":"3 days","ip":"192.0.2.1","no":"4812 03"}'::jsonb`,
    ],
    [
      `'{"id": "6f1c3a00-1111-4222-8333-000000000001", "of": "-42", "on": "true", "own": "[\\"Ada\\"]"}'::jsonb`,
      `'{"id":"00000000-0000-4000-8000-000000000001","of":"1","on":"true","own":"[\\"Eta\\"]"}'::jsonb`,
    ],
    ["'fe80::1'::inet", "'2001:db8::1'::inet"],
    ["'10.0.0.0/8'::cidr", "'192.0.2.0/24'::cidr"],
    ["'yes'::boolean", "'yes'::boolean"],
    ["'NaN'::numeric", "'1'::numeric"],
    ["'[2026-01-05,2026-02-01)'::daterange", "'[2026-01-01,2026-01-02)'::daterange"],
    ["'{1 day,2 days}'::interval[]", '\'{"1 day","1 day"}\'::interval[]'],
    ["'{new,done}'::job_state[]", '\'{"new","new"}\'::job_state[]'],
    ["'{}'::text[]", "'{}'::text[]"],
    ["'anna'::text", "'eta1'::text"],
  ])("%s", (sent, written) => {
    expect(bodyOf([`SELECT f(${sent})`, `SELECT f(${sent})`])).toBe(`SELECT f(${written});`);
  });

  it("of a parameter, too", () => {
    const lines: Line[] = ["epoch", "epoch"].map((value) => ["SELECT f($1::timestamptz)", value]);
    expect(bodyOf(lines, { protocol: "extended" })).toBe("SELECT f('epoch'::timestamptz);");
  });
});

it("writes null for elements of an array that mostly are", () => {
  const lines: readonly Line[] = [
    ["SELECT unnest($1::jsonb[])", '{NULL,NULL,"{\\"a\\": 1}"}'],
    ["SELECT unnest($1::jsonb[])", "{NULL}"],
  ];
  expect(bodyOf(lines)).toBe("SELECT unnest('{NULL,NULL}'::jsonb[]);");
});
