/** A sweep of made-up runs, and what is said of it in each form. */
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type MeasuredPair, type SuiteParts, sweepOf } from "../../../../src/analysis/sweep/sweep.ts";
import { USUAL_RULES } from "../../../../src/config/rules.ts";
import { type Grid, pointName } from "../../../../src/config/sweep.ts";
import type { Run, Session } from "../../../../src/model/run.ts";
import { Sweep } from "../../../../src/model/sweep.ts";
import { sweepPage } from "../../../../src/report/html/sweep.ts";
import { sweepMarkdown } from "../../../../src/report/markdown/sweep.ts";
import { renderSweep, sweepCsv } from "../../../../src/report/terminal/sweep.ts";
import { throughputAt } from "../../../../src/stats/usl.ts";
import { expectGolden } from "../../../support/golden.ts";
import { makePair, makeRun } from "../../../support/runs.ts";

const GOLDEN = path.resolve(import.meta.dirname, "../../../golden/sweep");
const STAMP = {
  id: "00000000-0000-4000-8000-000000000017",
  createdAt: "2026-01-02T03:04:05.000Z",
  version: "0.1.0",
};
const LOADS = [1, 2, 4, 8, 16, 32, 64];

const GRID: Grid = {
  axes: [{ option: "threads", values: LOADS }],
  points: LOADS.map((threads) => {
    const values = { threads };
    return { position: 0, workload: "select", values, name: pointName("select", values) };
  }),
};

/** Peaks at 15 connections. */
const WORKLOADS = GRID.points.map(({ name, values }) => {
  const n = values["threads"] as number;
  const rate = throughputAt([1 / 400, 0.05 / 400, 0.004 / 400], n);
  return { name, workload: "oltp_point_select", rate, medianNs: (n / rate) * 0.95e9 };
});

const PARTS: Omit<SuiteParts, "pairs"> = {
  suite: "oltp",
  grid: GRID,
  nodes: {},
  rules: USUAL_RULES,
  sessions: 5,
  missing: () => undefined,
};
const swept = (...suites: readonly SuiteParts[]): Sweep | null =>
  sweepOf({ suites, steps: { done: 35, planned: 35 } }, STAMP);

const recipe = { sessions: 5, secondsPerSession: 1, workloads: WORKLOADS };
const alone = (run: Run): readonly MeasuredPair[] => [
  { reference: null, target: "", runs: { base: null, head: run } },
];
const pairOf = (target: string, seed: number, change: number): MeasuredPair => {
  const [base, head] = makePair({ ...recipe, seed }, change);
  return { reference: "plain", target, runs: { base, head } };
};

const ofEach = (run: Run, change: (session: Session) => Session): Run => ({
  ...run,
  workloads: run.workloads.map((each) => ({ ...each, sessions: each.sessions.map(change) })),
});

/** Judged anew in each test: what a file makes while it is read is no test of anything. */
const one = () => swept({ ...PARTS, pairs: alone(makeRun(recipe)) })!;
const three = () => swept({ ...PARTS, pairs: [pairOf("slower", 3, -0.2), pairOf("same", 5, 0)] })!;

