/** Common parts of the figures: the axes, and the names at the ends of lines. */

import { significant } from "../../stats/round.ts";
import { niceTicks, type Tick } from "../../text/ticks.ts";
import { place, type Scale } from "./scale.ts";
import { type Html, html } from "./template.ts";

/** Ends of lines from the top on, each with the height of its name: apart enough to be read. */
export function apart<T extends Readonly<{ y: number }>>(ends: readonly T[]) {
  let free = Number.NEGATIVE_INFINITY;
  return ends
    .toSorted((a, b) => a.y - b.y)
    .map((end) => {
      const top = Math.max(end.y, free);
      free = top + 14;
      return { ...end, nameY: place(top + 4) };
    });
}

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
