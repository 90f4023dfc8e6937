/**
 * Planted causes on real servers: base's database is copied, one thing is changed in the copy, both are looked at, and the sentence that
 * stands first for a workload whose statement became slower is held against what was changed.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { differencesOf } from "../../../src/compare/differences.ts";
import { reasonOf } from "../../../src/compare/reason.ts";
import type { Plan } from "../../../src/config/plan.ts";
import { lookAtArms, withLook } from "../../../src/measure/observe.ts";
import type { Observed, StatementPlan } from "../../../src/model/observed.ts";
import type { Change } from "../../../src/model/report.ts";
import type { Run, Session } from "../../../src/model/run.ts";
import { sampleServer, whyNoProfile } from "../../../src/observe/profile.ts";
import { causeSentences } from "../../../src/render/words/reason.ts";
import { nativeLoadGenerator } from "../../../src/runner/native.ts";
import type { Target } from "../../../src/target/target.ts";
import { plumblineLoad } from "../../native/support/plumbline-load.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";

const SELECT = "SELECT name FROM item WHERE kind = $1";
const UPDATE = "UPDATE item SET name = $1 WHERE id = $2";
const CALL = "SELECT price($1)";
const STATEMENTS = { select: SELECT, update: UPDATE, call: CALL };
type Statement = keyof typeof STATEMENTS;

/** Events of these statements: kind 0 is drawn most often. */
const SCRIPT = `\\set kind random_zipfian(1, 500, 1.5) - 1
\\set id random(1, 20000)
SELECT name FROM item WHERE kind = :kind;
UPDATE item SET name = :id WHERE id = :id;
SELECT price(:id);`;

const SCHEMA = `
  CREATE TABLE item (id int PRIMARY KEY, kind int NOT NULL, name text);
  INSERT INTO item SELECT i, i % 500, 'item ' || i FROM generate_series(1, 20000) i;
  CREATE INDEX item_kind ON item (kind);
  CREATE TABLE log (at timestamptz, id int);
  CREATE FUNCTION price(item int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN item; END $$;
  VACUUM ANALYZE`;

let server: Postgres;
let base: Observed;
beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase("base");
  for (const sql of SCHEMA.split(";\n")) await ask(url, sql);
  base = (await look(url))!;
}, 60_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.stop();
});

