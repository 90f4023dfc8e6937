/** The peer go-tpc: loading and running TPC-C on one server, each program on tables of its own. */
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import {
  cpuPerQuery,
  type Round,
  type Run,
  rate,
  runOf,
  type Scenario,
  type Server,
  type Used,
  type Words,
} from "./scenario.ts";

const WAREHOUSES = 2;
const CONNECTIONS = 8;

/** Of a warehouse: 30,000 orders, of ten lines on average. */
const LINES_LEAST = 290_000;

/** What go-tpc has no word for is as it has it: each transaction drawn by itself, and these shares of them. */
const LIKE_GO_TPC = ["--mix=drawn", "--weights=45,43,4,4,4", "--delivery=inline"];

const wall = (peer: string) => (round: Round) =>
  runOf(round, "plumbline").elapsedS / runOf(round, peer).elapsedS;
const cpu = (peer: string) => (round: Round) =>
  cpuPerQuery(runOf(round, "plumbline")) / cpuPerQuery(runOf(round, peer));

/** What the lines of TPC-C need of the bench. */
type TpccBench = Readonly<{
  /** PostgreSQL, where there is one. */
  startServer: () => Server | undefined;
  /** Runs a command to its end. */
  use: (command: Words) => Used;
  /** Path of plumbline-load. */
  program: string;
  /** Paths of the peers by name. */
  found: () => Readonly<Record<string, string | undefined>>;
  /** Events that a run of plumbline-load tells. */
  events: (output: string) => number;
  /** How long a run is. */
  seconds: number;
  /** Rounds of loading. */
  loads: number;
}>;

export function tpccScenarios(bench: TpccBench): readonly Scenario[] {
  return [loading(bench), running(bench)];
}

function loading(bench: TpccBench): Scenario {
  return {
    name: "tpcc-load",
    title: `loading ${WAREHOUSES} warehouses of TPC-C, two connections: COPY, and rows by INSERT`,
    peers: ["insert", "go-tpc"],
    rounds: bench.loads,
    promises: [
      { what: "wall / INSERT of many rows", peer: "insert", value: wall("insert"), most: 1 / 3 },
      { what: "wall / go-tpc prepare", peer: "go-tpc", value: wall("go-tpc"), most: 1 / 3 },
    ],
    async run(contender: string) {
      const server = bench.startServer();
      if (!server) return undefined;
      const database = `load_${contender.replace("-", "_")}`;
      psql(bench, server, `CREATE DATABASE ${database}`);
      const used = load(bench, contender, server, database);
      psql(bench, server, `DROP DATABASE ${database}`);
      return used;
    },
  };
}

function running(bench: TpccBench): Scenario {
  const loaded = new Set<string>();
  return {
    name: "tpcc",
    title: `TPC-C without waits, ${WAREHOUSES} warehouses, ${CONNECTIONS} connections, TCP`,
    unit: "transaction",
    peers: ["go-tpc"],
    promises: [
      {
        what: "transactions per second / go-tpc",
        peer: "go-tpc",
        value: (round) => rate(runOf(round, "plumbline")) / rate(runOf(round, "go-tpc")),
        least: 1,
      },
      { what: "CPU per transaction / go-tpc", peer: "go-tpc", value: cpu("go-tpc"), most: 0.5 },
    ],
    async run(contender: string) {
      const server = bench.startServer();
      if (!server) return undefined;
      const database = `tpcc_${contender.replace("-", "_")}`;
      if (!loaded.has(database)) {
        psql(bench, server, `CREATE DATABASE ${database}`);
        load(bench, contender, server, database);
        loaded.add(database);
      }
      return runOnce(bench, contender, server, database);
    },
  };
}

function runOnce(bench: TpccBench, contender: string, server: Server, database: string): Run {
  const { use, events, seconds } = bench;
  const threads = `--threads=${CONNECTIONS}`;
  const isOurs = contender === "plumbline";
  const used = isOurs
    ? use(
        ours(bench, { ...server, host: "127.0.0.1" }, database, [
          threads,
          `--time=${seconds}`,
          ...LIKE_GO_TPC,
          "tpcc",
          "run",
        ]),
      )
    : use(goTpc(bench, server, database, [threads, `--time=${seconds}s`, "run"]));
  const queries = isOurs ? events(used.output) : goTpcCount(used.output);
  if (!(queries > 0)) throw new Error(`${contender} reports no transactions:\n${used.output.slice(-2000)}`);
  return { ...used, queries, elapsedS: seconds };
}

/** Loads the tables and looks for the rows: a program may end with 0 and have done nothing. */
function load(bench: TpccBench, contender: string, server: Server, database: string): Used {
  const used = bench.use(loader(bench, contender, server, database));
  const lines = Number(psql(bench, { ...server, database }, "SELECT count(*) FROM order_line"));
  if (lines < WAREHOUSES * LINES_LEAST)
    throw new Error(`${contender} has loaded ${lines} rows of order_line`);
  return used;
}

/** The command that loads the tables. */
function loader(bench: TpccBench, contender: string, server: Server, database: string): Words {
  if (contender === "go-tpc") return goTpc(bench, server, database, ["--threads=2", "prepare", "--no-check"]);
  const method = contender === "insert" ? ["--load-method=insert"] : [];
  return ours(bench, server, database, ["--threads=2", ...method, "tpcc", "prepare"]);
}

function ours({ program }: TpccBench, { host, port, user }: Server, database: string, words: Words): Words {
  return [
    program,
    `--pgsql-host=${host}`,
    `--pgsql-port=${port}`,
    `--pgsql-user=${user}`,
    `--pgsql-db=${database}`,
    `--warehouses=${WAREHOUSES}`,
    "--output=ndjson",
    ...words,
  ];
}

/** It knows TCP alone. */
function goTpc({ found }: TpccBench, { port, user }: Server, database: string, words: Words): Words {
  return [
    found()["go-tpc"] ?? "go-tpc",
    "tpcc",
    "--driver=postgres",
    "--host=127.0.0.1",
    `--port=${port}`,
    `--user=${user}`,
    "--password=none",
    `--db=${database}`,
    "--conn-params=sslmode=disable",
    `--warehouses=${WAREHOUSES}`,
    ...words,
  ];
}

/** @returns what it answers */
function psql({ found }: TpccBench, { host, port, user, database }: Server, sql: string): string {
  const options = ["-qAt", "-h", host, "-p", port, "-U", user, "-d", database, "-c", sql];
  return execFileSync(join(dirname(found()["initdb"] ?? ""), "psql"), options, { encoding: "utf8" });
}

/** @returns transactions that go-tpc says it did; those that failed have lines of their own */
export function goTpcCount(output: string): number {
  const counts = [...output.matchAll(/^\[Summary\] ([A-Z_]+) - .*?Count: (\d+)/gm)];
  return counts.reduce((sum, [, kind, count]) => (kind?.endsWith("_ERR") ? sum : sum + Number(count)), 0);
}
