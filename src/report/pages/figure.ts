/** The series of a workload as a picture that needs no script; a browser that runs them draws the same over it, to zoom and point at. */
import type { MetricId } from "../../model/metric.ts";
import { valueTicks } from "../../text/ticks.ts";
import { plural } from "../../text/units.ts";
import { labelBelow, valueAxis } from "../html/axes.ts";
import { across, cssPercent, FULL, level, plot, upright, upwards } from "../html/plot.ts";
import { place as rounded, type Scale } from "../html/scale.ts";
import { type Html, html } from "../html/template.ts";
import type { WorkloadData } from "./data.ts";
import { dayAt, edgeOf, extentOf, type Picture, pictureEnds, WHISKERS_FROM_PX } from "./picture.ts";
import type { RunLine } from "./run-lines.ts";
import type { LevelStep, SeriesLevel } from "./steps.ts";
import { type Dot, thin } from "./thin.ts";
import { circled, stepSize } from "./words.ts";

/** Colours of lines, which repeat after the last. */
export const SERIES = 6;
/** More have no room of their own. */
const DOTS_MOST = 250;
/** Thousandths of the width: of steps closer together the earlier has its number alone. */
const SIZED_FROM = 90;

/** The focusable box that holds it has its height by the style sheet, so that nothing moves when the browser's own picture comes. */
export function seriesFigure(data: WorkloadData, metric: MetricId, picture: Picture): Html {
  const drawing = seriesPlot(data, metric, picture);
  if (drawing === null) return html`<div class="plot empty"><p>None of these runs has a value.</p></div>`;
  return html`<div class="plot" id="plot" tabindex="0" role="group" aria-roledescription="chart" aria-label="Series, ${plural(picture.runs.length, "run")}; arrow keys read them one by one, the table below has the newest of those that are shown">
${drawing}</div>`;
}

/** The picture alone: a browser that draws its own keeps it for paper. Null where nothing has a value. */
export function seriesPlot(data: WorkloadData, metric: MetricId, picture: Picture): Html | null {
  const { shown, steps, borders } = picture;
  const [from, to] = shown;
  const extent = extentOf(picture, shown);
  if (extent === null) return null;
  const [first, last] = pictureEnds(picture, shown);
  const scales = { x: across(first, last), y: upwards(...extent) };
  const { x, y } = scales;
  const isShown = ({ at }: Readonly<{ at: number }>) => at >= from && at <= to;
  const edge = (at: number) => x(edgeOf(picture, at));
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
        ...seen.map(({ at, kind }) => upright(`step ${kind}`, edge(at))),
      ],
      lines: drawn.map(({ paths }) => paths),
      before: [
        ...drawn.flatMap(({ dots }) => dots),
        ...levelLines(picture, scales),
        ...seen.map((step, i) => stepMark(step, edge(step.at), seen[i + 1] && edge(seen[i + 1]!.at))),
      ],
    },
  );
}

type Scales = Readonly<{ x: Scale; y: Scale }>;

/** Five days; a narrow screen shows the first, the middle and the last. */
function days(data: WorkloadData, picture: Picture, x: Scale): readonly Html[] {
  const [first, last] = picture.shown.map((place) => picture.x[place]!) as [number, number];
  const places = [0, 0.25, 0.5, 0.75, 1].map((part) => Math.round(first + part * (last - first)));
  return [...new Set(places)].map((at, i) =>
    labelBelow(x(at), dayAt(data, picture, at), 1, i % 2 === 1 ? "fine" : ""),
  );
}

/** The levels: noise of some per cents hides a step that a line shows. */
function levelLines(picture: Picture, { x, y }: Scales): readonly Html[] {
  const [from, to] = picture.shown;
  const kind = levelColour(picture);
  return picture.levels
    .filter((each) => each.to >= from && each.from <= to)
    .map((each) => {
      const ends = [edgeOf(picture, Math.max(from, each.from)), edgeOf(picture, Math.min(to, each.to) + 1)];
      return level(
        `level ${kind(each)}`,
        y(each.value),
        ends.map((end) => Math.min(FULL, Math.max(0, x(end)))) as [number, number],
      );
    });
}

/** Colour of a level: that of its line, where there are several. */
export function levelColour({ lines }: Picture): (each: SeriesLevel) => string {
  const isOne = lines.filter(({ isOwn }) => isOwn).length === 1;
  return ({ line }) => (isOne ? "ink" : `s${line % SERIES}`);
}

/** Number and size, above the plot. */
function stepMark(step: LevelStep, at: number, next: number | undefined): Html {
  const hasRoom = next === undefined || next - at >= SIZED_FROM;
  const size = hasRoom ? html`<tspan class="size"> ${stepSize(step)}</tspan>` : html``;
  return html`<text class="step ${step.kind}" x="${cssPercent(at)}" y="-8" text-anchor="middle">${circled(step.number)}${size}</text>`;
}

/** A long whisker ends where the picture does. */
function inside(y: number): number {
  return Math.min(FULL, Math.max(0, y));
}

function runPath(
  line: RunLine,
  series: string,
  { shown: [from, to], x: places }: Picture,
  { x: scale, y }: Scales,
): Readonly<{ paths: Html; dots: readonly Html[] }> {
  const { isOwn, low, high } = line;
  const kind = `${series} ${isOwn ? "own" : "over"}`;
  const x = (place: number) => scale(places[place]!);
  const stretches = lineStretches(line, from, to);
  const column = (places[to]! - places[from]!) / FULL;
  const path = stretches
    .map((stretch) => stretch.map(({ at, value }) => ({ at: places[at]!, value })))
    .map((stretch) => thin(stretch, column).map(({ at, value }) => `${scale(at)} ${y(value)}`))
    .map((points) => `M${points.join("L")}`);
  const all = stretches.flat();
  const hasRoom = FULL / Math.max(1, to - from) >= WHISKERS_FROM_PX;
  const whiskers = (hasRoom ? all : []).flatMap(({ at }) => {
    const [least, most] = [low[at], high[at]];
    return least == null || most == null
      ? []
      : [`M${x(at)} ${rounded(inside(y(least)))}V${rounded(inside(y(most)))}`];
  });
  const dots = (all.length > DOTS_MOST ? [] : all).map(({ at, value }) =>
    isOwn
      ? html`<circle class="${kind} dot" cx="${cssPercent(x(at))}" cy="${cssPercent(y(value))}" r="3"/>`
      : html`<rect class="${kind} dot" x="${cssPercent(x(at))}" y="${cssPercent(y(value))}" width="6" height="6" transform="translate(-3 -3)"/>`,
  );
  return {
    paths: html`<path class="${kind} whiskers" d="${whiskers.join("")}"/><path class="${kind} line" d="${path.join("")}"/>
`,
    dots,
  };
}

/** Stretches of joined dots between two places. */
function lineStretches({ value }: RunLine, from: number, to: number): readonly (readonly Dot[])[] {
  const all: Dot[][] = [];
  let isDown = false;
  for (let at = from; at <= to && at < value.length; at++) {
    const middle = value[at];
    if (middle === undefined) continue;
    if (middle !== null && isDown) all.at(-1)!.push({ at, value: middle });
    if (middle !== null && !isDown) all.push([{ at, value: middle }]);
    isDown = middle !== null;
  }
  return all;
}
