/** Sums of paired changes, whatever the measurements are. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { chainOf } from "../../src/analysis/ledger/chain.ts";
import { type MeasuredChange, pairedChange } from "../../src/analysis/ledger/paired-changes.ts";
import { stepsSince, sumsSince } from "../../src/analysis/ledger/sums.ts";

const PLAN = { sessions: 8, looks: 1 } as const;
const METRICS = ["qps", "server-cpu", "p99"] as const;
const timeOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();

/** Pushes with any ratios of any gates, some measured twice, some against an older commit, in any order. */
const history = fc
  .array(
    fc.record({
      back: fc.integer({ min: 1, max: 3 }),
      twice: fc.boolean(),
      ratios: fc.array(
        fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: 0, maxLength: 9 }),
        {
          minLength: 3,
          maxLength: 3,
        },
      ),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((pushes) =>
    pushes.flatMap(({ back, twice, ratios }, i): MeasuredChange[] => {
      const commit = (day: number) => ({ sha: `c${day}`, time: timeOf(day), subject: null, author: null });
      const changes = METRICS.flatMap(
        (metric, m) =>
          pairedChange({ workload: "a", metric, limit: 0.02, isRed: false }, ratios[m]!, PLAN) ?? [],
      );
      const one = {
        runId: `${i}`,
        base: commit(Math.max(0, i + 1 - back)),
        head: commit(i + 1),
        at: timeOf(i + 1),
        measuredAt: timeOf(i + 1),
        changes,
      };
      return twice ? [one, { ...one, runId: `${i} again`, measuredAt: timeOf(i + 2) }] : [one];
    }),
  );

it("a sum is that of its steps, lies in its interval, and does not depend on the order of what was read", () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 0, max: 30 }), (measured, place) => {
      const chain = chainOf(measured);
      for (const sum of sumsSince(chain, [], place)) {
        const steps = stepsSince(chain, [], sum, place);
        const total = steps.reduce((logs, { effect }) => logs + Math.log1p(effect), 0);
        expect(Math.log1p(sum.effect)).toBeCloseTo(total, 9);
        expect(steps.at(-1)!.sum).toBeCloseTo(sum.effect, 9);
        expect(sum.low).toBeLessThanOrEqual(sum.effect);
        expect(sum.high).toBeGreaterThanOrEqual(sum.effect);
        expect(sum.changes).toBe(steps.length);
      }
      const again = chainOf(measured.toReversed());
      expect(again.map(({ head }) => head.sha)).toEqual(chain.map(({ head }) => head.sha));
    }),
    { numRuns: 300 },
  );
});

it("the chain ends at the newest commit, has each commit once, and only links that were measured", () => {
  fc.assert(
    fc.property(history, (measured) => {
      const chain = chainOf(measured);
      const heads = chain.map(({ head }) => head.sha);
      expect(new Set(heads).size).toBe(heads.length);
      expect(heads.at(-1)).toBe(`c${Math.max(...measured.map(({ head }) => Number(head.sha.slice(1))))}`);
      for (const [i, link] of chain.entries())
        if (i > 0 && !link.isAfterGap) expect(link.base.sha).toBe(heads[i - 1]);
    }),
    { numRuns: 300 },
  );
});

it("what takes back every change brings every sum back", () => {
  fc.assert(
    fc.property(history, (measured) => {
      const straight = chainOf(measured);
      const undone = straight.map((link) => ({
        ...link,
        changes: new Map(
          [...link.changes].map(([key, change]) => [key, { ...change, estimate: -change.estimate }]),
        ),
      }));
      for (const { effect } of sumsSince([...straight, ...undone], [])) expect(effect).toBeCloseTo(0, 9);
    }),
    { numRuns: 100 },
  );
});
