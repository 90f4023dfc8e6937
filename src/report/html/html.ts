/** report.html: one file that needs nothing else. No script runs in it, and its policy lets it load nothing. */
import { metricInfo } from "../../model/metric.ts";
import type { Change, Report, WorkloadReport } from "../../model/report.ts";
import { plainLine, webAddress } from "../../text/outside.ts";
import { dayOf, minuteOf } from "../../text/time.ts";
import { formatCount, plural } from "../../text/units.ts";
import { pageAddress } from "../pages/links.ts";
import { capacityTable } from "../words/capacity.ts";
import { type Card, type CardCause, cardOf, HERE, NO_GUIDANCE, type Onward } from "../words/card.ts";
import { causesTable, impossibleSearches, reasonSentences, unprovedReason } from "../words/cause.ts";
import { capital, headline, titleOf } from "../words/headline.ts";
import { carriedSentences } from "../words/ledger.ts";
import { limitDetails } from "../words/limits.ts";
import {
  formatTimeLimit,
  migrationCauses,
  migrationCells,
  migrationName,
  migrationRemedies,
} from "../words/migration.ts";
import { otherCauses, type Sentence } from "../words/reason.ts";
import { changeRemedy } from "../words/remedy.ts";
import { acceptCommand, acceptingConfig, noLimit, reproduceCommands } from "../words/reproduce.ts";
import {
  type ChangeRows,
  cellTexts,
  changeRows,
  EVIDENCE_OF_PARTS,
  isQuiet,
  verdictWord,
  WITHIN,
  withinText,
} from "../words/rows.ts";
import { gatesOf, type Standing, standingOf, standingOfGate, WORST_FIRST } from "../words/standing.ts";
import {
  baselineText,
  cellsText,
  commitText,
  conditionLines,
  MESSAGE_MOST,
  measuredText,
  optionTexts,
  togetherText,
  tradeText,
  visibleText,
} from "../words/story.ts";
import { notesOf } from "../words/warnings.ts";
import { differencesHtml } from "./differences.ts";
import { effectScale, intervalAxis, intervalPicture } from "./interval-picture.ts";
import { latencyFigure } from "./latency-figure.ts";
import { plumbMark } from "./mark.ts";
import { migrationFigure } from "./migration-figure.ts";
import { sessionFigure } from "./session-figure.ts";
import { standalonePage } from "./standalone.ts";
import { STYLE } from "./style.ts";
import { tableBody, titledCell } from "./table.ts";
import { type Html, html, trusted, verbatim } from "./template.ts";
import { timelinesHtml } from "./timeline.ts";
import {
  errorsTable,
  hostsTable,
  metricsTable,
  partsTable,
  type SeriesAddress,
  toSeries,
} from "./workload-tables.ts";

/** A suite of more workloads is folded where nothing changed. */
const OPEN_WORKLOADS_MOST = 4;

export function renderHtml(report: Report): string {
  const title = `Plumbline: ${headline(report)}`;
  const { suite, guidance } = report;
  const parts = reportParts(report, (workload, metric) =>
    pageAddress(guidance?.siteUrl ?? null, { page: "workload", suite, workload }, `?metric=${metric}`),
  );
  const body = html`<header>
${plumbMark(72)}
<div>
<p class="suite">Plumbline · suite ${plainLine(report.suite)}</p>
<h1>${titleOf(report)}</h1>
${parts.lead}
</div>
</header>
<main>
${parts.answers}
${parts.warnings}
${byVerdict(report).map((at) => parts.workloads[at]!)}
${parts.rest}
</main>
<footer><p>${origin(report)}Plumbline ${plainLine(report.version)} · report ${report.id} · <time datetime="${report.createdAt}">${minuteOf(report.createdAt)} UTC</time></p></footer>
<script type="application/json" id="plumbline-report">${trusted(embeddedJson(report))}</script>`;
  return standalonePage({ title, style: STYLE, kind: `overall-${report.verdict}`, body });
}

/** Places of the workloads in the report, those that need to be looked at first. */
function byVerdict({ workloads }: Report): readonly number[] {
  const rank = (at: number) => WORST_FIRST.indexOf(standingOf(workloads[at]!));
  return workloads.map((_, at) => at).toSorted((a, b) => rank(a) - rank(b));
}

