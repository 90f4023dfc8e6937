/** The first page: what moved, and who has it? */
import type { Acceptance } from "../../model/acceptance.ts";
import type { OverviewRow as AnswerRow, Check } from "../../model/answers.ts";
import type { StandingSum } from "../../model/ledger.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Overall } from "../../model/report.ts";
import { plainLine, webAddress } from "../../text/outside.ts";
import { formatChange, formatChosenShare, formatMetric, plural } from "../../text/units.ts";
import { verdictBadge } from "../html/html.ts";
import { type Html, html, verbatim } from "../html/template.ts";
import { capital } from "../words/headline.ts";
import { sinceText, sumText } from "../words/ledger.ts";
import { standingOfGate } from "../words/standing.ts";
import { acceptanceLines } from "./acceptances.ts";
import { pullRequestOnHost } from "./code-host.ts";
import { changesTable, type EventLine } from "./events.ts";
import { pathOf } from "./links.ts";
import { age, type Page, type Site } from "./shell.ts";
import { sparklineSvg } from "./spark.ts";
import { commitLink, saidOf, sideWord } from "./words.ts";

/** The one of a workload's metrics that moved most lately, or its first. */
export type OverviewTableRow = Pick<
  AnswerRow,
  "suite" | "workload" | "metric" | "verdict" | "change" | "value" | "measuredAt" | "spark" | "commit"
>;

/** Choice of what to show of the store, as the address gives it. */
export type OverviewChoice = Readonly<{
  /** Changes of the last so many days. */
  days: number;
  /** Null: of each suite, the branch that is measured most. */
  branch: string | null;
  suite: string | null;
  /** Words of the workloads that are looked for, in small letters. */
  find: string;
}>;

export const USUAL_DAYS = 30;
const DAYS_OFFERED = [7, USUAL_DAYS, 90, 365] as const;
const DAYS_MOST = 3_650;
/** Longest name in a question to the store. */
const NAME_MOST = 500;

/** @returns the choice, and a sentence for each parameter that was no choice */
export function overviewChoice(
  params: URLSearchParams,
): Readonly<{ choice: OverviewChoice; notes: readonly string[] }> {
  const [days, branch, suite] = ["days", "branch", "suite"].map((name) => params.get(name) || null);
  const isDays = days == null || (/^\d{1,4}$/.test(days) && Number(days) >= 1 && Number(days) <= DAYS_MOST);
  const named = (text: string | null | undefined) => text?.slice(0, NAME_MOST) ?? null;
  return {
    choice: {
      days: days != null && isDays ? Number(days) : USUAL_DAYS,
      branch: named(branch),
      suite: named(suite),
      find: (params.get("q") ?? "").slice(0, NAME_MOST).trim().toLowerCase(),
    },
    notes: isDays
      ? []
      : [
          `“${plainLine(days, 40)}” is no number of days from 1 to ${DAYS_MOST}: the last ${USUAL_DAYS} are shown.`,
        ],
  };
}

/** What a branch has lost little by little. @param tag of the commit that the sum begins after */
export type SumLine = Readonly<{ standing: StandingSum; tag: string | undefined }>;

export type OverviewData = Readonly<{
  choice: OverviewChoice;
  branches: readonly string[];
  /** Last judged first. */
  checks: readonly Check[];
  open: readonly EventLine[];
  taken: readonly Acceptance[];
  sums: readonly SumLine[];
  /** Workloads, those that need eyes first. */
  rows: readonly OverviewTableRow[];
}>;

const OPEN_MOST = 8;
/** Digits of a commit in an address. */
const SHA = 10;
const TAKEN_MOST = 3;

export function overviewPage(site: Site, overview: OverviewData): Page {
  return { place: { page: "overview" }, title: "Overview", data: null, main: overviewMain(site, overview) };
}

function overviewMain(site: Site, overview: OverviewData): Html {
  const { choice, branches, checks, open, taken, sums, rows } = overview;
  if (rows.length === 0 && checks.length === 0) {
    return choice.branch === null && choice.suite === null ? firstSteps() : nothingOf(choice);
  }
  const more =
    open.length > OPEN_MOST
      ? html`<p><a href="events/">${plural(open.length - OPEN_MOST, "more open change")}</a></p>`
      : html``;
  return html`<h1>${overviewHeadline(overview)}</h1>
<p class="tallies">${tallies(overview)}</p>
${checks.length === 0 ? html`` : html`<section><h2>Newest checks</h2>${checksTable(site, checks)}</section>`}
${open.length === 0 ? html`` : html`<section><h2>Open changes</h2>${changesTable(site, "", open.slice(0, OPEN_MOST), "Open changes")}${more}</section>`}
${sums.length === 0 ? html`` : html`<section><h2>Lost little by little</h2><ul class="sums">${sums.map((line) => sumLine(line, choice.branch === null))}</ul></section>`}
${taken.length === 0 ? html`` : html`<section><h2>Accepted lately</h2>${acceptanceLines(site, "", taken.slice(0, TAKEN_MOST))}</section>`}
<section><div class="title"><h2>Workloads</h2>${searchForm(site, choice)}</div>
${site.isStatic ? html`` : overviewFilters(choice)}
<p class="legend">On ${plainLine(branches.join(", "), 60)}. The largest change of the ${lastDays(choice.days)} first, in the noise of its series.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Workloads"><table class="workloads stack"><thead><tr><th scope="col" data-sort="workload">workload</th><th scope="col" class="number" data-sort="change">change, ${plural(choice.days, "day")}</th><th scope="col" data-sort="metric">metric</th><th scope="col">newest runs</th><th scope="col" class="number">now</th><th scope="col" data-sort="verdict">last verdict</th><th scope="col" class="number" data-sort="measured">measured</th></tr></thead>
<tbody>${rows.map((row) => rowOf(site, row, choice))}</tbody></table></div></section>`;
}

