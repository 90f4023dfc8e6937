/** A sweep of made-up runs, and what is said of it in each form. */
import path from "node:path";
import { describe, expect, it } from "vitest";
import { type MeasuredPair, type SweepParts, sweepOf } from "../../../src/compare/sweep.ts";
import { USUAL_RULES } from "../../../src/config/rules.ts";
import { type Grid, pointName } from "../../../src/config/sweep.ts";
import type { Run } from "../../../src/model/run.ts";
import { Sweep } from "../../../src/model/sweep.ts";
import { sweepPage } from "../../../src/render/html/sweep.ts";
import { sweepMarkdown } from "../../../src/render/markdown/sweep.ts";
import { renderSweep, sweepCsv } from "../../../src/render/terminal/sweep.ts";
import { throughputAt } from "../../../src/stats/usl.ts";
import { expectGolden } from "../../support/golden.ts";
import { makePair, makeRun } from "../../support/runs.ts";

const GOLDEN = path.resolve(import.meta.dirname, "../../golden/sweep");
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

const PARTS: Omit<SweepParts, "pairs"> = {
  suite: "oltp",
  grid: GRID,
  rules: USUAL_RULES,
  sessions: 5,
  part: { index: 1, of: 1 },
  steps: { done: 35, planned: 35 },
  missing: () => undefined,
};

const recipe = { sessions: 5, secondsPerSession: 1, workloads: WORKLOADS };
const alone = (run: Run): readonly MeasuredPair[] => [
  { reference: null, target: "", runs: { base: null, head: run } },
];
const pairOf = (target: string, seed: number, change: number): MeasuredPair => {
  const [base, head] = makePair({ ...recipe, seed }, change);
  return { reference: "plain", target, runs: { base, head } };
};

const one = sweepOf({ ...PARTS, pairs: alone(makeRun(recipe)) }, STAMP)!;
const three = sweepOf({ ...PARTS, pairs: [pairOf("slower", 3, -0.2), pairOf("same", 5, 0)] }, STAMP)!;

describe("a sweep", () => {
  it("is what its schema says", () => {
    for (const sweep of [one, three]) expect(Sweep.parse(JSON.parse(JSON.stringify(sweep)))).toEqual(sweep);
  });

  it("has each point's values with an interval over its sessions", () => {
    expect(one.points.map(({ values, sessions }) => [values["threads"], sessions])).toEqual(
      LOADS.map((n) => [n, 5]),
    );
    for (const { metrics } of one.points) {
      const qps = metrics.find(({ metric }) => metric === "qps")!;
      expect(qps.interval!.low).toBeLessThan(qps.value);
      expect(qps.interval!.high).toBeGreaterThan(qps.value);
      expect(metrics.map(({ metric }) => metric)).toContain("p99");
    }
  });

  it("finds the peak of the system that made the numbers", () => {
    const [curve] = one.scaling;
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
    const sweep = sweepOf({ ...PARTS, pairs: alone(busy) }, STAMP)!;
    expect(sweep.points.map(({ clientBound }) => clientBound)).toEqual([...Array(6).fill(false), true]);
    expect(sweep.scaling[0]?.leftOut).toEqual([64]);
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
    const { points } = sweepOf({ ...PARTS, pairs: alone(idle) }, STAMP)!;
    expect(points[0]!.busy).toBeCloseTo(0.9, 9);
    expect(points[0]!.clientBound).toBe(true);
  });

  it("names a point that was given up, and fits what is left", () => {
    const missing = (_: string, name: string) =>
      name === "select threads=64" ? "too many clients already" : undefined;
    const run = makeRun({ ...recipe, workloads: WORKLOADS.slice(0, 6) });
    const sweep = sweepOf({ ...PARTS, missing, pairs: alone(run) }, STAMP)!;
    expect(sweep.points.at(-1)).toMatchObject({
      sessions: 0,
      missing: "too many clients already",
      metrics: [],
    });
    expect(sweep.scaling[0]?.scaling.kind).toBe("fit");
    expect(sweepMarkdown(sweep)).toContain("given up: too many clients already");
  });

  it("is none where nothing was measured", () => {
    expect(sweepOf({ ...PARTS, pairs: [{ reference: null, target: "", runs: null }] }, STAMP)).toBeNull();
  });
});

describe("targets beside each other", () => {
  it("share the level, and each is one family of all its points", () => {
    expect(three.targets).toEqual(["plain", "slower", "same"]);
    expect(three.comparisons.map(({ alpha }) => alpha)).toEqual([0.025, 0.025]);
    const verdicts = three.comparisons.map(({ points }) =>
      points.map(({ changes }) => changes.find(({ metric }) => metric === "qps")?.verdict.kind),
    );
    expect(new Set(verdicts[0])).toEqual(new Set(["regressed"]));
    expect(verdicts[1]).not.toContain("regressed");
  });

  it("have a mean over all points, and the document's improvement beside ours", () => {
    const [slower, same] = three.comparisons;
    const qps = slower!.together.find(({ metric }) => metric === "qps");
    expect(qps?.effect).toBeCloseTo(Math.exp(-0.2) - 1, 1);
    // (B - A) / B of a B that is e^-.2 A: 1 - e^.2.
    expect(slower!.document?.average).toBeCloseTo(1 - Math.exp(0.2), 1);
    expect(slower!.document).toMatchObject({ negative: 7, points: 7 });
    expect(Math.abs(same!.document!.average)).toBeLessThan(0.03);
  });

  it("give the reference the sessions of all its pairs", () => {
    const sessions = Object.fromEntries(three.points.map(({ target, sessions }) => [target, sessions]));
    expect(sessions).toEqual({ plain: 10, slower: 5, same: 5 });
  });
});

describe("what is said of it", () => {
  it.each([
    ["one-target", one],
    ["three-targets", three],
  ])("%s", (name, sweep) => {
    expectGolden(path.join(GOLDEN, `${name}.txt`), renderSweep(sweep, { colour: false }));
    expectGolden(path.join(GOLDEN, `${name}.md`), sweepMarkdown(sweep));
    expectGolden(path.join(GOLDEN, `${name}.html`), sweepPage(sweep));
  });

  it("is a row a point for spreadsheets", () => {
    const [head, first, ...rest] = sweepCsv(one).trimEnd().split("\r\n");
    expect(head).toMatch(/^target,workload,threads,sessions,qps,qps-low,qps-high,tps,/);
    expect(first).toMatch(/^,select,1,5,\d/);
    expect(rest).toHaveLength(6);
  });

  it("holds no name that could be markup", () => {
    const hostile = { ...three, suite: "<img src=x>", targets: ["<b>", "|", "`"] };
    expect(sweepPage(hostile)).not.toContain("<img");
    expect(sweepMarkdown(hostile)).not.toContain("<img");
  });
});