describe("a sweep", () => {
  it("is what its schema says", () => {
    for (const sweep of [one(), three()])
      expect(Sweep.parse(JSON.parse(JSON.stringify(sweep)))).toEqual(sweep);
  });

  it("has each point's values with an interval over its sessions", () => {
    expect(one().points.map(({ values, sessions }) => [values["threads"], sessions])).toEqual(
      LOADS.map((n) => [n, 5]),
    );
    for (const { metrics } of one().points) {
      const qps = metrics.find(({ metric }) => metric === "qps")!;
      expect(qps.interval!.low).toBeLessThan(qps.value);
      expect(qps.interval!.high).toBeGreaterThan(qps.value);
      expect(metrics.map(({ metric }) => metric)).toContain("p99");
    }
  });

  it("finds the peak of the system that made the numbers", () => {
    const [curve] = one().scaling;
    expect(curve?.scaling).toMatchObject({ kind: "fit", hasCoherence: true, peak: { kind: "within" } });
    if (curve?.scaling.kind !== "fit" || curve.scaling.peak.kind !== "within") return;
    const { at } = curve.scaling.peak;
    expect(at.low).toBeLessThan(15.4);
    expect(at.high).toBeGreaterThan(15.4);
  });

  it("leaves points out of the law that show the load generator, and says so", () => {
    const run = makeRun(recipe);
    const busy = {
      ...run,
      workloads: run.workloads.map((each, i) => ({
        ...each,
        sessions: each.sessions.map((session) => ({
          ...session,
          client: { ...session.client, cpuShare: i === 6 ? 0.97 : 0.3 },
        })),
      })),
    };
    const sweep = swept({ ...PARTS, pairs: alone(busy) })!;
    expect(sweep.points.map(({ clientBound }) => clientBound)).toEqual([...Array(6).fill(false), true]);
    expect(sweep.scaling[0]?.leftOut).toEqual([64]);
    const wild = WORKLOADS.map((each, i) => (i === 6 ? { ...each, rate: 9 * each.rate } : each));
    const others = makeRun({ ...recipe, workloads: WORKLOADS.slice(0, 6) });
    const last = {
      ...busy.workloads[6]!,
      sessions: makeRun({ ...recipe, workloads: wild }).workloads[6]!.sessions,
    };
    const bound = last.sessions.map((each) => ({ ...each, client: { ...each.client, cpuShare: 0.97 } }));
    const withLast = { ...others, workloads: [...others.workloads, { ...last, sessions: bound }] };
    expect(swept({ ...PARTS, pairs: alone(withLast) })!.scaling[0]!.scaling).toEqual(
      swept({ ...PARTS, pairs: alone(others) })!.scaling[0]!.scaling,
    );
    expect(renderSweep(sweep, { colour: false })).toContain(
      "1 load (64) left out: they show the load generator",
    );
  });

  it("tells by Little's law that connections wait for a client", () => {
    const run = makeRun(recipe);
    const idle = {
      ...run,
      workloads: run.workloads.map((each) => ({
        ...each,
        sessions: each.sessions.map((session) => {
          const { sumNs } = session.latency;
          return { ...session, connections: 1, restNs: 0, durationNs: sumNs / 0.9 };
        }),
      })),
    };
    const { points } = swept({ ...PARTS, pairs: alone(idle) })!;
    expect(points[0]!.busy).toBeCloseTo(0.9, 9);
    expect(points[0]!.clientBound).toBe(true);
  });

  it("has no law of a load that is planned, whose throughput is what was asked for", () => {
    const run = makeRun(recipe);
    const openLoop = {
      offered: 100,
      offeredPerSecond: 100,
      achievedPerSecond: 100,
      unstarted: 0,
      sustained: true,
      service: { count: 100, minNs: 1, maxNs: 1, sumNs: 100 },
      lateness: { count: 100, minNs: 1, maxNs: 1, sumNs: 100 },
    };
    const planned = ofEach(run, (session) => ({ ...session, openLoop }));
    const sweep = swept({ ...PARTS, pairs: alone(planned) })!;
    expect(Sweep.parse(sweep)).toEqual(sweep);
    expect(sweep.points[0]).toMatchObject({ pace: "rate", busy: null, clientBound: false });
    expect(sweep.points[0]!.offeredPerSecond).toBe(100);
    expect(sweep.scaling.map(({ scaling }) => scaling)).toEqual([{ kind: "none", why: "rate" }]);
    expect(renderSweep(sweep, { colour: false })).toContain("No scalability law: the workload has a rate");
  });

  it("takes no pause that the workload makes for a client that is busy", () => {
    const run = makeRun(recipe);
    const idle = ofEach(run, (session) => ({
      ...session,
      connections: 1,
      restNs: 0,
      durationNs: session.latency.sumNs / 0.01,
    }));
    const options = { ...run.workloads[0]!.options, wait: true };
    const waiting = { ...idle, workloads: idle.workloads.map((each) => ({ ...each, options })) };
    const { points, scaling } = swept({ ...PARTS, pairs: alone(waiting) })!;
    expect(points[0]).toMatchObject({ pace: "pauses", busy: null, clientBound: false });
    expect(scaling[0]).toMatchObject({ leftOut: [], scaling: { kind: "fit" } });
  });

  it("says of a point that has fewer sessions than were planned how many it has", () => {
    const run = makeRun(recipe);
    const [first, ...others] = run.workloads;
    const cut = { ...run, workloads: [{ ...first!, sessions: first!.sessions.slice(0, 2) }, ...others] };
    const text = sweepMarkdown(swept({ ...PARTS, pairs: alone(cut) })!);
    expect(text.match(/\d+ of \d+ sessions/g)).toEqual(["2 of 5 sessions"]);
    // The reference has a session with each of the other targets.
    expect(sweepMarkdown(three())).not.toMatch(/\d+ of \d+ sessions/);
    const { runs, ...pair } = pairOf("same", 5, 0);
    const none = swept({ ...PARTS, pairs: [pairOf("slower", 3, -0.2), { ...pair, runs: null }] })!;
    expect(runs).not.toBeNull();
    expect(sweepMarkdown(none).match(/\d+ of \d+ sessions/g)).toEqual(LOADS.map(() => "5 of 10 sessions"));
  });

  it("says of a point whose events failed how many did", () => {
    const run = makeRun(recipe);
    const [first, ...others] = run.workloads;
    const failing = first!.sessions.map((session) => ({
      ...session,
      failedEvents: Math.round(session.events / 3),
    }));
    const failed = { ...run, workloads: [{ ...first!, sessions: failing }, ...others] };
    const text = renderSweep(swept({ ...PARTS, pairs: alone(failed) })!, { colour: false });
    expect(text.match(/\S+ % of the events failed/g)).toEqual(["25 % of the events failed"]);
  });

  it("names a point that was given up, and fits what is left", () => {
    const missing = (_: string, name: string) =>
      name === "select threads=64" ? "too many clients already" : undefined;
    const run = makeRun({ ...recipe, workloads: WORKLOADS.slice(0, 6) });
    const sweep = swept({ ...PARTS, missing, pairs: alone(run) })!;
    expect(sweep.points.at(-1)).toMatchObject({
      sessions: 0,
      missing: "too many clients already",
      metrics: [],
    });
    expect(sweep.scaling[0]?.scaling.kind).toBe("fit");
    expect(sweepMarkdown(sweep)).toContain("given up: too many clients already");
  });

  it("is bound by the client where more than half of the sessions say so, or connections hardly wait", () => {
    const bound = (edit: (at: number) => object, sessions = 4) => {
      const run = makeRun({ ...recipe, sessions, workloads: WORKLOADS.slice(0, 1) });
      const edited = run.workloads.map((each) => ({
        ...each,
        sessions: each.sessions.map((session, at) => ({ ...session, ...edit(at) })),
      }));
      const { points } = swept({
        ...PARTS,
        pairs: alone({ ...run, workloads: edited as Run["workloads"] }),
      })!;
      return [points[0]!.clientBound, points[0]!.busy];
    };
    const client = (cpuShare: number) => ({ client: { cpuShare, stealShare: 0, loadAverage: 0 } });
    expect(bound((at) => client(at < 2 ? 0.9 : 0.1))[0], "half of them").toBe(false);
    expect(bound((at) => client(at < 3 ? 0.9 : 0.1))[0]).toBe(true);
    expect(bound(() => client(0.85))[0]).toBe(false);
    const latency = { ...makeRun({}).workloads[0]!.sessions[0]!.latency, sumNs: 90 };
    const loop = { connections: 2, durationNs: 60, restNs: 20, failedEvents: 0, retries: 0, latency };
    expect(bound(() => loop)).toEqual([true, expect.closeTo(0.9, 12)]);
    expect(bound(() => ({ ...loop, latency: { ...latency, sumNs: 98 } }))).toEqual([false, 0.98]);
    expect(
      bound(() => ({ ...loop, latency: { ...latency, sumNs: 120 } })),
      "clocks differ a little",
    ).toEqual([false, 1]);
    for (const silent of [{ failedEvents: 1 }, { retries: 1 }, { restNs: 120 }, { connections: undefined }])
      expect(bound(() => ({ ...loop, ...silent }))).toEqual([false, null]);
    const openLoop = { latencyFrom: "planned" };
    expect(
      bound(() => ({ ...loop, openLoop })),
      "an open loop waits for its plan",
    ).toEqual([false, null]);
    expect(bound((at) => (at === 0 ? loop : { ...loop, retries: 1 }))[1], "of those that tell").toBeCloseTo(
      0.9,
      12,
    );
  });

  it("has no interval of one session, and says the suite, what it ran on and how long", () => {
    const single = swept({ ...PARTS, sessions: 1, pairs: alone(makeRun({ ...recipe, sessions: 1 })) })!;
    const qps = single.points[0]!.metrics.find(({ metric }) => metric === "qps")!;
    expect([qps.interval, qps.values.length]).toEqual([null, 1]);
    expect(qps.value).toBeCloseTo(qps.values[0]!, 6);
    const { database, databaseVersion } = single.environment;
    expect(single.suites).toEqual([
      {
        suite: "oltp",
        sessions: 1,
        seconds: single.plan.seconds,
        database: `${database} ${databaseVersion}`,
      },
    ]);
  });

  it("has an interval of two, and a plain mean where a session stood still, which is no part of the law", () => {
    const sweepWith = (still: readonly number[]) => {
      const run = makeRun({ ...recipe, sessions: 2 });
      const [first, ...others] = run.workloads;
      const sessions = first!.sessions.map((session) =>
        still.includes(session.index) ? { ...session, events: 0, committedQueries: 0 } : session,
      );
      return swept({
        ...PARTS,
        sessions: 2,
        pairs: alone({ ...run, workloads: [{ ...first!, sessions }, ...others] }),
      })!;
    };
    const qps = (sweep: Sweep) => sweep.points[0]!.metrics.find(({ metric }) => metric === "qps")!;
    const [whole, half] = [sweepWith([]), sweepWith([1])];
    expect(qps(whole).interval).not.toBeNull();
    const [value] = qps(whole).values;
    expect(qps(half)).toEqual({ metric: "qps", value: value! / 2, interval: null, values: [value, 0] });
    expect(half.scaling[0]!.scaling).toMatchObject({ kind: "fit" });
    expect(sweepWith([0, 1]).scaling[0]!.scaling).toMatchObject({ kind: "fit" });
  });

  it("shows of each point what its sessions have, in one order, and nothing that they have not", () => {
    const [point] = one().points;
    expect(point!.metrics.map(({ metric }) => metric)).toEqual([
      "qps",
      "tps",
      "mean",
      "p50",
      "p95",
      "p99",
      "p99.9",
      "server-cpu",
      "failed-share",
    ]);
    expect(point).not.toHaveProperty("missing");
    const run = makeRun({ ...recipe, workloads: WORKLOADS.slice(0, 1) });
    const capacity = { size: 900, low: 800, high: 1000, trials: [] };
    const workloads = run.workloads.map((each) => ({
      ...each,
      sessions: each.sessions.map((session) => ({ ...session, newOrders: 60, capacity })),
    }));
    const more = swept({ ...PARTS, pairs: alone({ ...run, workloads } as unknown as Run) })!.points[0]!;
    const values = Object.fromEntries(more.metrics.map(({ metric, value }) => [metric, value]));
    expect(values["capacity"]).toBeCloseTo(900, 6);
    expect(values["tpmc"]).toBeGreaterThan(0);
  });

  it("has a curve for each value of the options beside the load", () => {
    const points = [1, 4].flatMap((tables) =>
      LOADS.map((threads) => {
        const values = { threads, tables };
        return { position: 0, workload: "select", values, name: pointName("select", values) };
      }),
    );
    const grid: Grid = {
      axes: [
        { option: "threads", values: LOADS },
        { option: "tables", values: [1, 4] },
      ],
      points,
    };
    const workloads = points.map(({ name, values }) => ({
      ...WORKLOADS[LOADS.indexOf(values.threads)]!,
      name,
    }));
    const { scaling } = swept({ ...PARTS, grid, pairs: alone(makeRun({ ...recipe, workloads })) })!;
    expect(scaling.map(({ over, values, scaling: { kind } }) => [over, values, kind])).toEqual([
      ["threads", { tables: 1 }, "fit"],
      ["threads", { tables: 4 }, "fit"],
    ]);
  });

  it("says each warning of its runs, whichever has it", () => {
    const warning = (code: string) => ({ code, message: "m", remedy: "r" });
    const pair = pairOf("slower", 3, -0.2);
    const { base, head } = pair.runs!;
    const runs = {
      base: { ...base!, warnings: [warning("of-base")] },
      head: { ...head, warnings: [warning("of-head")] },
    };
    const own = (code: string) => ({ ...warning(code), suite: "oltp" });
    expect(swept({ ...PARTS, pairs: [{ ...pair, runs }] })!.warnings).toEqual(
      expect.arrayContaining([own("of-base"), own("of-head")]),
    );
    const single = { ...makeRun(recipe), warnings: [warning("alone")] };
    expect(swept({ ...PARTS, pairs: alone(single) })!.warnings).toEqual([own("alone")]);
  });

  it("says each warning of its runs once", () => {
    const warning = { code: "busy", message: "m", remedy: "r" };
    const [pair] = [pairOf("slower", 3, -0.2)];
    const { base, head } = pair.runs!;
    const warned = {
      ...pair,
      runs: { base: { ...base!, warnings: [warning] }, head: { ...head, warnings: [warning] } },
    };
    const { warnings } = swept({ ...PARTS, pairs: [warned] })!;
    expect(warnings.filter(({ code }) => code === "busy")).toEqual([{ ...warning, suite: "oltp" }]);
  });

  it("names the pair that has a warning, and none where all have it", () => {
    const warning = (code: string) => ({ code, message: "m", remedy: "r" });
    const pairs = ["slower", "same"].map((target, i) => {
      const pair = pairOf(target, 3 + i, 0);
      const { base, head } = pair.runs!;
      return {
        ...pair,
        runs: { base, head: { ...head, warnings: [warning("all"), ...(i === 0 ? [warning("one")] : [])] } },
      };
    });
    const { warnings } = swept({ ...PARTS, pairs })!;
    const of = (code: string) => warnings.filter((each) => each.code === code);
    expect(of("all")).toEqual([{ ...warning("all"), suite: "oltp" }]);
    expect(of("one")).toEqual([
      { ...warning("one"), suite: "oltp", pair: { reference: "plain", target: "slower" } },
    ]);
  });

  it("is none where nothing was measured", () => {
    expect(swept({ ...PARTS, pairs: [{ reference: null, target: "", runs: null }] })).toBeNull();
  });
});

