/** A series of checks on live servers that is stopped and goes on. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepCheck, keepSeries, keptChecks, keptSeries, seriesFolder } from "./kept.ts";
import type { LiveCheck } from "./live-row.ts";

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), "plumbline-kept-"));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const MEASURE = { seconds: 1, warmup: 0.5 };
const variant = { name: "trigger", what: "a trigger", sql: "SELECT 1;", slows: ["update"] };

/** What a check with this verdict wrote. */
function output(verdict: string): string {
  const folder = path.join(scratch, "out");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "report.json"), JSON.stringify({ verdict }));
  return folder;
}

const checkOf = (verdict: string): LiveCheck =>
  ({ report: { verdict }, busy: 0.25, seconds: 61.5 }) as unknown as LiveCheck;

it("is found again with what its head differs by, and the checks that were finished", () => {
  const folder = seriesFolder(scratch, "trigger", 0);
  const asked = { name: "trigger", neighbours: 0, measure: MEASURE };
  expect(keptSeries(folder, asked)).toBeNull();
  expect(keptChecks(folder)).toEqual([]);
  keepSeries(folder, { variant, neighbours: 0, measure: MEASURE });
  keepCheck(folder, 1, checkOf("regressed"), output("regressed"));
  keepCheck(folder, 2, checkOf("inconclusive"), output("inconclusive"));
  expect(keptSeries(folder, { ...asked, measure: { warmup: 0.5, seconds: 1 } })?.variant).toEqual(variant);
  expect(keptChecks(folder)).toEqual([checkOf("regressed"), checkOf("inconclusive")]);
});

it("takes no check that was being copied, and makes it again", () => {
  const folder = seriesFolder(scratch, "trigger", 0);
  keepCheck(folder, 1, checkOf("regressed"), output("regressed"));
  mkdirSync(path.join(folder, "2.part"));
  writeFileSync(path.join(folder, "2.part", "left"), "");
  expect(keptChecks(folder)).toHaveLength(1);
  keepCheck(folder, 2, checkOf("unchanged"), output("unchanged"));
  expect(keptChecks(folder)).toHaveLength(2);
  expect(existsSync(path.join(folder, "2", "left"))).toBe(false);
});

it("is not mixed with one that was measured otherwise", () => {
  const folder = seriesFolder(scratch, "trigger", 1);
  expect(folder).not.toBe(seriesFolder(scratch, "trigger", 0));
  keepSeries(folder, { variant, neighbours: 1, measure: MEASURE });
  const asked = { name: "trigger", neighbours: 1, measure: MEASURE };
  expect(() => keptSeries(folder, { ...asked, measure: { ...MEASURE, seconds: 2 } })).toThrow(
    /measured otherwise, .*"seconds":1.*, not .*"seconds":2.*: name another folder with --keep/,
  );
  expect(() => keptSeries(folder, { ...asked, neighbours: 2 })).toThrow(/measured otherwise/);
  expect(() => keptSeries(folder, { ...asked, name: "check" })).toThrow(/measured otherwise/);
});
