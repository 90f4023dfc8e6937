import { describe, expect, it } from "vitest";
import { checkOf, drawRatios, MACHINES } from "../../../../proofs/rule/simulated.ts";
import { seededRng } from "../../../../src/stats/random.ts";
import { mean, standardDeviation } from "../../../../src/stats/summary.ts";

const NOISY = MACHINES["3.5 / 3 / 12"]!;

/** QPS of a check of one workload on a noisy machine, of equal builds, with up to three looks. */
function shownOf(draw: number) {
  const { report } = checkOf(drawRatios(seededRng(draw), NOISY, { workloads: 1 }), { looks: 3, seed: 1 });
  return report.workloads[0]!.changes.find(({ metric }) => metric === "qps")!;
}

describe("what is shown of a workload that had several looks", () => {
  it("is right on average, which the plain mean is not", () => {
    // Those of equal builds that went on looked worse, or open, after eight sessions.
    const seen = Array.from({ length: 160 }, (_, i) => shownOf(1000 + i));
    const shown = seen.map(({ effect }) => Math.log1p(effect!));
    const moves = seen.map(
      ({ effect, plainEffect = effect }) => Math.log1p(plainEffect!) - Math.log1p(effect!),
    );
    const inErrors = (values: readonly number[]) =>
      mean(values) / (standardDeviation(values) / Math.sqrt(values.length));
    expect(Math.abs(inErrors(shown))).toBeLessThan(3);
    expect(inErrors(moves)).toBeGreaterThan(3);
  });
});
