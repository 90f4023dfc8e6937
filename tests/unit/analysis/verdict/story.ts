import type { MetricId } from "../../../../src/model/metric.ts";
import type { Change, Report } from "../../../../src/model/report.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import type { Run, Session, WorkloadRun } from "../../../../src/model/run.ts";
import { makePair, type RunRecipe } from "../../../support/runs.ts";

/** What the tests of compare/ tell their stories with. */
export const RULES: Rules = {
  alpha: 0.05,
  gates: [
    { metric: "qps", margin: 0.02, floor: null },
    { metric: "server-cpu", margin: 0.02, floor: null },
    { metric: "p99", margin: 0.1, floor: 50_000 },
  ],
  errorLimit: 0.001,
  decide: "significant-and-relevant",
};

export const STAMP = {
  id: "7d9c9c1a-2a41-4a8e-9b0a-3c1f6f0d2b11",
  createdAt: "2026-01-02T03:04:05.000Z",
  version: "0.1.0",
} as const;

const QUIET: RunRecipe = {
  sessions: 6,
  secondsPerSession: 2,
  noise: 0.003,
  workloads: [{ name: "point-select", workload: "oltp_point_select", rate: 1000, medianNs: 1_000_000 }],
};

/** Two arms of one quiet measurement; `change` is head's log ratio of rates. */
export function quietPair(change = 0, recipe: RunRecipe = {}): readonly [base: Run, head: Run] {
  return makePair({ ...QUIET, ...recipe }, change);
}

export function withWorkloads(run: Run, edit: (workload: WorkloadRun) => WorkloadRun): Run {
  return { ...run, workloads: run.workloads.map(edit) };
}

export function withSessions(run: Run, edit: (session: Session) => Session): Run {
  return withWorkloads(run, (workload) => ({ ...workload, sessions: workload.sessions.map(edit) }));
}

export function changeOf(report: Report, metric: MetricId, workload = "point-select"): Change {
  const found = report.workloads
    .find(({ name }) => name === workload)
    ?.changes.find((change) => change.metric === metric);
  if (found === undefined) throw new Error(`the report has no ${metric} of ${workload}`);
  return found;
}

export function codes(report: Report): readonly string[] {
  return [...new Set(report.warnings.map(({ code }) => code))];
}
