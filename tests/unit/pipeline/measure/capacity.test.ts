/** What a trial says, and what a search makes of trials that say nothing. */
import { describe, expect, it, vi } from "vitest";
import { sessionValues } from "../../../../src/analysis/samples/values.ts";
import { parseConfig } from "../../../../src/config/parse.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import type { OpenLoop, Session } from "../../../../src/model/run.ts";
import { type CapacitySearch, judged, searchCapacities } from "../../../../src/pipeline/measure/capacity.ts";
import { planFrom } from "../../../support/describe.ts";
import { block, hello, line, summary } from "../../../support/lines.ts";
import { serverOf } from "../../../support/measuring.ts";
import { makeRun } from "../../../support/runs.ts";

const SESSION: Session = {
  ...makeRun({ sessions: 1, workloads: [{ name: "a", medianNs: 1e6 }] }).workloads[0]!.sessions[0]!,
  failedEvents: 0,
};
const PLAN = { limits: { p99: 1e9 }, failed: 0.01, efficiency: null };
const of = (session: Partial<Session>, ...codes: readonly string[]) => ({
  sessions: [{ ...SESSION, ...session }],
  warnings: codes.map((code) => ({ code, message: "why", remedy: "how" })),
});

describe("a trial", () => {
  it("holds within its limits, whatever warnings there are", () => {
    expect(judged(of({}), PLAN, 1)).toEqual({ outcome: "holds" });
    expect(judged(of({}, "not-stationary"), PLAN, 1)).toEqual({ outcome: "holds" });
  });

  it("fails by a latency, by failed events, by a rate that piles up, and by doing nothing", () => {
    expect(judged(of({}), { ...PLAN, limits: { p99: 1000 } }, 1)).toMatchObject({
      outcome: "fails",
      because: expect.stringMatching(/^p99 .*ms, limit 1/),
    });
    const errors = { failedEvents: SESSION.events, errorsBySqlstate: { "40001": 3 } };
    expect(judged(of(errors), PLAN, 1)).toMatchObject({
      because: expect.stringMatching(/^50.% of the events failed \(40001\)$/),
    });
    const openLoop = { sustained: false } as Session["openLoop"];
    expect(judged(of({ openLoop }), PLAN, 1).because).toBe("the rate was not sustained");
    expect(judged(of({ events: 0 }), PLAN, 1).because).toBe("no event ended");
  });

  it("of warehouses fails where too few New-Order transactions come of them", () => {
    const plan = { ...PLAN, efficiency: 0.85 };
    // 12.86 a minute of each warehouse at most, as `plumbline-load tpcc capacity` counts: 100 of 10 are an efficiency of 78 %.
    const newOrders = Math.round((100 / 60) * (SESSION.durationNs / 1e9));
    const perMinute = (newOrders / (SESSION.durationNs / 1e9)) * 60;
    const most = Math.floor(perMinute / (12.86 * 0.85));
    expect(judged(of({ newOrders }), plan, most)).toEqual({ outcome: "holds" });
    expect(judged(of({ newOrders }), plan, most + 1)).toEqual({
      outcome: "fails",
      because: expect.stringMatching(/^efficiency \d+(\.\d)?.%, limit 85.%$/),
    });
  });

  it.each(["client-bound", "generator-late"])(
    "that fails says nothing where the load generator may be why: %s",
    (code) => {
      expect(judged(of({}, code), PLAN, 1)).toEqual({ outcome: "holds" });
      const failing = { ...PLAN, limits: { p99: 1000 } };
      expect(judged(of({}, code), failing, 1)).toEqual({ outcome: "invalid", because: `${code}: why` });
    },
  );

  describe("whose events began late", () => {
    const part = (sumNs: number, maxNs: number) => ({ count: 100, minNs: 1, maxNs, sumNs });
    const late = (change: Partial<OpenLoop>): Partial<Session> => ({
      openLoop: {
        offered: 800,
        offeredPerSecond: 800,
        achievedPerSecond: 500,
        unstarted: 0,
        sustained: true,
        service: part(1e9, 1e8),
        lateness: part(1e8, 2e6),
        ...change,
      },
    });
    const p99 = sessionValues(SESSION).p99!;
    const outcome = (change: Partial<OpenLoop>, limit: number, code = "generator-late") =>
      judged(of(late(change), code), { ...PLAN, limits: { p99: limit } }, 1).outcome;

    it("fails where the server could not have served the rate without that either", () => {
      expect(outcome({ sustained: false }, 1e9)).toBe("fails");
      // 730 of 800 a second, and a tenth more without lateness: 803.
      expect(outcome({ sustained: false, achievedPerSecond: 730 }, 1e9)).toBe("invalid");
      expect(outcome({ sustained: false }, 1e9, "client-bound")).toBe("invalid");
    });

    it("fails where the latency without lateness is above its limit, however late the latest event began", () => {
      const punctual = { ...part(1e9, 1e9), percentilesNs: { "50": p99 * 0.3, "99": p99 * 0.8 } };
      const change = { lateness: part(1e8, p99 * 5), punctual };
      expect(outcome(change, p99 * 0.7)).toBe("fails");
      expect(outcome(change, p99 * 0.9)).toBe("invalid");
      expect(outcome(change, p99)).toBe("holds");
      expect(outcome(change, p99 * 0.7, "client-bound")).toBe("invalid");
    });

    it("fails, of a latency that is not told without lateness, where it is above its limit by more than the longest lateness", () => {
      const lateness = { lateness: part(1e8, p99 / 2) };
      expect(outcome(lateness, p99 * 0.4)).toBe("fails");
      expect(outcome(lateness, p99 * 0.6)).toBe("invalid");
      expect(outcome(lateness, p99)).toBe("holds");
    });
  });
});

