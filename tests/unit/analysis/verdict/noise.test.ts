import { describe, expect, it } from "vitest";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import {
  type Conditions,
  conditionsOfPlan,
  conditionsOfRun,
  ownShare,
  summarizeEarlier,
  tailWeight,
} from "../../../../src/analysis/verdict/earlier.ts";
import { enoughSessions, expectedChanges } from "../../../../src/analysis/verdict/expected.ts";
import { KnownNoise } from "../../../../src/analysis/verdict/noise.ts";
import type { EarlierSeries } from "../../../../src/model/earlier.ts";
import type { Pair, Run, Session } from "../../../../src/model/run.ts";
import { drawNormal, seededRng } from "../../../../src/stats/random.ts";
import { referenceSeries } from "../../stats/reference/reference.ts";
import { changeOf, codes, quietPair, RULES, STAMP, withSessions } from "./story.ts";

const pair = (seed: number, change = 0, recipe = {}): Pair => {
  const [base, head] = quietPair(change, { seed, ...recipe });
  return { base, head };
};
const pairs = (count: number, recipe = {}): readonly Pair[] =>
  Array.from({ length: count }, (_, i) => pair(100 + i, 0, recipe));
const subject = pair(1);
const conditions = conditionsOfRun(subject.base);
const knownOf = (earlier: readonly Pair[], wanted: Conditions) =>
  new KnownNoise(
    summarizeEarlier(earlier, wanted, RULES),
    wanted.workloads.map(({ name }) => name),
  );
/** Judged by what the head's document says of them. */
const judged = ({ base, head }: Pair, earlier: readonly Pair[], rules = RULES) => {
  const summary = summarizeEarlier(earlier, conditionsOfRun(base), rules, head.measurement.id);
  return compareArms(base, { ...head, earlier: summary }, rules, STAMP);
};
const known = (earlier: readonly Pair[]) => knownOf(earlier, conditions);
const spreadOf = (earlier: readonly Pair[]) => known(earlier).expected("point-select", "qps");

/** Of QPS beside CPU and p99, on a day whose variances are so many times the stored ones. */
function priorOf(noise: KnownNoise, workload = "point-select", times = 1) {
  const gates = (["qps", "server-cpu", "p99"] as const).map((metric) => {
    const { variance } = noise.expected(workload, metric) ?? { variance: 1 };
    return { workload, metric, spread: { variance: times * variance, df: 7 } };
  });
  return noise.priors(gates)[0]!;
}

describe("known noise", () => {
  it("is the spread of a session's log ratio, whatever change the measurements found", () => {
    const same = spreadOf([pair(5)])!;
    // Six sessions less their mean and the effect of the order.
    expect(same.df).toBe(4);
    // Each arm's sessions have their own noise of .003 here, and count their events in whole numbers.
    expect(Math.sqrt(same.variance)).toBeGreaterThan(0.001);
    expect(Math.sqrt(same.variance)).toBeLessThan(0.02);
    const slower = (run: Run) =>
      withSessions(run, (session) => ({ ...session, durationNs: 2 * session.durationNs }));
    const changed = spreadOf([{ base: pair(5).base, head: slower(pair(5).head) }])!;
    expect(changed.variance).toBeCloseTo(same.variance, 12);
  });

  it("moderates nothing until five measurements tell how much spreads differ", () => {
    expect(priorOf(known(pairs(4)))).toBeNull();
    expect(priorOf(known(pairs(5)))).not.toBeNull();
    expect(priorOf(known(pairs(5)), "another")).toBeNull();
  });

  it("is worth as much as today is noisy, for all gates alike", () => {
    const stored = known(pairs(8));
    const [quiet, noisy] = [priorOf(stored)!, priorOf(stored, "point-select", 4)!];
    expect(noisy.variance / quiet.variance).toBeCloseTo(4, 9);
    expect(noisy.df).toBeCloseTo(quiet.df, 9);
  });

  it.each<[string, (run: Run) => Run]>([
    ["another machine", (run) => ({ ...run, environment: { ...run.environment, cpuCount: 64 } })],
    ["another version", (run) => ({ ...run, environment: { ...run.environment, databaseVersion: "16.0" } })],
    ["other settings", (run) => ({ ...run, environment: { ...run.environment, settings: { fsync: "on" } } })],
    ["other slices", (run) => ({ ...run, plan: { ...run.plan, sliceMs: 1 } })],
    ["another load generator", (run) => ({ ...run, generator: { ...run.generator, version: "9" } })],
  ])("is none of %s", (_, edit) => {
    const others = pairs(6).map(({ base, head }) => ({ base: edit(base), head: edit(head) }));
    expect(known(others).measurements).toBe(0);
    expect(spreadOf(others)).toBeNull();
  });

  it("lasts when a workload is added to the suite, and ends for one whose options change", () => {
    const workloads = [
      { name: "point-select", workload: "oltp_point_select" },
      { name: "new", workload: "oltp_read_only" },
    ];
    const wider = pair(1, 0, { workloads });
    const now = knownOf(pairs(5), conditionsOfRun(wider.base));
    expect(priorOf(now)).not.toBeNull();
    expect(now.expected("new", "qps")).toBeNull();
    const other = pairs(5, {
      workloads: [{ name: "point-select", workload: "oltp_point_select", options: { threads: 99 } }],
    });
    expect(spreadOf(other)).toBeNull();
  });

  it("asks no more than what is known yet, such as before the start", () => {
    const machine = { cpuCount: subject.base.environment.cpuCount, seconds: subject.base.plan.seconds };
    const options = { threads: subject.base.workloads[0]!.options["threads"]! };
    const wanted = { facts: machine, workloads: [{ ...subject.base.workloads[0]!, options }] };
    expect(knownOf(pairs(3), wanted).measurements).toBe(3);
    expect(knownOf(pairs(3), { ...wanted, facts: { cpuCount: 1 } }).measurements).toBe(0);
  });

  it.each([
    ["that was left to the load generator, whatever it chose", "auto", true],
    ["that was asked for and was had", "pinned", true],
    ["that was asked for", "free", false],
  ])("before the start is that of the placement %s", (_, placement, isKnown) => {
    const workload = { name: "point-select", workload: "oltp_point_select" };
    const stored = pairs(3, { workloads: [{ ...workload, options: { placement: "pinned" } }] });
    const { plan, environment } = stored[0]!.base;
    const asked = {
      ...plan,
      mode: "side-by-side",
      workloads: [{ ...workload, options: { placement } }],
    } as const;
    const { cpuCount, memoryBytes } = environment;
    const noise = knownOf(stored, conditionsOfPlan(asked, { cpuCount, memoryBytes }));
    expect(noise.expected("point-select", "qps") !== null).toBe(isKnown);
  });
});

