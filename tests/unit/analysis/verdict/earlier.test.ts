/** Stored measurements -> what they say of the noise, and which of them are like the one in question. */
import { describe, expect, it } from "vitest";
import {
  type Conditions,
  conditionsOfPlan,
  conditionsOfRun,
  ownShare,
  spreadOf,
  summarizeEarlier,
  tailWeight,
} from "../../../../src/analysis/verdict/earlier.ts";
import { KnownNoise } from "../../../../src/analysis/verdict/noise.ts";
import type { Pair, Run, Session } from "../../../../src/model/run.ts";
import { variance } from "../../../../src/stats/summary.ts";
import { quietPair, RULES, withSessions, withWorkloads } from "./story.ts";

const pairOf = (seed: number, recipe = {}): Pair => {
  const [base, head] = quietPair(0, { seed, sessions: 4, ...recipe });
  return { base, head };
};
const PAIR = pairOf(1);
const CONDITIONS = conditionsOfRun(PAIR.base);
const onBoth = ({ base, head }: Pair, edit: (run: Run) => Run): Pair => ({
  base: edit(base),
  head: edit(head),
});
const qpsOf = (
  pairs: readonly Pair[],
  wanted: Conditions = CONDITIONS,
  rules: Pick<typeof RULES, "gates"> = RULES,
) => summarizeEarlier(pairs, wanted, rules).series.find(({ metric }) => metric === "qps");

/** Sessions with so many statements in a second, by their index. */
const rated = (run: Run, ...perSecond: readonly number[]): Run =>
  withSessions(run, (session) => ({
    ...session,
    durationNs: 1e9,
    slices: { startNs: [0], durationNs: [1e9], events: [1], queries: [1] },
    committedQueries: perSecond[session.index]!,
  }));

describe("conditions of a run", () => {
  it("are the machine, the settings that last, the load generator and the way of measuring", () => {
    const tuned = {
      ...PAIR.base,
      environment: { ...PAIR.base.environment, settings: { jit: "off", fsync: "on", port: "5433" } },
    };
    expect(conditionsOfRun(tuned).facts).toEqual({
      cpuModel: "Test CPU @ 2.00GHz",
      cpuCount: 2,
      memory: "8 GiB",
      kernel: "6.1.0-test",
      runner: "",
      database: "postgres",
      databaseVersion: "15.18",
      dialect: "postgres",
      settings: '{"fsync":"on","jit":"off"}',
      "load generator": "0.1.0 release",
      mode: "side-by-side",
      seconds: 2,
      warmupSeconds: 0.5,
      sliceMs: 100,
    });
  });

  it("are its workloads with all of their options", () => {
    expect(conditionsOfRun(PAIR.base).workloads).toEqual([
      {
        name: "point-select",
        workload: "oltp_point_select",
        options: PAIR.base.workloads[0]!.options,
      },
    ]);
  });
});

describe("conditions of a plan", () => {
  const plan = {
    mode: "side-by-side",
    seconds: 10,
    warmupSeconds: 2,
    sliceMs: "auto",
    workloads: [{ name: "a", workload: "checkout", options: { threads: 4 } }],
  } as const;
  const machine = { cpuCount: 2, memoryBytes: 8 * 2 ** 30 };

  it("are what is known before the start", () => {
    expect(conditionsOfPlan(plan, machine)).toEqual({
      facts: {
        cpuCount: 2,
        memory: "8 GiB",
        mode: "side-by-side",
        seconds: 10,
        warmupSeconds: 2,
        sliceMs: "auto",
      },
      workloads: [{ name: "a", workload: "checkout", options: { threads: 4 } }],
    });
  });

  it("have the scripts by what they say, and a placement that somebody asked for", () => {
    const script = {
      files: [{ file: "a.sql", path: "/x/a.sql", weight: 2, hash: "0123456789abcdef" }],
      variables: {},
    };
    const optionsOf = (workload: Parameters<typeof conditionsOfPlan>[0]["workloads"][number]) =>
      conditionsOfPlan({ ...plan, workloads: [workload] }, machine).workloads[0]!.options;
    const [workload] = plan.workloads;
    expect(optionsOf(workload), "the load generator's own is not known yet").not.toHaveProperty("placement");
    expect(optionsOf({ ...workload, script })).toEqual({ threads: 4, scripts: "a.sql@2 0123456789ab" });
    expect(optionsOf({ ...workload, options: { threads: 4, placement: "pinned" } })).toEqual({
      threads: 4,
      placement: "pinned",
    });
    expect(optionsOf({ ...workload, options: { threads: 4, placement: "auto" } })).toEqual({ threads: 4 });
  });
});

