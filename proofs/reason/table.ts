// The rows and totals that bench:reason prints.
import { EQUAL } from "./cases.ts";
import type { Checked } from "./check.ts";
import type { Judgement, Named } from "./judged.ts";

const JUDGEMENTS: readonly Judgement[] = ["right", "consequence", "unrelated", "none"];
/** Of the regressions, as many are to be named rightly. */
const ENOUGH = 0.95;

export function row({ name, verdict, ratio, named, why, judgement, seconds }: Checked) {
  const effect = ratio === null ? "-" : ratio.toFixed(3);
  const [first = "-", ...more] = named.map(nameText);
  const others = more.length === 0 ? "" : ` and ${more.length} more`;
  const reason = why === undefined ? "" : ` (${why})`;
  return `${name.padEnd(28)} ${verdict.padEnd(12)} ${effect.padStart(6)}  ${judgement.padEnd(11)} ${seconds.toFixed(0).padStart(3)} s  ${first}${others}${reason}`;
}

function nameText({ file, line, text }: Named) {
  const where = file === undefined ? "" : `${file}:${line ?? "?"} `;
  return where + text.replaceAll(/\s+/g, " ");
}

/**
 * Counts the regressions by area. A check that failed, and a cause named where nothing regressed or nothing was planted, are counted below
 * the table.
 * @returns isRight: nothing of that, nothing unrelated, and enough of the regressions are named rightly
 */
export function totals(results: readonly Checked[]) {
  const red = results.filter(({ verdict, area }) => verdict === "regressed" && area !== EQUAL);
  const areas = [...new Set(red.map(({ area }) => area))];
  const groups = areas.map((area) => [area, red.filter((each) => each.area === area)] as const);
  const others = results.filter((each) => !red.includes(each));
  const wrong = others.filter(({ judgement }) => judgement !== "none").length;
  const failures = others.filter(({ verdict }) => verdict === "failed").length;
  const minutes = results.reduce((all, { seconds }) => all + seconds, 0) / 60;
  const head = ["red", ...JUDGEMENTS].map((each) => each.padStart(12)).join("");
  const text = [
    `\n${"".padEnd(14)}${head}`,
    ...[...groups, ["all", red] as const].map(([area, of]) => line(area, of)),
    `${others.length} without a planted regression: ${wrong} were given a cause, ${failures} failed; ${minutes.toFixed(0)} min`,
  ];
  const count = (wanted: Judgement) => red.filter(({ judgement }) => judgement === wanted).length;
  const isEnough = count("right") >= ENOUGH * red.length && count("unrelated") === 0;
  return { text: text.join("\n"), isRight: isEnough && wrong === 0 && failures === 0 };
}

function line(area: string, results: readonly Checked[]) {
  const counts = JUDGEMENTS.map((wanted) => results.filter(({ judgement }) => judgement === wanted).length);
  const cells = [results.length, ...counts].map((count) => String(count).padStart(12));
  return area.padEnd(14) + cells.join("");
}
