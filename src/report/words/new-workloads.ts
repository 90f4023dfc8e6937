/** Workloads that base has nothing like: what each took on head, and why it stands alone. */
import type { MetricId } from "../../model/metric.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Report, WorkloadReport } from "../../model/report.ts";
import { plainLine } from "../../text/outside.ts";
import { formatMetrics } from "../../text/units.ts";

/** Holds text from outside: escape it for the format. */
export type NewWorkloadText = Readonly<{ name: string; figures: string; why: string }>;

const SHOWN: readonly MetricId[] = ["qps", "p99"];
const WHY_MOST = 300;

export function newWorkloads({ workloads }: Report): readonly NewWorkloadText[] {
  return workloads.flatMap((workload) =>
    workload.newBecause === undefined
      ? []
      : [
          {
            name: plainLine(workload.name),
            figures: workloadFigures(workload),
            why: plainLine(workload.newBecause, WHY_MOST),
          },
        ],
  );
}

/** "QPS 4,210/s, p99 12.1 ms" on head. */
function workloadFigures({ changes }: WorkloadReport): string {
  return SHOWN.flatMap((metric) => {
    const value = changes.find((change) => change.metric === metric)?.head.estimate ?? null;
    return value === null ? [] : [`${metricInfo(metric).label} ${formatMetrics(metric, [value])[0]}`];
  }).join(", ");
}
