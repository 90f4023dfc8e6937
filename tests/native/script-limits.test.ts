/**
 * Scripts that are malformed, or that keep a program busy: accepted and refused as by pgbench, and ended by a signal whatever they do.
 * Facts: docs/workloads.md section 1.14.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { findPgbench } from "./support/pgbench.ts";
import { runLoad } from "./support/plumbline-load.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-limits-"));
let postgres: Postgres;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase("limits");
});

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await postgres?.stop();
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe("a CASE", () => {
  it.each([
    "case when true then 1 end",
    "case when true then 1 else 2 end",
    "case when true then 1 when false then 2 end",
    "case when true then 1 when false then 2 else 3 end + 4",
    "case when case when true then true end then case when 1 then 2 end end",
    `case ${Array.from({ length: 40 }, (_, i) => `when ${i} > 38 then ${i}`).join(" ")} end`,
    "CASE WHEN null THEN 1 END",
    "(case when 1 then 2 end)",
    "case when 1 then 2 end is null",
    "case",
    "case end",
    "case else 1 end",
    "case then 1 end",
    "case 1 when 1 then 2 end",
    "case when end",
    "case when then 1 end",
    "case when true end",
    "case when true 2 end",
    "case when true else 1 end",
    "case when true when true then 1 end",
    "case when true then end",
    "case when true then 1",
    "case when true then 1 + end",
    "case when true then 1 then 2 end",
    "case when false then 5 then false end",
    "case when true then 1 else end",
    "case when true then 1 else 2",
    "case when true then 1 else 2 else 3 end",
    "case when true then 1 else 2 then 3 end",
    "case when true then 1 else 2 when true then 3 end",
    "case when true then 1, 2 end",
    "case when true then 1 end end",
    "case when true then 1 end else 2",
    "when true then 1",
    "end",
    "abs(case when true then 1)",
    "1 + case when 2 then 3 end case",
  ])("is taken or refused as by pgbench: %s", async (text) => {
    const script = file("case.sql", `SELECT 1;\n\\set x ${text}\n`);
    const theirs = spawnSync(findPgbench(postgres.binDir), ["-n", "-t1", "-f", script, url], {
      encoding: "utf8",
      env: { PATH: process.env["PATH"], LC_ALL: "C" },
    });
    const ours = await runLoad(["pgbench", "-n", "-t1", "-f", script, url]);
    expect(ours.code === 0).toBe(theirs.status === 0);
    if (theirs.status === 0) return;
    expect(theirs.stderr).toContain("case.sql:2: ");
    expect(ours.code).toBe(1);
    expect(ours.stderr).toMatch(/case\.sql:2:\d+: /);
    expect(ours.stderr).toContain(`\n\\set x ${text}\n`);
  });
});

/** A program that a signal does not end is given up after this long, which no machine needs. */
const GIVE_UP_MS = 300_000;

describe.each(["SIGINT", "SIGTERM"] as const)("%s ends", (signal) => {
  const run = ["--output=ndjson", "--time=0", "--events=0", "run"];

  it("a run whose script only evaluates", { timeout: GIVE_UP_MS }, async () => {
    const busy = `\\set x ${Array.from({ length: 60 }, () => "random_zipfian(1, 1000000, 1.05)").join(" + ")}\n`;
    const script = ["script", `--file=${file("busy.sql", busy.repeat(1000))}`, `--pgsql-url=${url}`];
    const done = await runLoad([...script, "--threads=100", ...run], {
      on: { measure: (child) => child.kill(signal) },
    });
    expect(done.code).toBe(130);
  });

  it("a run whose script, as large as one may be, is still read", { timeout: GIVE_UP_MS }, async () => {
    const lines = Array.from({ length: 700_000 }, (_, i) => `\\set x${i % 9} :given + 1\n`);
    const script = ["script", `--file=${file("large.sql", lines.join(""))}`, `--pgsql-url=${url}`];
    const done = await runLoad([...script, "--define=given=1", ...run], {
      on: { hello: (child) => child.kill(signal) },
    });
    expect([signal, 130]).toContain(done.code);
  });
});
