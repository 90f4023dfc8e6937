/** Changes of level as a worklist: what is open? */
import type { ChangeEvent, EventAnswer, LevelShift } from "../../model/answers.ts";
import { metricInfo } from "../../model/metric.ts";
import { plainLine } from "../../text/outside.ts";
import { plural } from "../../text/units.ts";
import { type Html, html, verbatim } from "../html/template.ts";
import { rangeOnHost } from "./code-host.ts";
import { EVENT_STATES, EVERY_EVENT, type EventChoice, type EventState } from "./event-choice.ts";
import { pathOf, siteRoot } from "./links.ts";
import { age, type Page, type Site } from "./shell.ts";
import { type SparkPoint, sparklineSvg } from "./spark.ts";
import { commitLink, levelsText, saidOf, shiftText, sideOf } from "./words.ts";

export type EventLine = Readonly<{
  event: EventAnswer;
  state: EventState;
  /** Values around its first shift, oldest first; the place of the first run after it. */
  points: readonly SparkPoint[];
  at: number;
  /** Words for each fingerprint; empty where the suite was measured on one machine alone. */
  machines: ReadonlyMap<string, string>;
}>;

const STATE_WORDS: Readonly<Record<EventState, readonly [title: string, none: string]>> = {
  open: ["Open", "Nothing is open: no gate is worse than its limit allows."],
  past: ["Within limits, or over", ""],
  better: ["For the better", ""],
};

/** Choice of changes to show, what may be chosen, and the number of all changes. */
type EventQuery = Readonly<{
  choice: EventChoice;
  suites: readonly string[];
  branches: readonly string[];
  all: number;
}>;

/** @param lines newest first, those that were chosen */
export function eventsPage(site: Site, lines: readonly EventLine[], query?: EventQuery): Page {
  const place = { page: "events" } as const;
  const root = siteRoot(pathOf(place));
  const { choice, suites, branches, all } = query ?? { ...EVERYTHING, all: lines.length };
  const states = EVENT_STATES.filter((state) => choice.state === null || choice.state === state);
  const { suite, branch, since } = choice;
  const isPart = suite !== null || branch !== null || since !== null;
  const sections = states.map((state) => sectionOf(site, root, state, { lines, isPart }));
  const empty = html`<p>No series has changed its level yet. Some ten runs of one branch on one machine are needed before a change can be told from noise.</p>`;
  const none = html`<p>No change fits this choice, of ${all}: <a href="./">show all</a>.</p>`;
  const main = html`<h1>Changes of level</h1>
<p class="legend">What moved at one place is one change. An open one is led by a gate that is worse than its limit allows; it ends when the metric is as good again, or when <a href="${root}acceptances/">a maintainer accepts it</a>.</p>
${site.isStatic || (all === 0 && choice.branch === null) ? html`` : eventFilters(choice, suites, branches)}${all === 0 ? empty : lines.length === 0 ? none : sections}`;
  return { place, title: "Changes of level", data: null, main };
}

/** @param isPart whether the lines are of one suite, branch or time alone, so that others may be open */
function sectionOf(
  site: Site,
  root: string,
  state: EventState,
  { lines, isPart }: Readonly<{ lines: readonly EventLine[]; isPart: boolean }>,
): Html {
  const own = lines.filter((line) => line.state === state);
  const [title, none] = STATE_WORDS[state];
  if (own.length === 0)
    return none === ""
      ? html``
      : html`<section><h2>${title}</h2><p>${isPart ? "Nothing of this choice is open." : none}</p></section>`;
  return html`<section><h2>${title} <span class="muted">${own.length}</span></h2>${changesTable(site, root, own, title)}</section>`;
}

const EVERYTHING = { choice: EVERY_EVENT, suites: [], branches: [] } as const;

function eventFilters(
  { state, suite, branch, since }: EventChoice,
  suites: readonly string[],
  branches: readonly string[],
): Html {
  const option = (value: string, words: string, chosen: string | null) =>
    html`<option value="${verbatim(value)}"${value === (chosen ?? "") ? html` selected` : html``}>${words}</option>`;
  const states = EVENT_STATES.map((each) => option(each, STATE_WORDS[each][0].toLowerCase(), state));
  return html`<details class="filters"><summary>Choose state, suite, branch, time</summary><form method="get">
<label>State <select name="state">${option("", "all", state)}${states}</select></label>
<label>Suite <select name="suite">${option("", "all", suite)}${suites.map((each) => option(each, plainLine(each, 60), suite))}</select></label>
<label>Branch <select name="branch">${option("", "the one measured most", branch)}${branches.map((each) => option(each, plainLine(each, 60), branch))}</select></label>
<label>Since <input type="date" name="since" value="${since ?? ""}"></label>
<button>Show</button>
</form></details>
`;
}

/** One change a row, with all that moved there. @param root from the page to the site's root */
export function changesTable(site: Site, root: string, lines: readonly EventLine[], label: string): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="stack"><thead><tr><th scope="col">workload</th><th scope="col">change</th><th scope="col">runs around it</th><th scope="col">came with</th><th scope="col" class="number">when</th><th scope="col">also</th></tr></thead><tbody>${lines.map((line) => rowOf(site, root, line, lines))}</tbody></table></div>`;
}

function rowOf(site: Site, root: string, line: EventLine, lines: readonly EventLine[]): Html {
  const { event, state, machines } = line;
  const [lead, ...rest] = event.shifts;
  if (lead === undefined) return html``;
  const { suite, firstAfter } = event;
  const when = firstAfter.time === null ? html`` : age(firstAfter.time, site.now);
  return html`<tr class="${state}"><th scope="row">${seriesLink(root, suite, lead)} <span class="muted">${eventPlace(event, lines)}${machineCell(event, machines)}</span></th><td class="size"><strong>${shiftText(lead)}</strong> ${sideOf(lead)}<br><span class="muted">${levelsText(lead)}</span></td><td class="history">${eventSparkline(line)}</td><td class="cause">${causeCell(root, event)}</td><td class="number">${when}</td><td class="also">${alsoOf(root, suite, rest)}<a href="${root}${levelsPath(event)}">${event.cause === "commit" ? "Before and after" : "Its runs"}</a></td></tr>
