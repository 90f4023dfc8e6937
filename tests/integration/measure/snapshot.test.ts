/**
 * Planted causes on real servers: base's database is copied, one thing is changed in the copy, both are looked at, and the sentence that
 * stands first for a workload whose statement became slower is held against what was changed.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { observedDifferences } from "../../../src/analysis/reason/differences.ts";
import { reasonOf } from "../../../src/analysis/reason/reason.ts";
import type { Plan } from "../../../src/config/plan.ts";
import type { Target } from "../../../src/io/database/target.ts";
import { statOf } from "../../../src/io/host/processes.ts";
import { sampleServer, whyNoProfile } from "../../../src/io/inspect/profile.ts";
import { nativeLoadGenerator } from "../../../src/io/load/native.ts";
import type { Observed, StatementPlan } from "../../../src/model/observed.ts";
import type { Change } from "../../../src/model/report.ts";
import type { Run, Session } from "../../../src/model/run.ts";
import type { Work } from "../../../src/model/work.ts";
import { diagnose } from "../../../src/pipeline/measure/diagnosis.ts";
import { snapshotArms, withSnapshot } from "../../../src/pipeline/measure/snapshot.ts";
import { WorkCounter } from "../../../src/pipeline/measure/work.ts";
import { causeSentences } from "../../../src/report/words/reason.ts";
import { plumblineLoad } from "../../native/support/plumbline-load.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";

const SELECT = "SELECT name FROM item WHERE kind = $1";
const UPDATE = "UPDATE item SET name = $1 WHERE id = $2";
const CALL = "SELECT price($1)";
const PAIR = "SELECT b FROM pair WHERE a = $1 AND b = $2";
const STATEMENTS = { select: SELECT, update: UPDATE, call: CALL, pair: PAIR };
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
  CREATE TABLE pair AS SELECT i % 100 AS a, i AS b FROM generate_series(1, 20000) i;
  CREATE INDEX pair_index ON pair (a, b);
  CREATE TABLE log (at timestamptz, id int);
  CREATE FUNCTION price(item int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN item; END $$;
  VACUUM ANALYZE`;

let server: Postgres;
let base: Observed;
beforeAll(async () => {
  // WAL is the whole server's: autovacuum, checkpoints and what standbys are told of every 15 s would add to what is counted.
  const settings = {
    autovacuum: "off",
    checkpoint_timeout: "1d",
    wal_level: "minimal",
    max_wal_senders: "0",
  };
  // Part of a package that not every installation has.
  const preloaded = { ...settings, shared_preload_libraries: "pg_stat_statements" };
  server = await startPostgres({ settings: preloaded }).catch(() => startPostgres({ settings }));
  const url = await server.createDatabase("base");
  for (const sql of SCHEMA.split(";\n")) await ask(url, sql);
  base = (await look(url))!;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.stop();
});

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Has a server's process use so much CPU time, as the machine counts it: in hundredths of a second. */
async function work(url: string, ticks: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { pid } = (await client.query("SELECT pg_backend_pid() AS pid")).rows[0] as { pid: number };
    const used = () => Number(statOf(pid)![11]);
    for (const until = used() + ticks; used() < until; )
      await client.query("SELECT count(*) FROM generate_series(1, 200000) i WHERE i % 7 = 3");
  } finally {
    await client.end();
  }
}

