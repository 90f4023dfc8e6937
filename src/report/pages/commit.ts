/** A commit, and any two commits: what did it do, and do they differ? The verdicts are the report's; this puts them into the site. */
import type { HistoryPoint } from "../../model/history-point.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Report } from "../../model/report.ts";
import { plainLine, shortSha, webAddress } from "../../text/outside.ts";
import { minuteOf } from "../../text/time.ts";
import { formatMetric, formatSpread, plural } from "../../text/units.ts";
import { type ReportParts, reportParts } from "../html/html.ts";
import { type Html, html } from "../html/template.ts";
import { headline, titleOf } from "../words/headline.ts";
import { standingOf } from "../words/standing.ts";
import { commitOnHost, pullRequestOnHost, rangeOnHost } from "./code-host.ts";
import { changeTitle, type EventLine, levelsSection } from "./events.ts";
import { type PagePath, pathOf, siteRoot } from "./links.ts";
import type { Page, Site } from "./shell.ts";
import { commitLink, saidOf } from "./words.ts";

export type CommitFacts = Readonly<{
  sha: string;
  subject: string | null;
  author: string | null;
  branch: string | null;
  time: string | null;
  /** "owner/name"; null: not known. */
  repository: string | null;
  /** Address of the workflow's run that measured it last; null: none is known. */
  runUrl: string | null;
  pullRequest: number | null;
  /** Changes of level that begin with it. */
  changes: readonly EventLine[];
  /** Newest of each suite and job. */
  reports: readonly Report[];
  /** Values of its runs, by suite and workload; those of the newest run if it was measured again. */
  points: readonly HistoryPoint[];
  /** Measured before and after it on its branch; null: none. */
  before: string | null;
  after: string | null;
}>;

export function commitPage(facts: CommitFacts): Page {
  const { sha, reports, points } = facts;
  const place = { page: "commit", sha } as const;
  const root = siteRoot(pathOf(place));
  const bodies = reports.map((report) => {
    const { lead, warnings, answers, workloads, rest } = commitParts(root, report);
    return html`<section class="report overall-${report.verdict}"><h2>${plainLine(report.suite)}${report.origin.job === undefined ? "" : ` (${plainLine(report.origin.job)})`}: ${headline(report)}</h2>
${lead}${answers}${warnings}${workloads}${rest}</section>`;
  });
  const none = html`<p class="note">No verdict is stored about this commit: it was measured as the base of another, or by <code>plumbline run</code> alone.</p>`;
  const main = html`${commitHeading(facts, root)}
${changesHere(root, facts)}
${bodies}
${reports.length === 0 ? none : html``}${points.length === 0 ? html`` : valuesTable(root, points)}`;
  return { place, title: `${shortSha(sha)} ${facts.subject ?? ""}`, data: null, main };
}

/** What a reader of a change's link comes for: before all verdicts. */
function changesHere(root: string, { sha, changes }: CommitFacts): Html {
  if (changes.length === 0) return html`<p class="muted">No level changes with this commit.</p>`;
  return html`<h2>What changed here</h2>
${changes.map((line) => levelsSection(root, line, sha))}`;
}

/** A report's parts, whose rows lead to their series. */
function commitParts(root: string, report: Report): ReportParts {
  const { suite } = report;
  return reportParts(
    report,
    (workload, metric) => `${root}${pathOf({ page: "workload", suite, workload })}?metric=${metric}`,
  );
}

