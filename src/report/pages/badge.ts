/** A badge of a suite for a README: its newest verdict in words and in one colour. SVG that loads nothing. */
import type { Overall } from "../../model/report.ts";
import { plainLine } from "../../text/outside.ts";
import { html } from "../html/template.ts";

const COLOURS: Readonly<Record<Overall | "unknown", string>> = {
  regressed: "#b3261e",
  accepted: "#7a5c00",
  inconclusive: "#5d6670",
  trade: "#7a5c00",
  improved: "#00694f",
  unchanged: "#00694f",
  unknown: "#5d6670",
};

/** Widths of the font's glyphs are not known here; `textLength` makes the text as wide as its box is meant to be. */
const GLYPH = 6.6;
const ROOM = 12;

/** @param verdict null: no report of the suite is stored */
export function badgeOf(suite: string, verdict: Overall | null): string {
  const name = plainLine(`performance: ${suite}`, 60);
  const words = verdict ?? "unknown";
  const [left, right] = [name, words].map((text) => Math.round(text.length * GLYPH) + ROOM) as [
    number,
    number,
  ];
  const text = (at: number, width: number, of: string) =>
    html`<text x="${at + ROOM / 2}" y="14" textLength="${width - ROOM}" lengthAdjust="spacingAndGlyphs">${of}</text>`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${name} ${words}"><title>${name} ${words}</title><rect width="${left + right}" height="20" rx="3" fill="#3b434b"/><path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1 -3 3h-${right - 3}z" fill="${COLOURS[words]}"/><g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(0, left, name)}${text(left, right, words)}</g></svg>
`.html;
}
