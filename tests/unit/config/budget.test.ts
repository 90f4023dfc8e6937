import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ASSUMED_OVERHEAD,
  buy,
  looksWithin,
  MOST_SESSIONS,
  workloadsWithin,
} from "../../../src/config/budget.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import { planFrom } from "../../support/describe.ts";

const PLACE = "p.yml:7:20";
const ASKED = { workloads: 3, seconds: 8, warmup: 2, looks: 2 };

/** A first look at all workloads and each other one at a third of them. */
const worth = (sessions: number, seconds: number, { workloads, warmup, looks }: typeof ASKED) =>
  sessions *
  (ASSUMED_OVERHEAD * looks + (workloads + (looks - 1) * Math.ceil(workloads / 3)) * (seconds + warmup));

const asked = fc.record({
  workloads: fc.integer({ min: 1, max: 12 }),
  seconds: fc.double({ min: 2, max: 30, noNaN: true }),
  warmup: fc.double({ min: 0, max: 5, noNaN: true }),
  looks: fc.constantFrom(1, 2, 3),
});

describe("what a budget buys", () => {
  it("fits into it, and two sessions more would not: numbers are even", () => {
    fc.assert(
      fc.property(asked, fc.integer({ min: 900, max: 36_000 }), (wanted, budget) => {
        fc.pre(worth(6, 2, wanted) <= budget);
        const { sessions, seconds } = buy(budget, wanted, PLACE);
        expect(worth(sessions, seconds, wanted)).toBeLessThanOrEqual(budget + 1e-6);
        expect(seconds).toBeLessThanOrEqual(wanted.seconds);
        if (sessions < MOST_SESSIONS && seconds === wanted.seconds) {
          expect(sessions % 2).toBe(0);
          expect(worth(sessions + 2, seconds, wanted)).toBeGreaterThan(budget - 1e-6);
        }
      }),
    );
  });

  it("is sessions first: blocks are shortened only where not even six would fit", () => {
    expect(buy(600, ASKED, PLACE)).toEqual({ sessions: 12, seconds: 8 });
    expect(buy(200, ASKED, PLACE)).toEqual({ sessions: 6, seconds: 4.3 });
    expect(buy(100_000, ASKED, PLACE)).toEqual({ sessions: MOST_SESSIONS, seconds: 8 });
  });

  it("is an error that names what would do, where it is too short for anything", () => {
    expect(() => buy(60, ASKED, PLACE)).toThrow(
      "p.yml:7:20: measure.budget of 60 s is too short for 3 workloads",
    );
    try {
      buy(60, ASKED, PLACE);
    } catch (error) {
      expect(error).toMatchObject({ kind: "usage", remedy: expect.stringMatching(/^give it 3m,/) });
    }
    expect(() => buy(10, { ...ASKED, workloads: 1 }, PLACE)).toThrow(/ is too short for 1 workload$/);
    expect(buy(180, ASKED, PLACE).sessions, "and would").toBe(6);
  });

  it("is at least what makes a verdict, however slow the servers start", () => {
    const cost = { workloads: 3, block: 10, overhead: 300 };
    expect(looksWithin(60, cost, 2)).toEqual({ sessions: 3, looks: 1 });
  });

  it("is fewer looks where all of the fewest sessions have no room", () => {
    // A first look of three workloads takes 60 s a session, a second one of one workload 40 s.
    const cost = { workloads: 3, block: 10, overhead: 30 };
    expect(looksWithin(299, cost, 2)).toEqual({ sessions: 4, looks: 1 });
    expect(looksWithin(300, cost, 2)).toEqual({ sessions: 3, looks: 2 });
    expect(looksWithin(300, cost, 1)).toEqual({ sessions: 4, looks: 1 });
    expect(looksWithin(419, cost, 3)).toEqual({ sessions: 4, looks: 2 });
    expect(looksWithin(420, cost, 3)).toEqual({ sessions: 3, looks: 3 });
  });

  it("leaves room for no more workloads than there are, and none where there is no time", () => {
    const cost = { workloads: 3, block: 10, overhead: 4 };
    expect(workloadsWithin(10_000, cost, 8)).toBe(3);
    expect(workloadsWithin(8 * 24, cost, 8)).toBe(2);
    expect(workloadsWithin(8 * 13, cost, 8)).toBe(0);
    expect(workloadsWithin(-5, cost, 8)).toBe(0);
  });
});

describe("a plan with a budget", () => {
  const text = (measure: string) => `
database: { deploy: { local: {} } }
workloads: [{ name: a, run: oltp_point_select }, { name: b, run: oltp_read_only }]
measure: ${measure}
`;
  const plan = (measure: string, overrides: Parameters<typeof planFrom>[1] = {}) =>
    planFrom(parseConfig(text(measure), "plumbline.yml"), overrides, 1);

  it("has the sessions that it buys", () => {
    expect(plan("{ budget: 10m }")).toMatchObject({ budgetSeconds: 600, sessions: 10, seconds: 8 });
    expect(plan("{ budget: 10m, looks: 2 }").sessions).toBe(14);
  });

  it("names the place of one that is too short", () => {
    expect(() => plan("{ budget: 20s }")).toThrow(
      /^plumbline\.yml:4:20: measure\.budget of 20 s is too short/,
    );
  });

  it("is one without where sessions are named on the command line, and against history, where they must not vary", () => {
    expect(plan("{ budget: 10m }", { sessions: 5 })).toMatchObject({ budgetSeconds: null, sessions: 5 });
    expect(plan("{ budget: 10m }", { mode: "history" })).toMatchObject({ budgetSeconds: null, sessions: 8 });
    expect(plan("{}").budgetSeconds).toBeNull();
  });
});
