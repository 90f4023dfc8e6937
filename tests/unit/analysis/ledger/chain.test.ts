import { describe, expect, it } from "vitest";
import { chainOf, subjectOf } from "../../../../src/analysis/ledger/chain.ts";
import { type MeasuredChange, pairedChange } from "../../../../src/analysis/ledger/paired-changes.ts";
import { drawNormal, seededRng } from "../../../../src/stats/random.ts";

const PLAN = { sessions: 8, looks: 1 } as const;
const QPS = subjectOf({ workload: "a", metric: "qps" });

type Told = Readonly<{
  base: string;
  head: string;
  day: number;
  sd?: number;
  estimate?: number;
  only?: string;
}>;

/** Measured changes of three workloads' QPS. */
function measured(told: readonly Told[], seed = 5): readonly MeasuredChange[] {
  const rng = seededRng(seed);
  const timeOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();
  const dayOf = new Map(told.map(({ head, day }) => [head, day]));
  const commit = (sha: string) => {
    const day = dayOf.get(sha) ?? Number(sha.slice(1));
    return { sha, time: Number.isNaN(day) ? null : timeOf(day), subject: null, author: null };
  };
  return told.map(({ base, head, day, sd = 0.01, estimate = 0, only }, i) => ({
    runId: `${i}`,
    base: commit(base),
    head: commit(head),
    at: timeOf(day),
    measuredAt: new Date(Date.parse(timeOf(day)) + i * 1000).toISOString(),
    changes: ["a", "b", "c"]
      .filter((workload) => only === undefined || only === workload)
      .flatMap((workload) => {
        const ratios = Array.from({ length: 8 }, () => estimate + sd * drawNormal(rng));
        return pairedChange({ workload, metric: "qps", limit: 0.02, isRed: false }, ratios, PLAN) ?? [];
      }),
  }));
}

const heads = (told: readonly Told[]) => chainOf(measured(told)).map(({ head }) => head.sha);

describe("the chain", () => {
  it("is followed from the newest commit back, whatever order the measurements are in", () => {
    const told = [
      { base: "c1", head: "c2", day: 2 },
      { base: "c0", head: "c1", day: 1 },
      { base: "c2", head: "c3", day: 3 },
    ];
    expect(heads(told)).toEqual(["c1", "c2", "c3"]);
    expect(chainOf(measured(told)).map(({ isAfterGap }) => isAfterGap)).toEqual([false, false, false]);
    expect(chainOf([])).toEqual([]);
  });

  it("says where commits were not measured", () => {
    const chain = chainOf(
      measured([
        { base: "c0", head: "c1", day: 1 },
        { base: "c2", head: "c3", day: 3 },
      ]),
    );
    expect(chain.map(({ isAfterGap }) => isAfterGap)).toEqual([false, true]);
  });

  it("has not what a forced push took off the branch", () => {
    const told = [
      { base: "c0", head: "c1", day: 1 },
      { base: "c1", head: "dropped", day: 2 },
      { base: "dropped", head: "dropped too", day: 3 },
      { base: "c1", head: "c2", day: 4 },
    ];
    expect(heads(told)).toEqual(["c1", "c2"]);
  });

  it("does not go in circles", () => {
    const told = [
      { base: "c2", head: "c1", day: 1 },
      { base: "c1", head: "c2", day: 2 },
    ];
    expect(heads(told)).toEqual(["c1", "c2"]);
    expect(heads([{ base: "unknown", head: "c1", day: 1 }])).toEqual(["c1"]);
  });

  it("takes measurements of one pair of commits together, by their precision", () => {
    const chain = chainOf(
      measured([
        { base: "c0", head: "c1", day: 1, sd: 0.001, estimate: 0.01 },
        { base: "c0", head: "c1", day: 1, sd: 0.05, estimate: 0.2 },
      ]),
    );
    expect(chain).toHaveLength(1);
    expect(chain[0]!.measurements).toBe(2);
    const { estimate, variance } = chain[0]!.changes.get(QPS)!;
    expect(estimate).toBeCloseTo(0.01, 2);
    expect(Math.sqrt(variance)).toBeLessThan(0.001);
  });
});

describe("the error of a change", () => {
  const days = Array.from({ length: 30 }, (_, i) => ({ base: `c${i}`, head: `c${i + 1}`, day: i + 1 }));

  it("is known better from all measurements than from its own sessions", () => {
    const chain = chainOf(measured(days));
    for (const { changes } of chain) {
      expect(Math.sqrt(8 * changes.get(QPS)!.variance)).toBeGreaterThan(0.006);
      expect(Math.sqrt(8 * changes.get(QPS)!.variance)).toBeLessThan(0.018);
      expect(changes.get(QPS)!.df).toBeGreaterThan(6);
    }
  });

  it("is that of its own machine, where models of different noise take turns", () => {
    const told = days.map((each, i) => ({ ...each, sd: i % 3 === 0 ? 0.03 : 0.01 }));
    const errors = chainOf(measured(told)).map(({ changes }) => Math.sqrt(8 * changes.get(QPS)!.variance));
    const meanOf = (some: readonly number[]) => some.reduce((sum, each) => sum + each, 0) / some.length;
    const noisy = meanOf(errors.filter((_, i) => i % 3 === 0));
    const quiet = meanOf(errors.filter((_, i) => i % 3 !== 0));
    expect(noisy / quiet).toBeGreaterThan(2.2);
    expect(noisy / quiet).toBeLessThan(4);
  });

  it("does without the gates of workloads that are gone, or new", () => {
    const told = [...days.slice(0, 10), { base: "c10", head: "c11", day: 11, only: "a" }];
    const chain = chainOf(measured(told));
    expect([...chain.at(-1)!.changes.keys()]).toEqual([QPS]);
    expect([...chain[0]!.changes.keys()]).toHaveLength(3);
  });
});