describe("the spread of a measurement", () => {
  it("is about the mean while there are three sessions, which do not tell what the order does", () => {
    expect(spreadOf({ ratios: [0.1, 0.2, 0.6], sessions: [0, 1, 2] })).toEqual({
      variance: 0.07,
      df: 2,
      order: null,
      lag: null,
    });
  });

  it("is about mean and order from four on, and says how alike neighbours are", () => {
    // Head first in sessions 1 and 3: .02 more there, half of which is the effect. Residuals: -.01, .02, .01, -.02.
    expect(spreadOf({ ratios: [-0.01, 0.04, 0.01, 0], sessions: [0, 1, 2, 3] })).toEqual({
      variance: 0.0005,
      df: 2,
      order: 0.01,
      // (-.01 * .02 + .02 * .01 - .01 * .02) / .001
      lag: -0.2,
    });
  });

  it("is about the mean where all sessions had one order, however many there are", () => {
    expect(spreadOf({ ratios: [0.1, 0.2, 0.1, 0.2], sessions: [0, 2, 4, 6] })).toMatchObject({
      variance: 0.00333333,
      df: 3,
      order: null,
      lag: -0.75,
    });
  });

  it("of sessions that agree to the last digit is nothing, and tells of no neighbours", () => {
    expect(spreadOf({ ratios: [0.5, 0.5, 0.5, 0.5], sessions: [0, 1, 2, 3] })).toEqual({
      variance: 0,
      df: 2,
      order: 0,
      lag: null,
    });
  });

  it("has six digits", () => {
    expect(spreadOf({ ratios: [0, 1 / 3, 1], sessions: [0, 1, 2] }).variance).toBe(0.259259);
  });
});

describe("the noise that is the arms' own", () => {
  const arms = (base: readonly number[], head: readonly number[]) => ({
    base,
    head,
    ratios: head.map((value, i) => value - base[i]!),
  });

  it("is none where both go up and down together, and all where neither knows of the other", () => {
    expect(ownShare([arms([1, 2, 3], [5, 6, 7])])).toBe(0);
    expect(ownShare([arms([1, 1, -1, -1], [1, -1, 1, -1])])).toBeCloseTo(1, 12);
  });

  it("is of all measurements together", () => {
    // Variances of the ratios 0 and 4, of base 1 and 1, of head 1 and 1.
    expect(ownShare([arms([1, 2, 3], [1, 2, 3]), arms([1, 2, 3], [3, 2, 1])])).toBe(1);
  });

  it("is none where nothing varies", () => expect(ownShare([arms([1, 1], [2, 2])])).toBe(0));
});

describe("the weight of the tails", () => {
  const of = (...ratios: readonly (readonly number[])[]) =>
    tailWeight(ratios.map((each) => ({ base: [], head: [], ratios: each })));

  it("is the deviation over the scaled median one, each measurement about its own mean", () => {
    expect(of([-1, 1])).toBeCloseTo(1 / 1.4826, 12);
    expect(of([-1, 1], [99, 101])).toBeCloseTo(1 / 1.4826, 12);
    expect(of([-1, -1, -1, 1, 1, 1, 9, -9])).toBeCloseTo(Math.sqrt(168 / 8) / 1.4826, 12);
  });

  it("is that of normal ratios where most of them agree to the last digit", () => {
    expect(of([3, 3, 3])).toBe(1);
    expect(of([0, 0, 0, 0, 0, 0])).toBe(1);
  });
});

