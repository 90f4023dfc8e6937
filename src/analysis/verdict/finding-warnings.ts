/** Warnings about gates whose evidence is of a kind that a reader should look at twice. */
import { type Warning, warning } from "../../model/document.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Change } from "../../model/report.ts";
import type { Finding } from "./finding.ts";

/**
 * Says of which gates a change would have been called, had it been there from the first session to the last, and of which it was called
 * although it was not.
 */
export function driftWarnings(findings: readonly Finding[], judged: readonly Change[]): readonly Warning[] {
  return findings.flatMap(({ workload, metric, evidence }, i) => {
    const { role, verdict } = judged[i]!;
    const drift = evidence.kind === "shift" ? evidence.drift : undefined;
    if (role !== "gate" || drift === undefined) return [];
    const isOpen = verdict.kind === "inconclusive" && verdict.why === drift.why;
    const isLasting = Math.min(drift.ends.pAbove(0), drift.ends.pBelow(0)) <= DRIFT_LEVEL;
    if (!isOpen && (verdict.kind !== "regressed" || isLasting)) return [];
    return warning("drift", {
      message: `${metricInfo(metric).label} of ${workload}: ${drift.why}`,
      remedy:
        "check what accumulates on one server between sessions (bloat, logs, caches), then measure again",
      workload,
      metric,
    });
  });
}

/** Level at which a change is there at an end of the run. */
const DRIFT_LEVEL = 0.05;

/** Says of head where it hangs. */
export function hangWarnings(findings: readonly Finding[]): readonly Warning[] {
  return findings.flatMap(({ workload, metric, limit, evidence }) => {
    if (limit.role !== "gate" || evidence.hang === undefined) return [];
    return warning("head-hangs", {
      message: `${metricInfo(metric).label} of ${workload}: ${evidence.hang.why}`,
      remedy: "look at the server's log and at what its statements wait for in such a session",
      workload,
      metric,
    });
  });
}

/** Says of which gates attempts differ by more than their noise. */
export function disputes(findings: readonly Finding[]): readonly Warning[] {
  return findings.flatMap(({ workload, metric, limit, evidence }) => {
    if (limit.role !== "gate" || evidence.kind !== "shift" || evidence.isDisputed !== true) return [];
    return warning("attempts-disagree", {
      message: `${metricInfo(metric).label} of ${workload}: attempts differ by more than chance explains, so its interval was widened`,
      remedy: "compare the machines and builds of the attempts: something besides the commit differs",
      workload,
      metric,
    });
  });
}
