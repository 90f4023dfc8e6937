#!/usr/bin/env node
/**
 * npm run bench:duet [-- --rounds N --seconds S --seed N]
 * How to share a machine between two servers that are compared: the ratio of their QPS by four designs, on the same pair of PostgreSQL
 * servers, in rounds whose order is drawn. Each design has the same time of the machine.
 *   slices       one load generator takes turns of 50 ms (Plumbline)
 *   duet         two load generators at once, each with half of the CPUs (Bulej et al., ICPE 2020: duet benchmarking)
 *   interleaved  trials of an eighth of the time, four for each server, in drawn order (Abedi & Brecht, ICPE 2017: randomized
 *                multiple interleaved trials)
 *   one by one   half of the time for each server, in drawn order
 * Pairs: equal servers, and one whose table has a trigger; on a quiet machine, and beside a neighbour that is busy now and then. The
 * spread of a round's log ratio says how many rounds an answer takes; the median beside that of the others, whether a design bends it.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startCluster } from "../runner-native/bench/postgres.ts";
import { findPrograms } from "../runner-native/bench/programs.ts";
import type { Block, Server } from "../runner-native/bench/scenario.ts";
import { commandLine } from "../scripts/lib/command-line.ts";
import { drawIndex, type Rng, seededRng } from "../src/stats/random.ts";
import { mean, standardDeviation } from "../src/stats/summary.ts";

const { values } = commandLine(import.meta.filename, {
  options: {
    rounds: { type: "string", default: "12" },
    seconds: { type: "string", default: "4" },
    seed: { type: "string", default: "2026" },
  },
});
const SECONDS = Number(values.seconds);
const TRIALS = 4;
const CPUS = availableParallelism();
const THREADS = 4 * CPUS;
/** CPUs of each server and its load generator where both run at once. */
const HALVES = CPUS > 1 ? [`0-${CPUS / 2 - 1}`, `${CPUS / 2}-${CPUS - 1}`] : ["0", "0"];
const WORKLOAD = ["--tables=1", "--table-size=20000", "oltp_update_non_index"];
const native = fileURLToPath(new URL("../runner-native", import.meta.url));
const load = path.join(native, "build/plumbline-load");
const random = seededRng(Number(values.seed));

type Pair = Readonly<{ base: Server; head: Server }>;
type Design = (pair: Pair, random: Rng) => Promise<number>;

const DESIGNS: Readonly<Record<string, Design>> = {
  slices: async (pair) => {
    const [base, head] = await drive(pair.base, {
      seconds: SECONDS,
      against: pair.head,
      words: ["--slice=50"],
    });
    return Math.log(head! / base!);
  },
  duet: async (pair) => {
    const half = { seconds: SECONDS, words: [`--threads=${THREADS / 2}`, "--placement=free"] };
    const servers = [pair.base, pair.head];
    try {
      servers.forEach((server, i) => {
        keepOn(server, HALVES[i]!);
      });
      const both = servers.map((server, i) => drive(server, { ...half, cpus: HALVES[i]! }));
      const [[base], [head]] = (await Promise.all(both)) as [number[], number[]];
      return Math.log(head! / base!);
    } finally {
      for (const server of servers) keepOn(server, `0-${CPUS - 1}`);
    }
  },
  interleaved: async (pair, rng) => await inTurns(pair, TRIALS, rng),
  "one by one": async (pair, rng) => await inTurns(pair, 1, rng),
};

execFileSync("make", ["-s", "-C", native], { stdio: ["ignore", "inherit", "inherit"] });
const { initdb } = findPrograms();
if (initdb === undefined) {
  console.error("bench:duet: it needs PostgreSQL's own programs (initdb, pg_ctl) on this machine");
  process.exit(2);
}
const scratch = ["base", "head", "slower"].map((name) =>
  mkdtempSync(path.join(tmpdir(), `plumbline-duet-${name}-`)),
);
const clusters: ReturnType<typeof startCluster>[] = [];
let neighbour: ChildProcess | null = null;
process.on("exit", () => {
  neighbour?.kill();
  for (const { stop } of clusters) stop();
  for (const folder of scratch) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));
process.stdout.on("error", () => process.exit(1));
for (const folder of scratch) clusters.push(startCluster(path.dirname(initdb), folder));
await main();

async function main() {
  const [base, head, slower] = clusters.map(({ server }) => server) as [Server, Server, Server];
  for (const server of [base, head, slower])
    execFileSync(load, [...at(server), ...WORKLOAD, "prepare"], { stdio: ["ignore", "ignore", "inherit"] });
  addTrigger(slower);
  console.log(
    `${values.rounds} rounds of ${SECONDS} s each, after 1 s of warm-up; ${THREADS} connections, ${CPUS} CPUs, seed ${values.seed}\n`,
  );
  console.log(
    "| servers | machine | design | mean, % | sd of a round, % | rounds to show 2 % |\n|:--|:--|:--|--:|--:|--:|",
  );
  for (const [name, pair] of [
    ["equal", { base, head }],
    ["a trigger", { base, head: slower }],
  ] as const)
    for (const busy of [false, true]) await compare(name, pair, busy);
}

