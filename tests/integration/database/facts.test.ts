/** What a real server says of captured statements, of query files, and of made-up rows. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readingOf } from "../../../src/ingest/capture/sql/shape.ts";
import { statementTokens } from "../../../src/ingest/capture/sql/tokens.ts";
import { namedQueries } from "../../../src/ingest/queries/named.ts";
import { withClient } from "../../../src/io/database/sql/connect.ts";
import { queryFacts } from "../../../src/io/database/sql/query-facts.ts";
import { readSchemaFacts } from "../../../src/io/database/sql/schema-facts.ts";
import { functionTables } from "../../../src/io/inspect/draft-tables.ts";
import { tableFacts } from "../../../src/io/inspect/tables.ts";
import { triedDraft } from "../../../src/pipeline/measure/rows-draft.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { query } from "../../support/query.ts";

const SCHEMA = `
CREATE TYPE state AS ENUM ('new', 'sold');
CREATE TABLE owner (id int PRIMARY KEY, kind text CHECK (kind IN ('firm', 'person')));
CREATE TABLE item (id bigint PRIMARY KEY, owner_id int REFERENCES owner, state state, every interval);
CREATE FUNCTION finish(item bigint, state state) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION split(OUT half int, whole int, VARIADIC rest int[]) LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION nameless(int) RETURNS int LANGUAGE sql AS 'SELECT 1';
CREATE INDEX ON owner (kind);
INSERT INTO owner SELECT i, 'firm' FROM generate_series(5, 50) i`;

const signal = new AbortController().signal;
let server: Postgres;
beforeAll(async () => {
  server = await startPostgres();
  await query(server.url, SCHEMA);
});
afterAll(async () => await server.stop());

describe("a database", () => {
  it("names types, foreign keys, keys and the words of its schema", async () => {
    const texts = [
      "SELECT finish(5, 'sold'), now() + interval '1s'",
      "SELECT 1 FROM item WHERE every = '1 day' AND id IN (1, 2)",
      "SELECT 1 FROM missing WHERE id = 5",
    ];
    const shapes = texts.map((text) => readingOf(statementTokens(text)!, []).shape);
    const facts = await readSchemaFacts(server.url, shapes, signal);
    expect(shapes.map(({ key }) => facts.types.get(key))).toEqual([
      ["bigint", "state", "interval"],
      ["text", "interval", "bigint"],
      undefined,
    ]);
    expect([...facts.references]).toEqual([["item.owner_id", "owner.id"]]);
    expect([...facts.singles]).toEqual([]);
    expect([...facts.lookups]).toEqual([
      ["owner.kind", { table: '"public"."owner"', column: '"kind"', isKey: false }],
    ]);
    expect([...facts.keys].toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
      ["item.id", null],
      ["owner.id", { least: 5n, most: 50n }],
    ]);
    expect(new Map(facts.functions)).toEqual(
      new Map([
        ["finish", ["item", "state"]],
        ["split", ["whole", "rest"]],
      ]),
    );
    expect([...facts.words].toSorted()).toEqual(["firm", "new", "person", "sold"]);
  });

  it("names the parameters of query files, and values of their columns", async () => {
    const text = "-- name: one\nSELECT id FROM owner WHERE kind = :kind AND id > :id;\n";
    const queries = namedQueries(text, "q").map((each) => ({ ...each, file: "q.sql" }));
    const [facts] = await queryFacts(server.url, queries, signal);
    expect(facts).toMatchObject({
      parameters: ["text", "integer"],
      labels: new Map([["state", ["new", "sold"]]]),
    });
    expect(facts!.samples.get("owner.kind")).toEqual(["firm"]);
  });

  it("passes over a query that a program fills in, and over no other error of syntax", async () => {
    const text =
      "-- name: one\nSELECT id FROM owner ORDER BY %order%;\n-- name: two\nSELECT id FROM owner WHERE kind = '%s%';\n";
    const read = (of: string) => namedQueries(of, "q").map((each) => ({ ...each, file: "q.sql" }));
    const [one, two] = await queryFacts(server.url, read(text), signal);
    expect(one).toBeNull();
    expect(two).toMatchObject({ parameters: [] });
    await expect(queryFacts(server.url, read("SELECT FROM '%s%' WHERE"), signal)).rejects.toMatchObject({
      kind: "usage",
    });
  });

  it("takes the values of the table that a query means, and looks at its first rows only", async () => {
    const url = await server.createDatabase("schemas");
    // Of two tables with one name the server lists that of the older schema first.
    await query(
      url,
      `CREATE SCHEMA auth; DROP SCHEMA public; CREATE SCHEMA public;
CREATE TABLE auth.label (word text, code text); INSERT INTO auth.label VALUES ('hidden', 'a');
CREATE TABLE public.label (word text, code text); INSERT INTO public.label VALUES ('seen', 'b');
CREATE TABLE sparse (word text, code text); INSERT INTO sparse SELECT NULL FROM generate_series(1, 2000); INSERT INTO sparse VALUES ('late', 'c')`,
    );
    const text = (table: string) =>
      `-- name: ${table}\nSELECT 1 FROM ${table} WHERE word = :w AND code = :c;\n`;
    const queries = namedQueries(text("label") + text("sparse"), "q").map((each) => ({
      ...each,
      file: "q.sql",
    }));
    const [label, sparse] = await queryFacts(url, queries, signal);
    expect(label!.samples.get("label.word")).toEqual(["seen"]);
    expect(label!.rows.map(({ table }) => table)).toEqual(['"public"."label"']);
    expect(sparse!.rows).toEqual([]);
  });

  it("refuses a query at its place in the file", async () => {
    const text = "-- name: one\nSELECT id FROM owner\nWHERE long = :kind AND kin = :kind;\n";
    const queries = namedQueries(text.replace("long", "kind"), "q").map((each) => ({
      ...each,
      file: "q.sql",
    }));
    await expect(queryFacts(server.url, queries, signal)).rejects.toMatchObject({
      kind: "usage",
      message: 'q.sql:3:24: one: column "kin" does not exist',
    });
  });
});

const MADE_UP = `
CREATE TABLE parent (at int, i text, PRIMARY KEY (at, i));
CREATE TABLE child (a int NOT NULL, b text NOT NULL, FOREIGN KEY (a, b) REFERENCES parent);
CREATE DOMAIN code AS varchar(4);
CREATE DOMAIN own_code AS code;
CREATE TABLE kind (code own_code NOT NULL, days datemultirange NOT NULL);
CREATE TABLE "per\ncent" (of_all int PRIMARY KEY CHECK (of_all <= 100));
CREATE TABLE share (of_all int REFERENCES "per\ncent");
CREATE TABLE one (id int PRIMARY KEY, other int NOT NULL);
CREATE TABLE two (id int PRIMARY KEY, other int NOT NULL REFERENCES one DEFERRABLE INITIALLY DEFERRED);
ALTER TABLE one ADD FOREIGN KEY (other) REFERENCES two DEFERRABLE INITIALLY DEFERRED;
CREATE TABLE event (at timestamptz NOT NULL, kind text) PARTITION BY RANGE (at);
CREATE TABLE event_all PARTITION OF event FOR VALUES FROM (MINVALUE) TO (MAXVALUE) PARTITION BY LIST (kind);
CREATE TABLE event_old PARTITION OF event_all FOR VALUES IN ('old');
CREATE TABLE event_rest PARTITION OF event_all DEFAULT`;

/** Catalogues of an older server, which a search path puts before those that are there. */
const OLDER = `
CREATE TABLE item (id int NOT NULL, twice int GENERATED ALWAYS AS (id * 2) STORED);
CREATE VIEW pg_attribute AS SELECT attrelid, attname, atttypid, atttypmod, attnum, attisdropped, attnotnull, atthasdef, attidentity
  FROM pg_catalog.pg_attribute;
ALTER DATABASE older SET search_path = public, pg_catalog`;