describe("earlier measurements", () => {
  it("are those whose base was measured under the same conditions, but for the one in question", () => {
    const other = onBoth(pairOf(3), (run) => ({
      ...run,
      environment: { ...run.environment, cpuCount: 64 },
    }));
    const pairs = [pairOf(2), other, PAIR];
    expect(summarizeEarlier(pairs, CONDITIONS, RULES).measurements).toBe(2);
    const { measurements, series } = summarizeEarlier(pairs, CONDITIONS, RULES, PAIR.head.measurement.id);
    expect([measurements, series[0]!.spreads.length]).toEqual([1, 1]);
    expect(summarizeEarlier([], CONDITIONS, RULES)).toEqual({ measurements: 0, series: [] });
  });

  it("may have another head: what is tested is no condition", () => {
    const tuned = { ...PAIR.head.environment, databaseVersion: "16.4", settings: { jit: "off" } };
    const pair = { ...PAIR, head: { ...PAIR.head, environment: tuned } };
    expect(summarizeEarlier([pair], CONDITIONS, RULES).measurements).toBe(1);
  });

  it("tell of each metric of speed that they have, and of kinds of events that gate", () => {
    const { series } = summarizeEarlier([PAIR], CONDITIONS, RULES);
    expect(series.map(({ workload, metric }) => `${workload} ${metric}`)).toEqual([
      "point-select qps",
      "point-select tps",
      "point-select server-cpu",
      "point-select mean",
      "point-select p50",
      "point-select p95",
      "point-select p99",
      "point-select p99.9",
    ]);
    const kind = { metric: "rate:payment", margin: 0.03, floor: null } as const;
    const paid = onBoth(PAIR, (run) =>
      withSessions(run, (session) => ({ ...session, kinds: [{ name: "payment", count: 9, errors: 0 }] })),
    );
    const known = summarizeEarlier([paid], CONDITIONS, { gates: [...RULES.gates, kind] });
    expect(known.series.at(-1)).toMatchObject({ metric: "rate:payment" });
  });

  it("have as level what base was in the newest that knows it", () => {
    const newest = { base: rated(PAIR.base, 100, 400, 100, 400), head: rated(PAIR.head, 1, 1, 1, 1) };
    const older = { base: rated(PAIR.base, 7, 7, 7, 7), head: rated(PAIR.head, 7, 7, 7, 7) };
    expect(qpsOf([newest, older])!.level).toBe(200);
    const nothing = onBoth(PAIR, (run) => withWorkloads(run, (each) => ({ ...each, sessions: [] })));
    const known = qpsOf([nothing, newest, older])!;
    expect(known.level).toBe(200);
    expect(known.spreads.map((spread) => spread?.df ?? null)).toEqual([null, 2, 2]);
    expect(qpsOf([nothing])).toBeUndefined();
  });

  it("pair their sessions by the index, whatever order they come in", () => {
    const base = rated(PAIR.base, 100, 200, 300, 400);
    const head = rated(PAIR.head, 110, 210, 310, 410);
    const turned = withWorkloads(head, (each) => ({ ...each, sessions: each.sessions.toReversed() }));
    expect(qpsOf([{ base, head: turned }])).toEqual(qpsOf([{ base, head }]));
  });

  it("tell of head against base: its ratios' spread, the order's effect, what is the arms' own", () => {
    // The ratios of "the spread of a measurement", above.
    const ratios = [-0.01, 0.04, 0.01, 0];
    const even = (run: Run) => rated(run, 100, 100, 100, 100);
    const moved = (run: Run) => rated(run, ...ratios.map((ratio) => 100 * Math.exp(ratio)));
    const spread = { variance: 0.0005, df: 2, order: 0.01, lag: -0.2 };
    expect(qpsOf([{ base: even(PAIR.base), head: moved(PAIR.head) }])).toEqual({
      workload: "point-select",
      metric: "qps",
      level: 100,
      ownShare: 1,
      // Deviations of .02, .03, 0 and .01, the median .015.
      tailWeight: Number((Math.sqrt(0.0014 / 4) / (1.4826 * 0.015)).toPrecision(6)),
      spreads: [spread],
    });
    const turned = qpsOf([{ base: moved(PAIR.base), head: even(PAIR.head) }])!;
    expect(turned).toMatchObject({ ownShare: 1, spreads: [{ ...spread, order: -0.01 }] });
    const both = qpsOf([{ base: moved(PAIR.base), head: moved(PAIR.head) }])!;
    expect(both.ownShare, "they go up and down together").toBe(0);
  });

  it("need three sessions with both arms and with values above nothing", () => {
    const base = rated(PAIR.base, 100, 110, 120, 130);
    const spreadsOf = (head: Run, before = base) => qpsOf([{ base: before, head }, PAIR])!.spreads[0];
    const head = rated(PAIR.head, 100, 110, 120, 150);
    expect(spreadsOf(head)).toMatchObject({ df: 2 });
    const without = (...gone: readonly number[]) =>
      withWorkloads(head, (each) => ({
        ...each,
        sessions: each.sessions.filter(({ index }) => !gone.includes(index)),
      }));
    expect(spreadsOf(without(0))).toMatchObject({ df: 2, order: null });
    expect(spreadsOf(without(0, 1))).toBeNull();
    expect(spreadsOf(rated(PAIR.head, 0, 110, 120, 150))).toMatchObject({ df: 2, order: null });
    expect(spreadsOf(head, rated(PAIR.base, 100, 0, 120, 130))).toMatchObject({ df: 2, order: null });
    expect(spreadsOf(rated(PAIR.head, 0, 0, 120, 150))).toBeNull();
    const blind = withSessions(PAIR.head, (session: Session) => ({ ...session, serverCpuNs: null }));
    const { series } = summarizeEarlier([{ base: PAIR.base, head: blind }], CONDITIONS, RULES);
    expect(series.map(({ metric }) => metric)).not.toContain("server-cpu");
  });

  it("tell nothing of a workload that one arm lacks, or whose base ran another load", () => {
    const named = (run: Run, name: string) => withWorkloads(run, (each) => ({ ...each, name }));
    expect(qpsOf([{ ...PAIR, head: named(PAIR.head, "b") }])).toBeUndefined();
    expect(qpsOf([{ ...PAIR, base: named(PAIR.base, "b") }])).toBeUndefined();
    const loaded = (run: Run) => withWorkloads(run, (each) => ({ ...each, workload: "tpcc" }));
    expect(qpsOf([{ ...PAIR, base: loaded(PAIR.base) }])).toBeUndefined();
    const threads = (run: Run) =>
      withWorkloads(run, (each) => ({ ...each, options: { ...each.options, threads: 99 } }));
    expect(qpsOf([{ ...PAIR, base: threads(PAIR.base) }])).toBeUndefined();
    expect(qpsOf([{ ...PAIR, head: threads(PAIR.head) }]), "head's may be what is tested").toBeDefined();
  });

  it("know an option by its text: what the command line gave is the number that the run says", () => {
    const [workload] = CONDITIONS.workloads;
    const wanted = { ...CONDITIONS, workloads: [{ ...workload!, options: { threads: "8" } }] };
    expect(qpsOf([PAIR], wanted)).toBeDefined();
  });
});