const WORKLOAD = planFrom(
  parseConfig("database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: oltp_point_select }]", "f"),
  {},
  1,
).workloads[0]!;
function searchWith(run: (size: number) => readonly string[], notes: string[] = []): CapacitySearch {
  return {
    plan: {
      ...PLAN,
      of: "rate",
      seconds: 1,
      precision: 0.05,
      trials: 20,
      budgetSeconds: null,
      start: null,
      most: 1e6,
      last: null,
    },
    arms: [{ arm: "head", server: serverOf(), workload: WORKLOAD, last: 500 }],
    generator: { run: async ({ options }) => run(Number(options["rate"])) },
    warmupSeconds: 0,
    seed: 1,
    say: () => undefined,
    note: (what) => notes.push(what),
    hear: () => () => undefined,
    signal: new AbortController().signal,
  };
}

function linesOf(warnings: readonly object[] = [], isFailing = false): readonly string[] {
  const latency = { ...block().latency, histogram: SESSION.latency.histogram };
  const failing = isFailing ? { failures: { events: 5, by_sqlstate: { "57014": 5 } } } : {};
  return [hello(), block({ latency, ...failing }), summary({ warnings })].map(line);
}

const failing = (cause: Readonly<{ code?: string; sqlstate?: string }>) =>
  new PlumblineError("target", "sorry, too many clients already", { cause });

describe("a search", () => {
  it("ends at a load generator that is busy, and knows no capacity", async () => {
    const busy = { code: "client-bound", message: "it used 99 % of its CPUs", remedy: "more" };
    const [found] = await searchCapacities({
      ...searchWith((size) => linesOf(size > 1000 ? [busy] : [], size > 1000)),
    });
    expect(found).toMatchObject({
      size: null,
      high: null,
      endedBecause: expect.stringContaining("client-bound"),
    });
    expect(found!.low).toBeGreaterThanOrEqual(450);
    expect(found!.trials.filter(({ outcome }) => outcome === "invalid")).toHaveLength(3);
  });

  it.each([
    ["has no connections left", failing({ sqlstate: "53300" })],
    ["fails every event", failing({ code: "events-failed" })],
  ])("takes a server that %s for one that does not bear the load", async (_, error) => {
    const run = (size: number) => {
      if (size <= 600) return linesOf();
      throw error;
    };
    const [found] = await searchCapacities(searchWith(run));
    expect(found!.size).toBeGreaterThan(540);
    expect(found!.size).toBeLessThan(660);
  });

  it("ends within its budget, with what is known and as wide as it is", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const startedAt = performance.now();
    // Trials of 1 s take 1.4 s: what they really take counts.
    const search = searchWith((size) => {
      vi.advanceTimersByTime(1400);
      return linesOf([], size > 600);
    });
    const [found] = await searchCapacities({ ...search, plan: { ...search.plan, budgetSeconds: 6 } });
    const spent = performance.now() - startedAt;
    vi.useRealTimers();
    expect(spent).toBeLessThanOrEqual(6000);
    expect(found!.trials).toHaveLength(4);
    expect(found!.endedBecause).toBe("no trial more fits into its budget of 6\u00a0s a session");
    expect(found!.low).toBeLessThanOrEqual(600);
    expect(found!.high).toBeGreaterThanOrEqual(600);
  });

  it("that is finished with its last trial did not end early", async () => {
    const endOf = async (trials: number, most: number) => {
      const search = searchWith(() => linesOf());
      const [found] = await searchCapacities({ ...search, plan: { ...search.plan, trials, most, start: 1 } });
      return [found!.trials.length, found!.endedBecause];
    };
    expect(await endOf(2, 1)).toEqual([2, undefined]);
    expect(await endOf(2, 1e6)).toEqual([2, "2 trials were made"]);
  });

  it("of two arms shares the budget", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const search = searchWith((size) => {
      vi.advanceTimersByTime(1000);
      return linesOf([], size > 600);
    });
    const [head] = search.arms;
    const arms = [{ ...head!, arm: "base" as const }, head!];
    const found = await searchCapacities({ ...search, arms, plan: { ...search.plan, budgetSeconds: 6.5 } });
    vi.useRealTimers();
    expect(found.map(({ trials }) => trials.length)).toEqual([3, 3]);
    expect(found.every(({ endedBecause }) => endedBecause?.includes("budget"))).toBe(true);
  });

  it("says what it knows when it is ended, and any other failure is one", async () => {
    const notes: string[] = [];
    const run = (size: number) => {
      if (size <= 600) return linesOf();
      throw failing({ sqlstate: "08006" });
    };
    await expect(searchCapacities(searchWith(run, notes))).rejects.toThrow("too many clients");
    expect(notes).toEqual([
      expect.stringMatching(/^a, head: ended after \d trials, capacity .* \.\. \? so far$/),
    ]);
  });
});