`;
}

/** "restock QPS", to the series of that metric. */
function seriesLink(root: string, suite: string, { workload, metric }: LevelShift): Html {
  return html`<a href="${root}${pathOf({ page: "workload", suite, workload })}?metric=${metric}">${plainLine(workload)}</a> <span class="metric">${metricInfo(metric).label}</span>`;
}

function levelsPath({ cause, lastBefore, firstAfter }: ChangeEvent): string {
  return cause === "commit"
    ? pathOf({ page: "compare", base: lastBefore.sha, head: firstAfter.sha })
    : pathOf({ page: "commit", sha: firstAfter.sha });
}

function eventSparkline({ event, points, at }: EventLine): Html {
  const { direction, metric } = event.shifts[0]!;
  const marks = at > 0 ? [{ at, direction }] : [];
  return points.length === 0
    ? html``
    : sparklineSvg(points, marks, `${metricInfo(metric).label} around the change`);
}

/** The suite, and the branch where it differs. */
function eventPlace({ suite, branch }: ChangeEvent, lines: readonly EventLine[]): string {
  const isOne = lines.every(({ event }) => event.branch === branch);
  return isOne ? plainLine(suite) : `${plainLine(suite)} on ${plainLine(branch ?? "no branch", 40)}`;
}

/** One machine by its name, several by their number. */
function machineCell({ shifts }: ChangeEvent, machines: EventLine["machines"]): Html {
  const names = [...new Set(shifts.flatMap(({ fingerprint }) => machines.get(fingerprint) ?? []))];
  if (names.length === 0) return html``;
  return html`<br>on ${names.length === 1 ? plainLine(names[0]!, 32) : plural(names.length, "machine")}`;
}

const SHIFTS_MOST = 30;

/**
 * A change with the levels at both sides of it: what all of its series say.
 * @param page the commit that the page is about, if it is about one
 */
export function levelsSection(root: string, line: EventLine, page: string | null = null): Html {
  const { event, state, machines } = line;
  const isNamed = machines.size > 0;
  const rows = event.shifts.slice(0, SHIFTS_MOST).map(
    (shift) =>
      html`<tr class="${shift.open ? "open" : ""}"><th scope="row">${seriesLink(root, event.suite, shift)}</th>${isNamed ? html`<td>${machines.get(shift.fingerprint) ?? "–"}</td>` : html``}<td class="size"><strong>${shiftText(shift)}</strong> ${sideOf(shift)}</td><td>${levelsText(shift)}</td><td class="number">${shift.runsBefore} and ${shift.runsAfter} runs</td></tr>
`,
  );
  const more = event.shifts.length - SHIFTS_MOST;
  return html`<section class="moved ${state}"><p>${causeCell(root, event, page)}</p>${eventSparkline(line)}
<div class="scroll" tabindex="0" role="region" aria-label="Levels before and after"><table class="stack"><thead><tr><th scope="col">workload</th>${isNamed ? html`<th scope="col">machine</th>` : html``}<th scope="col">change</th><th scope="col">levels</th><th scope="col" class="number">before and after</th></tr></thead><tbody>${rows}</tbody></table></div>${more > 0 ? html`<p class="muted">and ${plural(more, "more shift")}</p>` : html``}</section>
`;
}

/** "restock QPS −12.7 %": what a change is called. */
export function changeTitle({ shifts }: ChangeEvent): string {
  const [lead] = shifts;
  return lead === undefined
    ? ""
    : `${plainLine(lead.workload, 60)} ${metricInfo(lead.metric).label} ${shiftText(lead)}`;
}

/** The commit that the change came with, and what else may be the cause. */
function causeCell(root: string, event: ChangeEvent, page: string | null = null): Html {
  const { repository, lastBefore, firstAfter, cause, state } = event;
  const recent = state === "recent" ? html` · <span class="recent">recent, few runs follow</span>` : html``;
  if (cause === "surroundings")
    return html`between two runs of ${commitLink(root, firstAfter.sha)}: not the code, but what it ran on${recent}`;
  const between = rangeOnHost(repository, { base: lastBefore.sha, head: firstAfter.sha });
  const commit =
    firstAfter.sha === page
      ? html`With this commit`
      : html`${commitLink(root, firstAfter.sha)} ${saidOf(firstAfter)}`;
  return html`${commit}<br><span class="muted">or after ${commitLink(root, lastBefore.sha)}${between.html === "" ? "" : " · "}${between}${recent}</span>`;
}

const ALSO_MOST = 6;

function alsoOf(root: string, suite: string, shifts: readonly LevelShift[]): Html {
  if (shifts.length === 0) return html``;
  const words = shifts
    .slice(0, ALSO_MOST)
    .map((shift) => html`<li>${seriesLink(root, suite, shift)} ${shiftText(shift)} ${sideOf(shift)}</li>`);
  const more = shifts.length - ALSO_MOST;
  return html`<details><summary>${plural(shifts.length, "other shift")}</summary><ul>${words}${more > 0 ? html`<li>and ${more} more</li>` : html``}</ul></details>`;
}
