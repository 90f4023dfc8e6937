#!/usr/bin/env node
/**
 * npm run bench:watch [-- --rounds N --seconds N --connections N --seed N]
 * Whether watching a load changes it. The same workload on one PostgreSQL server: unwatched, with a page (`--metrics`) that another
 * process reads once a second and 20 times a second, and with a collector (`--otlp`) that is told. Each round has all four, in an order
 * that is drawn. The figures are ratios to the unwatched load of the same round, as geometric means with 95 % intervals. "unwatched,
 * again" is a fifth load of each round that differs in nothing: its ratio shows what the machine alone does. On a machine that has other
 * work the ratios say little; the CPU time of the process that watches and serves, in ms per second of load, says more.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { startCluster } from "../runner-native/bench/postgres.ts";
import { say } from "../runner-native/bench/table.ts";
import { commandLine } from "../scripts/lib/command-line.ts";
import { installedBinaries } from "../src/io/database/postgres/binaries.ts";
import { nativeLoadGenerator } from "../src/io/load/native.ts";
import { goLive, type Live } from "../src/io/telemetry/live.ts";
import type { Watcher } from "../src/model/progress.ts";
import { loadListener } from "../src/pipeline/measure/watched.ts";
import { seededRng } from "../src/stats/random.ts";
import { pairedShift } from "../src/stats/shift.ts";

const { values } = commandLine(import.meta.filename, {
  options: {
    rounds: { type: "string", default: "20" },
    seconds: { type: "string", default: "5" },
    connections: { type: "string", default: "8" },
    seed: { type: "string", default: "1" },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const threads = Number(values.connections);
const seed = Number(values.seed);
const WARMUP_SECONDS = 1;
/** As a check has them. */
const SLICE_MS = 50;
const CONFIDENCE = 0.95;
const OPTIONS = { tables: 1, "table-size": 10_000 };

/** A block of the load generator, as far as it is read here. */
type Measured = Readonly<{
  type: string;
  queries: Readonly<{ read: number; write: number; other: number }>;
  duration_ns: number;
  latency: Readonly<{ sum_ns: number; count: number; percentiles_ns: Readonly<Record<"99", number>> }>;
}>;
/** With the CPU time of this process meanwhile, in ms per second. */
type Block = Measured & Readonly<{ cpu: number }>;
type Load = (watcher: Watcher | undefined) => Promise<Block>;
type Way = Readonly<{ name: string; watch: (load: Load) => Promise<Block> }>;
type Metric = Readonly<{ name: string; of: (block: Block) => number }>;

const UNWATCHED: Way = { name: "unwatched", watch: async (load) => await load(undefined) };
const ways: readonly Way[] = [
  { ...UNWATCHED, name: "unwatched, again" },
  { name: "--metrics, read 1 time a second", watch: byReader(1) },
  { name: "--metrics, read 20 times a second", watch: byReader(20) },
  { name: "--otlp", watch: byCollector },
];
const METRICS: readonly Metric[] = [
  { name: "QPS", of: ({ queries, duration_ns }) => total(queries) / (duration_ns / 1e9) },
  { name: "mean latency", of: ({ latency }) => latency.sum_ns / latency.count },
  { name: "p99 latency", of: ({ latency }) => latency.percentiles_ns["99"] },
];

