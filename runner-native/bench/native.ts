#!/usr/bin/env node
/**
 * npm run bench:native: what plumbline-load promises about speed, measured beside its peers on this machine.
 *
 *   node scripts/run.mjs runner-native/bench/native.ts [--quick] [--only=LINE[,LINE...]] [--list]
 *
 * PLUMBLINE_STATIC=FILE names a static build (runner-native/static/build.sh), which is then measured beside the dynamic one.
 *
 * Machines are shared and noisy, so nothing is promised in seconds: contenders run in interleaved rounds, in reversed order
 * every other round, and a promise is about the median of the ratios of the rounds. Counts (instructions, system calls) are
 * slopes between two numbers of events, which repeat exactly. Peers that are not there are installed where that is permitted
 * (apt-get as root) and otherwise named. The exit code is 1 when a promise does not hold.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine } from "../../scripts/lib/command-line.ts";
import { pgbenchCount, pgbenchOptions, scriptScenarios } from "./pgbench.ts";
import { startCluster } from "./postgres.ts";
import { buildAll, findGoTpc, findPrograms } from "./programs.ts";
import { cpu, type Measure, memory, qps, ratio, wall } from "./promises.ts";
import {
  type Block,
  cpuPerQuery,
  type Round,
  type Row,
  type Run,
  rate,
  runOf,
  type Scenario,
  type Server,
  type Used,
  type Words,
} from "./scenario.ts";
import { type Contender, plumbline, sbtestOptions } from "./sysbench.ts";
import { line, number, quantile, say } from "./table.ts";
import { tpccScenarios } from "./tpcc.ts";

const native = join(dirname(fileURLToPath(import.meta.url)), "..");
const build = join(native, "build");
const program = join(build, "plumbline-load");
const { values } = commandLine(import.meta.filename, {
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    list: { type: "boolean" },
  },
});
const quick = values.quick;
const only = values.only?.split(",");
const rounds = quick ? 3 : 7;
const seconds = quick ? 1 : 3;
const LOADED_ROWS = 1_000_000;
const scratch = mkdtempSync(join(tmpdir().length > 60 ? "/tmp" : tmpdir(), "plumbline-bench-"));

// ---------------------------------------------------------------------------------------------------------------------
// The lines.

/** Both with their defaults; beside them plumbline-load with its backends left to the kernel, as sysbench's are. */
function onPostgres(workload: string, connections: number, least: number): Scenario {
  const write = workload === "oltp_point_select" ? "" : "-rw";
  return {
    name: `postgres-${connections}${write}`,
    title: `PostgreSQL, unix socket, ${workload}, ${connections} connections`,
    run: againstPostgres(workload, connections),
    peers: ["free", "sysbench"],
    promises: [
      qps("sysbench", { least }),
      {
        what: "QPS with --placement=free / sysbench",
        peer: "sysbench",
        value: ratio(rate, "free", "sysbench"),
      },
    ],
  };
}

