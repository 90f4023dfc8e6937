/**
 * The program of before there were versions of the store (the bundle of commit c59a0f1, as the repository keeps it) and today's, on one
 * PostgreSQL. Skipped where the repository's history is not there.
 */
import { execFile, execFileSync, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import type { Run } from "../../../src/model/run.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { makeRun } from "../../support/runs.ts";
import type {} from "../cli/support/bundle.ts";

const EARLIER = "c59a0f1";
const ROOT = path.resolve(import.meta.dirname, "../../..");
const isThere = spawnSync("git", ["cat-file", "-e", `${EARLIER}^{commit}`], { cwd: ROOT }).status === 0;

type Ending = Readonly<{ code: number; stderr: string; stdout: string }>;

describe.skipIf(!isThere)("c59a0f1 and today", () => {
  let folder: string;
  let postgres: Postgres;
  let url: string;
  let earlierCli: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-earlier-"));
    const archive = path.join(folder, "earlier.tar");
    execFileSync("git", ["archive", "--output", archive, EARLIER, "dist", "package.json"], { cwd: ROOT });
    execFileSync("tar", ["-xf", archive, "-C", folder]);
    earlierCli = path.join(folder, "dist/cli.js");
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    url = await postgres.createDatabase(`earlier-${randomUUID()}`);
  });

  const call = (cli: string, at: string, ...args: string[]) =>
    new Promise<Ending>((resolve) => {
      const command = [cli, ...args, "--store", at];
      execFile(process.execPath, command, { cwd: folder }, (error, stdout, stderr) =>
        resolve({
          code: typeof error?.code === "number" ? error.code : error === null ? 0 : -1,
          stdout,
          stderr,
        }),
      );
    });
  const earlier = (...args: string[]) => call(earlierCli, url, ...args);
  const today = (...args: string[]) => call(inject("cli"), url, ...args);
  const FINE = expect.objectContaining({ code: 0, stderr: "" });

  async function fileOf(run: Run): Promise<string> {
    const file = path.join(folder, `${run.id}.json`);
    await writeFile(file, JSON.stringify(run));
    return file;
  }
  const runFile = (seed: number) => fileOf(makeRun({ seed }));
  const countOf = async (program: typeof today) => {
    const { code, stdout, stderr } = await program("history", "--metric", "tps", "--format", "json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return (JSON.parse(stdout) as readonly unknown[]).length;
  };

  /** One that may write, and not migrate. */
  async function asWriter(): Promise<string> {
    const role = `writer_${randomUUID().slice(0, 8)}`;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`
      CREATE ROLE ${role} LOGIN;
      GRANT USAGE ON SCHEMA plumbline TO ${role};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA plumbline TO ${role};`);
    await client.end();
    return url.replace("postgres@", `${role}@`);
  }

  test("today's reads what the earlier one wrote, and the earlier one goes on", async () => {
    expect(await earlier("store", "import", await runFile(1))).toEqual(FINE);
    const one = await countOf(earlier);
    expect(one).toBeGreaterThan(0);
    expect(await countOf(today)).toBe(one);
    const [another] = await Promise.all([
      earlier("store", "import", await runFile(2)),
      today("history", "--metric", "tps", "--format", "json"),
    ]);
    expect(another).toEqual(FINE);
    expect([await countOf(earlier), await countOf(today)]).toEqual([2 * one, 2 * one]);
  });

  test("both write at once where today's may not migrate, and each reads what the other wrote", async () => {
    expect(await earlier("store", "import", await runFile(1))).toEqual(FINE);
    const one = await countOf(earlier);
    const writer = await asWriter();
    const both = await Promise.all([
      earlier("store", "import", await runFile(2)),
      call(inject("cli"), writer, "store", "import", await runFile(3)),
      earlier("store", "import", await runFile(4)),
      call(inject("cli"), writer, "store", "import", await runFile(5)),
    ]);
    expect(both).toEqual([FINE, FINE, FINE, FINE]);
    expect([await countOf(earlier), await countOf(today)]).toEqual([5 * one, 5 * one]);
    expect(await today("store", "export", path.join(folder, "all"))).toMatchObject({ code: 0 });
    // What the earlier one knows nothing of, it refuses to read, as it was made to; its history goes on.
    const newFields = await fileOf(makeRun({ seed: 6, origin: { job: "pg17" } }));
    expect(await call(inject("cli"), writer, "store", "import", newFields)).toEqual(FINE);
    expect(await countOf(earlier)).toBe(6 * one);
    const whole = await earlier("store", "export", path.join(folder, "refused"));
    expect(whole.stderr).toContain("a newer Plumbline wrote it");
  });

  test("where today's migrates, the earlier one says what to do and spoils nothing", async () => {
    expect(await earlier("store", "import", await runFile(1))).toEqual(FINE);
    const one = await countOf(today);
    expect(await today("store", "import", await runFile(2))).toEqual(FINE);
    const refused = await earlier("store", "import", await runFile(3));
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain(
      "a migration that this version does not know: 20261122044700_schema_version",
    );
    expect(refused.stderr).toContain("update this one");
    expect(await countOf(today)).toBe(2 * one);
  });
});