/** Sessions whose durations, and so their rates, follow the given log values. */
function withNoise(run: Run, logs: readonly number[]): Run {
  const edit = (session: Session): Session => ({
    ...session,
    durationNs: 2e9,
    committedQueries: Math.round(1e9 * Math.exp(logs[session.index]!)),
  });
  return withSessions(run, edit);
}

describe("the form of the test", () => {
  const earlier = (shared: number, tail: (rng: () => number) => number): readonly Pair[] => {
    const rng = seededRng(3);
    return Array.from({ length: 12 }, (_, i) => {
      const { base, head } = pair(200 + i, 0, { sessions: 8 });
      const common = Array.from({ length: 8 }, () => shared * drawNormal(rng));
      const own = () => common.map((value) => value + 0.02 * tail(rng) * drawNormal(rng));
      return { base: withNoise(base, own()), head: withNoise(head, own()) };
    });
  };
  const qps = [{ workload: "point-select", metric: "qps" }] as const;
  const stalls = (rng: () => number) => (rng() < 0.1 ? 6 : 1);

  it("is pairs while nothing is known, where arms share noise, and where ratios are normal", () => {
    expect(known([]).form(qps)).toBe("paired");
    expect(known(earlier(0, stalls).slice(0, 4)).form(qps)).toBe("paired");
    expect(known(earlier(0.05, stalls)).form(qps)).toBe("paired");
    expect(known(earlier(0, () => 1)).form(qps)).toBe("paired");
  });

  it("is ranks where stored arms share no noise and their ratios have heavy tails", () => {
    expect(known(earlier(0, stalls)).form(qps)).toBe("unpaired");
    const gates = [{ metric: "qps", margin: 0.02, floor: null }] as const;
    const { base, head } = subject;
    const report = judged({ base, head }, earlier(0, stalls), { ...RULES, gates });
    expect(report.rule.form).toBe("unpaired");
    expect(codes(report), "they were measured together").not.toContain("unpaired");
  });
});

describe("what the form is chosen by", () => {
  it.each(referenceSeries.arms)(
    "agrees with NumPy and SciPy: the arms' own share is $own, the weight of the tails $weight",
    ({ base, head, own, weight }) => {
      const series = base.map((values, i) => ({
        base: values,
        head: head[i]!,
        ratios: values.map((value, at) => head[i]![at]! - value),
      }));
      expect(ownShare(series)).toBeCloseTo(own, 10);
      // Ours has the scale of the median deviation to four digits.
      expect(tailWeight(series)).toBeCloseTo(weight, 4);
    },
  );
});

