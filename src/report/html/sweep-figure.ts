/** A metric over the values of an option, a line for each target: dots are geometric means, whiskers their intervals over sessions. */
import { type MetricId, metricInfo } from "../../model/metric.ts";
import type { PointResult, ScalingCurve } from "../../model/sweep.ts";
import { throughputAt } from "../../stats/usl.ts";
import { plainLine } from "../../text/outside.ts";
import { labelled, logTicks, niceTicks } from "../../text/ticks.ts";
import { formatAmount, formatMetric } from "../../text/units.ts";
import { metricAt } from "../words/sweep.ts";
import { axisName, endName, labelBelow, spreadLabels, valueAxis } from "./axes.ts";
import { across, cssPercent, plot, upright, upwards } from "./plot.ts";
import type { Scale } from "./scale.ts";
import { type Html, html, trusted } from "./template.ts";

/** Steps of the fitted curve. */
const STEPS = 80;
/** Room of a label below the axis, and at both ends of it; thousandths of the narrowest plot. */
const LABEL = 110;
const ROOM = 30;

export type SweepCurve = Readonly<{
  name: string;
  /** Index of its colour. */
  series: number;
  metric: MetricId;
  points: readonly PointResult[];
  /** Drawn behind the dots. */
  curve: ScalingCurve | undefined;
}>;

type SweepDot = Readonly<{
  at: number;
  value: number;
  low: number;
  high: number;
  title: string;
  isClient: boolean;
}>;

/** Null where fewer than two values were measured. */
export function sweepFigure(title: string, option: string, lines: readonly SweepCurve[]): Html | null {
  const values = [
    ...new Set(lines.flatMap(({ points }) => points.map((point) => point.values[option] ?? ""))),
  ];
  const isNumeric = values.every((value) => typeof value === "number");
  const axisValue = (point: PointResult) =>
    isNumeric ? Number(point.values[option]) : values.indexOf(point.values[option] ?? "");
  const drawn = lines.map((line) => ({ line, dots: curveDots(line, option, axisValue) }));
  const all = drawn.flatMap(({ dots }) => dots);
  if (new Set(all.map(({ at }) => at)).size < 2) return null;
  const { metric } = lines[0]!;
  const x = horizontal(
    all.map(({ at }) => at),
    isNumeric,
  );
  const [least, most] = [Math.min(...all.map(({ low }) => low)), Math.max(...all.map(({ high }) => high))];
  const isLatency = metricInfo(metric).unit === "nanoseconds";
  const ends = isLatency ? ([least * 0.93, most * 1.07] as const) : ([0, most * 1.05] as const);
  const y = upwards(...ends, { log: isLatency });
  const ticks = isLatency ? logTicks(...ends) : niceTicks(...ends, 5);
  const words = { title: `${title} by ${plainLine(option)}`, description: sweepDescription(drawn) };
  const parts = {
    behind: [
      ...valueAxis(labelled(metric, ticks), y),
      ...optionAxis(values, isNumeric, all, x),
      axisName(plainLine(option, 60), 2),
    ],
    lines: drawn.map(({ line, dots }) => curveLine(line, dots, x, y)),
    before: [
      ...(drawn.length === 1 ? peakMark(drawn[0]!.line.curve, drawn[0]!.dots, x) : []),
      ...drawn.flatMap(({ line, dots }) => curveMarks(line, dots, x, y)),
      ...names(drawn, x, y),
    ],
  };
  return html`<figure>
<figcaption>${title}</figcaption>
${plot("curves", words, parts)}</figure>`;
}

function curveDots(
  { metric, points, name }: SweepCurve,
  option: string,
  axisValue: (point: PointResult) => number,
): readonly SweepDot[] {
  return points
    .flatMap((point): readonly SweepDot[] => {
      const own = metricAt(point, metric);
      if (own === undefined || own.value <= 0) return [];
      const { low, high } = own.interval ?? { low: own.value, high: own.value };
      const title = `${name}, ${option} ${point.values[option]}: ${formatMetric(metric, own.value)}${point.clientBound ? ", the load generator's limit" : ""}`;
      // A whisker of two sessions may be ten times as long as what there is to see.
      const [least, most] = [Math.max(low, own.value / 2), Math.min(high, own.value * 2)];
      return [
        {
          at: axisValue(point),
          value: own.value,
          low: least,
          high: most,
          title,
          isClient: point.clientBound,
        },
      ];
    })
    .toSorted((a, b) => a.at - b.at);
}

