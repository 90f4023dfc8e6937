import { describe, expect, it } from "vitest";
import { replayable } from "../../../../src/analysis/cause/sent.ts";
import { splitStatements } from "../../../../src/io/database/sql/statements.ts";

const sent = (...texts: (string | readonly [string, ...(string | null)[]])[]) =>
  replayable(
    texts.map((each) => {
      const [sql, ...values] = typeof each === "string" ? [each] : each;
      return { sql, values };
    }),
    splitStatements,
  );

describe("replayable", () => {
  it("cuts a text of several statements, as Prisma sends a migration", () => {
    expect(
      sent('-- AddColumn\nALTER TABLE "a" ADD COLUMN "b" TEXT;\n\nCREATE INDEX "i" ON "a"("b");\n'),
    ).toEqual(['ALTER TABLE "a" ADD COLUMN "b" TEXT', 'CREATE INDEX "i" ON "a"("b")']);
  });

  it("leaves out questions and the tool's own bookkeeping", () => {
    expect(
      sent(
        "SELECT version()",
        "SHOW transaction_read_only",
        ['INSERT INTO "_prisma_migrations" (id) VALUES ($1)', "1"],
        "UPDATE alembic_version SET version_num='2'",
        "INSERT INTO \"public\".schema_migrations VALUES ('3')",
        "SELECT setval('a_id_seq', 10)",
      ),
    ).toEqual(["SELECT setval('a_id_seq', 10)"]);
  });

  it("leaves out what was rolled back, and keeps what was committed", () => {
    expect(sent("BEGIN", "CREATE TABLE a ()", "ROLLBACK", "begin", "CREATE TABLE b ()", "COMMIT")).toEqual([
      "CREATE TABLE b ()",
    ]);
  });

  it("keeps what stands before a second BEGIN, which the server takes for none", () => {
    expect(sent("BEGIN", "CREATE TABLE a ()", "BEGIN", "CREATE TABLE b ()", "COMMIT")).toEqual([
      "CREATE TABLE a ()",
      "CREATE TABLE b ()",
    ]);
  });

  it("leaves out what was rolled back to a savepoint, and keeps what stands before it", () => {
    expect(
      sent(
        "BEGIN",
        "CREATE TABLE a ()",
        "SAVEPOINT s",
        "CREATE TABLE b ()",
        'SAVEPOINT "T"',
        "CREATE TABLE c ()",
        "ROLLBACK TO SAVEPOINT S",
        "CREATE TABLE d ()",
        "ROLLBACK WORK TO s",
        "CREATE TABLE e ()",
        "RELEASE s",
        "COMMIT",
      ),
    ).toEqual(["CREATE TABLE a ()", "CREATE TABLE e ()"]);
  });

  it("goes back to the latest of savepoints with one name, and to the earlier one once it is released", () => {
    const begun = ["BEGIN", "SAVEPOINT s", "CREATE TABLE a ()", "SAVEPOINT s", "CREATE TABLE b ()"] as const;
    expect(sent(...begun, "ROLLBACK TO s", "COMMIT")).toEqual(["CREATE TABLE a ()"]);
    expect(sent(...begun, "RELEASE SAVEPOINT s", "ROLLBACK TO s", "COMMIT")).toEqual([]);
  });

  it("writes parameters as literals, and quotes them", () => {
    expect(sent(["INSERT INTO a VALUES ($1, $2, '$1')", "it's", null])).toEqual([
      "INSERT INTO a VALUES ('it''s', NULL, '$1')",
    ]);
  });

  it("gives up where rows are sent apart from their statement", () => {
    expect(sent("COPY a FROM STDIN")).toBeNull();
  });
});
