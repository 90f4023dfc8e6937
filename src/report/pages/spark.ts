/** Small pictures of a series that need no script: a line for each stretch on one machine, the newest value as a dot. */
import { linear, type Scale } from "../html/scale.ts";
import { type Html, html } from "../html/template.ts";
import { type Dot, thin } from "./thin.ts";

export type SparkPoint = Readonly<{
  value: number | null;
  /** Points of equal words are joined. */
  machine: string;
}>;

const WIDTH = 160;
const HEIGHT = 32;
const EDGE = 4;

/** Places of so many points, in the picture's own units; also the way back, for a pointer over the picture. */
export function sparkPlaces(count: number): Readonly<{ x: Scale; nearest: (share: number) => number }> {
  const last = Math.max(1, count - 1);
  const nearest = (share: number) => Math.round(((share * WIDTH - EDGE) / (WIDTH - 2 * EDGE)) * last);
  return {
    x: linear(0, last, EDGE, WIDTH - EDGE),
    nearest: (share) => Math.min(count - 1, Math.max(0, nearest(share))),
  };
}

/** A line through the picture at a place: path data. */
export function sparkCursor(place: number, count: number): string {
  return `M${sparkPlaces(count).x(place)} 0V${HEIGHT}`;
}

/**
 * @param points oldest first
 * @param changes places of the first points on a new level, with the side they went to
 * @param words what the picture shows, for those who do not see it
 */
export function sparklineSvg(
  points: readonly SparkPoint[],
  changes: readonly Readonly<{ at: number; direction: "worse" | "better" }>[],
  words: string,
): Html {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length === 0) return html`<span class="muted">–</span>`;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const { x } = sparkPlaces(points.length);
  // Noise of less than a percent is no mountain.
  const room = Math.max(0, (Math.abs(high) * 0.01 - (high - low)) / 2);
  const y = linear(low - room, high + room + 1e-12, HEIGHT - EDGE, EDGE);
  const lines = stretches(points).map((stretch) => {
    const path = thin(stretch, points.length / WIDTH)
      .map(({ at, value }) => `${x(at)} ${y(value)}`)
      .join("L");
    return html`<path class="line" d="M${path}${stretch.length === 1 ? "h.01" : ""}"/>`;
  });
  const marks = changes.map(
    ({ at, direction }) => html`<path class="mark ${direction}" d="M${x(at)} 0V${HEIGHT}"/>`,
  );
  const last = points.findLastIndex(({ value }) => value !== null);
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="none" role="img"><title>${words}</title>${marks}${lines}<path class="newest" d="M${x(last)} ${y(points[last]!.value!)}h.01"/></svg>`;
}

/** Stretches to join: neighbours with a value, on one machine. */
function stretches(points: readonly SparkPoint[]): readonly (readonly Dot[])[] {
  const all: Dot[][] = [];
  let before: string | null = null;
  for (const [at, { value, machine }] of points.entries()) {
    if (value !== null) {
      if (machine === before) all.at(-1)!.push({ at, value });
      else all.push([{ at, value }]);
    }
    before = value === null ? null : machine;
  }
  return all;
}
