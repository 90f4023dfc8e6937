import { describe, expect, it } from "vitest";
import { findDrift } from "../../../../src/analysis/verdict/drift.ts";
import { driftOf } from "../../../../src/stats/drift.ts";

const SIGNS = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? -1 : 1));
/** Small, and no line. */
const NOISE = [3, -2, 1, -4, 2, 0, 4, -3, -1, 2, -3, 1].map((value) => value / 1000);
const along = (from: number, to: number) => NOISE.map((noise, i) => from + ((to - from) * i) / 11 + noise);

describe("a change that moves from session to session", () => {
  it("is none where it stays, whatever it is", () => {
    expect(findDrift(along(0, 0), SIGNS)).toBeNull();
    expect(findDrift(along(-0.2, -0.2), SIGNS)).toBeNull();
  });

  it("is told at 5 %, and no sooner", () => {
    const p = (to: number) => driftOf({ values: along(0, to), signs: SIGNS })!.p;
    const [mild, clear] = [0.004, 0.006];
    expect(p(mild)).toBeGreaterThan(0.05);
    expect(p(mild)).toBeLessThan(0.4);
    expect(findDrift(along(0, mild), SIGNS)).toBeNull();
    expect(p(clear)).toBeLessThan(0.05);
    expect(findDrift(along(0, clear), SIGNS)).not.toBeNull();
  });

  it("says from what to what it went, with signs, in per cent", () => {
    const { why } = findDrift(along(Math.log(0.98), Math.log(1.05)), SIGNS)!;
    expect(why).toMatch(/^the change went from −[12]\.\d % to \+[45]\.\d % while it was measured/);
  });

  it("is there at both ends only where either of them shows it", () => {
    const both = findDrift(along(-0.05, -0.1), SIGNS)!.ends;
    expect(both.pBelow(0)).toBeLessThan(0.001);
    const last = findDrift(along(0, -0.1), SIGNS)!.ends;
    expect(last.pBelow(0)).toBeGreaterThan(0.05);
    const first = findDrift(along(-0.1, 0), SIGNS)!.ends;
    expect(first.pBelow(0)).toBeGreaterThan(0.05);
  });

  it("is not known of two sessions", () => {
    expect(findDrift([0, 1], [-1, 1])).toBeNull();
  });
});