async function draftFor(url: string, met: readonly string[]) {
  const facts = await withClient(
    url,
    { what: "for its tables", signal },
    async (ask) => await tableFacts(ask),
  );
  return await triedDraft(url, facts, new Set(met), signal);
}

describe("a draft of rows", () => {
  it("says of every table what a load of the whole file will find", async () => {
    const url = await server.createDatabase("made_up");
    await query(url, MADE_UP);
    const met = ["child", "kind", "per\ncent", "share", "one", "event_old", "event_rest"];
    const draft = await draftFor(url, met);
    expect(new Set(draft!.refused)).toEqual(new Set(['"per\ncent"', "one", "two"]));
    expect(draft!.sql).toMatch(/^-- "per cent": the server refuses this: .*check constraint/m);
    expect(draft!.sql).toMatch(/^-- two: the server refuses this: .*foreign key constraint/m);
    await query(url, draft!.sql);
    const counted = draft!.tables.map(
      (table) => `SELECT '${table}' AS name, count(*)::int AS rows FROM ${table}`,
    );
    expect(new Set(await query(url, counted.join(" UNION ALL ")))).toEqual(
      new Set([
        { name: "parent", rows: 10_000 },
        ...["child", "kind", "share", "event"].map((name) => ({ name, rows: 100_000 })),
      ]),
    );
    expect(await draftFor(url, ["event_old"])).toBeNull();
  });

  it("refers to what a partition's own keys do, once", async () => {
    const url = await server.createDatabase("partitions");
    await query(
      url,
      `CREATE TABLE queue (name text PRIMARY KEY);
CREATE TABLE job (id int, queue text NOT NULL) PARTITION BY RANGE (id);
CREATE TABLE job_low PARTITION OF job (FOREIGN KEY (queue) REFERENCES queue) FOR VALUES FROM (0) TO (9);
CREATE TABLE job_high PARTITION OF job (FOREIGN KEY (queue) REFERENCES queue) DEFAULT`,
    );
    const draft = await draftFor(url, ["job_low"]);
    expect(draft).toMatchObject({ tables: ["queue", "job"], refused: [] });
    expect(draft!.sql.match(/JOIN/g)).toHaveLength(1);
  });

  it("needs no more of the catalogue than PostgreSQL 11 has, and is none where a question is refused", async () => {
    const url = await server.createDatabase("older");
    await query(url, OLDER);
    // A generated column cannot be told from a default there: either is left to the server.
    expect((await draftFor(url, ["item"]))!.tables).toEqual(["item"]);
    await query(url, "DROP VIEW public.pg_attribute; CREATE TABLE public.pg_constraint (missing int)");
    expect(await draftFor(url, ["item"])).toBeNull();
  });
});

it("names the tables that functions name, and those that they call", async () => {
  const url = await server.createDatabase("called");
  await query(
    url,
    `CREATE TABLE job (id int); CREATE TABLE worker (id int); CREATE TABLE other (id int);
CREATE FUNCTION take() RETURNS void LANGUAGE plpgsql AS 'BEGIN UPDATE worker SET id = 1; END';
CREATE FUNCTION fetch_job() RETURNS void LANGUAGE plpgsql AS 'BEGIN PERFORM take(); DELETE FROM job; END'`,
  );
  const named = await withClient(url, { what: "for its tables", signal }, (ask) =>
    functionTables(ask, ["SELECT FROM other", "SELECT fetch_job()"]),
  );
  expect(named.toSorted()).toEqual(["job", "worker"]);
});
