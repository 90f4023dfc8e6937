/** The results of all cases as the tables of tables.md. */
import { type Line, PROMISE, points, promiseText, tallyOf } from "./lines.ts";
import { MEASURES } from "./truth.ts";

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

/** For each measure how many lines keep the promise, and the worst error of those. */
export function summaryOf(cases: readonly Measured[]): string {
  const rows = MEASURES.map((measure) => {
    const lines = cases.flatMap((each) => each.lines).filter((line) => line.measure === measure);
    const { held, warned, broken } = tallyOf(lines);
    const errors = lines.filter(({ holds }) => holds).map(({ worst }) => Math.abs(worst));
    const most = errors.length === 0 ? "-" : (100 * Math.max(...errors)).toFixed(1);
    return [measure, `${100 * PROMISE[measure]} %`, lines.length, held, warned, broken, most].join(" | ");
  });
  const head = "measure | promise | lines | hold | warned of | broken | worst error that holds";
  return [`| ${head} |`, `|:--|${"--:|".repeat(6)}`, ...rows.map((row) => `| ${row} |`)].join("\n");
}
