/**
 * Each experiment of docs/examples/experiments runs, scaled down, and prints its document's table; sweeps and searches of a capacity, of which
 * experiments are made, end to end.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Run } from "../../../src/model/run.ts";
import type { Sweep } from "../../../src/model/sweep.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { Sandbox } from "./support/sandbox.ts";
import { expectValid } from "./support/schemas.ts";
import { LOCAL, running, suite } from "./support/suites.ts";

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

const CPU = "Avg CPU (100% = one CPU)";
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
    ["Threads", "TPS", "QPS", "95th Latency", CPU, "Errors/s", "Configuration", "Scaling Factor"],
  ],
  ["yugabytedb-stock", "yugabytedb", ["Metric", "Value", "TPS", "QPS", "95th Latency", CPU, "Error Rate"]],
  ["yugabytedb-nodes", "yugabytedb", ["TServer", CPU, "Share of Load", "Share of Load (events)"]],
  [
    "yugabytedb-sql-inserts",
    "yugabytedb",
    ["Workload", "QPS", "Mean Latency", "Avg CPU/tserver (100% = one CPU)"],
  ],
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
    .replace(/^ {2}deploy:\n(?: {4}.*\n)+/m, `${database}\n`)
    .replaceAll(/(table-size|insert-count|max-written-key): \d+/g, "$1: 5000")
    .replaceAll(/threads: (\d)\d/g, "threads: $1")
    .replace("warmup: 0.5", "warmup: 0, preflight: off");
}

/** By two of its names. */
const twoHosts = (url: string) => url.replace(/@([^/]+):(\d+)/, "@$1:$2,localhost:$2");

const cellsOf = (table: string) => table.split(/[|\n]/).map((cell) => cell.replaceAll("*", "").trim());

async function tablesOf(layout: string, ...runs: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await sandbox.run([
    "render",
    "--as",
    "reference-table",
    ...runs,
    "--layout",
    layout,
  ]);
  expect(code, stderr).toBe(0);
  return stdout;
}

describe("the published experiments", () => {
  it.each(EXPERIMENTS)("%s runs, and its table has the columns", async (experiment, layout, columns) => {
    const isSweep = experiment === "threads-sweep";
    const isPair = experiment === "kubeblocks-rds";
    const url = experiment === "yugabytedb-nodes" ? twoHosts(databases.head) : databases.head;
    const database = running(url, isPair ? databases.base : undefined);
    sandbox.write("plumbline.yml", scaledDown(experiment, database));
    sandbox.commit("head");
    const base = isPair ? ["--base", "HEAD"] : [];
    const verb = isSweep ? ["sweep", "--over", "threads=1,2"] : ["run", ...base];
    const { code, stderr } = await sandbox.run([...verb, "--sessions", "1", "--seconds", "0.2"]);
    expect(code, stderr).toBe(0);

    const folder = isSweep ? `plumbline-out/sweep-${experiment}` : "plumbline-out";
    const beside = isPair ? ["--base", `${folder}/run-base.json`] : [];
    const table = await tablesOf(layout, `${folder}/run.json`, ...beside);
    expect(cellsOf(table)).toEqual(expect.arrayContaining([...columns]));
    // Every workload of the layout has a number.
    expect(table).toMatch(/\| *[\d,]+\.\d+/);
  });

  it("YugabyteDB's tables that compare two measurements are those of two runs", async () => {
    for (const [experiment, url] of [
      ["yugabytedb-scaling", databases.head],
      ["yugabytedb-nodes", twoHosts(databases.head)],
      ["yugabytedb-stock", databases.head],
    ] as const) {
      sandbox.write(`${experiment}.yml`, scaledDown(experiment, running(url)));
      const words = ["run", "--config", `${experiment}.yml`, "--output", experiment];
      const { code, stderr } = await sandbox.run([...words, "--sessions", "1", "--seconds", "0.2"]);
      expect(code, stderr).toBe(0);
    }
    const [one, two, stock] = ["scaling", "nodes", "stock"].map((name) => `yugabytedb-${name}/run.json`);
    const sizes = await tablesOf("yugabytedb", one!, two!);
    expect(cellsOf(sizes)).toEqual(
      expect.arrayContaining(["TServers", "Avg CPU/tserver (100% = one CPU)", "Efficiency", "TServer"]),
    );
    expect(
      sizes.match(/^\| (?:127\.0\.0\.1|localhost)\S* \| [\d.]+% \| [\d.]+% \| [\d.]+% \|$/gm),
    ).toHaveLength(4);
    const improvement = await tablesOf("yugabytedb", one!, "--base", stock!);
    expect(improvement).toContain("### Improvement, read-write, 4 threads\n\n| Metric | Improvement |");
  });
});

