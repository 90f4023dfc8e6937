/** Work that servers counted, by the same rule as times: most of it is the same in each session, and much of it is 0. */
import { type Warning, warning } from "../../model/document.ts";
import { METRICS, type MetricId, metricInfo } from "../../model/metric.ts";
import type { Verdict } from "../../model/report.ts";
import type { Rules } from "../../model/rules.ts";
import type { Finding } from "./finding.ts";
import { metricLimit } from "./rules.ts";

export const WORK_METRICS: readonly MetricId[] = METRICS.filter(({ kind }) => kind === "work").map(
  ({ id }) => id,
);

/**
 * A finding whose zeros are read as counts: nothing on either arm is no change, and something where there was nothing is one that has
 * no ratio. Null where it says nothing that its absence would not.
 */
export function withZeros(finding: Finding): Finding | null {
  const { evidence, limit, base, head, metric } = finding;
  if (evidence.kind !== "settled" || evidence.verdict.kind === "too-few") return finding;
  const isNone = ({ values }: Finding["base"]) => values.every((value) => value === 0);
  const isSome = ({ values }: Finding["base"]) => values.every((value) => value > 0);
  if (isNone(base) && isNone(head))
    return limit.role === "gate" ? settledFinding(finding, { kind: "unchanged" }, 0) : null;
  const more = isNone(base) && isSome(head);
  const less = isSome(base) && isNone(head);
  if (!more && !less) return finding;
  const isWorse = more === (metricInfo(metric).direction === "lower-is-better");
  return settledFinding(finding, { kind: isWorse ? "regressed" : "improved" }, less ? -1 : null);
}

function settledFinding(finding: Finding, verdict: Verdict, effect: number | null): Finding {
  return { ...finding, evidence: { kind: "settled", verdict, effect } };
}

/** Conditions under which it is counted. */
export const NOT_COUNTED =
  "check what PostgreSQL needs to count it: no other client of the database, no pooler that keeps its connections, for WAL a server that Plumbline starts (records from 14 on), for calls pg_stat_statements, loaded and created in the database";

/** Says of which gates nothing was counted. */
export function notCounted(
  findings: readonly Finding[],
  shared: readonly Readonly<{ head: Readonly<{ name: string }> }>[],
  rules: Rules,
): readonly Warning[] {
  return WORK_METRICS.flatMap((metric) => {
    const missing = shared
      .map(({ head }) => head.name)
      .filter((name) => metricLimit(rules, name, metric).role === "gate")
      .filter((name) => findings.every((each) => each.workload !== name || each.metric !== metric));
    if (missing.length === 0) return [];
    return warning("not-counted", {
      message: `the gate ${metricInfo(metric).label} has no value for ${missing.join(", ")} and judged nothing`,
      remedy: NOT_COUNTED,
      metric,
    });
  });
}