describe("targets beside each other", () => {
  it("share the level, and each is one family of all its points", () => {
    expect(three().targets).toEqual(["plain", "slower", "same"]);
    expect(three().comparisons.map(({ alpha }) => alpha)).toEqual([0.025, 0.025]);
    const verdicts = three().comparisons.map(({ points }) =>
      points.map(({ changes }) => changes.find(({ metric }) => metric === "qps")?.verdict.kind),
    );
    expect(new Set(verdicts[0])).toEqual(new Set(["regressed"]));
    expect(verdicts[1]).not.toContain("regressed");
  });

  it("have a mean over all points, and the document's improvement beside ours", () => {
    const [slower, same] = three().comparisons;
    const qps = slower!.together.find(({ metric }) => metric === "qps");
    expect(qps?.effect).toBeCloseTo(Math.exp(-0.2) - 1, 1);
    // (B - A) / B of a B that is e^-.2 A: 1 - e^.2.
    expect(slower!.document?.average).toBeCloseTo(1 - Math.exp(0.2), 1);
    expect(slower!.document).toMatchObject({ negative: 7, points: 7 });
    expect(Math.abs(same!.document!.average)).toBeLessThan(0.03);
  });

  it("are compared as far as they were measured", () => {
    const later: MeasuredPair = { reference: "plain", target: "later", runs: null };
    const measured = pairOf("same", 5, 0);
    const withoutBase = { ...pairOf("alone", 7, 0) };
    const headOnly: MeasuredPair = { ...withoutBase, runs: { ...withoutBase.runs!, base: null } };
    const sweep = swept({ ...PARTS, pairs: [measured, later, headOnly] })!;
    expect(sweep.targets).toEqual(["plain", "same", "later", "alone"]);
    expect(sweep.comparisons.map(({ target }) => target)).toEqual(["same"]);
    const sessions = (target: string) => sweep.points.find((point) => point.target === target)!.sessions;
    expect(["plain", "same", "later", "alone"].map(sessions)).toEqual([5, 5, 0, 5]);
  });

  it("have the document's improvement of QPS, of the points where it is a number", () => {
    const still = (run: Run, places: readonly number[]): Run => ({
      ...run,
      workloads: run.workloads.map((each, i) => ({
        ...each,
        sessions: each.sessions.map((session) =>
          places.includes(i) ? { ...session, events: 0, committedQueries: 0 } : session,
        ),
      })),
    });
    const document = (places: readonly number[]) => {
      const pair = pairOf("slower", 3, 0);
      const runs = { ...pair.runs!, head: still(pair.runs!.head, places) };
      return swept({ ...PARTS, pairs: [{ ...pair, runs }] })!.comparisons[0]!.document;
    };
    expect(document([1, 2])).toMatchObject({ points: 5, sd: expect.any(Number) });
    expect(document([0, 1, 2, 3, 4])).toMatchObject({ points: 2, sd: expect.any(Number) });
    expect(document([0, 1, 2, 3, 4, 5])).toMatchObject({ points: 1, sd: null });
    expect(document([0, 1, 2, 3, 4, 5, 6])).toBeNull();
    // Twice the queries in as many events.
    const pair = pairOf("slower", 3, 0);
    const doubled = {
      ...pair.runs!.head,
      workloads: pair.runs!.head.workloads.map((each) => ({
        ...each,
        sessions: each.sessions.map((session) => ({
          ...session,
          committedQueries: 2 * session.committedQueries,
        })),
      })),
    };
    const [twice] = swept({
      ...PARTS,
      pairs: [{ ...pair, runs: { ...pair.runs!, head: doubled } }],
    })!.comparisons;
    expect(twice!.document!.average).toBeCloseTo(0.5, 1);
  });

  it("give the reference the sessions of all its pairs", () => {
    const sessions = Object.fromEntries(three().points.map(({ target, sessions }) => [target, sessions]));
    expect(sessions).toEqual({ plain: 10, slower: 5, same: 5 });
  });
});

