/** What is said while the measuring goes on. Plain text. */
import { metricInfo } from "../model/metric.ts";
import type { Change } from "../model/report.ts";
import { plainLine } from "./outside.ts";
import { formatEffect, formatPercent, NBSP, plural } from "./units.ts";

/** Why a workload is measured once more. */
export function suspectText(
  { workload, change }: Readonly<{ workload: string; change: Change }>,
  sessions: number,
): string {
  const { label } = metricInfo(change.metric);
  const seen = `${label} ${formatEffect(change.effect!)}, chance alone shows as much in ${formatPercent(Math.max(0.001, change.p!.worse))} of cases`;
  const text = `${plainLine(workload)} looks worse (${seen}): ${plural(sessions, "more session")} of it will tell`;
  return text.replaceAll(NBSP, " ");
}