describe("a comparison that knows earlier noise", () => {
  const few = pair(1, Math.log(0.97), { sessions: 4, noise: 0.006 });
  const earlier = pairs(12, { noise: 0.006 });
  const qps = (stored: readonly Pair[]) => changeOf(judged(few, stored), "qps");

  it("sees more in few sessions, and says how many measurements it leans on and what it expected", () => {
    const [alone, helped] = [qps([]), qps(earlier)];
    expect(helped.smallestVisible!).toBeLessThan(alone.smallestVisible!);
    expect(helped.effect).toBe(alone.effect);
    expect(alone.expectedVisible).toBeUndefined();
    expect(helped.expectedVisible!).toBeGreaterThan(0.02);
    expect(judged(few, earlier).rule.earlier).toBe(12);
    for (const stored of [[], pairs(4)]) {
      expect(judged(few, stored).rule).not.toHaveProperty("earlier");
    }
  });

  it("leaves itself out", () => expect(qps([few, few, few, few, few, few])).toEqual(qps([])));
});

describe("the expected visible change", () => {
  const noise = known(pairs(8, { noise: 0.05 }));
  const of = (plan: Parameters<typeof expectedChanges>[1], rules = RULES) =>
    expectedChanges(noise, plan, rules).find(({ metric }) => metric === "qps")!.visible;

  it("shrinks with sessions and with a second look, and never below the limit", () => {
    expect(of({ sessions: 16, looks: 1 })).toBeLessThan(of({ sessions: 8, looks: 1 }));
    expect(of({ sessions: 8, looks: 2 })).toBeLessThan(of({ sessions: 8, looks: 1 }));
    expect(of({ sessions: 8, looks: 2 })).toBeGreaterThan(of({ sessions: 16, looks: 1 }));
    expect(of({ sessions: 200, looks: 1 })).toBeGreaterThan(0.02);
  });

  it("is near what such a measurement then says it could see", () => {
    const measured = pair(7, 0, { sessions: 8, noise: 0.02 });
    const report = judged(measured, pairs(8, { noise: 0.02 }));
    const change = changeOf(report, "qps");
    expect(change.expectedVisible! / change.smallestVisible!).toBeGreaterThan(0.7);
    expect(change.expectedVisible! / change.smallestVisible!).toBeLessThan(1.4);
  });

  it("tells how many sessions are enough: more where it is noisy, and nothing where a gate is unknown", () => {
    const enough = (noise: number) => enoughSessions(known(pairs(8, { noise })), 2, RULES, 40);
    expect(enough(0.003)).toBe(8);
    expect(enough(0.04)!).toBeGreaterThan(8);
    expect(enough(0.2)).toBe(40);
    expect(enoughSessions(known([]), 2, RULES, 40)).toBeNull();
  });

  it("is said of gates whose noise is known, and of nothing else", () => {
    const expected = expectedChanges(noise, { sessions: 8, looks: 2 }, RULES);
    expect(expected.map(({ metric }) => metric)).toEqual(["qps", "server-cpu", "p99"]);
    expect(expectedChanges(known([]), { sessions: 8, looks: 2 }, RULES)).toEqual([]);
    expect(expectedChanges(noise, { sessions: 1, looks: 1 }, RULES)).toEqual([]);
  });
});

