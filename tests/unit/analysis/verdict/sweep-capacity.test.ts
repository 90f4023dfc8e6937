/** Capacities that are searched at the points of a sweep: what the sessions of a point found together, and what is said of it. */
import { describe, expect, it } from "vitest";
import { sweepOf } from "../../../../src/analysis/sweep/sweep.ts";
import { USUAL_RULES } from "../../../../src/config/rules.ts";
import { type Grid, pointName } from "../../../../src/config/sweep.ts";
import type { Capacity } from "../../../../src/model/capacity.ts";
import { Sweep } from "../../../../src/model/sweep.ts";
import { sweepPage } from "../../../../src/report/html/sweep.ts";
import { renderSweep, sweepCsv } from "../../../../src/report/terminal/sweep.ts";
import { makeRun } from "../../../support/runs.ts";

const STAMP = {
  id: "00000000-0000-4000-8000-000000000018",
  createdAt: "2026-01-02T03:04:05.000Z",
  version: "0.1.0",
};
const found = (size: number): Capacity => ({
  of: "rate",
  size,
  low: size * 0.98,
  high: size * 1.02,
  trials: [{ size: size * 1.05, outcome: "fails", because: "p99" }],
});
const HELD: Capacity = { of: "rate", size: null, low: 2000, high: null, trials: [] };

/** One point for each list: the searches of its sessions. */
function sweepOfCapacities(...points: readonly (readonly Capacity[])[]): Sweep {
  const tables = points.map((_, i) => i + 1);
  const grid: Grid = {
    axes: [{ option: "tables", values: tables }],
    points: tables.map((count) => ({
      position: 0,
      workload: "select",
      values: { tables: count },
      name: pointName("select", { tables: count }),
    })),
  };
  const workloads = grid.points.map(({ name }) => ({ name, workload: "oltp_point_select", rate: 400 }));
  const run = makeRun({ sessions: points[0]!.length, secondsPerSession: 1, workloads });
  const head = {
    ...run,
    workloads: run.workloads.map((each, i) => ({
      ...each,
      sessions: each.sessions.map((session, j) => ({ ...session, capacity: points[i]![j]! })),
    })),
  };
  const part = {
    suite: "oltp",
    grid,
    nodes: {},
    rules: USUAL_RULES,
    sessions: points[0]!.length,
    missing: () => undefined,
    pairs: [{ reference: null, target: "", runs: { base: null, head } }],
  };
  return sweepOf({ suites: [part], steps: { done: 1, planned: 1 } }, STAMP)!;
}

const textOf = (sweep: Sweep) => renderSweep(sweep, { colour: false });

describe("capacities at the points of a sweep", () => {
  it("are shown in the unit of what was searched, with an interval", () => {
    const sweep = sweepOfCapacities([found(900), found(910)]);
    expect(Sweep.parse(JSON.parse(JSON.stringify(sweep)))).toEqual(sweep);
    expect(sweep.points[0]!.capacity).toMatchObject({ of: "rate", found: 2, sessions: 2 });
    expect(textOf(sweep)).toMatch(/905\/s +\d+ \.\. \d/);
  });

  it("are open to the side where a session found none, which is said", () => {
    const sweep = sweepOfCapacities([found(900), HELD]);
    expect(textOf(sweep)).toMatch(/900\/s +882 \.\. \? +capacity found in 1 of 2 sessions\n/);
    const [head, row] = sweepCsv(sweep)
      .split("\n")
      .map((line) => line.split(","));
    expect(row![head!.indexOf("capacity")]).toBe("900");
    expect(row![head!.indexOf("capacity-high")]).toBe("");
  });

  it("have a picture with the unit", () => {
    const page = sweepPage(sweepOfCapacities([found(900)], [found(700)]));
    expect(page).toContain("Capacity of select, in events a second</figcaption>");
    expect(page).toContain("capacity, tables 2: 700");
    expect(sweepPage(sweepOfCapacities([HELD], [HELD]))).not.toContain("Capacity of");
  });

  it("say why there is none", () => {
    const text = textOf(sweepOfCapacities([HELD, HELD]));
    expect(text).toContain("capacity not found: 2,000/s held, the largest load that may be tried");
    const beside = textOf(sweepOfCapacities([found(900)], [HELD]));
    expect(beside).toMatch(/900\/s +882 \.\. 918/);
    expect(beside).toContain("capacity not found: 2,000/s held");
  });
});