describe("measurements of early looks", () => {
  it("tell their noise by the sessions of the first look, for which workloads go on depends on it", () => {
    const rates = [100, 104, 101, 180, 20];
    const measured = (looks: Run["plan"]["looks"]) =>
      qpsOf([
        {
          base: rated(pairOf(1, { sessions: 5 }).base, 100, 100, 100, 100, 100),
          head: { ...rated(pairOf(1, { sessions: 5 }).head, ...rates), plan: { ...PAIR.head.plan, looks } },
        },
      ])!.spreads[0]!;
    const logs = rates.slice(0, 3).map((rate) => Math.log(rate / 100));
    const look = { worse: 0.5, better: 0.5, bound: 1, passes: [] };
    const early = measured([
      { ...look, sessions: 3 },
      { ...look, sessions: 5 },
    ]);
    expect(early.df).toBe(2);
    expect(early.variance).toBeCloseTo(variance(logs), 6);
    expect(measured(1).variance).toBeGreaterThan(10 * early.variance);
  });
});

describe("failed events of stored measurements", () => {
  it("are shares of base's sessions, for each measurement that has the workload", () => {
    const failing = (pair: Pair, failedEvents: number): Pair =>
      onBoth(pair, (run) =>
        withSessions(run, (session) => ({ ...session, events: 100 - failedEvents, failedEvents })),
      );
    const other = onBoth(PAIR, (run) => withWorkloads(run, (workload) => ({ ...workload, name: "another" })));
    const { failures } = summarizeEarlier(
      [failing(PAIR, 2), other, failing(pairOf(2), 0)],
      CONDITIONS,
      RULES,
    );
    expect(failures).toEqual([
      { workload: "point-select", shares: [[0.02, 0.02, 0.02, 0.02], null, [0, 0, 0, 0]] },
    ]);
    expect(summarizeEarlier([], CONDITIONS, RULES)).not.toHaveProperty("failures");
    const known = new KnownNoise({ measurements: 3, series: [], failures: failures! }, ["point-select"]);
    expect(known.failures("point-select")).toEqual([
      [0.02, 0.02, 0.02, 0.02],
      [0, 0, 0, 0],
    ]);
    expect(known.failures("another")).toEqual([]);
  });
});
