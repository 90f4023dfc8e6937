import { expect, it } from "vitest";
import { readsClock, readsOutside } from "../../../../../src/io/database/setup/outside.ts";

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
  "CREATE TABLE subscription (id int); ALTER TABLE subscription ADD subscription_id int",
])("%s reads its own text alone", (sql) => expect(readsOutside(sql)).toBe(false));

it.each([
  "INSERT INTO t SELECT now() - i * interval '1 day' FROM generate_series(1, 30) AS i",
  "CREATE TABLE t (made date DEFAULT CURRENT_DATE)",
  "SELECT clock_timestamp ()",
  "INSERT INTO t VALUES ('today')",
])("%s depends on the day", (sql) => expect(readsClock(sql)).toBe(true));

it.each(["CREATE TABLE t (known int, current_dates int)", "INSERT INTO t VALUES ('2026-01-01', 'nowhere')"])(
  "%s is the same on every day",
  (sql) => expect(readsClock(sql)).toBe(false),
);
