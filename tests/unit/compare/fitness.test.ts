import { describe, expect, it } from "vitest";
import { type FitnessFacts, judgeFitness } from "../../../src/compare/fitness.ts";

const QUIET: FitnessFacts = {
  cpuCount: 16,
  memoryBytes: 64 * 2 ** 30,
  loadAverage: 0.5,
  governors: ["performance"],
  freeDiskBytes: 100 * 2 ** 30,
  computeTail: 0.01,
  stealShare: 0,
  tools: [{ name: "plumbline-load", found: "0.1.0", remedy: "" }],
};

const unfit = (facts: Partial<FitnessFacts>) =>
  judgeFitness({ ...QUIET, ...facts })
    .filter(({ fit }) => !fit)
    .map(({ what }) => what);

describe("judgeFitness", () => {
  it("finds a quiet machine fit", () => expect(unfit({})).toEqual([]));

  it.each<[string, Partial<FitnessFacts>]>([
    ["CPUs", { cpuCount: 1, loadAverage: 0 }],
    ["load average", { loadAverage: 2.1 }],
    ["frequency governor", { governors: ["performance", "powersave"] }],
    ["stolen CPU time", { stealShare: 0.03 }],
    ["slowest twentieth of equal work", { computeTail: 0.2 }],
    ["free disk", { freeDiskBytes: 2 ** 30 }],
    ["plumbline-load", { tools: [{ name: "plumbline-load", found: null, remedy: "npm run setup" }] }],
  ])("names %s, with a remedy", (what, facts) => {
    expect(unfit(facts)).toEqual([what]);
    expect(judgeFitness({ ...QUIET, ...facts }).find(({ fit }) => !fit)?.remedy).toBeTruthy();
  });

  it("does not blame a machine for what it cannot show", () => {
    expect(unfit({ governors: null, stealShare: null, freeDiskBytes: null })).toEqual([]);
  });
});
