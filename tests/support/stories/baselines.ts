/** Stories of what head is compared with: stored runs, too few of them, none, other workloads, itself. */
import type { Report } from "../../../src/model/report.ts";
import { BASE_COMMIT, makeCommit, makeCurve, makeReport, type WorkloadStory } from "../reports.ts";
import { usual } from "./usual.ts";

const ORIGIN_OF_NONE = { repository: null, runUrl: null, attempt: null, pullRequest: null };

/** Head against stored runs of main. */
function against(runs: number, workloads: readonly WorkloadStory[]): Report {
  const stored = Array.from({ length: runs }, (_, i) => {
    const two = String(i).padStart(2, "0");
    const commit = makeCommit(`9be01c7d2f3a4b5c6d7e8f90123456789abcde${two}`, "main", `change ${runs - i}`);
    return { id: `0195a6f0-0000-7b52-9d54-2f0c6f8e1b${two}`, sessions: 8, commit };
  });
  return makeReport({
    workloads,
    mode: "history",
    baseline: { kind: "history", branch: "main", need: 5, runs: stored },
    rule: { alpha: 0.05, adjustment: "holm", form: "prediction" },
  });
}

export const historyRegression = (): Report =>
  against(16, [
    usual(
      "checkout",
      {
        qps: { effect: -0.112, noise: 0.021 },
        "server-cpu": { effect: 0.083, noise: 0.012 },
        p99: { effect: 0.05, noise: 0.09 },
      },
      { runs: 16 },
    ),
    usual(
      "point-select",
      { qps: { noise: 0.005 }, "server-cpu": { noise: 0.004 }, p99: { noise: 0.03 } },
      { runs: 16 },
    ),
  ]);

export const firstRun = (): Report =>
  against(
    0,
    (["checkout", "point-select"] as const).map((name) =>
      usual(name, {}, { runs: 0, curves: { base: null, head: makeCurve(3_400_000) } }),
    ),
  );

export const tooFewRuns = (): Report =>
  against(3, [usual("checkout", {}, { runs: 3 }), usual("point-select", {}, { runs: 3 })]);

const onlyIn = (arm: "base" | "head", workload: string) => ({
  code: `only-in-${arm}`,
  message: `${workload} was measured only in ${arm} and is not compared`,
  remedy: "measure both arms with the same suite",
  workload,
});

export const onlyInHead = (): Report =>
  makeReport({ workloads: [usual("checkout"), usual("point-select")], warnings: [onlyIn("head", "search")] });

export const nothingInCommon = (): Report =>
  makeReport({
    workloads: [],
    verdict: "inconclusive",
    warnings: [onlyIn("head", "search"), onlyIn("base", "checkout")],
  });

export function sameCommitTwice(): Report {
  const workloads = [
    usual("checkout", { qps: { effect: 0.001, noise: 0.012 }, p99: { effect: -0.006, noise: 0.05 } }),
    usual("point-select"),
  ];
  const report = makeReport({ workloads, origin: ORIGIN_OF_NONE });
  return { ...report, head: { ...report.head, commit: BASE_COMMIT } };
}

export const versionsDiffer = (): Report =>
  makeReport({
    workloads: [
      usual("checkout", { qps: { effect: 0.041, noise: 0.015 }, p99: { effect: 0.17, noise: 0.05 } }),
      usual("point-select"),
    ],
    warnings: [
      {
        code: "version-differs",
        message: "base ran database version 17.4, head 18.1",
        remedy: "ignore this if the version is what changed",
      },
      {
        code: "settings-differ",
        message: "base and head ran with different settings: io_method (none, then worker)",
        remedy: "ignore this if the settings are what changed",
      },
    ],
  });
