import { expect, it } from "vitest";
import { capturedFrom, type ScriptWish } from "../../../../src/ingest/capture/choice.ts";
import type { SchemaFacts } from "../../../../src/ingest/capture/facts.ts";
import { entriesOf, type Line, seenIn } from "./support/captured.ts";

const USERS = { table: '"public"."users"', column: '"id"', isKey: true };
const JOBS = '"public"."jobs"';
const FACTS: SchemaFacts = {
  types: new Map(),
  columns: new Set(["users.id", "users.email", "items.id", "items.owner_id", "jobs.queue", "jobs.key"]),
  references: new Map([
    ["items.owner_id", "users.id"],
    ["events.job_id", "jobs.id"],
  ]),
  keys: new Map([["jobs.id", { least: 11n, most: 99n }]]),
  singles: new Set(),
  functions: new Map([
    ["finish", ["p_job_id", "state"]],
    ["invite", ["owner_id", "jobs"]],
  ]),
  lookups: new Map([
    ["users.id", USERS],
    ["users.email", { table: '"public"."users"', column: '"email"', isKey: true }],
    ["jobs.queue", { table: JOBS, column: '"queue"', isKey: false }],
    ["jobs.key", { table: JOBS, column: '"key"', isKey: true }],
  ]),
  words: new Set(),
};
const id = (digit: number) => `6f1c2f0e-6b1a-4c4e-9d0a-${String(digit).repeat(12)}`;

function textWith(
  lines: readonly Line[],
  protocol: ScriptWish["protocol"] = "simple",
  facts: SchemaFacts = FACTS,
): string {
  const wish = { most: 1, database: null, protocol, keep: true, keepNumbers: false, source: "x" };
  return capturedFrom(seenIn(entriesOf(lines)).units, wish, facts)!.scripts[0]!.text;
}

function bodyWith(...how: Parameters<typeof textWith>): string {
  return textWith(...how)
    .split("\n")
    .filter((line) => !/^--(?! plumbline:)/.test(line))
    .join("\n")
    .trimEnd();
}

it.each([
  ["simple", "':id'"],
  ["extended", ":id"],
] as const)("looks for rows that are there, in the protocol %s", (protocol, written) => {
  const lines = [1, 2].map((digit): Line => ["SELECT email FROM users WHERE id = $1", id(digit)]);
  expect(bodyWith(lines, protocol)).toBe(
    `-- plumbline: values (SELECT * FROM (SELECT "id" FROM "public"."users" WHERE "id" IS NOT NULL LIMIT 100000) AS rows_there) as id\nSELECT email FROM users WHERE id = ${written};`,
  );
});

it("looks for the rows of a list, each another one", () => {
  const lines = [1, 4].map(
    (digit): Line => ["SELECT email FROM users WHERE id IN ($1, $2)", id(digit), id(digit + 1)],
  );
  expect(bodyWith(lines)).toBe(
    `-- plumbline: values (SELECT * FROM (SELECT "id", coalesce(lead("id", 1) OVER next, first_value("id") OVER next) AS id_2 FROM "public"."users" WHERE "id" IS NOT NULL WINDOW next AS (ORDER BY "id") LIMIT 100000) AS rows_there) as id, id_2\nSELECT email FROM users WHERE id IN (':id', ':id_2');`,
  );
});

it("looks for the rows of a long list as far as values are drawn", () => {
  const marks = Array.from({ length: 30 }, (_, at) => `$${at + 1}`).join(", ");
  const ids = Array.from({ length: 30 }, (_, at) => id(at % 10));
  const body = bodyWith([[`SELECT email FROM users WHERE id IN (${marks})`, ...ids]]);
  expect(body).toContain("':id_20', '00000000-");
});

it("looks for the rows of an array whose type the server knows", () => {
  const lines = [1, 4].map(
    (digit): Line => ["SELECT email FROM users WHERE id = ANY($1)", `{${id(digit)},${id(digit + 1)}}`],
  );
  const { units } = seenIn(entriesOf(lines));
  const { key } = units[0]!.steps[0]!.shape;
  const facts = { ...FACTS, types: new Map([[key, ["uuid[]"]]]) };
  expect(bodyWith(lines, "extended", facts)).toMatch(
    /as id, id_2\nSELECT email FROM users WHERE id = ANY\(ARRAY\[:id, :id_2\]::uuid\[\]\);$/,
  );
  expect(bodyWith(lines)).not.toContain("plumbline: values");
});

it("says how many elements of a long array it draws, and of how many", () => {
  const ids = Array.from({ length: 30 }, (_, at) => id(at % 10));
  const lines = [1, 2].map((): Line => ["SELECT email FROM users WHERE id = ANY($1)", `{${ids.join(",")}}`]);
  const { units } = seenIn(entriesOf(lines));
  const facts = { ...FACTS, types: new Map([[units[0]!.steps[0]!.shape.key, ["uuid[]"]]]) };
  expect(textWith(lines, "extended", facts)).toContain("id: only 20 of 30 elements of an array.");
});

it("takes the values of one statement from one row, and one value for the same column", () => {
  const lines = [1, 2].map(
    (digit): Line => [
      "SELECT FROM jobs WHERE queue = $1 AND key = $2",
      `q-${digit}${digit}`,
      `key ${digit} of ${digit}`,
    ],
  );
  expect(bodyWith(lines)).toBe(
    `-- plumbline: values (SELECT * FROM (SELECT "queue", "key" FROM ${JOBS} WHERE "queue" IS NOT NULL AND "key" IS NOT NULL LIMIT 100000) AS rows_there) as queue, key\nSELECT FROM jobs WHERE queue = ':queue' AND key = ':key';`,
  );
});

