/** Cases of bench:truth that are kept, and taken from there. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CASES } from "./cases.ts";
import { keptCases, slugOf } from "./kept.ts";
import { titleOf } from "./main.ts";

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), "plumbline-truth-"));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const MANNER = { seconds: 20, slice: "auto", first: true };

it("gives back what was kept under its title, and nothing else", () => {
  const folder = path.join(scratch, "made", "when needed");
  const measured = { title: "fixed 20 -> 21 ms; 4 connections", takes: [[]] };
  expect(keptCases(folder, MANNER).read(measured.title)).toBeNull();
  keptCases(folder, MANNER).keep(measured);
  expect(keptCases(folder, MANNER).read(measured.title)).toEqual(measured);
  expect(keptCases(folder, MANNER).read("fixed 20 -> 21 ms; 64 connections")).toBeNull();
});

it("does not mix what was measured otherwise", () => {
  const measured = { title: "a case", takes: [[]] };
  keptCases(scratch, MANNER).keep(measured);
  expect(() => keptCases(scratch, { ...MANNER, seconds: 4 }).read("a case")).toThrow(
    /measured otherwise, .*"seconds":20.*, not .*"seconds":4.*: name another folder with --keep/,
  );
});

it("has a file of its own for every case", () => {
  expect(new Set(CASES.map((each) => slugOf(titleOf(each)))).size).toBe(CASES.length);
});
