/** A change in a table's row: its interval against the limit, all rows of a table on one scale. The zero is the plumb line. */
import type { Change, Report } from "../../model/report.ts";
import { formatChange, formatPercent } from "../../text/units.ts";
import { type EffectAxis, effectAxis } from "../words/effect-axis.ts";
import { relevantOf, sessionEffects } from "../words/rows.ts";
import { standingOfGate } from "../words/standing.ts";
import { linear, place, type Scale } from "./scale.ts";
import { type Html, html } from "./template.ts";

const WIDTH = 220;
const HEIGHT = 24;
/** Room that a label of the axis needs. */
const LABEL = 34;
const MIDDLE = HEIGHT / 2;

type EffectScale = Readonly<{ axis: EffectAxis; x: Scale }>;

/** The scale that shows all intervals, limits and sessions. */
export function effectScale(report: Report, changes: readonly Change[]): EffectScale {
  const axis = effectAxis(
    changes.flatMap((change) =>
      change.interval === null || change.effect === null
        ? []
        : [
            change.interval.low,
            change.interval.high,
            relevantOf(change),
            -relevantOf(change),
            ...sessionEffects(report, change),
          ],
    ),
  );
  const x = linear(0, 1, 4, WIDTH - 4);
  return { axis, x: (change) => x(axis.share(change)) };
}

/** The scale's labels, for the head of the column. */
export function intervalAxis({ axis, x }: EffectScale): Html {
  const ticks = axis.ticks(5).filter(({ at }) => x(at) >= LABEL / 2 && x(at) <= WIDTH - LABEL / 2);
  const labels = ticks.map(
    ({ at, label }) => html`<text class="tick" x="${x(at)}" y="12" text-anchor="middle">${label}</text>`,
  );
  return html`<svg class="interval" viewBox="0 0 ${WIDTH} 16" width="${WIDTH}" height="16" role="img"><title>Scale of the changes</title>${labels}</svg>`;
}

export function intervalPicture(report: Report, change: Change, scale: EffectScale): Html {
  const { effect, interval } = change;
  const standing = standingOfGate(change.verdict);
  const limit = relevantOf(change);
  if (effect === null || interval === null) return html``;
  const { axis, x } = scale;
  const [from, to] = [x(interval.low), x(interval.high)];
  const sessions = sessionEffects(report, change).map(
    (value) => html`<path class="session" d="M${x(value)} ${MIDDLE - 7}v14"/>`,
  );
  const text = `${formatChange(effect)}, between ${formatChange(interval.low)} and ${formatChange(interval.high)}; limit ${formatPercent(limit)}`;
  return html`<svg class="interval" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img"><title>${text}</title><rect class="limit" x="${x(-limit)}" y="2" width="${place(x(limit) - x(-limit))}" height="${HEIGHT - 4}"/><path class="zero" d="M${x(0)} 0V${HEIGHT}"/>${sessions}<path class="bar ${standing}" d="M${from} ${MIDDLE}H${to}"/>${arrow(interval.high > axis.high, to, 1, standing)}${arrow(interval.low < axis.low, from, -1, standing)}<circle class="estimate ${standing}" cx="${x(effect)}" cy="${MIDDLE}" r="4.5"/></svg>`;
}

function arrow(shown: boolean, at: number, direction: 1 | -1, kind: string): Html {
  return shown
    ? html`<path class="bar ${kind}" d="M${at - 5 * direction} ${MIDDLE - 5}L${at} ${MIDDLE}L${at - 5 * direction} ${MIDDLE + 5}"/>`
    : html``;
}
