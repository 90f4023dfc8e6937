/** Fewer points that draw the same line. */

export type Dot = Readonly<{ at: number; value: number }>;

/** Points that are kept of each column of pixels; fewer have nothing to lose. */
const KEPT = 4;

/**
 * Keeps the first, least, greatest and last point of each column of pixels: the line through them covers the same pixels as the line through
 * all (M4: Jugel, Jerzak, Hackenbroich, Markl, "M4: A Visualization-Oriented Time Series Data Aggregation", VLDB 2014).
 * @param line joined, by place
 * @param column places that share a pixel
 */
export function thin(line: readonly Dot[], column: number): readonly Dot[] {
  if (column <= KEPT) return line;
  const kept: Dot[] = [];
  for (let start = 0; start < line.length; ) {
    const end = columnEnd(line, start, column);
    let [least, greatest] = [start, start];
    for (let i = start + 1; i < end; i++) {
      if (line[i]!.value < line[least]!.value) least = i;
      if (line[i]!.value > line[greatest]!.value) greatest = i;
    }
    const places = [start, Math.min(least, greatest), Math.max(least, greatest), end - 1];
    for (const place of new Set(places)) kept.push(line[place]!);
    start = end;
  }
  return kept;
}

/** Index behind the last point of the column that `start` is in. */
function columnEnd(line: readonly Dot[], start: number, column: number): number {
  const own = Math.floor(line[start]!.at / column);
  let end = start + 1;
  while (end < line.length && Math.floor(line[end]!.at / column) === own) end++;
  return end;
}
