/** The page of a workload: since when is it so, how much, and with which commit? The server and the browser make it of the same data. */
import { type MetricId, metricInfo } from "../../model/metric.ts";
import { plainLine, shortSha } from "../../text/outside.ts";
import { dayOf } from "../../text/time.ts";
import { formatMetrics, plural } from "../../text/units.ts";
import { type Html, html } from "../html/template.ts";
import {
  AXES,
  branchParam,
  type Choice,
  choiceOf,
  machineParam,
  metricsOf,
  type Overlay,
  overParam,
  paramsOf,
  RANGES,
} from "./choice.ts";
import { authorOf, type WorkloadData } from "./data.ts";
import { seriesFigure } from "./figure.ts";
import { pathOf, WORKLOAD_ROOT as ROOT } from "./links.ts";
import { type EventMark, marksOf, ownPlaces, type Picture, pictureOf, readingAt } from "./picture.ts";
import { tableOf } from "./run-table.ts";
import { sparkline } from "./spark.ts";
import { circled, commitLink, directionOf, levelsOf, saidOf, sideOf, sizeOf } from "./words.ts";

/** Contents of the page's main element. */
export function workloadMain(
  data: WorkloadData,
  params: URLSearchParams,
): Readonly<{ main: Html; notes: readonly string[] }> {
  const { choice, notes } = choiceOf(data, params);
  const picture = pictureOf(data, choice);
  return { main: workloadView(data, choice, picture), notes };
}

export function workloadView(data: WorkloadData, choice: Choice, picture: Picture): Html {
  const info = metricInfo(choice.metric);
  return html`<p class="suite">suite ${plainLine(data.suite)}</p>
<h1>${plainLine(data.workload)}</h1>
<p class="lead">${newestOf(data, choice, picture)}</p>
${filters(data, choice)}
<figure class="series" id="series">
<figcaption><strong>${info.label}</strong>, ${directionOf(choice.metric)}: ${info.description}. ${legend(data, choice, picture)}</figcaption>
${picture.runs.length === 0 ? nothing(data, choice) : seriesFigure(data, choice.metric, picture)}
<p class="readout" id="readout" aria-live="polite">${readout(data, choice, picture, picture.pinned)}</p>
</figure>
${keys()}
${changes(picture.marks)}
${others(data, choice, picture)}
${tableOf(data, choice, picture)}`;
}

/** First sentence of the page: where the workload stands now. */
function newestOf(data: WorkloadData, { metric }: Choice, picture: Picture): Html {
  const place = picture.runs.findLastIndex((_, at) => {
    const reading = readingAt(picture, at);
    return reading?.isOwn && reading.value !== null;
  });
  const reading = place < 0 ? null : readingAt(picture, place);
  if (reading === null) return html`No run of this choice has ${metricInfo(metric).label}.`;
  const change = picture.marks.at(-1);
  const since =
    change === undefined
      ? unchangedIn(picture.runs.length)
      : html`Newest change: ${sizeOf(change.shift)} ${sideOf(change.shift)} with ${commitLink(ROOT, change.event.firstAfter.sha)} ${saidOf(change.event.firstAfter)}.`;
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
  return `${middle} (${ends.map((end) => end.replace(/[\u00a0/].*$/, "")).join("\u00a0..\u00a0")})`;
}

function nothing({ workload }: WorkloadData, { range }: Choice): Html {
  return html`<div class="plot empty"><p>No run of ${plainLine(workload)} fits this choice${range === "all" ? "" : ` in ${range}`}. <a href="./">Show the default</a>, or measure one: <code>plumbline check</code></p></div>`;
}

/** Legend in words above the picture, for no colour says what it means. */
function legend(data: WorkloadData, choice: Choice, picture: Picture): Html {
  const branch = plainLine(data.branches[choice.branch] ?? "no branch");
  const over = choice.vs === null ? null : overWords(data, choice.vs);
  const parts = [
    html`<span class="key"><i class="swatch own"></i>${branch}</span>`,
    ...(over === null ? [] : [html`<span class="key"><i class="swatch over"></i>${over}</span>`]),
    html`<span class="key">│ 95 % interval of a run’s sessions</span>`,
    ...(picture.marks.length === 0 ? [] : [html`<span class="key">${circled(1)} change of level</span>`]),
    ...(picture.taken.length === 0 ? [] : [html`<span class="key">◇ accepted</span>`]),
    ...(picture.borders.length === 0 ? [] : [html`<span class="key">┆ other environment, not joined</span>`]),
  ];
  return html`<span class="keys">${parts.map((part) => html`${part} `)}</span>`;
}

/** Name of what lies over the rest. */
function overWords(data: WorkloadData, { by, at }: Overlay): string {
  if (by === "branch") return plainLine(data.branches[at] ?? "no branch");
  return `${machineParam(data, at)} ${plainLine(data.machines[at]?.words ?? "", 60)}`;
}

