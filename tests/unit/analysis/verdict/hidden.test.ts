import { describe, expect, it } from "vitest";
import { judge } from "../../../../src/analysis/verdict/judge.ts";
import { type Look, plannedLooks } from "../../../../src/analysis/verdict/looks.ts";
import { drawNormal, seededRng } from "../../../../src/stats/random.ts";
import { finding, findingOf } from "./findings.ts";
import { RULES } from "./story.ts";

describe("the worsening that a gate hides", () => {
  const first: Look = { at: 1, of: plannedLooks({ sessions: 8, looks: 3 }) };

  it("is the limit where the bound has the whole error rate, and less where a look has a part of it", () => {
    const [alone] = judge([finding(0, 0.01)], RULES);
    expect(alone!.hidden).toBeCloseTo(0.02, 6);
    const [early] = judge([{ ...finding(0, 0.01), look: first }], RULES);
    expect(early!.hidden).toBeLessThan(0.02);
    expect(early!.hidden).toBeGreaterThan(0.015);
    const [cpu] = judge([finding(0, 0.01, { metric: "server-cpu" })], RULES);
    expect(cpu!.hidden).toBeCloseTo(0.02, 6);
  });

  it("passes about one check in twenty", () => {
    const random = seededRng(7);
    const log = Math.log1p(-0.02);
    const passes = Array.from({ length: 2000 }, () => {
      const ratios = Array.from({ length: 8 }, () => log + 0.012 * drawNormal(random));
      const [change] = judge([findingOf(ratios)], RULES);
      return change!.hidden !== undefined;
    });
    const share = passes.filter(Boolean).length / passes.length;
    expect(share).toBeGreaterThan(0.03);
    expect(share).toBeLessThan(0.07);
  });

  it("is more where a gate passes by other ways, and is not said of one that does not pass", () => {
    const passing: Look = {
      ...first,
      of: first.of.map((each) => ({ ...each, passes: [{ most: 2, estimate: 0.5 }] })),
    };
    const [wide] = judge([{ ...finding(0, 0.03), look: passing }], RULES);
    expect(wide!.verdict).toHaveProperty("most");
    expect(wide!.hidden).toBeGreaterThan(0.02);
    expect(judge([finding(-0.04, 0.02)], RULES)[0]).not.toHaveProperty("hidden");
    expect(judge([finding(0, 0.2)], RULES)[0]).not.toHaveProperty("hidden");
    expect(judge([finding(0, 0.01, { metric: "tps" })], RULES)[0], "no gate").not.toHaveProperty("hidden");
  });
});
