/** The page of a workload: since when is it so, how much, and with which commit? The server and the browser make it of the same data. */
import type { LevelShift } from "../../model/answers.ts";
import { type MetricId, metricInfo } from "../../model/metric.ts";
import { plainLine, shortSha } from "../../text/outside.ts";
import { dayOf } from "../../text/time.ts";
import { formatMetrics, plural } from "../../text/units.ts";
import { type Html, html, verbatim } from "../html/template.ts";
import {
  AXES,
  branchParam,
  type Choice,
  machineParam,
  type Overlay,
  offeredMetrics,
  overParam,
  paramsOf,
  RANGES,
  readChoice,
  usualArm,
} from "./choice.ts";
import { commitOnHost, pullRequestOnHost, rangeOnHost } from "./code-host.ts";
import { authorOf, type WorkloadData } from "./data.ts";
import { SERIES, seriesFigure } from "./figure.ts";
import { ledgerSection } from "./ledger.ts";
import { pathOf, WORKLOAD_ROOT as ROOT } from "./links.ts";
import { drawPicture, ownPlaces, type Picture, readingAt } from "./picture.ts";
import { runTable } from "./run-table.ts";
import { sparklineSvg } from "./spark.ts";
import { eventMarks, type LevelStep } from "./steps.ts";
import { sumStarts } from "./sum-start.ts";
import { circled, commitLink, directionText, saidOf, shiftText, sideOf, stepSize } from "./words.ts";

/** Contents of the page's main element. */
export function workloadMain(
  data: WorkloadData,
  params: URLSearchParams,
): Readonly<{ main: Html; notes: readonly string[] }> {
  const { choice, notes } = readChoice(data, params);
  const picture = drawPicture(data, choice);
  return { main: workloadView(data, choice, picture), notes };
}

