import { describe, expect, it } from "vitest";
import {
  kindReports,
  statementReports as statementsOfRuns,
} from "../../../../src/analysis/breakdown/statements.ts";
import {
  decodeHistogram,
  encodeHistogram,
  histogramQuantile,
} from "../../../../src/analysis/samples/histogram.ts";
import { compareHistory } from "../../../../src/analysis/verdict/history.ts";
import type { Session, StatementPart } from "../../../../src/model/run.ts";
import { drawNormal, seededRng } from "../../../../src/stats/random.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { makeRun } from "../../../support/runs.ts";
import { RULES, STAMP, withSessions } from "../verdict/story.ts";

const SESSION = makeRun({ seed: 1, sessions: 1 }).workloads[0]!.sessions[0]!;

const EMPTY = encodeHistogram({ indexes: [], counts: [], total: 0 });

function part(name: string, calls: number, meanNs: number, p99?: number): StatementPart {
  const percentiles = p99 === undefined ? {} : { percentilesNs: { "99": p99 } };
  const latency = { count: calls, minNs: 1, maxNs: 10 * meanNs, sumNs: calls * meanNs, ...percentiles };
  return { name, count: calls, errors: 0, misses: 0, latency };
}

const session = (...statements: StatementPart[]): Session => ({ ...SESSION, statements });

/** Of two arms. */
const statementsOf = (base: readonly Session[], head: readonly Session[]) =>
  statementsOfRuns([base], head, "paired", RULES);

describe("statementsOf", () => {
  it("adds up the calls, and takes the geometric mean of what cannot be added up", () => {
    const base = [session(part("read", 10, 100, 200), part("write", 5, 300, 400))];
    const head = [
      session(part("read", 10, 100, 200), part("write", 5, 300, 400)),
      session(part("read", 30, 200, 800), part("write", 5, 300, 400)),
    ];
    const [read, write] = statementsOf(base, head) ?? [];
    expect(read).toEqual({
      name: "read",
      base: { calls: 10, meanNs: 100, p99Ns: expect.closeTo(200) },
      head: { calls: 40, meanNs: 175, p99Ns: expect.closeTo(400) },
      interval: null,
    });
    expect(write?.head).toEqual(write?.base && { ...write.base, calls: 10 });
  });

  it("tells a change from the spread of the sessions", () => {
    const sessions = (...means: number[]) =>
      means.map((mean) => session(part("steady", 10, mean), part("noisy", 10, mean ** 8 / 100 ** 7)));
    const [steady, noisy] = statementsOf(sessions(100, 101, 99, 100), sessions(110, 111, 109, 111)) ?? [];
    expect(steady?.interval?.low).toBeGreaterThan(0.05);
    expect(steady?.interval?.high).toBeLessThan(0.15);
    const [same] = statementsOf(sessions(100, 101, 99, 100), sessions(99, 102, 100, 98)) ?? [];
    expect(same?.interval?.low).toBeLessThan(0);
    expect(same?.interval?.high).toBeGreaterThan(0);
    expect(noisy!.interval!.high).toBeGreaterThan(steady!.interval!.high);
  });

  it("has nothing to add to a workload of one kind, or of none", () => {
    const single = [session(part("read", 10, 100))];
    expect(statementsOf(single, single)).toBeUndefined();
    const none = [{ ...SESSION, statements: undefined } as unknown as Session];
    expect(statementsOf(none, none)).toBeUndefined();
    expect(statementsOf([], [])).toBeUndefined();
  });

  it("knows a kind that only one arm has, and leaves out what nobody answered", () => {
    const base = [session(part("read", 10, 100), part("never", 0, 0))];
    const head = [session(part("read", 10, 100), part("write", 2, 50), part("never", 0, 0))];
    expect(statementsOf(base, head)?.map(({ name, base }) => [name, base?.calls])).toEqual([
      ["read", 10],
      ["write", undefined],
    ]);
  });

  it("has no percentile where a session has none", () => {
    const some = [session(part("a", 1, 1, 5), part("b", 1, 1)), session(part("a", 1, 1), part("b", 1, 1))];
    expect(statementsOf(some, some)?.map(({ head }) => head?.p99Ns)).toEqual([null, null]);
  });
});

