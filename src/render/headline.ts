/** The first sentence of every output: what happened, and what to do about it. */
import type { Change, Report, WorkloadReport } from "../model/report.ts";
import { plural } from "./units.ts";

/** Of a workload: the worst of its gates; none where it has no gate. */
export type Standing = "regressed" | "improved" | "inconclusive" | "too-few" | "unchanged" | "none";

const WORST_FIRST: readonly Standing[] = ["regressed", "inconclusive", "too-few", "improved", "unchanged"];

export function standingOf(workload: WorkloadReport): Standing {
  const verdicts = new Set(gatesOf(workload).map((change) => change.verdict.kind));
  return WORST_FIRST.find((standing) => standing !== "none" && verdicts.has(standing)) ?? "none";
}

export function gatesOf(workload: WorkloadReport): readonly Change[] {
  return workload.changes.filter((change) => change.role === "gate");
}

/** True where one of the arms never ran the workload: there is nothing to compare. */
export function lacksAnArm(workload: WorkloadReport): boolean {
  const changes = workload.changes;
  const lacks = (arm: "base" | "head") => changes.every((change) => change[arm].estimate === null);
  return changes.length > 0 && (lacks("base") || lacks("head"));
}

/** Plain text without any name from outside, so it needs no escape. */
export function headline(report: Report): string {
  const standings = report.workloads.map(standingOf);
  const count = (standing: Standing) => standings.filter((found) => found === standing).length;
  if (standings.every((standing) => standing === "none")) return "nothing measured, please look at the run";
  const all = plural(standings.length, "workload");
  const regressed = count("regressed");
  const improved = report.workloads.filter((workload) =>
    gatesOf(workload).some((change) => change.verdict.kind === "improved"),
  ).length;
  if (regressed > 0) {
    const also = improved > 0 ? ` and ${plural(improved, "improvement")}` : "";
    return `${plural(regressed, "regression")}${also} in ${all}, please look`;
  }
  if (count("inconclusive") + count("too-few") > 0) return undecided(report, standings, all);
  if (improved > 0) return `${plural(improved, "improvement")} in ${all}, no regression`;
  return `no change in ${all}, nothing to do`;
}

function undecided(report: Report, standings: readonly Standing[], all: string): string {
  const { baseline, workloads } = report;
  if (baseline.kind === "history" && baseline.runs.length === 0)
    return "first run, nothing to compare with yet";
  if (baseline.kind === "history" && baseline.runs.length < baseline.need) {
    return `${baseline.runs.length} of ${plural(baseline.need, "baseline run")} so far, too few to judge`;
  }
  const open = workloads.filter(
    (_, index) => standings[index] === "inconclusive" || standings[index] === "too-few",
  );
  const share = `${open.length} of ${all}`;
  if (open.every(lacksAnArm)) return `nothing to compare ${share} with, no regression in the others`;
  if (standings.includes("inconclusive")) return `inconclusive in ${share}, no regression seen`;
  return `too little data in ${share}, no regression seen`;
}
