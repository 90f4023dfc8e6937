/** Head's set-up on top of base's, and what of it is kept for later runs: counted, on real servers. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SetupStep } from "../../../src/config/setup.ts";
import { createLocalTarget } from "../../../src/io/database/local.ts";
import { KeptClusters } from "../../../src/io/database/postgres/kept-clusters.ts";
import { LoadedClusters } from "../../../src/io/database/postgres/loaded-clusters.ts";
import type { Target } from "../../../src/io/database/target.ts";
import type { LoadPlan } from "../../../src/model/load-plan.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const PLAN: LoadPlan = {
  database: "plumbline_1",
  workload: "script",
  dialect: "postgres",
  isEmpty: true,
  options: {},
};
const TABLE = "CREATE TABLE t (id int PRIMARY KEY, k int, c text);";
/** So many that two samples of them are never the same. */
const ROWS = "INSERT INTO t SELECT i, i % 100, repeat('x', i % 50) FROM generate_series(1, 100000) i;";

let folder: string;
let targets: Target[];
/** What was applied, in its order, and what else was said. */
let applied: string[];
let notes: string[];
/** What was kept and taken. */
let kept: string[];
beforeEach(() => {
  folder = temporaryFolder();
  chmodSync(folder, 0o755);
  targets = [];
  applied = [];
  notes = [];
  kept = [];
});
afterEach(async () => {
  await Promise.all(targets.map((target) => target.close()));
});

type Files = Readonly<Record<string, string>>;

/** The folder of an arm, with these files and no others. */
function tree(arm: string, files: Files): string {
  const place = path.join(folder, arm);
  rmSync(place, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(place, file)), { recursive: true });
    writeFileSync(path.join(place, file), text);
  }
  return place;
}

const sql = (...globs: readonly string[]): SetupStep => ({ kind: "sql", globs, when: "after" });
const command = (line: string, inputs?: readonly string[]): SetupStep => ({
  kind: "command",
  command: line,
  env: {},
  limitMs: 120_000,
  when: "after",
  ...(inputs === undefined ? {} : { inputs }),
});

const report = (what: string) => {
  const [, step] = /^set-up: ([^:]+)$/.exec(what) ?? [];
  if (step !== undefined) applied.push(step);
  if (/^(?:keeping|taking) /.test(what)) kept.push(what.replace(/ (?:for|\d{4}-).*/, ""));
};

type Arms = Readonly<{ base: Target; head: Target }>;

/** Clusters of one invocation, with those that earlier ones kept. */
async function invocation(): Promise<LoadedClusters> {
  const note = (text: string) => notes.push(text);
  return new LoadedClusters(
    await KeptClusters.open({ folder: path.join(folder, "cache"), mostBytes: 4e9, note }),
  );
}

async function arms(setup: readonly SetupStep[], base: Files, head: Files, more = {}): Promise<Arms> {
  const loaded = await invocation();
  const baseTree = tree("base", base);
  const shared = { settings: {}, setup, connections: 4, loaded, generator: "g", ...more };
  const made = {
    base: createLocalTarget({ ...shared, tree: baseTree }),
    head: createLocalTarget({
      ...shared,
      tree: tree("head", head),
      baseTree,
      note: (text) => void notes.push(text),
    }),
  };
  targets.push(made.base, made.head);
  return made;
}

const prepare = async (target: Target) => await target.prepare([PLAN], async () => undefined, report);

async function ask(target: Target, text: string): Promise<unknown> {
  const server = await target.openSession(0);
  const client = new pg.Client({ connectionString: server.url(PLAN) });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query(text);
    return rows[0] === undefined ? undefined : Object.values(rows[0])[0];
  } finally {
    await client.end();
    await server.stop();
  }
}

const STATISTICS = `SELECT md5(string_agg(s::text, '|' ORDER BY tablename, attname)) FROM pg_stats s WHERE tablename = 't' AND attname IN ('id', 'k', 'c')`;

