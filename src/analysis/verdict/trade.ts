/**
 * A trade: speed that was bought with CPU time, such as by a plan with parallel workers. What is worse is the price of what is
 * better, and whether it is worth it is for people to say (docs/decisions/026-trades.md).
 */
import { type MetricId, metricInfo } from "../../model/metric.ts";
import type { Change } from "../../model/report.ts";
import type { Finding } from "./finding.ts";

/**
 * The changes, those of server CPU that regressed called a trade where they are one.
 * @param findings that the changes were made of, one for one
 */
export function withTrades(changes: readonly Change[], findings: readonly Finding[]): readonly Change[] {
  return changes.map((change, i) => {
    if (change.metric !== "server-cpu" || change.role !== "gate" || change.verdict.kind !== "regressed")
      return change;
    if (findings[i]!.limit.trade === "fail") return change;
    const gates = changes.filter(({ workload, role }) => workload === change.workload && role === "gate");
    const bought = boughtMetrics(change, gates);
    return bought === null ? change : { ...change, verdict: { kind: "trade", for: bought } };
  });
}

/**
 * Metrics that improved for that price: throughput, by no less than CPU time grew, and latency where a gate judges it. Null where
 * that was not shown, or where anything else may be worse: then it is a regression.
 */
function boughtMetrics(price: Change, gates: readonly Change[]): readonly MetricId[] | null {
  const others = gates.filter((gate) => gate !== price);
  const latencies = others.filter(({ metric }) => isLatency(metric));
  const isShown =
    throughputOf(others).some(
      (gain) => isImproved(gain) && (gain.effect ?? 0) >= (price.effect ?? Number.POSITIVE_INFINITY),
    ) &&
    (latencies.length === 0 || latencies.some(isImproved));
  if (!isShown || others.some(mayBeWorse)) return null;
  return others.filter(isImproved).map(({ metric }) => metric);
}

/** Throughput of all events. CPU time is that of a statement: where statements are gated they show what it bought. */
const THROUGHPUT: readonly MetricId[] = ["tps", "tpmc"];

function throughputOf(gates: readonly Change[]): readonly Change[] {
  const statements = gates.filter(({ metric }) => metric === "qps");
  return statements.length > 0 ? statements : gates.filter(({ metric }) => THROUGHPUT.includes(metric));
}

function isImproved({ verdict }: Change): boolean {
  return verdict.kind === "improved";
}

/** True for a latency, among gates other than server CPU, which has the same unit. */
function isLatency(metric: MetricId): boolean {
  return metricInfo(metric).unit === "nanoseconds";
}

function mayBeWorse({ verdict }: Change): boolean {
  switch (verdict.kind) {
    case "improved":
    case "unchanged":
      return false;
    case "inconclusive":
      return verdict.notWorse !== true;
    case "regressed":
    case "trade":
    case "too-few":
      return true;
  }
}