/** The verdict's card, without its headline. A report needs no way to itself. */
function cardHtml({ cause, figures, ways }: Card): Html {
  const words = (way: Onward) =>
    "address" in way
      ? html`<a href="${way.address}" rel="noreferrer">${way.words}</a>`
      : html`${way.words}: <code>${verbatim(way.command)}</code>`;
  const onward = ways
    .filter((way) => way.words !== HERE)
    .map((way, i) => html`${i === 0 ? "" : " · "}${words(way)}`);
  return html`<div class="verdict-card">
${cause === null ? html`` : html`<p>${causeHtml(cause)}</p>`}
${figures.length === 0 ? html`` : html`<p>${figures.join(" · ")}</p>`}
${onward.length === 0 ? html`` : html`<p class="muted">${onward}</p>`}
</div>
`;
}

function causeHtml({ code, text, place }: CardCause): Html {
  const said = code === null ? html`${capital(text)}` : html`<code>${verbatim(code)}</code> ${text}`;
  if (place === null) return said;
  return place.address === null
    ? html`${said} ${place.words}`
    : html`${said} <a href="${place.address}" rel="noreferrer">${place.words}</a>`;
}

/** Parts of the page, for another page that shows them together with other things. Styled by STYLE. */
export type ReportParts = Readonly<
  Record<"lead" | "answers" | "warnings" | "rest", Html | readonly Html[]> & {
    /** One for each workload, in the report's order. */
    workloads: readonly Html[];
  }
>;

export function reportParts(report: Report, series: SeriesAddress): ReportParts {
  return {
    lead: html`${cardHtml(cardOf(report, report.guidance ?? NO_GUIDANCE))}<p class="muted">Head ${commitText(report.head)} against ${baselineText(report)}; ${measuredText(report)}.</p>
${togetherHtml(report)}<p class="muted">${visibleText(report)}</p>`,
    answers: html`${limitsHtml(report)}${migrationHtml(report)}${answersHtml(report, series)}${causesHtml(report)}${capacitiesHtml(report)}${timelinesHtml(report)}${acceptancesHtml(report)}`,
    warnings: warningListHtml(report),
    workloads: report.workloads.map((workload, at) =>
      workloadSection(report, workload, { series, id: partId(report, at) }),
    ),
    rest: html`${differencesHtml(report)}${acceptHtml(report)}
${reproduceHtml(report)}
${conditionsHtml(report)}`,
  };
}

function togetherHtml(report: Report): Html {
  const text = togetherText(report);
  return text === ""
    ? html``
    : html`<p>${text}</p>
`;
}

/** Sentences on what this change's config file judges differently from base's, and on sums that it carries beyond a limit. */
function limitsHtml(report: Report): Html {
  const sentences = [...limitDetails(report), ...carriedSentences(report)];
  return sentences.length === 0
    ? html``
    : html`<section class="limits" aria-label="Limits"><p>${sentences.join(" ")}</p></section>`;
}

/** Reasons why it became slower, as far as they are known: proved ones first. */
function causesHtml(report: Report): Html {
  const searches = report.causes ?? [];
  const reason = unprovedReason(report);
  const items = reasonSentences(report).map(
    (sentence) => html`<p>${sentenceHtml(sentence)}</p>
${pathHtml(sentence)}`,
  );
  const tables = searches
    .flatMap((search) => causesTable(search) ?? [])
    .map(
      (table) =>
        html`<div class="scroll" tabindex="0" role="region" aria-label="Parts of the cause"><table class="counts"><caption>Parts of the cause</caption>${tableBody(table)}</table></div>`,
    );
  const rest = reason === undefined ? [] : otherCauses(reason);
  const impossible = impossibleSearches(report).map((text) => html`<p class="muted">${text}</p>`);
  if (items.length + rest.length + impossible.length === 0) return html``;
  const more =
    rest.length === 0
      ? html``
      : html`<details><summary>${plural(rest.length, "more that goes", "more that go")} with it</summary><ul>${rest.map((sentence) => html`<li>${sentenceHtml(sentence)}${pathHtml(sentence)}</li>`)}</ul></details>`;
  return html`<section class="reason" aria-label="Reason">${items}${tables}${impossible}${more}</section>`;
}

