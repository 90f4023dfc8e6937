import { describe, expect, it } from "vitest";
import { nextOf, type Suspect } from "../../../../src/analysis/verdict/looks.ts";
import { parseConfig } from "../../../../src/config/parse.ts";
import type { Plan } from "../../../../src/config/plan.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import {
  type CourseLooks,
  measureSessions,
  type SessionCounts,
} from "../../../../src/pipeline/measure/schedule.ts";
import { planFrom } from "../../../support/describe.ts";
import { makeChange } from "../../../support/reports.ts";

const CONFIG = parseConfig(
  `
database: { deploy: { local: {} } }
workloads:
  - { name: a, run: oltp_point_select }
  - { name: b, run: oltp_read_only }
  - { name: c, run: oltp_write_only }
measure: { sessions: 4, looks: 3 }
`,
  "plumbline.yml",
);
const PLAN = planFrom(CONFIG, {}, 1);
const TWO = { ...PLAN, looks: 2 };

const suspect = (workload: string): Suspect => {
  const change = makeChange(workload, { metric: "qps", effect: -0.031 });
  return { workload, change: { ...change, p: { ...change.p!, worse: 0.021 } } };
};

type Story = Readonly<{
  suspects?: readonly Suspect[];
  undecided?: readonly string[];
  failures?: readonly (PlumblineError | null)[];
  enough?: number | null;
  /** Seconds that the servers of a session take to start and stop. */
  overhead?: number;
}>;

/** What was asked for: sessions x positions of workloads; time passes as it would. */
async function follow(plan: Plan, story: Story = {}) {
  const { suspects = [], undecided = [], failures = [], enough = null, overhead = 4 } = story;
  const asked: [number, readonly number[]][] = [];
  const notes: string[] = [];
  let seconds = 1000;
  const measurement: SessionCounts = {
    sessions: async (count, workloads) => {
      asked.push([count, workloads]);
      seconds += count * (overhead + workloads.length * (plan.seconds + plan.warmupSeconds));
      return failures[asked.length - 1] ?? null;
    },
  };
  const progress = { stage: () => {}, update: () => {}, note: (text: string) => notes.push(text) };
  // Each workload wants all of its looks.
  const nextLook = (course: CourseLooks) => {
    const has = (name: string) => {
      const position = plan.workloads.findIndex((workload) => workload.name === name);
      const taken = asked.reduce((sum, [count, who]) => sum + (who.includes(position) ? count : 0), 0);
      return nextOf(course, taken) !== undefined;
    };
    return {
      suspects: suspects.filter(({ workload }) => has(workload)),
      undecided: undecided.filter(has),
    };
  };
  const advice = { nextLook, enough };
  const signal = new AbortController().signal;
  const outcome = await measureSessions(measurement, plan, advice, progress, signal, () => seconds);
  return { asked, notes, ...outcome, took: seconds - 1000 };
}

