/**
 * How the store answers when it is full: 100,000 runs of 25 workloads and 8 metrics each (20 million estimates), on a fresh PostgreSQL:
 *   node scripts/run.mjs proofs/history.ts [RUNS] [--parts questions,import,prune] [--import 2000]
 * Times in SQL alone and as the program sees them, with the plans, and what `bisect --plan`, the reads of `check`, an import of so many
 * documents of JSON lines and `store prune` take of time and memory, as processes. Rows are made by SQL; documents are short but for the
 * newest and the imported, which are as runs are: 25 workloads of four sessions, 157 kB of JSON. Every promise is said with whether it
 * holds; where one on SQL does not, with what PostgreSQL says of its plan.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { bundleTypeScript } from "../scripts/lib/bundle.ts";
import { commandLine } from "../scripts/lib/command-line.ts";
import { createServer } from "../src/apps/server/server.ts";
import { SitePages } from "../src/apps/server/site/pages.ts";
import { MIGRATIONS } from "../src/io/store/migrations.ts";
import { StoreStatements } from "../src/io/store/statements.ts";
import type { HistoryQuery, Store } from "../src/io/store/store.ts";
import type { Questions } from "../src/model/questions.ts";
import { openStore, openToAnswer } from "../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../src/pipeline/invocation/store-location.ts";
import { askStore } from "../src/pipeline/queries/ask.ts";
import { startPostgres } from "../tests/support/postgres.ts";
import { makePair, makeRun } from "../tests/support/runs.ts";
import { type Measured, type Promised, verdictOf } from "./promise.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const { positionals, values: words } = commandLine(import.meta.filename, {
  most: 1,
  options: {
    parts: { type: "string", default: "questions,import,prune" },
    import: { type: "string", default: "2000" },
  },
});
const runs = Number(positionals[0] ?? 100_000);
const parts = words.parts.split(",");
const imported = Number(words.import);
const REPEATS = 11;
/** Real documents: as many as `check` reads of one suite, and more. */
const REAL = 60;
/** What the answers may take: of a series in SQL, of the overview once it is known, and of a program that asks. */
const SERIES = { seconds: 0.02 };
const OVERVIEW = { seconds: 0.1 };
const PROGRAM = { seconds: 3, megabytes: 300 };
/** Of all the runs. */
const SWEEP = { seconds: 3_600 };

const scratch = mkdtempSync(path.join(tmpdir(), "plumbline-bench-"));
const [cli, reads] = await Promise.all([
  bundleTypeScript("src/apps/cli/main.ts"),
  bundleTypeScript("proofs/history/reads.ts"),
]);
const postgres = await startPostgres({
  // With the least WAL a table that is filled where it is emptied writes none.
  settings: {
    shared_buffers: "1GB",
    max_wal_size: "8GB",
    work_mem: "16MB",
    wal_level: "minimal",
    max_wal_senders: "0",
  },
});
try {
  const url = await postgres.createDatabase("bench");
  const store = await openStore(storeAt(url, root));
  await timed("filling the store", () => fill(url));
  await timed(`${REAL} real runs of 200 metrics, in portions of 20`, () => saveReal(store));
  if (parts.includes("questions")) {
    await histories(store, url);
    await programs(url);
    await answers(url);
  }
  if (parts.includes("import")) await importing(url, store);
  await store.close();
  if (parts.includes("prune")) await pruning(url);
} finally {
  await postgres.stop();
  for (const each of [cli, reads, scratch]) rmSync(each, { recursive: true, force: true });
}

async function programs(url: string) {
  const words = ["--branch", "main", "--store", url];
  await run(
    "history of a series",
    [cli, "history", "--workload", "w3", "--metric", "p99", ...words],
    PROGRAM,
  );
  // It ends where it asks git for the commits, which are made up.
  await run(
    "bisect --plan, up to its commits",
    [cli, "bisect", "--plan", "--suite", "oltp", ...words],
    PROGRAM,
  );
  await run("what check reads: 20 baseline runs, 40 measurements", [reads, url], PROGRAM);
}

/** Into the full store: its indexes are large. */
async function importing(url: string, store: Store) {
  const lines = path.join(scratch, "real.jsonl");
  await writeLines(lines, store);
  const { seconds, cpu } = await run(`import of ${imported} real runs`, [
    cli,
    "store",
    "import",
    lines,
    "--store",
    url,
  ]);
  rmSync(lines);
  told(
    `so 100,000 of them, at ${(imported / seconds).toFixed(0)} a second`,
    { seconds: (seconds / imported) * 1e5, cpu: (cpu / imported) * 1e5 },
    SWEEP,
  );
}

