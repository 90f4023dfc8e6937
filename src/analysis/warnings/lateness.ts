/**
 * Effects of a load generator that is late itself on a comparison of open loops. It wakes late by chance, and rarely as much with one
 * server as with the other: a percentile of few slow events can differ by that alone (docs/decisions/043-lateness.md).
 */
import { type Warning, warning } from "../../model/document.ts";
import { type MetricId, metricInfo } from "../../model/metric.ts";
import { mean } from "../../stats/summary.ts";
import { formatPercent, plainSpaces } from "../../text/units.ts";
import { punctualValue } from "../samples/lateness.ts";
import type { Arms } from "../verdict/arm-values.ts";

/** Relative difference between the two readings of a change above which it is reported: an eighth of the usual limit of p99. */
export const LATENESS_GAP_MOST = 0.01;

/** Relative difference of head/base without the load generator's lateness from that with it: -0.02 is 2 % less; 0 without such a reading. */
export function latenessGap({ base, head }: Arms, metric: MetricId): number {
  const logShares = [base, head].map((sessions) =>
    sessions.flatMap(({ session, values }) => {
      const [all, punctual] = [values[metric] ?? 0, punctualValue(session, metric) ?? 0];
      return all > 0 && punctual > 0 ? [Math.log(punctual / all)] : [];
    }),
  );
  const [ofBase, ofHead] = logShares.map((shares) => (shares.length === 0 ? 0 : mean(shares)));
  return Math.expm1(ofHead! - ofBase!);
}

/** Says of which percentile the two readings of head against base differ by more than they should. */
export function latenessWarnings(workload: string, arms: Arms): readonly Warning[] {
  const gaps = (["p50", "p95", "p99"] as const).map((metric) => ({ metric, gap: latenessGap(arms, metric) }));
  const { metric, gap } = gaps.reduce((worst, each) =>
    Math.abs(each.gap) > Math.abs(worst.gap) ? each : worst,
  );
  if (Math.abs(gap) <= LATENESS_GAP_MOST) return [];
  return warning("lateness-gap", {
    message: plainSpaces(
      `plumbline-load itself started events late, and not by the same time on both arms: ${metricInfo(metric).label} of head against base is ${formatPercent(Math.abs(gap))} ${gap < 0 ? "lower" : "higher"} without that; verdicts hold with and without it`,
    ),
    remedy: "give the load generator CPUs of its own, or lower the rate",
    workload,
    metric,
  });
}
