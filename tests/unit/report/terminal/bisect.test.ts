import { describe, expect, it } from "vitest";
import type { BisectPlan } from "../../../../src/model/bisect-plan.ts";
import { renderBisect } from "../../../../src/report/terminal/bisect.ts";
import { uuidOf } from "../../../support/runs.ts";

const shift: BisectPlan["shift"] = {
  workload: "checkout",
  metric: "qps",
  arm: "head",
  fingerprint: "f",
  runId: uuidOf("run"),
  before: 1_000,
  after: 880,
  effect: -0.12,
  direction: "worse",
  p: 0.01,
  runsBefore: 12,
  runsAfter: 8,
  noise: 0.02,
};
const commitOf = (sha: string) => ({ sha, time: null, subject: `subject of ${sha}`, author: null });
const PLAN: BisectPlan = {
  event: {
    repository: null,
    suite: "oltp",
    branch: "main",
    lastBefore: commitOf("aaaaaaaaaaaa"),
    firstAfter: commitOf("cccccccccccc"),
    cause: "commit",
    state: "lasting",
    shifts: [shift],
  },
  shift,
  distance: 6.2,
  ends: null,
  candidates: ["bbbbbbbbbbbb", "cccccccccccc"].map((sha, i) => ({
    sha,
    subject: `subject of ${sha}`,
    runs: i,
    probability: 0.5,
    isNext: i === 0,
  })),
  next: ["bbbbbbbbbbbb"],
  found: null,
  runsLeft: 1,
};
/** The lines after the table. */
const conclusion = (plan: BisectPlan) =>
  renderBisect(plan).replaceAll("\u00a0", " ").split("\n\n").at(-1)!.split("\n");

describe("the plan of a bisection, as text", () => {
  it("ends with the command to go on with", () => {
    expect(conclusion(PLAN)).toEqual([
      "The levels lie 6.2 standard deviations of a run apart: about 1 more run. Next:",
      "  plumbline backfill bbbbbbbbbb --branch main",
    ]);
  });

  it("says why the ends of the range come first", () => {
    const ends = { from: "aaaaaaaaaaaa", to: "cccccccccccc", runs: { from: 2, to: 1 }, need: 4 } as const;
    expect(conclusion({ ...PLAN, ends: { ...ends, state: "short" }, next: [ends.to] })).toEqual([
      "The newest run was made under other conditions than those that showed the change (mode, machine, versions or options).",
      "The levels of such runs are known from 4 or more at both ends of the range (aaaaaaaaaa has 2, cccccccccc has 1). Next:",
      "  plumbline backfill cccccccccc --branch main",
    ]);
    expect(conclusion({ ...PLAN, ends: { ...ends, state: "alike" } })[0]).toMatch(
      /the change does not show: they do not count\.$/,
    );
    expect(conclusion({ ...PLAN, ends: { ...ends, state: "clear" } })).toHaveLength(2);
  });

  it("is the commit, once it is found", () => {
    expect(conclusion({ ...PLAN, found: "cccccccccccc", next: [] })).toEqual([
      "cccccccccccc changed the level.",
    ]);
  });
});
