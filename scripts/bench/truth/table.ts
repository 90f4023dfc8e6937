/** The results of all cases as the table of docs/truth.md. */
import { type Line, points, promiseText } from "./lines.ts";

export type Measured = Readonly<{ title: string; lines: readonly Line[] }>;

const HEADS = [
  "servers and load",
  "measure",
  "truth from",
  "error alone: base, head",
  "side by side: base, head",
  "head/base: truth",
  "shown",
  "error",
  "promise",
];

/** In Markdown; all numbers in per cent. The name of a case stands in its first line. */
export function tableOf(cases: readonly Measured[]): string {
  const rows = cases.flatMap(({ title, lines }) =>
    lines.map(({ measure, source, alone, together, ratio, ...line }, at) => [
      at === 0 ? title : "",
      measure,
      source,
      `${points(alone.base)}, ${points(alone.head)}`,
      `${points(together.base)}, ${points(together.head)}`,
      points(ratio.truth),
      points(ratio.shown),
      points(ratio.error),
      promiseText({ measure, ...line }),
    ]),
  );
  const aligned = HEADS.map((_, at) => (at < 3 || at === HEADS.length - 1 ? ":--" : "--:"));
  return [HEADS.join(" | "), aligned.join("|"), ...rows.map((cells) => cells.join(" | "))]
    .map((row, at) => (at === 1 ? `|${row}|` : `| ${row} |`))
    .join("\n");
}
