/** How throughput grows with the machines of the targets. */
import { describe, expect, it } from "vitest";
import { efficienciesOf, nodeCurves } from "../../../src/compare/nodes.ts";
import { type MeasuredPair, sweepOf } from "../../../src/compare/sweep.ts";
import { USUAL_RULES } from "../../../src/config/rules.ts";
import type { Grid } from "../../../src/config/sweep.ts";
import { Sweep } from "../../../src/model/sweep.ts";
import { sweepPage } from "../../../src/render/html/sweep.ts";
import { sweepMarkdown } from "../../../src/render/markdown/sweep.ts";
import { renderSweep } from "../../../src/render/terminal/sweep.ts";
import { throughputAt } from "../../../src/stats/usl.ts";
import { makePair } from "../../support/runs.ts";

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
  sweepOf(
    { suites: [{ ...PARTS, nodes }], part: { index: 1, of: 1 }, steps: { done: 24, planned: 24 } },
    STAMP,
  )!;
const sweep = swept(NODES);

describe("targets that say their nodes", () => {
  it("have the law over them, with its contention", () => {
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
      part: { index: 1, of: 1 },
      steps: { done: 6, planned: 6 },
    },
    STAMP,
  )!;
  expect(renderSweep(two, { colour: false })).toContain("it needs four numbers of nodes at least");
  expect(two.efficiencies).toHaveLength(1);
});
