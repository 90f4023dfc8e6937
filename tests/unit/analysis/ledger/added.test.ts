import { expect, it } from "vitest";
import { addedUp, lineFrom } from "../../../../src/analysis/ledger/added.ts";
import { chainOf } from "../../../../src/analysis/ledger/chain.ts";
import { measuredChange } from "../../../../src/analysis/ledger/paired-changes.ts";
import { stepsSince, sumsSince } from "../../../../src/analysis/ledger/sums.ts";
import type { LedgerLine } from "../../../../src/model/ledger.ts";
import { measuredPushes, pushesOf } from "../../../support/pushes.ts";

const CHAIN = chainOf(
  measuredPushes(pushesOf([0.01, 0, 0.2, 0.01, -0.02])).flatMap(({ report }) => measuredChange(report) ?? []),
);

function lineAt(place: number): LedgerLine {
  const sum = sumsSince(CHAIN, [], place).find(
    (each) => each.workload === "checkout" && each.metric === "qps",
  )!;
  return { sum, steps: stepsSince(CHAIN, [], sum, place) };
}

it("adds up log ratios with their errors", () => {
  const { effect, low, high } = addedUp([
    { estimate: -0.02, variance: 1e-4, df: 20 },
    { estimate: 0.01, variance: 1e-4, df: 20 },
  ]);
  expect(effect).toBeCloseTo(Math.expm1(-0.01), 12);
  // Two equal variances have twice the degrees of freedom: t of 40 is 2.021.
  expect(Math.log1p(high) + 0.01).toBeCloseTo(2.021 * Math.sqrt(2e-4), 4);
  expect(Math.log1p(low) + 0.01).toBeCloseTo(-2.021 * Math.sqrt(2e-4), 4);
});

it("is, from a later change on, the line that the ledger has from there", () => {
  const whole = lineAt(0);
  expect(lineFrom(whole, 0)).toEqual(whole);
  for (const place of [1, 2, 3, 4]) {
    const { sum, steps } = lineFrom(whole, place);
    const asked = lineAt(place);
    expect(sum).toEqual({ ...asked.sum, ...closeTo(asked.sum, "effect", "low", "high") });
    expect(steps).toEqual(
      asked.steps.map((step) => ({ ...step, ...closeTo(step, "sum", "sumLow", "sumHigh") })),
    );
  }
});

it("names no accepted change that it begins after, and no gap before its first change", () => {
  const { sum, steps } = lineAt(0);
  const cut = { sum: { ...sum, accepted: 7, gaps: 2 }, steps: steps.map((step) => ({ ...step, gap: true })) };
  const later = lineFrom(cut, 3);
  expect(later.sum).not.toHaveProperty("accepted");
  expect(later.sum.gaps).toBe(1);
  expect(later.steps.map(({ gap }) => gap)).toEqual([false, true]);
});

function closeTo<K extends string>(numbers: Readonly<Record<K, number>>, ...names: readonly K[]) {
  return Object.fromEntries(names.map((name) => [name, expect.closeTo(numbers[name], 12) as number]));
}
