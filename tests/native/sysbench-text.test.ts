/**
 * What sysbench prints and what plumbline-load prints under --compat=sysbench-1.0.20, line by line: the same words in the same columns.
 * Skipped where sysbench is not installed (Debian: apt-get install sysbench); what can be said without it is below.
 */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { runLoad } from "./support/plumbline-load.ts";
import { startWireServer } from "./support/wire-server.ts";

const hasSysbench = /sysbench 1\.0\.20/.test(
  spawnSync("sysbench", ["--version"], { encoding: "utf8" }).stdout ?? "",
);

let postgres: Postgres;
let connection: readonly string[];
beforeAll(async () => {
  postgres = await startPostgres();
  const { hostname, port, username, pathname } = new URL(await postgres.createDatabase("text"));
  const at = { host: hostname, port, user: username, db: pathname.slice(1) };
  connection = [...Object.entries(at).map(([name, value]) => `--pgsql-${name}=${value}`), "--table-size=500"];
  expect((await runLoad([...connection, "oltp_read_write", "prepare"])).code).toBe(0);
});
afterAll(() => postgres?.stop());

/** Warnings about a busy machine go to standard error, never into the report. */
const WARNINGS = /^(WARNING: .*\n\n?)*$/;

const ours = async (...args: string[]) => {
  const done = await runLoad(["--compat=sysbench-1.0.20", ...connection, ...args]);
  expect(done.stderr).toMatch(WARNINGS);
  return done.stdout.split("\n");
};
const theirs = (...args: string[]) => {
  const { stdout, stderr } = spawnSync("sysbench", ["--db-driver=pgsql", ...connection, ...args], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout.split("\n");
};

/** Words and columns of a line: a number is aligned at its right end, or has its left end where the words end. */
const shapeOf = (line: string) =>
  line
    .replace(/^sysbench 1\.0\.20 \(.*\)$/, "sysbench 1.0.20 (...)")
    .replace(/^Initializing random number generator from .*/, "Initializing random number generator from ...")
    .replace(
      /^( {9}| {8})(min|avg|max|sum|.*percentile.*):( +)([\d.]+)$/,
      (all, indent, name) => `${indent}${name}: ${"_".repeat(all.length)}`,
    )
    .replaceAll(/\d+(?:\.(\d+))?/g, (_, decimals?: string) =>
      decimals === undefined ? "#" : `#.${decimals.length}`,
    )
    .replace(/(#|\.\d) +\(/, "$1 (");
const shapes = (lines: readonly string[]) => lines.filter((line) => !line.startsWith("[")).map(shapeOf);

describe.skipIf(!hasSysbench)("beside sysbench 1.0.20", () => {
  it.each([
    ["as ever", []],
    ["without a percentile", ["--percentile=0"]],
    ["with one of three digits", ["--percentile=100"]],
    ["with one of one digit", ["--percentile=5"]],
    ["with a rate", ["--rate=200", "--time=1"]],
    ["with a seed and intervals", ["--rand-seed=7", "--report-interval=1"]],
    ["with threads", ["--threads=3"]],
  ])("the report of a run is the same, %s", async (_, more) => {
    const args = ["--events=60", "--time=10", ...more, "oltp_read_write", "run"];
    expect(shapes(await ours(...args))).toEqual(shapes(theirs(...args)));
  });

  it.each([[[]], [["--create-secondary=off"]]])(
    "prepare and cleanup say what they do in its words: %j",
    async (more) => {
      const args = ["--tables=2", ...more, "oltp_read_write"];
      for (const command of ["cleanup", "prepare"]) {
        const said = shapes(await ours(...args, command));
        await runLoad([...connection, ...args, command === "cleanup" ? "prepare" : "cleanup"]);
        // It finishes a table before it begins the next.
        expect(said.sort()).toEqual(shapes(theirs(...args, command)).sort());
      }
    },
  );
});

describe("what ends a run, in sysbench's way", () => {
  const STRICT = "--compat=sysbench-1.0.20";
  const failing = (...args: string[]) => runLoad([STRICT, ...connection, ...args]);

  it("a missing table is FATAL on standard output, with exit code 1 and no report", async () => {
    const args = ["--tables=9", "--events=10", "oltp_read_only", "run"];
    const done = await failing(...args);
    expect(done.code).toBe(1);
    expect(done.stdout).toMatch(/^FATAL: .*relation "sbtest\d" does not exist/m);
    expect(done.stdout).not.toContain("SQL statistics");
    expect(done.stderr).toMatch(/^plumbline-load: hint: run `prepare` first/);
    if (!hasSysbench) return;
    const theirs = spawnSync("sysbench", ["--db-driver=pgsql", ...connection, ...args], { encoding: "utf8" });
    // With a single thread sysbench itself goes on without its statements, and may be ended by SIGSEGV.
    expect(theirs.status).not.toBe(0);
    expect(theirs.stdout).toMatch(/^FATAL: /m);
    expect(theirs.stdout).not.toContain("SQL statistics");
  });

  it("so is a queue that overflows; without --compat it may grow, or has a limit of its own", async () => {
    const args = ["--rate=3000000", "--time=1", "oltp_read_only", "run"];
    const done = await failing(...args);
    expect(done.code).toBe(1);
    expect(done.stdout).toMatch(
      /^FATAL: the event queue is full: \d+ planned events wait .* allows 131072$/m,
    );
    expect(done.stdout).not.toContain("SQL statistics");
    const ours = await runLoad([...connection, "--queue-limit=1000", ...args]);
    expect(ours.code).toBe(3);
    expect(ours.stderr).toContain("--queue-limit allows 1000");
    expect(ours.stdout).toContain("SQL statistics");
  });

  it("a wrong option has exit code 1, too; programs that read our lines keep our codes", async () => {
    expect((await failing("--threads=0", "oltp_read_only", "run")).code).toBe(1);
    const done = await failing("--output=ndjson", "--tables=9", "--events=10", "oltp_read_only", "run");
    expect(done.code).toBe(3);
    expect(done.stdout).not.toContain("FATAL");
  });

  it("a time that is over has exit code 2", async () => {
    const server = await startWireServer({
      execute: (count) => (count > 20 ? { kind: "silence" } : { kind: "answer" }),
    });
    const url = `--pgsql-url=postgres://x@127.0.0.1:${server.port}/x?sslmode=disable`;
    const args = ["--placement=free", "--time=200ms", "--forced-shutdown=0.1", "oltp_point_select", "run"];
    const done = await runLoad([STRICT, url, ...args]);
    await server.stop();
    expect(done.code).toBe(2);
    expect(done.stdout).toMatch(/^FATAL: events were still in flight/m);
  });
});

it("--reconnect counts as in sysbench 1.1: at the end of each so-manieth event, the last one's included", async () => {
  const args = ["--compat=sysbench-1.1", "--events=10", "--time=10", "--reconnect=5", "oltp_point_select"];
  const done = await runLoad([...connection, ...args, "run"]);
  expect(done.stdout).toMatch(/ reconnects: {26}2 {6}\(/);
});

it("--compat=sysbench-1.1 has that version's block about throughput", async () => {
  const { stdout, stderr } = await runLoad([
    "--compat=sysbench-1.1",
    ...connection,
    "--events=10",
    "oltp_point_select",
    "run",
  ]);
  expect(stderr).toMatch(WARNINGS);
  expect(stdout).toMatch(/^sysbench 1\.1\.0 \(plumbline-load /);
  expect(stdout).toMatch(
    /\nThroughput:\n {4}events\/s \(eps\): {22}[\d.]+\n {4}time elapsed: {24}[\d.]+s\n {4}total number of events: {14}10\n\nLatency/,
  );
  expect(stdout).not.toContain("General statistics");
});

it.each([
  [["--db-driver=pgsql", "--version"]],
  [["--version=on"]],
  [["oltp_read_write", "--threads=2", "--version"]],
  [["--nothing=1", "--version"]],
])("tells its version wherever it is asked for: %j", async (args) => {
  const { code, stdout, stderr } = await runLoad(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^plumbline-load \d+\.\d+\.\d+ \(.*\)\n$/);
});

const COMMANDS = ["prepare", "create", "load", "run", "capacity", "cleanup", "check", "sql", "describe"];

it.each(COMMANDS)("helps with the command %s, with and without a workload", async (command) => {
  for (const words of [
    [command, "--help"],
    ["--help", command],
    ["--threads=2", command, "-h"],
  ]) {
    const { code, stdout, stderr } = await runLoad(words);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      new RegExp(`^${command}: [^\\n]+\\n\\n  plumbline-load \\[options\\] WORKLOAD ${command}\\n`),
    );
    expect(stdout).toContain("--pgsql-host=");
  }
  const ofWorkload = await runLoad(["tpcc", command, "--help"]);
  expect(ofWorkload.code).toBe(0);
  expect(ofWorkload.stdout).toMatch(/^tpcc: /);
});

it.each([[["--help=on"]], [["--db-driver=pgsql", "--help"]], [["oltp_read_write", "run", "--help=on"]]])(
  "helps wherever it is asked to: %j",
  async (args) => {
    const { code, stdout } = await runLoad(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/plumbline-load (\[options\] WORKLOAD COMMAND|--help)\n/);
  },
);
