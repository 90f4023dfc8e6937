/** History of a metric on the base branch before this change, small enough for a line of text. */
import { metricInfo } from "../../model/metric.ts";
import type { Change, Report, Trend } from "../../model/report.ts";
import { padRight, plainColumns, widest } from "../../text/columns.ts";
import { plainLine } from "../../text/outside.ts";
import { formatMetrics, plural } from "../../text/units.ts";

const BARS = "▁▂▃▄▅▆▇█";
const LABEL_MOST = 28;
/** Fewest commits that make a history. */
const COMMITS_LEAST = 3;

/** One bar a value, from the lowest to the highest of `scale`; where all are equal, the lowest bar. */
export function sparkline(values: readonly number[], scale: readonly number[] = values): string {
  const low = Math.min(...scale);
  const reach = Math.max(...scale) - low;
  const step = (value: number) => (reach > 0 ? Math.round(((value - low) / reach) * (BARS.length - 1)) : 0);
  return values.map((value) => BARS[step(value)] ?? "?").join("");
}

/** Lines of the picture for those of the changes whose history the report has; none where it has none. */
export function trendLines(report: Report, changes: readonly Change[]): string[] {
  const drawn = changes.flatMap((change) => {
    const trend = trendOf(report, change);
    return trend === undefined || change.head.estimate === null
      ? []
      : [rowOf(change, trend, change.head.estimate)];
  });
  const [first] = drawn;
  if (first === undefined) return [];
  const most = Math.max(...drawn.map(({ commits }) => commits));
  const widths = {
    label: widest(drawn.map(({ label }) => label)),
    bars: widest(drawn.map(({ bars }) => bars)),
  };
  return [
    `the last ${plural(most, "commit")} of ${plainLine(first.branch, 40)} → head`,
    ...drawn.map(({ label, bars, last, head }) =>
      `${padRight(label, widths.label)}  ${bars.padStart(widths.bars)}  ${last} → ${head}`.trimEnd(),
    ),
  ];
}

function trendOf({ history = [] }: Report, { workload, metric }: Change): Trend | undefined {
  return history.find(
    (trend) => trend.workload === workload && trend.metric === metric && trend.points.length >= COMMITS_LEAST,
  );
}

function rowOf({ workload, metric }: Change, { branch, points }: Trend, head: number) {
  const values = points.map(({ value }) => value);
  const scale = [...values, head];
  const { label } = metricInfo(metric);
  const [last = "", now = ""] = formatMetrics(metric, [values.at(-1)!, head]);
  return {
    branch,
    commits: points.length,
    label: `${plainColumns(workload, LABEL_MOST - label.length - 1)} ${label}`,
    bars: `${sparkline(values, scale)} → ${sparkline([head], scale)}`,
    last,
    head: now,
  };
}
