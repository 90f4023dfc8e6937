/** Stories without a regression: nothing changed, it got better, something was bought, or the run cannot say. */
import type { Report } from "../../../src/model/report.ts";
import { HEAD_COMMIT, makeReport, NOT_WORSE, type ReportStory } from "../reports.ts";
import { type Changes, suite, usual } from "./usual.ts";

const SLIGHTLY_SLOWER_SEARCH: Changes = { qps: { effect: -0.006, noise: 0.005 } };

export const allFine = (rest: Omit<ReportStory, "workloads"> = {}): Report =>
  makeReport({ workloads: suite({ search: SLIGHTLY_SLOWER_SEARCH }), ...rest });

/** Two gates that exclude a little more than their limit: the check passes, and says up to where it saw. */
export function namesItsResolution(): Report {
  const report = allFine();
  const open = (most: number, low: number) => ({
    effect: -0.003,
    interval: { low, high: 0.022 },
    verdict: { ...NOT_WORSE, why: `at most ${(most * 100).toFixed(1)} % worse (limit 2 %): passes`, most },
  });
  const opened = [open(0.026, -0.026), open(0.0234, -0.0234)];
  const workloads = report.workloads.map((workload, i) => ({
    ...workload,
    changes: workload.changes.map((change) =>
      change.metric === "qps" ? { ...change, ...opened[i] } : change,
    ),
  }));
  const counts = { ...report.counts, unchanged: 10, inconclusive: 2, notWorse: 2 };
  return { ...report, workloads, counts, excluded: 1.3 };
}

export function improvementOnly(): Report {
  const search: Changes = {
    qps: { effect: 0.187, noise: 0.02 },
    "server-cpu": { effect: -0.152, noise: 0.012 },
    mean: { effect: -0.147 },
    p50: { effect: -0.149, noise: 0.018 },
    p95: { effect: -0.15, noise: 0.035 },
    p99: { effect: -0.21, noise: 0.06 },
  };
  const workloads = [usual("checkout"), usual("search", search, { tail: 0.85 }), usual("point-select")];
  return withHead(makeReport({ workloads }), "covering-index", "search: answer from a covering index");
}

function withHead(report: Report, branch: string, subject: string): Report {
  return { ...report, head: { ...report.head, commit: { ...HEAD_COMMIT, branch, subject } } };
}

export function cpuForSpeed(): Report {
  const workloads = [
    {
      name: "report",
      workload: "oltp_count_all",
      changes: [
        { metric: "qps", base: 412, effect: 0.6 },
        { metric: "tps", base: 412, effect: 0.6, role: "information" },
        {
          metric: "server-cpu",
          base: 2_120_000,
          effect: 0.08,
          noise: 0.015,
          verdict: { kind: "trade", for: ["qps", "p99"] },
        },
        { metric: "mean", base: 2_430_000, effect: -0.375, role: "information" },
        { metric: "p99", base: 6_100_000, effect: -0.36, noise: 0.05, floor: 50_000 },
        { metric: "failed-share" },
      ],
    },
    {
      name: "checkout",
      workload: "oltp_read_write",
      changes: [
        { metric: "qps", effect: 0.002, noise: 0.01 },
        { metric: "server-cpu", effect: -0.003, noise: 0.01 },
        { metric: "p99", effect: 0.004, noise: 0.04, floor: 50_000 },
        { metric: "failed-share" },
      ],
    },
  ] as const;
  return withHead(makeReport({ workloads }), "parallel", "orders: let the report use parallel workers");
}

export function noisyMachine(): Report {
  const checkout: Changes = {
    qps: { effect: -0.031, noise: 0.059 },
    "server-cpu": { effect: 0.011, noise: 0.019 },
    p99: { effect: 0.08, noise: 0.117 },
  };
  const warnings = [
    {
      code: "steal",
      message: "the hypervisor stole up to 14 % of the CPU time in 5 of 8 sessions",
      remedy: "use a dedicated machine, or more sessions",
      workload: "checkout",
    },
    {
      code: "load-average",
      message: "the load average was 1.92 at the start, above 0.50 for 4 CPUs",
      remedy: "end other work on the machine before measuring",
    },
    {
      code: "client-bound",
      message:
        "the load generator used up to 91 % of its CPUs in 2 of 8 sessions: it may be what limits throughput",
      remedy: "give it more workers, fewer connections, or a machine of its own",
      workload: "search",
    },
  ];
  const search: Changes = { qps: { effect: -0.012, noise: 0.052 } };
  return makeReport({ workloads: suite({ checkout, search }), warnings });
}

export function tooFewRequests(): Report {
  const verdict = { kind: "too-few", what: "requests per session", have: 412, need: 1000 } as const;
  const warning = {
    code: "too-few-requests",
    message: "too few requests for p99: 412 in a session of checkout, 1000 are needed; it gates nothing here",
    remedy: "raise measure.seconds (20 s would do), or set gates.p99 to false and gate a lower percentile",
    workload: "checkout",
    metric: "p99" as const,
  };
  const workloads = [usual("checkout", { p99: { role: "information", verdict } }), usual("point-select")];
  return makeReport({ workloads, warnings: [warning] });
}

export const limitsWidened = (): Report =>
  allFine({
    verdict: "inconclusive",
    guidance: { configPath: null, dashboardUrl: null, acceptLabel: "plumbline: accept" },
    limits: {
      changes: [
        { what: "QPS", metric: "qps", base: "2 %", head: "60 %", wider: true },
        { what: "threads", workload: "checkout", base: "16", head: "1", wider: true },
        { what: "script", workload: "*@all* <b>", base: "a.sql", head: "<!-- b.sql -->", wider: true },
        { what: "errors", base: "1 %", head: "0.1 %", wider: false },
      ],
      verdict: "unchanged",
      regressed: [{ workload: "checkout", metric: "qps", effect: -0.101 }],
    },
  });