/** Runs that are compared with each other, round by round. */
const scenarios: readonly Scenario[] = [
  {
    name: "unix-16",
    title: "null server, unix socket, 16 connections",
    run: againstNull("unix", 16),
    peers: ["pgbench", "sysbench", "probe"],
    promises: [
      cpu("pgbench", { most: 0.9, stretch: 0.8 }),
      cpu("sysbench", { most: 0.55, stretch: 0.47 }),
      qps("sysbench", { least: 1.7, stretch: 2 }),
      qps("pgbench", { least: 1.1, stretch: 1.2 }),
      cpu("probe", { most: 1.6, stretch: 1.35 }),
    ],
  },
  {
    name: "unix-64",
    title: "null server, unix socket, 64 connections",
    run: againstNull("unix", 64),
    peers: ["pgbench", "sysbench", "probe"],
    promises: [
      cpu("pgbench", { most: 0.9, stretch: 0.8 }),
      cpu("sysbench", { most: 0.4, stretch: 0.35 }),
      qps("sysbench", { least: 2.2, stretch: 2.5 }),
      qps("pgbench", { least: 1.1, stretch: 1.2 }),
      cpu("probe", { most: 1.6, stretch: 1.35 }),
    ],
  },
  {
    name: "unix-128",
    title: "null server, unix socket, 128 connections",
    run: againstNull("unix", 128),
    peers: ["sysbench", "probe"],
    promises: [
      cpu("sysbench", { most: 0.25, stretch: 0.16 }),
      qps("sysbench", { least: 3, stretch: 4.6 }),
      cpu("probe"),
      // What no client can be below: the promise was made on a kernel with dearer system calls (docs/decisions/013).
      { what: "CPU of the probe / sysbench", peer: "probe", value: ratio(cpuPerQuery, "probe", "sysbench") },
    ],
  },
  {
    name: "tcp-32",
    title: "null server, TCP, 32 connections",
    run: againstNull("tcp", 32),
    peers: ["pgbench", "sysbench", "probe"],
    promises: [
      cpu("sysbench", { most: 0.55, stretch: 0.49 }),
      cpu("pgbench", { most: 0.95, stretch: 0.86 }),
      cpu("probe", { most: 1.3, stretch: 1.1 }),
    ],
  },
  {
    name: "unix-1000",
    title: "null server, unix socket, 1,000 connections",
    run: againstNull("unix", 1000),
    peers: ["sysbench"],
    promises: [
      cpu("sysbench", { most: 0.12 }),
      {
        what: "resident memory / sysbench",
        peer: "sysbench",
        value: ratio(memory, "plumbline", "sysbench"),
        most: 0.12,
      },
    ],
  },
  onPostgres("oltp_point_select", 16, 1.1),
  onPostgres("oltp_read_write", 16, 1.1),
  onPostgres("oltp_point_select", 64, 1.35),
  ...scriptScenarios({
    startServer: () => {
      if (found["initdb"]) postgres ??= startPostgres();
      return postgres;
    },
    initialize: (args: Words) => use([program, ...args]),
    compete: runScript,
    scratch,
    seconds,
    promises: [cpu("pgbench", { most: 0.9, stretch: 0.85 }), qps("pgbench", { least: 1, stretch: 1.1 })],
  }),
  ...tpccScenarios({
    startServer: () => {
      if (found["initdb"]) postgres ??= startPostgres();
      return postgres;
    },
    use,
    program,
    found: () => found,
    events: (output: string) => loader.events(output),
    seconds: quick ? 5 : 20,
    loads: quick ? 1 : 3,
  }),
  ...["null", "postgres"].map((server) => ({
    name: `static-${server}`,
    title: `the static build beside this one, ${server === "null" ? "null server" : "PostgreSQL"}, unix socket, 16 connections`,
    run: server === "null" ? againstStatic : againstPostgres("oltp_point_select", 16),
    peers: ["static"],
    promises: [
      {
        what: "CPU per query, static / this",
        peer: "static",
        value: ratio(cpuPerQuery, "static", "plumbline"),
        most: 1.05,
      },
      { what: "QPS, static / this", peer: "static", value: ratio(rate, "static", "plumbline"), least: 0.98 },
    ],
  })),
  {
    name: "load",
    title: `loading ${LOADED_ROWS.toLocaleString("en")} rows with primary key and index, two connections`,
    run: loading(LOADED_ROWS),
    peers: ["sysbench"],
    rounds: quick ? 2 : 3,
    promises: [
      {
        what: "wall / sysbench prepare",
        peer: "sysbench",
        value: ratio(wall, "plumbline", "sysbench"),
        most: 0.25,
        stretch: 0.16,
      },
      // Where sysbench ends: VACUUM ANALYZE and CHECKPOINT, which a run is not to pay for, come after it.
      {
        what: "wall until the indexes are built / sysbench prepare",
        peer: "sysbench",
        value: (round) => untilIndexed(runOf(round, "plumbline").output) / runOf(round, "sysbench").elapsedS,
        most: 0.2,
      },
    ],
  },
];

/** Seconds from the start of `prepare` to the end of its last index. */
function untilIndexed(output: string): number {
  const lines = output.split("\n").filter((text) => text.includes('"phase":"index"'));
  return JSON.parse(lines.at(-1) ?? "{}").at_ns / 1e9;
}

/** Figures that need no rounds. Each answers [what, figure, promise] rows. */
const counts = [
  { name: "instructions", run: countInstructions },
  { name: "syscalls", run: countSystemCalls },
  { name: "record", run: costOfRecording },
  { name: "stall", run: openLoopOfAServerThatStalls },
];

// ---------------------------------------------------------------------------------------------------------------------
// Servers. Each is started when the first scenario needs it and ends with this process.

const running: (() => void)[] = [];
let nullServer: Awaited<ReturnType<typeof startNullServer>> | undefined;
let postgres: Server | undefined;
/** It has the table of the point selects. */
let isPrepared = false;