/** Onward from the statement to what goes with it. */
function pathHtml({ path }: Sentence): Html {
  return path === undefined
    ? html``
    : html`<p class="muted">${["statement", ...path].join(" → ")}</p>
`;
}

function sentenceHtml({ code, text }: Sentence): Html {
  return code === null ? html`${text}` : html`<code>${verbatim(code)}</code> ${text}`;
}

/** JSON within a script element: `<` is the only way out of it, and JSON can say it otherwise; so can it control characters. */
function embeddedJson(report: Report): string {
  const code = (character: string) => character.charCodeAt(0).toString(16).padStart(4, "0");
  return JSON.stringify(report).replace(/[<\p{Cc}]/gu, (character) => `\\u${code(character)}`);
}

/** Links to where it was measured, and to its place in the history. */
function origin({ origin: { runUrl }, head, guidance }: Report): Html {
  const site = guidance?.siteUrl ?? null;
  const links = [
    { words: "workflow run", address: webAddress(runUrl) },
    { words: "this commit", address: pageAddress(site, { page: "commit", sha: head.commit.sha }) },
    { words: "history", address: pageAddress(site, { page: "overview" }) },
  ];
  return html`${links.map(({ words, address }) => (address === null ? html`` : html`<a href="${address}" rel="noreferrer">${words}</a> · `))}`;
}

function answersHtml(report: Report, series: SeriesAddress): Html {
  const rows = changeRows(report);
  const first = [...rows.regressed, ...rows.accepted, ...rows.traded, ...rows.improved, ...rows.undecided];
  const rest = [...rows.notWorse, ...rows.unchanged];
  const table = (changes: readonly Change[]) => {
    // A scale for each table: next to what changed a hundredfold, the limits of what did not would vanish.
    const scale = effectScale(report, changes);
    return html`<table class="answers">
<thead><tr><th>workload</th><th>metric</th><th class="number">base</th><th class="number">head</th><th class="number">change</th><th>${intervalAxis(scale)}</th><th class="number">limit</th><th>verdict</th></tr></thead>
<tbody>${changes.map((change) => answerRow(report, change, scale, series))}</tbody>
</table>`;
  };
  const legend = html`<p class="legend">${legendText(report)}</p>`;
  if (first.length === 0 && rest.length === 0) return html``;
  const unchanged =
    rest.length === 0
      ? html``
      : html`<details${trusted(first.length === 0 ? " open" : "")}><summary>${restText(rows)}</summary>${table(rest)}</details>`;
  return html`<section aria-label="Answers">${first.length === 0 ? html`` : table(first)}${unchanged}${legend}</section>`;
}

/** "2 metrics not worse, 10 within their limits". */
function restText({ notWorse, unchanged }: ChangeRows): string {
  const within = unchanged.length === 1 ? "within its limit" : "within their limits";
  if (notWorse.length === 0) return withinText(unchanged.length);
  const also = unchanged.length === 0 ? "" : `, ${formatCount(unchanged.length)} ${within}`;
  return `${plural(notWorse.length, "metric")} not worse${also}`;
}

function legendText(report: Report): string {
  const dots = report.rule.form === "paired" ? "; small ticks are the sessions’ changes" : "";
  return `In the picture, the shaded band is the limit, the bar the change with its interval${dots}. ${cellsText(report)}`;
}

function answerRow(
  report: Report,
  change: Change,
  scale: ReturnType<typeof effectScale>,
  series: SeriesAddress,
): Html {
  const cells = cellTexts(change);
  const standing = standingOfGate(change.verdict);
  return html`<tr class="${standing}">
<th scope="row">${toWorkload(report, change.workload)}</th>
<td class="metric">${toSeries(series, change, html`${metricInfo(change.metric).label}`)}</td>
<td class="number base">${cells.base}</td>
<td class="number head">${cells.head}</td>
<td class="number change"><strong>${cells.change}</strong> <span class="muted">${cells.interval}</span></td>
<td class="picture">${intervalPicture(report, change, scale)}</td>
<td class="number limit">${cells.limit}</td>
<td class="verdict">${verdictBadge(standing)} ${verdictNote(report, change, standing)}</td>
</tr>
`;
}