it("gives a new row a row to refer to, and leaves its own key made up", () => {
  const lines = [1, 2].map(
    (digit): Line => ["INSERT INTO items (id, owner_id) VALUES ($1, $2)", id(digit), id(digit + 4)],
  );
  const body = bodyWith(lines);
  expect(body).toContain(
    '(SELECT "id" FROM "public"."users" WHERE "id" IS NOT NULL LIMIT 100000) AS rows_there) as owner_id',
  );
  expect(body).toContain("':owner_id'");
  expect(body).toContain("00000000-0000-4000-8000-");
});

it("looks for the row that the transaction has made, and gives SET no key of another row", () => {
  const lines = [1, 2].flatMap((digit): readonly Line[] => [
    "BEGIN",
    ["INSERT INTO users (id, email) VALUES ($1, $2)", id(digit), `a${digit}@example.org`],
    ["UPDATE users SET email = $1 WHERE id = $2", `b${digit}@example.org`, id(digit)],
    "COMMIT",
  ]);
  expect(bodyWith(lines)).not.toContain("plumbline: values");
});

it("leaves out what empties a whole table, as tests do at their end", () => {
  const { units } = seenIn(entriesOf(["DELETE FROM users", "DELETE FROM users WHERE id = 1"]));
  expect(units.map(({ steps }) => steps.map(({ shape }) => shape.key))).toEqual([
    [expect.stringMatching(/where/i)],
  ]);
});

it.each(["finish($1, true)", "app.finish(p_job_id => $1)"])(
  "gives a function the key that its argument's name refers to: %s",
  (call) => {
    const lines = [1, 2].map((digit): Line => [`SELECT ${call}`, String(digit)]);
    const text = textWith(lines, "extended");
    expect(text).toMatch(/^\\set \w+ random\(11, 99\)$/m);
    expect(text).toContain("the keys that there are (jobs.id)");
  },
);

it.each(["create_event($1, true)", "get_item($1)"])(
  "gives no function a key that it may make, or that many tables have: %s",
  (call) => {
    const functions = new Map([
      ["create_event", ["job_id", "state"]],
      ["get_item", ["id"]],
    ]);
    const references = new Map([...FACTS.references, ["profiles.id", "jobs.id"]]);
    const lines = [1, 2].map((digit): Line => [`SELECT ${call}`, String(digit)]);
    expect(bodyWith(lines, "extended", { ...FACTS, functions, references })).toContain("random(1, 2)");
  },
);

it("gives a function the rows that are there, and its other arguments what they were like", () => {
  const lines = [1, 2].map((digit): Line => ["SELECT invite($1, $2)", id(digit), String(digit)]);
  const body = bodyWith(lines, "extended");
  expect(body).toContain('SELECT "id" FROM "public"."users"');
  expect(body).toContain("random(1, 2)");
  const unknown = [1, 2].map((digit): Line => ["SELECT uninvite($1)", String(digit)]);
  expect(bodyWith(unknown)).toContain("random(1, 2)");
});

it("takes a bare column for one of the DELETE in a WITH that it stands in", () => {
  const sql =
    "WITH gone AS (DELETE FROM jobs WHERE queue = $1 RETURNING *) SELECT count(*) FROM gone JOIN users ON true";
  const facts = { ...FACTS, columns: new Set([...FACTS.columns, "users.queue"]) };
  const body = bodyWith([[sql, "mail 11"]], "simple", facts);
  expect(body).toContain(`SELECT "queue" FROM ${JOBS}`);
});

const UPDATE = ["UPDATE jobs SET queue = 'a' WHERE id = $1", "1"] as const;

it("gives a new row a new key, which what looked for it before has, too, and no other table's", () => {
  const columns = new Set([...FACTS.columns, "jobs.id", "pages.id"]);
  const keys = new Map([...FACTS.keys, ["pages.id", { least: 5n, most: 9n }]] as const);
  const lines = [1, 2].flatMap((): readonly Line[] => [
    "BEGIN",
    ["SELECT FROM pages WHERE id = $1", "1"],
    UPDATE,
    ["INSERT INTO jobs (id) VALUES ($1)", "1"],
    "COMMIT",
  ]);
  expect(bodyWith(lines, "extended", { ...FACTS, columns, keys })).toBe(
    [
      "\\set id random(5, 9)",
      "\\set id_2 random(1000000000, 2147483647)",
      "BEGIN;",
      "SELECT FROM pages WHERE id = :id;",
      "UPDATE jobs SET queue = 'e' WHERE id = :id_2;",
      "INSERT INTO jobs (id) VALUES (:id_2);",
      "COMMIT;",
    ].join("\n"),
  );
  const upsert: Line = ["INSERT INTO jobs (id) VALUES ($1) ON CONFLICT (id) DO NOTHING", "1"];
  expect(bodyWith([upsert, upsert], "extended", { ...FACTS, columns, keys })).toContain("random(1, 1)");
});

it("takes words of the log where a column is indexed and no key", () => {
  const words = Array<Line>(5).fill(["SELECT FROM jobs WHERE queue = $1", "mail"]);
  expect(bodyWith(words)).toBe("SELECT FROM jobs WHERE queue = 'mail';");
});
