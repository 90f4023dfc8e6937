/** Changes of level as a worklist: what is open? */
import type { ChangeEvent, LevelShift } from "../../model/answers.ts";
import { metricInfo } from "../../model/metric.ts";
import { plainLine } from "../../text/outside.ts";
import { plural } from "../../text/units.ts";
import { type Html, html } from "../html/template.ts";
import { EVENT_STATES, EVERY_EVENT, type EventChoice, type EventState } from "./event-choice.ts";
import { pathOf, rootOf } from "./links.ts";
import { age, type Page, type Site } from "./shell.ts";
import { type SparkPoint, sparkline } from "./spark.ts";
import { commitLink, levelsOf, saidOf, sideOf, sizeOf } from "./words.ts";

export type EventLine = Readonly<{
  event: ChangeEvent;
  state: EventState;
  /** Values around its clearest shift, oldest first; the place of the first run after it. */
  points: readonly SparkPoint[];
  at: number;
}>;

const STATE_WORDS: Readonly<Record<EventState, readonly [title: string, none: string]>> = {
  open: ["Open", "Nothing is open: no gate is worse than its limit allows."],
  past: ["Within limits, or over", ""],
  better: ["For the better", ""],
};

/** Choice of changes to show, the suites that may be chosen, and the number of all changes. */
type EventQuery = Readonly<{ choice: EventChoice; suites: readonly string[]; all: number }>;

/** @param lines newest first, those that were chosen */
export function eventsPage(site: Site, lines: readonly EventLine[], query?: EventQuery): Page {
  const place = { page: "events" } as const;
  const root = rootOf(pathOf(place));
  const { choice = EVERY_EVENT, suites = [], all = lines.length } = query ?? {};
  const states = EVENT_STATES.filter((state) => choice.state === null || choice.state === state);
  const sections = states.map((state) => sectionOf(site, root, state, lines));
  const empty = html`<p>No series has changed its level yet. Some ten runs of one branch on one machine are needed before a change can be told from noise.</p>`;
  const none = html`<p>No change fits this choice, of ${all}: <a href="./">show all</a>.</p>`;
  const main = html`<h1>Changes of level</h1>
<p class="legend">What moved at one place is one change, its clearest metric first. An open one ends when the metric is as good again, or when <a href="${root}acceptances/">a maintainer accepts it</a>.</p>
${site.isStatic || all === 0 ? html`` : filters(choice, suites)}${all === 0 ? empty : lines.length === 0 ? none : sections}`;
  return { place, title: "Changes of level", data: null, main };
}

function sectionOf(site: Site, root: string, state: EventState, lines: readonly EventLine[]): Html {
  const own = lines.filter((line) => line.state === state);
  const [title, none] = STATE_WORDS[state];
  if (own.length === 0)
    return none === "" ? html`` : html`<section><h2>${title}</h2><p>${none}</p></section>`;
  return html`<section><h2>${title} <span class="muted">${own.length}</span></h2>${eventCards(site, root, own)}</section>`;
}

function filters({ state, suite, since }: EventChoice, suites: readonly string[]): Html {
  const option = (value: string, words: string, chosen: string | null) =>
    html`<option value="${value}"${value === (chosen ?? "") ? html` selected` : html``}>${words}</option>`;
  const states = EVENT_STATES.map((each) => option(each, STATE_WORDS[each][0].toLowerCase(), state));
  return html`<details class="filters"><summary>Choose state, suite, time</summary><form method="get">
<label>State <select name="state">${option("", "all", state)}${states}</select></label>
<label>Suite <select name="suite">${option("", "all", suite)}${suites.map((each) => option(each, plainLine(each, 60), suite))}</select></label>
<label>Since <input type="date" name="since" value="${since ?? ""}"></label>
<button>Show</button>
</form></details>
`;
}

export function eventCards(site: Site, root: string, lines: readonly EventLine[]): Html {
  return html`<ul class="cards">${lines.map((line) => card(site, root, line))}</ul>`;
}

function card(site: Site, root: string, { event, state, points, at }: EventLine): Html {
  const [first, ...rest] = event.shifts;
  if (first === undefined) return html``;
  const { suite, lastBefore, firstAfter, cause } = event;
  const where =
    cause === "commit"
      ? html`with ${commitLink(root, firstAfter.sha)} ${saidOf(firstAfter)} or after ${commitLink(root, lastBefore.sha)}`
      : html`between two runs of ${commitLink(root, firstAfter.sha)}: not the code, but what it ran on`;
  const when = firstAfter.time === null ? html`` : html` · ${age(firstAfter.time, site.now)}`;
  const recent =
    event.state === "recent" ? html` · <span class="recent">recent, few runs follow</span>` : html``;
  const workload = html`<a href="${root}${pathOf({ page: "workload", suite, workload: first.workload })}?metric=${first.metric}">${plainLine(first.workload)}</a>`;
  return html`<li class="card ${state} ${first.direction}">
<p class="what">${workload} ${metricInfo(first.metric).label} <strong>${sizeOf(first)}</strong> ${sideOf(first)} <span class="muted">${levelsOf(first)}</span></p>
${points.length === 0 ? html`` : sparkline(points, at > 0 ? [{ at, direction: first.direction }] : [], `${metricInfo(first.metric).label} around the change`)}
<p class="where">${where}${when}${recent}</p>
${also(root, suite, rest)}
<p class="ways"><a href="${root}${pathOf({ page: "compare", base: lastBefore.sha, head: firstAfter.sha })}">Compare before and after</a> <span class="muted">suite ${plainLine(suite)}</span></p>
</li>
`;
}

const ALSO_MOST = 6;

function also(root: string, suite: string, shifts: readonly LevelShift[]): Html {
  if (shifts.length === 0) return html``;
  const words = shifts
    .slice(0, ALSO_MOST)
    .map(
      (shift) =>
        html`<li><a href="${root}${pathOf({ page: "workload", suite, workload: shift.workload })}?metric=${shift.metric}">${plainLine(shift.workload)} ${metricInfo(shift.metric).label}</a> ${sizeOf(shift)} ${sideOf(shift)}</li>`,
    );
  const more = shifts.length - ALSO_MOST;
  return html`<details class="also"><summary>${plural(shifts.length, "other metric")} moved there</summary><ul>${words}${more > 0 ? html`<li>and ${more} more</li>` : html``}</ul></details>`;
}
