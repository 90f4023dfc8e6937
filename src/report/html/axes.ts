/** The axes of the figures: what they all have alike. */

import { significant } from "../../stats/round.ts";
import { niceTicks, type Tick } from "../../text/ticks.ts";
import { place, type Scale } from "./scale.ts";
import { type Html, html } from "./template.ts";

/** A line across the plot for each tick, with its label to the left. */
export function valueAxis(
  ticks: readonly Tick[],
  y: Scale,
  { left, right }: Readonly<{ left: number; right: number }>,
): Html[] {
  return ticks.map(
    ({ at, label }) =>
      html`<path class="grid" d="M${left} ${y(at)}H${right}"/><text class="tick" x="${left - 6}" y="${place(y(at) + 4)}" text-anchor="end">${label}</text>
`,
  );
}

/** Seconds from first to last. @param y where the labels stand */
export function timeAxis(first: number, last: number, x: Scale, y: number): Html[] {
  return niceTicks(first, last, 6).map(
    (tick) =>
      html`<text class="tick" x="${x(tick)}" y="${y}" text-anchor="middle">${String(significant(tick, 6))} s</text>
`,
  );
}
