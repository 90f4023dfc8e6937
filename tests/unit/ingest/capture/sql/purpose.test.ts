import { expect, it } from "vitest";
import { purposeOf } from "../../../../../src/ingest/capture/sql/purpose.ts";
import { statementTokens } from "../../../../../src/ingest/capture/sql/tokens.ts";

const purpose = (sql: string) => {
  const found = purposeOf(statementTokens(sql)!);
  return found.kind === "frame" ? found.frame : found.kind === "left out" ? found.why : "work";
};

it.each([
  ["begin", "begin"],
  ["START TRANSACTION READ ONLY", "begin"],
  ["END", "commit"],
  ["ROLLBACK", "rollback"],
  ["rollback to savepoint a", "rollback to"],
  ["RELEASE a", "release"],
  ["/* hello */ SELECT * FROM item", "work"],
  ["(SELECT 1 FROM a) UNION (SELECT 2 FROM b)", "work"],
  ["WITH a AS (SELECT 1) INSERT INTO b SELECT * FROM a", "work"],
  ["SET TRANSACTION ISOLATION LEVEL SERIALIZABLE", "work"],
  ["SELECT pg_advisory_xact_lock(5)", "work"],
  ["SET search_path = 'a'", "setting"],
  ["SHOW server_version", "setting"],
  ["SELECT c.relname FROM pg_catalog.pg_class c", "catalog"],
  ['SELECT * FROM "information_schema"."tables"', "catalog"],
  ["SELECT typname FROM pg_type WHERE oid = 5", "catalog"],
  ["SELECT 1", "ping"],
  ["SELECT version()", "ping"],
  ["SELECT charge(5)", "work"],
  ["CREATE ROLE a PASSWORD 'b'", "schema"],
  ["ALTER USER a PASSWORD 'b'", "schema"],
  ['SELECT version FROM "schema_migrations"', "schema"],
  ["LOCK TABLE schema_migrations", "schema"],
  ["SELECT model FROM django_content_type t WHERE t.id = 5", "schema"],
  ["SELECT codename FROM permission p INNER JOIN django_content_type t ON t.id = p.kind", "work"],
  ["TRUNCATE a", "schema"],
  ["COPY a FROM STDIN", "copy"],
  ["VACUUM a", "other"],
  ["DO $$ BEGIN END $$", "other"],
  ["EXPLAIN SELECT 1 FROM a", "other"],
])("%s: %s", (sql, what) => {
  expect(purpose(sql)).toBe(what);
});
