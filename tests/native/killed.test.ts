/**
 * A run that is ended at whatever moment: what it says it did is what the server has. Each event is one row, so that the table is a second
 * account, which the load generator has no part in.
 */
import { randomInt } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sessionsFromLines } from "../../src/analysis/samples/session.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { query } from "../support/query.ts";
import { sharedFolder } from "../support/temporary-folder.ts";
import { runLoad } from "./support/plumbline-load.ts";

const folder = sharedFolder();
const script = join(folder, "row.sql");
writeFileSync(script, "INSERT INTO row_of_an_event (at) VALUES (now());\n");

let postgres: Postgres;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres?.stop());

/** A run that is sent the signals so many milliseconds after it has begun to measure; and the rows that it left. */
async function ended(delay: number, signals: readonly NodeJS.Signals[], more: readonly string[] = []) {
  const url = await postgres.createDatabase(`killed_${++databases}`);
  await query(url, "CREATE TABLE row_of_an_event (at timestamptz)");
  const done = await runLoad(
    [
      `--pgsql-url=${url}`,
      "--output=ndjson",
      "--threads=6",
      "--workers=2",
      "--time=600",
      "--slice=20",
      "--report-interval=1",
      `--file=${script}`,
      ...more,
      "script",
      "run",
    ],
    {
      on: {
        measure: (child) =>
          setTimeout(() => {
            for (const signal of signals) child.kill(signal);
          }, delay),
      },
    },
  );
  // Whoever was under way may still be: the server has the last word when it is idle.
  for (;;) {
    const [busy] = await query(
      url,
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'plumbline-load' AND datname = current_database()",
    );
    if (busy!["count"] === 0) break;
  }
  const [rows] = await query(url, "SELECT count(*)::int AS count FROM row_of_an_event");
  return { done, rows: rows!["count"] as number };
}

const OPEN = ["--rate=3000", "--arrivals=poisson"];
const cases: readonly [string, readonly NodeJS.Signals[], readonly string[]][] = [
  ["SIGINT", ["SIGINT"], []],
  ["SIGTERM", ["SIGTERM"], OPEN],
  ["SIGINT twice", ["SIGINT", "SIGINT"], []],
  ["SIGTERM after SIGINT", ["SIGINT", "SIGTERM"], OPEN],
];

it.each(cases)(
  "%s at any moment leaves an account that is whole, and no row that is not in it",
  async (_, signals, more) => {
    for (let round = 0; round < 3; round++) {
      const delay = randomInt(0, 400);
      const { done, rows } = await ended(delay, signals, more);
      expect(done.code, `${delay} ms\n${done.stderr}`).toBe(130);
      const { accounting } = done.line("summary");
      const { started, failed, abandoned } = accounting;
      expect(accounting.done + failed + abandoned, `${delay} ms`).toBe(started);
      expect(rows, `${delay} ms: a row was counted that is not there`).toBeGreaterThanOrEqual(
        accounting.done,
      );
      expect(rows, `${delay} ms: a row is there that nobody counted`).toBeLessThanOrEqual(started);
    }
  },
);

it("SIGKILL at any moment leaves lines that are all whole, and that nobody takes for a run", async () => {
  for (let round = 0; round < 3; round++) {
    const { done, rows } = await ended(randomInt(0, 2500), ["SIGKILL"]);
    expect(done.code).toBe("SIGKILL");
    expect(done.linesOf("summary")).toEqual([]);
    const told = done.linesOf("progress").reduce((sum, { targets }) => sum + (targets?.[0]?.events ?? 0), 0);
    expect(rows).toBeGreaterThanOrEqual(told);
    const lines = done.stdout.split("\n").filter(Boolean);
    expect(() => sessionsFromLines(lines, { index: 0, fresh: [true], passing: [] })).toThrow(
      /summary|cut short|end/,
    );
  }
});
