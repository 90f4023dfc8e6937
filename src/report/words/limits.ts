/** Sentences on what head's config file judges differently from base's. */
import { limitAcceptance, widerLimits } from "../../analysis/history/acceptances.ts";
import { metricInfo } from "../../model/metric.ts";
import type { LimitChange, Report } from "../../model/report.ts";
import { plainLine } from "../../text/outside.ts";
import { formatChange } from "../../text/units.ts";

const CHANGES_MOST = 12;
const NAME_MOST = 120;

/** Makes text from outside harmless where it is shown, at most so many characters of it. */
type Safe = (text: string, limit: number) => string;

/** None where the limits are base's, or base's are not known. */
export function limitSentences(report: Report, safe: Safe = plainLine): readonly string[] {
  const { limits } = report;
  if (limits === undefined) return [];
  const named = shortList(limits.changes, (change) => limitText(change, safe));
  return [`This change's limits differ from base's: ${named}.`, ...standing(report, safe)];
}

/** What the card leaves out of these sentences: where limits decide, it says the last one. */
export function limitDetails(report: Report, safe: Safe = plainLine): readonly string[] {
  return limitSentences(report, safe).slice(0, limitsDecide(report) ? -1 : undefined);
}

/** "QPS 2 % -> 60 %", "checkout: threads 16 -> 1". */
export function limitText({ workload, what, base, head }: LimitChange, safe: Safe = plainLine): string {
  const of = workload === undefined ? "" : `${safe(workload, NAME_MOST)}: `;
  return `${of}${safe(what, NAME_MOST)} ${safe(base, NAME_MOST)} -> ${safe(head, NAME_MOST)}`;
}

function standing(report: Report, safe: Safe): readonly string[] {
  const wider = widerLimits(report);
  if (wider.length === 0) return ["None is wider, so nothing passes by them that base's would fail."];
  const found = report.limits!.regressed.map(({ workload, metric, effect }) => {
    const moved = effect === null ? "" : ` ${formatChange(effect)}`;
    return `${safe(workload, NAME_MOST)} ${metricInfo(metric).label}${moved}`;
  });
  return [
    found.length === 0
      ? "By base's limits nothing more is a regression."
      : `By base's limits ${found.length === 1 ? "this is a regression" : "these are regressions"}: ${shortList(found, String)}.`,
    areAccepted(report)
      ? "The wider limits are accepted."
      : "Wider limits can hide a slowdown, so the check is not green until a maintainer accepts them.",
  ];
}

/** True if every limit that is wider than base's was accepted, or none is wider. */
export function areAccepted(report: Report): boolean {
  return widerLimits(report).every((change) => limitAcceptance(report, change) !== null);
}

function shortList<T>(all: readonly T[], text: (each: T) => string): string {
  const shown = all.slice(0, CHANGES_MOST).map(text);
  const more = all.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more in report.json`] : [])].join("; ");
}

/** True if base's limits decided the verdict, and head's own would let it pass. */
export function limitsDecide({ limits, verdict }: Report): boolean {
  return limits !== undefined && verdict !== limits.verdict && verdict === "inconclusive";
}
