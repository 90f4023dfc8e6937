// How often a regression of server CPU hides as a trade, and a trade is called one, by simulation of whole checks with the product's own judgement
// and looks: docs/decisions/026-trades.md quotes its output. Three looks of eight sessions, three workloads; something changes in one.
// usage: node scripts/bench/rule/trade.mjs [RUNS]
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { checkOf, drawRatios, MACHINES, MOST_LOOKS } = await importTypeScript(
  "scripts/bench/rule/simulated.ts",
);
const { seededRng } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 1 });
const RUNS = Number(positionals[0] ?? 1000);
/** True relative changes of QPS, server CPU and p99; whether CPU bought anything. */
const STORIES = [
  { effects: [0, 0.05, 0], is: "regression" },
  { effects: [0, 0.1, 0], is: "regression" },
  { effects: [0.02, 0.05, 0], is: "regression" },
  { effects: [0, 0.05, -0.2], is: "regression" },
  { effects: [0.05, 0.05, 0], is: "regression" },
  { effects: [0.05, 0.1, -0.2], is: "regression" },
  { effects: [0.1, 0.05, -0.15], is: "trade" },
  { effects: [0.2, 0.1, -0.2], is: "trade" },
  { effects: [0.6, 0.08, -0.36], is: "trade" },
];

/** The verdict of the changed workload's server CPU. */
function verdict(rng, seed, sds, effects) {
  const effectOf = (workload, metric) => (workload === 0 ? Math.log1p(effects[metric]) : 0);
  const { report } = checkOf(drawRatios(rng, sds, { effectOf }), { looks: MOST_LOOKS, seed });
  return report.workloads[0].changes.find(({ metric }) => metric === "server-cpu").verdict.kind;
}

const signed = (share) => `${share > 0 ? "+" : ""}${Math.round(100 * share)}`;
console.log(
  "| sd of QPS / CPU / p99 in % | true change of QPS, CPU, p99 in % | truly a | called trade | called regressed |",
);
console.log("|:--|:--|:--|--:|--:|");
for (const [machine, sds] of Object.entries(MACHINES)) {
  for (const { effects, is } of STORIES) {
    const rng = seededRng(1);
    const count = { trade: 0, regressed: 0 };
    for (let i = 0; i < RUNS; i++) {
      const kind = verdict(rng, i + 1, sds, effects);
      if (kind in count) count[kind] += 1;
    }
    const share = (kind) => ((100 * count[kind]) / RUNS).toFixed(1);
    console.log(
      `| ${machine} | ${effects.map(signed).join(", ")} | ${is} | ${share("trade")} | ${share("regressed")} |`,
    );
  }
}
