import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  age,
  badgeOf,
  missingDocument,
  newestVerdict,
  pageDocument
} from "./resources.js";
import {
  FULL,
  across,
  builtText,
  capital,
  clipOutliers,
  countText,
  cssPercent,
  effectAxis,
  headline,
  labelBelow,
  level,
  limitOfSum,
  lineFrom,
  linear,
  place,
  plot,
  reportParts,
  sinceText,
  sizeText,
  standingOf,
  standingOfGate,
  sumText,
  titleOf,
  upright,
  upwards,
  valueAxis,
  valueInterval,
  valueTicks,
  verdictBadge
} from "./html.js";
import {
  WORKLOAD_ROOT,
  dataPathOf,
  databaseText,
  dayOf,
  decodeSegment,
  html,
  machineText,
  minuteOf,
  parsePath,
  pathOf,
  repositoryPathOf,
  siteRoot,
  verbatim
} from "./reason.js";
import {
  formatChange,
  formatChangeInterval,
  formatChosenShare,
  formatMetric,
  formatMetrics,
  formatSpread,
  isSha,
  plainLine,
  plural,
  shortSha,
  significant,
  webAddress
} from "./units.js";
import {
  mean,
  median,
  sorted
} from "./summary.js";
import {
  groupBy,
  metricInfo,
  speaksOf,
  usualOrder
} from "./zod.js";

// src/analysis/history/accepted-size.ts
var RUNS = 5;
function acceptedSize(acceptance, reports) {
  const sizes = reports.flatMap(
    ({ suite, workloads }) => workloads.flatMap(
      ({ name: workload, changes }) => changes.flatMap(({ metric, effect, verdict }) => {
        const isMeant = verdict.kind === "regressed" && speaksOf(acceptance, { suite, workload, metric });
        return isMeant && effect !== null ? [{ suite, workload, metric, effect }] : [];
      })
    )
  );
  return sizes.toSorted((a, b) => sizeFactor(b) - sizeFactor(a))[0] ?? null;
}
function sizeFactor({ effect }) {
  return Math.abs(Math.log1p(effect));
}
function sizeNow(landedAt, points) {
  const newest = points.at(-1);
  if (newest === void 0) return null;
  const like = points.filter(
    ({ arm, fingerprint }) => arm === newest.arm && fingerprint === newest.fingerprint
  );
  const isBefore = ({ commitTime }) => commitTime !== null && Date.parse(commitTime) < Date.parse(landedAt);
  const before = middleOf(like.filter(isBefore));
  const now = middleOf(like.filter((point) => point.commitTime !== null && !isBefore(point)));
  return before === null || now === null || before === 0 ? null : now / before - 1;
}
function middleOf(points) {
  return points.length === 0 ? null : median(sorted(points.slice(-RUNS).map(({ value }) => value)));
}

// src/report/pages/code-host.ts
var HOST = "https://github.com";
function repositoryPath(repository) {
  return repository !== null && /^[\w.-]+\/[\w.-]+$/.test(repository) ? repository : null;
}
function commitOnHost(repository, sha, words = "on GitHub") {
  return linkTo(repository, isSha(sha) ? `commit/${sha}` : null, words);
}
function rangeOnHost(repository, { base, head }, words = "commits between") {
  return linkTo(repository, isSha(base) && isSha(head) ? `compare/${base}...${head}` : null, words);
}
function pullRequestOnHost(repository, number) {
  return repositoryPath(repository) === null ? html`#${number}` : linkTo(repository, `pull/${number}`, `#${number}`);
}
function linkTo(repository, what, words) {
  const path = repositoryPath(repository);
  if (path === null || what === null) return html``;
  return html`<a class="host" href="${HOST}/${path}/${what}" rel="noreferrer">${words}</a>`;
}

// src/report/pages/words.ts
var ONE = 9312;
var CIRCLED_MOST = 20;
function circled(number) {
  return number <= CIRCLED_MOST ? String.fromCodePoint(ONE + number - 1) : String(number);
}
function commitLink(root, sha) {
  return html`<a class="sha" href="${root}${pathOf({ page: "commit", sha })}">${shortSha(sha)}</a>`;
}
function saidOf({
  author,
  subject
}) {
  const who = author === null ? html`` : html`${plainLine(author, 40)} `;
  return subject === null || subject === "" ? who : html`${who}<q>${plainLine(subject, 90)}</q>`;
}
function shiftText({ effect, before, after, metric }) {
  return effect === null ? formatMetrics(metric, [before, after]).join(" to ") : formatChange(effect);
}
function levelsText({ before, after, metric }) {
  return formatMetrics(metric, [before, after]).join(" to ");
}
function sideOf({ before, after, direction }) {
  return sideWord(direction, after - before);
}
function sideWord(direction, went) {
  return html`<span class="side ${direction}">${(went ?? 1) >= 0 ? "▲" : "▼"} ${direction}</span>`;
}
function directionText(metric) {
  return metricInfo(metric).direction === "lower-is-better" ? "lower is better" : "higher is better";
}
function stepSize(step) {
  if (step.kind !== "taken") return shiftText(step.shift);
  return step.effect === null ? "accepted" : formatChange(step.effect);
}