describe("the sessions of a measurement", () => {
  it("end with the first look where nothing is open, and how long they take is said before", async () => {
    const { asked, notes } = await follow(PLAN);
    expect(asked).toEqual([[4, [0, 1, 2]]]);
    expect(notes).toEqual([
      "4 sessions of every workload take about 2.3 min. A workload that then looks worse or is undecided gets up to 8 more: at most 6.8 min in all",
    ]);
    expect((await follow(TWO)).notes).toEqual([
      "4 sessions of every workload take about 2.3 min. A workload that then looks worse gets up to 4 more: at most 4.5 min in all",
    ]);
    expect((await follow({ ...PLAN, looks: 1 })).notes).toEqual([]);
  });

  it("are as many again of what looks worse, and the reason is said", async () => {
    const { asked, notes } = await follow(TWO, { suspects: [suspect("c"), suspect("a")], undecided: ["b"] });
    expect(asked).toEqual([
      [4, [0, 1, 2]],
      [4, [0, 2]],
    ]);
    expect(notes[1]).toBe(
      "c looks worse (QPS −3.1 %, chance alone shows as much in 2.1 % of cases): 4 more sessions of it will tell",
    );
  });

  it("of three looks go on to what is undecided, until the look that settles it", async () => {
    const three = await follow(PLAN, { suspects: [suspect("c")], undecided: ["a"] });
    expect(three.asked).toEqual([
      [4, [0, 1, 2]],
      [4, [0, 2]],
      [4, [0, 2]],
    ]);
    expect(three.notes[2]).toBe("a is undecided: 4 more sessions of it to exclude a regression");
    expect((await follow(TWO, { undecided: ["a"] })).asked, "two looks are for suspects").toHaveLength(1);
  });

  it("go on in a workload that stopped and is open after all, for as many looks as it still has", async () => {
    const rounds = [["a"], ["a"], ["c"], ["c"], []];
    const asked: (readonly number[])[] = [];
    const sessions = async (_: number, workloads: readonly number[]) => {
      asked.push(workloads);
      return null;
    };
    const nextLook = () => ({ suspects: [], undecided: rounds.shift()! });
    const progress = { stage: () => {}, update: () => {}, note: () => {} };
    const signal = new AbortController().signal;
    await measureSessions({ sessions }, PLAN, { nextLook, enough: null }, progress, signal);
    expect(asked).toEqual([[0, 1, 2], [0], [0], [2], [2]]);
  });

  it("of early looks are few at first, and workloads go on together by their own next looks", async () => {
    const EARLY = planFrom({ ...CONFIG, measure: { ...CONFIG.measure, sessions: 8, looks: "early" } }, {}, 1);
    const rounds = [["a", "b"], ["a"], ["a", "c"], []];
    const asked: [number, readonly number[], number][] = [];
    const notes: string[] = [];
    const sessions = async (count: number, workloads: readonly number[], look: number) => {
      asked.push([count, workloads, look]);
      return null;
    };
    const nextLook = () => ({ suspects: [], undecided: rounds.shift()! });
    const progress = { stage: () => {}, update: () => {}, note: (text: string) => notes.push(text) };
    const signal = new AbortController().signal;
    const { looks } = await measureSessions(
      { sessions },
      EARLY,
      { nextLook, enough: null },
      progress,
      signal,
    );
    expect(looks).toHaveLength(7);
    expect(asked).toEqual([
      [3, [0, 1, 2], 1],
      // 4, then 6; then 8 of a, and 4 of c, which had stopped.
      [1, [0, 1], 1],
      [2, [0], 1],
      [1, [0, 2], 1],
      [1, [0], 1],
    ]);
    expect(notes[0]).toBe(
      "3 sessions of every workload take about 1.7 min. A workload that then looks worse or is undecided gets up to 21 more: at most 14 min in all",
    );
    expect(notes.at(-1)).toBe("c is undecided: 1 more session of it to exclude a regression");
  });

  it("build again after as many sessions as were planned, however many looks those are", async () => {
    const EARLY = planFrom({ ...CONFIG, measure: { ...CONFIG.measure, sessions: 4, looks: "early" } }, {}, 1);
    const looks: number[] = [];
    const sessions = async (count: number, _: readonly number[], look: number) => {
      looks.push(...Array.from({ length: count }, () => look));
      return null;
    };
    let rounds = 4;
    const nextLook = () => ({ suspects: [], undecided: rounds-- > 0 ? ["a"] : [] });
    const progress = { stage: () => {}, update: () => {}, note: () => {} };
    const signal = new AbortController().signal;
    await measureSessions({ sessions }, EARLY, { nextLook, enough: null }, progress, signal);
    expect(looks).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
  });

  it("are looked at once where one look is asked for, and against history", async () => {
    const once = await follow({ ...PLAN, looks: 1 }, { suspects: [suspect("a")] });
    expect(once.asked).toHaveLength(1);
    expect(planFrom(CONFIG, { mode: "history" }, 1).looks).toBe(1);
    expect(PLAN.looks).toBe(3);
  });

  it("end where one fails, in either look", async () => {
    const failure = new PlumblineError("target", "the server did not start");
    expect(await follow(PLAN, { suspects: [suspect("a")], failures: [failure] })).toMatchObject({
      failure,
      asked: [[4, [0, 1, 2]]],
    });
    const second = await follow(PLAN, { suspects: [suspect("a")], failures: [null, failure] });
    expect(second.failure).toBe(failure);
    expect(second.asked).toHaveLength(2);
  });
});