const load = { database: "plumbline_1", workload: "script", dialect: "postgres", options: {} };
const folder = mkdtempSync(path.join(tmpdir(), "plumbline-observe-"));
const file = path.join(folder, "shop.sql");
writeFileSync(file, SCRIPT);
const script = { files: [{ file: "shop.sql", path: file, weight: 1, hash: "" }], variables: {} };
const workload = {
  name: "shop",
  workload: "script",
  dialect: "postgres",
  options: {},
  script,
  statements: {},
  load,
};
const PLAN = { loads: [load], workloads: [workload] } as unknown as Plan;
const notes: string[] = [];
const progress = {
  stage: () => undefined,
  update: () => undefined,
  note: (text: string) => void notes.push(text),
};
const native = nativeLoadGenerator(plumblineLoad);
const generator: typeof native = {
  ...native,
  // All of the events, however busy the machine is: databases that are looked at one after the other are asked about the same values.
  run: async (request) => await native.run({ ...request, seconds: 600 }),
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
      crashReport: async () => null,
      stop: async () => undefined,
    }),
    close: async () => undefined,
  };
  const { signal } = new AbortController();
  // Seconds that a slow machine may need for it: what there is no time for is not looked at.
  return (await snapshotArms(PLAN, { base: null, head }, generator, 600, progress, signal)).head;
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
function said(head: Observed, slow: Statement, file = "", before = base): string {
  const runs = withSnapshot(
    { base: {} as Run, head: {} as Run },
    { base: before, head },
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
  expect(observedDifferences(base, head)).toEqual({
    differences: [],
    sizes: [],
    plans: [],
    executions: [],
    profiles: [],
  });
  expect(said(head, "select")).toBe("");
});

it("sees what objects use, of a function's body no more than the names in it", async () => {
  const { databases } = await changed(
    "CREATE VIEW cheap AS SELECT id FROM item WHERE price(id) < 9",
    "CREATE FUNCTION renew(item int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM price(item) FROM cheap; UPDATE pair SET b = 1; RETURN 7; END $$",
    "CREATE DOMAIN kind AS int CHECK (price(VALUE) > 0)",
    "ALTER TABLE log ADD kind kind DEFAULT price(1), ADD double int GENERATED ALWAYS AS (id * 2) STORED",
    "CREATE TABLE log_1 () INHERITS (log)",
    "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON log DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "ALTER DATABASE THIS SET enable_seqscan = off",
  );
  const [{ objects, edition, unread }] = databases as [Observed["databases"][number]];
  const usesOf = (kind: string, name: string) =>
    objects.find((each) => each.kind === kind && each.name === name)?.uses;
  expect([edition, unread]).toEqual([2, undefined]);
  expect(usesOf("view", "cheap")).toEqual(["item", "price(integer)"]);
  expect(usesOf("function", "renew(integer)")).toEqual(["cheap", "item", "pair", "price(integer)"]);
  expect(usesOf("domain", "kind")).toEqual(["price(integer)"]);
  expect(usesOf("column", "log.kind")).toEqual(["kind"]);
  expect(usesOf("default", "log.kind")).toEqual(["kind", "price(integer)"]);
  expect(usesOf("table", "log_1")).toEqual(["log"]);
  const definitions = objects.map(({ kind, name, definition }) => `${kind} ${name}: ${definition}`);
  expect(definitions).toContain("default log.double: GENERATED (id * 2) STORED");
  expect(objects).toContainEqual(
    expect.objectContaining({ kind: "setting", name: "enable_seqscan", source: "database" }),
  );
});

it("names what a function's own statements reach, and nothing of what they do not", async () => {
  const lookup =
    "CREATE OR REPLACE FUNCTION price(item int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN (SELECT max(b) FROM pair WHERE a = item); END $$";
  const before = await changed(lookup);
  const head = await changed(
    lookup,
    "DROP INDEX pair_index",
    "CREATE FUNCTION elsewhere() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$",
    "CREATE INDEX log_id ON log (id)",
  );
  expect(said(head, "call", "", before)).toMatch(
    /is slower; goes together with the missing index pair_index on pair/,
  );
  expect(said(head, "update", "", before)).toBe("");
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
  expect(plans.map(({ statement }) => statement)).toEqual(["select", "update", "call", "pair"]);
  expect(plans[0]!.nodes).toContainEqual(expect.objectContaining({ index: "item_kind", by: ["kind"] }));
});

