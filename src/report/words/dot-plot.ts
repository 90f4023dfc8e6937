/**
 * A picture in letters: the sessions' changes, the interval and the limit of a few metrics on one axis. It shows effect and
 * noise together, and needs no host for an image.
 */
import { metricInfo } from "../../model/metric.ts";
import { ALL_WORKLOADS, type Change, type Report } from "../../model/report.ts";
import { padRight, plainColumns, widest } from "../../text/columns.ts";
import { type EffectAxis, effectAxis } from "./effect-axis.ts";
import { relevantOf, sessionEffects } from "./rows.ts";

// All of these are in WGL4, which every common fixed-width font has in one width.
const SESSION = "○";
const ESTIMATE = "●";
const WITHIN_LIMIT = "░";
const ZERO = "│";
const LABEL_MOST = 28;
/** A narrower picture shows nothing. */
const COLUMNS_LEAST = 24;

/**
 * Lines of the picture, or none where nothing has an interval.
 * @param width in columns, labels included.
 */
export function dotPlot(report: Report, changes: readonly Change[], width: number): string[] {
  const drawn = changes.filter((change) => change.effect !== null && change.interval !== null);
  if (drawn.length === 0) return [];
  const labels = drawn.map(({ workload, metric }) => {
    const label = metricInfo(metric).label;
    const name = workload === ALL_WORKLOADS ? "all together" : workload;
    return `${plainColumns(name, LABEL_MOST - label.length - 1)} ${label}`;
  });
  const labelWidth = widest(labels);
  const columns = width - labelWidth - 2;
  if (columns < COLUMNS_LEAST) return [];
  const dots = drawn.map((change) => plotDots(report, change));
  const axis = axisFor(drawn, dots, columns);
  const rows = drawn.map(
    (change, index) => `${padRight(labels[index]!, labelWidth)}  ${row(change, dots[index]!, axis)}`,
  );
  const blank = " ".repeat(labelWidth + 2);
  return [`${blank}${tickLine(axis)}`, ...rows, "", ...plotLegend(report, width)].map((line) =>
    line.trimEnd(),
  );
}

const DOTS: Readonly<Record<Report["rule"]["form"], readonly string[]>> = {
  paired: [`${SESSION} a session's head/base`],
  unpaired: [],
  prediction: [`${SESSION} an earlier run`],
};

function plotLegend({ rule }: Report, width: number): string[] {
  const parts = [
    ...DOTS[rule.form],
    `├─${ESTIMATE}─┤ change with its interval`,
    `${WITHIN_LIMIT} within the limit`,
  ];
  const line = parts.join("   ");
  return line.length <= width ? [line] : parts;
}

/** Pairs: each session's change. History: how far each earlier run is from the baseline. */
function plotDots(report: Report, change: Change): readonly number[] {
  if (report.rule.form !== "prediction") return sessionEffects(report, change);
  const typical = change.base.estimate ?? Number.NaN;
  return change.base.values.map((value) => value / typical - 1).filter(Number.isFinite);
}

type PlotAxis = EffectAxis & Readonly<{ columns: number }>;

function axisFor(
  changes: readonly Change[],
  dots: readonly (readonly number[])[],
  columns: number,
): PlotAxis {
  const ends = changes.flatMap((change) => [
    change.interval!.low,
    change.interval!.high,
    relevantOf(change),
    -relevantOf(change),
  ]);
  return { ...effectAxis([...ends, ...dots.flat()]), columns };
}

function plotColumn(value: number, { columns, share }: PlotAxis): number {
  return Math.round(share(value) * (columns - 1));
}

function row(change: Change, dots: readonly number[], axis: PlotAxis): string {
  const cells = new Array<string>(axis.columns).fill(" ");
  const fill = (from: number, to: number, letter: string) => {
    for (let column = plotColumn(from, axis); column <= plotColumn(to, axis); column += 1)
      cells[column] = letter;
  };
  const put = (value: number, letter: string) => {
    cells[plotColumn(value, axis)] = letter;
  };
  fill(-relevantOf(change), relevantOf(change), WITHIN_LIMIT);
  fill(change.interval!.low, change.interval!.high, "─");
  put(0, ZERO);
  for (const dot of dots) put(dot, SESSION);
  put(change.interval!.low, "├");
  put(change.interval!.high, "┤");
  put(change.effect!, ESTIMATE);
  if (change.interval!.low < axis.low) put(axis.low, "◄");
  if (change.interval!.high > axis.high) put(axis.high, "►");
  return cells.join("");
}

/** Labels centred on their columns; one that would touch its neighbour is left out. */
function tickLine(axis: PlotAxis): string {
  let line = "";
  for (const { at, label } of axis.ticks(Math.max(2, Math.floor(axis.columns / 12)))) {
    const start = Math.max(0, plotColumn(at, axis) - Math.floor(label.length / 2));
    if (line !== "" && start < line.length + 2) continue;
    line = line.padEnd(start) + label;
  }
  return line;
}
