// What one, two and three looks find, how often a check of equal builds ends green, and what it costs, by simulation with the product's
// own judgement and choice of looks: docs/decisions/020-green.md quotes its output.
// usage: node scripts/bench/rule/looks.mjs [RUNS] [LOOKS]
//        LOOKS: 1, 2 or 3; all where nothing is said
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";
import { checkOf, drawRatios, GATES, MACHINES } from "./simulated.mjs";

const { priorsOfDay } = await importTypeScript("src/stats/shared-noise.ts");
const { seededRng } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 2 });
const RUNS = Number(positionals[0] ?? 400);
const LOOKS = positionals[1] === undefined ? [1, 2, 3] : [Number(positionals[1])];

/** What 20 stored measurements of these gates know, days and gates differing by a third and a fifth. */
const priorsFrom = (sds) => (spreads) =>
  priorsOfDay({ variances: spreads.map((_, i) => sds[i % GATES.length] ** 2), df: 40 }, spreads);

/** @param slower relative fall of QPS in one workload */
function run(rng, sds, slower, looks, known) {
  const effectOf = (workload, metric) => (workload === 0 && metric === 0 ? Math.log1p(-slower) : 0);
  const check = checkOf(drawRatios(rng, sds, effectOf), looks, known ? priorsFrom(sds) : undefined);
  return {
    red: check.verdicts.some(({ kind }) => kind === "regressed"),
    found: check.workloads[0].changes.some(({ verdict }) => verdict.kind === "regressed"),
    green: check.isGreen,
    within: check.isGreen && check.verdicts.every(({ most }) => most === undefined),
    cost: check.cost,
  };
}

/** Means over the runs of what `run` tells. */
function means(...story) {
  const rng = seededRng(1);
  const sum = { red: 0, found: 0, green: 0, within: 0, cost: 0 };
  for (let i = 0; i < RUNS; i++) {
    const told = run(rng, ...story);
    for (const name of Object.keys(sum)) sum[name] += Number(told[name]) / RUNS;
  }
  return sum;
}

const percent = (value) => (100 * value).toFixed(1);
console.log(
  "| sd of QPS / CPU / p99 in % | looks | store | red | green | of these within limits | cost | green at its limit | -3 % red; green | -5 % red; green |",
);
console.log("|:--|--:|:--|--:|--:|--:|--:|--:|--:|--:|");
for (const [name, sds] of Object.entries(MACHINES)) {
  for (const looks of LOOKS) {
    for (const known of [false, true]) {
      const equal = means(sds, 0, looks, known);
      // QPS falls by its limit: every green that does not name more is wrong.
      const atLimit = means(sds, 0.0201, looks, known);
      const slower = [0.03, 0.05].map((size) => means(sds, size, looks, known));
      const cells = [
        percent(equal.red),
        percent(equal.green),
        percent(equal.within),
        equal.cost.toFixed(2),
        percent(atLimit.within),
        ...slower.map(({ found, green }) => `${percent(found)}; ${percent(green)}`),
      ];
      console.log(`| ${name} | ${looks} | ${known ? "20 stored" : "none"} | ${cells.join(" | ")} |`);
    }
  }
}