/** As many as asked for, of the newest ones: each is a run of its own. */
async function writeLines(file: string, store: Store) {
  const real = await store.loadAll((await store.list({ suite: "real", limit: REAL })).map(({ id }) => id));
  const out = createWriteStream(file);
  for (let i = 0; i < imported; i++) {
    const line = JSON.stringify({ ...real[i % REAL], id: randomUUID(), suite: "imported" });
    if (!out.write(`${line}\n`)) await once(out, "drain");
  }
  await new Promise((resolve) => out.end(resolve));
}

async function pruning(url: string) {
  const rule = ["--keep", "50", "--keep-days", "90"];
  await run(`store prune ${rule.join(" ")}`, [cli, "store", "prune", ...rule, "--store", url], SWEEP);
}

/** Branches, machines and suites are as uneven as in real stores: half the runs are of main, machines change over time. */
async function fill(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET search_path TO plumbline; SET maintenance_work_mem = '1GB'");
  await client.query(
    `INSERT INTO run
     SELECT gen_random_uuid(), gen_random_uuid(), 'history', 'head',
       CASE WHEN i % 200 = 0 THEN 'nightly' ELSE 'oltp' END, md5(i::text),
       CASE WHEN i % 2 = 0 THEN 'main' ELSE 'feature-' || i * 7919 % 5000 END,
       'planner: change number ' || i, t, t, t, repeat(chr(97 + (i * 10 / $1)::int), 64),
       convert_to(repeat(md5(i::text), 70), 'UTF8')
     FROM generate_series(1, $1::int) AS i,
       LATERAL (SELECT timestamptz '2021-01-01 00:00Z' + i * (interval '2100 days' / $1) AS t) AS times`,
    [runs],
  );
  // Without indexes until the rows are there: 20 million take minutes less.
  await client.query(
    "BEGIN; TRUNCATE estimate; ALTER TABLE estimate DROP CONSTRAINT estimate_pkey; DROP INDEX estimate_workload_idx",
  );
  await client.query("ALTER TABLE estimate DROP CONSTRAINT estimate_run_id_fkey");
  await client.query(
    `INSERT INTO estimate
     SELECT id, workload, metric, ordered_at,
       CASE WHEN ordered_at > timestamptz '2026-06-01 00:00Z' THEN 1100 ELSE 1000 END + random() * 20, 8, 0.02
     FROM run, LATERAL (SELECT CASE WHEN w = 25 AND fingerprint ~ '^a' THEN 'retired' ELSE 'w' || w END AS workload
         FROM generate_series(1, 25) AS w) AS workloads,
       unnest(ARRAY['qps', 'tps', 'server-cpu', 'mean', 'p50', 'p95', 'p99', 'p99.9']) AS metric`,
  );
  await client.query(
    "ALTER TABLE estimate ADD CONSTRAINT estimate_pkey PRIMARY KEY (run_id, workload, metric)",
  );
  await client.query("CREATE INDEX estimate_workload_idx ON estimate (workload, ordered_at)");
  await client.query(`ALTER TABLE estimate ADD CONSTRAINT estimate_run_id_fkey FOREIGN KEY (run_id) REFERENCES run (id)
    ON DELETE CASCADE ON UPDATE CASCADE`);
  await client.query("COMMIT");
  await client.query("VACUUM ANALYZE");
  const { rows } =
    await client.query(`SELECT relname, reltuples::bigint AS rows, pg_size_pretty(pg_table_size(oid)) AS size,
    pg_size_pretty(pg_indexes_size(oid)) AS indexes FROM pg_class WHERE relname IN ('run', 'estimate')`);
  console.table(rows);
  await client.end();
}