it("plans and executes statements with values that the workload draws, and rolls back what they write", () => {
  const [{ plans }] = base.plans as [Observed["plans"][number]];
  const [select, update, call] = plans as [StatementPlan, StatementPlan, StatementPlan];
  expect(select.drawn!.plans.flatMap(({ draws }) => draws)).toHaveLength(10);
  // Of each kind there are 40.
  expect(select.executed).toMatchObject({ executions: 3, rows: 40 });
  expect(select.executed!.buffers).toBeGreaterThan(2);
  expect(select.drawn!.plans[0]!.nodes[0]!.actual).toMatchObject({
    rows: 40,
    loops: 1,
    ms: expect.any(Number),
  });
  expect(update.executed).toMatchObject({ executions: 3, rows: 1 });
  expect(call.executed).toMatchObject({ rows: 1 });
  expect(notes).toEqual([]);
});

it("executes nothing on a server that sessions share", async () => {
  const url = server.url.replace(/\/postgres$/, "/base");
  const [{ plans }] = (await look(url, false))!.plans as [Observed["plans"][number]];
  expect(plans).toHaveLength(4);
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
  const { differences } = observedDifferences(before, after);
  expect(differences.map(({ name }) => name).toSorted()).toEqual(["price(integer)"]);
});

it("samples where a server's processes spend their CPU time, or says what would allow it", async () => {
  const why = await whyNoProfile(server.pid);
  if (why !== null) {
    expect(why).toMatch(/perf_event_paranoid|there is no perf/);
    return;
  }
  const sampler = await sampleServer(server.pid, new AbortController().signal);
  await work(server.url, 50);
  const { samples, stacks } = await sampler.stop();
  // Half a second of CPU time, of which perf takes 997 samples a second, and on a busy machine fewer.
  expect(samples).toBeGreaterThan(20);
  // Whose functions have names: perf was there before the process was.
  expect(stacks.flatMap(({ frames }) => frames).some((name) => !name.startsWith("in "))).toBe(true);
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
    `${SELECT} | has another plan: Index Scan on item with item_kind by kind (was Bitmap Heap Scan on item); goes together with enable_bitmapscan = off (was on) (db/2.sql).`,
  ],
  [
    "an index that is used by fewer columns",
    ["DROP INDEX pair_index", "CREATE INDEX pair_index ON pair (b) INCLUDE (a)"],
    "pair",
    `${PAIR} | now uses Index Only Scan on pair with pair_index by b: index pair_index is btree (b) INCLUDE (a) (was btree (a, b)) (db/2.sql).`,
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
    `${UPDATE} | is slower; goes together with the rows of item: 10 times base's.`,
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
  // Of a larger table, older versions read more pages, too.
  expect(counted).toBeOneOf([sentence, sentence.replace(/\.$/, "; reads BUFFERS.")]);
});

/** What the server counts while one client sends these statements, as one event. */
async function worked(url: string, ...statements: readonly string[]): Promise<Work | undefined> {
  const counted = [{ server: { url: () => url, product: "PostgreSQL" }, fresh: true }];
  const run = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const sql of statements) await client.query(sql);
    await client.end();
  };
  return (await new WorkCounter().around(counted, load, run, new AbortController().signal)).work(0, {
    events: 1,
  });
}

