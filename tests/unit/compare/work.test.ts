import { describe, expect, it } from "vitest";
import { compareArms } from "../../../src/compare/arms.ts";
import { compareHistory } from "../../../src/compare/history.ts";
import type { MetricId } from "../../../src/model/metric.ts";
import type { Rules } from "../../../src/model/rules.ts";
import type { Run, Session } from "../../../src/model/run.ts";
import { makePair, makeRun } from "../../support/runs.ts";
import { RULES, STAMP } from "./story.ts";

const WORKLOADS = [{ name: "w" }];

/** Per event of each session; a thousand events. */
function counting(run: Run, work: Partial<NonNullable<Session["work"]>>, noise = 0): Run {
  const workloads = run.workloads.map((workload) => ({
    ...workload,
    sessions: workload.sessions.map((session, i) => ({
      ...session,
      work: {
        events: 1000,
        ...Object.fromEntries(
          Object.entries(work).map(([name, each]) => [
            name,
            Math.round(each! * 1000 * (1 + noise * ((i * 7) % 5))),
          ]),
        ),
      },
    })),
  }));
  return { ...run, workloads };
}

const [BASE, HEAD] = makePair({ sessions: 6, workloads: WORKLOADS });
const gate = (metric: MetricId, margin = 0.01): Rules => ({
  ...RULES,
  gates: [...RULES.gates, { metric, margin, floor: null }],
});
type Totals = Parameters<typeof counting>[1];
const compared = (base: Totals, head: Totals, rules: Rules, noise = 0) =>
  compareArms(counting(BASE, base, noise), counting(HEAD, head, noise), rules, STAMP);
const changeOf = (report: ReturnType<typeof compared>, metric: MetricId) =>
  report.workloads[0]!.changes.find((change) => change.metric === metric);

describe("what servers counted", () => {
  it("is information where no gate asks for it", () => {
    const report = compared({ walRecords: 4 }, { walRecords: 5 }, RULES);
    expect(changeOf(report, "wal-records")).toMatchObject({
      role: "information",
      verdict: { kind: "regressed" },
    });
    expect(report.verdict).not.toBe("regressed");
  });

  it.each([
    ["the same in each session: unchanged", 4, 4, 0, "unchanged"],
    ["a little more than the limit: regressed", 4, 4.1, 0.001, "regressed"],
    ["less: improved", 4, 3.9, 0.001, "improved"],
    ["a little less than the limit: unchanged", 4, 4.03, 0.001, "unchanged"],
  ])("with a gate of 1 %%, %s", (_, base, head, noise, kind) => {
    const change = changeOf(
      compared({ walRecords: base }, { walRecords: head }, gate("wal-records"), noise),
      "wal-records",
    );
    expect(change).toMatchObject({ role: "gate", verdict: { kind } });
  });

  it("that is nothing on both arms is no change; something where there was nothing is one", () => {
    const kindOf = (base: number, head: number) =>
      changeOf(compared({ deadlocks: base }, { deadlocks: head }, gate("deadlocks")), "deadlocks")?.verdict
        .kind;
    expect([kindOf(0, 0), kindOf(0, 1), kindOf(1, 0)]).toEqual(["unchanged", "regressed", "improved"]);
    expect(changeOf(compared({ deadlocks: 0 }, { deadlocks: 0 }, RULES), "deadlocks")).toBeUndefined();
  });

  it("and that nobody counted is said where a gate asks for it", () => {
    const { warnings } = compareArms(BASE, HEAD, gate("wal-records"), STAMP);
    expect(warnings.filter(({ code }) => code === "not-counted").map(({ metric }) => metric)).toEqual([
      "wal-records",
    ]);
  });

  it("is judged against history, too", () => {
    const runs = [1, 2, 3, 4, 5, 6].map((seed) =>
      counting(makeRun({ seed, sessions: 4, workloads: WORKLOADS }), { walRecords: 4 + seed / 10_000 }),
    );
    const head = counting(makeRun({ seed: 9, sessions: 4, workloads: WORKLOADS }), { walRecords: 5 });
    const report = compareHistory(runs, head, gate("wal-records"), { ...STAMP, branch: "main" });
    expect(changeOf(report, "wal-records")).toMatchObject({ role: "gate", verdict: { kind: "regressed" } });
  });
});