/**
 * "oltp: main since v1.2: QPS of read-write −6.1 % (−7.9 .. −4.2) in 14 changes, none of them red".
 * @param isUsual a workload's page shows sums of the suite's usual branch alone
 */
function sumLine({ standing: { suite, branch, clear, more, sum }, tag }: SumLine, isUsual: boolean): Html {
  const { workload, metric, since } = sum;
  const page = `${pathOf({ page: "workload", suite, workload })}?metric=${metric}&since=${since.sha.slice(0, SHA)}#ledger`;
  const limit = formatChosenShare(sum.limit ?? 0);
  const notes = [
    clear ? `limit ${limit}` : `beyond its limit of ${limit}, but not clearly yet`,
    ...(more === 0 ? [] : [`${plural(more, "more gate")} with it`]),
  ];
  return html`<li class="${clear ? "open" : "near"}"><span class="muted">${plainLine(suite)}:</span> ${plainLine(branch ?? "the branch", 60)} ${isUsual ? html`<a href="${page}">${sinceText(sum, tag)}</a>` : sinceText(sum, tag)}: ${sumText(sum)} <span class="muted">${notes.join("; ")}</span></li>
`;
}

/** A failed check comes first: somebody waits for it. */
function overviewHeadline({ checks, open, sums }: OverviewData): string {
  const failed = failedOf(checks);
  const [first] = failed;
  const changes = openText(open.length, sums.filter(({ standing }) => standing.clear).length);
  if (first === undefined) return changes ?? "Nothing is open";
  const what =
    failed.length === 1 ? "A check failed" : `${failed.length} of the ${checks.length} newest checks failed`;
  return changes === null ? `${what}: ${first.headline}` : `${what}, ${changes}`;
}

/** "1 change for the worse is open", else how many sums are; null: nothing is open. */
function openText(changes: number, sums: number): string | null {
  const areOpen = (count: number) => (count === 1 ? "is open" : "are open");
  if (changes > 0) return `${plural(changes, "change")} for the worse ${areOpen(changes)}`;
  return sums > 0 ? `${plural(sums, "sum")} of changes ${areOpen(sums)}` : null;
}

function failedOf(checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ verdict }) => verdict === "regressed");
}

function tallies({ choice: { days }, checks, open, taken, rows }: OverviewData): readonly Html[] {
  const failed = failedOf(checks).length;
  const still = rows.filter((row) => row.change === null && !isAlone(row)).length;
  const alone = rows.filter((row) => isAlone(row)).length;
  return [
    ...(checks.length === 0
      ? []
      : [
          html`<span class="tally ${failed > 0 ? "worse" : ""}"><strong>${failed}</strong> of ${plural(checks.length, "check")} failed</span>`,
        ]),
    html`<a class="tally ${open.length > 0 ? "worse" : ""}" href="events/"><strong>${open.length}</strong> open ${open.length === 1 ? "change" : "changes"}</a>`,
    html`<a class="tally" href="acceptances/"><strong>${taken.length}</strong> accepted</a>`,
    html`<span class="tally"><strong>${still}</strong> of ${plural(rows.length, "workload")} without a change in ${plural(days, "day")}</span>`,
    ...(alone === 0
      ? []
      : [
          html`<span class="tally"><strong>${alone}</strong> with one run, which cannot show a change yet</span>`,
        ]),
  ];
}

