import { describe, expect, it } from "vitest";
import { checkOf, drawRatios, MACHINES } from "../../../../proofs/rule/simulated.ts";
import { judgeArms } from "../../../../src/analysis/verdict/arms.ts";
import { nextLook } from "../../../../src/analysis/verdict/looks.ts";
import type { LookPlan } from "../../../../src/config/looks.ts";
import type { Change } from "../../../../src/model/report.ts";
import { seededRng } from "../../../../src/stats/random.ts";
import { RULES, STAMP } from "./story.ts";

const NOISY = MACHINES["3.5 / 3 / 12"]!;

/** A check of one workload on a noisy machine. */
function noisyCheck(draw: number, looks: LookPlan, seed = 1) {
  return checkOf(drawRatios(seededRng(draw), NOISY, { workloads: 1 }), { looks, seed });
}

const qpsOf = ({ report }: ReturnType<typeof noisyCheck>): Change =>
  report.workloads[0]!.changes.find(({ metric }) => metric === "qps")!;

/** The first draws whose workload has that many sessions. */
function drawsWith(sessions: (taken: number) => boolean, looks: LookPlan, count: number): readonly number[] {
  const found: number[] = [];
  for (let draw = 1; found.length < count; draw++)
    if (sessions(noisyCheck(draw, looks).sessions[0]!)) found.push(draw);
  return found;
}

describe("what is shown of a workload that had several looks", () => {
  it("is the plain mean where it had one", () => {
    const [draw] = drawsWith((taken) => taken === 8, 3, 1);
    expect(qpsOf(noisyCheck(draw!, 3))).not.toHaveProperty("plainEffect");
  });

  it("differs from the plain mean, by which the verdict was made, and is the same each time", () => {
    const [draw] = drawsWith((taken) => taken > 8, 3, 1);
    const check = noisyCheck(draw!, 3);
    const { effect, plainEffect } = qpsOf(check);
    expect(plainEffect).toBeDefined();
    expect(effect).not.toBe(plainEffect);
    const { base, head } = check.pair;
    const plain = judgeArms(base, head, RULES, STAMP).workloads[0]!.changes.find(
      ({ metric }) => metric === "qps",
    )!;
    expect(plain.effect).toBe(plainEffect);
    expect(qpsOf(noisyCheck(draw!, 3))).toEqual(qpsOf(check));
  });

  it("is drawn by the seed of the document alone", () => {
    const [draw] = drawsWith((taken) => taken > 8, 3, 1);
    const [one, other] = [1, 2].map((seed) => qpsOf(noisyCheck(draw!, 3, seed)));
    expect(one!.plainEffect).toBe(other!.plainEffect);
    expect(one!.effect).not.toBe(other!.effect);
  });

  it("has no part in what decides on the next look", () => {
    const [draw] = drawsWith((taken) => taken === 16, 3, 1);
    const { report, pair } = noisyCheck(draw!, 3);
    const names = ({ suspects, undecided }: ReturnType<typeof nextLook>) => [
      suspects.map(({ workload }) => workload),
      undecided,
    ];
    expect(names(nextLook(report))).toEqual(names(nextLook(judgeArms(pair.base, pair.head, RULES, STAMP))));
  });
});
