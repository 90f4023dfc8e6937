/** Each experiment of docs/examples/experiments runs, scaled down, and prints its document's table. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { Sandbox } from "./support/sandbox.ts";
import { LOCAL, running } from "./support/suites.ts";

let server: Postgres;
let databases: Readonly<{ base: string; head: string }>;
let sandbox: Sandbox;
beforeAll(async () => {
  server = await startPostgres();
  databases = { base: await server.createDatabase("base"), head: await server.createDatabase("head") };
});
afterAll(() => server.stop());
beforeEach(() => {
  sandbox = new Sandbox();
});
afterEach(async () => {
  const left = await sandbox.leftovers();
  await sandbox.close();
  expect(left).toEqual([]);
});

/** Columns of the published tables; where a table has lines in place of columns, these. */
const EXPERIMENTS = [
  ["kubeblocks-rds", "kubeblocks", ["Threads", "QPS Improvement", "TPS Improvement", "P95 Latency (ms)"]],
  [
    "risingwave-data-sizes",
    "risingwave",
    ["Latency (ms)", "Min", "Avg", "P95", "P99", "Max", "Throughput (QPS)"],
  ],
  [
    "yugabytedb-scaling",
    "yugabytedb",
    ["Threads", "TPS", "QPS", "95th Latency", "Avg CPU", "Errors/s", "Configuration", "Scaling Factor"],
  ],
  ["yugabytedb-sql-inserts", "risingwave", ["Latency (ms)", "Avg", "Throughput (QPS)"]],
  [
    "cockroachdb-cluster-size",
    "cockroachdb",
    [
      "Warehouses",
      "Throughput (tpmC)",
      "Efficiency (%)",
      "Number of nodes",
      "Workers",
      "Concurrency",
      "QPS",
      "P50 (ms)",
      "P99 (ms)",
    ],
  ],
  ["threads-sweep", "kubeblocks", ["Threads", "QPS", "TPS", "P95 Latency (ms)"]],
] as const;

/** Its workloads and options as they are, with fewer rows and connections, on a server that runs. Among 100 rows they would wait for deadlocks. */
function scaledDown(experiment: string, database: string): string {
  const file = path.join(import.meta.dirname, `../../../docs/examples/experiments/${experiment}.yml`);
  return readFileSync(file, "utf8")
    .replace(LOCAL, database)
    .replaceAll(/(table-size|insert-count|max-written-key): \d+/g, "$1: 5000")
    .replaceAll(/threads: (\d)\d/g, "threads: $1")
    .replace("warmup: 0.5", "warmup: 0, preflight: off");
}

describe("the published experiments", () => {
  it.each(EXPERIMENTS)("%s runs, and its table has the columns", async (experiment, layout, columns) => {
    const isSweep = experiment === "threads-sweep";
    const isPair = experiment === "kubeblocks-rds";
    const database = running(databases.head, isPair ? databases.base : undefined);
    sandbox.write("plumbline.yml", scaledDown(experiment, database));
    sandbox.commit("head");
    const base = isPair ? ["--base", "HEAD"] : [];
    const verb = isSweep ? ["sweep", "--over", "threads=1,2"] : ["run", ...base];
    const { code, stderr } = await sandbox.run([...verb, "--sessions", "1", "--seconds", "0.2"]);
    expect(code, stderr).toBe(0);

    const folder = isSweep ? `plumbline-out/sweep-${experiment}` : "plumbline-out";
    const beside = isPair ? ["--base", `${folder}/run-base.json`] : [];
    const render = ["render", "--as", "reference-table", `${folder}/run.json`, "--layout", layout];
    const table = await sandbox.run([...render, ...beside]);
    expect(table.code, table.stderr).toBe(0);
    const cells = table.stdout.split(/[|\n]/).map((cell) => cell.replaceAll("*", "").trim());
    expect(cells).toEqual(expect.arrayContaining([...columns]));
    // Every workload of the layout has a number.
    expect(table.stdout).toMatch(/\| *[\d,]+\.\d+/);
  });
});
