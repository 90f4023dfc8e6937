import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { assureDataOfCommand, assureDataOfSql } from "../../../../../src/io/database/setup/large-files.ts";
import { readSetup } from "../../../../../src/io/database/setup/steps.ts";

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 8\n`;

let tree: string;
beforeEach(async () => {
  tree = await mkdtemp(path.join(tmpdir(), "plumbline-large-"));
  mkdirSync(path.join(tree, "data"));
  writeFileSync(path.join(tree, "data/people.tsv"), POINTER);
  writeFileSync(path.join(tree, "data/o'brien.tsv"), POINTER);
  writeFileSync(path.join(tree, "data/towns.tsv"), "1\tRome\n");
});
afterEach(async () => await rm(tree, { recursive: true, force: true }));

it.each([
  (place: string) => `CREATE TABLE t (x text);\nCOPY t FROM '${place}';`,
  (place: string) => `SELECT 1;\nSELECT pg_read_file( '${place}');`,
  (place: string) => `SELECT 1;\nSELECT lo_import(E'${place}');`,
])("refuses a statement that reads a pointer as data, %#", async (sql) => {
  const place = path.join(tree, "data/people.tsv");
  await expect(assureDataOfSql("db/1.sql", sql(place))).rejects.toMatchObject({
    kind: "usage",
    message: `db/1.sql:2: ${place}: this is a Git LFS pointer, not the file itself`,
    remedy: expect.stringContaining("git lfs pull"),
  });
  await assureDataOfSql("db/1.sql", sql(path.join(tree, "data/towns.tsv")));
});

it("knows a quote in a literal", async () => {
  const sql = `COPY t FROM '${path.join(tree, "data/o''brien.tsv")}'`;
  await expect(assureDataOfSql("1.sql", sql)).rejects.toMatchObject({ kind: "usage" });
});

it("leaves alone what is no file of this machine", async () => {
  execFileSync("mkfifo", [path.join(tree, "pipe")]);
  for (const place of ["/nowhere/t.tsv", "data/people.tsv", path.join(tree, "data"), path.join(tree, "pipe")])
    await assureDataOfSql("1.sql", `COPY t FROM '${place}'`);
});

it.each([
  "psql -c \"\\\\copy t from 'data/people.tsv'\"",
  "./load <data/people.tsv",
  "load --from=./data/people.tsv",
])("refuses the command %s, which names a pointer", async (command) => {
  await expect(assureDataOfCommand(tree, command)).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringMatching(/^database\.setup: `.*`: \S*people\.tsv: this is a Git LFS pointer/),
  });
});

it("leaves alone a command that fetches the file, and one that names others", async () => {
  for (const command of ["git lfs pull --include data/people.tsv", "load data/towns.tsv data", "true"])
    await assureDataOfCommand(tree, command);
});

it("looks before anything is run", async () => {
  writeFileSync(path.join(tree, "1.sql"), `COPY t FROM '${path.join(tree, "data/people.tsv")}';`);
  await expect(readSetup(tree, [{ kind: "sql", when: "before", globs: ["1.sql"] }])).rejects.toMatchObject({
    message: expect.stringContaining("1.sql:1: "),
  });
});
