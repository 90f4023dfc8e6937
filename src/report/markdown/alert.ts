/** The issue about a change of level on the main branch. */
import type { ChangeEvent, LevelShift } from "../../model/answers.ts";
import type { LedgerAlert, LedgerSum } from "../../model/ledger.ts";
import type { MeasuredCommit } from "../../model/measured-commit.ts";
import { metricInfo } from "../../model/metric.ts";
import { isSha, plainLine, shortSha, webAddress } from "../../text/outside.ts";
import { formatChange, formatChosenShare, formatMetrics, formatSpread, plural } from "../../text/units.ts";
import { pageAddress } from "../pages/links.ts";
import { sizeText, sumText } from "../words/ledger.ts";
import { link, markdownText, tableHead, tableRow } from "./markdown.ts";

const ROWS_MOST = 30;

export type AlertText = Readonly<{ title: string; body: string }>;

/**
 * @param repositoryUrl address of the repository's page, for the link to what changed
 * @param siteUrl address of the pages of the history, where there are any
 * @param sums what side-by-side measurements around it add up to, if that is beyond a limit, too
 */
export function renderAlert(
  event: ChangeEvent,
  repositoryUrl: string,
  siteUrl: string | null = null,
  sums: LedgerAlert | null = null,
): AlertText {
  const { suite, branch, state, cause, shifts } = event;
  const where = `${markdownText(branch ?? "the branch", 60)}, suite ${markdownText(suite)}`;
  const lasts =
    state === "recent"
      ? "Too few runs follow to know whether it lasts: this issue closes itself where it goes away."
      : "It has lasted for several runs.";
  return {
    title: alertTitle(event),
    body: [
      `On ${where}, ${rangeText(event, repositoryUrl)}`,
      tableHead(COLUMNS) + shifts.slice(0, ROWS_MOST).map(rowOf).join("\n"),
      ...(shifts.length > ROWS_MOST ? [`*and ${plural(shifts.length - ROWS_MOST, "more metric")}*`] : []),
      ...(sums === null
        ? []
        : [
            `Measured side by side there: ${sums.sums
              .slice(0, SUMS_MOST)
              .map((sum) => markdownText(sumText(sum), 200))
              .join("; ")}.`,
          ]),
      ...onThePages(event, siteUrl),
      `${lasts} ${TO_DO[cause]}`,
    ].join("\n\n"),
  };
}

/** Sums in a sentence; more make no sentence. */
const SUMS_MOST = 3;

export type LedgerPlace = Readonly<{ suite: string; branch: string }>;

/** The issue about sums of changes that are beyond their limits, none of which needs to be red by itself. */
export function renderLedgerAlert(
  { suite, branch }: LedgerPlace,
  alert: LedgerAlert,
  repositoryUrl: string,
  siteUrl: string | null = null,
): AlertText {
  const { since, upTo, carrier, sums } = alert;
  const [first] = sums;
  const where = `${markdownText(branch, 60)}, suite ${markdownText(suite)}`;
  const title = `Plumbline: ${plainLine(first!.workload, 40)} ${metricInfo(first!.metric).label} ${formatChange(first!.effect)} on ${plainLine(branch, 30)} in ${plural(first!.changes, "change")} since ${shortSha(since.sha)} (${plainLine(suite, 30)})`;
  const series = pageAddress(
    siteUrl,
    { page: "workload", suite, workload: first!.workload },
    `?metric=${first!.metric}`,
  );
  return {
    title: plainLine(title, 200),
    body: [
      `On ${where}, changes after ${commitLine(since)} up to ${commitLine(upTo)}${between(since, upTo, repositoryUrl)} add up to more than one change may lose. ${commitLine(carrier)} carried the sum beyond the limit. Each was measured next to the commit before it, so the sum does not depend on which machines took turns.`,
      tableHead(SUM_COLUMNS) + sums.slice(0, ROWS_MOST).map(sumRow).join("\n"),
      ...(series === null ? [] : [`On the pages: ${link("the sum, change by change", series)}.`]),
      `To see each change: <code>plumbline history --branch ${markdownText(branch, 60)} --since ${since.sha.slice(0, 12)}</code>; to find the commits that weigh most: <code>plumbline bisect --plan --at ${upTo.sha.slice(0, 12)}</code>. This issue closes itself when the sum is back within its limit, or when an accepted change ends it. If what was lost is wanted, close it: it will not be opened again.`,
    ].join("\n\n"),
  };
}

