/** Workloads that base has nothing like: measured on head alone, shown, and judged by nothing. */
import type { Change, Report, WorkloadReport } from "../../model/report.ts";
import type { Rules } from "../../model/rules.ts";
import type { Run, WorkloadRun } from "../../model/run.ts";
import { emptyHistogram, latencyCurve } from "../samples/histogram.ts";
import { mergeWarnings, runWarnings } from "../warnings/conditions.ts";
import { armValues, measuredSessions } from "./arm-values.ts";
import { assembleReport, type Parts, type Stamp } from "./assemble.ts";
import { speedMetricsOf } from "./speed.ts";
import { WORK_METRICS } from "./work.ts";

/** A report of a head whose base has none of it yet. */
export function reportNew(head: Run, rules: Rules, stamp: Stamp): Report {
  const all = head.workloads.map((workload) => newWorkload(workload, rules));
  return assembleReport(
    {
      head,
      baseline: { kind: "none" },
      form: "paired",
      workloads: all.map(({ part }) => part),
      changes: all.flatMap(({ changes }) => changes),
      warnings: mergeWarnings(head.warnings, runWarnings(head)),
    },
    rules,
    stamp,
  );
}

type NewWorkloadPart = Readonly<{ part: Parts["workloads"][number]; changes: readonly Change[] }>;

/** Head's values of each metric, as information. */
export function newWorkload(workload: WorkloadRun, rules: Rules): NewWorkloadPart {
  const latency = emptyHistogram();
  const sessions = measuredSessions(workload.sessions, latency);
  const nothing = armValues([]);
  const metrics = [...speedMetricsOf(rules, workload.name), ...WORK_METRICS];
  const changes = metrics.flatMap((metric): readonly Change[] => {
    const values = sessions.flatMap((session) => session.values[metric] ?? []);
    if (values.length === 0) return [];
    return [
      {
        workload: workload.name,
        metric,
        role: "information",
        base: nothing,
        head: armValues(values),
        effect: null,
        interval: null,
        confidence: 1 - rules.alpha,
        p: null,
        margin: 0,
        floor: null,
        noise: null,
        smallestVisible: null,
        verdict: { kind: "too-few", what: "sessions of base", have: 0, need: sessions.length },
      },
    ];
  });
  const curves: WorkloadReport["curves"] = { base: null, head: latencyCurve(latency) };
  return { part: { head: workload, base: [], curves }, changes };
}