/** Loads are doubled as a rule, rather than raised by steps: where the largest is many times the smallest the axis is logarithmic. */
function horizontal(at: readonly number[], isNumeric: boolean): Scale {
  const [low, high] = [Math.min(...at), Math.max(...at)];
  const isWide = isNumeric && low > 0 && high / low > 20;
  return across(low, high, { log: isWide, room: ROOM });
}

/** The values that were measured are the ticks; of neighbours without room for both the first is named. */
function optionAxis(
  values: readonly PointResult["values"][string][],
  isNumeric: boolean,
  dots: readonly SweepDot[],
  x: Scale,
): readonly Html[] {
  let end = Number.NEGATIVE_INFINITY;
  return [...new Set(dots.map(({ at }) => at))]
    .toSorted((a, b) => a - b)
    .flatMap((at) => {
      if (x(at) - end < LABEL) return [];
      end = x(at);
      const text = isNumeric ? String(at) : plainLine(String(values[at]), 12);
      return [labelBelow(x(at), text)];
    });
}

function curveLine({ series, curve }: SweepCurve, dots: readonly SweepDot[], x: Scale, y: Scale): Html {
  const path = (points: readonly (readonly [number, number])[]) =>
    trusted(`M${points.map(([at, value]) => `${x(at)} ${y(value)}`).join("L")}`);
  const fitted = curve === undefined ? [] : curvePoints(curve, dots);
  const whiskers = dots.map(({ at, low, high }) => `M${x(at)} ${y(low)}V${y(high)}`).join("");
  const line =
    fitted.length > 0
      ? html`<path class="series-${series} fitted" d="${path(fitted)}"/>`
      : html`<path class="series-${series} line" d="${path(dots.map(({ at, value }) => [at, value] as const))}"/>`;
  return html`${line}<path class="series-${series} whisker" d="${trusted(whiskers === "" ? "M0 0" : whiskers)}"/>
`;
}

function curveMarks({ series }: SweepCurve, dots: readonly SweepDot[], x: Scale, y: Scale): readonly Html[] {
  return dots.map(
    ({ at, value, title, isClient }) =>
      html`<circle class="series-${series} ${isClient ? "client " : ""}dot" cx="${cssPercent(x(at))}" cy="${cssPercent(y(value))}" r="3.6"><title>${plainLine(title, 160)}</title></circle>
`,
  );
}

/** Line and name of the load at which throughput peaks, where it is among those measured. Of several targets they would hide each other. */
function peakMark(curve: ScalingCurve | undefined, dots: readonly SweepDot[], x: Scale): readonly Html[] {
  if (curve?.scaling.kind !== "fit" || curve.scaling.peak.kind !== "within") return [];
  const { value } = curve.scaling.peak.at;
  if (value < dots[0]!.at || value > dots.at(-1)!.at) return [];
  const name = html`<text class="tick" x="${cssPercent(x(value))}" y="100%" dx="6" dy="-8">peak ${formatAmount(value)}</text>
`;
  return [upright("peak", x(value)), name];
}

function curvePoints(
  { scaling }: ScalingCurve,
  dots: readonly SweepDot[],
): readonly (readonly [number, number])[] {
  if (scaling.kind === "none") return [];
  const [low, high] = [dots[0]!.at, dots.at(-1)!.at];
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const at = low * (high / low) ** (step / STEPS);
    return [at, throughputAt(scaling.curve, at)] as const;
  });
}

/** The names stand where the lines end. */
function names(
  drawn: readonly Readonly<{ line: SweepCurve; dots: readonly SweepDot[] }>[],
  x: Scale,
  y: Scale,
): readonly Html[] {
  const ends = drawn.flatMap(({ line, dots }) => {
    const end = dots.at(-1);
    return end === undefined ? [] : [{ line, x: x(end.at), y: y(end.value) }];
  });
  return spreadLabels(ends).map(({ line: { name, series }, x: right, nameY }) =>
    endName(`series-${series}`, right, nameY, plainLine(name, 14)),
  );
}

function sweepDescription(drawn: readonly Readonly<{ dots: readonly SweepDot[] }>[]): string {
  return plainLine(drawn.flatMap(({ dots }) => dots.map(({ title }) => title)).join("; "), 2000);
}
