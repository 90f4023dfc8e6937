/** The first sentence of every output: what happened, and what to do about it. */
import { acceptanceOf } from "../../analysis/history/acceptances.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Change, Report, Verdict, VerdictKind, WorkloadReport } from "../../model/report.ts";
import { relevantChange } from "../../model/rules.ts";
import { formatBound, listed, plural } from "../../text/units.ts";
import { limitsHeadline } from "./limits.ts";
import { migrationFault } from "./migration.ts";

/** Verdict as readers take it: open for the better alone is an answer. A workload has the worst of its gates, or "none" if it has no gate. */
export type Standing = VerdictKind | "not-worse" | "none";

const WORST_FIRST: readonly Standing[] = [
  "regressed",
  "inconclusive",
  "too-few",
  "trade",
  "improved",
  "not-worse",
  "unchanged",
];

export function standingOf(workload: WorkloadReport): Standing {
  const standings = new Set<Standing>(gatesOf(workload).map(({ verdict }) => standingOfGate(verdict)));
  return WORST_FIRST.find((standing) => standings.has(standing)) ?? "none";
}

/** docs/decisions/011-not-worse.md */
export function standingOfGate(verdict: Verdict): Exclude<Standing, "none"> {
  return verdict.kind === "inconclusive" && verdict.notWorse === true ? "not-worse" : verdict.kind;
}

export function gatesOf(workload: WorkloadReport): readonly Change[] {
  return workload.changes.filter((change) => change.role === "gate");
}

/** Plain text without any name from outside, so it needs no escape. */
export function headline(report: Report): string {
  const fault = migrationFault(report.migration);
  return fault === null ? headlineOfMetrics(report) : headlineOfMigration(report, fault);
}

/** A headline where a sentence begins. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A migration that does not pass comes first; regressions next to it are counted, and all else is below. */
function headlineOfMigration(report: Report, fault: string): string {
  const regressed = report.workloads.filter((workload) => hasRegression(report, workload, false)).length;
  const also =
    regressed > 0
      ? `, and there ${regressed === 1 ? "is" : "are"} ${plural(regressed, "regression")} in ${plural(report.workloads.length, "workload")}`
      : "";
  return `${fault}${also}, please look`;
}

function headlineOfMetrics(report: Report): string {
  const { limits } = report;
  const byLimits = limitsHeadline(report);
  if (byLimits !== null) return byLimits;
  if (limits === undefined || report.verdict !== "accepted" || limits.verdict === "regressed")
    return headlineByVerdict(report);
  return `${headlineByVerdict({ ...report, verdict: limits.verdict })} (limits wider than base's were accepted)`;
}

function headlineByVerdict(report: Report): string {
  const compared = report.workloads.filter(({ newBecause }) => newBecause === undefined);
  const fresh = report.workloads.length - compared.length;
  const standings = compared.map(standingOf);
  const count = (standing: Standing) => standings.filter((found) => found === standing).length;
  if (standings.every((standing) => standing === "none")) return fresh > 0 ? allNew(fresh) : nothing(report);
  const all = `${plural(standings.length, "workload")}${fresh > 0 ? ` (and ${fresh} new)` : ""}`;
  const regressed = report.workloads.filter((workload) => hasRegression(report, workload, false)).length;
  const accepted = report.workloads.filter((workload) => hasRegression(report, workload, true)).length;
  const having = (kind: VerdictKind) =>
    report.workloads.filter((workload) => gatesOf(workload).some(({ verdict }) => verdict.kind === kind));
  const traded = having("trade").length;
  // What improved by a trade is part of it.
  const improved = having("improved").filter((workload) => !having("trade").includes(workload)).length;
  if (regressed > 0) {
    const found = [
      plural(regressed, "regression"),
      ...(traded > 0 ? [plural(traded, "trade")] : []),
      ...(improved > 0 ? [plural(improved, "improvement")] : []),
    ];
    return `${listed(found)} in ${all}, please look${accepted > 0 ? " (others were accepted)" : ""}`;
  }
  const together = togetherHeadline(report);
  if (together !== null && report.verdict === "regressed") return `${together} regressed, please look`;
  if (accepted > 0) return `${plural(accepted, "regression")} in ${all}, accepted`;
  const isOpen = report.workloads.some((workload) => gatesOf(workload).some(holdsUp));
  if (together !== null && report.verdict === "inconclusive" && !isOpen)
    return `inconclusive for ${together}: ${OPEN}`;
  if (report.verdict === "inconclusive" && count("inconclusive") + count("too-few") > 0)
    return undecided(report, standings, all);
  if (report.verdict === "trade") {
    const also = improved > 0 ? ` and ${plural(improved, "improvement")}` : "";
    return `${plural(traded, "trade")}${also} in ${all}: faster, for more server CPU`;
  }
  if (together !== null) {
    if (report.verdict === "accepted") return `${together} regressed, accepted`;
    if (improved === 0 && report.verdict === "improved") return `${together} improved, no regression`;
  }
  if (improved > 0) return `${plural(improved, "improvement")} in ${all}, no regression`;
  if (report.verdict === "inconclusive") return `no gate could judge ${all}, please look at the warnings`;
  const apart = notCompared(report);
  const named = resolution(report);
  const what =
    named !== null
      ? `no regression of more than ${named}`
      : report.counts.inconclusive > 0
        ? "no regression"
        : "no change beyond the limits";
  return `${what} in ${all}, ${apart > 0 ? `${apart} more not compared` : "nothing to do"}`;
}

