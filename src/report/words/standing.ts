/** Where a gate, and a workload, stands: a verdict as readers take it. */
import type { Change, Report, Verdict, VerdictKind, WorkloadReport } from "../../model/report.ts";
import { plainLine } from "../../text/outside.ts";

/** Verdict as readers take it: open for the better alone is an answer. A workload has the worst of its gates, or "none" if it has no gate. */
export type Standing = VerdictKind | "not-worse" | "none";

export const WORST_FIRST: readonly Standing[] = [
  "regressed",
  "inconclusive",
  "too-few",
  "trade",
  "improved",
  "not-worse",
  "unchanged",
  "none",
];

export function standingOf(workload: WorkloadReport): Standing {
  const standings = new Set<Standing>(gatesOf(workload).map(({ verdict }) => standingOfGate(verdict)));
  return WORST_FIRST.find((standing) => standings.has(standing)) ?? "none";
}

/** docs/decisions/011-not-worse.md */
export function standingOfGate(verdict: Verdict): Exclude<Standing, "none"> {
  return verdict.kind === "inconclusive" && verdict.notWorse === true ? "not-worse" : verdict.kind;
}

/** Workloads that both arms have: all of them together are these. */
export function comparedWorkloads({ workloads }: Report): readonly WorkloadReport[] {
  return workloads.filter(({ newBecause }) => newBecause === undefined);
}

export function gatesOf(workload: WorkloadReport): readonly Change[] {
  return workload.changes.filter((change) => change.role === "gate");
}

/** True if a gate is open for the worse. */
export function holdsUp({ verdict }: Change): boolean {
  return ["inconclusive", "too-few"].includes(standingOfGate(verdict));
}

/** Reason why no verdict is passed whatever the numbers show; null if noise alone decides. */
export function forbiddenBy({ verdict }: Change): string | null {
  return verdict.kind === "inconclusive" && verdict.forbidden === true ? verdict.why : null;
}

/** The first such reason in a few words, where each of the changes has one; else null. What follows a colon is its detail. */
export function reasonForAll(changes: readonly Change[]): string | null {
  const reasons = changes.map(forbiddenBy).filter((why) => why !== null);
  const [first] = reasons.length === changes.length ? reasons : [];
  return first === undefined ? null : plainLine(first.split(": ", 1)[0]!, 120);
}

/** Runs that a history has and needs, if it is too short for any verdict; else null. */
export function shortHistory({
  baseline,
}: Report): Readonly<{ have: number; need: number; branch: string }> | null {
  if (baseline.kind !== "history" || baseline.runs.length >= baseline.need) return null;
  return { have: baseline.runs.length, need: baseline.need, branch: baseline.branch };
}
