/** How throughput grows with the machines of the targets. */
import { describe, expect, it } from "vitest";
import { efficienciesOf, nodeCurves } from "../../../../src/analysis/sweep/nodes.ts";
import { type MeasuredPair, sweepOf } from "../../../../src/analysis/sweep/sweep.ts";
import { USUAL_RULES } from "../../../../src/config/rules.ts";
import type { Grid } from "../../../../src/config/sweep.ts";
import type { Run } from "../../../../src/model/run.ts";
import { type PointResult, Sweep } from "../../../../src/model/sweep.ts";
import { sweepPage } from "../../../../src/report/html/sweep.ts";
import { sweepMarkdown } from "../../../../src/report/markdown/sweep.ts";
import { renderSweep } from "../../../../src/report/terminal/sweep.ts";
import { fitUsl, throughputAt } from "../../../../src/stats/usl.ts";
import { makePair } from "../../../support/runs.ts";
import { withSessions, withWorkloads } from "../verdict/story.ts";

const STAMP = {
  id: "00000000-0000-4000-8000-000000000017",
  createdAt: "2026-01-02T03:04:05.000Z",
  version: "0.1.0",
};
const NODES: Readonly<Record<string, number>> = {
  three: 3,
  six: 6,
  twelve: 12,
  "twenty-four": 24,
  fifty: 48,
};
const NAME = "kv";
const GRID: Grid = {
  axes: [],
  points: [{ position: 0, workload: "kv", values: {}, name: NAME }],
};
/** Of a cluster: one node 1,000/s, contention 2 %, and no coherence. */
const rateAt = (nodes: number) => throughputAt([1e-3, 2e-5, 0], nodes);

/** Sessions of the smallest cluster and of another one, side by side. */
function pairOf(target: string, seed: number): MeasuredPair {
  const change = Math.log(rateAt(NODES[target]!) / rateAt(3));
  const workloads = [{ name: NAME, workload: "kv", rate: rateAt(3) }];
  const [base, head] = makePair({ sessions: 6, secondsPerSession: 1, workloads, seed }, change);
  return { reference: "three", target, runs: { base, head } };
}

const pairs = ["six", "twelve", "twenty-four", "fifty"].map((target, i) => pairOf(target, i + 1));
const PARTS = {
  suite: "kv",
  grid: GRID,
  pairs,
  rules: USUAL_RULES,
  sessions: 6,
  missing: () => undefined,
};
const swept = (nodes: Readonly<Record<string, number>>) =>
  sweepOf({ suites: [{ ...PARTS, nodes }], steps: { done: 24, planned: 24 } }, STAMP)!;
/** Made anew in each test, so that none fails while the file is read. */
const sweepOfAll = () => swept(NODES);

/** A point of a sweep, with what each session had. */
const point = (target: string, qps: readonly number[], more: Partial<PointResult> = {}): PointResult => ({
  suite: "s",
  target,
  workload: "kv",
  values: { threads: 8 },
  name: NAME,
  sessions: qps.length,
  metrics: [
    { metric: "p99", value: 1, interval: null, values: [7, 7] },
    { metric: "qps", value: 1, interval: null, values: qps },
  ],
  busy: null,
  clientBound: false,
  ...more,
});

