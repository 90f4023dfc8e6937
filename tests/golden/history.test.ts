/** Histories of a few points, and what `plumbline history` prints of them. */
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { HistoryPoint } from "../../src/model/history-point.ts";
import { missesOf, renderHistory } from "../../src/report/terminal/history.ts";
import { expectGolden } from "../support/golden.ts";

const FOLDER = path.join(import.meta.dirname, "history");

/** A run of that day of November, of a commit of eight o'clock. */
function point(day: number, rest: Partial<HistoryPoint> = {}): HistoryPoint {
  return {
    runId: `00000000-0000-4000-8000-${String(day).padStart(12, "0")}`,
    repository: null,
    suite: "oltp",
    workload: "checkout",
    metric: "p99",
    arm: "head",
    commit: String(day).repeat(40),
    branch: "main",
    subject: "executor: batch the tuples of an index scan",
    author: null,
    measuredAt: `2026-11-0${day}T08:37:12.345Z`,
    commitTime: `2026-11-0${day}T08:00:00.000Z`,
    fingerprint: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    value: 12_100_000,
    sessions: 8,
    logSd: 0.031,
    ...rest,
  };
}

const STORIES: Readonly<Record<string, readonly HistoryPoint[]>> = {
  empty: [],
  "p99-of-one-workload": [
    point(1, { author: "ada" }),
    point(2, {
      subject: "planner: estimate the selectivity of LIKE with a trigram index",
      value: 12_340_000,
      logSd: 0.028,
    }),
    point(3, { subject: null, value: 985_123, sessions: 4, logSd: 0.11 }),
    point(4, { commit: "4d5e6f", value: 15_100_000, sessions: 1, logSd: null }),
  ],
  "two-workloads-both-arms": [
    point(5, { repository: "acme/db", workload: "point-select", metric: "qps", arm: "base", value: 4210.4 }),
    point(6, {
      repository: "acme/db",
      workload: "point-select",
      metric: "qps",
      branch: "feature/faster",
      value: 4195.2,
    }),
    point(6, { repository: "acme/web", metric: "server-cpu", branch: "feature/faster", value: 61_234 }),
    point(7, { repository: "acme/web", metric: "failed-share", branch: null, value: 0.0125, logSd: null }),
  ],
  "hostile-text": [
    point(8, {
      workload: "naïve\tname 🪢",
      branch: 'a,"b"',
      author: '=cmd, "eve"',
      subject: 'say "hi", now\nand \u001b[31mred\u001b[0m | <b>',
    }),
    point(9, { subject: "名前 ".repeat(30) }),
  ],
};

const stories = Object.keys(STORIES);
const story = (name: string) => STORIES[name]!;

describe("a history", () => {
  it.each(stories)("%s as a table", (name) => {
    expectGolden(path.join(FOLDER, `${name}.table.txt`), `${renderHistory(story(name), "table")}\n`);
  });

  it.each(stories)("%s as CSV", (name) => {
    expectGolden(path.join(FOLDER, `${name}.csv`), `${renderHistory(story(name), "csv")}\n`);
  });

  it.each(stories)("%s as JSON is what the store answered", (name) => {
    expect(JSON.parse(renderHistory(story(name), "json"))).toEqual(story(name));
  });

  it("says beneath a table what differs where fingerprints do", () => {
    const points = story("p99-of-one-workload").map((point, index) =>
      index < 2 ? point : { ...point, fingerprint: "12ab34cd56ef" },
    );
    const [{ fingerprint: before }, , { fingerprint: after }] = points as [HistoryPoint, HistoryPoint, HistoryPoint];
    const many = Array.from({ length: 10 }, (_, index) => `settings: s${index}`);
    const others = [
      { before, after, differ: ["database version", "options of checkout: threads"] },
      { before: after, after: before, differ: many },
      { before, after: "0".repeat(64), differ: [] },
    ];
    const text = renderHistory(points, "table", null, [], others);
    expectGolden(path.join(FOLDER, "other-conditions.table.txt"), `${text}\n`);
    expect(renderHistory(points, "csv", null, [], others)).toBe(renderHistory(points, "csv"));
  });

  it("is no wider than a terminal: subjects are cut, then branches, then workloads, and never numbers", () => {
    const long = "tenant-088-orders-and-line-items-report-by-region-and-week";
    const points = story("two-workloads-both-arms").map((each, at) => ({ ...each, workload: at === 0 ? long : each.workload }));
    const shown = (width: number) => renderHistory(points, "table", null, [], [], [], width);
    const linesOf = (width: number) => shown(width).split("\n");
    const whole = Math.max(...linesOf(Number.POSITIVE_INFINITY).map((line) => line.length));
    for (const width of [whole, 170, 150, 130]) {
      expect(Math.max(...linesOf(width).map((line) => line.length)), `${width}`).toBeLessThanOrEqual(width);
      for (const number of ["4,210/s", "61.2 µs", "3.1 %"]) expect(shown(width).replaceAll("\u00a0", " ")).toContain(number);
    }
    expect(shown(whole - 5)).toContain("feature/faster");
    expect(shown(whole - 5)).toContain(long);
    expect(shown(130)).not.toContain(long);
  });

  it("without points names what the store has instead of what it was asked for", () => {
    const stored = story("two-workloads-both-arms");
    const misses = missesOf({ workload: "chekout", suite: "nothing", branch: "main" }, stored);
    expectGolden(path.join(FOLDER, "misses.table.txt"), `${renderHistory([], "table", [], misses)}\n`);
    expect(renderHistory([], "json", null, misses)).toBe("[]");
  });

  it("without points names what there is where the names are right, and the metric is not", () => {
    const there = story("two-workloads-both-arms");
    expectGolden(path.join(FOLDER, "there.table.txt"), `${renderHistory([], "table", null, [], [], there)}\n`);
  });
});