describe("what an interval needs", () => {
  const sessions = (...means: readonly number[]) =>
    means.map((mean) => session(part("a", 10, mean), part("b", 10, mean)));
  const intervals = (base: readonly number[], head: readonly number[]) =>
    statementsOf(sessions(...base), sessions(...head))!.map(({ interval }) => interval);

  it("is two sessions with an answer on either arm", () => {
    expect(intervals([100], [100, 101])).toEqual([null, null]);
    expect(intervals([100, 101], [100])).toEqual([null, null]);
    expect(intervals([100, 101], [100, 101])).toEqual([expect.anything(), expect.anything()]);
    expect(intervals([100, 101], [0, 101]), "a mean of nothing has no logarithm").toEqual([null, null]);
  });

  it("is at 99 %: half its width is 2.9 standard errors with fourteen degrees of freedom", () => {
    const means = [100, 102, 104, 106, 108, 110, 112, 114];
    const [interval] = intervals(means, means);
    const logs = means.map(Math.log);
    const centre = logs.reduce((sum, log) => sum + log, 0) / 8;
    const variance = logs.reduce((sum, log) => sum + (log - centre) ** 2, 0) / 7;
    // qt(.995, 14) = 2.9768
    expect(Math.log1p(interval!.high)).toBeCloseTo(2.9768 * Math.sqrt(variance / 4), 4);
    expect(Math.log1p(interval!.low)).toBeCloseTo(-2.9768 * Math.sqrt(variance / 4), 4);
  });

  it("of kinds of events is of their own latency; one that nobody told is none", () => {
    const kinds = [{ name: "new_order" }, { name: "payment" }] as unknown as NonNullable<Session["kinds"]>;
    const of = [{ ...SESSION, kinds }];
    expect(kindReports([of], of, "paired", RULES)).toBeUndefined();
    const told = ["new_order", "payment"].map((name, at) => {
      const { latency } = SESSION;
      return { name, count: 7, errors: 0, latency: { ...latency, count: 7 + at, sumNs: 70 + at } };
    });
    const found = kindReports(
      [[{ ...SESSION, kinds: told }]],
      [{ ...SESSION, kinds: told }],
      "paired",
      RULES,
    );
    const p99 = histogramQuantile(decodeHistogram(SESSION.latency.histogram), 0.99)!;
    expect(found).toEqual([
      {
        name: "new_order",
        base: { calls: 7, meanNs: 10, p99Ns: expect.closeTo(p99) },
        head: expect.anything(),
        interval: null,
      },
      {
        name: "payment",
        base: { calls: 8, meanNs: 8.875, p99Ns: expect.closeTo(p99) },
        head: expect.anything(),
        interval: null,
      },
    ]);
    const empty = told.map((kind) => ({ ...kind, latency: { ...kind.latency, histogram: EMPTY } }));
    const without = kindReports(
      [[{ ...SESSION, kinds: empty }]],
      [{ ...SESSION, kinds: told }],
      "paired",
      RULES,
    );
    expect(without!.map(({ base, head }) => [base!.p99Ns, head!.p99Ns])).toEqual([
      [null, expect.closeTo(p99)],
      [null, expect.closeTo(p99)],
    ]);
    expect(kindReports([[SESSION]], [SESSION], "paired", RULES)).toBeUndefined();
  });
});