/**
 * Change that a passing run excludes if it is more than the run's limits: "2.6 % (p99: 13 %)"; null if the limits hold. Each metric has the
 * largest over its gates, as a share of base: what is claimed holds of all of them.
 */
export function resolution({ workloads, excluded: multiple }: Report): string | null {
  const gates = workloads.flatMap(gatesOf).filter(({ metric }) => metricInfo(metric).unit !== "share");
  if (multiple === undefined) return null;
  const metrics = [...new Set(gates.map(({ metric }) => metric))];
  const bounds = metrics.map((metric) => {
    const own = gates.filter((gate) => gate.metric === metric);
    const most = multiple * Math.max(...own.map((gate) => relevantChange(gate, gate.base.estimate)));
    const isFall = metricInfo(metric).direction === "higher-is-better";
    return { metric, most: isFall ? Math.min(MOST_LOST, most) : most };
  });
  const least = formatBound(Math.min(...bounds.map(({ most }) => most)));
  const others = bounds
    .map(({ metric, most }) => ({ label: metricInfo(metric).label, bound: formatBound(most) }))
    .filter(({ bound }) => bound !== least);
  const rest = others.map(({ label, bound }) => `${label}: ${bound}`);
  return `${least}${rest.length > 0 ? ` (${rest.join(", ")})` : ""}`;
}

/** Nothing can lose more than 100 %. So a loss is named as excluded only up to this share. */
const MOST_LOST = 0.99;

/** "all 3 workloads together" where a gate of theirs has the verdict that the report has; else null. */
function togetherHeadline({ workloads, together = [], verdict }: Report): string | null {
  const kinds: readonly string[] =
    verdict === "accepted" ? ["regressed"] : verdict === "inconclusive" ? [verdict, "too-few"] : [verdict];
  const speaks = together.some((change) => change.role === "gate" && kinds.includes(change.verdict.kind));
  return speaks ? `all ${plural(workloads.length, "workload")} together` : null;
}

/** True if a gate is open for the worse. */
function holdsUp({ verdict }: Change): boolean {
  return ["inconclusive", "too-few"].includes(standingOfGate(verdict));
}

/** True if a gate of the workload regressed and was accepted, or was not accepted if `isAccepted` is false. */
function hasRegression(report: Report, workload: WorkloadReport, isAccepted: boolean): boolean {
  return gatesOf(workload).some(
    (change) => change.verdict.kind === "regressed" && (acceptanceOf(report, change) !== null) === isAccepted,
  );
}

/** Workloads that only one of the arms has. */
function notCompared({ warnings }: Report): number {
  return warnings.filter(({ code }) => code === "only-in-head" || code === "only-in-base").length;
}

/** Runs that a history has and needs, if it is too short for any verdict; else null. */
export function shortHistory({
  baseline,
}: Report): Readonly<{ have: number; need: number; branch: string }> | null {
  if (baseline.kind !== "history" || baseline.runs.length >= baseline.need) return null;
  return { have: baseline.runs.length, need: baseline.need, branch: baseline.branch };
}

function allNew(count: number): string {
  return count === 1
    ? "1 new workload, no base to compare it with yet"
    : `${count} new workloads, no base to compare them with yet`;
}

function nothing(report: Report): string {
  return notCompared(report) > 0
    ? "nothing to compare, base and head share no workload"
    : "nothing measured, please look at the run";
}

function undecided(report: Report, standings: readonly Standing[], all: string): string {
  const history = shortHistory(report);
  if (history?.have === 0) return "first run, nothing to compare with yet";
  if (history !== null)
    return `${history.have} of ${plural(history.need, "baseline run")} so far, too few to judge`;
  const open = report.workloads.filter((workload) => gatesOf(workload).some(holdsUp));
  const share = `${open.length} of ${all}`;
  if (standings.includes("inconclusive")) return `inconclusive in ${share}: ${OPEN}`;
  return `too little data in ${share}: ${OPEN}`;
}

/** Worded so that readers do not take it for a pass, as they did with "no regression seen". */
const OPEN = "a regression is neither shown nor excluded";
