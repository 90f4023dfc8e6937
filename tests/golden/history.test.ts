/** Stories in history/*.json, and what `plumbline history` prints of them. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { HistoryPoint } from "../../src/model/history-point.ts";
import { missesOf, renderHistory } from "../../src/render/terminal/history.ts";
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

  it("without points names what the store has instead of what it was asked for", () => {
    const stored = story("two-workloads-both-arms");
    const misses = missesOf({ workload: "chekout", suite: "nothing", branch: "main" }, stored);
    expectGolden(path.join(FOLDER, "misses.table.txt"), `${renderHistory([], "table", [], misses)}\n`);
    expect(renderHistory([], "json", null, misses)).toBe("[]");
  });
});