describe("targets that say their nodes", () => {
  it("have the law over them, with its contention", () => {
    const sweep = sweepOfAll();
    expect(Sweep.parse(JSON.parse(JSON.stringify(sweep)))).toEqual(sweep);
    expect(sweep.scaling).toHaveLength(1);
    const { scaling, ...curve } = sweep.scaling[0]!;
    expect(curve).toEqual({
      suite: "kv",
      over: "nodes",
      target: "",
      workload: "kv",
      values: {},
      leftOut: [],
    });
    expect(scaling.kind).toBe("fit");
    if (scaling.kind !== "fit") return;
    expect(scaling.contention.low).toBeLessThan(0.02);
    expect(scaling.contention.high).toBeGreaterThan(0.02);
    expect(scaling.peak.kind).not.toBe("within");
  });

  it("have an efficiency beside the reference, whose interval is of pairs of sessions", () => {
    const sweep = sweepOfAll();
    expect(sweep.efficiencies.map(({ target, nodes }) => [target, nodes])).toEqual([
      ["six", 6],
      ["twelve", 12],
      ["twenty-four", 24],
      ["fifty", 48],
    ]);
    for (const { nodes, factor, efficiency } of sweep.efficiencies) {
      const truth = rateAt(nodes) / rateAt(3);
      expect(factor.value / truth).toBeCloseTo(1, 1);
      expect(efficiency.value).toBeCloseTo((factor.value * 3) / nodes, 12);
      expect(efficiency.interval!.low).toBeLessThan(efficiency.value);
      expect(efficiency.interval!.high).toBeGreaterThan(efficiency.value);
      expect(efficiency.interval!.low / factor.interval!.low).toBeCloseTo(3 / nodes, 12);
    }
  });

  it("of one session have no interval, and what shows the client says so", () => {
    const sweep = sweepOfAll();
    const [{ runs }] = pairs as [MeasuredPair];
    const first = (run: NonNullable<typeof runs>["head"]) => ({
      ...run,
      workloads: run.workloads.map((each) => ({ ...each, sessions: each.sessions.slice(0, 1) })),
    });
    const once = { base: first(runs!.base!), head: first(runs!.head) };
    const results = sweep.points.map((point) => ({ ...point, clientBound: point.target === "six" }));
    const [row] = efficienciesOf(NODES, GRID.points, [{ ...pairs[0]!, runs: once }], results);
    expect(row).toMatchObject({
      factor: { interval: null },
      efficiency: { interval: null },
      clientBound: true,
    });
    expect(nodeCurves(NODES, results)[0]).toMatchObject({ leftOut: [6] });
  });

  it("show both as table, sentences and picture", () => {
    const sweep = sweepOfAll();
    const text = renderSweep(sweep, { colour: false });
    expect(text).toContain("kv, over nodes\n");
    expect(text).toMatch(/Universal scalability law: one node \d/);
    expect(text).toContain("Scaling from 3 nodes (three)\n");
    expect(text).toMatch(/kv +six +6 +1\.\d+ +1\.\d+ \.\. \d\.\d+ +\d+(\.\d)? %/);
    expect(sweepMarkdown(sweep)).toContain("### Scaling from 3 nodes");
    expect(sweepPage(sweep)).toContain("<figcaption>QPS of kv</figcaption>");
  });
});

it("is not told where targets do not say their nodes, and is a table alone of two clusters", () => {
  const silent = swept({});
  expect(silent).toMatchObject({ scaling: [], efficiencies: [] });
  expect(renderSweep(silent, { colour: false })).not.toContain("over nodes");
  const two = sweepOf(
    {
      suites: [{ ...PARTS, nodes: NODES, pairs: pairs.slice(0, 1) }],
      steps: { done: 6, planned: 6 },
    },
    STAMP,
  )!;
  expect(renderSweep(two, { colour: false })).toContain("it needs four numbers of nodes at least");
  expect(two.efficiencies).toHaveLength(1);
});

describe("a curve over nodes", () => {
  const rates = { three: [3000, 3010], six: [5500, 5490], twelve: [9000, 9010], fifty: [9900, 9950] };
  const points = Object.entries(rates).map(([target, values]) => point(target, values));
  const loads = Object.entries(rates).map(([target, values]) => ({ n: NODES[target]!, values }));

  it("is fitted to every target's own rates, for each name of a point", () => {
    const other = points.map((each) => ({ ...each, name: "other", workload: "w", values: {} }));
    const scaling = fitUsl(loads, { isInRounds: true });
    expect(scaling.kind).toBe("fit");
    const curve = { suite: "s", over: "nodes", target: "", scaling, leftOut: [] };
    expect(nodeCurves(NODES, [...points, ...other])).toEqual([
      { ...curve, workload: "kv", values: { threads: 8 } },
      { ...curve, workload: "w", values: {} },
    ]);
  });

  it("leaves out what stood still, what has no rate, and what shows the client, which it tells", () => {
    const still = point("twenty-four", [0, 0]);
    const silent = point("twenty-four", [], { metrics: [] });
    const bound = point("twenty-four", [1, 1], { clientBound: true });
    for (const more of [still, silent, bound]) {
      const [curve] = nodeCurves(NODES, [...points, more]);
      expect(curve!.scaling).toEqual(fitUsl(loads, { isInRounds: true }));
      expect(curve!.leftOut).toEqual(more.clientBound ? [24] : []);
    }
    const once = point("twenty-four", [0, 9000]);
    const [curve] = nodeCurves(NODES, [...points, once]);
    expect(curve!.scaling).toEqual(fitUsl([...loads, { n: 24, values: [9000] }], { isInRounds: true }));
  });
});