async function ask(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const load = { database: "plumbline_1", workload: "script", dialect: "postgres", options: {} };
const folder = mkdtempSync(path.join(tmpdir(), "plumbline-observe-"));
const file = path.join(folder, "shop.sql");
writeFileSync(file, SCRIPT);
const script = { files: [{ file: "shop.sql", path: file, weight: 1, hash: "" }], variables: {} };
const workload = { name: "shop", workload: "script", dialect: "postgres", options: {}, script, load };
const PLAN = { loads: [load], workloads: [workload] } as unknown as Plan;
const notes: string[] = [];
const observer = {
  stage: () => undefined,
  progress: () => undefined,
  note: (text: string) => void notes.push(text),
};
const generator = {
  ...nativeLoadGenerator(plumblineLoad),
  statements: async () =>
    Object.entries(STATEMENTS).map(([statement, sql]) => ({ statement, sql, types: [] })),
};

/** What is seen of a database as an arm's. */
async function look(url: string, fresh = true): Promise<Observed | undefined> {
  const head: Target = {
    fresh,
    prepare: async () => undefined,
    openSession: async () => ({
      url: () => url,
      pid: null,
      product: "PostgreSQL",
      version: "15",
      settings: {},
      remains: async () => null,
      stop: async () => undefined,
    }),
    close: async () => undefined,
  };
  const { signal } = new AbortController();
  return (await lookAtArms(PLAN, { base: null, head }, generator, observer, signal)).head;
}

let copies = 0;
/** A copy of base's database with a change, looked at. */
async function changed(...statements: readonly string[]): Promise<Observed> {
  const name = `head_${++copies}`;
  await ask(server.url, `CREATE DATABASE ${name} TEMPLATE base`);
  const url = server.url.replace(/\/postgres$/, `/${name}`);
  for (const sql of statements) await ask(url, sql.replaceAll("THIS", name));
  const seen = await look(url);
  expect(seen, notes.join("\n")).toBeDefined();
  return seen!;
}

/** Ten events of three statements, one of which takes longer. */
function session(slow: Statement | null): Session {
  const statements = Object.keys(STATEMENTS).map((name) => {
    const meanNs = name === slow ? 5e6 : 1e5;
    return {
      name,
      count: 10,
      errors: 0,
      misses: 0,
      latency: { count: 10, minNs: 1, maxNs: 9e6, sumNs: 10 * meanNs },
    };
  });
  return { events: 10, statements } as unknown as Session;
}

/** The first sentence where the statement became slower and throughput regressed. */
function said(head: Observed, slow: Statement, file = ""): string {
  const runs = withLook(
    { base: {} as Run, head: {} as Run },
    { base, head },
    file === "" ? [] : [{ file: "db/2.sql", change: "new", text: file }],
  );
  const change = { role: "gate", metric: "qps", verdict: { kind: "regressed" } } as Change;
  const report = { name: "shop", changes: [change] };
  const part = { report, base: [session(null)], head: [session(slow)] };
  const [first] = causeSentences(reasonOf(runs.base!, runs.head, [part])!);
  return first === undefined ? "" : `${first.code} | ${first.text}`;
}

it("an equal database differs in nothing, and nothing is named", async () => {
  const head = await changed();
  expect(differencesOf(base, head)).toEqual({
    differences: [],
    sizes: [],
    plans: [],
    executions: [],
    profiles: [],
  });
  expect(said(head, "select")).toBe("");
});

it("sees all that a database has, and a plan of each statement", () => {
  const [{ objects, sizes }] = base.databases as [Observed["databases"][number]];
  const names = objects.map(({ kind, name }) => `${kind} ${name}`);
  for (const name of [
    "table item",
    "column item.kind",
    "index item_kind",
    "constraint item_pkey on item",
    "function price(integer)",
  ])
    expect(names).toContain(name);
  expect(names).toContain("setting work_mem");
  expect(names.filter((name) => /port|data_directory|no-statistics item/.test(name))).toEqual([]);
  expect(sizes.find(({ name }) => name === "item")).toMatchObject({ rows: 20_000 });
  const [{ plans }] = base.plans as [Observed["plans"][number]];
  expect(plans.map(({ statement }) => statement)).toEqual(["select", "update", "call"]);
  expect(plans[0]!.nodes.map(({ index }) => index)).toContain("item_kind");
});

it("plans and executes statements with values that the workload draws, and rolls back what they write", () => {
  const [{ plans }] = base.plans as [Observed["plans"][number]];
  const [select, update, call] = plans as [StatementPlan, StatementPlan, StatementPlan];
  expect(select.drawn!.plans.flatMap(({ draws }) => draws)).toHaveLength(10);
  // Of each kind there are 40.
  expect(select.executed).toMatchObject({ executions: 3, rows: 40 });
  expect(select.executed!.buffers).toBeGreaterThan(2);
  expect(select.drawn!.plans[0]!.nodes[0]!.actual).toMatchObject({ rows: 40, loops: 1 });
  expect(update.executed).toMatchObject({ executions: 3, rows: 1 });
  expect(call.executed).toMatchObject({ rows: 1 });
  expect(notes).toEqual([]);
});

it("executes nothing on a server that sessions share", async () => {
  const url = server.url.replace(/\/postgres$/, "/base");
  const [{ plans }] = (await look(url, false))!.plans as [Observed["plans"][number]];
  expect(plans).toHaveLength(3);
  for (const plan of plans) expect(plan).not.toHaveProperty("executed");
});

it("keeps no body of a function, no parameter that somebody made up and no password, and sees the function change", async () => {
  const secret = (value: string) => [
    `ALTER DATABASE THIS SET app.key = '${value}'`,
    `CREATE OR REPLACE FUNCTION price(item int) RETURNS int LANGUAGE sql AS $$ SELECT item /* ${value} */ $$`,
    `CREATE VIEW far AS SELECT 'postgres://me:${value}@there/db' AS place`,
  ];
  const [before, after] = [await changed(...secret("first")), await changed(...secret("second"))];
  expect(JSON.stringify([before, after])).not.toMatch(/first|second/);
  const { differences } = differencesOf(before, after);
  expect(differences.map(({ name }) => name).toSorted()).toEqual(["price(integer)"]);
});

it("samples where a server's processes spend their CPU time, or says what would allow it", async () => {
  const why = await whyNoProfile(server.pid);
  if (why !== null) {
    expect(why).toMatch(/perf_event_paranoid|there is no perf/);
    return;
  }
  const sampler = await sampleServer(server.pid, new AbortController().signal);
  await ask(server.url, "SELECT count(*) FROM generate_series(1, 2000000) i WHERE i % 7 = 3");
  const { samples, stacks } = await sampler.stop();
  expect(samples).toBeGreaterThan(20);
  expect(stacks.reduce((sum, stack) => sum + stack.samples, 0)).toBeLessThanOrEqual(samples);
});

it.each<[what: string, changes: readonly string[], slow: Statement, said: string]>([
  [
    "a dropped index",
    ["DROP INDEX item_kind"],
    "select",
    `${SELECT} | now scans all of item: index item_kind is gone (db/2.sql); reads BUFFERS.`,
  ],
  [
    "a plan of one value alone",
    ["UPDATE item SET kind = 0 WHERE id > 10000", "VACUUM FULL item", "ANALYZE item"],
    "select",
    `${SELECT} | has another plan for 1 of 10 drawn values: Seq Scan on item (was Bitmap Heap Scan on item); returns or changes ROWS.`,
  ],
  [
    "a setting that makes another plan",
    ["ALTER DATABASE THIS SET enable_bitmapscan = off"],
    "select",
    `${SELECT} | has another plan: Index Scan on item with item_kind (was Bitmap Heap Scan on item); goes together with enable_bitmapscan = off (was on) (db/2.sql).`,
  ],
  [
    "work_mem",
    ["ALTER DATABASE THIS SET work_mem = '64kB'"],
    "select",
    "null | Goes together with work_mem = 64kB (was 4MB) (db/2.sql).",
  ],
  [
    "jit",
    ["ALTER DATABASE THIS SET jit = off"],
    "select",
    "null | Goes together with jit = off (was on) (db/2.sql).",
  ],
  [
    "plan_cache_mode",
    ["ALTER DATABASE THIS SET plan_cache_mode = force_custom_plan"],
    "select",
    "null | Goes together with plan_cache_mode = force_custom_plan (was auto) (db/2.sql).",
  ],
  [
    "a trigger",
    [
      "CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO log VALUES (now(), NEW.id); RETURN NEW; END $$",
      "CREATE TRIGGER audit AFTER UPDATE ON item FOR EACH ROW EXECUTE FUNCTION audit()",
    ],
    "update",
    `${UPDATE} | spends PART of its time in the new trigger audit on item (db/2.sql).`,
  ],
  [
    "row-level security",
    ["CREATE POLICY mine ON item USING (id > 0)", "ALTER TABLE item ENABLE ROW LEVEL SECURITY"],
    "select",
    `${SELECT} | is slower; goes together with row-level security on item (db/2.sql).`,
  ],
  [
    "no statistics",
    ["DELETE FROM pg_statistic WHERE starelid = 'item'::regclass"],
    "update",
    `${UPDATE} | is slower; goes together with item having no statistics (no ANALYZE) (db/2.sql).`,
  ],
  [
    "ten times the rows",
    [
      "INSERT INTO item SELECT i, i % 500, 'item ' || i FROM generate_series(20001, 200000) i",
      "VACUUM ANALYZE item",
    ],
    "update",
    `${UPDATE} | is slower; goes together with the size of item: 10 times base's.`,
  ],
  [
    "a function",
    [
      "CREATE OR REPLACE FUNCTION price(item int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.1); RETURN item; END $$",
    ],
    "call",
    `${CALL} | is slower; goes together with the changed function price(integer) (db/2.sql).`,
  ],
  [
    "one index more to write",
    ["CREATE INDEX item_name ON item (name)"],
    "update",
    `${UPDATE} | is slower; goes together with the new index item_name on item (db/2.sql).`,
  ],
])("%s is named first", async (_, changes, slow, sentence) => {
  const text = said(await changed(...changes), slow, changes.join(";\n"));
  const counted = text
    .replace(/[\d.]+\s%/, "PART")
    .replace(/[\d.]+ times the rows \(.*?\)/, "ROWS")
    .replace(/[\d.,]+ buffers a call \(was [\d.,]+\)/, "BUFFERS");
  expect(counted).toBe(sentence);
});
