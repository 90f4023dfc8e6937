/** Stories in history/*.json, and what `plumbline history` prints of them. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { HistoryPoint } from "../../src/model/history-point.ts";
import { missesOf, renderHistory } from "../../src/report/terminal/history.ts";
import { expectGolden } from "../support/golden.ts";

const FOLDER = path.join(import.meta.dirname, "history");

const stories = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length));

function story(name: string): readonly HistoryPoint[] {
  return JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), "utf8")) as HistoryPoint[];
}

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

  it("without points names what the store has instead of what it was asked for", () => {
    const stored = story("two-workloads-both-arms");
    const misses = missesOf({ workload: "chekout", suite: "nothing", branch: "main" }, stored);
    expectGolden(path.join(FOLDER, "misses.table.txt"), `${renderHistory([], "table", [], misses)}\n`);
    expect(renderHistory([], "json", null, misses)).toBe("[]");
  });
});
