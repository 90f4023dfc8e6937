/** A change in a table's row: its interval against the limit, all rows on one scale. The zero is the plumb line. */
import type { Change, Report } from "../../model/report.ts";
import { sessionEffects } from "../rows.ts";
import { niceTicks } from "../ticks.ts";
import { formatEffect, NBSP } from "../units.ts";
import { linear, place, type Scale } from "./scale.ts";
import { type Html, html } from "./template.ts";

const WIDTH = 220;
const HEIGHT = 24;
const MIDDLE = HEIGHT / 2;
/** One huge change must not flatten the others: beyond this, an arrow says that it goes on. */
const REACH_MOST = 0.6;

export type EffectScale = Readonly<{ low: number; high: number; x: Scale }>;

/** The scale that shows all intervals and limits, within reason. */
export function effectScale(changes: readonly Change[]): EffectScale {
  const ends = changes.flatMap(({ interval, effect, margin }) =>
    interval === null || effect === null ? [] : [interval.low, interval.high, margin, -margin],
  );
  const low = Math.max(-REACH_MOST, Math.min(-0.01, ...ends)) * 1.06;
  const high = Math.min(REACH_MOST, Math.max(0.01, ...ends)) * 1.06;
  return { low, high, x: linear(low, high, 4, WIDTH - 4) };
}

/** The scale's labels, for the head of the column. */
export function intervalAxis({ low, high, x }: EffectScale): Html {
  const labels = niceTicks(low, high, 4).map((tick) => {
    const text = tick === 0 ? "0" : formatEffect(tick).replace(`.0${NBSP}`, NBSP);
    const anchor = x(tick) < 20 ? "start" : x(tick) > WIDTH - 20 ? "end" : "middle";
    return html`<text class="tick" x="${x(tick)}" y="12" text-anchor="${anchor}">${text}</text>`;
  });
  return html`<svg class="interval" viewBox="0 0 ${WIDTH} 16" width="${WIDTH}" height="16" role="img"><title>Scale of the changes</title>${labels}</svg>`;
}

export function intervalPicture(report: Report, change: Change, scale: EffectScale): Html {
  const { effect, interval, margin, verdict } = change;
  if (effect === null || interval === null) return html``;
  const { low, high } = scale;
  const within = (value: number) => scale.x(Math.min(high, Math.max(low, value)));
  const [from, to] = [within(interval.low), within(interval.high)];
  const sessions = sessionEffects(report, change)
    .filter((value) => value >= low && value <= high)
    .map((value) => html`<path class="session" d="M${scale.x(value)} ${MIDDLE - 7}v14"/>`);
  const text = `${formatEffect(effect)}, between ${formatEffect(interval.low)} and ${formatEffect(interval.high)}; limit ${formatEffect(margin)}`;
  return html`<svg class="interval" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img"><title>${text}</title><rect class="limit" x="${within(-margin)}" y="2" width="${place(within(margin) - within(-margin))}" height="${HEIGHT - 4}"/><path class="zero" d="M${within(0)} 0V${HEIGHT}"/>${sessions}<path class="bar ${verdict.kind}" d="M${from} ${MIDDLE}H${to}"/>${arrow(interval.high > high, to, 1, verdict.kind)}${arrow(interval.low < low, from, -1, verdict.kind)}<circle class="estimate ${verdict.kind}" cx="${within(effect)}" cy="${MIDDLE}" r="4.5"/></svg>`;
}

function arrow(shown: boolean, at: number, direction: 1 | -1, kind: string): Html {
  return shown
    ? html`<path class="bar ${kind}" d="M${at - 5 * direction} ${MIDDLE - 5}L${at} ${MIDDLE}L${at - 5 * direction} ${MIDDLE + 5}"/>`
    : html``;
}
