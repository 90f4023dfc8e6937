/** Common parts of the figures: the axes, and the names at the ends of lines. */

import { significant } from "../../stats/round.ts";
import { niceTicks, type Tick } from "../../text/ticks.ts";
import { cssPercent, FULL, level } from "./plot.ts";
import type { Scale } from "./scale.ts";
import { type Html, html } from "./template.ts";

/** Thousandths of the lowest plot that a line of letters needs. */
const LINE = 90;

/** Ends of lines from the top on, each with the height of its name: apart enough to be read. */
export function spreadLabels<T extends Readonly<{ y: number }>>(ends: readonly T[]) {
  let free = Number.NEGATIVE_INFINITY;
  return ends
    .toSorted((a, b) => a.y - b.y)
    .map((end) => {
      const nameY = Math.max(end.y, free);
      free = nameY + LINE;
      return { ...end, nameY };
    });
}

/** Name of a line, where it ends at the right. */
export function endName(kind: string, x: number, y: number, name: string): Html {
  return html`<text class="${kind} name" x="${cssPercent(x)}" y="${cssPercent(y)}" dx="8" dy="4">${name}</text>
`;
}

/** A line across the plot for each tick, with its label to the left. */
export function valueAxis(ticks: readonly Tick[], y: Scale): Html[] {
  return ticks.map(
    ({ at, label }) =>
      html`${level("grid", y(at))}<text class="tick" x="-6" y="${cssPercent(y(at))}" dy="4" text-anchor="end">${label}</text>
`,
  );
}

/** Label below the plot. @param kind class in addition */
export function labelBelow(x: number, label: string, line: 1 | 2 = 1, kind = ""): Html {
  return html`<text class="tick${kind === "" ? "" : ` ${kind}`}" x="${cssPercent(x)}" y="100%" dy="${line * 17}" text-anchor="middle">${label}</text>
`;
}

/** Name of what goes along the axis, below its labels. */
export function axisName(name: string, line: 1 | 2): Html {
  return labelBelow(FULL / 2, name, line);
}

/** Seconds from first to last. */
export function timeAxis(first: number, last: number, x: Scale): Html[] {
  return niceTicks(first, last, 6).map((tick) => labelBelow(x(tick), `${significant(tick, 6)} s`));
}
