/** Tables of scores in Markdown. */
import type { Score } from "./evaluate.ts";
import { wilson } from "./wilson.ts";

/** A row for each rule, a column for each scenario, cost last. Shares have their Wilson interval of 95 %. */
export function scoreTable(scores: readonly Score[]): string {
  const scenarios = [...new Set(scores.map(({ scenario }) => scenario))];
  const rules = [...new Set(scores.map(({ rule }) => rule))];
  const equal = scores.filter(({ scenario }) => scenario === EQUAL);
  const hasGreen = equal.some(({ green }) => green !== null);
  const lines = rules.flatMap((rule) => {
    const own = scores.filter((score) => score.rule === rule && score.draws > 0);
    if (own.length === 0)
      return [`| ${rule} |${" - |".repeat(scenarios.length + Number(hasGreen))} too little history |`];
    const cells = scenarios.map((scenario) => shareText(own.find((score) => score.scenario === scenario)));
    const minutes = own.reduce((sum, score) => sum + score.minutes, 0) / own.length;
    const green = hasGreen ? [greenText(equal.find((score) => score.rule === rule))] : [];
    return [`| ${rule} | ${[...green, ...cells].join(" | ")} | ${minutes.toFixed(1)} |`];
  });
  return [
    `| rule | ${[...(hasGreen ? ["equal builds: green"] : []), ...scenarios].join(" | ")} | minutes |`,
    `|:--|${"--:|".repeat(scenarios.length + Number(hasGreen))}--:|`,
    ...lines,
  ].join("\n");
}

/** The scenario without any change. */
export const EQUAL = "false runs";

function greenText(score: Score | undefined): string {
  return score === undefined || score.green === null ? "-" : shareText({ ...score, hits: score.green });
}

function shareText(score: Score | undefined): string {
  if (score === undefined) return "-";
  const { low, high } = wilson(score.hits, score.draws);
  return `${percent(score.hits / score.draws)} (${percent(low)}..${percent(high)})`;
}

function percent(share: number): string {
  const value = share * 100;
  return value === 0 || value >= 9.95 ? value.toFixed(0) : value.toFixed(1);
}