describe("an efficiency", () => {
  const [first] = pairs as [MeasuredPair];
  const { base, head } = first.runs as { base: Run; head: Run };
  /** So many statements in a second, by the session's index. */
  const rated = (run: Run, ...perSecond: readonly number[]): Run =>
    withSessions(
      withWorkloads(run, (each) => ({ ...each, sessions: each.sessions.slice(0, perSecond.length) })),
      (session) => ({
        ...session,
        durationNs: 1e9,
        slices: { startNs: [0], durationNs: [1e9], events: [1], queries: [1] },
        committedQueries: perSecond[session.index]!,
      }),
    );
  const results = (bound: readonly string[] = []) =>
    ["twelve", "three", "six"].flatMap((target) => [
      point(target, [], { suite: "other", name: "other", clientBound: true }),
      point(target, [], { suite: "kv", clientBound: bound.includes(target) }),
    ]);
  const rows = (
    runs: MeasuredPair["runs"],
    bound: readonly string[] = [],
    more: Partial<MeasuredPair> = {},
  ) => efficienciesOf(NODES, GRID.points, [{ ...first, ...more, runs }], results(bound));

  it("is the geometric mean of both arms' ratios in each session, with Student's interval", () => {
    const runs = { base: rated(base, 1000, 1000), head: rated(head, 1200, 1800) };
    const [mean, half] = [
      Math.log(1200 * 1800) / 2 - Math.log(1000),
      // t of one degree of freedom at 97.5 %, times the standard error.
      12.7062047361747 * (Math.log(1800 / 1200) / 2),
    ];
    const [row, ...others] = rows(runs);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      suite: "kv",
      name: NAME,
      reference: "three",
      referenceNodes: 3,
      target: "six",
      nodes: 6,
    });
    const { value, interval } = row!.factor;
    expect(value).toBeCloseTo(Math.exp(mean), 12);
    expect(interval!.low / Math.exp(mean - half)).toBeCloseTo(1, 9);
    expect(interval!.high / Math.exp(mean + half)).toBeCloseTo(1, 9);
    expect(row!.efficiency.value).toBeCloseTo(Math.exp(mean) / 2, 12);
    expect(row!.efficiency.interval!.high).toBeCloseTo(interval!.high / 2, 9);
  });

  it("is of sessions of equal index in which both moved, and of none is not told", () => {
    const turned = (run: Run) =>
      withWorkloads(run, (each) => ({ ...each, sessions: each.sessions.toReversed() }));
    const [both] = rows({ base: rated(base, 1000, 2000), head: turned(rated(head, 2000, 4000)) });
    expect(both!.factor.value).toBeCloseTo(2, 12);
    expect(both!.factor.interval!.high).toBeCloseTo(2, 9);
    for (const [before, now] of [
      [
        [1000, 0],
        [2000, 4000],
      ],
      [
        [1000, 2000],
        [2000, 0],
      ],
      [[1000], [2000, 4000]],
      [[1000, 2000], [2000]],
    ] as const) {
      const [row] = rows({ base: rated(base, ...before), head: rated(head, ...now) });
      expect(row!.factor).toEqual({ value: 2, interval: null });
    }
    expect(rows({ base: rated(base, 0), head: rated(head, 0) })).toEqual([]);
    expect(rows({ base: rated(base, 0), head: rated(head, 5) })).toEqual([]);
    expect(rows({ base: rated(base, 5), head: rated(head, 0) })).toEqual([]);
  });

  it("is told of no target that has no reference, no runs, or not the point", () => {
    expect(rows(null)).toEqual([]);
    expect(rows({ base: null, head })).toEqual([]);
    expect(rows({ base, head }, [], { reference: null })).toEqual([]);
    const renamed = (run: Run) => withWorkloads(run, (each) => ({ ...each, name: "renamed" }));
    expect(rows({ base: renamed(base), head })).toEqual([]);
    expect(rows({ base, head: renamed(head) })).toEqual([]);
    const besides = (run: Run): Run => {
      const [workload] = run.workloads;
      const slow = { ...workload!, name: "first", sessions: [] };
      return { ...run, workloads: [slow, workload!] };
    };
    expect(rows({ base: besides(base), head: besides(head) })).toEqual(rows({ base, head }));
  });

  it("shows the client where one of both does, at that point", () => {
    const bound = (...targets: readonly string[]) => rows({ base, head }, targets)[0]!.clientBound;
    expect([bound(), bound("three"), bound("six"), bound("twelve")]).toEqual([false, true, true, false]);
  });
});
