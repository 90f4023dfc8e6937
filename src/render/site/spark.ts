/** Small pictures of a series that need no script: a line for each stretch on one machine, the newest value as a dot. */
import { linear } from "../html/scale.ts";
import { type Html, html } from "../html/template.ts";

export type SparkPoint = Readonly<{
  value: number | null;
  /** Points of equal words are joined. */
  machine: string;
}>;

const WIDTH = 160;
const HEIGHT = 32;
const EDGE = 4;

/**
 * @param points oldest first
 * @param changes places of the first points on a new level, with the side they went to
 * @param words what the picture shows, for those who do not see it
 */
export function sparkline(
  points: readonly SparkPoint[],
  changes: readonly Readonly<{ at: number; direction: "worse" | "better" }>[],
  words: string,
): Html {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]));
  if (values.length === 0) return html`<span class="muted">–</span>`;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = linear(0, Math.max(1, points.length - 1), EDGE, WIDTH - EDGE);
  // Noise of less than a percent is no mountain.
  const room = Math.max(0, (Math.abs(high) * 0.01 - (high - low)) / 2);
  const y = linear(low - room, high + room + 1e-12, HEIGHT - EDGE, EDGE);
  const lines = stretches(points).map((stretch) => {
    const path = stretch.map(({ at, value }) => `${x(at)} ${y(value)}`).join("L");
    return html`<path class="line" d="M${path}${stretch.length === 1 ? "h.01" : ""}"/>`;
  });
  const marks = changes.map(
    ({ at, direction }) => html`<path class="mark ${direction}" d="M${x(at)} 0V${HEIGHT}"/>`,
  );
  const last = points.findLastIndex(({ value }) => value !== null);
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="none" role="img"><title>${words}</title>${marks}${lines}<path class="newest" d="M${x(last)} ${y(points[last]!.value!)}h.01"/></svg>`;
}

/** What is joined: neighbours with a value, on one machine. */
function stretches(points: readonly SparkPoint[]): readonly (readonly { at: number; value: number }[])[] {
  const all: { at: number; value: number }[][] = [];
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
