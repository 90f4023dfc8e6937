/** Events in the midst of a load: a table, the picture, and what the events said. */
import type { Report } from "../../model/report.ts";
import type { TimelineReport } from "../../model/timeline.ts";
import { plainLine } from "../../text/outside.ts";
import {
  STRETCH_HEADS,
  stretchRows,
  TIMELINE_HEADS,
  timelineFailures,
  timelineRows,
  timelineTerms,
} from "../words/timeline.ts";
import { type Html, html } from "./template.ts";
import { timelineFigure } from "./timeline-figure.ts";

export function timelines({ timelines: all = [] }: Report): Html {
  return html`${all.map(section)}`;
}

function section(timeline: TimelineReport): Html {
  const title = `Events under ${plainLine(timeline.workload)}`;
  const rows = timelineRows(timeline).map(
    ({ event, arm, took, recovery, depth, length, failed }) =>
      html`<tr><th scope="row">${event}</th><td>${arm}</td>${[took, recovery, depth, length, failed].map((cell) => html`<td class="number">${cell}</td>`)}</tr>
`,
  );
  const stretches = stretchRows(timeline).map(
    ({ stretch, arm, rate, wait }) =>
      html`<tr><th scope="row">${stretch}</th><td>${arm}</td><td class="number">${rate}</td><td class="number">${wait}</td></tr>
`,
  );
  const course = `Load before, in and after the events of ${plainLine(timeline.workload)}`;
  const failures = timelineFailures(timeline);
  return html`<section class="timeline"><h2>${title}</h2><p>${timelineTerms(timeline)}.</p>
<div class="wide" tabindex="0" role="region" aria-label="${title}"><table><thead><tr><th>event</th><th>arm</th>${TIMELINE_HEADS.map((head) => html`<th class="number">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>
${
  stretches.length === 0
    ? html``
    : html`<div class="wide course" tabindex="0" role="region" aria-label="${course}"><table><thead><tr><th>load</th><th>arm</th>${STRETCH_HEADS.map((head) => html`<th class="number">${head}</th>`)}</tr></thead><tbody>${stretches}</tbody></table></div>
`
}${failures === "" ? html`` : html`<p class="muted">${failures}</p>`}${timelineFigure(timeline)}${logs(timeline)}</section>
`;
}

function logs({ events, logs: said }: TimelineReport): Html[] {
  return events.flatMap(({ name }, at) => {
    const log = said[at] ?? "";
    if (log === "") return [];
    const lines = log.split("\n").map((line) => plainLine(line, 300));
    return [
      html`<details><summary>what ${plainLine(name)} said last, in that session</summary><pre>${lines.join("\n")}</pre></details>
`,
    ];
  });
}
