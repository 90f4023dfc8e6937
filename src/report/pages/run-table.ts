/** The runs of a workload that are seen, newest first: all that its picture says, in words. */
import { type MetricId, metricInfo } from "../../model/metric.ts";
import { plainLine } from "../../text/outside.ts";
import { dayOf } from "../../text/time.ts";
import { formatMetrics, plural } from "../../text/units.ts";
import { type Html, html } from "../html/template.ts";
import { type Choice, machineParam } from "./choice.ts";
import { authorOf, type WorkloadData } from "./data.ts";
import { WORKLOAD_ROOT } from "./links.ts";
import { type Picture, type PictureReading, readingAt } from "./picture.ts";
import { circled, commitLink, sideOf, stepSize } from "./words.ts";

/** Most rows that are shown; older runs are in the data and come with the range. */
const ROWS_MOST = 60;

type RunRow = PictureReading & Readonly<{ place: number; words: Readonly<{ value: string; ends: string }> }>;

type RunColumn = Readonly<{
  title: string;
  cell: (row: RunRow) => Html;
  /** Name of the order in the address; absent: it has none. */
  sort?: string;
  isNumber?: boolean;
}>;

export function runTable(data: WorkloadData, choice: Choice, picture: Picture): Html {
  const [from, to] = picture.shown;
  const places = picture.runs
    .map((_, place) => place)
    .slice(from, to + 1)
    .toReversed();
  const rows = runRows(choice.metric, picture, places.slice(0, ROWS_MOST));
  const columns = runColumns(data, choice, picture, rows);
  const more =
    places.length > ROWS_MOST
      ? html`: <span class="muted">the newest ${ROWS_MOST} of ${plural(places.length, "run")}; all are in the JSON</span>`
      : html``;
  const cut = data.isCut
    ? html` <span class="muted">Older runs are in the store: <code>plumbline history</code></span>`
    : html``;
  const body = rows.map(
    (row) =>
      html`<tr><th scope="row">${commitLink(WORKLOAD_ROOT, data.runs.commit[row.run]!)}</th>${columns.map(({ cell }) => cell(row))}</tr>
`,
  );
  return html`<section id="runs"><h2>Runs</h2><p class="legend">Newest first${more}${cut}</p>
<div class="scroll runs" tabindex="0" role="region" aria-label="Runs"><table><thead><tr><th scope="col">commit</th>${columns.map(columnHead)}</tr></thead><tbody>${body}</tbody></table></div>
<dl class="machines">${data.machines.flatMap(({ words }, at) => [html`<dt>${machineParam(data, at)}</dt><dd>${plainLine(words, 200)}</dd>`])}</dl></section>`;
}

function columnHead({ title, sort, isNumber = false }: RunColumn): Html {
  const kind = isNumber ? html` class="number"` : html``;
  return html`<th scope="col"${kind}${sort === undefined ? html`` : html` data-sort="${sort}"`}>${title}</th>`;
}

/** Values of one column are in one unit. */
function runRows(metric: MetricId, picture: Picture, places: readonly number[]): readonly RunRow[] {
  const readings = places.map((place) => ({ place, ...readingAt(picture, place)! }));
  const values = formatMetrics(
    metric,
    readings.map(({ value }) => value ?? 0),
  );
  return readings.map((reading, i) => ({
    ...reading,
    words: { value: reading.value === null ? "–" : values[i]!, ends: intervalText(metric, reading) },
  }));
}

/** "13.5 .. 14.0 ms". */
function intervalText(metric: MetricId, { low, high }: PictureReading): string {
  if (low === null || high === null) return "–";
  const both = formatMetrics(metric, [low, high]).join("\u00a0.. ");
  return both.replace(/\u00a0(?:ns|µs|ms|s|%)\u00a0\.\./, "\u00a0..");
}

/** Columns that tell the rows apart: a single branch gets none, nor do unknown authors. */
function runColumns(
  data: WorkloadData,
  { metric, vs }: Choice,
  { lines, steps }: Picture,
  rows: readonly RunRow[],
): readonly RunColumn[] {
  const { runs } = data;
  const isOver = vs?.by === "branch" && lines.some(({ isOwn }) => !isOwn);
  const isSigned = rows.some(({ run }) => authorOf(data, run) !== null);
  const changeAt = (place: number) => {
    const step = steps.find(({ at }) => at === place);
    if (step === undefined) return html``;
    const side = step.kind === "taken" ? html`<span class="side taken">accepted</span>` : sideOf(step.shift);
    return html`${circled(step.number)} ${stepSize(step)} ${side}`;
  };
  const branch: RunColumn = {
    title: "branch",
    sort: "branch",
    cell: ({ run }) => html`<td class="who">${plainLine(data.branches[runs.branch[run]!] ?? "–", 30)}</td>`,
  };
  const author: RunColumn = {
    title: "author",
    sort: "author",
    cell: ({ run }) => html`<td class="who">${plainLine(authorOf(data, run) ?? "–", 30)}</td>`,
  };
  return [
    {
      title: metricInfo(metric).label,
      sort: "value",
      isNumber: true,
      cell: ({ value, words }) => html`<td class="number" data-value="${value ?? ""}">${words.value}</td>`,
    },
    {
      title: "95 % interval",
      isNumber: true,
      cell: ({ words }) => html`<td class="number">${words.ends}</td>`,
    },
    { title: "change", cell: ({ place }) => html`<td>${changeAt(place)}</td>` },
    { title: "date", sort: "date", cell: ({ run }) => html`<td class="day">${dayOf(runs.at[run]!)}</td>` },
    ...(isOver ? [branch] : []),
    ...(isSigned ? [author] : []),
    {
      title: "subject",
      cell: ({ run }) => html`<td class="subject">${plainLine(runs.subject[run] ?? "–", 90)}</td>`,
    },
    { title: "environment", cell: ({ run }) => html`<td>${machineParam(data, runs.machine[run]!)}</td>` },
  ];
}
