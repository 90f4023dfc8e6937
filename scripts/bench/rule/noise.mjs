// What earlier measurements are worth to a test of few sessions: docs/decisions/006-known-noise.md quotes its output.
// usage: node scripts/bench/rule/noise.mjs [RUNS]
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { studentCritical } = await importTypeScript("src/stats/student.ts");
const { mannWhitney } = await importTypeScript("src/stats/ranks.ts");
const { moderated, cautiousPrior } = await importTypeScript("src/stats/moderation.ts");
const { seededRng, drawNormal } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 1 });
const RUNS = Number(positionals[0] ?? 20_000);
/** One gate of nine. */
const LEVEL = 0.05 / 9;
const EARLIER_SESSIONS = 8;

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

/** How the noise of one measurement differs from that of the next: a factor of its standard deviation. */
const DAYS = {
  "equal noise": () => 1,
  "differs by half": (rng) => Math.exp(0.5 * drawNormal(rng)),
  "every tenth day x 3": (rng) => (rng() < 0.1 ? 3 : 1),
};

function moderation(day, earlier, sessions) {
  const rng = seededRng(earlier * 100 + sessions);
  const size = 3.9 / Math.sqrt(sessions);
  const counts = { plainFalse: 0, knownFalse: 0, plainFound: 0, knownFound: 0 };
  for (let run = 0; run < RUNS; run++) {
    const spreads = sample(earlier, () => {
      const scale = day(rng);
      const { variance } = moments(sample(EARLIER_SESSIONS, () => scale * drawNormal(rng)));
      return { variance, df: EARLIER_SESSIONS - 1 };
    });
    const scale = day(rng);
    const { mean, variance } = moments(sample(sessions, () => scale * drawNormal(rng)));
    const own = { variance, df: sessions - 1 };
    const both = moderated(own, cautiousPrior(spreads));
    const found = (shift, spread) =>
      (mean + shift) / Math.sqrt(spread.variance / sessions) > critical(spread.df);
    counts.plainFalse += found(0, own);
    counts.knownFalse += found(0, both);
    counts.plainFound += found(size, own);
    counts.knownFound += found(size, both);
  }
  return counts;
}

console.log("| noise | earlier | sessions | false, plain | false, known | found, plain | found, known |");
console.log("|:--|--:|--:|--:|--:|--:|--:|");
for (const [name, day] of Object.entries(DAYS)) {
  for (const earlier of [3, 5, 20]) {
    for (const sessions of [4, 8, 16]) {
      const { plainFalse, knownFalse, plainFound, knownFound } = moderation(day, earlier, sessions);
      const cells = [
        percent(plainFalse, RUNS, 2),
        percent(knownFalse, RUNS, 2),
        percent(plainFound, RUNS),
        percent(knownFound, RUNS),
      ];
      console.log(`| ${name} | ${earlier} | ${sessions} | ${cells.join(" | ")} |`);
    }
  }
}

/** Noise of a session with standard deviation 1. */
const TAILS = {
  normal: (rng) => drawNormal(rng),
  "one in twenty x 5": (rng) => (drawNormal(rng) * (rng() < 0.05 ? 5 : 1)) / Math.sqrt(0.95 + 0.05 * 25),
};

/** @param shared correlation of the arms' noise */
function forms(draw, shared, sessions) {
  const rng = seededRng(7);
  const size = 3.5 * Math.sqrt((2 * (1 - shared)) / sessions);
  const runs = Math.min(RUNS, 4000);
  const pair = () => {
    const both = Math.sqrt(shared) * draw(rng);
    return [both + Math.sqrt(1 - shared) * draw(rng), both + Math.sqrt(1 - shared) * draw(rng)];
  };
  const counts = { plain: 0, known: 0, ranks: 0 };
  for (let run = 0; run < runs; run++) {
    const spreads = sample(8, () => {
      const { variance } = moments(sample(EARLIER_SESSIONS, pair).map(([base, head]) => head - base));
      return { variance, df: EARLIER_SESSIONS - 1 };
    });
    const pairs = sample(sessions, pair).map(([base, head]) => [base, head + size]);
    const { mean, variance } = moments(pairs.map(([base, head]) => head - base));
    const own = { variance, df: sessions - 1 };
    const both = moderated(own, cautiousPrior(spreads));
    counts.plain += mean / Math.sqrt(own.variance / sessions) > critical(own.df);
    counts.known += mean / Math.sqrt(both.variance / sessions) > critical(both.df);
    const columns = [0, 1].map((arm) => pairs.map((values) => values[arm]));
    counts.ranks += mannWhitney(columns[0], columns[1]).pGreater <= LEVEL;
  }
  return [counts.plain, counts.known, counts.ranks].map((count) => percent(count, runs));
}

console.log("\n| sessions' noise | shared | sessions | paired t | paired t, known noise | ranks |");
console.log("|:--|--:|--:|--:|--:|--:|");
for (const [name, draw] of Object.entries(TAILS)) {
  for (const shared of [0, 0.3]) {
    for (const sessions of [8, 16]) {
      console.log(`| ${name} | ${shared} | ${sessions} | ${forms(draw, shared, sessions).join(" | ")} |`);
    }
  }
}
