/**
 * Latency curves of both arms. The percentiles stand at 1/(1-q) on a logarithmic axis, so that each step to the right is ten
 * times as rare, and the tail has as much room as the middle.
 */
import type { Curve, WorkloadReport } from "../../model/report.ts";
import { decimal } from "../../stats/round.ts";
import { plainLine } from "../../text/outside.ts";
import { logTicks } from "../../text/ticks.ts";
import { formatChosen, formatMetric } from "../../text/units.ts";
import { endName, labelBelow, spreadLabels, valueAxis } from "./axes.ts";
import { across, cssPercent, plot, upright, upwards } from "./plot.ts";
import type { Scale } from "./scale.ts";
import { type Html, html, trusted } from "./template.ts";

const PERCENTILES = [
  { q: 0.5, label: "50" },
  { q: 0.9, label: "90" },
  { q: 0.99, label: "99" },
  { q: 0.999, label: "99.9" },
  { q: 0.9999, label: "99.99" },
  { q: 0.99999, label: "99.999" },
] as const;

/** Quantiles that people ask for: marked on the curve. */
const MARKED = [0.5, 0.95, 0.99, 0.999];

type CurvePoint = Readonly<{ q: number; ns: number }>;
type LatencyCurve = Readonly<{ arm: "base" | "head"; points: readonly CurvePoint[] }>;

/** Null where no arm has a curve. */
export function latencyFigure({ name, curves }: WorkloadReport): Html | null {
  const lines: LatencyCurve[] = [];
  for (const arm of ["base", "head"] as const) {
    const points = latencyPoints(curves[arm]);
    if (points.length > 1) lines.push({ arm, points });
  }
  if (lines.length === 0) return null;
  const all = lines.flatMap((line) => line.points);
  const low = Math.min(...all.map((point) => point.ns));
  const high = Math.max(...all.map((point) => point.ns));
  const most = Math.max(...all.map((point) => point.q));
  const x = across(0, rarity(most));
  const y = upwards(low * 0.93, high * 1.07, { log: true });
  const ticks = logTicks(low * 0.93, high * 1.07).map((at) => ({ at, label: formatChosen("p50", at) }));
  const words = { title: `Latency curves of ${plainLine(name)}`, description: latencyDescription(lines) };
  const parts = {
    behind: [...valueAxis(ticks, y), ...percentileAxis(most, x)],
    lines: lines.map((line) => curve(line, x, y)),
    before: [...lines.flatMap((line) => dots(line, x, y)), ...endLabels(lines, x, y)],
  };
  return html`<figure>
<figcaption>Latency <span class="muted">by percentile</span></figcaption>
${plot("named", words, parts)}</figure>`;
}

/** Usable points: a logarithm needs a positive latency, and the maximum has no place on an axis of rarity. */
function latencyPoints(curve: Curve | null): CurvePoint[] {
  if (curve === null) return [];
  const points = curve.quantiles.map((q, index) => ({ q, ns: curve.ns[index] ?? 0 }));
  return points.filter(({ q, ns }) => q >= 0 && q < 1 && ns > 0).toSorted((a, b) => a.q - b.q);
}

/** Rarity of a latency beyond quantile q, in powers of ten: 1 for p90, 2 for p99. */
function rarity(q: number): number {
  return -Math.log10(1 - q);
}

function latencyDescription(lines: readonly LatencyCurve[]): string {
  const texts = lines.map(({ arm, points }) => {
    const marks = markedPoints(points).map(({ q, ns }) => `${percentileName(q)} ${formatMetric("p50", ns)}`);
    return `${arm}: ${marks.join(", ")}`;
  });
  return `${texts.join("; ")}.`;
}

/** The points where people ask, as the histogram's first value at or beyond each. */
function markedPoints(points: readonly CurvePoint[]): readonly CurvePoint[] {
  const found = MARKED.map((q) => ({ q, ns: points.find((point) => point.q >= q - 1e-9)?.ns }));
  return found.flatMap(({ q, ns }) => (ns === undefined ? [] : [{ q, ns }]));
}

function percentileName(q: number): string {
  return `p${decimal(q * 100, 4)}`;
}

/** Thousandths of the narrowest plot: the mean glyph of these labels, of which the percent sign is the widest, and what stands between two of them at least. */
const GLYPH = 42;
const GAP = 22;

/** A long tail has many steps, which become narrow: a label that would touch the one before is left out, its line stays. */
function percentileAxis(most: number, x: Scale): Html[] {
  const shown = PERCENTILES.filter(({ q }) => q <= most + 1e-12);
  let end = Number.NEGATIVE_INFINITY;
  return shown.map(({ q, label }) => {
    const at = x(rarity(q));
    const half = (GLYPH * `${label}%`.length) / 2;
    const hasRoom = at - half >= end + GAP;
    if (hasRoom) end = at + half;
    return html`${upright("grid", at)}${hasRoom ? labelBelow(at, `${label}%`) : html``}`;
  });
}

function curve({ arm, points }: LatencyCurve, x: Scale, y: Scale): Html {
  const path = points.map(({ q, ns }) => `${x(rarity(q))} ${y(ns)}`).join("L");
  return html`<path class="${arm} line" d="${trusted(`M${path}`)}"/>`;
}

function dots({ arm, points }: LatencyCurve, x: Scale, y: Scale): Html[] {
  return markedPoints(points).map(
    ({ q, ns }) =>
      html`<circle class="${arm} dot" cx="${cssPercent(x(rarity(q)))}" cy="${cssPercent(y(ns))}" r="3.2"><title>${arm} ${percentileName(q)}: ${formatMetric("p50", ns)}</title></circle>
`,
  );
}

/** The names stand where the curves end. */
function endLabels(lines: readonly LatencyCurve[], x: Scale, y: Scale): Html[] {
  const ends = lines.map(({ arm, points }) => {
    const { q, ns } = points.at(-1)!;
    return { arm, x: x(rarity(q)), y: y(ns) };
  });
  return spreadLabels(ends).map(({ arm, x: right, nameY }) => endName(arm, right, nameY, arm));
}