/** Prints a line for each design. */
async function compare(name: string, pair: Pair, isBusy: boolean) {
  neighbour = isBusy ? startNeighbour() : null;
  const ratios = new Map(Object.keys(DESIGNS).map((design) => [design, [] as number[]]));
  try {
    for (let round = 0; round < Number(values.rounds); round++)
      for (const design of shuffled(Object.keys(DESIGNS)))
        ratios.get(design)!.push(await DESIGNS[design]!(pair, random));
  } finally {
    neighbour?.kill();
  }
  for (const [design, all] of ratios) {
    const sd = standardDeviation(all);
    const cells = [
      name,
      isBusy ? "busy neighbour" : "quiet",
      design,
      (100 * Math.expm1(mean(all))).toFixed(2),
      (100 * sd).toFixed(2),
      roundsToShow(sd).toFixed(0),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

/** Rounds after which 2 % is seen at a level of 5 %, one-sided, in four of five cases: (1.645 + .842)^2 (sd / .02)^2, at least 2. */
function roundsToShow(sd: number) {
  return Math.max(2, Math.ceil((1.645 + 0.842) ** 2 * (sd / 0.02) ** 2));
}

/** Trials of equal length, `each` for each server, in drawn order. */
async function inTurns({ base, head }: Pair, each: number, rng: Rng) {
  const trials = shuffled(
    Array.from({ length: 2 * each }, (_, i) => i % 2),
    rng,
  );
  const sums = [0, 0];
  for (const arm of trials) {
    const [qps] = await drive(arm === 0 ? base : head, { seconds: SECONDS / trials.length });
    sums[arm]! += qps!;
  }
  return Math.log(sums[1]! / sums[0]!);
}

/** Moves a server to those CPUs: its backends begin where its first process is. */
function keepOn({ host }: Server, cpus: string) {
  const [pid = ""] = readFileSync(path.join(host, "data/postmaster.pid"), "utf8").split("\n");
  execFileSync("taskset", ["-a", "-c", "-p", cpus, pid], { stdio: "ignore" });
}

type Driven = Readonly<{ seconds: number; against?: Server; cpus?: string; words?: readonly string[] }>;

/** @returns statements a second of each server */
async function drive(server: Server, { seconds, against, cpus, words = [] }: Driven): Promise<number[]> {
  const own = [
    ...at(server),
    ...(against === undefined ? [] : [`--against=${urlOf(against)}`]),
    `--threads=${THREADS}`,
    ...words,
    `--time=${seconds}`,
    "--warmup-time=1",
    "--output=ndjson",
    "--slice-lines=off",
    ...WORKLOAD,
    "run",
  ];
  const [program, args] = cpus === undefined ? [load, own] : ["taskset", ["-c", cpus, load, ...own]];
  const text = await outputOf(spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] }));
  const lines = text.split("\n").filter((line) => line.includes('"type":"block"'));
  const blocks = lines.map((line) => JSON.parse(line) as Block);
  return blocks.map(({ queries, duration_ns }) => {
    return (queries.read + queries.write + queries.other) / (duration_ns / 1e9);
  });
}

function outputOf(child: ChildProcess): Promise<string> {
  let text = "";
  child.stdout!.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve(text) : reject(new Error(`exit code ${code}`))));
  });
}

function at({ host, port, user, database }: Server) {
  return [`--pgsql-host=${host}`, `--pgsql-port=${port}`, `--pgsql-user=${user}`, `--pgsql-db=${database}`];
}

function urlOf({ host, port, user, database }: Server) {
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

function addTrigger({ host, port, user, database }: Server) {
  const sql = `CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.pad := NEW.pad; RETURN NEW; END';
    CREATE TRIGGER noted BEFORE UPDATE ON sbtest1 FOR EACH ROW EXECUTE FUNCTION noted()`;
  execFileSync("psql", ["-h", host, "-p", port, "-U", user, "-d", database, "-qc", sql], {
    stdio: "inherit",
  });
}

/** Takes a CPU for 200 ms to 2 s, then rests as long: like other work of a shared machine. */
function startNeighbour() {
  const code = `for (;;) {
    const until = Date.now() + 200 + 1800 * Math.random();
    while (Date.now() < until);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200 + 1800 * Math.random());
  }`;
  return spawn(process.execPath, ["-e", code], { stdio: "ignore" });
}

function shuffled<T>(all: readonly T[], rng: Rng = random): T[] {
  const mixed = [...all];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = drawIndex(rng, i + 1);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}