describe("a kind of statement", () => {
  it("that head no longer has is told of base alone", () => {
    const base = [session(part("read", 10, 100), part("write", 5, 300))];
    const head = [session(part("read", 10, 100))];
    expect(statementsOf(base, head)).toMatchObject([
      { name: "read" },
      { name: "write", head: null, base: { calls: 5 } },
    ]);
  });

  it("has the mean of a call: half as many calls in the same time are twice as slow", () => {
    const of = (calls: number) =>
      [1.01, 0.99].map((factor) => session(part("a", calls, (1e4 / calls) * factor), part("b", 1, 1)));
    const [a] = statementsOf(of(100), of(50))!;
    expect(Math.log1p(a!.interval!.low) + Math.log1p(a!.interval!.high)).toBeCloseTo(2 * Math.log(2), 6);
  });

  it("has no interval that leads nowhere", () => {
    const of = (...means: number[]) => means.map((mean) => session(part("a", 10, mean), part("b", 10, 1)));
    expect(statementsOf(of(1, 1e300), of(1, 1e300))![0]!.interval).toBeNull();
  });

  it("of runs counts those that have it", () => {
    const runs = [1, 2, 3, 4, 5, 6].map((mean) => [
      session(part("a", 10, 100 + mean), ...(mean > 1 ? [part("b", 10, mean)] : [])),
    ]);
    const head = [session(part("a", 10, 100), part("b", 10, 3))];
    const [a, b] = statementsOfRuns(runs, head, "prediction", { ...RULES, alpha: RULES.alpha })!;
    expect([a!.interval === null, b!.interval === null]).toEqual([false, false]);
    const [, fewer] = statementsOfRuns(runs.slice(0, 5), head, "prediction", RULES)!;
    expect(fewer!.interval).toBeNull();
    const nobody = [session(part("a", 10, 100), part("b", 0, 0))];
    expect(statementsOfRuns(runs, nobody, "prediction", RULES)![1]!.interval).toBeNull();
  });
});

describe("statements against history", () => {
  /** Runs whose level varies by `between`, with sessions that agree within a thousandth. */
  const runsOf = (seed: number, count: number, between: number) => {
    const rng = seededRng(seed);
    return Array.from({ length: count }, () => {
      const level = Math.exp(between * drawNormal(rng));
      return Array.from({ length: 4 }, () => {
        const mean = 1e6 * level * Math.exp(0.001 * drawNormal(rng));
        return session(part("read", 10, mean), part("write", 10, 3 * mean));
      });
    });
  };
  const intervalOf = (runs: readonly (readonly Session[])[]) =>
    statementsOfRuns(runs.slice(1), runs[0]!, "prediction", RULES)?.[0]?.interval ?? null;

  it("have an interval that knows how much runs differ, however well the sessions of a run agree", () => {
    const found = Array.from({ length: 200 }, (_, seed) => intervalOf(runsOf(seed + 1, 21, 0.03))!).filter(
      ({ low, high }) => low > 0 || high < 0,
    );
    // The level is 1 %: more than 8 of 200 are rarer than one in a thousand.
    expect(found.length).toBeLessThanOrEqual(8);
  });

  it("show a change that is larger than that", () => {
    const [head, ...earlier] = runsOf(5, 21, 0.01);
    const slower = head!.map(({ statements = [] }) =>
      session(...statements.map(({ name }, i) => part(name, 10, (i === 0 ? 1 : 3) * 1.3e6))),
    );
    expect(intervalOf([slower, ...earlier])!.low).toBeGreaterThan(0.2);
  });

  it("have none while there are fewer runs than a verdict needs", () => {
    expect(intervalOf(runsOf(3, 5, 0.01))).toBeNull();
    expect(intervalOf(runsOf(3, 6, 0.01))).not.toBeNull();
  });

  it("are those since the newest accepted change", () => {
    const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString();
    const runs = Array.from({ length: 12 }, (_, i) => {
      const run = makeRun({ seed: 1 + i, sessions: 2, commit: { time: day(i + 1) } });
      return withSessions(run, (each) => ({ ...each, statements: [part("a", 1, 1), part("b", 1, 1)] }));
    });
    const [head, ...baseline] = runs.toReversed();
    const calls = (...accepted: Parameters<typeof makeAcceptance>[1][]) => {
      const acceptances = accepted.map((each, i) => makeAcceptance(`${i}`, each));
      const stamp = { ...STAMP, branch: "main", accepted: acceptances };
      const { statements } = compareHistory(baseline, head!, RULES, stamp).workloads[0]!;
      return statements?.[0]?.base?.calls;
    };
    const landed = { commit: "d".repeat(40), branch: "main", at: day(8) };
    expect(calls()).toBe(22);
    expect(calls({ workload: "point-select", metric: "p99", landed })).toBe(8);
    expect(calls({ workload: "another", landed })).toBe(22);
  });
});
