import { describe, expect, it } from "vitest";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { inHeadsStatements } from "../../../../src/analysis/verdict/own-scripts.ts";
import type { Run } from "../../../../src/model/run.ts";
import { changeOf, codes, quietPair, RULES, STAMP } from "./story.ts";

/** As if base had run another script, whose events are of so many times as many statements as head's. */
function withScripts([base, head]: readonly [Run, Run], times: number): readonly [Run, Run] {
  const scripted = (run: Run, scripts: string, factor: number): Run => ({
    ...run,
    workloads: run.workloads.map((workload) => ({
      ...workload,
      options: { ...workload.options, scripts },
      sessions: workload.sessions.map((session) => ({
        ...session,
        committedQueries: session.committedQueries * factor,
      })),
    })),
  });
  return [scripted(base, "a.sql@1 0000", times), scripted(head, "a.sql@1 1111", 1)];
}

describe("arms that each ran their own scripts", () => {
  it("are compared by their events, however many statements those are of", () => {
    const [base, head] = withScripts(quietPair(0), 1 / 20);
    const report = compareArms(base, head, RULES, STAMP);
    for (const metric of ["qps", "server-cpu"] as const) {
      const change = changeOf(report, metric);
      expect(change.verdict.kind).toBe("unchanged");
      expect(Math.abs(change.effect!)).toBeLessThan(0.02);
    }
    expect(codes(report)).not.toContain("options-differ");
  });

  it("and a regression is one", () => {
    const [base, head] = withScripts(quietPair(Math.log(0.8)), 1 / 20);
    const report = compareArms(base, head, RULES, STAMP);
    expect(changeOf(report, "qps").verdict.kind).toBe("regressed");
    expect(changeOf(report, "qps").effect).toBeCloseTo(-0.2, 1);
  });

  it("but runs of two measurements with other scripts are not compared", () => {
    const [base, head] = withScripts(quietPair(0), 1);
    const apart = { ...head, measurement: { ...head.measurement, id: head.id } };
    const report = compareArms(base, apart, RULES, STAMP);
    expect(codes(report)).toContain("options-differ");
    expect(changeOf(report, "qps").verdict.kind).toBe("inconclusive");
  });
});

it("the same scripts, and a head without events, leave base what it is", () => {
  const [base, head] = quietPair(0).map((run) => run.workloads[0]!);
  expect(inHeadsStatements(base!, head!)).toBe(base);
  const still = { ...head!, options: { scripts: "b" }, sessions: [] };
  expect(inHeadsStatements(base!, still)).toBe(base);
});

it("base's statements are its events, each of head's statements in the mean over all sessions", () => {
  const [base, head] = quietPair(0).map((run) => run.workloads[0]!);
  const [session] = head!.sessions;
  const of = (events: number, committedQueries: number) => ({ ...session!, events, committedQueries });
  const changed = { ...head!, options: { scripts: "b" }, sessions: [of(10, 20), of(30, 180)] };
  const compared = inHeadsStatements({ ...base!, sessions: [of(7, 1), of(0, 1)] }, changed);
  expect(compared.sessions.map(({ committedQueries }) => committedQueries)).toEqual([35, 0]);
  expect(compared.name).toBe(base!.name);
});
