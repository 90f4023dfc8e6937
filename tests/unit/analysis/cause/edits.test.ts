import { describe, expect, it } from "vitest";
import { newStatements } from "../../../../src/analysis/cause/edits.ts";

const file = (...texts: string[]) => texts.map((text, at) => ({ file: "schema.sql", line: at + 1, text }));
/** What is sent, with the line that it is of. */
const sent = (base: readonly string[], head: readonly string[]) =>
  newStatements(file(...base), file(...head)).map(({ line, text, sql }) => [line ?? null, sql ?? [text]]);

describe("newStatements", () => {
  it("takes the statements of new files, and leaves those that only moved or were laid out otherwise", () => {
    expect(
      sent(
        ["CREATE TABLE t (a int)", "CREATE INDEX i ON t (a)"],
        ["CREATE INDEX i\n  ON t (a) -- as before", "CREATE TABLE t (a int)", "CREATE INDEX j ON t (a)"],
      ),
    ).toEqual([[3, ["CREATE INDEX j ON t (a)"]]]);
  });

  it("takes back what head has not any more, the last first", () => {
    expect(
      sent(
        [
          "CREATE UNIQUE INDEX IF NOT EXISTS i ON t (a)",
          "CREATE TRIGGER note BEFORE UPDATE ON public.t FOR EACH ROW EXECUTE FUNCTION f()",
          "ALTER TABLE ONLY t ADD CONSTRAINT ok CHECK (a > 0)",
        ],
        [],
      ),
    ).toEqual([
      [null, ["ALTER TABLE t DROP CONSTRAINT ok"]],
      [null, ["DROP trigger IF EXISTS note ON public.t"]],
      [null, ["DROP INDEX IF EXISTS i"]],
    ]);
  });

  it("makes an index of another definition in place of the old one", () => {
    expect(sent(["CREATE INDEX i ON t (a, b)"], ["CREATE INDEX i ON t (b, a)"])).toEqual([
      [1, ["DROP INDEX IF EXISTS i", "CREATE INDEX i ON t (b, a)"]],
    ]);
  });

  it("finds an index in the schema of its table, whatever the search path", () => {
    expect(sent(['CREATE INDEX i ON ONLY "App".t USING btree (a)'], [])).toEqual([
      [null, ['DROP INDEX IF EXISTS "App".i']],
    ]);
  });

  it("replaces views and functions, and makes them again where their columns are others", () => {
    expect(sent(["CREATE VIEW v AS SELECT 1"], ["CREATE VIEW v AS SELECT DISTINCT 1"])).toEqual([
      [
        1,
        [
          expect.stringMatching(
            /^DO \S+ BEGIN CREATE OR REPLACE VIEW v AS SELECT DISTINCT 1\n;\nEXCEPTION WHEN invalid_table_definition .* THEN DROP view IF EXISTS v; CREATE VIEW v AS SELECT DISTINCT 1\n; END \S+$/,
          ),
        ],
      ],
    ]);
  });

  it("tells functions of one name apart by what they take", () => {
    const price = (takes: string, does: string) =>
      `CREATE FUNCTION price(${takes}) RETURNS int LANGUAGE sql AS '${does}'`;
    expect(
      sent(
        [price("a int", "SELECT 1"), price("a int, b numeric(3, 1) DEFAULT 2", "SELECT 2")],
        [price("a int", "SELECT 1")],
      ),
    ).toEqual([[null, ["DROP function IF EXISTS price(a int, b numeric(3, 1))"]]]);
  });

  it("makes a materialized view again with the indexes that head still has", () => {
    const index = "CREATE UNIQUE INDEX i ON v (a)";
    expect(
      sent(
        ["CREATE MATERIALIZED VIEW v AS SELECT 1 a", index],
        ["CREATE MATERIALIZED VIEW v AS SELECT 2 a", index],
      ),
    ).toEqual([
      [1, ["DROP materialized view IF EXISTS v", "CREATE MATERIALIZED VIEW v AS SELECT 2 a", index]],
    ]);
  });

  it("adds labels to an enumeration where head has them", () => {
    expect(
      sent(["CREATE TYPE s AS ENUM ('b', 'd')"], ["CREATE TYPE s AS ENUM ('a', 'b', 'c', 'd')"]),
    ).toEqual([[1, ["ALTER TYPE s ADD VALUE 'a' BEFORE 'b'", "ALTER TYPE s ADD VALUE 'c' AFTER 'b'"]]]);
  });

  it("takes back defaults, row security and sequences", () => {
    expect(
      sent(
        [
          "CREATE SEQUENCE s START WITH 1",
          "ALTER TABLE ONLY t ALTER COLUMN id SET DEFAULT nextval('s'::regclass)",
          "ALTER TABLE t ENABLE ROW LEVEL SECURITY",
        ],
        ["CREATE SEQUENCE s START WITH 1 CACHE 20"],
      ),
    ).toEqual([
      [null, ["ALTER TABLE t DISABLE ROW LEVEL SECURITY"]],
      [null, ["ALTER TABLE t ALTER COLUMN id DROP DEFAULT"]],
      [1, ["ALTER SEQUENCE s START WITH 1 CACHE 20"]],
    ]);
  });

  it("leaves out what a migration tool notes of its own work", () => {
    expect(
      sent(
        ["INSERT INTO \"schema_migrations\" (version) VALUES ('1')"],
        ["INSERT INTO \"schema_migrations\" (version) VALUES ('2'), ('1')"],
      ),
    ).toEqual([]);
  });

  it("alters a table column by column", () => {
    expect(
      sent(
        [
          "CREATE TABLE t (id int PRIMARY KEY, a varchar(10) NOT NULL, gone text, n numeric(10, 2) DEFAULT 0)",
        ],
        [
          'CREATE TABLE t (\n  id int PRIMARY KEY,\n  a text COLLATE "C",\n  n numeric(10, 2) DEFAULT 1,\n  fresh jsonb DEFAULT \'{"a": 1}\' NOT NULL,\n  CONSTRAINT ok CHECK (n >= 0)\n)',
        ],
      ),
    ).toEqual([
      [
        1,
        [
          "ALTER TABLE t DROP COLUMN gone",
          "ALTER TABLE t ADD COLUMN fresh jsonb DEFAULT '{\"a\": 1}' NOT NULL",
          "ALTER TABLE t ADD CONSTRAINT ok CHECK (n >= 0)",
          'ALTER TABLE t ALTER COLUMN a TYPE text COLLATE "C" USING a::text',
          "ALTER TABLE t ALTER COLUMN a DROP NOT NULL",
          "ALTER TABLE t ALTER COLUMN n SET DEFAULT 1",
        ],
      ],
    ]);
  });

  it("alters columns and constraints whose names have other letters than English", () => {
    expect(
      sent(
        ["CREATE TABLE t (größe int, maß text, CONSTRAINT prüfung CHECK (true))"],
        ['CREATE TABLE t (maß text COLLATE "de_DE")'],
      ),
    ).toEqual([
      [
        1,
        [
          "ALTER TABLE t DROP COLUMN größe",
          "ALTER TABLE t DROP CONSTRAINT prüfung",
          'ALTER TABLE t ALTER COLUMN maß TYPE text COLLATE "de_DE" USING maß::text',
        ],
      ],
    ]);
  });

  it("alters constraints, storage and computed columns of a table, by the names that the server gives", () => {
    expect(
      sent(
        [
          "CREATE TABLE app.t (a text UNIQUE, b int REFERENCES o (id), c int GENERATED ALWAYS AS (b * 2) STORED, d serial, UNIQUE (a, \"B\")) WITH (fillfactor='70')",
        ],
        [
          "CREATE UNLOGGED TABLE app.t (a text, b int REFERENCES o (id) ON DELETE CASCADE, c int GENERATED ALWAYS AS (b * 3) STORED, d bigserial PRIMARY KEY)",
        ],
      ),
    ).toEqual([
      [
        1,
        [
          'ALTER TABLE app.t DROP CONSTRAINT "t_a_B_key"',
          'ALTER TABLE app.t DROP CONSTRAINT "t_a_key"',
          'ALTER TABLE app.t DROP CONSTRAINT "t_b_fkey"',
          "ALTER TABLE app.t ADD FOREIGN KEY (b) REFERENCES o (id) ON DELETE CASCADE",
          "ALTER TABLE app.t DROP COLUMN c",
          "ALTER TABLE app.t ADD COLUMN c int GENERATED ALWAYS AS (b * 3) STORED",
          "ALTER TABLE app.t ALTER COLUMN d TYPE bigint USING d::bigint",
          "ALTER TABLE app.t ALTER COLUMN d SET NOT NULL",
          "ALTER TABLE app.t ADD PRIMARY KEY (d)",
          "ALTER TABLE app.t RESET (fillfactor)",
          "ALTER TABLE app.t SET UNLOGGED",
        ],
      ],
    ]);
  });

  it("takes thousands of rows that were edited in its stride", () => {
    const rows = (of: string) =>
      Array.from({ length: 5_000 }, (_, row) => `INSERT INTO t VALUES (${row}, '${of}')`);
    expect(sent(rows("old"), rows("new"))).toHaveLength(5_000);
  });
});
