// How often a check calls anything where nothing changed, by p alone, with all that bears on p at once: the looks, known noise, and days
// that are noisier than all that are stored. docs/decisions/018-one-noise-factor.md quotes its output.
// usage: node scripts/bench/rule/family.mjs [RUNS] [SELECTED]
//   SELECTED: a part of the scenarios' names
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { studentCritical } = await importTypeScript("src/stats/student.ts");
const { moderated } = await importTypeScript("src/stats/moderation.ts");
const { priorsOfDay, typicalNoise } = await importTypeScript("src/stats/shared-noise.ts");
const { shareOf } = await importTypeScript("src/analysis/verdict/looks.ts");
const { seededRng, drawNormal } = await importTypeScript("src/stats/random.ts");
const gamma = await importTypeScript("src/stats/gamma.ts");

const { positionals } = commandLine(import.meta.filename, { most: 2 });
const RUNS = Number(positionals[0] ?? 2000);
const SELECTED = positionals[1] ?? "";
const ALPHA = 0.05;
const FEWEST_MEASUREMENTS = 5;
/** One-sided p below which a gate gets the second of two looks; what else it takes, a limit, makes suspects fewer. */
const SUSPICIOUS = 0.1;
/** From so many looks on the undecided get the next one, too: here all do, which gives chance more to choose from than any rule does. */
const ALL_GO_ON = 3;

const USUAL = {
  earlier: 20,
  workloads: 3,
  metrics: 3,
  /** Correlation of a workload's metrics. */
  rho: 0.6,
  /** Logarithm of a day's standard deviation, and of a gate's on a day, by their own. */
  days: 0.3,
  gates: 0.2,
  /** Of gates today. */
  gatesToday: 0.2,
  today: 1,
  /** Of the first workload alone. */
  oneWorkload: 1,
  earlierSessions: 8,
  tails: false,
};
const SCENARIOS = {
  "the usual": {},
  "5 stored": { earlier: 5 },
  "10 stored": { earlier: 10 },
  "40 stored": { earlier: 40 },
  "2 gates of one workload": { workloads: 1, metrics: 2 },
  "3 gates of one workload": { workloads: 1 },
  "2 workloads of one gate": { workloads: 2, metrics: 1 },
  "15 gates": { workloads: 5 },
  "60 gates": { workloads: 20 },
  "one workload alone x 2": { oneWorkload: 2 },
  "one workload alone x 3": { oneWorkload: 3 },
  "quiet days without scatter": { days: 0, gates: 0, gatesToday: 0 },
  "days differ by a whole": { days: 1 },
  "gates of today scattered by .5": { gatesToday: 0.5 },
  "correlation 0": { rho: 0 },
  "correlation .9": { rho: 0.9 },
  "heavy tails": { tails: true },
};

/** Today's rule until decision 018: each gate's own prior (Smyth 2004), worth two thirds of its degrees of freedom. */
function smyth(spreads) {
  const { digamma, trigamma, trigammaInverse } = gamma;
  const logs = spreads.map(({ variance, df }) => Math.log(variance) - digamma(df / 2) + Math.log(df / 2));
  const center = logs.reduce((a, b) => a + b) / logs.length;
  const scatter = logs.reduce((sum, log) => sum + (log - center) ** 2, 0) / (logs.length - 1);
  const excess = scatter * (1 + Math.sqrt(2 / (logs.length - 1))) - trigamma(spreads[0].df / 2);
  const known = spreads.reduce((sum, { df }) => sum + df, 0);
  if (excess <= 0) return { variance: Math.exp(center), df: (2 / 3) * known };
  const df = 2 * trigammaInverse(excess);
  return {
    variance: Math.exp(center + digamma(df / 2) - Math.log(df / 2)),
    df: 2 / 3 / (1 / df + 1 / known),
  };
}

/** Log ratios by gate and session, workload after workload: metrics of one move together. */
function measure(rng, { workloads, metrics, rho, days, tails }, { sessions, scale, gates, oneWorkload }) {
  const day = scale * Math.exp(days * drawNormal(rng));
  return Array.from({ length: workloads }, (_, w) => {
    const own = Array.from({ length: metrics }, () => {
      return day * (w === 0 ? oneWorkload : 1) * Math.exp(gates * drawNormal(rng));
    });
    const values = own.map(() => []);
    for (let i = 0; i < sessions; i++) {
      const shared = drawNormal(rng);
      // Student's t with 4 degrees of freedom, of variance 1.
      const size = tails ? Math.sqrt(4 / (-2 * Math.log((1 - rng()) * (1 - rng())))) * Math.SQRT1_2 : 1;
      for (const [m, sd] of own.entries())
        values[m].push(sd * size * (Math.sqrt(rho) * shared + Math.sqrt(1 - rho) * drawNormal(rng)));
    }
    return values;
  }).flat();
}

function moments(values) {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return { mean, spread: { variance: squares / (values.length - 1), df: values.length - 1 } };
}

const criticals = new Map();
/** t that is exceeded with that probability, for real degrees of freedom: from a table on a fine grid, for speed. */
function critical(level, df) {
  const at = Math.round(20 * Math.log2(df));
  const key = `${level} ${at}`;
  if (!criticals.has(key)) criticals.set(key, studentCritical(level, 2 ** (at / 20)));
  return criticals.get(key);
}

