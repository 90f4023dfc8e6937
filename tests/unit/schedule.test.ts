import { describe, expect, it } from "vitest";
import type { Suspect } from "../../src/compare/looks.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { type Plan, planOf } from "../../src/config/plan.ts";
import type { Measured } from "../../src/measure.ts";
import { PlumblineError } from "../../src/model/errors.ts";
import { measureSessions, type Sessions } from "../../src/schedule.ts";
import { makeChange } from "../support/reports.ts";

const CONFIG = parseConfig(
  `
database: { deploy: { local: {} } }
workloads:
  - { name: a, run: oltp_point_select }
  - { name: b, run: oltp_read_only }
  - { name: c, run: oltp_write_only }
measure: { sessions: 4 }
`,
  "plumbline.yml",
);
const PLAN = planOf(CONFIG, {}, 1);
const NOTHING: Measured = {
  arms: {},
  generator: { version: "", profile: "", libpq: 0 },
  sessions: 0,
  warnings: [],
};

const suspect = (workload: string): Suspect => {
  const change = makeChange(workload, { metric: "qps", effect: -0.031 });
  return { workload, change: { ...change, p: { ...change.p!, worse: 0.021 } } };
};

/** What was asked for: sessions x positions of workloads. */
async function follow(
  plan: Plan,
  suspects: readonly Suspect[],
  failures: readonly (PlumblineError | null)[] = [],
) {
  const asked: [number, readonly number[]][] = [];
  const notes: string[] = [];
  const measurement: Sessions = {
    sessions: async (count, workloads) => {
      asked.push([count, workloads]);
      return failures[asked.length - 1] ?? null;
    },
    measured: () => NOTHING,
  };
  const observer = { stage: () => {}, progress: () => {}, note: (text: string) => notes.push(text) };
  const signal = new AbortController().signal;
  const failure = await measureSessions(measurement, plan, () => suspects, observer, signal);
  return { asked, notes, failure };
}

describe("the sessions of a measurement", () => {
  it("end with the first look where nothing looks worse", async () => {
    const { asked, notes } = await follow(PLAN, []);
    expect(asked).toEqual([[4, [0, 1, 2]]]);
    expect(notes).toEqual([]);
  });

  it("are as many again of what looks worse, and the reason is said", async () => {
    const { asked, notes } = await follow(PLAN, [suspect("c"), suspect("a")]);
    expect(asked).toEqual([
      [4, [0, 1, 2]],
      [4, [0, 2]],
    ]);
    expect(notes[0]).toBe(
      "c looks worse (QPS −3.1 %, chance alone shows as much in 2.1 % of cases): 4 more sessions of it will tell",
    );
  });

  it("are looked at once where one look is asked for, and against history", async () => {
    const once = await follow({ ...PLAN, looks: 1 }, [suspect("a")]);
    expect(once.asked).toHaveLength(1);
    expect(planOf(CONFIG, { mode: "history" }, 1).looks).toBe(1);
    expect(PLAN.looks).toBe(2);
  });

  it("end where one fails, in either look", async () => {
    const failure = new PlumblineError("target", "the server did not start");
    expect(await follow(PLAN, [suspect("a")], [failure])).toMatchObject({ failure, asked: [[4, [0, 1, 2]]] });
    const second = await follow(PLAN, [suspect("a")], [null, failure]);
    expect(second.failure).toBe(failure);
    expect(second.asked).toHaveLength(2);
  });
});
