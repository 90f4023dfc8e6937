/** A change in a table's row: its interval against the limit, all rows on one scale. The zero is the plumb line. */
import type { Change, Report } from "../../model/report.ts";
import { relevantOf, sessionEffects } from "../words/rows.ts";
import { niceTicks, PICTURE_REACH } from "../words/ticks.ts";
import { formatEffect, formatEffectTick } from "../words/units.ts";
import { linear, place, type Scale } from "./scale.ts";
import { type Html, html } from "./template.ts";

const WIDTH = 220;
const HEIGHT = 24;
/** Room that a label of the axis needs. */
const LABEL = 34;
const MIDDLE = HEIGHT / 2;

export type EffectScale = Readonly<{ low: number; high: number; x: Scale }>;

/** The scale that shows all intervals and limits, within reason. */
export function effectScale(changes: readonly Change[]): EffectScale {
  const ends = changes.flatMap((change) =>
    change.interval === null || change.effect === null
      ? []
      : [change.interval.low, change.interval.high, relevantOf(change), -relevantOf(change)],
  );
  const low = Math.max(-PICTURE_REACH, Math.min(-0.01, ...ends)) * 1.06;
  const high = Math.min(PICTURE_REACH, Math.max(0.01, ...ends)) * 1.06;
  return { low, high, x: linear(low, high, 4, WIDTH - 4) };
}

/** The scale's labels, for the head of the column. */
export function intervalAxis({ low, high, x }: EffectScale): Html {
  const ticks = niceTicks(low, high, 5).filter(
    (tick) => x(tick) >= LABEL / 2 && x(tick) <= WIDTH - LABEL / 2,
  );
  const labels = ticks.map(
    (tick) =>
      html`<text class="tick" x="${x(tick)}" y="12" text-anchor="middle">${formatEffectTick(tick)}</text>`,
  );
  return html`<svg class="interval" viewBox="0 0 ${WIDTH} 16" width="${WIDTH}" height="16" role="img"><title>Scale of the changes</title>${labels}</svg>`;
}

export function intervalPicture(report: Report, change: Change, scale: EffectScale): Html {
  const { effect, interval, verdict } = change;
  const limit = relevantOf(change);
  if (effect === null || interval === null) return html``;
  const { low, high } = scale;
  const within = (value: number) => scale.x(Math.min(high, Math.max(low, value)));
  const [from, to] = [within(interval.low), within(interval.high)];
  const sessions = sessionEffects(report, change)
    .filter((value) => value >= low && value <= high)
    .map((value) => html`<path class="session" d="M${scale.x(value)} ${MIDDLE - 7}v14"/>`);
  const text = `${formatEffect(effect)}, between ${formatEffect(interval.low)} and ${formatEffect(interval.high)}; limit ${formatEffect(limit)}`;
  return html`<svg class="interval" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img"><title>${text}</title><rect class="limit" x="${within(-limit)}" y="2" width="${place(within(limit) - within(-limit))}" height="${HEIGHT - 4}"/><path class="zero" d="M${within(0)} 0V${HEIGHT}"/>${sessions}<path class="bar ${verdict.kind}" d="M${from} ${MIDDLE}H${to}"/>${arrow(interval.high > high, to, 1, verdict.kind)}${arrow(interval.low < low, from, -1, verdict.kind)}<circle class="estimate ${verdict.kind}" cx="${within(effect)}" cy="${MIDDLE}" r="4.5"/></svg>`;
}

function arrow(shown: boolean, at: number, direction: 1 | -1, kind: string): Html {
  return shown
    ? html`<path class="bar ${kind}" d="M${at - 5 * direction} ${MIDDLE - 5}L${at} ${MIDDLE}L${at - 5 * direction} ${MIDDLE + 5}"/>`
    : html``;
}
