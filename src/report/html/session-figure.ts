/** One metric, session by session: noise is how far the dots scatter, the effect how far the arms stand apart. */
import { metricInfo } from "../../model/metric.ts";
import type { Change, Report } from "../../model/report.ts";
import { plainLine } from "../../text/outside.ts";
import { valueTicks } from "../../text/ticks.ts";
import { formatMetric } from "../../text/units.ts";
import { cellTexts } from "../words/rows.ts";
import { axisName, endName, spreadLabels, valueAxis } from "./axes.ts";
import { across, cssPercent, FULL, level, plot, upwards } from "./plot.ts";
import type { Scale } from "./scale.ts";
import { type Html, html } from "./template.ts";

type SessionDot = Readonly<{ arm: "base" | "head"; column: number; value: number; title: string }>;

const AXIS: Readonly<Record<Report["rule"]["form"], string>> = {
  paired: "sessions, base and head at the same time",
  unpaired: "base’s sessions, then head’s",
  prediction: "earlier runs, newest last, then head’s sessions",
};

/** Null where neither arm has values. */
export function sessionFigure(report: Report, change: Change): Html | null {
  const dots = sessionDots(report, change);
  if (dots.length === 0) return null;
  const { metric, base, head } = change;
  const info = metricInfo(metric);
  const values = [
    ...dots.map((dot) => dot.value),
    ...[base.estimate, head.estimate].filter((value) => value !== null),
  ];
  const [low, high] = domain(values);
  const columns = Math.max(...dots.map((dot) => dot.column));
  const x = across(-0.6, columns + 0.6);
  const y = upwards(low, high);
  const cells = cellTexts(change);
  const words = {
    title: `${info.label} of ${plainLine(change.workload)} by session`,
    description: `${info.description}; base ${cells.base}, head ${cells.head}, change ${cells.change} ${cells.interval}`,
  };
  const parts = {
    behind: [...valueAxis(valueTicks(metric, low, high, 5), y), axisName(AXIS[report.rule.form], 1)],
    lines: report.rule.form === "paired" ? pairs(dots, x, y) : [],
    before: [...estimateLines(change, y), ...dots.map((dot) => circle(dot, x, y))],
  };
  return html`<figure>
<figcaption>${info.label} <span class="muted">${cells.change} ${cells.interval}</span></figcaption>
${plot("named", words, parts)}</figure>`;
}

/** Pairs share a column. Otherwise base's sessions, or the earlier runs from the oldest on, a gap, and head's sessions. */
function sessionDots(report: Report, { metric, base, head }: Change): SessionDot[] {
  const paired = report.rule.form === "paired";
  const past = report.rule.form === "prediction";
  const runs = past ? base.values.toReversed() : base.values;
  const offset = paired || runs.length === 0 ? 0 : runs.length + 1;
  const title = (what: string, value: number) => `${what}: ${formatMetric(metric, value)}`;
  return [
    ...runs.map((value, index) => {
      const what = past ? `run ${index + 1} of ${runs.length}` : `base, session ${index + 1}`;
      return { arm: "base" as const, column: index, value, title: title(what, value) };
    }),
    ...head.values.map((value, index) => {
      return {
        arm: "head" as const,
        column: index + offset,
        value,
        title: title(`head, session ${index + 1}`, value),
      };
    }),
  ];
}

/** The values with a little room; never less than a thousandth of them, or equal values would show rounding as noise. */
function domain(values: readonly number[]): [number, number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const room = Math.max((high - low) * 0.1, Math.abs(high) * 0.0005, 1e-9);
  return [low - room, high + room];
}

/** A thin line from base to head of each session. */
function pairs(dots: readonly SessionDot[], x: Scale, y: Scale): Html[] {
  const heads = new Map(dots.filter((dot) => dot.arm === "head").map((dot) => [dot.column, dot.value]));
  return dots
    .filter((dot) => dot.arm === "base" && heads.has(dot.column))
    .map(
      ({ column, value }) =>
        html`<path class="pair" d="M${x(column)} ${y(value)}V${y(heads.get(column) ?? value)}"/>`,
    );
}

/** The estimates as lines, named at their right end. */
function estimateLines({ base, head }: Change, y: Scale): Html[] {
  const known = [
    { arm: "base", value: base.estimate },
    { arm: "head", value: head.estimate },
  ].flatMap(({ arm, value }) => (value === null ? [] : [{ arm, y: y(value) }]));
  return spreadLabels(known).map(
    ({ arm, y: at, nameY }) => html`${level(`${arm} estimate`, at)}${endName(arm, FULL, nameY, arm)}`,
  );
}

function circle({ arm, column, value, title }: SessionDot, x: Scale, y: Scale): Html {
  return html`<circle class="${arm} dot" cx="${cssPercent(x(column))}" cy="${cssPercent(y(value))}" r="4"><title>${title}</title></circle>
`;
}