/** Links a workload's name to its part of the page. */
function toWorkload(report: Report, workload: string): Html {
  const at = report.workloads.findIndex(({ name }) => name === workload);
  const words = plainLine(workload);
  return at === -1 ? html`${words}` : html`<a href="#${partId(report, at)}">${words}</a>`;
}

/** A page may have several reports. */
function partId({ id }: Report, at: number): string {
  return `of-${id.slice(0, 8)}-${at + 1}`;
}

/** Note next to a verdict: what was bought, what would decide, or what is excluded. */
function verdictNote(report: Report, change: Change, standing: Standing): Html {
  const words = (text: string) => html`<span class="muted">${plainLine(text, 160)}</span>`;
  if (standing === "inconclusive" || standing === "too-few") return words(changeRemedy(change, report));
  return standing === "not-worse" ? words(verdictWord(change).replace(/^not worse /, "")) : tradeNote(change);
}

function tradeNote(change: Change): Html {
  const text = tradeText(change);
  return text === "" ? html`` : html`<span class="muted">${plainLine(text, MESSAGE_MOST)}</span>`;
}

/** Sign and word: the colour alone says nothing. */
const BADGES: Readonly<Record<Standing, string>> = {
  regressed: "✕ regressed",
  trade: "⇄ trade",
  improved: "✓ improved",
  unchanged: `= ${WITHIN}`,
  "not-worse": "≈ not worse",
  inconclusive: "? inconclusive",
  "too-few": "? too little data",
  none: "no gate",
};

export function verdictBadge(standing: Standing): Html {
  return html`<span class="badge ${standing}">${BADGES[standing]}</span>`;
}

function acceptancesHtml({ acceptances = [] }: Report): Html {
  if (acceptances.length === 0) return html``;
  const items = acceptances.map(({ workload, metric, by, at, reason }) => {
    const scope = [workload, metric === null ? null : metricInfo(metric).label].filter(
      (part) => part !== null,
    );
    return html`<li>${scope.length === 0 ? "everything" : plainLine(scope.join(" "))} by ${plainLine(by)} on ${dayOf(at)}: ${plainLine(reason, 300)}</li>
`;
  });
  return html`<section><h2>Accepted</h2><ul>${items}</ul></section>`;
}

function warningListHtml(report: Report): Html {
  if (report.warnings.length === 0) return html``;
  const items = notesOf(report).map(
    ({ text, remedy }) =>
      html`<li>${text}. <span class="muted">Remedy: ${remedy}</span></li>
`,
  );
  return html`<section class="warnings"><h2>Warnings</h2><ol>${items}</ol></section>`;
}

function migrationHtml({ migration: tried }: Report): Html {
  if (tried === undefined) return html``;
  const heads = [
    "took",
    "longest wait",
    "worst",
    "limit",
    "before",
    `p99 over ${formatTimeLimit(tried.limitNs)}`,
    "failed",
  ];
  const rows = tried.workloads.map((workload) => {
    const { took, stall, worst, before, slow, failed } = migrationCells(workload);
    const isFine = workload.faults.length === 0;
    const numbers = [took, stall, worst, formatTimeLimit(tried.rules.stallNs), before, slow, failed];
    return html`<tr class="${isFine ? "unchanged" : "regressed"}"><th scope="row">${plainLine(workload.workload)}</th>${numbers.map((number, at) => titledCell(heads[at]!, html`${number}`, "number"))}<td class="verdict"><span class="badge ${isFine ? "unchanged" : "regressed"}">${isFine ? "= passed" : "✕ does not pass"}</span></td></tr>
`;
  });
  const details = tried.workloads.map((workload) => {
    const causes = migrationCauses(workload).map(
      (cause) => html`<li>${cause}</li>
`,
    );
    const ways = migrationRemedies(workload).map(
      (way) => html`<li class="muted">Remedy: ${way}</li>
`,
    );
    return html`<h3>${plainLine(workload.workload)}</h3><ul>${causes}${ways}</ul>${migrationFigure(workload) ?? html``}`;
  });
  return html`<section class="migration"><h2>Migration under load</h2><p>${migrationName(tried)}, applied to servers with base’s schema; medians over ${plural(tried.workloads[0]?.sessions ?? 0, "session")}. Locks were looked at ${tried.samplesPerSecond} times a second.</p>
<div class="wide" tabindex="0" role="region" aria-label="Migration under load"><table><thead><tr><th>under</th>${heads.map((head) => html`<th class="number">${head}</th>`)}<th>verdict</th></tr></thead><tbody>${rows}</tbody></table></div>
${details}</section>
`;
}

