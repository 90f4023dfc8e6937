/**
 * What sysbench prints and what plumbline-load prints under --compat=sysbench-1.0.20, line by line: the same words in the same columns.
 * Skipped where sysbench is not installed (Debian: apt-get install sysbench); what can be said without it is below.
 */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { runLoad } from "./support/plumbline-load.ts";

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

/** What is doubtful of a busy machine is said beside the report, never in it. */
const DOUBTS = /^(WARNING: .*\n\n?)*$/;

const ours = async (...args: string[]) => {
  const done = await runLoad(["--compat=sysbench-1.0.20", ...connection, ...args]);
  expect(done.stderr).toMatch(DOUBTS);
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

it("--compat=sysbench-1.1 has that version's block about throughput", async () => {
  const { stdout, stderr } = await runLoad([
    "--compat=sysbench-1.1",
    ...connection,
    "--events=10",
    "oltp_point_select",
    "run",
  ]);
  expect(stderr).toMatch(DOUBTS);
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

it.each([[["--help=on"]], [["--db-driver=pgsql", "--help"]], [["oltp_read_write", "run", "--help=on"]]])(
  "helps wherever it is asked to: %j",
  async (args) => {
    const { code, stdout } = await runLoad(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/plumbline-load (\[options\] WORKLOAD COMMAND|--help)\n/);
  },
);