const exceeds = ({ mean, spread }, n, level) =>
  mean > critical(level, spread.df) * Math.sqrt(spread.variance / n);

const RULES = {
  "nothing known": (seen) => seen.map(({ spread }) => spread),
  "each gate's own prior": (seen, { own }) => seen.map(({ spread }, g) => moderated(spread, own[g])),
  "one factor of the run": (seen, { typical, groups }) => {
    const priors = priorsOfDay(
      typical,
      seen.map(({ spread }, g) => ({ spread, group: groups[g] })),
    );
    return seen.map(({ spread }, g) => (priors[g] === null ? spread : moderated(spread, priors[g])));
  },
};

/** Whether anything is called (Bonferroni's first step of Holm's method: any call needs it), at any of the looks. */
function called(values, rule, known, { sessions, looks, workloads, metrics }, only = null) {
  const gates = workloads * metrics;
  const at = new Array(workloads).fill(1);
  const done = new Array(workloads).fill(false);
  for (let look = 1; look <= looks; look++) {
    for (let w = 0; w < workloads; w++) if (!done[w]) at[w] = look;
    const seen = values.map((each, g) => moments(each.slice(0, at[Math.floor(g / metrics)] * sessions)));
    const spreads = RULES[rule](seen, known);
    const tests = seen.map(({ mean }, g) => ({ mean, spread: spreads[g] }));
    for (const [g, test] of tests.entries()) {
      const n = at[Math.floor(g / metrics)];
      const level = (ALPHA / gates) * shareOf("worse", { at: n, of: looks });
      if ((only === null || only === g) && exceeds(test, n * sessions, level)) return true;
    }
    for (let w = 0; w < workloads; w++) {
      const own = tests.slice(w * metrics, (w + 1) * metrics);
      const isSuspect = own.some((test) => exceeds(test, at[w] * sessions, SUSPICIOUS));
      done[w] = done[w] || (looks < ALL_GO_ON && !isSuspect);
    }
  }
  return false;
}

const SIZE = 3.4;
const cells = [4, 6, 8].flatMap((sessions) => [1, 2, 3].map((looks) => ({ sessions, looks })));
const names = Object.keys(RULES);
console.log(`| scenario | sessions | looks | today x 1 | x 1.5 | x 2 | x 3 | found at x 1 |`);
console.log("|:--|--:|--:|--:|--:|--:|--:|--:|");
const worst = new Map(names.map((name) => [name, 0]));
for (const [s, [name, change]] of Object.entries(SCENARIOS).entries()) {
  if (!name.includes(SELECTED)) continue;
  for (const { sessions, looks } of name === "the usual"
    ? cells
    : cells.filter(({ sessions }) => sessions !== 6)) {
    const scenario = { ...USUAL, ...change, sessions, looks };
    const groups = Array.from({ length: scenario.workloads * scenario.metrics }, (_, g) =>
      String(Math.floor(g / scenario.metrics)),
    );
    const row = [1, 1.5, 2, 3].map((scale) => {
      const rng = seededRng(1_000_000 * s + 10_000 * sessions + 1000 * looks + 10 * scale);
      const counts = Object.fromEntries(names.map((each) => [each, { wrong: 0, found: 0 }]));
      for (let run = 0; run < RUNS; run++) {
        const earlier = Array.from({ length: scenario.earlier }, () =>
          measure(rng, scenario, {
            sessions: scenario.earlierSessions,
            scale: 1,
            gates: scenario.gates,
            oneWorkload: 1,
          }).map((values) => moments(values).spread),
        );
        const today = measure(
          rng,
          { ...scenario, days: 0 },
          {
            sessions: sessions * looks,
            scale,
            gates: scenario.gatesToday,
            oneWorkload: scenario.oneWorkload,
          },
        );
        const known = {
          groups,
          typical: typicalNoise(earlier, FEWEST_MEASUREMENTS),
          own: groups.map((_, g) => smyth(earlier.map((day) => day[g]))),
        };
        const slower = today.map((values, g) =>
          g === 0 ? values.map((v) => v + SIZE / Math.sqrt(sessions)) : values,
        );
        for (const rule of names) {
          if (called(today, rule, known, scenario)) counts[rule].wrong += 1;
          if (scale === 1 && called(slower, rule, known, scenario, 0)) counts[rule].found += 1;
        }
      }
      for (const rule of names) {
        worst.set(rule, Math.max(worst.get(rule), (100 * counts[rule].wrong) / RUNS));
      }
      return counts;
    });
    const share = (count) => ((100 * count) / RUNS).toFixed(1);
    const wrong = row.map((counts) => names.map((rule) => share(counts[rule].wrong)).join("/"));
    const found = names.map((rule) => Math.round((100 * row[0][rule].found) / RUNS)).join("/");
    console.log(`| ${name} | ${sessions} | ${looks} | ${wrong.join(" | ")} | ${found} |`);
  }
}
const most = [...worst].map(([rule, share]) => `${rule} ${share.toFixed(1)}`).join(", ");
console.log(
  `\n${names.join("/")}; at most: ${most}; standard error of 5 % ${(100 * Math.sqrt((0.05 * 0.95) / RUNS)).toFixed(2)}`,
);
