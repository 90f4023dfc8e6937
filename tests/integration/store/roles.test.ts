/** The two roles of docs/store-roles.sql on a real server: what each may, and what it may not. */
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Run } from "../../../src/model/run.ts";
import { migrateStore, openStore } from "../../../src/store/open.ts";
import type { Store } from "../../../src/store/store.ts";
import { makeAcceptance } from "../../support/acceptances.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { makeReport } from "../../support/reports.ts";
import { makeRun, uuidOf } from "../../support/runs.ts";

const SQL = readFileSync(path.join(import.meta.dirname, "../../../docs/store-roles.sql"), "utf8");
const REFUSED = { kind: "store", message: expect.stringMatching(/row-level security|permission denied/) };

let postgres: Postgres;
let url: string;
let propose: Store;
let history: Store;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase("roles");
  await migrateStore(url, "/");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(SQL);
  await client.query(SQL); // As after a migration.
  await client.end();
  propose = await openStore(url.replace("postgres@", "plumbline_propose@"), "/");
  history = await openStore(url.replace("postgres@", "plumbline_history@"), "/");
  await history.save([ofMain]);
});
afterAll(async () => {
  await propose.close();
  await history.close();
  await postgres.stop();
});

const runOf = (name: string, branch: string, measurement: Partial<Run["measurement"]>): Run => {
  const run = makeRun({ seed: 1, commit: { branch } });
  return {
    ...run,
    id: uuidOf(name),
    measurement: { ...run.measurement, id: uuidOf(`of ${name}`), ...measurement },
  };
};
const ofMain = runOf("main", "main", { mode: "history", arm: "head" });

describe("the role that proposes", () => {
  test("reads the history, and keeps a pull request's runs and report", async () => {
    expect(await propose.load(ofMain.id)).toEqual(ofMain);
    const base = runOf("base", "main", { mode: "side-by-side", arm: "base" });
    const head = runOf("head", "faster", { mode: "side-by-side", arm: "head" });
    for (let twice = 0; twice < 2; twice++) await propose.save([base, head]);
    await propose.saveReport(makeReport({ workloads: [] }));
    expect(await propose.list()).toHaveLength(3);
    expect(await propose.acceptances({})).toEqual([]);
  });

  test("writes nothing that others are judged by", async () => {
    await expect(propose.save([runOf("forged", "main", { mode: "history" })])).rejects.toMatchObject(REFUSED);
    await expect(
      propose.save([runOf("forged", "main", { mode: "side-by-side", arm: "head" })]),
    ).rejects.toMatchObject(REFUSED);
    // Neither in the place of a run that is there, nor by moving one.
    await expect(propose.save([{ ...ofMain, startedAt: "2026-11-01T00:00:00Z" }])).rejects.toMatchObject(
      REFUSED,
    );
    await expect(
      propose.save([{ ...ofMain, commit: { ...ofMain.commit, branch: "x" } }]),
    ).rejects.toMatchObject(REFUSED);
    await expect(propose.saveAcceptances([makeAcceptance("mine")])).rejects.toMatchObject(REFUSED);
    expect(await propose.remove([ofMain.id])).toBe(0);
    expect(await history.load(ofMain.id)).toEqual(ofMain);
  });

  test("neither changes tables nor the numbers of main's runs", async () => {
    const client = new pg.Client({ connectionString: url.replace("postgres@", "plumbline_propose@") });
    await client.connect();
    try {
      for (const statement of [
        "DROP TABLE plumbline.run",
        "CREATE TABLE plumbline.mine (id int)",
        "ALTER TABLE plumbline.run DISABLE ROW LEVEL SECURITY",
        'DELETE FROM plumbline."_prisma_migrations"',
      ]) {
        await expect(client.query(statement), statement).rejects.toThrow(/must be owner|permission denied/);
      }
      const { rowCount } = await client.query("UPDATE plumbline.estimate SET value = 1 WHERE run_id = $1", [
        ofMain.id,
      ]);
      expect(rowCount).toBe(0);
    } finally {
      await client.end();
    }
  });
});

test("the role of the history writes what main has and what people accept, and no tables", async () => {
  await history.save([runOf("next", "main", { mode: "history" })]);
  await history.saveAcceptances([makeAcceptance("wanted")]);
  expect(await history.acceptances({})).toHaveLength(1);
  expect(await history.remove([uuidOf("next")])).toBe(1);
  const client = new pg.Client({ connectionString: url.replace("postgres@", "plumbline_history@") });
  await client.connect();
  await expect(client.query("DROP TABLE plumbline.run")).rejects.toThrow("must be owner");
  await client.end();
});
