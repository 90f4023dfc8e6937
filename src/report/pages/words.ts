/** Words of the pages for commits, changes and acceptances. */
import type { LevelShift } from "../../model/answers.ts";
import { type MetricId, metricInfo } from "../../model/metric.ts";
import { plainLine, shortSha } from "../../text/outside.ts";
import { formatChange, formatMetrics } from "../../text/units.ts";
import { type Html, html } from "../html/template.ts";
import { pathOf } from "./links.ts";
import type { LevelStep } from "./steps.ts";

const ONE = 0x2460;
const CIRCLED_MOST = 20;

/** ① to ⑳, beyond that the number alone. */
export function circled(number: number): string {
  return number <= CIRCLED_MOST ? String.fromCodePoint(ONE + number - 1) : String(number);
}

/** @param root from the page to the site's root */
export function commitLink(root: string, sha: string): Html {
  return html`<a class="sha" href="${root}${pathOf({ page: "commit", sha })}">${shortSha(sha)}</a>`;
}

/** Author and subject of a commit, as far as they are known. */
export function saidOf({
  author,
  subject,
}: Readonly<{ author: string | null; subject: string | null }>): Html {
  const who = author === null ? html`` : html`${plainLine(author, 40)} `;
  return subject === null || subject === "" ? who : html`${who}<q>${plainLine(subject, 90)}</q>`;
}

/** "+24 %", or "0 to 0.2 %" where there was nothing before. */
export function shiftText({ effect, before, after, metric }: LevelShift): string {
  return effect === null ? formatMetrics(metric, [before, after]).join(" to ") : formatChange(effect);
}

/** "9.80 ms to 12.1 ms". */
export function levelsText({ before, after, metric }: LevelShift): string {
  return formatMetrics(metric, [before, after]).join(" to ");
}

/** "▲ worse": which way is good depends on the metric, so the word says it, and the arrow which way the number went. */
export function sideOf({ before, after, direction }: LevelShift): Html {
  return sideWord(direction, after - before);
}

/** @param went null: from nothing */
export function sideWord(direction: LevelShift["direction"], went: number | null): Html {
  return html`<span class="side ${direction}">${(went ?? 1) >= 0 ? "▲" : "▼"} ${direction}</span>`;
}

/** "lower is better": for the caption of a series. */
export function directionText(metric: MetricId): string {
  return metricInfo(metric).direction === "lower-is-better" ? "lower is better" : "higher is better";
}

/** Size of a step, beside it in the picture: "-12.7 %"; accepted ones where there is too little to compare have none. */
export function stepSize(step: LevelStep): string {
  if (step.kind !== "taken") return shiftText(step.shift);
  return step.effect === null ? "accepted" : formatChange(step.effect);
}