describe("suites beside each other", () => {
  const plain = (suite: string, seed: number) => ({
    ...PARTS,
    suite,
    pairs: alone(makeRun({ ...recipe, seed })),
  });
  const two = () => swept(plain("oltp", 1), plain("no jit", 2))!;

  it("are a column of table and CSV, each with its own points and curve", () => {
    expect(Sweep.parse(JSON.parse(JSON.stringify(two())))).toEqual(two());
    expect(two().suite).toBe("oltp + no jit");
    expect(two().points.map(({ suite }) => suite)).toEqual([
      ...Array(7).fill("oltp"),
      ...Array(7).fill("no jit"),
    ]);
    expect(two().scaling.map(({ suite, scaling }) => [suite, scaling.kind])).toEqual([
      ["oltp", "fit"],
      ["no jit", "fit"],
    ]);
    const text = renderSweep(two(), { colour: false });
    expect(text).toMatch(/^ *suite +threads +QPS/m);
    expect(text).toMatch(/^ *no jit +64 /m);
    expect(text).toContain("\nno jit: select\n");
    expect(sweepCsv(two())).toContain("\r\nno jit,,select,1,5,");
  });

  it("have a picture each, or one along the suites where no option has two values", () => {
    const captionsOf = (sweep: Sweep) =>
      [...sweepPage(sweep).matchAll(/<figcaption>(.*?)<\/figcaption>/g)].map(([, text]) => text);
    expect(captionsOf(two())).toEqual([
      "QPS of oltp: select",
      "Latency of oltp: select",
      "QPS of no jit: select",
      "Latency of no jit: select",
    ]);
    const grid: Grid = { axes: [{ option: "threads", values: [64] }], points: GRID.points.slice(-1) };
    const alongSuites = swept({ ...plain("oltp", 1), grid }, { ...plain("no jit", 2), grid })!;
    expect(captionsOf(alongSuites)).toEqual(["QPS of select threads=64", "Latency of select threads=64"]);
  });

  it("may sweep different options", () => {
    const points = [1, 2].map((warehouses) => {
      const values = { warehouses };
      return { position: 0, workload: "tpcc", values, name: pointName("tpcc", values) };
    });
    const grid: Grid = { axes: [{ option: "warehouses", values: [1, 2] }], points };
    const workloads = points.map(({ name }) => ({ name, workload: "tpcc", rate: 100 }));
    const other = { ...PARTS, suite: "tpcc", grid, pairs: alone(makeRun({ ...recipe, workloads })) };
    const sweep = swept(plain("oltp", 1), other)!;
    expect(sweep.axes.map(({ option }) => option)).toEqual(["threads", "warehouses"]);
    expect(sweep.scaling.map(({ suite }) => suite)).toEqual(["oltp"]);
    expect(sweepPage(sweep)).toContain("QPS of tpcc: tpcc");
    expect(sweepCsv(sweep)).toContain("\r\ntpcc,,tpcc,,2,5,");
  });

  it("are families that share the level with all others", () => {
    const pairs = [pairOf("slower", 3, -0.2), pairOf("same", 5, 0)];
    const sweep = swept({ ...PARTS, pairs }, { ...PARTS, suite: "other", pairs })!;
    expect(sweep.comparisons.map(({ suite, target, alpha }) => [suite, target, alpha])).toEqual([
      ["oltp", "slower", 0.0125],
      ["oltp", "same", 0.0125],
      ["other", "slower", 0.0125],
      ["other", "same", 0.0125],
    ]);
    expect(sweep.targets).toEqual(["plain", "slower", "same"]);
    expect(renderSweep(sweep, { colour: false })).toContain("other: slower against plain");
  });

  it("have all values of an option that any of them sweeps, once", () => {
    const gridOf = (...loads: readonly number[]): Grid => ({
      axes: [{ option: "threads", values: [...loads] }],
      points: GRID.points.filter(({ values }) => loads.includes(values["threads"] as number)),
    });
    const sweep = swept(
      { ...plain("oltp", 1), grid: gridOf(1, 2, 4) },
      { ...plain("no jit", 2), grid: gridOf(2, 4, 8) },
    )!;
    expect(sweep.axes).toEqual([{ option: "threads", values: [1, 2, 4, 8] }]);
  });

  it("of which one was not measured yet say so", () => {
    const sweep = swept(plain("oltp", 1), {
      ...PARTS,
      suite: "later",
      pairs: [{ reference: null, target: "", runs: null }],
    })!;
    expect(sweep.suites[1]).toEqual({ suite: "later", sessions: 5, seconds: null, database: null });
    expect(sweepPage(sweep)).toContain("later: not measured");
    expect(renderSweep(sweep, { colour: false })).toContain("not measured");
  });
});

