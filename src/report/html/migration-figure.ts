/** Figure of the load while a migration was applied: the longest wait for an answer in each step of time. */
import type { LoadCourse, MigrationWorkload } from "../../model/migration.ts";
import { plainLine } from "../../text/outside.ts";
import { valueTicks } from "../../text/ticks.ts";
import { formatMeasuredTime } from "../../text/units.ts";
import { timeAxis, valueAxis } from "./axes.ts";
import { across, cssPercent, plot, upwards } from "./plot.ts";
import type { Scale } from "./scale.ts";
import { type Html, html } from "./template.ts";

/** Null where nothing was watched. */
export function migrationFigure({ workload, course, stallNs, tookNs }: MigrationWorkload): Html | null {
  const { longestNs, stepNs, began } = course;
  if (longestNs.length === 0) return null;
  const seconds = (step: number) => ((step - began) * stepNs) / 1e9;
  const [first, last] = [seconds(0), seconds(longestNs.length)];
  const highest = Math.max(1e6, ...longestNs);
  const x = across(first, last);
  const y = upwards(0, highest * 1.05);
  const points = longestNs.map((ns, step) => `${x(seconds(step + 0.5))} ${y(ns)}`);
  const words = {
    title: `Waits under ${plainLine(workload)} while the migration was applied`,
    description: `The migration took ${formatMeasuredTime(tookNs)}; the longest wait of a statement was ${formatMeasuredTime(stallNs)}`,
  };
  const parts = {
    behind: [
      appliedShade(course, x, seconds),
      ...valueAxis(valueTicks("p99", 0, highest, 4), y),
      ...timeAxis(first, last, x),
    ],
    lines: [html`<path class="head line" d="M${points.join("L")}"/>`],
  };
  return html`<figure>
<figcaption>longest wait of a statement <span class="muted">the migration in the shaded time</span></figcaption>
${plot("course", words, parts)}</figure>`;
}

/** Shades the time from the step in which the migration began to the one in which it ended. */
function appliedShade({ began, ended }: LoadCourse, x: Scale, seconds: (step: number) => number): Html {
  const from = x(seconds(began));
  return html`<rect class="applied" x="${cssPercent(from)}" width="${cssPercent(x(seconds(ended + 1)) - from)}" height="100%"/>`;
}
