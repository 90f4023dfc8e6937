/** Figure of the load while a migration was applied: the longest wait for an answer in each step of time. */
import type { LoadCourse, MigrationWorkload } from "../../model/migration.ts";
import { plainLine } from "../../text/outside.ts";
import { valueTicks } from "../../text/ticks.ts";
import { formatTime } from "../words/migration.ts";
import { timeAxis, valueAxis } from "./axes.ts";
import { linear, place, type Scale } from "./scale.ts";
import { type Html, html } from "./template.ts";

const WIDTH = 640;
const HEIGHT = 200;
const PLOT = { left: 64, right: 628, top: 10, bottom: 164 };

/** Null where nothing was watched. */
export function migrationFigure({ workload, course, stallNs, tookNs }: MigrationWorkload): Html | null {
  const { longestNs, stepNs, began } = course;
  if (longestNs.length === 0) return null;
  const seconds = (step: number) => ((step - began) * stepNs) / 1e9;
  const [first, last] = [seconds(0), seconds(longestNs.length)];
  const highest = Math.max(1e6, ...longestNs);
  const x = linear(first, last, PLOT.left, PLOT.right);
  const y = linear(0, highest * 1.05, PLOT.bottom, PLOT.top);
  const points = longestNs.map((ns, step) => `${place(x(seconds(step + 0.5)))} ${place(y(ns))}`);
  return html`<figure>
<figcaption>longest wait of a statement <span class="muted">the migration in the shaded time</span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img"><title>Waits under ${plainLine(workload)} while the migration was applied</title><desc>The migration took ${formatTime(tookNs)}; the longest wait of a statement was ${formatTime(stallNs)}</desc>
${shade(course, x, seconds)}
${valueAxis(valueTicks("p99", 0, highest, 4), y, PLOT)}
${timeAxis(first, last, x, PLOT.bottom + 18)}
<path class="head line" d="M${points.join("L")}"/>
</svg></figure>`;
}

/** Shades the time from the step in which the migration began to the one in which it ended. */
function shade({ began, ended }: LoadCourse, x: Scale, seconds: (step: number) => number): Html {
  const from = x(seconds(began));
  const width = x(seconds(ended + 1)) - from;
  return html`<rect class="applied" x="${place(from)}" y="${PLOT.top}" width="${place(width)}" height="${PLOT.bottom - PLOT.top}"/>`;
}