describe("plumbline sweep", () => {
  const SWEEP = `sweep: { over: { threads: [1, 2] }, workloads: [look-up], sessions: 2, seconds: 0.5 }\n`;
  const FOLDER = "plumbline-out/sweep-small";
  const SESSIONS = `${FOLDER}/sessions.jsonl`;

  it("measures each point in rounds, and what was killed goes on where it was", async () => {
    sandbox.write("plumbline.yml", suite({ database: running(databases.head), more: SWEEP }));
    sandbox.commit("first");
    const words = ["sweep", "--seed", "7", "--seconds", "0.4"];
    const { code, stdout, stderr } = await sandbox.run(words);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Plumbline: Sweep of small: 2 points\n/);
    const sweep = sandbox.json<Sweep>(`${FOLDER}/sweep.json`);
    expectValid("sweep", sweep);
    expect(sweep).toMatchObject({
      steps: { done: 4, planned: 4 },
      plan: { sessions: 2, seconds: 0.4, seed: 7 },
    });
    expect(sweep.points.map(({ name, sessions }) => [name, sessions])).toEqual([
      ["look-up threads=1", 2],
      ["look-up threads=2", 2],
    ]);
    expect(readdirSync(path.join(sandbox.work, ".plumbline")).join()).toContain("sweep");

    // As a kill leaves it, in the middle of the last line.
    const whole = sandbox.read(SESSIONS);
    sandbox.write(SESSIONS, whole.slice(0, -40));
    const again = await sandbox.run(words);
    expect(again).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("3 of 4 sessions of this sweep"),
    });
    const other = await sandbox.run(["sweep", "--resume", "--seconds", "1"]);
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("is of another grid") });
    // What the first call said need not be said again.
    const resumed = await sandbox.run(["sweep", "--resume"]);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(resumed.stderr).toContain("measuring 4 sessions of 0.4 s, 3 of them measured before\n");
    const lines = (text: string) => text.trimEnd().split("\n");
    expect(lines(sandbox.read(SESSIONS)).slice(0, 3)).toEqual(lines(whole).slice(0, 3));
    expect(lines(sandbox.read(SESSIONS))).toHaveLength(4);
    expect(sandbox.json<Sweep>(`${FOLDER}/sweep.json`).steps).toEqual({ done: 4, planned: 4 });
  });

  it("compares two databases at every point", async () => {
    const target = (name: string, url: string) =>
      `{ name: ${name}, deploy: { url: ${JSON.stringify(url)} } }`;
    const targets = `targets: [${target("old", databases.base)}, ${target("new", databases.head)}] }`;
    const more = SWEEP.replace(" }\n", `, ${targets}\n`);
    sandbox.write("plumbline.yml", suite({ database: running(databases.head), more }));
    sandbox.commit("first");
    const { code, stdout, stderr } = await sandbox.run(["sweep"]);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("new against old");
    const sweep = sandbox.json<Sweep>(`${FOLDER}/sweep.json`);
    expectValid("sweep", sweep);
    expect(sweep.points.map(({ target, sessions }) => [target, sessions])).toEqual([
      ["old", 2],
      ["old", 2],
      ["new", 2],
      ["new", 2],
    ]);
    expect(
      sweep.comparisons.map(({ reference, target, points }) => [reference, target, points.length]),
    ).toEqual([["old", "new", 2]]);
  });

  it("has the points of two suites in one order, on one server, and goes on with both", async () => {
    const more = SWEEP.replace("sessions: 2", "sessions: 1");
    const text = suite({ database: running(databases.head), more });
    sandbox.write("small.yml", text);
    sandbox.write("other.yml", text.replace("suite: small", "suite: other").replace("[1, 2]", "[2]"));
    sandbox.commit("first");
    const words = ["sweep", "small.yml", "other.yml", "--seed", "5"];
    const { code, stdout, stderr } = await sandbox.run(words);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^Plumbline: Sweep of small \+ other: 3 points\n/);
    const folder = "plumbline-out/sweep-small-other";
    const sweep = sandbox.json<Sweep>(`${folder}/sweep.json`);
    expectValid("sweep", sweep);
    const points = sweep.points.map(({ suite, name, sessions }) => [suite, name, sessions]);
    expect(points).toEqual([
      ["small", "look-up threads=1", 1],
      ["small", "look-up threads=2", 1],
      ["other", "look-up threads=2", 1],
    ]);
    expect(sandbox.read(`${folder}/sweep.csv`)).toMatch(/^other,,look-up,2,1,/m);
    for (const name of ["small", "other"]) expectValid("run", sandbox.json(`${folder}/${name}/run.json`));

    const lines = sandbox.read(`${folder}/sessions.jsonl`).trimEnd().split("\n");
    sandbox.write(`${folder}/sessions.jsonl`, `${lines.slice(0, 2).join("\n")}\n`);
    const alone = await sandbox.run(["sweep", "small.yml", "--resume", "--output", folder]);
    expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining("is of another grid") });
    const resumed = await sandbox.run([...words, "--resume"]);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(sandbox.json<Sweep>(`${folder}/sweep.json`).steps).toEqual({ done: 3, planned: 3 });
  });

  it("gives up a point that the server refuses, says why, and is finished without it", async () => {
    const more = SWEEP.replace("[1, 2]", "[1, 400]");
    sandbox.write("plumbline.yml", suite({ database: running(databases.head), more }));
    sandbox.commit("first");
    const words = ["sweep", "--output", "tried"];
    const failed = await sandbox.run(words);
    expect(failed.code).not.toBe(0);
    expect(failed.stderr).toMatch(
      /too many clients already \(SQLSTATE 53300\)\n +remedy: lower options\.threads/,
    );
    expect(failed.stdout).toMatch(/400 +given up: connection .* failed: FATAL/);
    const again = await sandbox.run(words);
    expect(again.stderr).not.toContain("not finished");
    expect(again.stdout).toMatch(/400 +given up: connection .* failed: FATAL/);
  });

  it("says what there is not before it measures", async () => {
    sandbox.write("plumbline.yml", suite({ database: running(databases.head) }));
    const said = async (...words: readonly string[]) => (await sandbox.run(["sweep", ...words])).stderr;
    expect(await said()).toContain("nothing to sweep");
    expect(await said("--over", "threads=1", "--resume")).toContain("has no sweep to go on with");
  });
});

