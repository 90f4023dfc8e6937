/** Stories of a regression: alone, with an improvement, accepted, or against a history. */
import type { Report } from "../../../src/model/report.ts";
import { makeAcceptance } from "../acceptances.ts";
import { HEAD_COMMIT, makeReport, type ReportStory, type WorkloadStory } from "../reports.ts";
import { type Changes, LINES, suite, usual } from "./usual.ts";

const SLOWER_TAIL: Changes = {
  qps: { effect: -0.004, noise: 0.013 },
  "server-cpu": { effect: 0.006, noise: 0.01 },
  mean: { effect: 0.043 },
  p50: { effect: 0.041, noise: 0.018 },
  p95: { effect: 0.04, noise: 0.035 },
  p99: { effect: 0.24, noise: 0.06 },
};

/** Calls, mean and 99th percentile in microseconds; null where an arm does not have the statement. */
type Figures = readonly [calls: number, mean: number, p99: number] | null;

function statement(
  name: string,
  base: Figures,
  head: Figures,
  interval: readonly [low: number, high: number] | null,
) {
  const figures = (of: Figures) => of && { calls: of[0], meanNs: of[1] * 1_000, p99Ns: of[2] * 1_000 };
  return {
    name,
    base: figures(base),
    head: figures(head),
    interval: interval && { low: interval[0], high: interval[1] },
  };
}

const STATEMENTS = [
  statement("begin", [33_680, 61.2, 118], [33_560, 61.5, 119], [-0.012, 0.022]),
  statement("select_item", [336_800, 214, 512], [335_600, 216, 509], [-0.006, 0.025]),
  statement("update_stock", [168_400, 402, 1_120], [167_800, 741, 3_650], [0.78, 0.91]),
  statement("insert_order_line", [168_400, 188, 470], [167_800, 190, 476], [-0.004, 0.026]),
  statement("insert_audit", null, [167_800, 143, 388], null),
  statement("commit", [33_680, 905, 2_210], [33_560, 912, 2_240], [-0.01, 0.026]),
];

function slowerCheckout(rest: Partial<WorkloadStory> = {}): readonly WorkloadStory[] {
  return [usual("checkout", SLOWER_TAIL, { tail: 1.3, ...rest }), usual("search"), usual("point-select")];
}

const PLAIN_GUIDANCE = { configPath: null, dashboardUrl: null, acceptLabel: null, lines: LINES };
const FULL_GUIDANCE = {
  configPath: null,
  dashboardUrl: "https://bench.example/oltp",
  acceptLabel: "plumbline: accept",
  lines: LINES,
};

const DRIVEN = {
  base: { loadNs: 64_100_000_000, slowestNs: 48_300_000 },
  head: { loadNs: 64_200_000_000, slowestNs: 61_700_000 },
};

export const oneRegressionOfThree = (): Report =>
  makeReport({
    workloads: slowerCheckout({ statements: STATEMENTS, driven: DRIVEN }),
    guidance: PLAIN_GUIDANCE,
  });

const acceptance = (reason: string, rest: Parameters<typeof makeAcceptance>[1]) =>
  makeAcceptance(reason, {
    repository: "example/shop",
    pullRequest: 17,
    commit: HEAD_COMMIT.sha,
    at: "2026-03-02T11:02:00Z",
    ...rest,
  });

/** Tenths of a millisecond of p99, over the newest commits of main. */
const CALM_P99 = [
  120, 122, 119, 121, 123, 120, 118, 121, 122, 120, 124, 121, 119, 120, 122, 121, 120, 123, 119, 121,
];

const HISTORY: Report["history"] = [
  {
    workload: "checkout",
    metric: "p99",
    branch: "main",
    points: CALM_P99.map((value, i) => ({
      commit: (i + 1).toString(16).padStart(40, "0"),
      value: value * 100_000,
    })),
  },
];

export const acceptedByCommand = (): Report =>
  makeReport({
    workloads: slowerCheckout(),
    verdict: "accepted",
    acceptances: [
      acceptance("the audit row is wanted, see the design; @octocat agreed", {
        workload: "checkout",
        metric: "p99",
      }),
    ],
    history: HISTORY,
    guidance: FULL_GUIDANCE,
  });

export const acceptedByLabel = (): Report =>
  makeReport({
    workloads: slowerCheckout(),
    verdict: "accepted",
    acceptances: [acceptance("plumbline: accept", { suite: null, via: "label" })],
    guidance: FULL_GUIDANCE,
  });

export function afterACalmHistory(): Report {
  const { lines: _, ...guidance } = FULL_GUIDANCE;
  return makeReport({ workloads: slowerCheckout(), history: HISTORY, guidance });
}

/** Half the throughput, and one workload that is better for it. */
export function muchSlower(rest: Omit<ReportStory, "workloads"> = {}): Report {
  const checkout: Changes = {
    qps: { effect: -0.58, noise: 0.03 },
    "server-cpu": { effect: 1.31, noise: 0.02 },
    mean: { effect: 1.203 },
    p50: { effect: 1.201, noise: 0.018 },
    p95: { effect: 1.2, noise: 0.035 },
    p99: { effect: 4.2, noise: 0.09 },
  };
  const workloads = [
    usual("checkout", checkout, { tail: 4 }),
    usual("search", { qps: { effect: 0.061, noise: 0.016 } }),
    usual("point-select", { qps: { effect: -0.016, noise: 0.02 } }),
  ];
  return makeReport({ workloads, ...rest });
}

export const oneAcceptedTwoLeft = (): Report =>
  muchSlower({
    acceptances: [
      acceptance("costs CPU, and we have plenty", { workload: "checkout", metric: "server-cpu" }),
    ],
    guidance: FULL_GUIDANCE,
  });

export const serverCpuOnly = (): Report =>
  makeReport({
    workloads: suite({
      checkout: { qps: { effect: -0.011, noise: 0.012 }, "server-cpu": { effect: 0.096, noise: 0.02 } },
    }),
  });

export function errorsGate(): Report {
  const errors = { base: { "40001": 131 }, head: { "40001": 5120, "57014": 1204 } };
  const failing = usual("checkout", { "failed-share": { base: 0.0004, effect: 0.0188 } }, { errors });
  return makeReport({
    workloads: [failing, usual("search"), usual("point-select")],
    guidance: { ...PLAIN_GUIDANCE, configPath: "bench/oltp.yml" },
  });
}
