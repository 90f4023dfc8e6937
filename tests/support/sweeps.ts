/** Sweeps whose points have a capacity that was searched. */
import { sweepOf } from "../../src/analysis/sweep/sweep.ts";
import { USUAL_RULES } from "../../src/config/rules.ts";
import { type Grid, pointName } from "../../src/config/sweep.ts";
import type { Capacity } from "../../src/model/capacity.ts";
import type { Sweep } from "../../src/model/sweep.ts";
import { makeRun } from "./runs.ts";

const STAMP = {
  id: "00000000-0000-4000-8000-000000000018",
  createdAt: "2026-01-02T03:04:05.000Z",
  version: "0.1.0",
};
export const found = (size: number): Capacity => ({
  of: "rate",
  size,
  low: size * 0.98,
  high: size * 1.02,
  trials: [{ size: size * 1.05, outcome: "fails", because: "p99" }],
});
export const HELD: Capacity = { of: "rate", size: null, low: 2000, high: null, trials: [] };

/** One point for each list: the searches of its sessions. */
export function sweepOfCapacities(...points: readonly (readonly Capacity[])[]): Sweep {
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
