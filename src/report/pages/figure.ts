/** The series of a workload as a picture that needs no script; a browser that runs them draws the same over it, to zoom and point at. */
import type { MetricId } from "../../model/metric.ts";
import { valueTicks } from "../../text/ticks.ts";
import { linear, place as pixel, type Scale } from "../html/scale.ts";
import { type Html, html } from "../html/template.ts";
import type { WorkloadData } from "./data.ts";
import { dayAt, edgeOf, extentOf, type Picture, type RunLine, WHISKERS_FROM_PX } from "./picture.ts";
import { type Dot, thin } from "./thin.ts";
import { circled } from "./words.ts";

const WIDTH = 1100;
const HEIGHT = 340;
const PLOT = { left: 70, right: 1088, top: 28, bottom: 306 };
/** More have no room of their own. */
const DOTS_MOST = 250;

/** The focusable box that holds it has its height by the style sheet, so that nothing moves when the browser's own picture comes. */
export function seriesFigure(data: WorkloadData, metric: MetricId, picture: Picture): Html {
  const { shown, marks, taken, borders, runs } = picture;
  const [from, to] = shown;
  const extent = extentOf(picture, shown);
  if (extent === null) return html`<div class="plot empty"><p>None of these runs has a value.</p></div>`;
  const [first, last] = [picture.x[from]!, picture.x[to]!];
  const x = linear(first, Math.max(first + 1, last), PLOT.left + 8, PLOT.right - 8);
  const y = linear(extent[0], extent[1], PLOT.bottom, PLOT.top);
  const isShown = ({ at }: Readonly<{ at: number }>) => at >= from && at <= to;
  const ticks = valueTicks(metric, extent[0], extent[1], 6).map(
    ({ at, label }) =>
      html`<path class="grid" d="M${PLOT.left} ${y(at)}H${PLOT.right}"/><text x="${PLOT.left - 8}" y="${pixel(y(at) + 4)}" text-anchor="end">${label}</text>`,
  );
  const dates = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(first + share * (last - first)));
  const labels = [...new Set(dates)].map(
    (at, i, all) =>
      html`<text x="${x(at)}" y="${PLOT.bottom + 20}" text-anchor="${i === 0 ? "start" : i === all.length - 1 ? "end" : "middle"}">${dayAt(data, picture, at)}</text>`,
  );
  const between = (at: number) => pixel(x(edgeOf(picture, at)));
  return html`<div class="plot" id="plot" tabindex="0" role="group" aria-roledescription="chart" aria-label="Series, ${runs.length} runs; arrow keys read them one by one, the table below has them all">
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="The series as a line; the table below has its values">
${ticks}${labels}
${borders.filter((at) => at > from && at <= to).map((at) => html`<path class="border" d="M${between(at)} ${PLOT.top}V${PLOT.bottom}"/>`)}
${marks.filter(isShown).map(({ at, number, shift }) => html`<path class="mark ${shift.direction}" d="M${between(at)} ${PLOT.top}V${PLOT.bottom}"/><text class="mark ${shift.direction}" x="${between(at)}" y="${PLOT.top - 8}" text-anchor="middle">${circled(number)}</text>`)}
${taken.filter(isShown).map(({ at }) => html`<text class="taken" x="${between(at)}" y="${PLOT.bottom - 6}" text-anchor="middle">◇</text>`)}
${picture.lines.map((line) => lineOf(line, picture, x, y))}
</svg></div>`;
}

/** A long whisker ends where the picture does. */
function inside(y: number): number {
  return Math.min(PLOT.bottom, Math.max(PLOT.top, y));
}

function lineOf(line: RunLine, { shown: [from, to], x: places }: Picture, across: Scale, y: Scale): Html {
  const { isOwn, low, high } = line;
  const kind = isOwn ? "own" : "over";
  const x = (place: number) => across(places[place]!);
  const stretches = stretchesOf(line, from, to);
  const width = PLOT.right - PLOT.left;
  const apart = width / Math.max(1, to - from);
  const column = (places[to]! - places[from]!) / width;
  const path = stretches
    .map((stretch) => stretch.map(({ at, value }) => ({ at: places[at]!, value })))
    .map((stretch) => thin(stretch, column).map(({ at, value }) => `${across(at)} ${y(value)}`))
    .map((places) => `M${places.join("L")}`);
  const all = stretches.flat();
  const hasRoom = apart >= WHISKERS_FROM_PX;
  const whiskers = (hasRoom ? all : []).flatMap(({ at }) => {
    const [least, most] = [low[at], high[at]];
    return least == null || most == null ? [] : [`M${x(at)} ${inside(y(least))}V${inside(y(most))}`];
  });
  const dots = (all.length > DOTS_MOST ? [] : all).map(({ at, value }) =>
    isOwn
      ? html`<circle class="${kind} dot" cx="${x(at)}" cy="${y(value)}" r="3"/>`
      : html`<rect class="${kind} dot" x="${pixel(x(at) - 3)}" y="${pixel(y(value) - 3)}" width="6" height="6"/>`,
  );
  return html`<path class="${kind} whiskers" d="${whiskers.join("")}"/><path class="${kind} line" d="${path.join("")}"/>${dots}`;
}

/** Stretches of joined dots between two places. */
function stretchesOf({ value }: RunLine, from: number, to: number): readonly (readonly Dot[])[] {
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
