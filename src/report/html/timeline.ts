/** Disruptions of a load: tables, and throughput and latency over time with the disruptions marked, one session of each arm. */

import type { Report } from "../../model/report.ts";
import type { TimelineBand, TimelineReport } from "../../model/timeline.ts";
import { plainLine } from "../../text/outside.ts";
import { valueTicks } from "../../text/ticks.ts";
import { disruptionTable, stretchTable, timelineFailures, timelineTerms } from "../words/timeline.ts";
import { timeAxis, valueAxis } from "./axes.ts";
import { across, cssPercent, plot, upwards } from "./plot.ts";
import type { Scale } from "./scale.ts";
import { tableBody } from "./table.ts";
import { type Html, html } from "./template.ts";

type Drawn = TimelineReport["head"];
/** One panel of the figure: `of` has the value of a step in the unit of `metric`, `band` the interval around it. */
type Reading = Readonly<{
  title: string;
  metric: "tps" | "p99";
  of: (drawn: Drawn, step: number) => number;
  band: (of: TimelineBand) => TimelineBand["perSecond"];
}>;

const READINGS: readonly Reading[] = [
  {
    title: "events a second",
    metric: "tps",
    of: ({ course }, step) => (course.events[step]! / course.stepNs) * 1e9,
    band: ({ perSecond }) => perSecond,
  },
  {
    title: "longest wait for an answer",
    metric: "p99",
    of: ({ course }, step) => course.longestNs[step]!,
    band: ({ longestNs }) => longestNs,
  },
];

export function timelineFigure(timeline: TimelineReport): Html {
  const arms = [timeline.head, ...(timeline.base === null ? [] : [timeline.base])];
  const first = Math.min(...arms.map((drawn) => secondsAt(drawn, 0)));
  const last = Math.max(...arms.map((drawn) => secondsAt(drawn, drawn.course.events.length)));
  const x = across(first, last);
  const lines = arms.length > 1 ? "lines" : "line";
  const hasBands = timeline.bands.head !== null;
  const panels = READINGS.map((reading) => panel(reading, timeline, x, timeAxis(first, last, x)));
  return html`<figure>
<figcaption>throughput and longest wait <span class="muted">${lines}: the session with the middle recovery${arms.length > 1 ? ", head drawn, base dashed" : ""}; ${hasBands ? "areas: 95 % interval of the mean over the sessions, of each step by itself; " : ""}disruptions in the shaded time of head, seconds from the start of the first disruption</span></figcaption>
${panels}</figure>`;
}

/** Start of a step, in seconds from the start of the first disruption. */
function secondsAt({ firstNs, course }: Drawn, step: number): number {
  return (step * course.stepNs - firstNs) / 1e9;
}

function panel(
  reading: Reading,
  { workload, head, base, bands, disruptions }: TimelineReport,
  x: Scale,
  seconds: readonly Html[],
): Html {
  const { title, metric, of } = reading;
  const values = (drawn: Drawn) => drawn.course.events.map((_, step) => of(drawn, step));
  const highest = Math.max(
    metric === "tps" ? 1 : 1e6,
    ...values(head),
    ...(base === null ? [] : values(base)),
  );
  const y = upwards(0, highest * 1.05);
  const line = (drawn: Drawn, arm: string) =>
    html`<path class="${arm} line" d="M${values(drawn)
      .map((value, step) => `${x(secondsAt(drawn, step + 0.5))} ${y(value)}`)
      .join("L")}"/>
`;
  const words = {
    title: `${title} of ${plainLine(workload)} over time, with its disruptions`,
    description: disruptions.map(({ name }) => plainLine(name)).join(", "),
  };
  const parts = {
    behind: [
      html`<text class="tick" y="-18">${title}</text>`,
      ...disruptions.map((disruption) => disruptionShade(disruption, head, x)),
      ...valueAxis(valueTicks(metric, 0, highest, 3), y),
      ...seconds,
    ],
    lines: [
      interval(reading, bands.base, "base", { x, y }),
      interval(reading, bands.head, "head", { x, y }),
      ...(base === null ? [] : [line(base, "base")]),
      line(head, "head"),
    ],
  };
  return plot("panel", words, parts);
}

/** The area between the bounds, no higher than the picture. */
function interval(
  { band }: Reading,
  of: TimelineBand | null,
  arm: string,
  { x, y }: Readonly<{ x: Scale; y: Scale }>,
): Html {
  if (of === null) return html``;
  const { low, high } = band(of);
  const point = (value: number, step: number) =>
    `${x((of.fromNs + (step + 0.5) * of.stepNs) / 1e9)} ${Math.max(0, y(value))}`;
  const there = high.map(point);
  const back = low.map(point).reverse();
  return html`<path class="${arm} band" d="M${[...there, ...back].join("L")}Z"/>
`;
}

/** Least width of a shade, so that it is seen. */
const SHADE_LEAST = 3;

function disruptionShade(
  { name, beganNs, tookNs }: Pick<TimelineReport["disruptions"][number], "name" | "beganNs" | "tookNs">,
  { firstNs }: Drawn,
  x: Scale,
): Html {
  const from = x((beganNs - firstNs) / 1e9);
  const width = Math.max(SHADE_LEAST, x((beganNs + tookNs - firstNs) / 1e9) - from);
  return html`<rect class="applied" x="${cssPercent(from)}" width="${cssPercent(width)}" height="100%"><title>${plainLine(name)}</title></rect><text class="tick" x="${cssPercent(from)}" dx="3" y="-4">${plainLine(name)}</text>
`;
}

/** Disruptions of a load: a table, the picture, and what the disruptions said. */
export function timelinesHtml({ timelines: all = [] }: Report): Html {
  return html`${all.map(timelineSection)}`;
}

function timelineSection(timeline: TimelineReport): Html {
  const title = `Disruptions of ${plainLine(timeline.workload)}`;
  const stretches = stretchTable(timeline);
  const course = `Load before, in and after the disruptions of ${plainLine(timeline.workload)}`;
  const failures = timelineFailures(timeline);
  return html`<section class="timeline"><h2>${title}</h2><p>${timelineTerms(timeline)}.</p>
<div class="wide" tabindex="0" role="region" aria-label="${title}"><table>${tableBody(disruptionTable(timeline))}</table></div>
${
  stretches.rows.length === 0
    ? html``
    : html`<div class="wide course" tabindex="0" role="region" aria-label="${course}"><table>${tableBody(stretches)}</table></div>
`
}${failures === "" ? html`` : html`<p class="muted">${failures}</p>`}${timelineFigure(timeline)}${logs(timeline)}</section>
`;
}

function logs({ disruptions, logs: said }: TimelineReport): Html[] {
  return disruptions.flatMap(({ name }, at) => {
    const log = said[at] ?? "";
    if (log === "") return [];
    const lines = log.split("\n").map((line) => plainLine(line, 300));
    return [
      html`<details><summary>what ${plainLine(name)} said last, in that session</summary><pre>${lines.join("\n")}</pre></details>
`,
    ];
  });
}