function workloadSection(
  report: Report,
  workload: WorkloadReport,
  { series, id }: Readonly<{ series: SeriesAddress; id: string }>,
): Html {
  const standing = standingOf(workload);
  const kind = workload.name === workload.workload ? "" : plainLine(workload.workload);
  const gates = gatesOf(workload).filter((change) => !isQuiet(change));
  const figures = [latencyFigure(workload), ...gates.map((change) => sessionFigure(report, change))];
  return html`<details class="workload"${trusted(isUnfolded(report, standing) ? " open" : "")}>
<summary><h2>${plainLine(workload.name)}</h2> <span class="muted">${kind}</span> ${verdictBadge(standing)}</summary>
<div class="figures" id="${id}">${figures.filter((figure) => figure !== null)}</div>
${metricsTable(workload, series)}
${partsTable(workload, "stage", "Latency by stage", `no gates; ${EVIDENCE_OF_PARTS}`)}${partsTable(workload, "event", "Latency by kind of event", EVIDENCE_OF_PARTS)}${partsTable(workload, "statement", "Latency by statement", `no gates; ${EVIDENCE_OF_PARTS}`)}
${hostsTable(workload)}${errorsTable(workload)}
</details>
`;
}

/** True if a workload's section is unfolded: it needs to be looked at, or none does and there are few workloads. */
function isUnfolded({ verdict, workloads }: Report, standing: Standing): boolean {
  const quiet = standing === "unchanged" || standing === "not-worse" || standing === "none";
  return !quiet || (verdict === "unchanged" && workloads.length <= OPEN_WORKLOADS_MOST);
}

function reproduceHtml(report: Report): Html {
  return html`<section><h2>How to reproduce</h2><pre tabindex="0"><code>${verbatim(reproduceCommands(report).join("\n"))}</code></pre></section>`;
}

function acceptHtml(report: Report): Html {
  const { regressed } = changeRows(report);
  if (regressed.length === 0) return html``;
  const config = acceptingConfig(regressed);
  const byLimit =
    config.length === 0
      ? html`<p>${noLimit(regressed)}</p>`
      : html`<p>Or raise the limit of what gets slower in plumbline.yml in the same pull request, where reviewers see it.${noLimit(regressed) === "" ? "" : ` ${noLimit(regressed)}`}</p><pre tabindex="0"><code>${verbatim(config.join("\n"))}</code></pre>`;
  return html`<section><h2>How to accept</h2><p>If the change is worth its price, a maintainer comments on the pull request, with the reason. This needs the workflow accept.yml of Plumbline's examples.</p><pre tabindex="0"><code>${verbatim(acceptCommand(regressed))}</code></pre>${byLimit}</section>`;
}

function conditionsHtml(report: Report): Html {
  const { shared, own } = optionTexts(report);
  const facts = [
    ...conditionLines(report),
    ...(shared.length === 0 ? [] : [["options of all workloads", shared.join(" ")] as const]),
    ...own.map(([name, options]) => [`options of ${plainLine(name)}`, options.join(" ")] as const),
  ];
  const items = facts.map(
    ([label, value]) => html`<dt>${label}</dt><dd>${plainLine(value, 1500)}</dd>
`,
  );
  return html`<section><h2>Conditions</h2><dl>${items}</dl></section>`;
}

/** The largest loads that keep their limits, as a table. */
export function capacitiesHtml({ capacities: all = [] }: Report): Html {
  if (all.length === 0) return html``;
  return html`<section class="capacity"><h2>Capacity: the largest load that keeps its limits</h2>
<div class="wide" tabindex="0" role="region" aria-label="Capacity"><table>${tableBody(capacityTable(all))}</table></div></section>
`;
}