describe("a time budget", () => {
  /** Ten minutes; three workloads of 10 s a session. */
  const within = (looks: number) =>
    planFrom({ ...CONFIG, measure: { ...CONFIG.measure, budget: 600e9, looks } }, {}, 1);
  const TEN = within(2);
  const THREE = within(3);
  const total = (asked: readonly [number, readonly number[]][], workload: number) =>
    asked.reduce((sum, [count, workloads]) => sum + (workloads.includes(workload) ? count : 0), 0);

  it("buys sessions for all, and a second look at a third of the workloads", async () => {
    expect(TEN.sessions).toBe(12);
    const { asked, sessions, took } = await follow(TEN, { suspects: [suspect("b")] });
    expect(sessions).toBe(12);
    expect([0, 1, 2].map((workload) => total(asked, workload))).toEqual([12, 24, 12]);
    expect(took).toBeLessThanOrEqual(600);
  });

  it("keeps room for the third look of what looks worse, and spends on what is undecided what is left beside it", async () => {
    expect(THREE.sessions).toBe(8);
    const { asked, notes, took } = await follow(THREE, { undecided: ["b", "c", "a"] });
    // 34 s a session of all, 14 s one of a single workload: 8 x 34 + 2 x 8 x 14 are 496 s, and a second workload 80 s more.
    expect(asked.slice(2)).toEqual([
      [8, [1, 2]],
      [8, [1]],
    ]);
    expect(notes[0]).toBe(
      "8 sessions of every workload take about 4.5 min. A workload that then looks worse or is undecided gets up to 16 more: at most 10 min in all",
    );
    expect(took).toBeLessThanOrEqual(600);
  });

  it("has two looks where slow servers leave no room for a third, and says so", async () => {
    const { looks, sessions, notes, took } = await follow(THREE, { overhead: 51, suspects: [suspect("a")] });
    expect({ looks, sessions }).toEqual({ looks: 2, sessions: 4 });
    expect(notes[0]).toBe(
      "one session takes 81 s: 4 sessions have room in the time budget of 10 min, and no third look at them; raise measure.budget",
    );
    expect(took).toBeLessThanOrEqual(600);
  });

  it("times the first session, and buys fewer where servers start slowly", async () => {
    const { sessions, took } = await follow(TEN, { overhead: 30, suspects: [suspect("a")] });
    expect(sessions).toBeLessThan(12);
    expect(took).toBeLessThanOrEqual(600);
  });

  it("buys even numbers of sessions, in which either server starts first equally often", async () => {
    for (const overhead of [0, 4, 8, 12, 16, 20, 24, 30]) {
      expect((await follow(TEN, { overhead })).sessions % 2).toBe(0);
    }
  });

  it("has one look, fixed before anything is compared, where slow servers leave no room for two, and says so", async () => {
    const { asked, notes, looks, sessions, took } = await follow(TEN, {
      overhead: 120,
      suspects: [suspect("a")],
    });
    expect({ looks, sessions }).toEqual({ looks: 1, sessions: 4 });
    expect(asked).toEqual([
      [1, [0, 1, 2]],
      [3, [0, 1, 2]],
    ]);
    expect(notes).toEqual([
      "one session takes 2.5 min: 4 sessions have room in the time budget of 10 min, and no second look at them; raise measure.budget",
    ]);
    expect(took).toBeLessThanOrEqual(600);
  });

  it("is exceeded by the fewest sessions that make a verdict, in one look, and never silently", async () => {
    const { notes, looks, sessions, took } = await follow(TEN, { overhead: 240, suspects: [suspect("a")] });
    expect({ looks, sessions, took }).toEqual({ looks: 1, sessions: 3, took: 810 });
    expect(notes).toEqual([
      "one session takes 4.5 min: 3 sessions, the fewest that make a verdict, take 14 min instead of the time budget of 10 min, and have no second look; raise measure.budget",
    ]);
  });

  it("gives what looks worse the room there is, the most suspicious first, and says who got none", async () => {
    const { asked, notes, took } = await follow(TEN, {
      suspects: [suspect("c"), suspect("a"), suspect("b")],
    });
    expect(asked.at(-1)).toEqual([12, [2]]);
    expect(notes[2]).toBe(
      "a looks worse, but the time budget has no room for another look at it: raise measure.budget",
    );
    expect(took).toBeLessThanOrEqual(600);
  });

  it("gives what is left to what is undecided, and only a budget does", async () => {
    const { asked, notes } = await follow(TEN, { undecided: ["b", "c"] });
    expect(asked.at(-1)).toEqual([12, [1]]);
    expect(notes[1]).toBe("b is undecided: 12 more sessions of it, for the time budget has room");
    expect((await follow(TWO, { undecided: ["b"] })).asked).toHaveLength(1);
  });

  it("is not spent where the known noise says that fewer sessions will do", async () => {
    const { sessions, took } = await follow(TEN, { enough: 8 });
    expect(sessions).toBe(8);
    expect(took).toBeLessThan(300);
  });

  it("ends with the session that fails", async () => {
    const failure = new PlumblineError("target", "the server did not start");
    expect((await follow(TEN, { failures: [failure] })).asked).toEqual([[1, [0, 1, 2]]]);
  });
});