describe("what a store knows, at its edges", () => {
  type Spreads = EarlierSeries["spreads"];
  const spread = (order: number | null = null, variance = 4e-4) => ({ variance, df: 7, order, lag: null });
  const told = (spreads: Spreads, series: Partial<EarlierSeries> = {}) =>
    new KnownNoise(
      {
        measurements: spreads.length,
        series: [{ workload: "w", metric: "qps", level: 1, ownShare: 0, tailWeight: 1, spreads, ...series }],
      },
      ["w"],
    );

  it("is the effect of the order only from five measurements on that tell it", () => {
    const orders = [0.01, 0.02, 0.03, 0.04];
    expect(told(orders.map((order) => spread(order))).order("w", "qps")).toBeNull();
    expect(told([...orders.map((order) => spread(order)), spread(null), null]).order("w", "qps")).toBeNull();
    expect(told([...orders, 0.05].map((order) => spread(order))).order("w", "qps")).toBeCloseTo(0.03, 12);
  });

  it("expects the variance whose sample would have these logarithms", () => {
    // The mean of a sample's log variance is below the log of the variance, by log(7/2) - digamma(7/2).
    const { variance, df } = told([spread(), spread()]).expected("w", "qps")!;
    expect(variance / 4e-4).toBeCloseTo(Math.exp(Math.log(3.5) - 1.103156640645243), 10);
    expect(df).toBe(14);
  });

  it("takes sessions for pairs unless both their own noise and their tails speak against it", () => {
    const five = Array.from({ length: 5 }, () => spread());
    const formOf = (ownShare: number, tailWeight: number, spreads: Spreads = five) =>
      told(spreads, { ownShare, tailWeight }).form([{ workload: "w", metric: "qps" }]);
    expect(formOf(0.9, 1.25)).toBe("unpaired");
    expect(formOf(0.89, 1.25)).toBe("paired");
    expect(formOf(0.9, 1.24)).toBe("paired");
    expect(formOf(1, 2, five.slice(1))).toBe("paired");
  });

  it("is used from five measurements on, however many series they lack", () => {
    const four = told([spread(), spread(), spread(), spread()]);
    expect([four.measurements, four.used]).toEqual([4, 0]);
    const five = told([spread(), null, spread(), spread(), spread()]);
    expect([five.measurements, five.used]).toEqual([5, 5]);
    expect(new KnownNoise(undefined, []).used).toBe(0);
  });

  it("is told by workload and metric", () => {
    const noise = told([spread(), spread()], { level: 42 });
    expect(noise.level("w", "qps")).toBe(42);
    expect(noise.level("w", "p99")).toBeNull();
    expect(noise.level("v", "qps")).toBeNull();
    expect(noise.expected("w", "p99")).toBeNull();
  });

  it("leaves out measurements whose sessions agree to the last digit", () => {
    expect(told([spread(), spread(null, 0)]).expected("w", "qps")!.df).toBe(7);
    expect(told([spread(null, 0)]).expected("w", "qps")).toBeNull();
  });

  it("expects the geometric middle of days that are more or less noisy", () => {
    const of = (...variances: readonly number[]) =>
      told(variances.map((variance) => spread(null, variance))).expected("w", "qps")!.variance;
    expect(of(1e-4, 4e-4)).toBeCloseTo(of(2e-4), 12);
  });

  it("takes the form that half of the known series speak for", () => {
    const five = Array.from({ length: 5 }, () => spread());
    const series = (metric: "qps" | "p99" | "mean", ownShare: number, spreads: Spreads = five) => ({
      workload: "w",
      metric,
      level: 1,
      ownShare,
      tailWeight: 2,
      spreads,
    });
    const formOf = (...all: readonly ReturnType<typeof series>[]) =>
      new KnownNoise({ measurements: 5, series: all }, ["w"]).form(
        (["qps", "p99", "mean"] as const).map((metric) => ({ workload: "w", metric })),
      );
    expect(formOf(series("qps", 1), series("p99", 0.2), series("mean", 1))).toBe("unpaired");
    expect(formOf(series("qps", 1), series("p99", 0.2), series("mean", 0.2))).toBe("paired");
    // A series of four measurements has no say.
    expect(formOf(series("qps", 1), series("p99", 0.2, five.slice(1)))).toBe("unpaired");
  });
});

describe("how alike neighbouring sessions are", () => {
  const seen = (lag: number | null) => ({ variance: 1e-4, df: 7, order: null, lag });
  const series = (workload: string, ...lags: readonly (number | null | "missing")[]): EarlierSeries => ({
    workload,
    metric: "qps",
    level: 1000,
    ownShare: 0.5,
    tailWeight: 1,
    spreads: lags.map((lag) => (lag === "missing" ? null : seen(lag))),
  });
  const asked = (measurements: number, all: readonly EarlierSeries[], ...names: readonly string[]) =>
    new KnownNoise({ measurements, series: all }, names).correlation(
      names.map((workload) => ({ workload, metric: "qps" })),
    );
  const ALIKE = series("a", 0.3, 0.31, 0.29, 0.3, 0.32);

  it("is what five measurements agree on, more than few sessions show of it", () => {
    expect(asked(5, [ALIKE], "a")).toBeGreaterThan(0.3);
    expect(asked(4, [ALIKE], "a"), "four are too few").toBeNull();
    expect(new KnownNoise(undefined, ["a"]).correlation([{ workload: "a", metric: "qps" }])).toBeNull();
  });

  it("is nothing where they do not agree, or the gates are others", () => {
    expect(asked(5, [series("a", 0.3, -0.3, 0.2, -0.2, 0.1)], "a")).toBeNull();
    expect(asked(5, [ALIKE], "b")).toBeNull();
    expect(asked(5, [ALIKE], "a", "b"), "one that is not known tells nothing either way").toBe(
      asked(5, [ALIKE], "a"),
    );
  });

  it("leaves out measurements that lack the gate, or its correlation", () => {
    const some = series("a", 0.3, 0.31, "missing", 0.29, null, 0.3, 0.32);
    expect(asked(7, [some], "a")).toBe(asked(5, [ALIKE], "a"));
    expect(asked(5, [series("a", null, null, null, null, null)], "a")).toBeNull();
  });
});
