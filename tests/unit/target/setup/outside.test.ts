import { expect, it } from "vitest";
import { readsOutside } from "../../../../src/target/setup/outside.ts";

it.each([
  "COPY t FROM '/data/t.csv' CSV",
  "copy t (a, b)\n  from program 'gunzip -c t.gz'",
  "COPY t FROM $$/data/t.csv$$",
  "SELECT pg_read_file('seed.json')",
  "CREATE SERVER other FOREIGN DATA WRAPPER postgres_fdw",
  "CREATE TABLE t (id int) TABLESPACE fast",
  "CREATE SUBSCRIPTION s CONNECTION 'host=a' PUBLICATION p",
])("%s", (sql) => expect(readsOutside(sql)).toBe(true));

it.each([
  "CREATE TABLE t (id int); INSERT INTO t SELECT generate_series(1, 9)",
  "COPY t FROM stdin;\n1\n\\.\n",
  "CREATE INDEX ON t (copied_from)",
])("%s reads its own text alone", (sql) => expect(readsOutside(sql)).toBe(false));