it("counts what a known load does, as it can be worked out by hand", async () => {
  const url = await server.createDatabase("counted");
  for (const sql of SCHEMA.split(";\n")) await ask(url, sql);
  await ask(url, "VACUUM (FREEZE, ANALYZE)");
  // An index of two levels: root, leaf, and the row's page. The first plan on a connection reads the first page of both indexes, too.
  const BY_KEY = "SELECT name FROM item WHERE id = 7000";
  // Who comes first after ANALYZE, the counting itself, clears away what that replaced in the catalogue.
  await worked(url, BY_KEY);
  const [{ has }] = (await ask(url, "SELECT to_regclass('pg_stat_wal') IS NOT NULL AS has")) as [
    { has: boolean },
  ];
  // 13 tells bytes alone.
  const records = (...counts: readonly number[]) => (has ? counts : [undefined]);
  const nothing = { rowsWritten: 0, tempBytes: 0, deadlocks: 0, deadRows: 0 };
  const one = await worked(url, BY_KEY);
  expect(one).toMatchObject({ events: 1, rowsRead: 1, buffers: 3 + 2, ...nothing });
  const ten = await worked(url, ...Array.from({ length: 10 }, () => BY_KEY));
  expect(ten).toMatchObject({ rowsRead: 10, buffers: 10 * 3 + 2, ...nothing });
  for (const reading of [one!, ten!]) {
    expect(records(0)).toContain(reading.walRecords);
    expect(reading.walBytes).toBe(0);
  }
  expect(await worked(url, "SELECT count(*) FROM item")).toMatchObject({ rowsRead: 20_000, rowsWritten: 0 });
  // The page is full: the new, longer version goes to another page, and into both indexes. Heap, two index entries, commit; a page that is
  // cleaned up on the way is one more.
  const update = await worked(url, "UPDATE item SET name = 'no longer item 7000' WHERE id = 7000");
  expect(update).toMatchObject({ rowsRead: 1, rowsWritten: 1, rowsUpdated: 1, hotUpdates: 0, deadRows: 1 });
  // That page has room: heap and commit.
  const hot = await worked(url, "UPDATE item SET name = 'y' WHERE id = 7000");
  expect(hot).toMatchObject({ rowsWritten: 1, rowsUpdated: 1, hotUpdates: 1, deadRows: 2 });
  expect(records(4, 5)).toContain(update!.walRecords);
  expect(records(2, 3)).toContain(hot!.walRecords);
  const spilling = "SELECT a.* FROM item a, item b WHERE b.id < 3 ORDER BY a.name";
  const sorted = await worked(url, "SET work_mem = '64kB'", spilling);
  expect(sorted!.tempBytes).toBeGreaterThan(500_000);
});

it("counts calls where pg_stat_statements is, and from 16 on by how much tables grew", async () => {
  const url = await server.createDatabase("called");
  await ask(url, "CREATE TABLE log (at timestamptz, id int)");
  const ten = Array.from({ length: 10 }, (_, at) => `SELECT ${at}`);
  // 13 and 14 know of a database, and of a time when it was last reset, from its first statistics on.
  await worked(url, ...ten);
  expect(await worked(url, ...ten)).not.toHaveProperty("calls");
  const [{ loaded, io }] = (await ask(
    url,
    "SELECT current_setting('pg_stat_statements.max', true) IS NOT NULL AS loaded, to_regclass('pg_stat_io') IS NOT NULL AS io",
  )) as [{ loaded: boolean; io: boolean }];
  if (loaded) {
    await ask(url, "CREATE SCHEMA seen");
    await ask(url, "CREATE EXTENSION pg_stat_statements SCHEMA seen");
    expect(await worked(url, ...ten)).toMatchObject({ calls: 10 });
    // Whoever may not say that its own questions are none has no count.
    await ask(url, "CREATE ROLE plain LOGIN");
    expect(await worked(url.replace("postgres@", "plain@"), ...ten)).not.toHaveProperty("calls");
  }
  const grown = await worked(url, "INSERT INTO log SELECT now(), i FROM generate_series(1, 50000) i");
  const [{ bytes }] = (await ask(url, "SELECT pg_table_size('log')::int AS bytes")) as [{ bytes: number }];
  if (!io) expect(grown).not.toHaveProperty("extendedBytes");
  else {
    expect(grown!.extendedBytes).toBeGreaterThanOrEqual(bytes);
    expect(grown!.extendedBytes).toBeLessThan(bytes * 1.2);
  }
});

