import { expect, it } from "vitest";
import type { StoredRun } from "../../../../src/io/store/stored-run.ts";
import { runPairs } from "../../../../src/pipeline/queries/ask.ts";

const run = (id: string, fields: Partial<StoredRun> = {}): StoredRun => ({
  id,
  measurementId: `m-${id}`,
  mode: "history",
  arm: "head",
  suite: "oltp",
  repository: null,
  commit: "c",
  branch: "main",
  subject: null,
  author: null,
  commitTime: null,
  measuredAt: "2026-11-01T00:00:00.000Z",
  orderedAt: "2026-11-01T00:00:00.000Z",
  fingerprint: "a",
  ...fields,
});
const ids = (pairs: ReturnType<typeof runPairs>) => pairs.map(({ base, head }) => `${base.id} ${head.id}`);

it("takes the arms of one measurement before newer runs of others", () => {
  const base = run("base", { arm: "base", measurementId: "m" });
  const head = run("head", { measurementId: "m" });
  expect(ids(runPairs([run("newer"), base], [run("newest"), head]))).toEqual(["base head"]);
});

it("takes the newest head, and the newest base of the same machine", () => {
  const before = [run("other", { fingerprint: "b" }), run("same"), run("old")];
  expect(ids(runPairs(before, [run("new"), run("older")]))).toEqual(["same new"]);
});

it("takes another machine's where there is no other, for the report to say so", () => {
  expect(ids(runPairs([run("other", { fingerprint: "b" })], [run("new")]))).toEqual(["other new"]);
});

it("pairs suite by suite, and leaves out what only one has", () => {
  const before = [run("a", { suite: "a" }), run("b", { suite: "b" })];
  const after = [run("b2", { suite: "b" }), run("c2", { suite: "c" }), run("a2", { suite: "a" })];
  expect(ids(runPairs(before, after))).toEqual(["a a2", "b b2"]);
});

it("compares a commit with itself by two of its runs where it has two", () => {
  const runs = [run("second"), run("first")];
  expect(ids(runPairs(runs, runs))).toEqual(["first second"]);
});