async function startNullServer() {
  const child = spawn(join(bench, "nullserver"), [`--socket-dir=${scratch}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(() => void child.kill("SIGTERM"));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once("data", (data) => resolve(String(data).trim()));
    child.once("exit", (code) => reject(new Error(`the null server ended with ${code}`)));
  });
  return {
    unix: { host: scratch, port, user: "bench", database: "bench" },
    tcp: { host: "127.0.0.1", port, user: "bench", database: "bench" },
  };
}

function startPostgres(): Server {
  const { server, stop } = startCluster(binaries(), scratch);
  running.push(stop);
  return server;
}

/** Folder of PostgreSQL's programs. */
function binaries(): string {
  return dirname(found["initdb"] ?? "");
}

function stopAll() {
  for (const stop of running.splice(0)) stop();
  rmSync(scratch, { recursive: true, force: true });
}

// ---------------------------------------------------------------------------------------------------------------------
// Contenders: how each is called, and how many queries it says it did.

/** The point select in pgbench's language, over as many rows as the others' default table has. */
function pgbenchScript() {
  const path = join(scratch, "point_select.sql");
  if (!existsSync(path))
    writeFileSync(path, "\\set id random(1, 10000)\nSELECT c FROM sbtest1 WHERE id=:id;\n", { mode: 0o644 });
  return path;
}

/** Our own load generator. */
const loader = plumbline([], program, seconds);

const contenders: Readonly<Record<string, Contender>> = {
  plumbline: loader,
  /** One thread, as pgbench -j 1 and the probe: what a query costs it, without the company of other threads. */
  alone: plumbline(["--workers=1"], program, seconds),
  free: plumbline(["--placement=free"], program, seconds),
  static: plumbline([], process.env["PLUMBLINE_STATIC"] ?? program, seconds),
  sysbench: {
    command: (server, connections, workload) => [
      pathOf("sysbench"),
      workload,
      "--db-driver=pgsql",
      ...sbtestOptions(server),
      `--threads=${connections}`,
      `--time=${seconds}`,
      "--rand-type=uniform",
      "run",
    ],
    queries: (output: string) => Number(/queries:\s+(\d+)/.exec(output)?.[1]),
  },
  pgbench: {
    command: (server, connections) => [
      pathOf("pgbench"),
      ...pgbenchOptions(server, connections, ["-f", pgbenchScript(), "-T", seconds]),
    ],
    queries: pgbenchCount,
  },
  probe: {
    command: (server, connections) => [
      join(bench, "probe"),
      `host=${server.host} port=${server.port} user=${server.user} dbname=${server.database}`,
      connections,
      seconds,
    ],
    queries: (output: string) => JSON.parse(output).queries,
  },
};

/** Runs a command to its end and answers its output and what it used. */
function use(command: Words): Used {
  const report = join(scratch, "used.json");
  const done = spawnSync(join(bench, "cpu_of"), [report, ...command.map(String)], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (done.status !== 0)
    throw new Error(
      `${command.join(" ")}\nended with ${done.status}: ${done.stderr.trim() || done.stdout.trim().slice(-2000)}`,
    );
  const used = JSON.parse(readFileSync(report, "utf8"));
  return {
    output: done.stdout,
    cpuUs: used.user_us + used.system_us,
    rssBytes: used.max_rss_bytes,
    elapsedS: used.elapsed_us / 1e6,
  };
}

/** Path of a peer that is there, for those that are not are left out. */
function pathOf(peer: string): string {
  return found[peer] ?? peer;
}

function compete(name: string, server: Server, connections: number, workload: string): Run {
  const contender = contenders[name];
  if (contender === undefined) throw new Error(`there is no contender ${name}`);
  const used = use(contender.command(server, connections, workload));
  const queries = contender.queries(used.output);
  if (!(queries > 0)) throw new Error(`${name} reports no queries:\n${used.output.slice(-2000)}`);
  // The rate is over the time that was asked for: connecting is not part of it.
  return { ...used, queries, elapsedS: seconds };
}

/** The same command line to both: only the program's name differs. */
function runScript(name: string, args: Words): Run {
  const isPgbench = name === "pgbench";
  const command = isPgbench ? [pathOf("pgbench")] : [program, "--output=ndjson"];
  const used = use([...command, ...args]);
  const count = isPgbench ? pgbenchCount : loader.events;
  return { ...used, queries: count(used.output), elapsedS: seconds };
}

function againstNull(kind: "unix" | "tcp", connections: number) {
  return async (name: string) => {
    nullServer ??= await startNullServer();
    const contender = name === "plumbline" ? "alone" : name;
    return compete(contender, nullServer[kind], connections, "oltp_point_select");
  };
}

/** With a thread for each processor, as users run it: memory is allocated in all of them at once. */
async function againstStatic(name: string) {
  nullServer ??= await startNullServer();
  return compete(name, nullServer.unix, 16, "oltp_point_select");
}

/** PostgreSQL with the table of the point selects. */
function preparedPostgres(): Server {
  postgres ??= startPostgres();
  if (isPrepared) return postgres;
  isPrepared = true;
  use([program, "oltp_point_select", ...sbtestOptions(postgres), "--rand-type=uniform", "prepare"]);
  return postgres;
}

function againstPostgres(workload: string, connections: number) {
  return async (name: string) => {
    if (!found["initdb"]) return undefined;
    return compete(name, preparedPostgres(), connections, workload);
  };
}

/** Both into a table of their own database, so that neither sees the other's. Two connections, as sysbench may use too. */
function loading(rows: number) {
  return async (name: string) => {
    if (!found["initdb"]) return undefined;
    postgres ??= startPostgres();
    const { host, port, user } = postgres;
    const database = `load_${name}`;
    const psql = (sql: string) =>
      execFileSync(
        join(binaries(), "psql"),
        ["-q", "-h", host, "-p", port, "-U", user, "-d", "postgres", "-c", sql],
        { stdio: "ignore" },
      );
    psql(`CREATE DATABASE ${database}`);
    const command =
      name === "sysbench"
        ? [pathOf("sysbench"), "oltp_point_select", "--db-driver=pgsql"]
        : [program, "--output=ndjson", "oltp_point_select"];
    const used = use([
      ...command,
      ...sbtestOptions({ ...postgres, database }),
      "--threads=2",
      "--tables=1",
      `--table-size=${rows}`,
      "--rand-type=uniform",
      "prepare",
    ]);
    psql(`DROP DATABASE ${database}`);
    return used;
  };
}

// ---------------------------------------------------------------------------------------------------------------------
// Counts.

const eventsCommand = (server: Server, connections: number, events: number) => [
  program,
  "oltp_point_select",
  ...sbtestOptions(server),
  `--threads=${connections}`,
  "--workers=1",
  "--time=0",
  `--events=${events}`,
  "--output=ndjson",
  "run",
];

/** Growth of a count from one number of events to another, so that start and end do not count. */
function slope(count: (events: number) => number): number {
  const [few, many] = quick ? [2_000, 7_000] : [5_000, 25_000];
  return (count(many) - count(few)) / (many - few);
}

async function countInstructions(): Promise<readonly Row[]> {
  const valgrind = found["valgrind"];
  if (!valgrind) return [];
  nullServer ??= await startNullServer();
  const { unix } = nullServer;
  const collected = (command: Words) => {
    const done = spawnSync(
      valgrind,
      ["--tool=callgrind", "--callgrind-out-file=/dev/null", ...command.map(String)],
      { encoding: "utf8", maxBuffer: 1 << 28 },
    );
    return Number(/Collected : (\d+)/.exec(done.stderr)?.[1]);
  };
  const rows: Row[] = [
    {
      what: "user instructions per point select",
      figure: slope((events) => collected(eventsCommand(unix, 16, events))),
      most: 5000,
      stretch: 4500,
    },
  ];
  if (found["pgbench"]) {
    const pgbench = (events: number) => [
      pathOf("pgbench"),
      ...pgbenchOptions(unix, 16, ["-f", pgbenchScript(), "-t", Math.round(events / 16)]),
    ];
    rows.push({
      what: "  pgbench -M prepared",
      figure: slope((events) => collected(pgbench(events))),
    });
  }
  return rows;
}

async function countSystemCalls(): Promise<readonly Row[]> {
  const strace = found["strace"];
  if (!strace) return [];
  nullServer ??= await startNullServer();
  const calls = (command: Words) => {
    const report = join(scratch, "strace");
    spawnSync(strace, ["-f", "-c", "-U", "name,calls", "-o", report, ...command.map(String)], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    const byName = new Map<string, number>();
    for (const line of readFileSync(report, "utf8").split("\n")) {
      const parts = /^(\w+)\s+(\d+)$/.exec(line.trim());
      if (parts && parts[1] !== "total") byName.set(parts[1]!, Number(parts[2]));
    }
    return byName;
  };
  const [few, many] = quick ? [2_000, 7_000] : [5_000, 25_000];
  const before = calls(eventsCommand(nullServer.unix, 16, few));
  const after = calls(eventsCommand(nullServer.unix, 16, many));
  const perQuery = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + (after.get(name) ?? 0) - (before.get(name) ?? 0), 0) / (many - few);
  const waiting = perQuery(["epoll_wait", "epoll_pwait", "epoll_pwait2"]);
  const all = perQuery([...after.keys()]);
  return [
    { what: "system calls per query without epoll_wait", figure: all - waiting, most: 2.05 },
    { what: "  epoll_wait per query, shared by 16 connections", figure: waiting },
  ];
}

/**
 * Stops all backends for 200 ms twice in 6 s, at half the capacity. Of the planned starts 6.7 % meet a stall and wait for any
 * part of it, so the 99th percentile is the stall less 30 ms, and a little more where the backlog takes time: anything
 * between that and the stall's own length is right. How long the stalls really were is measured.
 */
async function openLoopOfAServerThatStalls(): Promise<readonly Row[]> {
  if (!found["initdb"]) return [];
  const server = preparedPostgres();
  const connections = 8;
  const run = (options: readonly string[], stalls: () => Promise<void>) =>
    new Promise<Block>((resolve, reject) => {
      const [program = "", ...rest] = loader.command(server, connections, "oltp_point_select").map(String);
      const args = rest.filter((arg) => !arg.startsWith("--time="));
      const child = spawn(program, [...args, ...options], { stdio: ["ignore", "pipe", "inherit"] });
      let output = "";
      child.stdout.on("data", (data) => {
        if (!output.includes('"phase":"measure"') && String(data).includes('"phase":"measure"'))
          stalls().catch(reject);
        output += data;
      });
      child.once("close", (code) => {
        const block = output.split("\n").find((text) => text.includes('"type":"block"'));
        if (code === 0 && block) resolve(JSON.parse(block));
        else reject(new Error(`plumbline-load ended with ${code}`));
      });
    });
  const lengths: number[] = [];
  const stallTwice = async () => {
    const backends = backendPids(server);
    for (let i = 0; i < 2; i++) {
      await sleep(2000);
      const from = performance.now();
      for (const pid of backends) process.kill(pid, "SIGSTOP");
      await sleep(200);
      for (const pid of backends) process.kill(pid, "SIGCONT");
      lengths.push(performance.now() - from);
    }
  };
  const capacity = await run(["--time=2", "--placement=free"], async () => {}); // As planned starts are.
  const rate = Math.round(capacity.events / (capacity.duration_ns / 1e9) / 2);
  const open = await run(["--time=6", `--rate=${rate}`], stallTwice);
  const closed = await run(["--time=6"], stallTwice);
  const stallMs = Math.min(...lengths.slice(0, 2));
  const p99 = (block: Block) => block.latency.percentiles_ns["99"] / 1e6;
  const off = Math.max(0, stallMs - 30 - p99(open), p99(open) - Math.max(...lengths.slice(0, 2)));
  return [
    {
      what: "p99 from the planned start, off what it should be",
      figure: off / stallMs,
      most: 0.1,
      stretch: 0.05,
    },
    { what: "  p99 from the planned start (ms)", figure: p99(open) },
    { what: "  p99 of the service time alone (ms)", figure: open.service.percentiles_ns["99"] / 1e6 },
    { what: "  p99 of a closed loop (ms)", figure: p99(closed) },
    { what: "  lateness of plumbline-load, p99 (ms)", figure: open.lateness.percentiles_ns["99"] / 1e6 },
  ];
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The backends of this bench's own cluster that serve plumbline-load. */
function backendPids({ host, port, user, database }: Server): readonly number[] {
  const psql = join(binaries(), "psql");
  const sql = "SELECT pid FROM pg_stat_activity WHERE application_name = 'plumbline-load'";
  const server = ["-h", host, "-p", port, "-U", user, "-d", database];
  return execFileSync(psql, [...server, "-Atc", sql], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map(Number);
}

async function costOfRecording(): Promise<readonly Row[]> {
  const cost = JSON.parse(use([join(bench, "record")]).output);
  return [
    {
      what: "recording a latency, both clocks included (ns)",
      figure: cost.record_with_clocks_ns,
      most: 80,
      stretch: 40,
    },
    { what: "  of it the histogram (ns)", figure: cost.record_ns },
    { what: "memory of a histogram (kB)", figure: cost.histogram_bytes / 1000, most: 260 },
    { what: "largest relative error from 1 us to 1 h", figure: cost.error, most: 0.001 },
  ];
}

// ---------------------------------------------------------------------------------------------------------------------
// Rounds and the table.

/** Peers that need no program of others. */
const ours = ["probe", "free", "insert", ...(process.env["PLUMBLINE_STATIC"] ? ["static"] : [])];

type Rounds = Readonly<{ names: readonly string[]; rounds: readonly Round[] }>;

async function runScenario(scenario: Scenario): Promise<Rounds | undefined> {
  const names = ["plumbline", ...scenario.peers.filter((peer) => ours.includes(peer) || found[peer])];
  if (names.length < 2) return undefined;
  const done: Round[] = [];
  for (let round = 0; round < (scenario.rounds ?? rounds); round++) {
    const runs: Record<string, Run> = {};
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      const run = await scenario.run(name);
      if (run === undefined) return undefined;
      runs[name] = run;
    }
    done.push(runs);
    say(
      `  ${scenario.name} round ${round + 1}: ${names.map((name) => describe(name, runOf(runs, name))).join(", ")}`,
    );
  }
  return { names, rounds: done };
}

function describe(name: string, run: Run): string {
  return run.queries
    ? `${name} ${cpuPerQuery(run).toFixed(2)} us ${Math.round(rate(run)).toLocaleString("en")}/s`
    : `${name} ${run.elapsedS.toFixed(2)} s`;
}

function printScenario(scenario: Scenario, { names, rounds: done }: Rounds): boolean {
  console.log(`${scenario.title} (${done.length} rounds)`);
  for (const name of names) {
    const runs = done.map((round) => runOf(round, name));
    const median = (measure: Measure) => quantile(runs.map(measure), 0.5);
    console.log(
      runs[0]?.queries
        ? `  ${name.padEnd(10)} ${number(median(cpuPerQuery)).padStart(6)} us CPU per ${scenario.unit ?? "query"} ${number(median(rate)).padStart(9)}/s ${number(median(memory) / 1e6).padStart(7)} MB`
        : `  ${name.padEnd(10)} ${number(median(wall)).padStart(6)} s`,
    );
  }
  let holds = true;
  for (const promise of scenario.promises) {
    if (!names.includes(promise.peer)) continue;
    const values = done.map(promise.value);
    const quartiles = `(${number(quantile(values, 0.25))} .. ${number(quantile(values, 0.75))})`;
    holds = line(promise.what, quantile(values, 0.5), quartiles, promise) && holds;
  }
  return holds;
}

async function main() {
  const wanted = (item: { name: string }) => !only || only.includes(item.name);
  const [load = 0] = loadavg();
  if (load > availableParallelism() / 4)
    say(
      `the machine is busy (load ${load.toFixed(1)} on ${availableParallelism()} processors): rates will mislead, for a client of many threads takes more of it`,
    );
  if (scenarios.some((scenario) => wanted(scenario) && scenario.peers.includes("go-tpc")))
    found["go-tpc"] = findGoTpc();
  const broken = new Set<string>();
  for (const item of counts.filter(wanted)) {
    const rows = await item.run();
    if (rows.length > 0) console.log(item.name);
    for (const row of rows) if (!line(row.what, row.figure, "", row)) broken.add(item.name);
  }
  for (const scenario of scenarios.filter(wanted)) {
    const result = await runScenario(scenario);
    if (result && !printScenario(scenario, result)) broken.add(scenario.name);
  }
  console.log(
    broken.size === 0
      ? "every promise that was measured holds"
      : `promises do not hold in: ${[...broken].join(", ")}`,
  );
  return broken.size === 0 ? 0 : 1;
}

const known = [...counts, ...scenarios].map((item) => item.name);
const unknown = (only ?? []).filter((name) => !known.includes(name));
if (unknown.length > 0) console.error(`error: no line is called ${unknown.join(" or ")}`);
if (unknown.length > 0 || values.list) {
  console.log(`lines: ${known.join(" ")}`);
  stopAll();
  process.exit(unknown.length > 0 ? 2 : 0);
}
const found = findPrograms();
const bench = buildAll();
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    stopAll();
    process.exit(130);
  });
try {
  process.exitCode = await main();
} catch (error) {
  say(`bench: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  stopAll();
}
