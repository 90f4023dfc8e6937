import { describe, expect, it } from "vitest";
import {
  changeUnits,
  mainStatement,
  type NewStatement,
  UnitOrder,
} from "../../../../src/analysis/cause/units.ts";

const migration = (...texts: string[]): readonly NewStatement[] =>
  texts.map((text, at) => ({ file: "db/002.sql", line: at + 1, text }));
/** Units as lines of their statements. */
const linesOf = (...texts: string[]) =>
  changeUnits(migration(...texts)).map(({ statements }) => statements.map((at) => at + 1));

describe("unitsOf", () => {
  it("takes each statement for a unit that stands by itself", () => {
    expect(
      linesOf("CREATE INDEX a ON t (x)", "ALTER TABLE t ADD COLUMN y int", "UPDATE t SET y = 1"),
    ).toEqual([[1], [2], [3]]);
  });

  it("keeps together what takes an index away and what makes it again, and nothing between", () => {
    expect(
      linesOf(
        "DROP INDEX t_x",
        "CREATE TABLE other (a int)",
        'CREATE INDEX "t_x" ON t (x) INCLUDE (y)',
        "ANALYZE t",
      ),
    ).toEqual([[1, 3], [2], [4]]);
  });

  it("tells names apart by letters of any language", () => {
    expect(
      linesOf(
        "DROP INDEX bücher_a",
        "CREATE INDEX bücher_b ON bücher (b)",
        "CREATE INDEX bücher_a ON bücher (a, b)",
      ),
    ).toEqual([[1, 3], [2]]);
  });

  it("keeps a table that is made partitioned with its partitions, rows and indexes", () => {
    expect(
      linesOf(
        "ALTER TABLE event RENAME TO event_old",
        "CREATE TABLE event (LIKE event_old) PARTITION BY RANGE (at)",
        "CREATE TABLE event_2024 PARTITION OF event FOR VALUES FROM (0) TO (10)",
        "INSERT INTO event SELECT * FROM event_old",
        "CREATE INDEX elsewhere ON other (x)",
        "CREATE INDEX event_at ON event (at)",
        "DROP TABLE event_old",
      ),
    ).toEqual([[1, 2, 3, 4, 6, 7], [5]]);
  });

  it("keeps apart what only has a name in common", () => {
    expect(
      linesOf(
        "ALTER TABLE a DROP COLUMN status",
        "CREATE INDEX b_status ON b (status)",
        "ALTER TABLE c ADD COLUMN status text",
        "DROP TRIGGER note ON a",
        "CREATE TRIGGER note BEFORE UPDATE ON b FOR EACH ROW EXECUTE FUNCTION f()",
        "DROP INDEX b_id",
        "CREATE INDEX b_id ON b (id)",
        "CREATE INDEX b_id_at ON b (id, at)",
      ),
    ).toEqual([[1], [2], [3], [4], [5], [6, 7], [8]]);
  });

  it("keeps each of several things together that one statement takes away", () => {
    expect(
      linesOf(
        "DROP INDEX IF EXISTS t_x, public.t_y",
        "CREATE INDEX t_y ON t (y)",
        "ALTER TABLE t DROP COLUMN a, DROP CONSTRAINT ok",
        "ALTER TABLE t ADD COLUMN b int, ADD CONSTRAINT ok CHECK (b > 0)",
        "DROP FUNCTION f(int, text), g(numeric(3, 1))",
        "CREATE FUNCTION g(int) RETURNS int LANGUAGE sql AS 'SELECT 1'",
      ),
    ).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
  });

  it("takes along what a later statement of the unit needs", () => {
    expect(
      linesOf(
        "DROP VIEW latest",
        "CREATE FUNCTION newest(int) RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE VIEW latest AS SELECT newest(id) FROM t",
      ),
    ).toEqual([[1, 2, 3]]);
  });

  it("leaves out what begins and ends transactions, and what sets the session", () => {
    expect(
      linesOf(
        "BEGIN",
        "SET search_path = app",
        "CREATE INDEX a ON t (x)",
        "SELECT pg_catalog.set_config('search_path', '', false)",
        "COMMIT",
      ),
    ).toEqual([[3]]);
  });

  it("reads a name behind comments, schemas and quotes", () => {
    expect(
      linesOf(
        'DROP FUNCTION IF EXISTS public."Price"(int) -- CREATE FUNCTION',
        "CREATE /* again */ FUNCTION public.\"Price\"(int) RETURNS int LANGUAGE sql AS 'SELECT 2'",
      ),
    ).toEqual([[1, 2]]);
  });

  it("takes a migration of 5,000 statements in its stride, and which of them need which", () => {
    const many = migration(...Array.from({ length: 5_000 }, (_, at) => `CREATE INDEX i${at} ON t (x)`));
    const units = changeUnits(many);
    expect(units).toHaveLength(5_000);
    expect(new UnitOrder(units, many).dependents(0)).toEqual([]);
  });
});

describe("UnitOrder", () => {
  const statements = migration(
    "CREATE FUNCTION slow(text) RETURNS boolean LANGUAGE sql AS 'SELECT true'",
    "CREATE INDEX a ON t (x)",
    "ALTER TABLE person ADD CONSTRAINT ok CHECK (slow(mail))",
    "ALTER TABLE person VALIDATE CONSTRAINT ok",
  );
  const units = changeUnits(statements);

  it("says what a unit needs, through others", () => {
    expect(new UnitOrder(units, statements).needs(3)).toEqual([0, 2]);
    expect(new UnitOrder(units, statements).needs(1)).toEqual([]);
  });

  it("knows a name again however its letters are written, those that the server does not fold too", () => {
    const named = migration("CREATE FUNCTION GRÖSSE() RETURNS int AS 'SELECT 1'", "SELECT Public.GRÖSSE()");
    expect(new UnitOrder(changeUnits(named), named).needs(1)).toEqual([0]);
    const inside = migration("CREATE TABLE GRÖSSE ()", "CREATE FUNCTION f() AS 'SELECT * FROM GRÖSSE'");
    expect(new UnitOrder(changeUnits(inside), inside).needs(1)).toEqual([0]);
  });

  it("does not take the words of a constraint without a name for one", () => {
    const keys = migration("ALTER TABLE a ADD PRIMARY KEY (id)", "CREATE TABLE b (id int PRIMARY KEY)");
    expect(new UnitOrder(changeUnits(keys), keys).needs(1)).toEqual([]);
  });

  it("says what needs a unit", () => {
    expect(new UnitOrder(units, statements).dependents(0)).toEqual([2, 3]);
    expect(new UnitOrder(units, statements).dependents(1)).toEqual([]);
  });
});

describe("mainStatement", () => {
  it("names a unit by what makes the object again", () => {
    const statements = migration("DROP INDEX t_x", "CREATE INDEX t_x ON t USING hash (x)");
    expect(mainStatement(changeUnits(statements)[0]!, statements).line).toBe(2);
  });
});
