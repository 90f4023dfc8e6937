/** Logs of intervals, and of several threads. A log of transactions: formats.test.ts. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readMeasurements } from "../../../../src/ingest/imports/formats.ts";

const only = (text: string) => {
  const measurements = readMeasurements("pgbench", text, "it");
  expect(measurements).toHaveLength(1);
  return measurements[0]!;
};
const intervals = readFileSync(path.join(import.meta.dirname, "texts/pgbench-aggregate.txt"), "utf8");

test("intervals: sums of latencies, and a last interval as long as its latencies say", () => {
  const { figures, lacks, at } = only(intervals);
  expect(at).toBe("2026-10-04T08:00:00.000Z");
  expect(figures[0]).toMatchObject({
    events: 2800,
    failed: 7,
    durationNs: 2.5e9,
    values: { tps: 1120, mean: (5_000_000 / 2800) * 1000, "failed-share": 7 / 2807 },
    latency: { minNs: 400_000, maxNs: 9_000_000, sumNs: 5e9 },
  });
  expect(lacks).toContain("percentiles (a log without --aggregate-interval has them)");
});

test("intervals before PostgreSQL 15 count what was skipped among the transactions", () => {
  const text = "1791100800 1000 900 900 1 9 0 0 0 0 100\n1791100810 1000 900 900 1 9 0 0 0 0 0\n";
  expect(only(text).figures[0]).toMatchObject({
    events: 1900,
    failed: 100,
    durationNs: 20e9,
    values: { tps: 95 },
  });
});

test("intervals of two threads, one after the other, are of the same time", () => {
  const { values, durationNs } = only(intervals + intervals).figures[0]!;
  expect([values.tps, durationNs]).toEqual([2240, 2.5e9]);
});

test("one interval alone has no length", () => {
  expect(() => readMeasurements("pgbench", "1791100800 1000 900 900 1 9\n", "log")).toThrow(
    "log: its one interval does not say how long it was: use a shorter --aggregate-interval",
  );
});

test("transactions begin when the first one did", () => {
  expect(only("0 1 1000 0 1791100801 0\r\n1 1 2000 0 1791100801 500000\r\n").at).toBe(
    "2026-10-04T08:00:00.999Z",
  );
});
