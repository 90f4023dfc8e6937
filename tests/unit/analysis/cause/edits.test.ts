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

  it("takes back what head has not any more", () => {
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
      [null, ["DROP index IF EXISTS i"]],
      [null, ["DROP trigger IF EXISTS note ON public.t"]],
      [null, ["ALTER TABLE t DROP CONSTRAINT ok"]],
    ]);
  });

  it("makes an index of another definition in place of the old one", () => {
    expect(sent(["CREATE INDEX i ON t (a, b)"], ["CREATE INDEX i ON t (b, a)"])).toEqual([
      [1, ["DROP index IF EXISTS i", "CREATE INDEX i ON t (b, a)"]],
    ]);
  });

  it("replaces views and functions", () => {
    expect(sent(["CREATE VIEW v AS SELECT 1"], ["CREATE VIEW v AS SELECT DISTINCT 1"])).toEqual([
      [1, ["CREATE OR REPLACE VIEW v AS SELECT DISTINCT 1"]],
    ]);
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
});