/** What the API takes for an answer, in this process and without a network: the first time, and the median of more. */
async function answers(url: string) {
  const store = await openToAnswer(storeAt(url, root), 60_000);
  const questions = askStore(store);
  const app = await createServer({ questions, token: null, requestsPerMinute: 1e6, answerMs: 60_000 });
  const [head, base] = (await store.list({ suite: "real", limit: 2 })).map(({ commit }) => commit);
  const paths = {
    "API: series, 1,000 points": "series?suite=oltp&workload=w3&metric=p99&branch=main",
    "API: series, 10,000 points": "series?suite=oltp&workload=w3&metric=p99&branch=main&limit=10000",
    "API: series, 10,000 points as CSV":
      "series?suite=oltp&workload=w3&metric=p99&branch=main&limit=10000&format=csv",
    "API: suites": "suites",
    "API: 1,000 runs": "runs?limit=1000",
    "API: the overview of a suite": "overview?suite=oltp",
    "API: changes of level of a workload": "events?suite=real&workload=w3",
    "API: environments": "environments?suite=real",
    "API: two commits compared, 200 metrics": `comparisons/${base}/${head}`,
  };
  for (const [what, path] of Object.entries(paths)) {
    const ask = (headers = {}) => app.inject({ url: `/api/v1/${path}`, headers });
    const answered = async (expected: number, headers = {}) => {
      const answer = await ask(headers);
      if (answer.statusCode === expected) return answer;
      throw new Error(`${path}: ${answer.statusCode} ${answer.body.slice(0, 200)}`);
    };
    const start = performance.now();
    const { headers, body } = await answered(200);
    const first = performance.now() - start;
    const before = process.cpuUsage();
    const again = await median(() => millisecondsOf(() => answered(200)));
    const { user, system } = process.cpuUsage(before);
    const cpu = (user + system) / 1_000 / REPEATS;
    const known = await median(() => millisecondsOf(() => answered(304, { "if-none-match": headers.etag })));
    const size = `${Math.round(body.length / 1_024)} kB`.padStart(8);
    console.log(
      `${what.padEnd(60)} ${first.toFixed(0).padStart(7)} ms first, ${again.toFixed(1).padStart(6)} ms again (CPU ${cpu.toFixed(1)} of this process), ${known.toFixed(1).padStart(5)} ms not modified ${size}${verdictOf({ seconds: again / 1_000, cpu: cpu / 1_000 }, path.startsWith("overview") ? OVERVIEW : undefined)}`,
    );
  }
  await app.close();
  await pages(questions);
  await store.close();
}

/** What the server takes for the pages that people open, without the network and the browser. */
async function pages(questions: Questions) {
  const assets = { style: "s.css", script: "s.js", icon: "i.svg" };
  const now = () => new Date().toISOString();
  const site = new SitePages(questions, { version: "0", assets, isStatic: false, now });
  const paths = { "page: the overview": "", "page: a workload, 10,000 runs or all there are": "w/oltp/w3/" };
  for (const [what, path] of Object.entries(paths)) {
    const before = process.cpuUsage();
    const start = performance.now();
    const page = (await site.page(path, new URLSearchParams())) ?? "";
    const first = performance.now() - start;
    const { user, system } = process.cpuUsage(before);
    const again = await median(() => millisecondsOf(() => site.page(path, new URLSearchParams())));
    console.log(
      `${what.padEnd(60)} ${first.toFixed(0).padStart(7)} ms first (CPU ${((user + system) / 1_000).toFixed(0)} of this process), ${again.toFixed(0).padStart(5)} ms again ${Math.round(page.length / 1_024)} kB`,
    );
  }
}

/** Measurements side by side, and the runs of a baseline. */
async function saveReal(store: Store) {
  const workloads = Array.from({ length: 25 }, (_, i) => ({ name: `w${i + 1}` }));
  const recipe = { suite: "real", workloads, sessions: 4, secondsPerSession: 1 };
  const all = Array.from({ length: REAL / 3 }, (_, i) => [
    makeRun({ ...recipe, seed: 10_000 + i }),
    ...makePair({ ...recipe, seed: 20_000 + i }),
  ]).flat();
  for (let at = 0; at < all.length; at += 20) await store.save(all.slice(at, at + 20));
}

async function histories(store: Store, url: string) {
  const main = { suite: "oltp", workload: "w3", metric: "qps", branch: "main" } as const;
  const year = { since: "2024-01-01T00:00:00Z", until: "2024-03-01T00:00:00Z" };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const ask = (what: string, query: HistoryQuery) =>
    series(
      client,
      store,
      what,
      query,
      (query.limit ?? Number.POSITIVE_INFINITY) <= 1_000 ? SERIES : undefined,
    );
  await ask("a series of main, 50 points", { ...main, limit: 50 });
  await ask("a series of main, 1,000 points", { ...main, limit: 1_000 });
  await ask("a series of main, two months", { ...main, ...year, limit: 500 });
  await ask("one workload and metric, everywhere", { workload: "w3", metric: "p99", limit: 500 });
  await ask("a pull request's branch", { ...main, branch: "feature-77", limit: 500 });
  await ask("a retired machine", { ...main, fingerprint: "a".repeat(64), limit: 500 });
  await ask("a retired workload", { ...main, workload: "retired", limit: 500 });
  await ask("a rare suite", { ...main, suite: "nightly", limit: 500 });
  await ask("the overview: 50 runs of a suite, all metrics", {
    suite: "oltp",
    branch: "main",
    limit: 10_000,
  });
  await ask("everything, newest 500 points", { limit: 500 });
  await client.end();
}

