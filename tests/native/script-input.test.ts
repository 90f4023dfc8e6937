/** Scripts from standard input, and reports as parsers of pgbench's read them. */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { findPgbench } from "./support/pgbench.ts";
import { plumblineLoad } from "./support/plumbline-load.ts";

let postgres: Postgres;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase("input");
});

afterAll(async () => {
  await postgres?.stop();
});

/** One transaction of a script, by pgbench and by us with the same arguments. */
function both(script: string, ...args: string[]) {
  const [theirs, ours] = [findPgbench(postgres.binDir), plumblineLoad].map((program) =>
    spawnSync(program, ["-n", "-t", "1", "-f", "-", ...args, url], { input: script, encoding: "utf8" }),
  );
  return { theirs: theirs!, ours: ours! };
}

/** The lines of a report that do not tell times. */
const said = (report: string) =>
  report.split("\n").filter((line) => /^(transaction type|number of)/.test(line));

it("- is standard input, as in pgbench", () => {
  const { theirs, ours } = both("\\set x 1\nSELECT :x;\n");
  expect(ours.stderr).toBe("");
  expect(ours.status).toBe(0);
  expect(said(ours.stdout)).toEqual(said(theirs.stdout));
  expect(said(ours.stdout)).toContain("transaction type: -");
});

it("a mistake in it has a place", () => {
  const { ours } = both("SELECT 1;\n\\nonsense\n");
  expect(ours.status).toBe(1);
  expect(ours.stderr).toContain('-:2:1: invalid command name "nonsense"');
});

it.each([
  ["SELECT 5 AS x \\; \\gset\n\\set i debug(:x)\n"],
  ["\\; SELECT 5 AS x \\gset\n\\set i debug(:x)\n"],
  ["SELECT 4 AS x \\; /* nothing */ \\; SELECT 5 AS x \\gset\n\\set i debug(:x)\n"],
])("%j: \\gset takes the row of the last statement that is one", (script) => {
  const { theirs, ours } = both(script);
  expect(theirs.stderr).toContain("int 5");
  expect(ours.stderr).toContain("int 5");
  expect(ours.status).toBe(0);
});

/** In the forms that public programs have them in. */
const PATTERNS = [
  /^tps = ([0-9.]+)/m,
  /tps = ([\d.]+) \(without initial/,
  /tps = (\S+) /,
  /latency average = ([\d.]+)\s*ms/,
  /latency stddev = ([0-9.]+) ms/,
  /number of transactions actually processed: ([0-9]+)/,
  /number of failed transactions:\s*(\d+)/,
  /initial connection time = ([\d.]+)\s*ms/,
  /scaling factor: (\d+)/,
  /number of clients: (\d+)/,
  /duration: (\d+) s/,
  /^progress: ([\d.]+) s, ([\d.]+) tps, lat ([\d.]+) ms stddev ([\d.]+)/m,
];

it("every pattern finds its number in the report, as in pgbench's", () => {
  for (const program of [findPgbench(postgres.binDir), plumblineLoad]) {
    const args = ["-n", "-T", "2", "-P", "1", "-f", "-", url];
    const { stdout, stderr } = spawnSync(program, args, { input: "SELECT 1;\n", encoding: "utf8" });
    const found = PATTERNS.map((pattern) => Number(pattern.exec(stdout + stderr)?.[1] ?? Number.NaN));
    expect(found.filter((value) => Number.isNaN(value))).toEqual([]);
  }
});
