import { describe, expect, it } from "vitest";
import { readCase, readCases } from "./cases.ts";
import { judged } from "./judged.ts";
import { totals } from "./table.ts";
import { changeOf, TOOLS } from "./tools.ts";

const cases = readCases();

it("there are cases of each area, and no two of one name", () => {
  const names = cases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(48);
  expect([...new Set(cases.map(({ area }) => area))]).toEqual([
    "functions",
    "indexes",
    "partitions",
    "planner",
    "policies",
    "queries",
    "types",
    "views",
    "writes",
  ]);
});

describe.each(cases)("$name", (each) => {
  it("says what is slow and by how much, and plants a statement among the decoys", () => {
    expect(each.about).toMatch(/^[A-Z].*\.$/);
    expect(each.effect).toBeLessThan(0.9);
    expect(each.script.head).toMatch(/;\n/);
    const roles = each.migration.map(({ role }) => role);
    expect(roles.filter((role) => role === "decoy")).toHaveLength(3);
    expect(roles.includes("planted")).toBe(each.script.planted === null);
    expect(each.script.head !== each.script.base).toBe(each.script.planted !== null);
  });

  it("its workload goes nowhere near a decoy", () => {
    const own = each.migration.filter(({ role }) => role !== "decoy").map(({ text }) => text);
    expect([...own, each.script.base, each.script.head].join("\n")).not.toMatch(
      /\b(?:elsewhere|other|other_v)\b/,
    );
  });

  it.each(TOOLS)("%s: each statement stands at its place, and is what is named there", (tool) => {
    const { head, places } = changeOf(each, tool, "/python");
    expect(places).toHaveLength(each.migration.length + (each.script.planted === null ? 0 : 1));
    for (const place of places) {
      const lines = head[place.file]!.split("\n").slice(place.from - 1, place.to);
      expect(lines.join("\n")).toContain(place.text);
      const named = [{ text: "", file: place.file, line: place.to }];
      const judgement = { planted: "right", needed: "consequence", decoy: "unrelated" }[place.role];
      expect(judged(named, places)).toBe(judgement);
    }
  });
});

it("a mark may stand in any line of its statement, and is not part of it", () => {
  const text =
    "-- About.\n-- effect: 0.5\n-- migration\nCREATE VIEW v AS\n  SELECT 1; -- planted\nSELECT 2;\n-- script\nSELECT 3;\n";
  const own = readCase("a/b", text).migration.filter(({ role }) => role !== "decoy");
  expect(own).toEqual([
    { text: "CREATE VIEW v AS\n  SELECT 1", role: "planted" },
    { text: "SELECT 2", role: "needed" },
  ]);
});

it("what is named without a line is a consequence, but for a decoy's name", () => {
  const size = { text: "goes together with the size of parcel" };
  const decoy = { text: "goes together with the changed function elsewhere(text)" };
  expect(judged([], [])).toBe("none");
  expect(judged([size], [])).toBe("consequence");
  expect(judged([size, decoy], [])).toBe("unrelated");
});

describe("the whole", () => {
  const result = (judgement: "right" | "unrelated" | "none", verdict = "regressed") => {
    return { name: "a/b", area: "a", verdict, ratio: 0.5, named: [], judgement, seconds: 1 };
  };
  it("is right where 95 % of the regressions are, and nothing unrelated was named", () => {
    const right = Array.from({ length: 19 }, () => result("right"));
    expect(totals([...right, result("none")]).isRight).toBe(true);
    expect(totals([...right, result("none"), result("none")]).isRight).toBe(false);
    expect(totals([...right, result("unrelated")]).isRight).toBe(false);
    expect(totals([...right, result("right", "pass")]).isRight).toBe(false);
  });
});