function commitHeading(commit: CommitFacts, root: string): Html {
  const { sha, subject, author, branch, time, before, after, repository, pullRequest } = commit;
  const run = webAddress(commit.runUrl);
  const facts = [
    ...(author === null ? [] : [html`by ${plainLine(author, 60)}`]),
    ...(branch === null ? [] : [html`on ${plainLine(branch, 60)}`]),
    ...(time === null ? [] : [html`<time datetime="${time}">${minuteOf(time)} UTC</time>`]),
    ...(pullRequest === null ? [] : [pullRequestOnHost(repository, pullRequest)]),
    ...[commitOnHost(repository, sha)].filter((link) => link.html !== ""),
    ...(run === null ? [] : [html`<a class="host" href="${run}" rel="noreferrer">workflow run</a>`]),
  ];
  const step = (to: string | null, words: Html, key: string) =>
    to === null
      ? html``
      : html`<a href="${root}${pathOf({ page: "commit", sha: to })}" data-key="${key}">${words} <kbd>${key}</kbd></a> `;
  const compare =
    before === null
      ? html``
      : html`<a href="${root}${pathOf({ page: "compare", base: before, head: sha })}" data-key="c">compare with the one before <kbd>c</kbd></a>`;
  return html`<p class="suite">commit <span class="sha">${shortSha(sha)}</span>${facts.map((fact) => html` · ${fact}`)}</p>
<h1>${subject === null || subject === "" ? shortSha(sha) : plainLine(subject, 120)}</h1>
<p class="ways">${step(before, html`← measured before it`, "[")}${step(after, html`measured after it →`, "]")}${compare}</p>`;
}