const program = path.resolve(import.meta.dirname, "../runner-native/build/plumbline-load");
const scratch = mkdtempSync(path.join(tmpdir(), "plumbline-watch-"));
const bin = installedBinaries();
if (bin === null) throw new Error("no PostgreSQL server found: name the folder of its programs in PG_BIN");
const cluster = startCluster(bin, scratch);
process.on("exit", () => {
  cluster.stop();
  rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
const { port, user, database } = cluster.server;
const url = `postgres://${user}@127.0.0.1:${port}/${database}`;
const words = Object.entries(OPTIONS).map(([name, value]) => `--${name}=${value}`);
spawnSync(program, [`--pgsql-url=${url}`, ...words, "oltp_point_select", "prepare"], {
  stdio: ["ignore", "ignore", "inherit"],
});

const generator = nativeLoadGenerator(program);
const random = seededRng(seed);
const blocks = new Map([UNWATCHED, ...ways].map(({ name }) => [name, [] as Block[]]));
for (let round = 1; round <= rounds; round++) {
  for (const { name, watch } of inDrawnOrder([UNWATCHED, ...ways])) blocks.get(name)?.push(await watch(run));
  say(`round ${round} of ${rounds}, load average ${loadavg()[0]!.toFixed(1)}`);
}
console.log(
  `oltp_point_select, ${threads} connections, ${rounds} rounds of ${seconds} s each; ratios to the unwatched load of the round`,
);
for (const { name } of ways)
  console.log(`${name.padEnd(36)}${METRICS.map((metric) => ratio(metric, name)).join("  ")}`);
console.log("CPU time of the process that serves, ms per second, mean of the rounds");
for (const [name, of] of blocks)
  console.log(`${name.padEnd(36)}${(of.reduce((sum, { cpu }) => sum + cpu, 0) / of.length).toFixed(1)}`);

/** One load, as a session of a check runs it. Answers its block. */
async function run(watcher: Watcher | undefined): Promise<Block> {
  const [begun, before] = [performance.now(), process.cpuUsage()];
  const lines = await generator.run({
    workload: "oltp_point_select",
    dialect: "postgres",
    options: { ...OPTIONS, threads },
    targets: [{ url, pid: null }],
    seconds,
    warmupSeconds: WARMUP_SECONDS,
    sliceMs: SLICE_MS,
    seed,
    onProgress: loadListener(watcher === undefined ? {} : { watcher }, ["head"], {
      workload: "select",
      session: 1,
    }),
    signal: new AbortController().signal,
  });
  const used = process.cpuUsage(before);
  const cpu = (used.user + used.system) / (performance.now() - begun);
  const block = lines.map((line) => JSON.parse(line) as Measured).find(({ type }) => type === "block");
  if (block === undefined) throw new Error("the load generator told of no block");
  return { ...block, cpu };
}

/** A process of its own reads the page, as Prometheus does. */
function byReader(timesASecond: number) {
  return async (load: Load) => {
    let address = "";
    const live = await goLive({ metrics: "0" }, (note) => {
      address = /http\S+\/metrics/.exec(note)?.[0] ?? "";
    });
    const text = `
      const read = async () => (await fetch(${JSON.stringify(address)})).text();
      await read();
      console.log("ready");
      setInterval(read, ${1000 / timesASecond});
    `;
    return await beside(text, () => load(watched(live)), live);
  };
}

/** A process of its own takes what is told, as a collector does. */
async function byCollector(load: Load) {
  const text = `
    import { createServer } from "node:http";
    const server = createServer((request, response) => {
      request.resume().on("end", () => response.setHeader("content-type", "application/json").end("{}"));
    });
    server.listen(0, "127.0.0.1", () => console.log(server.address().port));
  `;
  return await beside(text, async (said) => {
    const live = await goLive({ otlp: `http://127.0.0.1:${said}` }, () => undefined);
    try {
      return await load(watched(live));
    } finally {
      await live?.close();
    }
  });
}

function watched(live: Live | null) {
  if (live === null) throw new Error("nobody is told of the load");
  const { watcher } = live;
  watcher.begins({ suite: "watch", head: "head", base: "" });
  watcher.stage("measuring");
  return watcher;
}

/** Works while a program runs, from its first line on. */
async function beside<T>(text: string, work: (said: string) => Promise<T>, live?: Live | null): Promise<T> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", text], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const said = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding("utf8").once("data", resolve);
      child.once("close", () => reject(new Error("the watching process has ended")));
    });
    return await work(said.trim());
  } finally {
    child.kill();
    await live?.close();
  }
}

function inDrawnOrder<T>(items: readonly T[]): readonly T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function total({ read, write, other }: Block["queries"]) {
  return read + write + other;
}

function ratio({ name, of }: Metric, way: string) {
  const logs = (each: string) => blocks.get(each)!.map((block) => Math.log(of(block)));
  const shift = pairedShift(logs(UNWATCHED.name), logs(way));
  const { low, high } = shift.interval(CONFIDENCE);
  const [middle, least, most] = [shift.estimate, low, high].map((log) => Math.exp(log).toFixed(3));
  return `${name} ${middle} (${least} to ${most})`;
}