describe("what is said of it", () => {
  it.each([
    ["one-target", one],
    ["three-targets", three],
  ])("%s", (name, sweepNow) => {
    const sweep = sweepNow();
    expectGolden(path.join(GOLDEN, `${name}.txt`), renderSweep(sweep, { colour: false }));
    expectGolden(path.join(GOLDEN, `${name}.md`), sweepMarkdown(sweep));
    expectGolden(path.join(GOLDEN, `${name}.html`), sweepPage(sweep));
  });

  it("is a row a point for spreadsheets", () => {
    const [head, first, ...rest] = sweepCsv(one()).trimEnd().split("\r\n");
    expect(head).toMatch(/^suite,target,workload,threads,sessions,qps,qps-low,qps-high,tps,/);
    expect(first).toMatch(/^oltp,,select,1,5,\d/);
    expect(rest).toHaveLength(6);
  });

  it("leaves open for whom a point waited, where that is not known", () => {
    const sweep = one();
    const endOf = (busy: number | null, clientBound: boolean) => {
      const csv = sweepCsv({ ...sweep, points: [{ ...sweep.points[0]!, busy, clientBound }] });
      return csv.trimEnd().split("\r\n")[1]!.split(",").slice(-3).join();
    };
    expect(endOf(0.99, false)).toBe("0.99,false,");
    expect(endOf(null, false)).toBe(",,");
    expect(endOf(null, true)).toBe(",true,");
  });

  it("holds no name that could be markup", () => {
    const hostile = { ...three(), suite: "<img src=x>", targets: ["<b>", "|", "`"] };
    expect(sweepPage(hostile)).not.toContain("<img");
    expect(sweepMarkdown(hostile)).not.toContain("<img");
  });
});