/** Values of runs, without a judgement. */
function valuesTable(root: string, points: readonly HistoryPoint[]): Html {
  const rows = points.map(
    ({ suite, workload, metric, arm, value, logSd, sessions }) =>
      html`<tr><th scope="row"><a href="${root}${pathOf({ page: "workload", suite, workload })}?metric=${metric}">${plainLine(workload)}</a></th><td>${plainLine(suite)}</td><td>${metricInfo(metric).label}</td><td>${arm}</td><td class="number">${formatMetric(metric, value)}</td><td class="number" data-value="${logSd ?? ""}">${logSd === null ? "–" : formatSpread(logSd)}</td><td class="number">${sessions}</td></tr>
`,
  );
  const heads = ["workload", "suite", "metric", "arm", "value", "noise of a session", "sessions"];
  // Values of different metrics have no order.
  const sorted = ["workload", "suite", "metric", "noise of a session"];
  const sortOf = (head: string) =>
    sorted.includes(head) ? html` data-sort="${head.replaceAll(" ", "-")}"` : html``;
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="Values of the runs"><table><thead><tr>${heads.map((head, i) => html`<th scope="col"${i > 3 ? html` class="number"` : html``}${sortOf(head)}>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
  return html`<details class="values"><summary>All values of its runs</summary>${table}</details>`;
}

/** One of the two that are compared: what is known of it, or that nothing is. */
export type CommitSide = Readonly<{ sha: string; subject: string | null; author: string | null }>;

export type CommitComparison = Readonly<{
  base: CommitSide;
  head: CommitSide;
  /** Changes of level between them, newest first. */
  changes: readonly EventLine[];
  repository: string | null;
  /** One for each suite that both have. */
  reports: readonly Report[];
  /** Reason why there is none. */
  why: string | null;
  chosen: ComparedChoice;
}>;

/** Parts of a comparison that are shown. */
type ComparedChoice = Readonly<{
  /** Null: every suite, every workload. */
  suite: string | null;
  workload: string | null;
  /** True: workloads that did not change are shown too. */
  all: boolean;
}>;

/** Choice in the address, with whatever names it has. */
export function comparedChoice(params: URLSearchParams): ComparedChoice {
  const [suite, workload] = ["suite", "workload"].map((name) => params.get(name) || null);
  return { suite: suite ?? null, workload: workload ?? null, all: params.get("all") === "1" };
}

/** The choice without names that no report has, and a sentence for each of these. */
function knownChoice(
  { suite, workload, all }: ComparedChoice,
  reports: readonly Report[],
): Readonly<{ chosen: ComparedChoice; notes: readonly string[] }> {
  const notes: string[] = [];
  const known = (word: string, name: string | null, names: readonly string[]) => {
    if (name === null || reports.length === 0 || names.includes(name)) return name;
    notes.push(`There is no ${word} “${plainLine(name, 40)}” here: all are shown.`);
    return null;
  };
  const inSuite = known(
    "suite",
    suite,
    reports.map((report) => report.suite),
  );
  const own = reports.filter((report) => inSuite === null || report.suite === inSuite);
  const names = own.flatMap(({ workloads }) => workloads.map(({ name }) => name));
  const chosen = { suite: inSuite, workload: known("workload", workload, names), all };
  return { chosen, notes };
}

/** Warnings come before any number: the two were measured at different times unless a report says otherwise. */
export function comparePage(site: Site, comparison: CommitComparison): Page {
  const { base, head, repository, changes, reports: found, why } = comparison;
  const { chosen, notes } = knownChoice(comparison.chosen, found);
  const place: PagePath = { page: "compare", base: base.sha, head: head.sha };
  const root = siteRoot(pathOf(place));
  const side = (name: string, commit: CommitSide) =>
    html`<span class="${name}-arm">${name}</span> ${commitLink(root, commit.sha)} ${saidOf(commit)}`;
  const reports = found.filter(({ suite }) => chosen.suite === null || suite === chosen.suite);
  const bodies = reports.map((report) => {
    const { lead, warnings, answers, workloads, rest } = commitParts(root, report);
    return html`<section class="report overall-${report.verdict}"><h2>suite ${plainLine(report.suite)}${reports.length === 1 ? "" : `: ${headline(report)}`}</h2>
${lead}${warnings}${answers}${workloadSections(site, report, workloads, chosen)}${rest}</section>`;
  });
  const [first] = reports;
  const title =
    changes.length > 0
      ? `${changeTitle(changes[0]!.event)}${changes.length > 1 ? `, and ${plural(changes.length - 1, "other change")}` : ""}`
      : first === undefined
        ? "Cannot be compared"
        : reports.length === 1
          ? titleOf(first)
          : "Two commits compared";
  const swapped = pathOf({ page: "compare", base: head.sha, head: base.sha });
  const between = rangeOnHost(repository, { base: base.sha, head: head.sha });
  const main = html`<p class="suite">${side("base", base)} and ${side("head", head)}${between.html === "" ? "" : " · "}${between}</p>
<h1>${title}</h1>
${site.isStatic ? html`` : html`<p class="ways"><a href="${root}${swapped}" data-key="s">swap them <kbd>s</kbd></a></p>`}
${changes.map((line) => levelsSection(root, line))}${changes.length === 0 ? html`` : ALONE}
${why === null ? html`` : html`<p class="note">${why}</p>`}
${bodies}`;
  return { place, title: `${shortSha(base.sha)} and ${shortSha(head.sha)}`, data: null, main, notes };
}

/** What many runs show, two of them may not. */
const ALONE = html`<h2>One run on each side</h2>
<p class="legend">The levels above are of all runs before and after. What follows compares the newest run of each commit alone, which shows larger changes only.</p>`;

/** Up to so many workloads are all shown, folded if nothing changed. */
const WORKLOADS_MOST = 4;

/** Workloads that changed or are not decided come first, and in a crowd alone. */
function workloadSections(
  site: Site,
  report: Report,
  sections: readonly Html[],
  chosen: ComparedChoice,
): Html {
  const asked = report.workloads
    .map((workload, i) => ({ workload, section: sections[i]! }))
    .filter(({ workload: { name } }) => chosen.workload === null || name === chosen.workload);
  const isQuiet = ({ workload }: (typeof asked)[number]) =>
    ["unchanged", "not-worse", "none"].includes(standingOf(workload));
  const [loud, quiet] = [asked.filter((each) => !isQuiet(each)), asked.filter(isQuiet)];
  // A file knows no parameters: it has all of them.
  const isCrowd = !site.isStatic && asked.length > WORKLOADS_MOST && quiet.length > 0;
  const shown = isCrowd && !chosen.all ? loud : [...loud, ...quiet];
  return html`${shown.map(({ section }) => section)}${isCrowd ? wayToQuiet(chosen, quiet.length) : html``}`;
}

function wayToQuiet({ suite, workload, all }: ComparedChoice, count: number): Html {
  const params = new URLSearchParams({
    ...(suite === null ? {} : { suite }),
    ...(workload === null ? {} : { workload }),
    ...(all ? {} : { all: "1" }),
  });
  const link = params.size === 0 ? "./" : `?${params.toString()}`;
  const what = `${plural(count, "workload")} without a change`;
  return all
    ? html`<p class="ways">With ${what}. <a href="${link}">Leave them out</a></p>`
    : html`<p class="ways">${what} left out. <a href="${link}">Show all</a></p>`;
}
