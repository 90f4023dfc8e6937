import { describe, expect, it } from "vitest";
import { type FitnessFacts, judgeFitness, judgeState } from "../../../../src/analysis/warnings/fitness.ts";

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
    ["CPU quota", { cpuQuota: 1 }],
    ["plumbline-load", { tools: [{ name: "plumbline-load", found: null, remedy: "npm run setup" }] }],
  ])("names %s, with a remedy", (what, facts) => {
    expect(unfit(facts)).toEqual([what]);
    expect(judgeFitness({ ...QUIET, ...facts }).find(({ fit }) => !fit)?.remedy).toBeTruthy();
  });

  it("does not blame a machine for what it cannot show", () => {
    expect(unfit({ governors: null, stealShare: null, freeDiskBytes: null })).toEqual([]);
  });
});

describe("what is found", () => {
  it("is named with its value, and needs no remedy where it is fit", () => {
    const tools = [{ name: "plumbline-load", found: "0.1.0", remedy: "npm run setup" }];
    const found = judgeFitness({
      ...QUIET,
      governors: ["performance", "performance"],
      cpuQuota: 3.456,
      tools,
    });
    expect(found.map(({ what, value }) => `${what}: ${value}`)).toEqual([
      "CPUs: 16",
      "CPU quota: 3.46 CPUs",
      "memory: 64 GiB",
      "load average: 0.50",
      "frequency governor: performance, performance",
      "stolen CPU time: 0 %",
      "slowest twentieth of equal work: +1 %",
      "free disk: 100 GiB",
      "plumbline-load: 0.1.0",
    ]);
    expect(found.map(({ remedy }) => remedy)).toEqual(found.map(() => null));
  });

  it("is said to be unseen where it is", () => {
    const hidden = judgeFitness({
      ...QUIET,
      governors: null,
      stealShare: null,
      freeDiskBytes: null,
      tools: [],
    });
    expect(hidden.map(({ what, value }) => `${what}: ${value}`)).toEqual(
      expect.arrayContaining([
        "CPU quota: none",
        "frequency governor: not visible (virtual machine)",
        "stolen CPU time: not visible",
        "free disk: not visible",
      ]),
    );
    const [missing] = judgeFitness({
      ...QUIET,
      tools: [{ name: "perf", found: null, remedy: "install it" }],
    }).slice(-1);
    expect(missing).toEqual({ what: "perf", value: "missing", fit: false, remedy: "install it" });
  });

  it("is fit at its limit", () => {
    const most = {
      loadAverage: 2,
      stealShare: 0.02,
      computeTail: 0.1,
      freeDiskBytes: 2 * 2 ** 30,
      cpuQuota: 2,
    };
    expect(unfit(most)).toEqual([]);
    expect(unfit({ cpuCount: 2, loadAverage: 0.25 })).toEqual([]);
    expect(unfit({ loadAverage: 2.001 })).toEqual(["load average"]);
    expect(unfit({ stealShare: 0.0201 })).toEqual(["stolen CPU time"]);
    expect(unfit({ computeTail: 0.101 })).toEqual(["slowest twentieth of equal work"]);
    expect(unfit({ freeDiskBytes: 2 * 2 ** 30 - 1 })).toEqual(["free disk"]);
    expect(unfit({ cpuQuota: 1.99 })).toEqual(["CPU quota"]);
  });

  it("is load that runs now, where that is known", () => {
    const busyNow = { cpus: 3, seconds: 2 };
    expect(judgeState({ ...QUIET, busyNow }).load).toMatchObject({ value: "3.00", fit: false });
    expect(judgeState({ ...QUIET, loadAverage: 9, busyNow: { ...busyNow, cpus: 0 } }).load.fit).toBe(true);
  });
});
