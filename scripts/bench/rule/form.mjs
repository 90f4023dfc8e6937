// Which test of sessions finds more, of pairs or of ranks, by what the arms share and how heavy tails are: docs/decisions/
// 006-known-noise.md quotes its output.
// usage: node scripts/bench/rule/form.mjs [RUNS]
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { studentCritical } = await importTypeScript("src/stats/student.ts");
const { mannWhitney } = await importTypeScript("src/stats/ranks.ts");
const { seededRng, drawNormal } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 1 });
const RUNS = Number(positionals[0] ?? 4000);
/** One gate of nine. */
const LEVEL = 0.05 / 9;

const criticals = new Map();
function critical(df) {
  const key = df.toFixed(1);
  if (!criticals.has(key)) criticals.set(key, studentCritical(LEVEL, Number(key)));
  return criticals.get(key);
}

function moments(values) {
  const mean = values.reduce((a, b) => a + b) / values.length;
  return {
    mean,
    variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1),
  };
}

const sample = (n, draw) => Array.from({ length: n }, draw);
const percent = (count, runs, digits = 0) => ((100 * count) / runs).toFixed(digits);

/** Noise of a session with standard deviation 1. */
const TAILS = {
  normal: (rng) => drawNormal(rng),
  "one in twenty x 5": (rng) => (drawNormal(rng) * (rng() < 0.05 ? 5 : 1)) / Math.sqrt(0.95 + 0.05 * 25),
};

/** @param shared correlation of the arms' noise */
function forms(draw, shared, sessions) {
  const rng = seededRng(7);
  const size = 3.5 * Math.sqrt((2 * (1 - shared)) / sessions);
  const pair = () => {
    const both = Math.sqrt(shared) * draw(rng);
    return [both + Math.sqrt(1 - shared) * draw(rng), both + Math.sqrt(1 - shared) * draw(rng)];
  };
  const counts = { paired: 0, ranks: 0 };
  for (let run = 0; run < RUNS; run++) {
    const pairs = sample(sessions, pair).map(([base, head]) => [base, head + size]);
    const { mean, variance } = moments(pairs.map(([base, head]) => head - base));
    counts.paired += mean / Math.sqrt(variance / sessions) > critical(sessions - 1);
    const columns = [0, 1].map((arm) => pairs.map((values) => values[arm]));
    counts.ranks += mannWhitney(columns[0], columns[1]).pGreater <= LEVEL;
  }
  return [counts.paired, counts.ranks].map((count) => percent(count, RUNS));
}

console.log("| sessions' noise | shared | sessions | paired t | ranks |");
console.log("|:--|--:|--:|--:|--:|");
for (const [name, draw] of Object.entries(TAILS)) {
  for (const shared of [0, 0.3]) {
    for (const sessions of [8, 16]) {
      console.log(`| ${name} | ${shared} | ${sessions} | ${forms(draw, shared, sessions).join(" | ")} |`);
    }
  }
}