describe("plumbline capacity", () => {
  const capacityOf = (workload: number) =>
    sandbox.json<Run>("plumbline-out/run.json").workloads[workload]!.sessions[0]!.capacity!;

  it("searches the rate that two connections serve, within its budget, and keeps what it found", async () => {
    sandbox.write("bench/nap.sql", "SELECT pg_sleep(0.02);\n");
    sandbox.write(
      "plumbline.yml",
      `suite: naps
database:
${running(databases.head)}
workloads:
  - name: nap
    script: bench/nap.sql
    options: { threads: 2 }
    capacity: { limits: { p99: 250ms }, seconds: 0.5, start: 25 }
measure: { sessions: 1, seconds: 0.2, warmup: 0, preflight: off }
`,
    );
    sandbox.commit("first");
    const { code, stdout, stderr } = await sandbox.run(["capacity", "--budget", "3s"]);
    expect(code, stderr).toBe(0);
    const { trials, size, low, high, endedBecause } = capacityOf(0);
    expect(trials.length).toBeLessThanOrEqual(6);
    // A nap is 20 ms at least: two connections serve less than 100 a second, on a busy machine less.
    const held = trials.filter(({ outcome }) => outcome === "holds").map((trial) => trial.size);
    expect(Math.max(0, ...held)).toBeLessThan(125);
    expect(endedBecause ?? "").toMatch(
      /^$|budget of 3.s a session|generator-late|cpu-shared|throttled|client-bound/,
    );
    if (size === null) expect(stdout).toContain("nap: not found");
    else {
      // An end that so few trials leave open is null.
      expect(low ?? 0).toBeLessThanOrEqual(size);
      expect(high ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(size);
      expect(stdout).toMatch(/^nap: \d[\d.,]*\/s \(/);
      const history = await sandbox.run(["history", "--metric", "capacity"]);
      expect(history.stdout).toContain("nap");
    }
  });

  it("searches warehouses: what cannot be served fails by its efficiency, what holds up to the end is no capacity", async () => {
    const options = "warehouses: 1, wait: true";
    const capacity =
      'capacity: { of: active-warehouses, limits: { "p90:new_order": 5s }, seconds: 1, most: 1, trials: 2 }';
    sandbox.write(
      "plumbline.yml",
      `suite: warehouses
database:
${running(databases.head)}
workloads:
  - { name: drowns, run: tpcc, options: { ${options}, threads: 1, wait-factor: 0.0001 }, ${capacity} }
  - { name: bears, run: tpcc, options: { ${options}, threads: 10, wait-factor: 0.01 }, ${capacity} }
measure: { sessions: 1, seconds: 0.5, warmup: 0, preflight: off }
`,
    );
    sandbox.commit("first");
    const { code, stdout, stderr } = await sandbox.run(["capacity"]);
    expect(code, stderr).toBe(0);
    // Ten terminals that hardly wait ask for 2,100 New-Orders a second, of one connection.
    const drowns = capacityOf(0);
    expect(drowns.size).toBeNull();
    expect(drowns.trials.map(({ outcome }) => outcome)).not.toContain("holds");
    expect(stdout).toMatch(/drowns: not found/);
    expect(stdout).toMatch(/1 failed: efficiency \d|client-bound|cpu-shared|throttled|generator-late/);
    // Those of a hundredth of the waits ask for 21 a second: a slow machine may not serve them.
    const bears = capacityOf(1);
    expect(new Set(bears.trials.map(({ size }) => size))).toEqual(new Set([1]));
    // One that a busy machine spoilt is made again.
    expect(bears.trials.filter(({ outcome }) => outcome !== "invalid").length).toBeLessThanOrEqual(2);
    const spoilt = bears.trials.length > 0 && bears.trials.every(({ outcome }) => outcome === "invalid");
    expect(stdout).toMatch(
      spoilt
        ? /bears: not found: no trial said anything.*\n {2}ended early by \d+ invalid trials?: (cpu-shared|throttled|client-bound|generator-late)/
        : /bears: (not found: active-warehouses 1 (held|failed)|active-warehouses 1)/,
    );
  });
});