function filters(data: WorkloadData, choice: Choice): Html {
  const branches = data.branches.map((name, at) =>
    option(branchParam(name), plainLine(name ?? "(no branch)"), at === choice.branch),
  );
  const overs = oversOf(data, choice).map((over) =>
    option(
      overParam(data, over),
      `${over.by} ${overWords(data, over)}`,
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
  const metrics = metricsOf(data).map((id) => option(id, metricInfo(id).label, id === choice.metric));
  const ranges = RANGES.map((range) =>
    option(range, range === "all" ? "all" : `last ${range}`, range === choice.range),
  );
  const axes = AXES.map((axis) => option(axis, axis, axis === choice.axis));
  const arms = (["head", "base"] as const).map((arm) => option(arm, arm, arm === choice.arm));
  return html`<details class="filters"><summary>Choose metric, branch, machine, time</summary><form method="get" id="filters">
${select("metric", "Metric", metrics)}
${select("branch", "Branch", branches)}
${overs.length === 0 ? html`` : select("vs", "Over it", [option("", "nothing", choice.vs === null), ...overs])}
${machines.length < 2 ? html`` : select("machine", "Environment", [option("all", "all, each apart", choice.machine === null), ...machines])}
${new Set(data.runs.arm).size < 2 ? html`` : select("arm", "Arm", arms)}
${select("range", "Time", ranges)}
${select("axis", "Along", axes)}
<noscript><button>Show</button></noscript>
</form></details>`;
}

/** Any other branch; of the same one any other machine, where there are several. */
function oversOf({ branches, machines }: WorkloadData, { branch, machine }: Choice): readonly Overlay[] {
  const others = branches.flatMap((_, at): Overlay[] => (at === branch ? [] : [{ by: "branch", at }]));
  if (machines.length < 2) return others;
  return [
    ...others,
    ...machines.flatMap((_, at): Overlay[] => (at === machine ? [] : [{ by: "machine", at }])),
  ];
}

function select(name: string, label: string, options: readonly Html[]): Html {
  return html`<label>${label} <select name="${name}" id="choose-${name}">${options}</select></label>`;
}

function option(value: string, words: string, isChosen: boolean): Html {
  return html`<option value="${value}"${isChosen ? html` selected` : html``}>${words}</option>`;
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
  const branch = reading.isOwn || choice.vs === null ? html`` : html` on ${overWords(data, choice.vs)}`;
  return html`<strong>${valueText(choice.metric, reading)}</strong> · ${commitLink(ROOT, sha)}${branch} ${saidOf({ author: authorOf(data, reading.run), subject: runs.subject[reading.run]! })} · ${dayOf(runs.at[reading.run]!)}${compare}`;
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

function changes(marks: readonly EventMark[]): Html {
  if (marks.length === 0) return html``;
  const items = marks.toReversed().map(({ number, event, shift }) => {
    const where =
      event.cause === "commit"
        ? html`after ${commitLink(ROOT, event.lastBefore.sha)}, with ${commitLink(ROOT, event.firstAfter.sha)} ${saidOf(event.firstAfter)} or before it`
        : html`between two runs of ${commitLink(ROOT, event.firstAfter.sha)}, so not by the code`;
    const recent = event.state === "recent" ? html`; recent, few runs follow` : html``;
    const also = event.shifts.filter(({ metric }) => metric !== shift.metric);
    const others =
      also.length === 0
        ? html``
        : html`; also ${also.map((each) => `${metricInfo(each.metric).label} ${sizeOf(each)}`).join(", ")}`;
    return html`<li><span class="number-mark">${circled(number)}</span> <strong>${sizeOf(shift)}</strong> ${sideOf(shift)} (${levelsOf(shift)}) ${where}${event.firstAfter.time === null ? html`` : html`, ${dayOf(event.firstAfter.time)}`}${recent}${others}. <a href="${ROOT}${pathOf({ page: "compare", base: event.lastBefore.sha, head: event.firstAfter.sha })}">Compare both</a></li>
`;
  });
  return html`<section><h2>Changes of level</h2><ul class="changes">${items}</ul></section>`;
}

/** The other metrics, of the same runs: a browser lets them follow one cursor. */
export function others(data: WorkloadData, choice: Choice, picture: Picture): Html {
  const rest = metricsOf(data).filter((id) => id !== choice.metric);
  if (rest.length === 0) return html``;
  const places = ownPlaces(data, choice, picture);
  const items = rest.map((metric) => {
    const own = { ...choice, metric };
    const points = places.map((place) => {
      const run = picture.runs[place]!;
      return { value: data.metrics[metric]?.value[run] ?? null, machine: String(data.runs.machine[run]) };
    });
    const marks = marksOf(data, own, picture.runs)
      .map(({ at, shift }) => ({ at: places.indexOf(at), direction: shift.direction }))
      .filter(({ at }) => at >= 0);
    const newest = points.findLast(({ value }) => value !== null)?.value ?? null;
    const { label } = metricInfo(metric);
    const value = newest === null ? "–" : formatMetrics(metric, [newest])[0]!;
    return html`<li><a href="?${paramsOf(data, own).toString()}" data-choice data-metric="${metric}"><span class="name">${label}</span> <span class="number">${value}</span>${sparkline(points, marks, `${label} of the same runs`)}</a></li>`;
  });
  return html`<section id="others"><h2>The same runs by other metrics</h2><ul class="multiples">${items}</ul></section>`;
}
