/** The size of the house: each folder has a number of lines that it may have. A commit that raises one says what the lines are for. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const SRC = path.resolve(import.meta.dirname, "../../src");

const LINES_MOST: Readonly<Record<string, number>> = {
  analysis: 15_100,
  apps: 8_110,
  config: 4_000,
  ingest: 12_200,
  io: 21_580,
  model: 4_420,
  pipeline: 11_490,
  report: 13_330,
  stats: 2_830,
  text: 710,
};

/** How far a number may lie above what is there, so that a folder that shrank cannot grow back unseen. */
const SLACK = 150;

const lines = new Map<string, number>();
for (const file of readdirSync(SRC, { recursive: true, encoding: "utf8" })) {
  if (!file.endsWith(".ts") || file.includes("generated")) continue;
  const folder = file.split(path.sep)[0]!;
  const count = readFileSync(path.join(SRC, file), "utf8").split("\n").length - 1;
  lines.set(folder, (lines.get(folder) ?? 0) + count);
}

describe("the lines of src/", () => {
  it("are counted in every folder", () => {
    expect([...lines.keys()].sort()).toEqual(Object.keys(LINES_MOST).sort());
  });

  it.each(Object.entries(LINES_MOST))("%s has at most %d, and nearly as many", (folder, most) => {
    expect(lines.get(folder)).toBeLessThanOrEqual(most);
    expect(lines.get(folder)).toBeGreaterThan(most - SLACK);
  });
});