const SUM_COLUMNS = [
  { title: "workload", align: "left" },
  { title: "metric", align: "left" },
  { title: "sum", align: "right" },
  { title: "limit", align: "right" },
  { title: "changes", align: "right" },
  { title: "red", align: "right" },
] as const;

function sumRow(sum: LedgerSum): string {
  const { workload, metric, limit, changes, red } = sum;
  return tableRow([
    markdownText(workload),
    markdownText(metricInfo(metric).label),
    `**${sizeText(sum)}**`,
    limit === null ? "" : formatChosenShare(limit),
    String(changes),
    red === 0 ? "none" : String(red),
  ]);
}

const TO_DO: Readonly<Record<ChangeEvent["cause"], string>> = {
  commit: "If the change is wanted, close this issue: it will not be opened again.",
  surroundings:
    "Both sides are runs of one commit, so look at the machine and what runs on it, not at the code. If it is to stay so, close this issue.",
};

const COLUMNS = [
  { title: "workload", align: "left" },
  { title: "metric", align: "left" },
  { title: "before", align: "right" },
  { title: "after", align: "right" },
  { title: "change", align: "right" },
  { title: "noise of a run", align: "right" },
] as const;

function rowOf({ workload, metric, before, after, effect, direction, noise }: LevelShift): string {
  const [low = "", high = ""] = formatMetrics(metric, [before, after]);
  const change = effect === null ? "new" : formatChange(effect);
  const marked = direction === "worse" ? `**${change}**` : `${change} (better)`;
  return tableRow([
    markdownText(workload),
    markdownText(metricInfo(metric).label),
    low,
    high,
    marked,
    formatSpread(noise),
  ]);
}

/** Both sides in full, and the series of what moved most clearly. */
function onThePages(
  { suite, lastBefore, firstAfter, shifts }: ChangeEvent,
  site: string | null,
): readonly string[] {
  const [clearest] = shifts;
  const pair = { base: lastBefore.sha, head: firstAfter.sha };
  const both = pair.base === pair.head ? null : pageAddress(site, { page: "compare", ...pair });
  const series =
    clearest === undefined
      ? null
      : pageAddress(
          site,
          { page: "workload", suite, workload: clearest.workload },
          `?metric=${clearest.metric}`,
        );
  const links = [
    ...(both === null ? [] : [link("both sides compared", both)]),
    ...(series === null ? [] : [link("the series, run by run", series)]),
  ];
  return links.length === 0 ? [] : [`On the pages: ${links.join(" · ")}.`];
}

function alertTitle({ suite, branch, shifts, firstAfter, cause }: ChangeEvent): string {
  const worse = shifts.filter(({ direction }) => direction === "worse");
  const [first] = worse;
  const more = worse.length > 1 ? ` and ${worse.length - 1} more` : "";
  const what =
    first === undefined
      ? "a change"
      : `${plainLine(first.workload, 40)} ${metricInfo(first.metric).label}${first.effect === null ? "" : ` ${formatChange(first.effect)}`}${more}`;
  const since = cause === "commit" ? `since ${shortSha(firstAfter.sha)}` : "without a change of the code";
  return plainLine(
    `Plumbline: ${what} on ${plainLine(branch ?? "the branch", 30)} ${since} (${plainLine(suite, 30)})`,
    200,
  );
}

function rangeText({ lastBefore, firstAfter, cause }: ChangeEvent, repositoryUrl: string): string {
  if (cause === "surroundings") return `the level changed between two runs of ${commitLine(firstAfter)}.`;
  return `the level changed after ${commitLine(lastBefore)} and with or before ${commitLine(firstAfter)}${between(lastBefore, firstAfter, repositoryUrl)}.`;
}

/** A link to the commits of a range in parentheses, or nothing where it has no address. */
function between(
  { sha: before }: Pick<MeasuredCommit, "sha">,
  { sha: after }: Pick<MeasuredCommit, "sha">,
  repositoryUrl: string,
): string {
  const isRange = isSha(before) && isSha(after);
  const address = isRange ? webAddress(`${repositoryUrl}/compare/${before}...${after}`) : null;
  return address === null ? "" : ` (${link("the commits between", address)})`;
}

function commitLine({ sha, subject }: MeasuredCommit): string {
  const said = subject === null ? "" : ` “${markdownText(subject, 60)}”`;
  return `${markdownText(shortSha(sha))}${said}`;
}
