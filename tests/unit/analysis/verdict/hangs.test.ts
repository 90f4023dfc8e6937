import { describe, expect, it } from "vitest";
import { checkOf, drawRatios, MACHINES, MOST_SESSIONS } from "../../../../proofs/rule/simulated.ts";
import { hangOf } from "../../../../src/analysis/verdict/hangs.ts";
import { seededRng } from "../../../../src/stats/random.ts";
import { codes } from "./story.ts";

const QUIET = MACHINES["1 / 1 / 4"]!;
const even = [1000, 1010, 990, 1005, 995, 1000, 1003, 998];
const hanging = (...places: readonly number[]) =>
  even.map((value, i) => (places.includes(i) ? value / 1000 : value));

describe("a head that hangs in some sessions", () => {
  it("hangs in two of eight, where base never does", () => {
    const hang = hangOf({ base: even, head: hanging(2, 5) })!;
    expect(hang.why).toContain("head did less than a tenth of base's work in 2 of 8 sessions, base in none");
    // Both of the two are among the eight of sixteen: 8 × 7 / (16 × 15).
    expect(hang.chance).toBeCloseTo(7 / 30, 12);
    expect(hang.why).toMatch(/that is chance in 23 % of cases$/);
    expect(hangOf({ base: even, head: hanging(2) })).toBeNull();
    expect(hangOf({ base: hanging(1), head: hanging(2, 5) })).toBeNull();
  });

  it("is certain where chance would spread the sessions over both arms", () => {
    const { why, chance } = hangOf({ base: even, head: hanging(0, 2, 3, 5, 6) })!;
    expect(chance).toBeLessThan(0.025);
    expect(why).toMatch(/in 5 of 8 sessions, base in none$/);
  });

  it("is not told from noise where the other sessions vary by as much", () => {
    const wild = even.map((value, i) => value * (i % 2 === 0 ? 1.6 : 0.6));
    expect(hangOf({ base: even, head: wild.map((value, i) => (i < 2 ? 1 : value)) })).toBeNull();
  });

  it("asks for as large a share of many sessions", () => {
    const many = Array.from({ length: 24 }, () => 1000);
    const of = (count: number) => many.map((value, i) => (i < count ? 1 : value));
    expect(hangOf({ base: many, head: of(3) })).toBeNull();
    expect(hangOf({ base: many, head: of(4) })).not.toBeNull();
  });

  it.each([
    ["hardly anything", Math.log(1 / 1000)],
    ["nothing", Number.NEGATIVE_INFINITY],
  ])(
    "goes on after the first looks, and regressed at the last, where it did %s in one of four",
    (_, still) => {
      const inSessions = (hung: (session: number) => boolean) =>
        checkOf(
          drawRatios(seededRng(12), QUIET, {
            sessions: MOST_SESSIONS,
            effectOf: (workload, metric, session) => (workload + metric === 0 && hung(session) ? still : 0),
          }),
          { looks: "early", seed: 1 },
        );
      const always = inSessions((session) => session % 4 === 1);
      expect(always.report.verdict).toBe("regressed");
      expect(codes(always.report)).toContain("head-hangs");
      expect(always.report.workloads[0]!.sessions).toBeGreaterThan(8);
      // Two of the first three are no answer: all others are as base's.
      expect(inSessions((session) => session === 0 || session === 2).report.verdict).not.toBe("regressed");
    },
  );

  it.each([1, 2] as const)("regressed, also where it did nothing at all in them, with %i looks", (looks) => {
    for (const still of [Math.log(1 / 1000), Number.NEGATIVE_INFINITY]) {
      const effectOf = (workload: number, metric: number, session: number) =>
        workload + metric === 0 && [2, 5].includes(session) ? still : 0;
      const { report } = checkOf(drawRatios(seededRng(12), QUIET, { effectOf }), { looks, seed: 1 });
      expect(report.verdict).toBe("regressed");
      expect(codes(report)).toContain("head-hangs");
    }
  });
});

describe("a head that gets slower while it is measured", () => {
  const falling = (most: number) => (workload: number, metric: number, session: number) =>
    workload + metric === 0 ? Math.log(1 - most * Math.min(1, session / 7)) : 0;

  it("regressed where it ends far beyond its limit, and the warning says how it moved", () => {
    const { report } = checkOf(drawRatios(seededRng(13), QUIET, { effectOf: falling(0.6) }), {
      looks: 1,
      seed: 1,
    });
    expect(report.verdict).toBe("regressed");
    expect(report.warnings.find(({ code }) => code === "drift")?.message).toMatch(/went from .* to −5\d %/);
  });

  it("is not called where it ends near its limit", () => {
    const { report } = checkOf(drawRatios(seededRng(13), QUIET, { effectOf: falling(0.15) }), {
      looks: 1,
      seed: 1,
    });
    expect(report.workloads[0]!.changes.find(({ metric }) => metric === "qps")!.verdict.kind).not.toBe(
      "regressed",
    );
  });
});