async function expectEqualStatistics({ base, head }: Arms): Promise<void> {
  const statistics = await ask(base, STATISTICS);
  expect(statistics).toMatch(/^[0-9a-f]{32}$/);
  expect(await ask(head, STATISTICS)).toBe(statistics);
}

describe("SQL files", () => {
  const BASE = { "db/1.sql": TABLE, "rows.sql": ROWS };
  const SETUP = [sql("db/*.sql"), sql("rows.sql")];

  test("that head adds before the rows are applied to them, once they were loaded for both arms", async () => {
    const migration =
      "ALTER TABLE t ADD COLUMN seen bigint; UPDATE t SET seen = (SELECT count(*) FROM t) WHERE id = 1;";
    const both = await arms(SETUP, BASE, { ...BASE, "db/2.sql": migration });
    await prepare(both.base);
    await prepare(both.head);
    expect(applied).toEqual(["db/1.sql", "rows.sql", "db/2.sql"]);
    expect(notes).toEqual([]);
    expect(await ask(both.head, "SELECT seen::int FROM t WHERE id = 1")).toBe(100_000);
    expect(await ask(both.base, "SELECT to_regclass('t') IS NOT NULL")).toBe(true);
  });

  test("leave the statistics of what they do not touch, whichever arm is filled first", async () => {
    const migration =
      "CREATE TABLE other AS SELECT 1 AS id; CREATE INDEX ON t (k); ALTER TABLE t ADD COLUMN note text DEFAULT 'a';";
    const head = { ...BASE, "db/2.sql": migration };
    const first = await arms(SETUP, BASE, head);
    await prepare(first.head);
    await prepare(first.base);
    expect(applied).toEqual(["db/1.sql", "rows.sql", "db/2.sql"]);
    await expectEqualStatistics(first);
    await Promise.all(targets.map((target) => target.close()));
    const second = await arms(SETUP, BASE, head);
    await prepare(second.base);
    await prepare(second.head);
    expect(applied).toHaveLength(3);
    await expectEqualStatistics(second);
    const noted = "SELECT null_frac || most_common_vals::text FROM pg_stats WHERE attname = 'note'";
    expect(await ask(second.head, noted)).toBe("0{a}");
  });

  test("of a later commit go on from what an earlier one kept", async () => {
    const setup = [sql("db/*.sql"), sql("rows.sql"), sql("more/*.sql")];
    const first = { ...BASE, "more/3.sql": "CREATE TABLE u (id int);" };
    const earlier = await arms(setup, first, first);
    await prepare(earlier.base);
    await Promise.all(targets.map((target) => target.close()));
    const second = { ...first, "more/4.sql": "CREATE TABLE v (id int);" };
    const later = await arms(setup, second, second);
    await prepare(later.base);
    expect(await ask(later.base, "SELECT count(*)::int FROM t")).toBe(100_000);
    expect(applied).toEqual(["db/1.sql", "rows.sql", "more/3.sql", "more/4.sql"]);
    expect(kept).toEqual([
      "keeping the empty cluster",
      "keeping the loaded data",
      "taking the empty cluster that was made",
      "taking the data that was loaded",
      "keeping the loaded data",
    ]);
  });

  test("that changed, or are gone, are applied from the start, and that is said", async () => {
    const changed = await arms(SETUP, BASE, { ...BASE, "rows.sql": `${ROWS}\n` });
    await prepare(changed.base);
    await prepare(changed.head);
    expect(applied).toEqual(["db/1.sql", "rows.sql", "db/1.sql", "rows.sql"]);
    expect(notes).toEqual([
      "head is set up from the start, not on top of base: rows.sql is changed (rows that both have are loaded twice)",
    ]);
  });

  test("of a base that cannot be set up are no ground for head, which may repair it", async () => {
    const base = { "db/2.sql": "SELECT nothing;" };
    const both = await arms([sql("db/*.sql")], base, { ...base, "db/1.sql": "CREATE TABLE a (id int);" });
    await expect(prepare(both.base)).rejects.toThrow(/^db\/2\.sql:1: /);
    await expect(prepare(both.head)).rejects.toThrow(/^db\/2\.sql:1: /);
    const repaired = await arms(
      [sql("db/*.sql")],
      { "db/2.sql": "SELECT id FROM a;" },
      { "db/2.sql": "SELECT id FROM a;", "db/1.sql": "CREATE TABLE a (id int);" },
    );
    await expect(prepare(repaired.base)).rejects.toThrow('relation "a" does not exist');
    await prepare(repaired.head);
    expect(await ask(repaired.head, "SELECT to_regclass('a')::text")).toBe("a");
  });

  test("that the rows refuse are named", async () => {
    const both = await arms(SETUP, BASE, { ...BASE, "db/2.sql": "\nALTER TABLE t ADD CHECK (k < 99);" });
    await prepare(both.base);
    await expect(prepare(both.head)).rejects.toMatchObject({
      message: expect.stringMatching(
        /^db\/2\.sql:2: check constraint .* is violated by some row \(SQLSTATE 23514\)$/,
      ),
      remedy: expect.stringContaining("NOT VALID"),
    });
  });
});