function checksTable({ now }: Site, checks: readonly Check[]): Html {
  const rows = checks.map((check) => {
    const { suite, job, repository, pullRequest, commit, subject, branch, verdict, headline, createdAt } =
      check;
    const run = webAddress(check.runUrl);
    const what =
      pullRequest === null ? plainLine(branch ?? "–", 40) : pullRequestOnHost(repository, pullRequest);
    return html`<tr class="${verdict === "regressed" ? "open" : ""}"><th scope="row"><span class="badge ${verdict}">${VERDICTS[verdict]}</span></th><td class="subject">${capital(headline)}</td><td>${what}</td><td class="cause">${commitLink("", commit)} ${saidOf({ author: null, subject })}</td><td>${plainLine(suite)}${job === null ? "" : ` (${plainLine(job)})`}</td><td class="number">${age(createdAt, now)}</td><td>${run === null ? html`` : html`<a class="host" href="${run}" rel="noreferrer">run</a>`}</td></tr>
`;
  });
  const heads = ["verdict", "what", "where", "commit", "suite", "when", "log"];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Newest checks"><table class="stack"><thead><tr>${heads.map((head) => html`<th scope="col"${head === "when" ? html` class="number"` : html``}>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

const VERDICTS: Readonly<Record<Overall, string>> = {
  regressed: "✕ regressed",
  accepted: "◇ accepted",
  inconclusive: "? inconclusive",
  trade: "± trade",
  improved: "✓ improved",
  unchanged: "✓ passed",
};

/** Filters the rows as one types; Enter asks the server, which knows every commit and needs no script. */
function searchForm({ isStatic }: Site, { find }: OverviewChoice): Html {
  const [label, example] = isStatic ? ["Find", "workload or suite"] : ["Find", "workload, suite or commit"];
  const field = html`<label class="search${isStatic ? "" : " ready"}">${label} <input type="search" id="search" name="q" maxlength="200" autocomplete="off" placeholder="${example}" value="${verbatim(find)}"${isStatic ? html` hidden` : html``}></label>`;
  return isStatic ? field : html`<form method="get" role="search">${field}</form>`;
}

/** True of a single run, which cannot have changed, nor have stayed as it was. */
function isAlone({ change, spark }: Pick<OverviewTableRow, "change" | "spark">): boolean {
  return change === null && spark.length === 1;
}

function rowOf(
  { now }: Site,
  { suite, workload, metric, change, verdict, spark, value, measuredAt }: OverviewTableRow,
  { find }: OverviewChoice,
): Html {
  const { label } = metricInfo(metric);
  const moved =
    change === null
      ? html`<span class="muted">${isAlone({ change, spark }) ? "first run: no change can show yet" : "no change"}</span>`
      : html`<strong>${change.effect === null ? "from 0" : formatChange(change.effect)}</strong> ${sideWord(change.direction, change.effect)}<br><span class="muted">with ${commitLink("", change.commit.sha)}</span>`;
  const words = plainLine(`${suite} ${workload}`.toLowerCase(), 200);
  const points = spark.map((each) => ({ value: each, machine: "" }));
  const isFound = find.split(/\s+/).every((word) => words.includes(word));
  return html`<tr data-words="${words}"${change?.open ? html` class="open"` : html``}${isFound ? html`` : html` hidden`}><th scope="row"><a href="${pathOf({ page: "workload", suite, workload })}?metric=${metric}">${plainLine(workload)}</a> <span class="muted">${plainLine(suite)}</span></th><td class="number change" data-value="${change?.effect ?? ""}">${moved}</td><td class="metric">${label}</td><td class="history">${sparklineSvg(points, [], `${label} of ${plainLine(workload)}, newest runs`)}</td><td class="number">${value === null ? "–" : formatMetric(metric, value)}</td><td data-value="${verdict?.kind ?? ""}">${verdict === null ? html`<span class="muted">–</span>` : verdictBadge(standingOfGate(verdict))}</td><td class="number" data-value="${Date.parse(measuredAt)}">${age(measuredAt, now)}</td></tr>
`;
}

/** "last day", "last 30 days". */
function lastDays(days: number): string {
  return days === 1 ? "last day" : `last ${plural(days, "day")}`;
}

function overviewFilters({ days, branch, suite }: OverviewChoice): Html {
  const offered = [...new Set([...DAYS_OFFERED, days])].toSorted((a, b) => a - b);
  const options = offered.map(
    (each) =>
      html`<option value="${each}"${each === days ? html` selected` : html``}>${lastDays(each)}</option>`,
  );
  const field = (name: string, label: string, value: string | null, otherwise: string) =>
    html`<label>${label} <input name="${name}" value="${verbatim(value ?? "")}" placeholder="${otherwise}" autocomplete="off"></label>`;
  return html`<details class="filters"><summary>Choose time, branch, suite</summary><form method="get">
<label>Time <select name="days">${options}</select></label>
${field("branch", "Branch", branch, "the one measured most")}
${field("suite", "Suite", suite, "all")}
<button>Show</button>
</form></details>`;
}

function nothingOf({ branch, suite }: OverviewChoice): Html {
  const words = [
    ...(branch === null ? [] : [html` on branch <strong>${plainLine(branch, 60)}</strong>`]),
    ...(suite === null ? [] : [html` of suite <strong>${plainLine(suite, 60)}</strong>`]),
  ];
  return html`<h1>No run${words}</h1>
<p>The store has others: <a href="./">show the default</a>.</p>`;
}

/** An empty store is where everybody begins. */
function firstSteps(): Html {
  return html`<h1>No run yet</h1>
<p>This page fills itself from the store. Two ways to bring a first run into it:</p>
<ol><li>On this machine: <code>plumbline check --store URL</code>, next to a plumbline.yml (<code>plumbline init</code> writes one).</li>
<li>In a workflow: the Plumbline action with <code>store</code>, on every push to the main branch.</li></ol>
<p>A change of level is told from noise after some ten runs of one branch on one machine.</p>`;
}
