/** Words for the sums of a branch's measured changes. */
import type { LedgerSum } from "../../model/ledger.ts";
import type { MeasuredCommit } from "../../model/measured-commit.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Report } from "../../model/report.ts";
import { plainLine, shortSha } from "../../text/outside.ts";
import { formatChange, formatChangeInterval, formatChosenShare, plural } from "../../text/units.ts";

/** "QPS of read-write −6.1 % (−7.9 .. −4.2) in 14 changes, none of them red". */
export function sumText(sum: LedgerSum): string {
  return `${subjectText(sum)} ${sizeText(sum)} ${countText(sum)}`;
}

function subjectText({ metric, workload }: LedgerSum): string {
  return `${metricInfo(metric).label} of ${plainLine(workload, 40)}`;
}

/** "−6.1 % (−7.9 .. −4.2)". */
export function sizeText({ effect, low, high }: LedgerSum): string {
  const interval = { low, high };
  return `${formatChange(effect, interval)} ${formatChangeInterval(interval, effect)}`;
}

/** "in 14 changes, none of them red". */
export function countText({ changes, red, gaps }: LedgerSum): string {
  const reds = changes === 1 ? (red === 1 ? "red" : "not red") : `${red === 0 ? "none" : red} of them red`;
  const missing = gaps === 0 ? "" : `; commits at ${plural(gaps, "place")} between them were not measured`;
  return `in ${plural(changes, "change")}, ${reds}${missing}`;
}

/** "limit 2 %", or "" for what gates nothing. */
export function limitOfSum({ limit }: LedgerSum): string {
  return limit === null ? "" : `limit ${formatChosenShare(limit)}`;
}

/** Start of a sum: "since 1a2b3c4", or what it was asked for by. @param name of the commit it was asked to begin after */
export function sinceText({ since, accepted }: LedgerSum, name?: string): string {
  if (accepted !== undefined) return `since the accepted change of #${accepted}`;
  return `since ${name === undefined ? shortSha(since.sha) : plainLine(name, 60)}`;
}

/** Commits of a range: "1a2b3c4..5d6e7f8". */
export function rangeOfSum({
  since,
  upTo,
}: Readonly<{ since: MeasuredCommit; upTo: MeasuredCommit }>): string {
  return `${shortSha(since.sha)}..${shortSha(upTo.sha)}`;
}

/**
 * What a check says that carries sums beyond their limits.
 * @param branch that the sums are of
 */
export function carriedText(branch: string, sums: readonly LedgerSum[]): string {
  const [first, ...rest] = sums;
  if (first === undefined) return "";
  const more = rest.length === 0 ? "" : `, and ${plural(rest.length, "more gate")} with it`;
  const { limit } = first;
  const allowed = limit === null ? "" : ` one change may lose (${formatChosenShare(limit)})`;
  return `With this change, ${plainLine(branch, 60)} has lost more than${allowed} ${sinceText(first)}: ${sumText(first)}${more}.`;
}

/** The same of a report, as the list that it may be missing from. */
export function carriedSentences({ carried }: Report): readonly string[] {
  return carried === undefined ? [] : [carriedText(carried.branch, carried.sums)];
}
