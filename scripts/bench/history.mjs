/**
 * How long the store takes to answer when it holds 100,000 runs, of 3 workloads and 9 metrics each, on a fresh PostgreSQL:
 *   node scripts/bench/history.mjs [RUNS]
 * Goal: the history of one workload and metric within 100 ms. Rows are made by SQL; documents are short, since no history reads them.
 */
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import pg from "pg";
import { commandLine } from "../lib/command-line.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { positionals } = commandLine(import.meta.filename, { most: 1 });
const runs = Number(positionals[0] ?? 100_000);
const REPEATS = 21;

const { startPostgres, openStore } = await bundled(
  'export { startPostgres } from "./tests/support/postgres.ts"; export { openStore } from "./src/store/open.ts";',
);
const postgres = await startPostgres({ settings: { shared_buffers: "256MB", max_wal_size: "4GB" } });
try {
  const url = await postgres.createDatabase("bench");
  const store = await openStore(url, root);
  await fill(url);
  const main = { suite: "oltp", workload: "point-select", metric: "qps", branch: "main" };
  const year = { since: "2024-01-01T00:00:00Z", until: "2024-03-01T00:00:00Z" };
  await time("one workload and metric of main, 50 points", () => store.history({ ...main, limit: 50 }));
  await time("one workload and metric of main, 1,000 points", () => store.history({ ...main, limit: 1_000 }));
  await time("one workload and metric of main, two months", () =>
    store.history({ ...main, ...year, limit: 500 }),
  );
  await time("one workload and metric, everywhere", () =>
    store.history({ workload: "point-select", metric: "p99", limit: 500 }),
  );
  await time("one pull request's branch", () =>
    store.history({ branch: "feature-77", metric: "qps", limit: 500 }),
  );
  await time("one workload of one branch", () =>
    store.history({ ...main, branch: "feature-77", limit: 500 }),
  );
  await time("one retired machine", () =>
    store.history({ ...main, fingerprint: "a".repeat(64), limit: 500 }),
  );
  await time("one retired workload", () => store.history({ ...main, workload: "retired", limit: 500 }));
  await time("a workload that nobody has", () =>
    store.history({ ...main, workload: "point-selekt", limit: 500 }),
  );
  await time("a rare suite", () => store.history({ ...main, suite: "nightly", limit: 500 }));
  await time("one metric of every workload", () => store.history({ metric: "qps", limit: 50 }));
  await time("everything, newest 500 points", () => store.history({ limit: 500 }));
  await time("the list of all runs", () => store.list(), 3);
  await store.close();
} finally {
  await postgres.stop();
}

/** Branches, machines and suites are as uneven as in real stores: half the runs are of main, machines change over time. */
async function fill(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET search_path TO plumbline");
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
  await client.query(
    `INSERT INTO estimate
     SELECT id, workload, metric, ordered_at, 1000 + random() * 100, 8, 0.02
     FROM run, unnest(ARRAY['point-select', 'read-write', CASE WHEN fingerprint ~ '^a' THEN 'retired' ELSE 'checkout' END]) AS workload,
       unnest(ARRAY['qps', 'tps', 'server-cpu', 'mean', 'p50', 'p95', 'p99', 'p99.9', 'failed-share']) AS metric`,
  );
  await client.query("ANALYZE");
  const { rows } =
    await client.query(`SELECT relname, reltuples::bigint AS rows, pg_size_pretty(pg_table_size(oid)) AS size,
    pg_size_pretty(pg_indexes_size(oid)) AS indexes FROM pg_class WHERE relname IN ('run', 'estimate')`);
  console.table(rows);
  await client.end();
}

async function time(what, ask, repeats = REPEATS) {
  const rows = (await ask()).length;
  const ms = [];
  for (let i = 0; i < repeats; i++) {
    const start = performance.now();
    await ask();
    ms.push(performance.now() - start);
  }
  ms.sort((a, b) => a - b);
  const median = ms[Math.floor(ms.length / 2)].toFixed(1).padStart(7);
  console.log(
    `${what.padEnd(50)} ${String(rows).padStart(6)} rows  median ${median} ms  max ${ms.at(-1).toFixed(1)} ms`,
  );
}

/** Node 20 does not read TypeScript. */
async function bundled(contents) {
  const folder = path.join(root, "node_modules/.cache/plumbline-bench");
  mkdirSync(folder, { recursive: true });
  const outfile = path.join(folder, `${process.pid}.mjs`);
  await build({
    stdin: { contents, resolveDir: root },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}