/** Of the statement alone, by EXPLAIN ANALYZE, and of the whole call. */
async function series(
  client: pg.Client,
  store: Store,
  what: string,
  query: HistoryQuery,
  promise?: Promised,
) {
  const newest =
    query.workload &&
    (
      await client.query("SELECT max(ordered_at) FROM plumbline.estimate WHERE workload = $1", [
        query.workload,
      ])
    ).rows[0].max;
  const { text, values } = new StoreStatements("plumbline", MIGRATIONS.length).history(
    query,
    newest ?? undefined,
  );
  const sql = await median(
    async () =>
      (await client.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`, values)).rows[0][
        "QUERY PLAN"
      ][0]["Execution Time"],
  );
  const call = await median(async () => {
    const start = performance.now();
    await store.history(query);
    return performance.now() - start;
  });
  const cpu = await cpuOfEach(client, () => client.query(text, values));
  const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
  const plan = indexesOf(rows[0]["QUERY PLAN"][0].Plan).join(", ");
  const count = (await store.history(query)).length;
  const verdict = verdictOf({ seconds: sql / 1_000, cpu: cpu / 1_000 }, promise);
  console.log(
    `${what.padEnd(46)} ${String(count).padStart(6)} points  SQL ${sql.toFixed(1).padStart(6)} ms (CPU ${cpu.toFixed(1).padStart(5)})  call ${call.toFixed(1).padStart(6)} ms  ${plan}${verdict}`,
  );
  if (!verdict.includes("NOT")) return;
  const whole = await client.query(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
  for (const line of whole.rows) console.log(`    ${line["QUERY PLAN"]}`);
}

/** A node of a plan as EXPLAIN's JSON has it, as far as it is read here. */
type PlanNode = Readonly<{
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: readonly PlanNode[];
}>;

function indexesOf(node: PlanNode): readonly string[] {
  const own =
    node["Relation Name"] === undefined
      ? []
      : [node["Index Name"] ?? `${node["Node Type"]} on ${node["Relation Name"]}`];
  return [...own, ...(node.Plans ?? []).flatMap(indexesOf)];
}

/** Milliseconds of CPU that the server takes for one: other work on the machine makes it wait, but costs it little. */
async function cpuOfEach(client: pg.Client, once: () => Promise<unknown>) {
  const { pid } = (await client.query("SELECT pg_backend_pid() AS pid")).rows[0];
  const [start, before] = [performance.now(), cpuSecondsOf(pid)];
  let count = 0;
  for (; performance.now() - start < 1_000; count++) await once();
  return ((cpuSecondsOf(pid) - before) * 1_000) / count;
}

/** User and system time; Linux counts in hundredths. 0 once the process has ended. */
function cpuSecondsOf(pid: number) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

async function median(once: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let i = 0; i < REPEATS; i++) all.push(await once());
  return all.sort((a, b) => a - b)[Math.floor(REPEATS / 2)]!;
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`${what.padEnd(60)} ${((performance.now() - start) / 1_000).toFixed(1).padStart(7)} s`);
}

/** As a process of its own, with its greatest memory as Linux counts it; answers its seconds, by the clock and of CPU. */
async function run(what: string, words: readonly string[], promise?: Promised) {
  const start = performance.now();
  const child = spawn(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  let [out, peak, cpu] = ["", 0, 0];
  child.stdout.on("data", (text) => (out = `${text}`.trim().split("\n").at(-1) ?? ""));
  child.stderr.on("data", (text) => (out = `${text}`.trim().split("\n").at(-1) ?? ""));
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid ?? 0));
    cpu = Math.max(cpu, cpuSecondsOf(child.pid ?? 0));
  }, 20);
  const code = await new Promise((resolve) => child.on("close", resolve));
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1_000;
  told(
    what,
    { seconds, cpu, megabytes: peak / 1_024 },
    promise,
    `  exit ${String(code)}: ${out.slice(0, 60)}`,
  );
  return { seconds, cpu };
}

function told(what: string, measured: Measured, promise?: Promised, more = "") {
  const { seconds, cpu, megabytes } = measured;
  const ofCpu = cpu === undefined ? "" : ` (CPU ${cpu.toFixed(1)})`;
  const ofMemory = megabytes === undefined ? "" : `  ${String(Math.round(megabytes)).padStart(5)} MB`;
  console.log(
    `${what.padEnd(60)} ${seconds.toFixed(1).padStart(7)} s${ofCpu}${ofMemory}${more}${verdictOf(measured, promise)}`,
  );
}

/** Kilobytes; 0 once it has ended. */
function memoryOf(pid: number) {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
