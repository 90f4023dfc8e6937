/**
 * A plot that fills its box: lines and areas stretch with it, while letters, dots and strokes keep their size on every screen and on paper.
 * Places within it are thousandths of its width and height; what names them lies in the margins, which are the style sheet's.
 */
import { linear, logarithmic, type Scale } from "./scale.ts";
import { type Html, html } from "./template.ts";

/** Width and height of every plot, in its own units. */
export const FULL = 1000;

/** The scale from left to right. */
export function across(low: number, high: number, { log = false, room = 0 } = {}): Scale {
  return (log ? logarithmic : linear)(low, high, room, FULL - room);
}

/** The scale from the bottom to the top. */
export function upwards(low: number, high: number, { log = false } = {}): Scale {
  return (log ? logarithmic : linear)(low, high, FULL, 0);
}

/** A place or a length as an attribute of what keeps its size: text, circles, upright and level lines. */
export function cssPercent(place: number): string {
  return `${Math.round(place * 10) / 100}%`;
}

/**
 * @param kind classes: its height and margins
 * @param words title and description for those who do not see it
 * @param parts `lines` are paths in thousandths; what lies behind and before them has places of `share`
 */
export function plot(
  kind: string,
  words: Readonly<{ title: string; description?: string }>,
  {
    behind = [],
    lines,
    before = [],
  }: Readonly<Record<"lines", readonly Html[]> & Partial<Record<"behind" | "before", readonly Html[]>>>,
): Html {
  const { title, description = "" } = words;
  return html`<svg class="plotted ${kind}" role="img"><title>${title}</title>${description === "" ? html`` : html`<desc>${description}</desc>`}
${behind}<svg class="stretched" viewBox="0 0 ${FULL} ${FULL}" preserveAspectRatio="none">${lines}</svg>${before}</svg>`;
}

/** A line from the bottom to the top. */
export function upright(kind: string, at: number): Html {
  return html`<line class="${kind}" x1="${cssPercent(at)}" x2="${cssPercent(at)}" y2="100%"/>`;
}

/** A line from the left to the right. */
export function level(kind: string, at: number, [from, to]: readonly [number, number] = [0, FULL]): Html {
  return html`<line class="${kind}" x1="${cssPercent(from)}" x2="${cssPercent(to)}" y1="${cssPercent(at)}" y2="${cssPercent(at)}"/>`;
}
