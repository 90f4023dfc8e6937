// What it does to verdicts against history that the baseline begins at its newest lasting change point, by simulation:
// docs/decisions/012-present-level.md quotes its output.
// usage: node scripts/bench/rule/levels.mjs [RUNS]
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { presentLevel } = await importTypeScript("src/analysis/history/change-points.ts");
const { predictionShift } = await importTypeScript("src/stats/shift.ts");
const { holm } = await importTypeScript("src/stats/adjust.ts");
const { seededRng, drawNormal } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 1 });
const RUNS = Number(positionals[0] ?? 1000);
/** False alarms are rare: so many times the runs tell their share. */
const MORE = 4;
const ALPHA = 0.05;
const BASELINE = 20;
const FEWEST = 5;
const WORKLOADS = 3;
const METRICS = 3;

/** Noise of runs one after the other, in standard deviations. */
const NOISES = {
  normal: () => drawNormal,
  "one in twenty x 5": () => (rng) => drawNormal(rng) * (rng() < 0.05 ? 5 : 1),
  "neighbours alike (r = .5)": () => {
    let last = null;
    return (rng) => {
      last = last === null ? drawNormal(rng) : 0.5 * last + Math.sqrt(0.75) * drawNormal(rng);
      return last;
    };
  },
};

/** Levels in standard deviations of a run, positive is worse: of each baseline run, and of head. */
const STORIES = {
  "nothing changed": { level: () => 0, head: 0 },
  "15 sd better ten runs ago, head 10 sd worse": { level: (i) => (i < 10 ? 0 : -15), head: -5 },
  "6 sd better ten runs ago, head 6 sd worse": { level: (i) => (i < 10 ? 0 : -6), head: 0 },
  "3 sd better ten runs ago, head 6 sd worse": { level: (i) => (i < 10 ? 0 : -3), head: 3 },
  "6 sd better five runs ago, head 6 sd worse": { level: (i) => (i < 15 ? 0 : -6), head: 0 },
  "6 sd worse ten runs ago, head as now": { level: (i) => (i < 10 ? 0 : 6), head: 6 },
};

/** Log values by gate, oldest first, head's last: metrics of a workload move together (correlation .6); the first one's level moves. */
function draw(rng, noise, { level, head }) {
  return Array.from({ length: WORKLOADS }, (_, w) => {
    const shared = noise();
    const own = Array.from({ length: METRICS }, () => noise());
    return Array.from({ length: BASELINE + 1 }, (_, i) => {
      const common = shared(rng);
      const at = w > 0 ? 0 : i < BASELINE ? level(i) : head;
      return own.map((each) => at + Math.sqrt(0.6) * common + Math.sqrt(0.4) * each(rng));
    });
  }).flatMap((runs) => Array.from({ length: METRICS }, (_, m) => runs.map((values) => 0.01 * values[m])));
}

function judge(gates, cut) {
  let cuts = 0;
  const ps = gates.map((values) => {
    const earlier = values.slice(0, BASELINE);
    // Values are ratios to those who look for changes.
    const begin = cut ? presentLevel(earlier.map(Math.exp), FEWEST) : 0;
    cuts += begin > 0;
    return predictionShift(earlier.slice(begin), values[BASELINE]).pAbove(0);
  });
  return { called: holm(ps).map((p) => p <= ALPHA), cuts };
}

console.log(
  "| noise | history | any gate called, whole baseline | from the present level | the changed QPS called, whole | from the present level | baselines cut |",
);
console.log("|:--|:--|--:|--:|--:|--:|--:|");
for (const [name, noise] of Object.entries(NOISES)) {
  for (const [story, levels] of Object.entries(STORIES)) {
    const rng = seededRng(3);
    const counts = { any: [0, 0], first: [0, 0], cuts: 0 };
    const runs = levels.head === levels.level(BASELINE - 1) ? MORE * RUNS : RUNS;
    for (let run = 0; run < runs; run++) {
      const gates = draw(rng, noise, levels);
      for (const cut of [0, 1]) {
        const { called, cuts } = judge(gates, cut === 1);
        counts.any[cut] += called.some(Boolean);
        counts.first[cut] += called[0];
        counts.cuts += cuts;
      }
    }
    const percent = (count, of = runs) => `${((100 * count) / of).toFixed(1)}`;
    const cells = [...counts.any, ...counts.first].map((count) => percent(count));
    console.log(
      `| ${name} | ${story} | ${cells.join(" | ")} | ${percent(counts.cuts, runs * WORKLOADS * METRICS)} |`,
    );
  }
}