describe("a command", () => {
  const LINE = `echo run >> ${"$"}LOG; psql -X -q -v ON_ERROR_STOP=1 -c "$(cat seed.sql)"`;
  const FILES = { "seed.sql": `${TABLE} ${ROWS}`, "readme.md": "a" };
  const runs = () => readFileSync(path.join(folder, "log"), "utf8").split("\n").length - 1;
  beforeEach(() => {
    process.env["LOG"] = path.join(folder, "log");
  });
  afterEach(() => {
    delete process.env["LOG"];
  });

  test("with inputs runs once for both arms, and for later runs, until they change", async () => {
    const setup = [command(LINE, ["*.sql"]), sql("*/*.sql")];
    const extra = { "db/2.sql": "CREATE TABLE other (id int);" };
    const first = await arms(setup, { ...FILES, ...extra }, { ...FILES, ...extra, "readme.md": "b" });
    await prepare(first.base);
    await prepare(first.head);
    expect(runs()).toBe(1);
    await expectEqualStatistics(first);
    await first.base.close();
    await first.head.close();
    const added = { ...FILES, ...extra, "db/3.sql": "CREATE INDEX ON t (k);" };
    const second = await arms(setup, { ...FILES, ...extra }, added);
    await prepare(second.base);
    await prepare(second.head);
    expect(runs()).toBe(1);
    await expectEqualStatistics(second);
    const third = await arms(setup, { ...FILES, ...extra }, { ...added, "seed.sql": `${TABLE} -- no rows` });
    await prepare(third.base);
    await prepare(third.head);
    expect(runs()).toBe(2);
    expect(notes).toEqual([expect.stringContaining("seed.sql, an input of ")]);
  });

  test("without inputs runs for each arm, and the sentence that teaches them is said once it is slow", async () => {
    const both = await arms([command(LINE)], FILES, FILES, { slowSeconds: 0 });
    await prepare(both.base);
    await prepare(both.head);
    expect(runs()).toBe(2);
    expect(notes).toEqual([expect.stringMatching(/took .*, for each arm and in each check: with `inputs`/)]);
  });

  test("that fails keeps nothing, and runs again", async () => {
    const setup = [command(`${LINE}; exit 3`, ["seed.sql"])];
    for (const count of [1, 2]) {
      const { base } = await arms(setup, FILES, FILES);
      await expect(prepare(base)).rejects.toThrow("exit code 3");
      await base.close();
      expect(runs()).toBe(count);
    }
    expect(readdirSync(path.join(folder, "cache")).filter((name) => name.startsWith("coming-"))).toEqual([]);
  });
});