export function workloadView(data: WorkloadData, choice: Choice, picture: Picture): Html {
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

/** The sum of the changes, on the branch that they are of. */
function ledgerPart(data: WorkloadData, { branch, metric, since }: Choice): Html {
  const shown = data.branches[branch];
  if (shown !== data.branch) return html``;
  const line = data.ledger?.find(({ sum }) => sum.metric === metric);
  return ledgerSection(shown ?? "the branch", line, { starts: sumStarts(data), since });
}

/** A way back to everything that was chosen; hidden while that is what is seen. */
function resetLink(data: WorkloadData, choice: Choice): Html {
  const words = paramsOf(data, { ...choice, from: null, to: null }).toString();
  const isZoomed = choice.from !== null && choice.to !== null;
  return html`<a class="reset" id="reset" href="${words === "" ? "./" : `?${words}`}" data-choice${isZoomed ? html`` : html` hidden`}>Reset zoom</a>`;
}

/** First sentence of the page: where the workload stands now. */
function newestValue(data: WorkloadData, { metric }: Choice, picture: Picture): Html {
  const readings = picture.runs.flatMap((_, at) => readingAt(picture, at) ?? []);
  const own = readings.filter(({ isOwn, value }) => isOwn && value !== null);
  const reading = own.at(-1);
  if (reading === undefined) return html`No run of this choice has ${metricInfo(metric).label}.`;
  const step = picture.steps.at(-1);
  const since =
    step === undefined
      ? unchangedIn(own.length)
      : html`Newest change: ${stepWords(step)} ${stepCommit(data, step)}.`;
  return html`${metricInfo(metric).label} is <strong>${valueText(metric, reading)}</strong> at ${commitLink(ROOT, data.runs.commit[reading.run]!)}, ${dayOf(data.runs.at[reading.run]!)}. ${since}`;
}

function unchangedIn(runs: number): Html {
  return runs === 1
    ? html`One run cannot show a change of level yet.`
    : html`No change of level in ${plural(runs, "run")}.`;
}

type Values = Readonly<{ value: number | null; low: number | null; high: number | null }>;

/** "12.1 ms (11.8 .. 12.4)", all in one unit. */
function valueText(metric: MetricId, { value, low, high }: Values): string {
  if (value === null) return "–";
  if (low === null || high === null) return formatMetrics(metric, [value])[0]!;
  const [middle, ...ends] = formatMetrics(metric, [value, low, high]);
  return `${middle} (${ends.map((end) => end.replace(/[\u00a0/].*/, "")).join("\u00a0..\u00a0")})`;
}

function emptyPlot({ workload }: WorkloadData): Html {
  return html`<div class="plot empty"><p>No run of ${plainLine(workload)} fits this choice. <a href="./">Show the default</a>, or measure one: <code>plumbline check</code></p></div>`;
}

/** Legend in words above the picture, for no colour says what it means. */
function chartLegend(data: WorkloadData, { lines, steps, levels, borders }: Picture): Html {
  const kinds = new Set(steps.map(({ kind }) => kind));
  const shift = kinds.has("worse") ? "worse" : "better";
  const parts = [
    ...lines.map(
      (line, i) =>
        html`<i class="swatch s${i % SERIES} ${line.isOwn ? "own" : "over"}"></i>${lineName(data, lines, line)}`,
    ),
    html`│ 95 % interval of a run’s sessions`,
    ...(levels.length === 0 ? [] : [html`━ level`]),
    ...(kinds.has("worse") || kinds.has("better")
      ? [html`<span class="side ${shift}">①</span> change of level`]
      : []),
    ...(kinds.has("taken") ? [html`<span class="side taken">①</span> accepted`] : []),
    ...(borders.length === 0 ? [] : [html`┆ other environment, not joined`]),
  ];
  return html`<span class="keys">${parts.map((part) => html`<span class="key">${part}</span> `)}</span>`;
}

/** Name of a line: its branch, and its machine where another line has the same branch. */
function lineName(
  data: WorkloadData,
  lines: Picture["lines"],
  { branch, machine }: Picture["lines"][number],
): string {
  const name = plainLine(data.branches[branch] ?? "no branch", 60);
  const isAlone = lines.filter((line) => line.branch === branch).length === 1;
  return isAlone ? name : `${name}, ${machineParam(data, machine)}`;
}

/** Name of what lies over the rest. */
function overWords(data: WorkloadData, { by, at }: Overlay): string {
  if (at === null) return "every other branch";
  if (by === "branch") return plainLine(data.branches[at] ?? "no branch");
  return `${machineParam(data, at)} ${plainLine(data.machines[at]?.words ?? "", 60)}`;
}

function workloadFilters(data: WorkloadData, choice: Choice): Html {
  const branches = data.branches.map((name, at) =>
    option(branchParam(name), plainLine(name ?? "(no branch)"), at === choice.branch),
  );
  const overs = oversOf(data, choice).map((over) =>
    option(
      overParam(data, over),
      over.at === null ? overWords(data, over) : `${over.by} ${overWords(data, over)}`,
      over.by === choice.vs?.by && over.at === choice.vs.at,
    ),
  );
  const machines = data.machines.map(({ words }, at) =>
    option(
      machineParam(data, at),
      `${machineParam(data, at)} ${plainLine(words, 60)}`,
      at === choice.machine,
    ),
  );
  const metrics = offeredMetrics(data).map((id) => option(id, metricInfo(id).label, id === choice.metric));
  const ranges = RANGES.map((range) =>
    option(range, range === "all" ? "all" : `last ${range}`, range === choice.range),
  );
  const axes = AXES.map((axis) => option(axis, axis, axis === choice.axis));
  const arms = (["head", "base"] as const).map((arm) => option(arm, arm, arm === choice.arm));
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

/** Any other branch, or all of them; of the same one any other machine, where there are several. */
function oversOf({ branches, machines }: WorkloadData, { branch, machine }: Choice): readonly Overlay[] {
  const others = branches.flatMap((_, at): Overlay[] => (at === branch ? [] : [{ by: "branch", at }]));
  const every: readonly Overlay[] = others.length > 1 ? [{ by: "branch", at: null }] : [];
  if (machines.length < 2) return [...every, ...others];
  return [
    ...every,
    ...others,
    ...machines.flatMap((_, at): Overlay[] => (at === machine ? [] : [{ by: "machine", at }])),
  ];
}

function select(name: string, label: string, options: readonly Html[]): Html {
  return html`<label>${label} <select name="${name}" id="choose-${name}">${options}</select></label>`;
}

function option(value: string, words: string, isChosen: boolean): Html {
  return html`<option value="${verbatim(value)}"${isChosen ? html` selected` : html``}>${words}</option>`;
}

/** The facts of one run; under the picture while it is pointed at or pinned. */
export function readout(data: WorkloadData, choice: Choice, picture: Picture, place: number | null): Html {
  const reading = place === null ? null : readingAt(picture, place);
  if (reading === null)
    return html`<span class="muted">Point at a run to read it, click to pin it, drag to zoom. With the keyboard: ←&nbsp;→ in the picture.</span>`;
  const { runs } = data;
  const sha = runs.commit[reading.run]!;
  const before = picture.runs
    .slice(0, place!)
    .findLast((run) => runs.commit[run] !== sha && runs.branch[run] === runs.branch[reading.run]);
  const compare =
    before === undefined
      ? html``
      : html` · <a href="${ROOT}${pathOf({ page: "compare", base: runs.commit[before]!, head: sha })}">compare with ${shortSha(runs.commit[before]!)} before it</a>`;
  const line = picture.lines.find((each) => each.value[place!] != null);
  const isOneOfMany = line !== undefined && picture.lines.length > 1;
  const branch = isOneOfMany ? html` on ${lineName(data, picture.lines, line)}` : html``;
  return html`<strong>${valueText(choice.metric, reading)}</strong> · ${commitLink(ROOT, sha)}${branch} ${saidOf({ author: authorOf(data, reading.run), subject: runs.subject[reading.run]! })} · ${dayOf(runs.at[reading.run]!)}${compare}${linkAfter(commitOnHost(data.repository, sha))}`;
}

function keys(): Html {
  const rows = [
    ["← →", "the run before, after; with Shift ten of them"],
    ["n p", "the next, the previous change of level"],
    ["+ −", "zoom around the run"],
    ["Esc", "everything in the chosen time"],
    ["Enter", "open the commit"],
    ["c", "compare it with the one before"],
  ];
  return html`<details class="keyboard" id="keyboard"><summary>Keys, while the picture has the focus</summary><dl>${rows.map(([key, does]) => html`<dt><kbd>${key!}</kbd></dt><dd>${does!}</dd>`)}</dl></details>`;
}

/** A link that may be none, after other words. */
function linkAfter(link: Html): Html {
  return link.html === "" ? link : html` · ${link}`;
}

/** "-12.7 % ▼ worse", "-10.0 % accepted". */
function stepWords(step: LevelStep): Html {
  if (step.kind !== "taken") return html`<strong>${shiftText(step.shift)}</strong> ${sideOf(step.shift)}`;
  const size = step.effect === null ? html`` : html`<strong>${stepSize(step)}</strong> `;
  return html`${size}<span class="side taken">accepted</span>`;
}

/** The commit that a step is seen from on, or who accepted it and why. */
function stepCommit(data: WorkloadData, step: LevelStep): Html {
  if (step.kind !== "taken") {
    const { firstAfter } = step.event;
    return html`with ${commitLink(ROOT, firstAfter.sha)} ${saidOf(firstAfter)}`;
  }
  const { by, reason, commit, pullRequest } = step.taken;
  return html`by ${plainLine(by, 40)}: <q>${plainLine(reason, 200)}</q>, ${pullRequestOnHost(data.repository, pullRequest)}, landed with ${commitLink(ROOT, commit)}`;
}

/** Commits between which a step lies. */
function stepRange(data: WorkloadData, step: LevelStep): Html {
  if (step.kind === "taken") return html``;
  const { cause, lastBefore, firstAfter } = step.event;
  if (cause !== "commit") return html`two runs of one commit, so not the code`;
  const range = { base: lastBefore.sha, head: firstAfter.sha };
  return html`<a class="sha" href="${ROOT}${pathOf({ page: "compare", ...range })}">${shortSha(range.base)}..${shortSha(range.head)}</a>${linkAfter(rangeOnHost(data.repository, range))}`;
}

/** The other metrics that moved there on the same machine. */
function othersOf({ event, shift }: Exclude<LevelStep, { kind: "taken" }>): readonly LevelShift[] {
  return event.shifts.filter(
    ({ metric, fingerprint }) => metric !== shift.metric && fingerprint === shift.fingerprint,
  );
}

const STEP_HEADS = ["", "when", "change", "levels", "range", "commit", "also"] as const;

/** The steps of the series, newest first. */
function stepTable(data: WorkloadData, metric: MetricId, steps: readonly LevelStep[]): Html {
  if (steps.length === 0) return html``;
  const rows = steps.toReversed().map((step) => {
    const { before, after, number, kind } = step;
    const levels =
      before === null || after === null ? "–" : formatMetrics(metric, [before, after]).join(" to ");
    const at = step.kind === "taken" ? step.taken.at : step.event.firstAfter.time;
    const also = step.kind === "taken" ? [] : othersOf(step);
    const recent =
      step.kind !== "taken" && step.event.state === "recent"
        ? html` <span class="muted">recent</span>`
        : html``;
    const others = also.map((each) => `${metricInfo(each.metric).label} ${shiftText(each)}`).join(", ");
    const cells = [
      html`${at === null ? "–" : dayOf(at)}`,
      html`${stepWords(step)}${recent}`,
      html`${levels}`,
      stepRange(data, step),
      stepCommit(data, step),
      html`${others}`,
    ];
    return html`<tr><th scope="row"><span class="side ${kind}">${circled(number)}</span></th>${cells.map((cell, i) => html`<td class="step-${STEP_HEADS[i + 1]!}">${cell}</td>`)}</tr>
`;
  });
  return html`<section><h2>Changes of level</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Changes of level"><table class="steps stack"><thead><tr>${STEP_HEADS.map((head) => (head === "" ? html`<td></td>` : html`<th scope="col">${head}</th>`))}</tr></thead><tbody>${rows}</tbody></table></div></section>`;
}

/** The other metrics, of the same runs: a browser lets them follow one cursor. */
export function otherMetrics(data: WorkloadData, choice: Choice, picture: Picture): Html {
  const rest = offeredMetrics(data).filter((id) => id !== choice.metric);
  if (rest.length === 0) return html``;
  const places = ownPlaces(data, choice, picture);
  const items = rest.map((metric) => {
    const own = { ...choice, metric };
    const points = places.map((place) => {
      const run = picture.runs[place]!;
      return { value: data.metrics[metric]?.value[run] ?? null, machine: String(data.runs.machine[run]) };
    });
    const marks = eventMarks(data, own, picture.runs)
      .map(({ at, shift }) => ({ at: places.indexOf(at), direction: shift.direction }))
      .filter(({ at }) => at >= 0);
    const newest = points.findLast(({ value }) => value !== null)?.value ?? null;
    const { label } = metricInfo(metric);
    const value = newest === null ? "–" : formatMetrics(metric, [newest])[0]!;
    return html`<li><a href="?${paramsOf(data, own).toString()}" data-choice data-metric="${metric}"><span class="name">${label}</span> <span class="number">${value}</span>${sparklineSvg(points, marks, `${label} of the same runs`)}</a></li>`;
  });
  return html`<section id="others"><h2>The same runs by other metrics</h2><ul class="multiples">${items}</ul></section>`;
}
