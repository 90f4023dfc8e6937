import { expect, test } from "vitest";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import type { Report } from "../../../../src/model/report.ts";
import type { Run } from "../../../../src/model/run.ts";
import { keepInStore } from "../../../../src/pipeline/queries/keep.ts";
import { makePair, makeRun } from "../../../support/runs.ts";

const RULES = {
  alpha: 0.05,
  gates: [{ metric: "qps", margin: 0.02, floor: null }],
  errorLimit: 0.001,
  decide: "significant-and-relevant",
} as const;
const STAMP = {
  id: "0195a6f0-3c1e-7b52-9d54-2f0c6f8e1a77",
  createdAt: "2026-03-02T10:31:07Z",
  version: "0.1.0",
};
const [base, head] = makePair({ seed: 1, sessions: 4, secondsPerSession: 0.3 }, 0);
const report = compareArms(base, head, RULES, STAMP);

function storeThat(fails: Error | null) {
  const saved: (Run | Report)[] = [];
  const save = async (runs: readonly Run[]) => {
    if (fails !== null) throw fails;
    saved.push(...runs);
  };
  const saveReport = async (each: Report) => void saved.push(each);
  return { saved, store: { save, saveReport } };
}

test("keeps both arms and the report, base first", async () => {
  const { saved, store } = storeThat(null);
  expect(await keepInStore(store, { base, head }, report, { output: "out" })).toBeNull();
  expect(saved).toEqual([base, head, report]);
});

test("keeps head alone where it was measured alone", async () => {
  const { saved, store } = storeThat(null);
  const alone = makeRun({ seed: 2, sessions: 4, secondsPerSession: 0.3 });
  expect(await keepInStore(store, { base: null, head: alone }, report, { output: "out" })).toBeNull();
  expect(saved).toEqual([alone, report]);
});

test("a store that cannot have them is told as an error, with its own remedy first and then the command that brings them there", async () => {
  const { store } = storeThat(new PlumblineError("store", "the disk is full", { remedy: "make room" }));
  const why = await keepInStore(store, { base, head }, report, { output: "out" });
  expect(why).toMatchObject({
    kind: "store",
    message: "the disk is full; the runs are kept in out",
    remedy: "make room; then: run plumbline store import out/run-base.json out/run.json",
  });
});

test("what is nobody's error is thrown on", async () => {
  const { store } = storeThat(new TypeError("a slip"));
  await expect(keepInStore(store, { base, head }, report, { output: "out" })).rejects.toThrow("a slip");
});
