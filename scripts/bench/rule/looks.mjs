// What one, two and three looks find, how often a check of equal builds ends green or red, and what it costs, by simulation of whole checks with
// the product's own judgement and choice of looks: docs/decisions/020-green.md quotes its output.
// usage: node scripts/bench/rule/looks.mjs [RUNS] [LOOKS] [MACHINE]
//        RUNS of each cell, 300 where nothing is said; LOOKS: 1, 2, 3 or "all"; MACHINE: a part of its name, for example 2.4
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { checkOf, drawRatios, MACHINES, stored } = await importTypeScript("scripts/bench/rule/simulated.ts");
const { wilson } = await importTypeScript("scripts/bench/detect/wilson.ts");
const { seededRng } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 3 });
const RUNS = Number(positionals[0] ?? 300);
const LOOKS = [1, 2, 3].filter((looks) => ["all", String(looks)].includes(positionals[1] ?? "all"));
const MACHINE = positionals[2] ?? "";
const STORED = 20;

/** @param slower relative fall of QPS in one workload */
function run(rng, sds, { slower, looks, known, seed }) {
  const effectOf = (workload, metric) => (workload === 0 && metric === 0 ? Math.log1p(-slower) : 0);
  const ratios = drawRatios(rng, sds, { effectOf });
  const earlier = known ? stored(rng, sds, STORED) : undefined;
  const { report, isRed, isGreen, cost } = checkOf(ratios, { looks, seed, earlier });
  return {
    red: isRed,
    found: report.workloads[0].changes.some(({ verdict }) => verdict.kind === "regressed"),
    green: isGreen,
    within: isGreen && report.excluded === undefined,
    cost,
  };
}

/** Sums over the runs of what `run` tells. */
function sums(sds, story) {
  const rng = seededRng(1);
  const sum = { red: 0, found: 0, green: 0, within: 0, cost: 0 };
  for (let i = 0; i < RUNS; i++) {
    const told = run(rng, sds, { ...story, seed: i + 1 });
    for (const name of Object.keys(sum)) sum[name] += Number(told[name]);
  }
  return sum;
}

const percent = (hits) => ((100 * hits) / RUNS).toFixed(1);
/** "96.0 (93 .. 98)": with its interval of 95 %. */
function share(hits) {
  const { low, high } = wilson(hits, RUNS);
  return `${percent(hits)} (${Math.round(100 * low)} .. ${Math.round(100 * high)})`;
}

console.log(
  "| sd of QPS / CPU / p99 in % | looks | store | red | green | of these within limits | cost | green at its limit | -3 % red; green | -5 % red; green |",
);
console.log("|:--|--:|:--|--:|--:|--:|--:|--:|--:|--:|");
for (const [name, sds] of Object.entries(MACHINES)) {
  if (!name.includes(MACHINE)) continue;
  for (const looks of LOOKS) {
    for (const known of [false, true]) {
      const equal = sums(sds, { slower: 0, looks, known });
      // QPS falls by its limit: every green that does not name more is wrong.
      const atLimit = sums(sds, { slower: 0.0201, looks, known });
      const slower = [0.03, 0.05].map((size) => sums(sds, { slower: size, looks, known }));
      const cells = [
        percent(equal.red),
        share(equal.green),
        percent(equal.within),
        (equal.cost / RUNS).toFixed(2),
        percent(atLimit.within),
        ...slower.map(({ found, green }) => `${percent(found)}; ${percent(green)}`),
      ];
      console.log(`| ${name} | ${looks} | ${known ? `${STORED} stored` : "none"} | ${cells.join(" | ")} |`);
    }
  }
}
