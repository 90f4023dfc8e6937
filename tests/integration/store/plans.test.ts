/** How the store's questions are answered: by an index, whatever the size, as PostgreSQL's own EXPLAIN says. */
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Prisma } from "../../../src/io/store/generated/client.ts";
import { MIGRATIONS } from "../../../src/io/store/migrations.ts";
import { migratePrismaStore } from "../../../src/io/store/prisma-store.ts";
import { StoreStatements } from "../../../src/io/store/statements.ts";
import { openPool, type Postgres, startPostgres } from "../../support/postgres.ts";

const statements = new StoreStatements("plumbline", MIGRATIONS.length);
let postgres: Postgres;
let pool: pg.Pool;

/** 4,000 runs of 12 estimates each, every fortieth of main, the oldest tenth on a machine that is no more. */
beforeAll(async () => {
  postgres = await startPostgres();
  const url = await postgres.createDatabase("plans");
  await migratePrismaStore(url);
  pool = openPool(url);
  await pool.query(`INSERT INTO plumbline.run
    SELECT gen_random_uuid(), gen_random_uuid(), 'history', 'head', 'oltp', md5(i::text),
      CASE WHEN i % 40 = 0 THEN 'main' ELSE 'feature-' || i % 500 END, NULL, t, t, t, repeat(CASE WHEN i <= 400 THEN 'e' ELSE 'f' END, 64), '\\x00'
    FROM generate_series(1, 4000) AS i, LATERAL (SELECT timestamptz '2021-01-01 00:00Z' + i * interval '1 hour' AS t) AS times`);
  await pool.query(`INSERT INTO plumbline.estimate
    SELECT id, workload, metric, ordered_at, 1000, 8, 0.02
    FROM plumbline.run, unnest(ARRAY['a', 'b', 'c']) AS workload, unnest(ARRAY['qps', 'tps', 'p50', 'p99']) AS metric`);
  await pool.query("ANALYZE");
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

type Node = Readonly<{
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Rows Removed by Filter"?: number;
  Alias?: string;
  Plans?: Node[];
}>;

/** Every node of the plan that was run. */
async function nodesOf(
  { text, values }: Prisma.Sql,
  on: Pick<pg.Client, "query"> = pool,
): Promise<readonly Node[]> {
  const { rows } = await on.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
  const flat = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];
  return flat(rows[0]["QUERY PLAN"][0].Plan);
}

const series = { suite: "oltp", branch: "main", workload: "b", metric: "p99" } as const;

test("a series walks its branch from the newest run on and looks each estimate up", async () => {
  const nodes = await nodesOf(statements.history({ ...series, limit: 50 }, new Date("2030-01-01")));
  const onEstimates = nodes.filter((node) => node["Relation Name"] === "estimate");
  expect(onEstimates.map((node) => node["Index Name"])).toEqual(["estimate_pkey"]);
  const onRuns = nodes.filter((node) => node["Relation Name"] === "run");
  // By branch or by order alone: in so small a table both are cheap.
  expect(onRuns.map((node) => node["Index Name"])).toEqual([
    expect.stringMatching(/^run_(branch|order)_idx$/),
  ]);
  expect(onRuns[0]!["Actual Rows"]).toBeLessThan(60);
});

test("a series on a machine that is no more begins at the machine's last run", async () => {
  const retired = {
    suite: "oltp",
    workload: "b",
    metric: "p99",
    fingerprint: "e".repeat(64),
    limit: 50,
  } as const;
  const client = await pool.connect();
  try {
    // In a large table the planner prefers the order of all runs to the machine's own.
    await client.query("BEGIN; DROP INDEX plumbline.run_fingerprint_idx, plumbline.run_baseline_idx");
    const nodes = await nodesOf(statements.history(retired, new Date("2030-01-01")), client);
    const onRuns = nodes.filter((node) => node["Relation Name"] === "run" && node.Alias === "r");
    expect(onRuns).toHaveLength(1);
    const { "Actual Rows": fit, "Rows Removed by Filter": others = 0 } = onRuns[0]!;
    expect(fit + others).toBeLessThan(60);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});

test("everything reads no more runs than the points need", async () => {
  const nodes = await nodesOf(statements.history({ limit: 120 }, undefined));
  const onRuns = nodes.filter((node) => node["Relation Name"] === "run");
  // Walked for the points, and looked up for what the points of a run have in common.
  expect(new Set(onRuns.map((node) => node["Index Name"]))).toEqual(new Set(["run_order_idx", "run_pkey"]));
  for (const node of onRuns) expect(node["Actual Rows"]).toBeLessThan(20);
});

test("a page of the list is read from where the last one ended", async () => {
  const before = {
    orderedAt: "2021-03-01T00:00:00Z",
    measuredAt: "2021-03-01T00:00:00Z",
    id: `${"0".repeat(8)}-0000-0000-0000-000000000000`,
  };
  const nodes = await nodesOf(statements.list({}, before, 100));
  const onRuns = nodes.find((node) => node["Relation Name"] === "run")!;
  expect(onRuns["Index Name"]).toBe("run_order_idx");
  expect(onRuns["Actual Rows"]).toBeLessThan(110);
});

test("removing finds runs, their estimates and their reports by index", async () => {
  const ids = ["00000000-0000-0000-0000-000000000001"];
  for (const statement of [statements.deleteRuns(ids), statements.deleteEstimates(ids)]) {
    const nodes = await nodesOf(statement);
    expect(nodes.map((node) => node["Node Type"])).not.toContain("Seq Scan");
  }
});