it("counts nothing where others are connected, or counters are set back", async () => {
  const url = server.url.replace(/\/postgres$/, "/counted");
  expect(await worked(url, "SELECT pg_stat_reset()", "SELECT 1")).toBeUndefined();
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  try {
    expect(await worked(url, "SELECT 1")).toBeUndefined();
  } finally {
    await other.end();
  }
});

/** An arm that runs on a database of the one server. */
function targetOf(url: string): Target {
  return {
    fresh: false,
    prepare: async () => undefined,
    openSession: async () => ({
      url: () => url,
      pid: null,
      product: "PostgreSQL",
      version: "15",
      settings: {},
      crashReport: async () => null,
      stop: async () => undefined,
    }),
    close: async () => undefined,
  };
}

it("names the rows that two scripts wait for each other for", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-waits-"));
  try {
    const files = await Promise.all(
      (
        [
          // So many that counting by itself, which waits too, is seldom seen.
          ["rename.sql", "UPDATE item SET name = 'x' WHERE id = :client_id + 1;", 9],
          ["count.sql", "UPDATE tally SET n = n + 1 WHERE id = 1;", 1],
        ] as const
      ).map(async ([file, text, weight]) => {
        const place = path.join(folder, file);
        await writeFile(place, text);
        return { file, path: place, weight, hash: file };
      }),
    );
    const TALLY = ["CREATE TABLE tally (id int PRIMARY KEY, n int)", "INSERT INTO tally VALUES (1, 0)"];
    // Each rename counts itself in the row that the other script counts in, and keeps it locked for a while.
    const COUNTING = [
      "CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE tally SET n = n + 1 WHERE id = 1; PERFORM pg_sleep(0.005); RETURN NEW; END $$",
      "CREATE TRIGGER tell AFTER UPDATE ON item FOR EACH ROW EXECUTE FUNCTION tell()",
    ];
    const made = { base: TALLY, head: [...TALLY, ...COUNTING] };
    const urls: Record<"base" | "head", string> = { base: "", head: "" };
    for (const arm of ["base", "head"] as const) {
      await ask(server.url, `CREATE DATABASE waits_${arm} TEMPLATE base`);
      urls[arm] = server.url.replace(/\/postgres$/, `/waits_${arm}`);
      for (const sql of made[arm]) await ask(urls[arm], sql);
    }
    const scripts = { ...workload, options: { threads: 4 }, script: { files, variables: {} } };
    const plan = {
      ...PLAN,
      workloads: [scripts],
      sessions: 1,
      seconds: 1,
      warmupSeconds: 0,
      sliceMs: 100,
      seed: 1,
    };
    const targets = { base: targetOf(urls.base), head: targetOf(urls.head) };
    const { signal } = new AbortController();
    // A look at what is waited for lasts its seconds.
    const ground = { plan: plan as unknown as Plan, targets, generator: native };
    const wanted = [{ name: "shop", look: "waits" as const }];
    const { base: before, head: now } = await diagnose(ground, wanted, 6, progress, signal);
    const observed = (own: Observed["waits"]) => ({ observed: { databases: [], plans: [], waits: own } });
    const change = { role: "gate", metric: "qps", verdict: { kind: "regressed" } } as Change;
    const sessions = (meanNs: number) => [{ latency: { count: 1, sumNs: meanNs } } as unknown as Session];
    const part = { report: { name: "shop", changes: [change] }, base: sessions(1e5), head: sessions(1e7) };
    const sentencesOf = (base: Observed["waits"], head: Observed["waits"]) =>
      causeSentences(reasonOf(observed(base), observed(head), [part])!);
    const [first] = sentencesOf(before!.waits, now!.waits);
    expect(`${first!.code} | ${first!.text}`, JSON.stringify([before, now, notes])).toMatch(
      /^UPDATE (?:item|tally) SET .* \| waits \d+\s% of the time for rows held by UPDATE (?:item|tally) SET .* \(was \d/,
    );
    expect(sentencesOf(now!.waits, now!.waits)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