// src/report/pages/acceptances.ts
function acceptancesPage(site, lines) {
  const place2 = { page: "acceptances" };
  const root = siteRoot(pathOf(place2));
  const none = html`<p>No regression has been accepted yet. On a pull request: <code>/plumbline accept REASON</code>, or the label.</p>`;
  const main = html`<h1>Accepted regressions</h1>
<p class="legend">Regressions that a maintainer took as the price of a change. Where one landed, the branch’s history starts again. <em>Then</em> is what of it regressed most, as it was measured there; <em>now</em> the newest five runs of the branch against the five before it landed.</p>
${lines.length === 0 ? none : acceptanceTable(site, root, lines)}`;
  return { place: place2, title: "Accepted regressions", data: null, main };
}
function acceptanceTable(site, root, lines) {
  const rows = lines.map(({ acceptance: each, size }) => {
    const { at, by, reason, landed, revoked, commit } = each;
    const where = landed === null ? html`not landed; ${commitLink(root, commit)}` : html`${plainLine(landed.branch, 40)} with ${commitLink(root, landed.commit)}`;
    const state = revoked === null ? html`holds` : html`revoked by ${plainLine(revoked.by, 40)} on ${dayOf(revoked.at)}`;
    return html`<tr><th scope="row">${scopeOf(root, each)}</th><td>${plainLine(by, 40)}</td><td class="subject">${plainLine(reason, 300)}</td><td>${pullRequestOnHost(each.repository, each.pullRequest)}</td><td>${where}</td>${sizeCells(each, size)}<td data-value="${Date.parse(at)}">${age(at, site.now)}</td><td>${state}</td></tr>
`;
  });
  const heads = ["what", "by", "reason", "pull request", "landed", "then", "now", "when", "state"];
  const sorted2 = ["what", "by", "then", "now", "when", "state"];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${plural(lines.length, "acceptance")}"><table><thead><tr>${heads.map((head) => html`<th scope="col"${sorted2.includes(head) ? html` data-sort="${head}"` : html``}>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
function sizeCells({ workload, metric }, size) {
  const cell = (effect, of) => html`<td class="number" data-value="${effect ?? ""}">${effect == null ? "–" : formatChange(effect)}${of}</td>`;
  const whose = size === null || workload !== null && metric !== null ? html`` : html`<br><span class="muted">${metricInfo(size.metric).label} of ${plainLine(size.workload, 40)}</span>`;
  return html`${cell(size?.effect, whose)}${cell(size?.now, html``)}`;
}
function acceptanceLines(site, root, acceptances) {
  const items = acceptances.map(
    (each) => html`<li><span class="side taken">◇ accepted</span> ${scopeOf(root, each)} by ${plainLine(each.by, 40)}: <q>${plainLine(each.reason, 120)}</q> ${pullRequestOnHost(each.repository, each.pullRequest)} · ${age(each.at, site.now)}</li>
`
  );
  return html`<ul class="lines">${items}</ul>`;
}
function scopeOf(root, { suite, workload, metric }) {
  const of = metric === null ? "every metric" : metricInfo(metric).label;
  if (workload === null)
    return html`${of} of ${suite === null ? "every suite" : `suite ${plainLine(suite)}`}`;
  const name = suite === null ? html`${plainLine(workload)}` : html`<a href="${root}${pathOf({ page: "workload", suite, workload })}">${plainLine(workload)}</a>`;
  return html`${of} of ${name}`;
}

// src/report/pages/columns.ts
var DIGITS = 6;
function workloadData(facts) {
  const { suite, workload, branch, points, suiteRuns = [], events, isCut, ledger = [], tags = [] } = facts;
  const runs = withGaps(distinctRuns(points), suiteRuns);
  const branches = [.../* @__PURE__ */ new Set([branch, ...runs.map((run) => run.branch)])].filter(
    (name) => runs.some((run) => run.branch === name)
  );
  const authors = [...new Set(runs.flatMap(({ author }) => author ?? []))];
  const authorAt = new Map(authors.map((author, i) => [author, i]));
  const fingerprints = [...new Set(runs.map(({ fingerprint }) => fingerprint))];
  return {
    schema: "plumbline.site-workload/1",
    suite,
    workload,
    repository: points.at(-1)?.repository ?? null,
    branch: branches.includes(branch) ? branch : branches[0] ?? null,
    branches,
    machines: fingerprints.map((fingerprint) => namedMachine(facts, fingerprint)),
    authors,
    runs: {
      commit: runs.map(({ commit }) => commit),
      at: runs.map(({ commitTime, measuredAt }) => `${(commitTime ?? measuredAt).slice(0, 19)}Z`),
      subject: runs.map(({ subject }) => subject),
      author: runs.map(({ author }) => author === null ? null : authorAt.get(author)),
      branch: runs.map((run) => branches.indexOf(run.branch)),
      machine: runs.map(({ fingerprint }) => fingerprints.indexOf(fingerprint)),
      arm: runs.map(({ arm }) => arm)
    },
    metrics: metricColumns(points, runs),
    events,
    taken: takenPoints(facts),
    ...ledger.length === 0 ? {} : { ledger },
    ...tags.length === 0 ? {} : { tags },
    isCut
  };
}
function withGaps(runs, suiteRuns) {
  const timeOf = ({ commitTime, measuredAt }) => Date.parse(commitTime ?? measuredAt);
  const seriesOf = ({ branch, arm, fingerprint }) => JSON.stringify([branch, arm, fingerprint]);
  const ends = new Map(
    [...groupBy(runs, seriesOf)].map(([key, own]) => [key, [timeOf(own[0]), timeOf(own.at(-1))]])
  );
  const has = new Set(runs.map(({ runId }) => runId));
  const gaps = suiteRuns.filter((run) => {
    const [first, last] = ends.get(seriesOf(run)) ?? [0, 0];
    return !has.has(run.id) && timeOf(run) > first && timeOf(run) < last;
  });
  if (gaps.length === 0) return runs;
  return [...runs, ...gaps.map((run) => ({ ...run, runId: run.id }))].toSorted(
    (a, b) => timeOf(a) - timeOf(b)
  );
}
function distinctRuns(points) {
  const runs = /* @__PURE__ */ new Map();
  for (const point of points) if (!runs.has(point.runId)) runs.set(point.runId, point);
  return [...runs.values()];
}
function metricColumns(points, runs) {
  const place2 = new Map(runs.map(({ runId }, i) => [runId, i]));
  const present = usualOrder(points.map(({ metric }) => metric));
  const empty = () => runs.map(() => null);
  const columns = new Map(present.map((id) => [id, { value: empty(), spread: empty() }]));
  for (const point of points) {
    const at = place2.get(point.runId);
    const { high } = valueInterval(point);
    const column = columns.get(point.metric);
    column.value[at] = significant(point.value, DIGITS);
    column.spread[at] = high === null || point.value <= 0 ? null : significant(Math.log(high / point.value), 3);
  }
  return Object.fromEntries(columns);
}
function namedMachine({ environments }, fingerprint) {
  const known = environments.find((each) => each.fingerprint === fingerprint)?.environment;
  if (known === void 0) return { fingerprint, words: "not known" };
  const built = known.build === void 0 ? null : builtText(known.build);
  const words = [machineText(known), databaseText(known), built, known.runner || null].filter(
    (part) => part !== null
  );
  return { fingerprint, words: words.join(", ") || "not known" };
}
function takenPoints({ workload, acceptances }) {
  return acceptances.flatMap(
    ({ revoked, landed, workload: of, metric, by, reason, pullRequest }) => revoked !== null || landed === null || of !== null && of !== workload ? [] : [{ metric, commit: landed.commit, branch: landed.branch, at: landed.at, by, reason, pullRequest }]
  );
}

// src/report/pages/event-choice.ts
var EVENT_STATES = ["open", "past", "better"];
var EVERY_EVENT = { state: null, suite: null, branch: null, since: null };
function eventChoice(params, known) {
  const notes = [];
  const chosen = (name, find) => {
    const text = params.get(name) ?? "";
    if (text === "") return null;
    const found = find(text);
    if (found === void 0) notes.push(`There is no ${name} “${plainLine(text, 40)}” here: all are shown.`);
    return found ?? null;
  };
  const choice = {
    state: chosen("state", (text) => EVENT_STATES.find((state) => state === text)),
    suite: chosen("suite", (text) => known.suites.find((suite) => suite === text)),
    branch: chosen("branch", (text) => known.branches.find((branch) => branch === text)),
    since: chosen("since", (text) => isDay(text) ? text : void 0)
  };
  return { choice, notes };
}
function isChosen({ state, suite, since }, event) {
  return (state === null || state === event.state) && (suite === null || suite === event.suite) && (since === null || event.time === null || Date.parse(event.time) >= Date.parse(since));
}
function isDay(text) {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

// src/report/pages/thin.ts
var KEPT = 4;
function thin(line, column) {
  if (column <= KEPT) return line;
  const kept = [];
  for (let start = 0; start < line.length; ) {
    const end = columnEnd(line, start, column);
    let [least, greatest] = [start, start];
    for (let i = start + 1; i < end; i++) {
      if (line[i].value < line[least].value) least = i;
      if (line[i].value > line[greatest].value) greatest = i;
    }
    const places = [start, Math.min(least, greatest), Math.max(least, greatest), end - 1];
    for (const place2 of new Set(places)) kept.push(line[place2]);
    start = end;
  }
  return kept;
}
function columnEnd(line, start, column) {
  const own = Math.floor(line[start].at / column);
  let end = start + 1;
  while (end < line.length && Math.floor(line[end].at / column) === own) end++;
  return end;
}

// src/report/pages/spark.ts
var WIDTH = 160;
var HEIGHT = 32;
var EDGE = 4;
function sparkPlaces(count) {
  const last = Math.max(1, count - 1);
  const nearest = (share) => Math.round((share * WIDTH - EDGE) / (WIDTH - 2 * EDGE) * last);
  return {
    x: linear(0, last, EDGE, WIDTH - EDGE),
    nearest: (share) => Math.min(count - 1, Math.max(0, nearest(share)))
  };
}
function sparklineSvg(points, changes, words) {
  const values = points.flatMap(({ value }) => value === null ? [] : [value]);
  if (values.length === 0) return html`<span class="muted">–</span>`;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const { x } = sparkPlaces(points.length);
  const room = Math.max(0, (Math.abs(high) * 0.01 - (high - low)) / 2);
  const y = linear(low - room, high + room + 1e-12, HEIGHT - EDGE, EDGE);
  const lines = stretches(points).map((stretch) => {
    const path = thin(stretch, points.length / WIDTH).map(({ at, value }) => `${x(at)} ${y(value)}`).join("L");
    return html`<path class="line" d="M${path}${stretch.length === 1 ? "h.01" : ""}"/>`;
  });
  const marks = changes.map(
    ({ at, direction }) => html`<path class="mark ${direction}" d="M${x(at)} 0V${HEIGHT}"/>`
  );
  const last = points.findLastIndex(({ value }) => value !== null);
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="none" role="img"><title>${words}</title>${marks}${lines}<path class="newest" d="M${x(last)} ${y(points[last].value)}h.01"/></svg>`;
}
function stretches(points) {
  const all = [];
  let before = null;
  for (const [at, { value, machine }] of points.entries()) {
    if (value !== null) {
      if (machine === before) all.at(-1).push({ at, value });
      else all.push([{ at, value }]);
    }
    before = value === null ? null : machine;
  }
  return all;
}

// src/report/pages/events.ts
var STATE_WORDS = {
  open: ["Open", "Nothing is open: no gate is worse than its limit allows."],
  past: ["Within limits, or over", ""],
  better: ["For the better", ""]
};
function eventsPage(site, lines, query) {
  const place2 = { page: "events" };
  const root = siteRoot(pathOf(place2));
  const { choice, suites, branches, all } = query ?? { ...EVERYTHING, all: lines.length };
  const states = EVENT_STATES.filter((state) => choice.state === null || choice.state === state);
  const { suite, branch, since } = choice;
  const isPart = suite !== null || branch !== null || since !== null;
  const sections = states.map((state) => sectionOf(site, root, state, { lines, isPart }));
  const empty = html`<p>No series has changed its level yet. Some ten runs of one branch on one machine are needed before a change can be told from noise.</p>`;
  const none = html`<p>No change fits this choice, of ${all}: <a href="./">show all</a>.</p>`;
  const main = html`<h1>Changes of level</h1>
<p class="legend">What moved at one place is one change. An open one is led by a gate that is worse than its limit allows; it ends when the metric is as good again, or when <a href="${root}acceptances/">a maintainer accepts it</a>.</p>
${site.isStatic || all === 0 && choice.branch === null ? html`` : eventFilters(choice, suites, branches)}${all === 0 ? empty : lines.length === 0 ? none : sections}`;
  return { place: place2, title: "Changes of level", data: null, main };
}
function sectionOf(site, root, state, { lines, isPart }) {
  const own = lines.filter((line) => line.state === state);
  const [title, none] = STATE_WORDS[state];
  if (own.length === 0)
    return none === "" ? html`` : html`<section><h2>${title}</h2><p>${isPart ? "Nothing of this choice is open." : none}</p></section>`;
  return html`<section><h2>${title} <span class="muted">${own.length}</span></h2>${changesTable(site, root, own, title)}</section>`;
}
var EVERYTHING = { choice: EVERY_EVENT, suites: [], branches: [] };
function eventFilters({ state, suite, branch, since }, suites, branches) {
  const option2 = (value, words, chosen) => html`<option value="${verbatim(value)}"${value === (chosen ?? "") ? html` selected` : html``}>${words}</option>`;
  const states = EVENT_STATES.map((each) => option2(each, STATE_WORDS[each][0].toLowerCase(), state));
  return html`<details class="filters"><summary>Choose state, suite, branch, time</summary><form method="get">
<label>State <select name="state">${option2("", "all", state)}${states}</select></label>
<label>Suite <select name="suite">${option2("", "all", suite)}${suites.map((each) => option2(each, plainLine(each, 60), suite))}</select></label>
<label>Branch <select name="branch">${option2("", "the one measured most", branch)}${branches.map((each) => option2(each, plainLine(each, 60), branch))}</select></label>
<label>Since <input type="date" name="since" value="${since ?? ""}"></label>
<button>Show</button>
</form></details>
`;
}
function changesTable(site, root, lines, label) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="stack"><thead><tr><th scope="col">workload</th><th scope="col">change</th><th scope="col">runs around it</th><th scope="col">came with</th><th scope="col" class="number">when</th><th scope="col">also</th></tr></thead><tbody>${lines.map((line) => rowOf(site, root, line, lines))}</tbody></table></div>`;
}
function rowOf(site, root, line, lines) {
  const { event, state, machines } = line;
  const [lead, ...rest] = event.shifts;
  if (lead === void 0) return html``;
  const { suite, firstAfter } = event;
  const when = firstAfter.time === null ? html`` : age(firstAfter.time, site.now);
  return html`<tr class="${state}"><th scope="row">${seriesLink(root, suite, lead)} <span class="muted">${eventPlace(event, lines)}${machineCell(event, machines)}</span></th><td class="size"><strong>${shiftText(lead)}</strong> ${sideOf(lead)}<br><span class="muted">${levelsText(lead)}</span></td><td class="history">${eventSparkline(line)}</td><td class="cause">${causeCell(root, event)}</td><td class="number">${when}</td><td class="also">${alsoOf(root, suite, rest)}<a href="${root}${levelsPath(event)}">${event.cause === "commit" ? "Before and after" : "Its runs"}</a></td></tr>
`;
}
function seriesLink(root, suite, { workload, metric }) {
  return html`<a href="${root}${pathOf({ page: "workload", suite, workload })}?metric=${metric}">${plainLine(workload)}</a> <span class="metric">${metricInfo(metric).label}</span>`;
}
function levelsPath({ cause, lastBefore, firstAfter }) {
  return cause === "commit" ? pathOf({ page: "compare", base: lastBefore.sha, head: firstAfter.sha }) : pathOf({ page: "commit", sha: firstAfter.sha });
}
function eventSparkline({ event, points, at }) {
  const { direction, metric } = event.shifts[0];
  const marks = at > 0 ? [{ at, direction }] : [];
  return points.length === 0 ? html`` : sparklineSvg(points, marks, `${metricInfo(metric).label} around the change`);
}
function eventPlace({ suite, branch }, lines) {
  const isOne = lines.every(({ event }) => event.branch === branch);
  return isOne ? plainLine(suite) : `${plainLine(suite)} on ${plainLine(branch ?? "no branch", 40)}`;
}
function machineCell({ shifts }, machines) {
  const names = [...new Set(shifts.flatMap(({ fingerprint }) => machines.get(fingerprint) ?? []))];
  if (names.length === 0) return html``;
  return html`<br>on ${names.length === 1 ? plainLine(names[0], 32) : plural(names.length, "machine")}`;
}
var SHIFTS_MOST = 30;
function levelsSection(root, line, page = null) {
  const { event, state, machines } = line;
  const isNamed = machines.size > 0;
  const rows = event.shifts.slice(0, SHIFTS_MOST).map(
    (shift) => html`<tr class="${shift.open ? "open" : ""}"><th scope="row">${seriesLink(root, event.suite, shift)}</th>${isNamed ? html`<td>${machines.get(shift.fingerprint) ?? "–"}</td>` : html``}<td class="size"><strong>${shiftText(shift)}</strong> ${sideOf(shift)}</td><td>${levelsText(shift)}</td><td class="number">${shift.runsBefore} and ${shift.runsAfter} runs</td></tr>
`
  );
  const more = event.shifts.length - SHIFTS_MOST;
  return html`<section class="moved ${state}"><p>${causeCell(root, event, page)}</p>${eventSparkline(line)}
<div class="scroll" tabindex="0" role="region" aria-label="Levels before and after"><table class="stack"><thead><tr><th scope="col">workload</th>${isNamed ? html`<th scope="col">machine</th>` : html``}<th scope="col">change</th><th scope="col">levels</th><th scope="col" class="number">before and after</th></tr></thead><tbody>${rows}</tbody></table></div>${more > 0 ? html`<p class="muted">and ${plural(more, "more shift")}</p>` : html``}</section>
`;
}
function changeTitle({ shifts }) {
  const [lead] = shifts;
  return lead === void 0 ? "" : `${plainLine(lead.workload, 60)} ${metricInfo(lead.metric).label} ${shiftText(lead)}`;
}
function causeCell(root, event, page = null) {
  const { repository, lastBefore, firstAfter, cause, state } = event;
  const recent = state === "recent" ? html` · <span class="recent">recent, few runs follow</span>` : html``;
  if (cause === "surroundings")
    return html`between two runs of ${commitLink(root, firstAfter.sha)}: not the code, but what it ran on${recent}`;
  const between = rangeOnHost(repository, { base: lastBefore.sha, head: firstAfter.sha });
  const commit = firstAfter.sha === page ? html`With this commit` : html`${commitLink(root, firstAfter.sha)} ${saidOf(firstAfter)}`;
  return html`${commit}<br><span class="muted">or after ${commitLink(root, lastBefore.sha)}${between.html === "" ? "" : " · "}${between}${recent}</span>`;
}
var ALSO_MOST = 6;
function alsoOf(root, suite, shifts) {
  if (shifts.length === 0) return html``;
  const words = shifts.slice(0, ALSO_MOST).map((shift) => html`<li>${seriesLink(root, suite, shift)} ${shiftText(shift)} ${sideOf(shift)}</li>`);
  const more = shifts.length - ALSO_MOST;
  return html`<details><summary>${plural(shifts.length, "other shift")}</summary><ul>${words}${more > 0 ? html`<li>and ${more} more</li>` : html``}</ul></details>`;
}

// src/report/pages/commit.ts
function commitPage(facts) {
  const { sha, reports, points } = facts;
  const place2 = { page: "commit", sha };
  const root = siteRoot(pathOf(place2));
  const bodies = reports.map((report) => {
    const { lead, warnings, answers, workloads, rest } = commitParts(root, report);
    return html`<section class="report overall-${report.verdict}"><h2>${plainLine(report.suite)}${report.origin.job === void 0 ? "" : ` (${plainLine(report.origin.job)})`}: ${headline(report)}</h2>
${lead}${answers}${warnings}${workloads}${rest}</section>`;
  });
  const none = html`<p class="note">No verdict is stored about this commit: it was measured as the base of another, or by <code>plumbline run</code> alone.</p>`;
  const main = html`${commitHeading(facts, root)}
${changesHere(root, facts)}
${bodies}
${reports.length === 0 ? none : html``}${points.length === 0 ? html`` : valuesTable(root, points)}`;
  return { place: place2, title: `${shortSha(sha)} ${facts.subject ?? ""}`, data: null, main };
}
function changesHere(root, { sha, changes }) {
  if (changes.length === 0) return html`<p class="muted">No level changes with this commit.</p>`;
  return html`<h2>What changed here</h2>
${changes.map((line) => levelsSection(root, line, sha))}`;
}
function commitParts(root, report) {
  const { suite } = report;
  return reportParts(
    report,
    (workload, metric) => `${root}${pathOf({ page: "workload", suite, workload })}?metric=${metric}`
  );
}
function commitHeading(commit, root) {
  const { sha, subject, author, branch, time, before, after, repository, pullRequest } = commit;
  const run = webAddress(commit.runUrl);
  const facts = [
    ...author === null ? [] : [html`by ${plainLine(author, 60)}`],
    ...branch === null ? [] : [html`on ${plainLine(branch, 60)}`],
    ...time === null ? [] : [html`<time datetime="${time}">${minuteOf(time)} UTC</time>`],
    ...pullRequest === null ? [] : [pullRequestOnHost(repository, pullRequest)],
    ...[commitOnHost(repository, sha)].filter((link) => link.html !== ""),
    ...run === null ? [] : [html`<a class="host" href="${run}" rel="noreferrer">workflow run</a>`]
  ];
  const step = (to, words, key) => to === null ? html`` : html`<a href="${root}${pathOf({ page: "commit", sha: to })}" data-key="${key}">${words} <kbd>${key}</kbd></a> `;
  const compare = before === null ? html`` : html`<a href="${root}${pathOf({ page: "compare", base: before, head: sha })}" data-key="c">compare with the one before <kbd>c</kbd></a>`;
  return html`<p class="suite">commit <span class="sha">${shortSha(sha)}</span>${facts.map((fact) => html` · ${fact}`)}</p>
<h1>${subject === null || subject === "" ? shortSha(sha) : plainLine(subject, 120)}</h1>
<p class="ways">${step(before, html`← measured before it`, "[")}${step(after, html`measured after it →`, "]")}${compare}</p>`;
}
function valuesTable(root, points) {
  const rows = points.map(
    ({ suite, workload, metric, arm, value, logSd, sessions }) => html`<tr><th scope="row"><a href="${root}${pathOf({ page: "workload", suite, workload })}?metric=${metric}">${plainLine(workload)}</a></th><td>${plainLine(suite)}</td><td>${metricInfo(metric).label}</td><td>${arm}</td><td class="number">${formatMetric(metric, value)}</td><td class="number" data-value="${logSd ?? ""}">${logSd === null ? "–" : formatSpread(logSd)}</td><td class="number">${sessions}</td></tr>
`
  );
  const heads = ["workload", "suite", "metric", "arm", "value", "noise of a session", "sessions"];
  const sorted2 = ["workload", "suite", "metric", "noise of a session"];
  const sortOf = (head) => sorted2.includes(head) ? html` data-sort="${head.replaceAll(" ", "-")}"` : html``;
  const table = html`<div class="scroll" tabindex="0" role="region" aria-label="Values of the runs"><table><thead><tr>${heads.map((head, i) => html`<th scope="col"${i > 3 ? html` class="number"` : html``}${sortOf(head)}>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
  return html`<details class="values"><summary>All values of its runs</summary>${table}</details>`;
}
function comparedChoice(params) {
  const [suite, workload] = ["suite", "workload"].map((name) => params.get(name) || null);
  return { suite: suite ?? null, workload: workload ?? null, all: params.get("all") === "1" };
}
function knownChoice({ suite, workload, all }, reports) {
  const notes = [];
  const known = (word, name, names2) => {
    if (name === null || reports.length === 0 || names2.includes(name)) return name;
    notes.push(`There is no ${word} “${plainLine(name, 40)}” here: all are shown.`);
    return null;
  };
  const inSuite = known(
    "suite",
    suite,
    reports.map((report) => report.suite)
  );
  const own = reports.filter((report) => inSuite === null || report.suite === inSuite);
  const names = own.flatMap(({ workloads }) => workloads.map(({ name }) => name));
  const chosen = { suite: inSuite, workload: known("workload", workload, names), all };
  return { chosen, notes };
}
function comparePage(site, comparison) {
  const { base, head, repository, changes, reports: found, why } = comparison;
  const { chosen, notes } = knownChoice(comparison.chosen, found);
  const place2 = { page: "compare", base: base.sha, head: head.sha };
  const root = siteRoot(pathOf(place2));
  const side = (name, commit) => html`<span class="${name}-arm">${name}</span> ${commitLink(root, commit.sha)} ${saidOf(commit)}`;
  const reports = found.filter(({ suite }) => chosen.suite === null || suite === chosen.suite);
  const bodies = reports.map((report) => {
    const { lead, warnings, answers, workloads, rest } = commitParts(root, report);
    return html`<section class="report overall-${report.verdict}"><h2>suite ${plainLine(report.suite)}${reports.length === 1 ? "" : `: ${headline(report)}`}</h2>
${lead}${warnings}${answers}${workloadSections(site, report, workloads, chosen)}${rest}</section>`;
  });
  const [first] = reports;
  const title = changes.length > 0 ? `${changeTitle(changes[0].event)}${changes.length > 1 ? `, and ${plural(changes.length - 1, "other change")}` : ""}` : first === void 0 ? "Cannot be compared" : reports.length === 1 ? titleOf(first) : "Two commits compared";
  const swapped = pathOf({ page: "compare", base: head.sha, head: base.sha });
  const between = rangeOnHost(repository, { base: base.sha, head: head.sha });
  const main = html`<p class="suite">${side("base", base)} and ${side("head", head)}${between.html === "" ? "" : " · "}${between}</p>
<h1>${title}</h1>
${site.isStatic ? html`` : html`<p class="ways"><a href="${root}${swapped}" data-key="s">swap them <kbd>s</kbd></a></p>`}
${changes.map((line) => levelsSection(root, line))}${changes.length === 0 ? html`` : ALONE}
${why === null ? html`` : html`<p class="note">${why}</p>`}
${bodies}`;
  return { place: place2, title: `${shortSha(base.sha)} and ${shortSha(head.sha)}`, data: null, main, notes };
}
var ALONE = html`<h2>One run on each side</h2>
<p class="legend">The levels above are of all runs before and after. What follows compares the newest run of each commit alone, which shows larger changes only.</p>`;
var WORKLOADS_MOST = 4;
function workloadSections(site, report, sections, chosen) {
  const asked = report.workloads.map((workload, i) => ({ workload, section: sections[i] })).filter(({ workload: { name } }) => chosen.workload === null || name === chosen.workload);
  const isQuiet = ({ workload }) => ["unchanged", "not-worse", "none"].includes(standingOf(workload));
  const [loud, quiet] = [asked.filter((each) => !isQuiet(each)), asked.filter(isQuiet)];
  const isCrowd = !site.isStatic && asked.length > WORKLOADS_MOST && quiet.length > 0;
  const shown = isCrowd && !chosen.all ? loud : [...loud, ...quiet];
  return html`${shown.map(({ section }) => section)}${isCrowd ? wayToQuiet(chosen, quiet.length) : html``}`;
}
function wayToQuiet({ suite, workload, all }, count) {
  const params = new URLSearchParams({
    ...suite === null ? {} : { suite },
    ...workload === null ? {} : { workload },
    ...all ? {} : { all: "1" }
  });
  const link = params.size === 0 ? "./" : `?${params.toString()}`;
  const what = `${plural(count, "workload")} without a change`;
  return all ? html`<p class="ways">With ${what}. <a href="${link}">Leave them out</a></p>` : html`<p class="ways">${what} left out. <a href="${link}">Show all</a></p>`;
}

// src/report/pages/overview.ts
var USUAL_DAYS = 30;
var DAYS_OFFERED = [7, USUAL_DAYS, 90, 365];
var DAYS_MOST = 3650;
var NAME_MOST = 500;
function overviewChoice(params) {
  const [days2, branch, suite] = ["days", "branch", "suite"].map((name) => params.get(name) || null);
  const isDays = days2 == null || /^\d{1,4}$/.test(days2) && Number(days2) >= 1 && Number(days2) <= DAYS_MOST;
  const named = (text) => text?.slice(0, NAME_MOST) ?? null;
  return {
    choice: {
      days: days2 != null && isDays ? Number(days2) : USUAL_DAYS,
      branch: named(branch),
      suite: named(suite),
      find: (params.get("q") ?? "").slice(0, NAME_MOST).trim().toLowerCase()
    },
    notes: isDays ? [] : [
      `“${plainLine(days2, 40)}” is no number of days from 1 to ${DAYS_MOST}: the last ${USUAL_DAYS} are shown.`
    ]
  };
}
var OPEN_MOST = 8;
var SHA = 10;
var TAKEN_MOST = 3;
function overviewPage(site, overview) {
  return { place: { page: "overview" }, title: "Overview", data: null, main: overviewMain(site, overview) };
}
function overviewMain(site, overview) {
  const { choice, branches, checks, open, taken, sums, rows } = overview;
  if (rows.length === 0 && checks.length === 0) {
    return choice.branch === null && choice.suite === null ? firstSteps() : nothingOf(choice);
  }
  const more = open.length > OPEN_MOST ? html`<p><a href="events/">${plural(open.length - OPEN_MOST, "more open change")}</a></p>` : html``;
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
<tbody>${rows.map((row) => rowOf2(site, row, choice))}</tbody></table></div></section>`;
}
function sumLine({ standing: { suite, branch, clear, more, sum }, tag }, isUsual) {
  const { workload, metric, since } = sum;
  const page = `${pathOf({ page: "workload", suite, workload })}?metric=${metric}&since=${since.sha.slice(0, SHA)}#ledger`;
  const limit = formatChosenShare(sum.limit ?? 0);
  const notes = [
    clear ? `limit ${limit}` : `beyond its limit of ${limit}, but not clearly yet`,
    ...more === 0 ? [] : [`${plural(more, "more gate")} with it`]
  ];
  return html`<li class="${clear ? "open" : "near"}"><span class="muted">${plainLine(suite)}:</span> ${plainLine(branch ?? "the branch", 60)} ${isUsual ? html`<a href="${page}">${sinceText(sum, tag)}</a>` : sinceText(sum, tag)}: ${sumText(sum)} <span class="muted">${notes.join("; ")}</span></li>
`;
}
function overviewHeadline({ checks, open, sums }) {
  const failed = failedOf(checks);
  const [first] = failed;
  const changes = openText(open.length, sums.filter(({ standing }) => standing.clear).length);
  if (first === void 0) return changes ?? "Nothing is open";
  const what = failed.length === 1 ? "A check failed" : `${failed.length} of the ${checks.length} newest checks failed`;
  return changes === null ? `${what}: ${first.headline}` : `${what}, ${changes}`;
}
function openText(changes, sums) {
  const areOpen = (count) => count === 1 ? "is open" : "are open";
  if (changes > 0) return `${plural(changes, "change")} for the worse ${areOpen(changes)}`;
  return sums > 0 ? `${plural(sums, "sum")} of changes ${areOpen(sums)}` : null;
}
function failedOf(checks) {
  return checks.filter(({ verdict }) => verdict === "regressed");
}
function tallies({ choice: { days: days2 }, checks, open, taken, rows }) {
  const failed = failedOf(checks).length;
  const still = rows.filter((row) => row.change === null && !isAlone(row)).length;
  const alone = rows.filter((row) => isAlone(row)).length;
  return [
    ...checks.length === 0 ? [] : [
      html`<span class="tally ${failed > 0 ? "worse" : ""}"><strong>${failed}</strong> of ${plural(checks.length, "check")} failed</span>`
    ],
    html`<a class="tally ${open.length > 0 ? "worse" : ""}" href="events/"><strong>${open.length}</strong> open ${open.length === 1 ? "change" : "changes"}</a>`,
    html`<a class="tally" href="acceptances/"><strong>${taken.length}</strong> accepted</a>`,
    html`<span class="tally"><strong>${still}</strong> of ${plural(rows.length, "workload")} without a change in ${plural(days2, "day")}</span>`,
    ...alone === 0 ? [] : [
      html`<span class="tally"><strong>${alone}</strong> with one run, which cannot show a change yet</span>`
    ]
  ];
}
function checksTable({ now }, checks) {
  const rows = checks.map((check) => {
    const { suite, job, repository, pullRequest, commit, subject, branch, verdict, headline: headline2, createdAt } = check;
    const run = webAddress(check.runUrl);
    const what = pullRequest === null ? plainLine(branch ?? "–", 40) : pullRequestOnHost(repository, pullRequest);
    return html`<tr class="${verdict === "regressed" ? "open" : ""}"><th scope="row"><span class="badge ${verdict}">${VERDICTS[verdict]}</span></th><td class="subject">${capital(headline2)}</td><td>${what}</td><td class="cause">${commitLink("", commit)} ${saidOf({ author: null, subject })}</td><td>${plainLine(suite)}${job === null ? "" : ` (${plainLine(job)})`}</td><td class="number">${age(createdAt, now)}</td><td>${run === null ? html`` : html`<a class="host" href="${run}" rel="noreferrer">run</a>`}</td></tr>
`;
  });
  const heads = ["verdict", "what", "where", "commit", "suite", "when", "log"];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Newest checks"><table class="stack"><thead><tr>${heads.map((head) => html`<th scope="col"${head === "when" ? html` class="number"` : html``}>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}
var VERDICTS = {
  regressed: "✕ regressed",
  accepted: "◇ accepted",
  inconclusive: "? inconclusive",
  trade: "± trade",
  improved: "✓ improved",
  unchanged: "✓ passed"
};
function searchForm({ isStatic }, { find }) {
  const [label, example] = isStatic ? ["Find", "workload or suite"] : ["Find", "workload, suite or commit"];
  const field = html`<label class="search${isStatic ? "" : " ready"}">${label} <input type="search" id="search" name="q" maxlength="200" autocomplete="off" placeholder="${example}" value="${verbatim(find)}"${isStatic ? html` hidden` : html``}></label>`;
  return isStatic ? field : html`<form method="get" role="search">${field}</form>`;
}
function isAlone({ change, spark }) {
  return change === null && spark.length === 1;
}
function rowOf2({ now }, { suite, workload, metric, change, verdict, spark, value, measuredAt }, { find }) {
  const { label } = metricInfo(metric);
  const moved = change === null ? html`<span class="muted">${isAlone({ change, spark }) ? "first run: no change can show yet" : "no change"}</span>` : html`<strong>${change.effect === null ? "from 0" : formatChange(change.effect)}</strong> ${sideWord(change.direction, change.effect)}<br><span class="muted">with ${commitLink("", change.commit.sha)}</span>`;
  const words = plainLine(`${suite} ${workload}`.toLowerCase(), 200);
  const points = spark.map((each) => ({ value: each, machine: "" }));
  const isFound = find.split(/\s+/).every((word) => words.includes(word));
  return html`<tr data-words="${words}"${change?.open ? html` class="open"` : html``}${isFound ? html`` : html` hidden`}><th scope="row"><a href="${pathOf({ page: "workload", suite, workload })}?metric=${metric}">${plainLine(workload)}</a> <span class="muted">${plainLine(suite)}</span></th><td class="number change" data-value="${change?.effect ?? ""}">${moved}</td><td class="metric">${label}</td><td class="history">${sparklineSvg(points, [], `${label} of ${plainLine(workload)}, newest runs`)}</td><td class="number">${value === null ? "–" : formatMetric(metric, value)}</td><td data-value="${verdict?.kind ?? ""}">${verdict === null ? html`<span class="muted">–</span>` : verdictBadge(standingOfGate(verdict))}</td><td class="number" data-value="${Date.parse(measuredAt)}">${age(measuredAt, now)}</td></tr>
`;
}
function lastDays(days2) {
  return days2 === 1 ? "last day" : `last ${plural(days2, "day")}`;
}
function overviewFilters({ days: days2, branch, suite }) {
  const offered = [.../* @__PURE__ */ new Set([...DAYS_OFFERED, days2])].toSorted((a, b) => a - b);
  const options = offered.map(
    (each) => html`<option value="${each}"${each === days2 ? html` selected` : html``}>${lastDays(each)}</option>`
  );
  const field = (name, label, value, otherwise) => html`<label>${label} <input name="${name}" value="${verbatim(value ?? "")}" placeholder="${otherwise}" autocomplete="off"></label>`;
  return html`<details class="filters"><summary>Choose time, branch, suite</summary><form method="get">
<label>Time <select name="days">${options}</select></label>
${field("branch", "Branch", branch, "the one measured most")}
${field("suite", "Suite", suite, "all")}
<button>Show</button>
</form></details>`;
}
function nothingOf({ branch, suite }) {
  const words = [
    ...branch === null ? [] : [html` on branch <strong>${plainLine(branch, 60)}</strong>`],
    ...suite === null ? [] : [html` of suite <strong>${plainLine(suite, 60)}</strong>`]
  ];
  return html`<h1>No run${words}</h1>
<p>The store has others: <a href="./">show the default</a>.</p>`;
}
function firstSteps() {
  return html`<h1>No run yet</h1>
<p>This page fills itself from the store. Two ways to bring a first run into it:</p>
<ol><li>On this machine: <code>plumbline check --store URL</code>, next to a plumbline.yml (<code>plumbline init</code> writes one).</li>
<li>In a workflow: the Plumbline action with <code>store</code>, on every push to the main branch.</li></ol>
<p>A change of level is told from noise after some ten runs of one branch on one machine.</p>`;
}

// src/report/pages/repositories.ts
function repositoriesPage(site, rows) {
  const lines = rows.map(
    ({ repository, open, workloads, newest }) => html`<tr data-words="${plainLine(repository.toLowerCase(), 200)}"${open > 0 ? html` class="open"` : html``}><th scope="row"><a href="${repositoryPathOf(repository)}">${plainLine(repository)}</a></th><td class="number">${open === 0 ? html`<span class="muted">nothing</span>` : html`<span class="side worse">${open} open</span>`}</td><td class="number">${workloads}</td><td class="number">${age(newest, site.now)}</td></tr>
`
  );
  const main = html`<div class="title"><h1>Repositories</h1><label class="search">Find <input type="search" id="search" autocomplete="off" placeholder="owner or name" hidden></label></div>
<div class="scroll" tabindex="0" role="region" aria-label="Repositories"><table class="workloads"><thead><tr><th scope="col">repository</th><th scope="col" class="number">open</th><th scope="col" class="number">workloads</th><th scope="col" class="number">newest run</th></tr></thead><tbody>${lines}</tbody></table></div>`;
  return { place: { page: "overview" }, title: "Repositories", data: null, main };
}

// src/report/pages/sum-start.ts
var SHA2 = 10;
var SHA_FEWEST = 7;
var TAGS_MOST = 20;
function sumStarts(data) {
  const bases = basesOf(data);
  const commits2 = bases.map(
    (commit) => ({
      word: commit.sha.slice(0, SHA2),
      isTag: false,
      commit
    })
  );
  return [...tagsWithin(data, bases).map(startAtTag), ...commits2];
}
function startNamed(data, text) {
  const isMeant = ({ word, isTag, commit }) => isTag ? word === text : text.length >= SHA_FEWEST && commit.sha.startsWith(text);
  return sumStarts(data).find(isMeant);
}
function lineSince(line, start) {
  const { sha } = start.commit;
  const at = line.steps.findIndex(({ base }) => base.sha === sha);
  const first = at >= 0 ? at : line.steps.findIndex(({ head }) => isAfter(head, start.commit));
  return first < 0 ? null : lineFrom(line, first);
}
function beginsAt({ sum }, { commit }) {
  return sum.since.sha === commit.sha || !isAfter(sum.since, commit);
}
function startAtTag({ name, sha, time }) {
  return { word: name, isTag: true, commit: { sha, time, subject: null } };
}
function basesOf({ ledger = [] }) {
  const bases = new Map(ledger.flatMap(({ steps }) => steps.map(({ base }) => [base.sha, base])));
  return [...bases.values()].toSorted((a, b) => momentOf(b) - momentOf(a));
}
function tagsWithin({ ledger = [], tags = [] }, bases) {
  const oldest = bases.at(-1);
  const heads = ledger.flatMap(({ steps }) => steps.slice(-1).map(({ head }) => head));
  const isWithin = (tag) => bases.some(({ sha }) => sha === tag.sha) || oldest !== void 0 && !isAfter(oldest, tag) && heads.some((head) => isAfter(head, tag));
  return tags.filter(isWithin).slice(0, TAGS_MOST);
}
function isAfter(commit, other) {
  return momentOf(commit) > momentOf(other);
}
function momentOf({ time }) {
  return time === null ? 0 : Date.parse(time);
}

// src/report/pages/choice.ts
var RANGES = ["30d", "90d", "1y", "all"];
var AXES = ["commits", "time"];
var ARMS = ["base", "head"];
var SHORT = 8;
var SHA3 = 10;
var FEWEST = 12;
function readChoice(data, params) {
  const notes = [];
  const chosen = (name, find, otherwise) => {
    const text = params.get(name);
    if (text === null) return otherwise;
    const found = find(text);
    if (found === void 0)
      notes.push(`There is no ${name} “${plainLine(text, 40)}” here: the default is shown.`);
    return found === void 0 ? otherwise : found;
  };
  const standard = defaultsOf(data);
  const commit = (text) => data.runs.commit.find((sha) => text.length >= 7 && sha.startsWith(text));
  const branch = chosen("branch", (text) => branchNamed(data, text), standard.branch);
  const choice = {
    metric: chosen("metric", (text) => offeredMetrics(data).find((id) => id === text), standard.metric),
    branch,
    vs: chosen("vs", (text) => overNamed(data, text), null),
    machine: chosen("machine", (text) => machineNamed(data, text), standard.machine),
    arm: chosen("arm", (text) => ARMS.find((arm) => arm === text), usualArm(data, branch)),
    range: chosen("range", (text) => RANGES.find((range) => range === text), standard.range),
    axis: chosen("axis", (text) => AXES.find((axis) => axis === text), AXES[0]),
    from: chosen("from", commit, null),
    to: chosen("to", commit, null),
    point: chosen("point", commit, null),
    since: chosen("since", (text) => startNamed(data, text), null)
  };
  return { choice, notes };
}
function paramsOf(data, choice) {
  const standard = defaultsOf(data);
  const params = new URLSearchParams();
  const put = (name, isDefault, text) => {
    if (!isDefault && text !== null) params.set(name, text);
  };
  const { machine } = choice;
  put("metric", choice.metric === standard.metric, choice.metric);
  put("branch", choice.branch === standard.branch, branchParam(data.branches[choice.branch] ?? null));
  put("vs", choice.vs === null, choice.vs && overParam(data, choice.vs));
  put("machine", machine === standard.machine, machine === null ? "all" : machineParam(data, machine));
  put("arm", choice.arm === usualArm(data, choice.branch), choice.arm);
  put("range", choice.range === standard.range, choice.range);
  put("axis", choice.axis === AXES[0], choice.axis);
  put("from", false, choice.from?.slice(0, SHA3) ?? null);
  put("to", false, choice.to?.slice(0, SHA3) ?? null);
  put("point", false, choice.point?.slice(0, SHA3) ?? null);
  put("since", false, choice.since?.word ?? null);
  return params;
}
function offeredMetrics({ metrics }) {
  const present = usualOrder(Object.keys(metrics));
  return present.filter((id) => metrics[id]?.value.some((value) => value !== null));
}
function belongs({ runs }, { branch, arm, machine }, run) {
  return runs.branch[run] === branch && runs.arm[run] === arm && (machine === null || runs.machine[run] === machine);
}
function chosenRuns(data, { branch, arm, machine, vs }) {
  const asked = (run) => belongs(data, { branch, arm, machine }, run);
  if (vs === null) return { isOwn: asked, isOver: () => false };
  if (vs.by === "machine") {
    const isOver = (run) => belongs(data, { branch, arm, machine: vs.at }, run);
    return { isOwn: (run) => asked(run) && !isOver(run), isOver };
  }
  const others = data.branches.flatMap(
    (_, at) => at !== branch && (at === vs.at || vs.at === null) ? [at] : []
  );
  const sets = others.map((at) => ({ branch: at, arm: usualArm(data, at), machine })).filter((set) => vs.at !== null || isSeries(data, set));
  return { isOwn: asked, isOver: (run) => sets.some((set) => belongs(data, set, run)) };
}
var SERIES_LEAST = 3;
function isSeries(data, set) {
  return data.runs.commit.filter((_, run) => belongs(data, set, run)).length >= SERIES_LEAST;
}
function defaultsOf(data) {
  const branch = Math.max(0, data.branches.indexOf(data.branch));
  const arm = usualArm(data, branch);
  const machine = chosenMachine(data, branch, arm);
  const times = data.runs.at.filter((_, run) => belongs(data, { branch, arm, machine }, run));
  const range = RANGES.find((each) => each !== "30d" && countWithin(times, each) >= FEWEST) ?? "all";
  return { metric: clearestMetric(data, branch), branch, machine, range };
}
var GATED = ["qps", "p99", "server-cpu"];
function clearestMetric(data, branch) {
  const known = offeredMetrics(data);
  const newest = data.events.findLast(({ branch: name }) => name === (data.branches[branch] ?? null));
  const shifts = newest?.shifts ?? [];
  const moved = shifts.find(({ metric }) => GATED.includes(metric)) ?? shifts[0];
  if (moved !== void 0 && known.includes(moved.metric)) return moved.metric;
  return known.find((id) => metricInfo(id).unit === "per-second") ?? known[0] ?? "qps";
}
function usualArm({ runs }, branch) {
  return runs.arm.some((arm, run) => arm === "head" && runs.branch[run] === branch) ? "head" : "base";
}
var TURNS_MOST = 8;
function chosenMachine({ runs }, branch, arm) {
  const own = runs.machine.filter((_, run) => runs.branch[run] === branch && runs.arm[run] === arm);
  return takeTurns(own) ? own.at(-1) ?? null : null;
}
function takeTurns(machines) {
  return machines.filter((machine, i) => i > 0 && machine !== machines[i - 1]).length > TURNS_MOST;
}
function machineNamed({ machines }, text) {
  if (text === "all") return null;
  return text.length < SHORT ? void 0 : indexOf(machines, ({ fingerprint }) => fingerprint.startsWith(text));
}
function machineParam({ machines }, machine) {
  return machines[machine]?.fingerprint.slice(0, SHORT) ?? "";
}
function branchNamed({ branches }, text) {
  return indexOf(branches, (name) => branchParam(name) === text);
}
var MACHINE = "machine:";
var EVERY_OTHER = "*";
function overNamed(data, text) {
  if (text === EVERY_OTHER) return { by: "branch", at: null };
  const by = text.startsWith(MACHINE) ? "machine" : "branch";
  const at = by === "machine" ? machineNamed(data, text.slice(MACHINE.length)) : branchNamed(data, text);
  return at == null ? void 0 : { by, at };
}
function overParam(data, { by, at }) {
  if (at === null) return EVERY_OTHER;
  return by === "machine" ? MACHINE + machineParam(data, at) : branchParam(data.branches[at] ?? null);
}
function branchParam(name) {
  return name ?? "-";
}
function indexOf(all, is) {
  const at = all.findIndex(is);
  return at < 0 ? void 0 : at;
}
var DAY_MS = 864e5;
var DAYS = {
  "30d": 30,
  "90d": 90,
  "1y": 365,
  all: Number.POSITIVE_INFINITY
};
function rangeStart(times, range) {
  return times.length === 0 ? 0 : Date.parse(times.at(-1)) - DAYS[range] * DAY_MS;
}
function countWithin(times, range) {
  const start = rangeStart(times, range);
  return times.filter((at) => Date.parse(at) >= start).length;
}

// src/report/pages/data.ts
function authorOf({ authors, runs }, run) {
  const at = runs.author[run] ?? null;
  return at === null ? null : authors[at] ?? null;
}

// src/report/pages/run-lines.ts
function chartLines(data, { metric }, runs, isOf, isOwn) {
  const column = data.metrics[metric];
  const { branch, machine } = data.runs;
  const all = runs.filter(isOf);
  const isInTurn = takeTurns(all.map((run) => machine[run]));
  const sets = groupBy(all, (run) => JSON.stringify([branch[run], machine[run]]));
  return [...sets.values()].map(([first]) => {
    const valueAt = (run) => {
      if (!isOf(run) || branch[run] !== branch[first]) return void 0;
      if (machine[run] === machine[first]) return column?.value[run] ?? null;
      return isInTurn ? void 0 : null;
    };
    const value = runs.map(valueAt);
    const reach = runs.map((run, place2) => {
      const spread = column?.spread[run] ?? null;
      return value[place2] == null || spread === null ? null : Math.exp(spread);
    });
    const low = reach.map((factor, place2) => factor === null ? null : value[place2] / factor);
    const high = reach.map((factor, place2) => factor === null ? null : value[place2] * factor);
    return { isOwn, branch: branch[first], machine: machine[first], value, low, high };
  });
}

// src/report/pages/steps.ts
function finderOf(data, choice, runs) {
  const { isOwn } = chosenRuns(data, choice);
  return (is) => {
    const place2 = runs.findIndex((run) => isOwn(run) && is(run));
    return place2 < 0 ? null : place2;
  };
}
function eventMarks(data, choice, runs) {
  const placeFrom = finderOf(data, choice, runs);
  const branch = data.branches[choice.branch] ?? null;
  const found = data.events.flatMap((event) => {
    if (event.branch !== branch) return [];
    const { sha, time } = event.firstAfter;
    const since = time === null ? null : Math.floor(Date.parse(time) / 1e3) * 1e3;
    const isAfter2 = (run) => since === null ? data.runs.commit[run] === sha : Date.parse(data.runs.at[run]) >= since;
    return event.shifts.flatMap((shift) => {
      if (shift.metric !== choice.metric || shift.arm !== choice.arm) return [];
      const isOfIt = (run) => data.machines[data.runs.machine[run]]?.fingerprint === shift.fingerprint && data.metrics[shift.metric]?.value[run] != null;
      const at = placeFrom((run) => isOfIt(run) && isAfter2(run));
      return at === null ? [] : [{ at, event, shift }];
    });
  });
  return found.toSorted((a, b) => a.at - b.at);
}
function takenMarks(data, choice, placeFrom) {
  const branch = data.branches[choice.branch] ?? null;
  return data.taken.flatMap((taken) => {
    if (taken.branch !== branch || taken.metric !== null && taken.metric !== choice.metric) return [];
    const at = placeFrom((run) => Date.parse(data.runs.at[run]) >= Date.parse(taken.at));
    return at === null ? [] : [{ at, taken }];
  });
}
var LEVEL_LEAST = 3;
function typicalValue(values) {
  return values.every((value) => value > 0) ? Math.exp(mean(clipOutliers(values.map(Math.log)))) : mean(clipOutliers(values));
}
function seriesLevels({ machine, value }, line, { data, runs, marks, taken }) {
  const own = marks.filter(({ at }) => data.runs.machine[runs[at]] === machine);
  const borders = [.../* @__PURE__ */ new Set([0, ...own.map(({ at }) => at), ...taken.map(({ at }) => at), value.length])];
  const cuts = borders.toSorted((a, b) => a - b);
  return cuts.slice(1).flatMap((end, i) => {
    const start = cuts[i];
    const places = value.flatMap(
      (each, place2) => each == null || place2 < start || place2 >= end ? [] : [place2]
    );
    const found = own.find(({ at }) => at === start)?.shift.after ?? own.find(({ at }) => at === end)?.shift.before;
    if (places.length === 0 || found === void 0 && places.length < LEVEL_LEAST) return [];
    const middle = found ?? typicalValue(places.map((place2) => value[place2]));
    const isGap = (at) => value.slice(places[at - 1], places[at]).includes(null);
    const starts = places.flatMap((place2, at) => at === 0 || isGap(at) ? [place2] : []);
    return starts.map((from, at) => {
      const to = at + 1 < starts.length ? places[places.indexOf(starts[at + 1]) - 1] : places.at(-1);
      return { from, to, line, machine, value: middle };
    });
  });
}
function levelSteps(data, runs, {
  marks,
  taken,
  levels
}) {
  const machineAt = (at) => data.runs.machine[runs[at]];
  const sizeAt = (at) => {
    const own = levels.filter(({ machine }) => machine === machineAt(at));
    const before = own.findLast(({ to }) => to < at)?.value ?? null;
    const after = own.find(({ from }) => from >= at)?.value ?? null;
    return {
      before,
      after,
      effect: before === null || after === null || before === 0 ? null : after / before - 1
    };
  };
  const all = [
    ...marks.map(({ at, event, shift }) => {
      const { before, after, effect, direction: kind } = shift;
      return { at, kind, event, shift, before, after, effect };
    }),
    ...taken.map((each) => ({ ...each, kind: "taken", ...sizeAt(each.at) }))
  ];
  return all.toSorted((a, b) => a.at - b.at).map((step, i) => ({ ...step, number: i + 1, machine: machineAt(step.at) }));
}

// src/report/pages/picture.ts
var WHISKERS_FROM_PX = 1.5;
function drawPicture(data, choice) {
  const { isOwn, isOver } = chosenRuns(data, choice);
  const runs = data.runs.commit.flatMap((_, run) => isOwn(run) || isOver(run) ? [run] : []);
  const placeFrom = finderOf(data, choice, runs);
  const own = chartLines(data, choice, runs, isOwn, true);
  const marks = eventMarks(data, choice, runs);
  const taken = takenMarks(data, choice, placeFrom);
  const levels = own.flatMap((line, i) => seriesLevels(line, i, { data, runs, marks, taken }));
  return {
    runs,
    axis: choice.axis,
    x: xOf(data, choice, runs),
    lines: [...own, ...chartLines(data, choice, runs, isOver, false)],
    steps: levelSteps(data, runs, { marks, taken, levels }),
    levels,
    borders: bordersOf(data, runs, isOwn),
    shown: shownOf(data, choice, runs),
    pinned: choice.point === null ? null : placeFrom((run) => data.runs.commit[run] === choice.point)
  };
}
function xOf({ runs: { at } }, { axis }, runs) {
  if (axis === "commits") return runs.map((_, place2) => place2);
  let before = Number.NEGATIVE_INFINITY;
  return runs.map((run) => {
    before = Math.max(before + 1, Date.parse(at[run]));
    return before;
  });
}
function pictureEnds({ x, axis }, [from, to]) {
  const [first, last] = [x[from] ?? 0, x[to] ?? 0];
  const half = to > from ? (last - first) / (to - from) / 2 : ALONE2[axis] / 2;
  const room = (a, b) => a === void 0 || b === void 0 ? half : Math.min(half, (b - a) / 2);
  return [first - room(x[from - 1], first), last + room(last, x[to + 1])];
}
var ALONE2 = { commits: 1, time: 864e5 };
function dayAt({ runs: { at } }, { axis, runs }, value) {
  if (axis === "time") return dayOf(new Date(value).toISOString());
  const run = runs[value];
  return run === void 0 ? "" : dayOf(at[run]);
}
function edgeOf({ x, axis }, place2) {
  const [before, at] = [x[place2 - 1], x[place2]];
  if (at === void 0) return (before ?? 0) + ALONE2[axis] / 2;
  return before === void 0 ? at - ALONE2[axis] / 2 : (before + at) / 2;
}
function bordersOf({ runs: { machine } }, runs, isOwn) {
  const own = runs.flatMap((run, place2) => isOwn(run) ? [{ place: place2, machine: machine[run] }] : []);
  if (takeTurns(own.map((each) => each.machine))) return [];
  return own.filter((each, i) => i > 0 && each.machine !== own[i - 1].machine).map(({ place: place2 }) => place2);
}
function shownOf(data, { from, to, range }, runs) {
  const last = Math.max(0, runs.length - 1);
  const runIndex = (sha) => runs.findIndex((run) => data.runs.commit[run] === sha);
  const [begin, end] = [runIndex(from), runIndex(to)];
  if (begin >= 0 && end > begin) return [begin, end];
  const times = runs.map((run) => data.runs.at[run]);
  const start = rangeStart(times, range);
  return [
    Math.max(
      0,
      times.findIndex((at) => Date.parse(at) >= start)
    ),
    last
  ];
}
function ownPlaces(data, choice, { runs, shown }) {
  const [from, to] = shown;
  const { isOwn } = chosenRuns(data, choice);
  const places = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  return places.filter((place2) => runs[place2] !== void 0 && isOwn(runs[place2]));
}
function readingAt({ runs, lines }, place2) {
  const run = runs[place2];
  const line = lines.find(({ value: value2 }) => value2[place2] != null) ?? lines[0];
  if (run === void 0 || line === void 0) return null;
  const { isOwn, machine, value, low, high } = line;
  return {
    run,
    isOwn,
    machine,
    value: value[place2] ?? null,
    low: low[place2] ?? null,
    high: high[place2] ?? null
  };
}
var FEW = 3;
function extentOf({ lines }, [from, to]) {
  const values = new ValueReach();
  const whiskers = new ValueReach();
  for (const { value, low, high } of lines) {
    for (let place2 = Math.max(0, Math.floor(from)); place2 <= to && place2 < value.length; place2++) {
      const middle = value[place2];
      if (middle == null) continue;
      values.take(middle);
      whiskers.take(low[place2] ?? middle);
      whiskers.take(high[place2] ?? middle);
    }
  }
  if (values.count === 0) return null;
  const isFew = values.count < FEW;
  const most = isFew ? Number.POSITIVE_INFINITY : Math.max(values.greatest - values.least, Math.abs(values.greatest) * 0.05);
  const least = Math.max(whiskers.least, values.least - most);
  const greatest = Math.min(whiskers.greatest, values.greatest + most);
  const room = Math.max((greatest - least) * 0.06, Math.abs(greatest) * 2e-3, 1e-9);
  return [least >= 0 ? Math.max(0, least - room) : least - room, greatest + room];
}
var ValueReach = class {
  count = 0;
  least = Number.POSITIVE_INFINITY;
  greatest = Number.NEGATIVE_INFINITY;
  take(value) {
    this.count++;
    if (value < this.least) this.least = value;
    if (value > this.greatest) this.greatest = value;
  }
};

// src/report/pages/figure.ts
var SERIES = 6;
var DOTS_MOST = 250;
var SIZED_FROM = 90;
function seriesFigure(data, metric, picture) {
  const drawing = seriesPlot(data, metric, picture);
  if (drawing === null) return html`<div class="plot empty"><p>None of these runs has a value.</p></div>`;
  return html`<div class="plot" id="plot" tabindex="0" role="group" aria-roledescription="chart" aria-label="Series, ${plural(picture.runs.length, "run")}; arrow keys read them one by one, the table below has the newest of those that are shown">
${drawing}</div>`;
}
function seriesPlot(data, metric, picture) {
  const { shown, steps, borders } = picture;
  const [from, to] = shown;
  const extent = extentOf(picture, shown);
  if (extent === null) return null;
  const [first, last] = pictureEnds(picture, shown);
  const scales = { x: across(first, last), y: upwards(...extent) };
  const { x, y } = scales;
  const isShown = ({ at }) => at >= from && at <= to;
  const edge = (at) => x(edgeOf(picture, at));
  const drawn = picture.lines.map((line, i) => runPath(line, `s${i % SERIES}`, picture, scales));
  const seen = steps.filter(isShown);
  return plot(
    "runs",
    { title: "The series as a line; the table below has its values" },
    {
      behind: [
        ...valueAxis(valueTicks(metric, ...extent, 6), y),
        ...days(data, picture, x),
        ...borders.filter((at) => at > from && at <= to).map((at) => upright("border", edge(at))),
        ...seen.map(({ at, kind }) => upright(`step ${kind}`, edge(at)))
      ],
      lines: drawn.map(({ paths }) => paths),
      before: [
        ...drawn.flatMap(({ dots }) => dots),
        ...levelLines(picture, scales),
        ...seen.map((step, i) => stepMark(step, edge(step.at), seen[i + 1] && edge(seen[i + 1].at)))
      ]
    }
  );
}
function days(data, picture, x) {
  const [first, last] = picture.shown.map((place2) => picture.x[place2]);
  const places = [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(first + part * (last - first)));
  return [...new Set(places)].map(
    (at, i) => labelBelow(x(at), dayAt(data, picture, at), 1, i % 2 === 1 ? "fine" : "")
  );
}
function levelLines(picture, { x, y }) {
  const [from, to] = picture.shown;
  const kind = levelColour(picture);
  return picture.levels.filter((each) => each.to >= from && each.from <= to).map((each) => {
    const ends = [edgeOf(picture, Math.max(from, each.from)), edgeOf(picture, Math.min(to, each.to) + 1)];
    return level(
      `level ${kind(each)}`,
      y(each.value),
      ends.map((end) => Math.min(FULL, Math.max(0, x(end))))
    );
  });
}
function levelColour({ lines }) {
  const isOne = lines.filter(({ isOwn }) => isOwn).length === 1;
  return ({ line }) => isOne ? "ink" : `s${line % SERIES}`;
}
function stepMark(step, at, next) {
  const hasRoom = next === void 0 || next - at >= SIZED_FROM;
  const size = hasRoom ? html`<tspan class="size"> ${stepSize(step)}</tspan>` : html``;
  return html`<text class="step ${step.kind}" x="${cssPercent(at)}" y="-8" text-anchor="middle">${circled(step.number)}${size}</text>`;
}
function inside(y) {
  return Math.min(FULL, Math.max(0, y));
}
function runPath(line, series, { shown: [from, to], x: places }, { x: scale, y }) {
  const { isOwn, low, high } = line;
  const kind = `${series} ${isOwn ? "own" : "over"}`;
  const x = (place2) => scale(places[place2]);
  const stretches2 = lineStretches(line, from, to);
  const column = (places[to] - places[from]) / FULL;
  const path = stretches2.map((stretch) => stretch.map(({ at, value }) => ({ at: places[at], value }))).map((stretch) => thin(stretch, column).map(({ at, value }) => `${scale(at)} ${y(value)}`)).map((points) => `M${points.join("L")}`);
  const all = stretches2.flat();
  const hasRoom = FULL / Math.max(1, to - from) >= WHISKERS_FROM_PX;
  const whiskers = (hasRoom ? all : []).flatMap(({ at }) => {
    const [least, most] = [low[at], high[at]];
    return least == null || most == null ? [] : [`M${x(at)} ${place(inside(y(least)))}V${place(inside(y(most)))}`];
  });
  const dots = (all.length > DOTS_MOST ? [] : all).map(
    ({ at, value }) => isOwn ? html`<circle class="${kind} dot" cx="${cssPercent(x(at))}" cy="${cssPercent(y(value))}" r="3"/>` : html`<rect class="${kind} dot" x="${cssPercent(x(at))}" y="${cssPercent(y(value))}" width="6" height="6" transform="translate(-3 -3)"/>`
  );
  return {
    paths: html`<path class="${kind} whiskers" d="${whiskers.join("")}"/><path class="${kind} line" d="${path.join("")}"/>
`,
    dots
  };
}
function lineStretches({ value }, from, to) {
  const all = [];
  let isDown = false;
  for (let at = from; at <= to && at < value.length; at++) {
    const middle = value[at];
    if (middle === void 0) continue;
    if (middle !== null && isDown) all.at(-1).push({ at, value: middle });
    if (middle !== null && !isDown) all.push([{ at, value: middle }]);
    isDown = middle !== null;
  }
  return all;
}

// src/report/pages/ledger.ts
var FEWEST2 = 2;
var TICKS = 5;
function ledgerSection(branch, all, { starts, since } = { starts: [], since: null }) {
  if (all === void 0 || all.steps.length < FEWEST2) return html``;
  const line = since === null ? all : lineSince(all, since);
  const what = line === null ? html`<p>No change of ${plainLine(branch, 60)} since ${plainLine(since.word, 60)} was measured side by side.</p>` : sumOfLine(branch, line, since);
  return html`<section class="ledger" id="ledger"><div class="title"><h2>Sum of the changes</h2>${startField(all, starts, since)}</div>
${what}</section>`;
}
function startField({ steps }, starts, since) {
  if (starts.length === 0) return html``;
  const option2 = (start, words) => html`<option value="${verbatim(start.word)}"${start.word === since?.word && start.isTag === since.isTag ? html` selected` : html``}>${words}</option>`;
  const tags = starts.filter(({ isTag }) => isTag).map((start) => option2(start, plainLine(start.word, 60)));
  const commits2 = starts.filter(({ isTag }) => !isTag).map(
    (start) => option2(start, `${shortSha(start.commit.sha)} ${plainLine(start.commit.subject ?? "", 50)}`)
  );
  const first = html`<option value=""${since === null ? html` selected` : html``}>${plural(steps.length, "change")} ago</option>`;
  return html`<label class="since">Since <select name="since" id="choose-since" form="filters">${first}${tags.length === 0 ? html`` : html`<optgroup label="Tags">${tags}</optgroup>`}<optgroup label="Commits">${commits2}</optgroup></select></label><noscript><button form="filters">Show</button></noscript>`;
}
function sumOfLine(branch, line, since) {
  const { sum, steps } = line;
  const limit = sumBound(sum) === null ? "" : limitOfSum(sum);
  const name = since?.isTag && beginsAt(line, since) ? since.word : void 0;
  return html`<p>${plainLine(branch, 60)} ${sinceText(sum, name)}: ${metricInfo(sum.metric).label} <strong>${sizeText(sum)}</strong> ${countText(sum)}. <span class="muted">Each push was measured next to the commit before it on one machine, so the sum does not depend on which machines took turns. The band is the 95 % interval${limit === "" ? "" : `; dashed: what one change may lose (${limit})`}.</span></p>
<figure class="series">${ledgerPlot(sum, steps)}</figure>
${ledgerSteps(steps)}`;
}
function ledgerPlot(sum, steps) {
  const bound = sumBound(sum);
  const ends = steps.flatMap(({ sumLow, sumHigh }) => [sumLow, sumHigh]);
  const axis = effectAxis([0, ...ends, ...bound === null ? [] : [bound]]);
  const x = across(0, steps.length, { room: 8 });
  const y = (change) => upwards(0, 1)(axis.share(change));
  const ticks = axis.ticks(TICKS);
  const points = [`${x(0)} ${y(0)}`, ...steps.map((step, i) => `${x(i + 1)} ${y(step.sum)}`)];
  const above = [`${x(0)} ${y(0)}`, ...steps.map((step, i) => `${x(i + 1)} ${y(step.sumHigh)}`)];
  const below = steps.map((step, i) => `${x(i + 1)} ${y(step.sumLow)}`).toReversed();
  const words = {
    title: `Sum of the changes of ${metricInfo(sum.metric).label}; the table below has its values`,
    description: `${sizeText(sum)} ${countText(sum)}`
  };
  return plot("summed", words, {
    behind: [
      ...valueAxis(ticks, y),
      level("zero", y(0)),
      ...bound === null ? [] : [level("bound", y(bound))],
      ...commits(sum, steps, x)
    ],
    lines: [
      html`<path class="head band" d="M${[...above, ...below].join("L")}Z"/><path class="head line" d="M${points.join("L")}"/>
`
    ],
    before: steps.map(
      (step, i) => html`<circle class="${step.red ? "red" : "head"} dot" cx="${cssPercent(x(i + 1))}" cy="${cssPercent(y(step.sum))}" r="${step.red ? 5 : 3.5}"><title>${shortSha(step.head.sha)}: ${ledgerChangeText(step)}, sum ${formatChange(step.sum)}</title></circle>`
    )
  });
}
function sumBound({ metric, limit }) {
  if (limit === null) return null;
  if (metricInfo(metric).direction === "lower-is-better") return limit;
  return limit < 1 ? -limit : null;
}
function commits(sum, steps, x) {
  const places = [...new Set([0, 0.5, 1].map((part) => Math.round(part * steps.length)))];
  return places.map((at) => labelBelow(x(at), shortSha(at === 0 ? sum.since.sha : steps[at - 1].head.sha)));
}
function ledgerChangeText({ effect, low, high }) {
  const interval = { low, high };
  return `${formatChange(effect, interval)} ${formatChangeInterval(interval, effect)}`;
}
function ledgerSteps(steps) {
  const rows = steps.toReversed().map((step) => {
    const { head, base, measurements, red, gap } = step;
    const notes = [
      ...red ? ["red"] : [],
      ...measurements > 1 ? [`mean of ${plural(measurements, "measurement")}`] : [],
      ...gap ? ["commits before it were not measured"] : []
    ];
    return html`<tr><th scope="row">${commitLink(WORKLOAD_ROOT, head.sha)}</th><td class="step-commit">${saidOf(head)}</td><td class="number">${ledgerChangeText(step)}</td><td class="number">${formatChange(step.sum)}</td><td>${commitLink(WORKLOAD_ROOT, base.sha)}</td><td>${notes.join(", ")}</td></tr>
`;
  });
  const heads = ["commit", "", "change", "sum", "against", "note"];
  return html`<details><summary>The ${plural(steps.length, "change")} one by one</summary><div class="scroll" tabindex="0" role="region" aria-label="Changes that are added up"><table class="steps"><thead><tr>${heads.map((head) => head === "" ? html`<td></td>` : html`<th scope="col"${head === "change" || head === "sum" ? html` class="number"` : html``}>${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

// src/report/pages/run-table.ts
var ROWS_MOST = 60;
function runTable(data, choice, picture) {
  const [from, to] = picture.shown;
  const places = picture.runs.map((_, place2) => place2).slice(from, to + 1).toReversed();
  const rows = runRows(choice.metric, picture, places.slice(0, ROWS_MOST));
  const columns = runColumns(data, choice, picture, rows);
  const more = places.length > ROWS_MOST ? html`: <span class="muted">the newest ${ROWS_MOST} of ${plural(places.length, "run")}; all are in the JSON</span>` : html``;
  const cut = data.isCut ? html` <span class="muted">Older runs are in the store: <code>plumbline history</code></span>` : html``;
  const body = rows.map(
    (row) => html`<tr><th scope="row">${commitLink(WORKLOAD_ROOT, data.runs.commit[row.run])}</th>${columns.map(({ cell }) => cell(row))}</tr>
`
  );
  return html`<section id="runs"><h2>Runs</h2><p class="legend">Newest first${more}${cut}</p>
<div class="scroll runs" tabindex="0" role="region" aria-label="Runs"><table><thead><tr><th scope="col">commit</th>${columns.map(columnHead)}</tr></thead><tbody>${body}</tbody></table></div>
<dl class="machines">${data.machines.flatMap(({ words }, at) => [html`<dt>${machineParam(data, at)}</dt><dd>${plainLine(words, 200)}</dd>`])}</dl></section>`;
}
function columnHead({ title, sort, isNumber = false }) {
  const kind = isNumber ? html` class="number"` : html``;
  return html`<th scope="col"${kind}${sort === void 0 ? html`` : html` data-sort="${sort}"`}>${title}</th>`;
}
function runRows(metric, picture, places) {
  const readings = places.map((place2) => ({ place: place2, ...readingAt(picture, place2) }));
  const values = formatMetrics(
    metric,
    readings.map(({ value }) => value ?? 0)
  );
  return readings.map((reading, i) => ({
    ...reading,
    words: { value: reading.value === null ? "–" : values[i], ends: intervalText(metric, reading) }
  }));
}
function intervalText(metric, { low, high }) {
  if (low === null || high === null) return "–";
  const both = formatMetrics(metric, [low, high]).join(" .. ");
  return both.replace(/\u00a0(?:ns|µs|ms|s|%)\u00a0\.\./, " ..");
}
function runColumns(data, { metric, vs }, { lines, steps }, rows) {
  const { runs } = data;
  const isOver = vs?.by === "branch" && lines.some(({ isOwn }) => !isOwn);
  const isSigned = rows.some(({ run }) => authorOf(data, run) !== null);
  const changeAt = (place2) => {
    const step = steps.find(({ at }) => at === place2);
    if (step === void 0) return html``;
    const side = step.kind === "taken" ? html`<span class="side taken">accepted</span>` : sideOf(step.shift);
    return html`${circled(step.number)} ${stepSize(step)} ${side}`;
  };
  const branch = {
    title: "branch",
    sort: "branch",
    cell: ({ run }) => html`<td class="who">${plainLine(data.branches[runs.branch[run]] ?? "–", 30)}</td>`
  };
  const author = {
    title: "author",
    sort: "author",
    cell: ({ run }) => html`<td class="who">${plainLine(authorOf(data, run) ?? "–", 30)}</td>`
  };
  return [
    {
      title: metricInfo(metric).label,
      sort: "value",
      isNumber: true,
      cell: ({ value, words }) => html`<td class="number" data-value="${value ?? ""}">${words.value}</td>`
    },
    {
      title: "95 % interval",
      isNumber: true,
      cell: ({ words }) => html`<td class="number">${words.ends}</td>`
    },
    { title: "change", cell: ({ place: place2 }) => html`<td>${changeAt(place2)}</td>` },
    { title: "date", sort: "date", cell: ({ run }) => html`<td class="day">${dayOf(runs.at[run])}</td>` },
    ...isOver ? [branch] : [],
    ...isSigned ? [author] : [],
    {
      title: "subject",
      cell: ({ run }) => html`<td class="subject">${plainLine(runs.subject[run] ?? "–", 90)}</td>`
    },
    { title: "environment", cell: ({ run }) => html`<td>${machineParam(data, runs.machine[run])}</td>` }
  ];
}

// src/report/pages/workload.ts
function workloadMain(data, params) {
  const { choice, notes } = readChoice(data, params);
  const picture = drawPicture(data, choice);
  return { main: workloadView(data, choice, picture), notes };
}
function workloadView(data, choice, picture) {
  const info = metricInfo(choice.metric);
  return html`<div class="title"><h1>${plainLine(data.workload, 120)}</h1><span class="suite">suite ${plainLine(data.suite)}</span></div>
<p class="lead">${newestValue(data, choice, picture)}</p>
<figure class="series" id="series">
<figcaption><strong>${info.label}</strong>, ${directionText(choice.metric)}: ${info.description}. ${resetLink(data, choice)}${chartLegend(data, picture)}</figcaption>
${picture.runs.length === 0 ? emptyPlot(data) : seriesFigure(data, choice.metric, picture)}
<p class="readout" id="readout" aria-live="polite">${readout(data, choice, picture, picture.pinned)}</p>
</figure>
${workloadFilters(data, choice)}
${ledgerPart(data, choice)}${stepTable(data, choice.metric, picture.steps)}
${otherMetrics(data, choice, picture)}
${runTable(data, choice, picture)}
${keys()}`;
}
function ledgerPart(data, { branch, metric, since }) {
  const shown = data.branches[branch];
  if (shown !== data.branch) return html``;
  const line = data.ledger?.find(({ sum }) => sum.metric === metric);
  return ledgerSection(shown ?? "the branch", line, { starts: sumStarts(data), since });
}
function resetLink(data, choice) {
  const words = paramsOf(data, { ...choice, from: null, to: null }).toString();
  const isZoomed = choice.from !== null && choice.to !== null;
  return html`<a class="reset" id="reset" href="${words === "" ? "./" : `?${words}`}" data-choice${isZoomed ? html`` : html` hidden`}>Reset zoom</a>`;
}
function newestValue(data, { metric }, picture) {
  const readings = picture.runs.flatMap((_, at) => readingAt(picture, at) ?? []);
  const own = readings.filter(({ isOwn, value }) => isOwn && value !== null);
  const reading = own.at(-1);
  if (reading === void 0) return html`No run of this choice has ${metricInfo(metric).label}.`;
  const step = picture.steps.at(-1);
  const since = step === void 0 ? unchangedIn(own.length) : html`Newest change: ${stepWords(step)} ${stepCommit(data, step)}.`;
  return html`${metricInfo(metric).label} is <strong>${valueText(metric, reading)}</strong> at ${commitLink(WORKLOAD_ROOT, data.runs.commit[reading.run])}, ${dayOf(data.runs.at[reading.run])}. ${since}`;
}
function unchangedIn(runs) {
  return runs === 1 ? html`One run cannot show a change of level yet.` : html`No change of level in ${plural(runs, "run")}.`;
}
function valueText(metric, { value, low, high }) {
  if (value === null) return "–";
  if (low === null || high === null) return formatMetrics(metric, [value])[0];
  const [middle, ...ends] = formatMetrics(metric, [value, low, high]);
  return `${middle} (${ends.map((end) => end.replace(/[\u00a0/].*/, "")).join(" .. ")})`;
}
function emptyPlot({ workload }) {
  return html`<div class="plot empty"><p>No run of ${plainLine(workload)} fits this choice. <a href="./">Show the default</a>, or measure one: <code>plumbline check</code></p></div>`;
}
function chartLegend(data, { lines, steps, levels, borders }) {
  const kinds = new Set(steps.map(({ kind }) => kind));
  const shift = kinds.has("worse") ? "worse" : "better";
  const parts = [
    ...lines.map(
      (line, i) => html`<i class="swatch s${i % SERIES} ${line.isOwn ? "own" : "over"}"></i>${lineName(data, lines, line)}`
    ),
    html`│ 95 % interval of a run’s sessions`,
    ...levels.length === 0 ? [] : [html`━ level`],
    ...kinds.has("worse") || kinds.has("better") ? [html`<span class="side ${shift}">①</span> change of level`] : [],
    ...kinds.has("taken") ? [html`<span class="side taken">①</span> accepted`] : [],
    ...borders.length === 0 ? [] : [html`┆ other environment, not joined`]
  ];
  return html`<span class="keys">${parts.map((part) => html`<span class="key">${part}</span> `)}</span>`;
}
function lineName(data, lines, { branch, machine }) {
  const name = plainLine(data.branches[branch] ?? "no branch", 60);
  const isAlone2 = lines.filter((line) => line.branch === branch).length === 1;
  return isAlone2 ? name : `${name}, ${machineParam(data, machine)}`;
}
function overWords(data, { by, at }) {
  if (at === null) return "every other branch";
  if (by === "branch") return plainLine(data.branches[at] ?? "no branch");
  return `${machineParam(data, at)} ${plainLine(data.machines[at]?.words ?? "", 60)}`;
}
function workloadFilters(data, choice) {
  const branches = data.branches.map(
    (name, at) => option(branchParam(name), plainLine(name ?? "(no branch)"), at === choice.branch)
  );
  const overs = oversOf(data, choice).map(
    (over) => option(
      overParam(data, over),
      over.at === null ? overWords(data, over) : `${over.by} ${overWords(data, over)}`,
      over.by === choice.vs?.by && over.at === choice.vs.at
    )
  );
  const machines = data.machines.map(
    ({ words }, at) => option(
      machineParam(data, at),
      `${machineParam(data, at)} ${plainLine(words, 60)}`,
      at === choice.machine
    )
  );
  const metrics = offeredMetrics(data).map((id) => option(id, metricInfo(id).label, id === choice.metric));
  const ranges = RANGES.map(
    (range) => option(range, range === "all" ? "all" : `last ${range}`, range === choice.range)
  );
  const axes = AXES.map((axis) => option(axis, axis, axis === choice.axis));
  const arms = ["head", "base"].map((arm) => option(arm, arm, arm === choice.arm));
  const isRare = choice.axis !== AXES[0] || choice.arm !== usualArm(data, choice.branch);
  return html`<details class="filters"><summary>Choose metric, branch, environment, time</summary><form method="get" id="filters">
${select("metric", "Metric", metrics)}
${select("branch", "Branch", branches)}
${overs.length === 0 ? html`` : select("vs", "Compare with", [option("", "nothing", choice.vs === null), ...overs])}
${machines.length < 2 ? html`` : select("machine", "Environment", [option("all", "all, each apart", choice.machine === null), ...machines])}
${select("range", "Time", ranges)}
<details class="more" id="more"${isRare ? html` open` : html``}><summary>more</summary><div>${select("axis", "x axis", axes)}
${new Set(data.runs.arm).size < 2 ? html`` : select("arm", "Arm", arms)}</div></details>
<noscript><button>Show</button></noscript>
</form></details>`;
}
function oversOf({ branches, machines }, { branch, machine }) {
  const others = branches.flatMap((_, at) => at === branch ? [] : [{ by: "branch", at }]);
  const every = others.length > 1 ? [{ by: "branch", at: null }] : [];
  if (machines.length < 2) return [...every, ...others];
  return [
    ...every,
    ...others,
    ...machines.flatMap((_, at) => at === machine ? [] : [{ by: "machine", at }])
  ];
}
function select(name, label, options) {
  return html`<label>${label} <select name="${name}" id="choose-${name}">${options}</select></label>`;
}
function option(value, words, isChosen2) {
  return html`<option value="${verbatim(value)}"${isChosen2 ? html` selected` : html``}>${words}</option>`;
}
function readout(data, choice, picture, place2) {
  const reading = place2 === null ? null : readingAt(picture, place2);
  if (reading === null)
    return html`<span class="muted">Point at a run to read it, click to pin it, drag to zoom. With the keyboard: ←&nbsp;→ in the picture.</span>`;
  const { runs } = data;
  const sha = runs.commit[reading.run];
  const before = picture.runs.slice(0, place2).findLast((run) => runs.commit[run] !== sha && runs.branch[run] === runs.branch[reading.run]);
  const compare = before === void 0 ? html`` : html` · <a href="${WORKLOAD_ROOT}${pathOf({ page: "compare", base: runs.commit[before], head: sha })}">compare with ${shortSha(runs.commit[before])} before it</a>`;
  const line = picture.lines.find((each) => each.value[place2] != null);
  const isOneOfMany = line !== void 0 && picture.lines.length > 1;
  const branch = isOneOfMany ? html` on ${lineName(data, picture.lines, line)}` : html``;
  return html`<strong>${valueText(choice.metric, reading)}</strong> · ${commitLink(WORKLOAD_ROOT, sha)}${branch} ${saidOf({ author: authorOf(data, reading.run), subject: runs.subject[reading.run] })} · ${dayOf(runs.at[reading.run])}${compare}${linkAfter(commitOnHost(data.repository, sha))}`;
}
function keys() {
  const rows = [
    ["← →", "the run before, after; with Shift ten of them"],
    ["n p", "the next, the previous change of level"],
    ["+ −", "zoom around the run"],
    ["Esc", "everything in the chosen time"],
    ["Enter", "open the commit"],
    ["c", "compare it with the one before"]
  ];
  return html`<details class="keyboard" id="keyboard"><summary>Keys, while the picture has the focus</summary><dl>${rows.map(([key, does]) => html`<dt><kbd>${key}</kbd></dt><dd>${does}</dd>`)}</dl></details>`;
}
function linkAfter(link) {
  return link.html === "" ? link : html` · ${link}`;
}
function stepWords(step) {
  if (step.kind !== "taken") return html`<strong>${shiftText(step.shift)}</strong> ${sideOf(step.shift)}`;
  const size = step.effect === null ? html`` : html`<strong>${stepSize(step)}</strong> `;
  return html`${size}<span class="side taken">accepted</span>`;
}
function stepCommit(data, step) {
  if (step.kind !== "taken") {
    const { firstAfter } = step.event;
    return html`with ${commitLink(WORKLOAD_ROOT, firstAfter.sha)} ${saidOf(firstAfter)}`;
  }
  const { by, reason, commit, pullRequest } = step.taken;
  return html`by ${plainLine(by, 40)}: <q>${plainLine(reason, 200)}</q>, ${pullRequestOnHost(data.repository, pullRequest)}, landed with ${commitLink(WORKLOAD_ROOT, commit)}`;
}
function stepRange(data, step) {
  if (step.kind === "taken") return html``;
  const { cause, lastBefore, firstAfter } = step.event;
  if (cause !== "commit") return html`two runs of one commit, so not the code`;
  const range = { base: lastBefore.sha, head: firstAfter.sha };
  return html`<a class="sha" href="${WORKLOAD_ROOT}${pathOf({ page: "compare", ...range })}">${shortSha(range.base)}..${shortSha(range.head)}</a>${linkAfter(rangeOnHost(data.repository, range))}`;
}
function othersOf({ event, shift }) {
  return event.shifts.filter(
    ({ metric, fingerprint }) => metric !== shift.metric && fingerprint === shift.fingerprint
  );
}
var STEP_HEADS = ["", "when", "change", "levels", "range", "commit", "also"];
function stepTable(data, metric, steps) {
  if (steps.length === 0) return html``;
  const rows = steps.toReversed().map((step) => {
    const { before, after, number, kind } = step;
    const levels = before === null || after === null ? "–" : formatMetrics(metric, [before, after]).join(" to ");
    const at = step.kind === "taken" ? step.taken.at : step.event.firstAfter.time;
    const also = step.kind === "taken" ? [] : othersOf(step);
    const recent = step.kind !== "taken" && step.event.state === "recent" ? html` <span class="muted">recent</span>` : html``;
    const others = also.map((each) => `${metricInfo(each.metric).label} ${shiftText(each)}`).join(", ");
    const cells = [
      html`${at === null ? "–" : dayOf(at)}`,
      html`${stepWords(step)}${recent}`,
      html`${levels}`,
      stepRange(data, step),
      stepCommit(data, step),
      html`${others}`
    ];
    return html`<tr><th scope="row"><span class="side ${kind}">${circled(number)}</span></th>${cells.map((cell, i) => html`<td class="step-${STEP_HEADS[i + 1]}">${cell}</td>`)}</tr>
`;
  });
  return html`<section><h2>Changes of level</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Changes of level"><table class="steps stack"><thead><tr>${STEP_HEADS.map((head) => head === "" ? html`<td></td>` : html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div></section>`;
}
function otherMetrics(data, choice, picture) {
  const rest = offeredMetrics(data).filter((id) => id !== choice.metric);
  if (rest.length === 0) return html``;
  const places = ownPlaces(data, choice, picture);
  const items = rest.map((metric) => {
    const own = { ...choice, metric };
    const points = places.map((place2) => {
      const run = picture.runs[place2];
      return { value: data.metrics[metric]?.value[run] ?? null, machine: String(data.runs.machine[run]) };
    });
    const marks = eventMarks(data, own, picture.runs).map(({ at, shift }) => ({ at: places.indexOf(at), direction: shift.direction })).filter(({ at }) => at >= 0);
    const newest = points.findLast(({ value: value2 }) => value2 !== null)?.value ?? null;
    const { label } = metricInfo(metric);
    const value = newest === null ? "–" : formatMetrics(metric, [newest])[0];
    return html`<li><a href="?${paramsOf(data, own).toString()}" data-choice data-metric="${metric}"><span class="name">${label}</span> <span class="number">${value}</span>${sparklineSvg(points, marks, `${label} of the same runs`)}</a></li>`;
  });
  return html`<section id="others"><h2>The same runs by other metrics</h2><ul class="multiples">${items}</ul></section>`;
}

// src/apps/server/site/lost.ts
async function lostLines(sums, tagsUpTo) {
  const lines = [];
  for (const standing of sums) {
    const { since, upTo } = standing.sum;
    const tag = (await tagsUpTo(upTo.sha)).find(({ sha }) => sha === since.sha);
    lines.push({ standing, tag: tag?.name });
  }
  return lines;
}

// src/apps/server/site/pages.ts
var RUNS_MOST = 1e4;
var METRICS = 9;
var REMEMBERED = 4;
var PICTURES_MOST = 12;
var AROUND = 60;
var SIZED_MOST = 50;
var EVENTS_MOST = 1e3;
var ACCEPTANCES_MOST = 500;
var CHANGES_MOST = 60;
var MACHINES_MOST = 100;
var NEIGHBOURS = 1e3;
var SitePages = class {
  #questions;
  #context;
  #known = null;
  constructor(questions, context) {
    this.#questions = questions;
    this.#context = context;
  }
  /**
   * @param path from the site's root, without a slash in front
   * @returns the whole document, or null where there is no such page
   */
  async page(path, params) {
    const place2 = parsePath(path);
    if (place2 === null) return null;
    const frame = await this.#frame();
    const page = await this.#pageAt(place2, params, frame);
    return page === null ? null : pageDocument(frame.site, page);
  }
  /** Page for an address that does not exist; in the site's own frame, with a way out. */
  async missing(path) {
    const { site } = await this.#frame();
    return missingDocument(site, path);
  }
  /** data/SUITE/WORKLOAD.json, or null. @param path as of `page` */
  async data(path) {
    const [, suite, workload] = /^data\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    const names = [suite, workload].map((each) => each === void 0 ? null : decodeSegment(each));
    if (names[0] == null || names[1] == null) return null;
    return await this.#workload(names[0], names[1]);
  }
  /** badges/SUITE.svg: the verdict of its newest report; null for a suite without runs. @param path as of `page` */
  async badge(path) {
    const [, segment] = /^badges\/([^/]+)\.svg$/.exec(path) ?? [];
    const suite = segment === void 0 ? null : decodeSegment(segment);
    if (suite === null) return null;
    const verdict = await newestVerdict(this.#questions, { suite });
    return verdict === void 0 ? null : badgeOf(suite, verdict);
  }
  async #pageAt(place2, params, { site, overview }) {
    switch (place2.page) {
      case "overview":
        return await this.#overview(site, overview, params);
      case "workload": {
        const data = await this.#workload(place2.suite, place2.workload);
        if (data === null) return null;
        const title = `${place2.workload} (${place2.suite})`;
        const { main, notes } = workloadMain(data, params);
        const path = dataPathOf(place2.suite, place2.workload);
        return { place: place2, title, data: path, main, notes: [...notes, ...endedBranches(place2, overview.rows)] };
      }
      case "commit": {
        const facts = await this.#commit(place2.sha);
        return facts === null ? null : commitPage(facts);
      }
      case "compare":
        return await this.#compare(site, place2.base, place2.head, params);
      case "events":
        return await this.#eventsPage(site, params);
      case "acceptances": {
        const { acceptances } = await this.#questions.acceptances({ limit: ACCEPTANCES_MOST });
        return acceptancesPage(site, await this.#accepted(acceptances));
      }
    }
  }
  /** Frame of each page: what it says of the whole store. */
  async #frame() {
    const { overview, title } = await this.#knownNow();
    const { now, tags: _, ...context } = this.#context;
    const site = { ...context, title, newest: overview.newest, open: overview.open.length, now: now() };
    return { site, overview };
  }
  /** Asks again once something was written, or each time if the store cannot tell; files are of one moment. */
  async #knownNow() {
    const known = this.#known;
    if (known !== null && this.#context.isStatic) return known;
    const revision = await this.#questions.revision();
    if (known !== null && revision !== null && known.revision === revision) return known;
    const overview = await this.#questions.overview({ days: USUAL_DAYS });
    this.#known = { revision, overview, title: await this.#title(), ...nothingAsked() };
    return this.#known;
  }
  async #title() {
    const { runs } = await this.#questions.runs({ limit: 1 });
    const run = runs[0] === void 0 ? void 0 : await this.#questions.run(runs[0].id);
    return run?.origin.repository ?? "Plumbline";
  }
  async #overview(site, usual, params) {
    const repositories = repositoriesOf(usual.rows, usual.open);
    if (repositories.length > 1) return repositoriesPage(site, repositories);
    const { choice, notes } = overviewChoice(params);
    const { open, accepted, sums, rows, checks } = isUsualChoice(choice) ? usual : await this.#questions.overview(overviewQuestion(choice));
    const page = overviewPage(site, {
      choice,
      branches: [...new Set(rows.map(({ branch }) => branch ?? "no branch"))],
      checks,
      open: await this.#lines(open),
      taken: accepted,
      sums: await lostLines(sums, (sha) => this.#tags(sha)),
      rows: mostUrgentOfEach(rows)
    });
    return { ...page, notes };
  }
  async #tags(upTo) {
    return upTo === void 0 ? [] : await this.#context.tags?.(upTo) ?? [];
  }
  async #workload(suite, workload) {
    const { workloads } = await this.#knownNow();
    const key = dataPathOf(suite, workload);
    const known = workloads.get(key);
    if (known !== void 0) return known;
    const data = await this.#workloadAsked(suite, workload);
    if (data !== null) workloads.set(key, data);
    if (workloads.size > REMEMBERED) workloads.delete(workloads.keys().next().value);
    return data;
  }
  async #workloadAsked(suite, workload) {
    const ask = this.#questions;
    const limit = RUNS_MOST * METRICS;
    const points = await ask.points({ suite, workload, limit });
    if (points.length === 0) return null;
    const known = (await ask.suites({ suite })).suites.find((each) => each.suite === suite);
    const branch = known?.branches.find((name) => points.some((point) => point.branch === name)) ?? null;
    const onBranch = branch === null ? {} : { branch };
    const { events } = await ask.events({ suite, workload, ...onBranch, limit: EVENTS_MOST });
    const { acceptances } = await ask.acceptances({ suite, ...onBranch, limit: ACCEPTANCES_MOST });
    const { environments } = await ask.environments({ suite, limit: MACHINES_MOST });
    const { runs: suiteRuns } = await ask.runs({ suite, limit: NEIGHBOURS });
    const added = await ask.ledgers({ suite, workload, ...onBranch, changes: CHANGES_MOST });
    const ledger = added.find((each) => each.branch === branch)?.lines ?? [];
    const isCut = points.length === limit;
    const oldestFirst = events.toReversed();
    return workloadData({
      suite,
      workload,
      branch,
      points,
      suiteRuns,
      events: oldestFirst,
      acceptances,
      environments,
      isCut,
      ledger,
      tags: await this.#tags(ledger[0]?.sum.upTo.sha)
    });
  }
  /** The commit whose hash begins so, if it is one and was measured. */
  async commitNamed(text) {
    if (!/^[0-9a-f]{4,64}$/.test(text)) return null;
    const { runs } = await this.#questions.runs({ commit: text, limit: 1 });
    return runs[0]?.commit ?? null;
  }
  async #commit(sha) {
    const ask = this.#questions;
    const [run] = (await ask.runs({ commit: sha, limit: 1 })).runs;
    if (run === void 0) return null;
    const { commit, subject, author, branch, commitTime, suite, repository } = run;
    const order = await this.#orderOf(suite, branch);
    const at = order.indexOf(commit);
    const reports = await ask.reports({ commit });
    const { origin } = reports[0] ?? await ask.run(run.id) ?? {};
    const here = (await this.#changesOn(branch)).filter(({ firstAfter }) => firstAfter.sha === commit);
    return {
      sha: commit,
      subject,
      author,
      branch,
      time: commitTime,
      repository,
      runUrl: origin?.runUrl ?? null,
      pullRequest: origin?.pullRequest ?? null,
      changes: await this.#lines(here),
      reports,
      points: newestPoints(await ask.points({ commit, limit: NEIGHBOURS * METRICS })),
      before: at < 0 ? null : order[at + 1] ?? null,
      after: at < 1 ? null : order[at - 1]
    };
  }
  /** Changes on a branch, newest first. */
  async #changesOn(branch) {
    const { changes } = await this.#knownNow();
    return await askedOnce(changes, branch, () => this.#changesAsked(branch));
  }
  async #changesAsked(branch) {
    const onBranch = branch === null ? {} : { branch };
    const { events } = await this.#questions.events({ ...onBranch, limit: EVENTS_MOST });
    return events.filter((event) => event.branch === branch);
  }
  async #orderOf(suite, branch) {
    const { orders } = await this.#knownNow();
    const key = JSON.stringify([suite, branch]);
    const known = orders.get(key);
    if (known !== void 0) return known;
    const onBranch = branch === null ? {} : { branch };
    const { runs } = await this.#questions.runs({ suite, ...onBranch, limit: NEIGHBOURS });
    const order = [...new Set(runs.map(({ commit }) => commit))];
    orders.set(key, order);
    return order;
  }
  async #compare(site, base, head, params) {
    const ask = this.#questions;
    const found = await ask.comparison({ base, head });
    const side = async (commit) => {
      const [run] = (await ask.runs({ commit, limit: 1 })).runs;
      const { subject = null, author = null } = run ?? {};
      return { sha: run?.commit ?? commit, subject, author, run };
    };
    const [before, after] = [await side(base), await side(head)];
    if (before.run === void 0 && after.run === void 0) return null;
    const missing = before.run === void 0 ? base : after.run === void 0 ? head : null;
    const reports = found?.reports ?? [];
    const why = missing !== null ? `There is no run of ${missing.slice(0, 40)} in the store. Measure it: plumbline backfill ${missing.slice(0, 40)}` : reports.length === 0 ? "The two were measured by different suites, so no number of one has its like in the other." : null;
    const chosen = comparedChoice(params);
    const changes = await this.#lines(await this.#changesBetween(before.run, after.run));
    const repository = after.run?.repository ?? null;
    return comparePage(site, { base: before, head: after, repository, changes, reports, why, chosen });
  }
  /** Changes of level after one run up to another, if both are of one branch. */
  async #changesBetween(base, head) {
    if (base === void 0 || head === void 0 || base.branch !== head.branch) return [];
    const isBetween = ({ time }) => time !== null && base.orderedAt < time && time <= head.orderedAt;
    return (await this.#changesOn(head.branch)).filter(({ firstAfter }) => isBetween(firstAfter));
  }
  async #eventsPage(site, params) {
    const known = (await this.#questions.suites({})).suites;
    const branches = [...new Set(known.flatMap((each) => each.branches))];
    const suites = [...new Set(known.map(({ suite }) => suite))];
    const { choice, notes } = eventChoice(params, { suites, branches });
    const where = choice.branch === null ? { main: true } : { branch: choice.branch };
    const { events: all } = await this.#questions.events({ ...where, limit: EVENTS_MOST });
    const chosen = all.filter(
      (event) => isChosen(choice, { suite: event.suite, state: eventState(event), time: event.firstAfter.time })
    );
    const lines = await this.#lines(chosen);
    return { ...eventsPage(site, lines, { choice, suites, branches, all: all.length }), notes };
  }
  /** The newest with what they cost; each is two questions. */
  async #accepted(acceptances) {
    const lines = [];
    for (const acceptance of acceptances) {
      const size = lines.length < SIZED_MOST ? await this.#sizeOf(acceptance) : null;
      lines.push({ acceptance, size });
    }
    return lines;
  }
  async #sizeOf(acceptance) {
    const size = acceptedSize(acceptance, await this.#questions.reports({ commit: acceptance.commit }));
    const { landed } = acceptance;
    if (size === null || landed === null) return size && { ...size, now: null };
    const { suite, workload, metric } = size;
    const { branch } = landed;
    const series = await this.#questions.points({ suite, workload, metric, branch, limit: NEIGHBOURS });
    return { ...size, now: sizeNow(landed.at, series) };
  }
  /** The events with what their series did around them. */
  async #lines(events) {
    const { lines: known, machines } = await this.#knownNow();
    const lines = [];
    for (const event of events) {
      const isPictured = lines.length < PICTURES_MOST;
      const key = JSON.stringify([isPictured, event]);
      lines.push(await askedOnce(known, key, () => this.#lineOf(event, isPictured, machines)));
    }
    return lines;
  }
  async #lineOf(event, isPictured, known) {
    const state = eventState(event);
    const machines = await askedOnce(known, event.suite, () => this.#machines(event.suite));
    return { event, state, machines, ...isPictured ? await this.#around(event) : NOTHING };
  }
  /** Words for the machines of a suite, by fingerprint; none where there is one alone. */
  async #machines(suite) {
    const { environments } = await this.#questions.environments({ suite, limit: MACHINES_MOST });
    if (environments.length < 2) return /* @__PURE__ */ new Map();
    const words = environments.map(({ environment }) => machineText(environment) ?? "unknown machine");
    const isTwice = (name) => words.indexOf(name) !== words.lastIndexOf(name);
    return new Map(
      environments.map(({ fingerprint }, i) => [
        fingerprint,
        isTwice(words[i]) ? `${words[i]} (${fingerprint.slice(0, 8)})` : words[i]
      ])
    );
  }
  async #around({ suite, branch, shifts }) {
    const { workload, metric, arm, fingerprint, runId } = shifts[0];
    const onBranch = branch === null ? {} : { branch };
    const series = await this.#questions.points({
      suite,
      workload,
      metric,
      arm,
      fingerprint,
      ...onBranch,
      limit: NEIGHBOURS
    });
    const first = series.findIndex((point) => point.runId === runId);
    const start = Math.max(0, Math.min(first - AROUND / 2, series.length - AROUND));
    const shown = series.slice(start, start + AROUND);
    return { points: shown.map(({ value }) => ({ value, machine: "" })), at: first < 0 ? 0 : first - start };
  }
};
function repositoriesOf(rows, open) {
  const known = [...new Set(rows.flatMap(({ repository }) => repository === null ? [] : [repository]))];
  const found = known.map((repository) => {
    const own = rows.filter((row) => row.repository === repository);
    return {
      repository,
      open: open.filter((event) => event.repository === repository).length,
      workloads: mostUrgentOfEach(own).length,
      newest: own.map(({ measuredAt }) => measuredAt).toSorted().at(-1)
    };
  });
  return found.toSorted((a, b) => b.open - a.open || (a.repository < b.repository ? -1 : 1));
}
function isUsualChoice({ days: days2, branch, suite }) {
  return days2 === USUAL_DAYS && branch === null && suite === null;
}
function overviewQuestion({ days: days2, branch, suite }) {
  return { days: days2, ...branch === null ? {} : { branch }, ...suite === null ? {} : { suite } };
}
function endedBranches({ suite, workload }, rows) {
  const now = rows.filter((row) => row.suite === suite);
  if (now.length === 0 || now.some((row) => row.workload === workload)) return [];
  const on = now[0].branch === null ? "" : ` on ${plainLine(now[0].branch, 60)}`;
  return [`The newest runs${on} do not have this workload: what is here is its history until then.`];
}
var NOTHING = { points: [], at: 0 };
async function askedOnce(known, key, ask) {
  const before = known.get(key);
  if (before !== void 0) return await before;
  const answer = ask();
  known.set(key, answer);
  answer.catch(() => known.delete(key));
  return await answer;
}
function nothingAsked() {
  return {
    orders: /* @__PURE__ */ new Map(),
    changes: /* @__PURE__ */ new Map(),
    lines: /* @__PURE__ */ new Map(),
    machines: /* @__PURE__ */ new Map(),
    workloads: /* @__PURE__ */ new Map()
  };
}
function eventState({ open, shifts }) {
  if (open) return "open";
  return shifts.some(({ direction }) => direction === "worse") ? "past" : "better";
}
function mostUrgentOfEach(rows) {
  const first = /* @__PURE__ */ new Map();
  for (const row of rows) {
    const key = JSON.stringify([row.suite, row.workload]);
    if (!first.has(key)) first.set(key, row);
  }
  return [...first.values()];
}
function newestPoints(points) {
  const keyOf = ({ suite, workload, metric, arm }) => JSON.stringify([suite, workload, metric, arm]);
  return [...new Map(points.map((point) => [keyOf(point), point])).values()];
}

// src/apps/server/site/scoped.ts
function scopedTo(questions, repository) {
  const only = { repository };
  return {
    ...questions,
    overview: (question) => questions.overview({ ...question, ...only }),
    suites: (question) => questions.suites({ ...question, ...only }),
    series: (question) => questions.series({ ...question, ...only }),
    points: (question) => questions.points({ ...question, ...only }),
    runs: (question) => questions.runs({ ...question, ...only }),
    reports: (question) => questions.reports({ ...question, ...only }),
    comparison: (pair) => questions.comparison({ ...pair, ...only }),
    events: (question) => questions.events({ ...question, ...only }),
    ledgers: (question) => questions.ledgers({ ...question, ...only }),
    acceptances: (question) => questions.acceptances({ ...question, ...only }),
    environments: (question) => questions.environments({ ...question, ...only })
  };
}

export {
  SitePages,
  repositoriesOf,
  scopedTo
};
