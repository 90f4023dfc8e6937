import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LookPlan, lookPlanOf, looksOf, mostSessions, roundsOf } from "../../../src/config/looks.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import { Looks, type PlannedLook } from "../../../src/model/looks.ts";

const PLANS: readonly LookPlan[] = ["early", "thorough", "branch"];

function listOf(plan: LookPlan, sessions: number, rounds?: number): readonly PlannedLook[] {
  const looks = looksOf(plan, sessions, rounds);
  if (typeof looks === "number") throw new Error("equal looks are no list");
  return looks;
}

const sessionsOf = (looks: readonly PlannedLook[]) => looks.map(({ sessions }) => sessions);

describe("a plan of looks", () => {
  it("has parts and multiples of the planned sessions, rounded up", () => {
    expect(sessionsOf(listOf("early", 8))).toEqual([3, 4, 6, 8, 12, 16, 24]);
    expect(sessionsOf(listOf("thorough", 8))).toEqual([3, 4, 6, 8, 12, 16, 24, 32, 48]);
    expect(sessionsOf(listOf("early", 16))).toEqual([6, 8, 12, 16, 24, 32, 48]);
  });

  it("has no look of fewer than three sessions, unless fewer are planned, and equal ones are one", () => {
    expect(sessionsOf(listOf("early", 6))).toEqual([3, 5, 6, 9, 12, 18]);
    expect(sessionsOf(listOf("early", 3))).toEqual([3, 5, 6, 9]);
    expect(sessionsOf(listOf("early", 2))).toEqual([2, 3, 4, 6]);
    expect(sessionsOf(listOf("early", 1))).toEqual([1, 2, 3]);
  });

  it("begins on a branch with all planned sessions, at which the shares of the earlier looks are spent", () => {
    expect(sessionsOf(listOf("branch", 8))).toEqual([8, 12, 16, 24, 32, 48]);
    const [first] = listOf("branch", 8);
    expect(first!.worse).toBeCloseTo(0.05, 12);
    expect(first!.better).toBeCloseTo(0.62, 12);
  });

  it("ends where a time budget has no room for more, with the shares of the looks that are left out", () => {
    const within = listOf("early", 8, 2);
    expect(sessionsOf(within)).toEqual([3, 4, 6, 8, 12, 16]);
    expect(within.at(-1)!.worse).toBeCloseTo(0.85, 12);
    expect(sessionsOf(listOf("thorough", 8, 3)).at(-1)).toBe(24);
    expect(looksOf(3, 8, 2)).toBe(2);
    expect(looksOf(1, 8)).toBe(1);
  });

  it("grows from look to look, spends alpha, and is a document, whatever the sessions are", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PLANS),
        fc.integer({ min: 1, max: 200 }),
        fc.constantFrom(undefined, 1, 2, 3),
        (plan, sessions, rounds) => {
          const looks = listOf(plan, sessions, rounds);
          expect(Looks.safeParse(looks).success).toBe(true);
          expect(new Set(sessionsOf(looks)).size).toBe(looks.length);
          expect(sessionsOf(looks)).toEqual(sessionsOf(looks).toSorted((a, b) => a - b));
          expect(looks[0]!.sessions).toBeLessThanOrEqual(Math.max(3, sessions));
          expect(looks.reduce((sum, { worse }) => sum + worse, 0)).toBeCloseTo(1, 12);
          expect(looks.reduce((sum, { better }) => sum + better, 0)).toBeCloseTo(1, 12);
          if (rounds === undefined) expect(looks.at(-1)!.sessions).toBe(mostSessions(plan, sessions));
        },
      ),
    );
  });

  it("lets a gate pass beyond its limit only by what it names, and of few sessions not at all", () => {
    const passes = (plan: LookPlan) => listOf(plan, 8).map((look) => look.passes.map(({ most }) => most));
    expect(passes("early")).toEqual([[], [1.25], [1.25], [2], [2], [2], [2, 1.4]]);
    expect(passes("thorough")).toEqual([[], [], [], [], [], [2], [2, 1.25], [2, 1.25], [2, 1.25]]);
  });

  it("is the early one where somebody waits, and on a branch the thorough one", () => {
    expect(lookPlanOf("auto", true)).toBe("early");
    expect(lookPlanOf("auto", false)).toBe("branch");
    expect(lookPlanOf("early", false)).toBe("early");
    expect(lookPlanOf(2, true)).toBe(2);
    const looks = (text: string) =>
      parseConfig(`database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: b }]\n${text}`, "p.yml")
        .measure.looks;
    expect(looks("")).toBe("auto");
    expect(looks("measure: { looks: thorough }")).toBe("thorough");
    expect(() => looks("measure: { looks: branch }")).toThrow("p.yml:3:19: measure.looks: expected");
  });

  it("needs room for three rounds of sessions, or for as many as it has equal looks", () => {
    expect([1, 2, 3, "early", "thorough", "branch"].map((plan) => roundsOf(plan as LookPlan))).toEqual([
      1, 2, 3, 3, 3, 3,
    ]);
    expect(mostSessions(2, 8)).toBe(16);
  });
});
