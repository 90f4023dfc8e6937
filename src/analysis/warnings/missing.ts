/** Gates that lack values: in some sessions, in all of an arm, or in all of both. They would otherwise pass silently by what is left. */
import { type Warning, warning } from "../../model/document.ts";
import { isOwnMetric, type MetricId, metricInfo } from "../../model/metric.ts";
import type { Rules } from "../../model/rules.ts";
import type { WorkloadRun } from "../../model/run.ts";
import { plural } from "../../text/units.ts";
import type { Arms, MeasuredSession } from "../verdict/arm-values.ts";
import type { Finding } from "../verdict/finding.ts";
import { metricLimit, needsOf } from "../verdict/rules.ts";
import { type Form, speedMetricsOf } from "../verdict/speed.ts";
import { NOT_COUNTED, WORK_METRICS } from "../verdict/work.ts";

/** A gate without a single value would otherwise pass silently. */
export function notMeasured(
  findings: readonly Finding[],
  shared: readonly Readonly<{ head: WorkloadRun }>[],
  rules: Rules,
): readonly Warning[] {
  const names = shared.map(({ head }) => head.name);
  const metrics = new Set(names.flatMap((name) => speedMetricsOf(rules, name)));
  return [...metrics].flatMap((metric) => {
    const missing = names
      .filter((name) => metricLimit(rules, name, metric).role === "gate")
      .filter((name) => findings.every((each) => each.workload !== name || each.metric !== metric));
    if (missing.length === 0) return [];
    const { label } = metricInfo(metric);
    return warning("not-measured", {
      message: `the gate ${label} has no value for ${missing.join(", ")} and judged nothing`,
      remedy: remedyOfAll(metric),
      metric,
    });
  });
}

function remedyOfAll(metric: MetricId): string {
  if (metric === "server-cpu")
    return "set gates.server-cpu to false: CPU time is read only from servers that Plumbline starts on this machine";
  if (isOwnMetric(metric))
    return "look for failed events, and whether the workload's options leave any of this kind: none succeeded";
  return "look for failed events: no request of these workloads succeeded";
}

/** Form and findings of a comparison; `findings` of a metric exist where any session has a value of it. */
type ComparedFindings = Readonly<{ form: Form; findings: readonly Finding[] }>;

/**
 * Says of which gates of a workload some sessions have no value. Of pairs that is the partner's loss, too.
 * @param arms whose base has no sessions where it is not sessions that head is compared with
 */
export function missingValues(
  workload: string,
  arms: Arms,
  { form, findings }: ComparedFindings,
  rules: Rules,
): readonly Warning[] {
  return [...speedMetricsOf(rules, workload), ...WORK_METRICS]
    .filter((metric) => isGate(workload, metric, rules))
    .filter((metric) => findings.some((each) => each.metric === metric))
    .flatMap((metric) => {
      const where = [lackOf(arms.base, "base", metric), lackOf(arms.head, "head", metric)].filter(
        (lack) => lack !== null,
      );
      if (where.length === 0) return [];
      return warning(isCounted(metric) ? "not-counted" : "not-measured", {
        message: `${metricInfo(metric).label} is missing in ${where.join(" and ")} for ${workload}: ${consequence(arms, form, metric, rules)}`,
        remedy: remedyOfSome(metric),
        workload,
        metric,
      });
    });
}

function isGate(workload: string, metric: MetricId, rules: Rules): boolean {
  const ofSuite = (rules.suite ?? []).some((gate) => gate.metric === metric);
  return ofSuite || metricLimit(rules, workload, metric).role === "gate";
}

function isCounted(metric: MetricId): boolean {
  return metricInfo(metric).kind === "work";
}

function hasValue({ values }: MeasuredSession, metric: MetricId): boolean {
  return (values[metric] ?? null) !== null;
}

/** "4 of 8 sessions of head", or null. */
function lackOf(sessions: readonly MeasuredSession[], arm: string, metric: MetricId): string | null {
  const without = sessions.filter((each) => !hasValue(each, metric)).length;
  return without === 0 ? null : `${without} of ${plural(sessions.length, "session")} of ${arm}`;
}

function consequence({ base, head }: Arms, form: Form, metric: MetricId, rules: Rules): string {
  const having = (sessions: readonly MeasuredSession[]) =>
    sessions.filter((each) => hasValue(each, metric)).length;
  const pairs = head.filter(
    (each, i) => hasValue(each, metric) && base[i] && hasValue(base[i], metric),
  ).length;
  const left = form === "paired" ? pairs : Math.min(having(head), ...(base.length > 0 ? [having(base)] : []));
  const need = base.length > 0 ? needsOf(rules).sessions : 1;
  if (left < need) return "the gate has too few sessions to judge by";
  return `it is judged by ${form === "paired" ? `the ${pairs} pairs` : "the sessions"} that have it`;
}

function remedyOfSome(metric: MetricId): string {
  if (isCounted(metric)) return NOT_COUNTED;
  if (metric === "server-cpu")
    return "measure again, or set gates.server-cpu to false: the servers' CPU time could not be read in these sessions";
  if (isOwnMetric(metric))
    return "look for failed events, or raise measure.seconds: no such event succeeded in these sessions";
  return "look for failed events: no request of these sessions succeeded";
}
