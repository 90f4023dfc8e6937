// How often a check of nine gates calls anything where nothing changed, by p alone, with all that bears on p at once: two looks,
// known noise, and noise that differs from day to day alike for all gates. docs/decisions/006-known-noise.md quotes its output.
// usage: node scripts/bench/rule/family.mjs [RUNS]
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { studentUpper } = await importTypeScript("src/stats/student.ts");
const { moderated, priorOf, cautiousPrior } = await importTypeScript("src/stats/moderation.ts");
const { holm } = await importTypeScript("src/stats/adjust.ts");
const { spent } = await importTypeScript("src/compare/looks.ts");
const { seededRng, drawNormal } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 1 });
const RUNS = Number(positionals[0] ?? 10_000);
const ALPHA = 0.05;
const WORKLOADS = 3;
const METRICS = 3;
const EARLIER_SESSIONS = 8;
/** One-sided p below which a gate gets the second look; what else it takes, a limit, makes suspects fewer. */
const SUSPICIOUS = 0.1;

/** How the noise of one day differs from that of the next, for all gates alike: a factor of its standard deviation. */
const DAYS = {
  "equal noise": () => 1,
  "differs by half": (rng) => Math.exp(0.5 * drawNormal(rng)),
  "differs by a whole": (rng) => Math.exp(drawNormal(rng)),
  "every tenth day x 3": (rng) => (rng() < 0.1 ? 3 : 1),
};

/** Log ratios by workload, gate and session: metrics of a workload move together (correlation .6). */
function measure(rng, scale, sessions) {
  return Array.from({ length: WORKLOADS }, () => {
    const gates = Array.from({ length: METRICS }, () => []);
    for (let i = 0; i < sessions; i++) {
      const shared = drawNormal(rng);
      for (const values of gates)
        values.push(scale * (Math.sqrt(0.6) * shared + Math.sqrt(0.4) * drawNormal(rng)));
    }
    return gates;
  });
}

function moments(values) {
  const mean = values.reduce((a, b) => a + b) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, spread: { variance: squares / (values.length - 1), df: values.length - 1 } };
}

function pOf(values, prior) {
  const { mean, spread } = moments(values);
  const { variance, df } = prior === null ? spread : moderated(spread, prior);
  return studentUpper(mean / Math.sqrt(variance / values.length), df);
}

/** Whether anything is called. */
function isCalled(workloads, priors, sessions, looks) {
  const level = ALPHA / (WORKLOADS * METRICS);
  const ps = workloads.flatMap((gates, w) => {
    const first = gates.map((values, m) => pOf(values.slice(0, sessions), priors[w][m]));
    if (looks === 1) return first.map((p) => spent(p, "worse", "only"));
    const clear = first.some((p) => spent(p, "worse", "first") <= level);
    const again = !clear && first.some((p) => p < SUSPICIOUS);
    if (!again) return first.map((p) => spent(p, "worse", "first"));
    return gates.map((values, m) => spent(pOf(values, priors[w][m]), "worse", "both"));
  });
  return Math.min(...holm(ps)) <= ALPHA;
}

/** What is known of each gate from measurements of earlier days. */
function known(days, prior) {
  return Array.from({ length: WORKLOADS }, (_, w) =>
    Array.from({ length: METRICS }, (_, m) => prior(days.map((day) => moments(day[w][m]).spread))),
  );
}

const PRIORS = [() => null, priorOf, cautiousPrior];

console.log("| noise | earlier | sessions | looks | nothing known | known noise, Smyth | two thirds of it |");
console.log("|:--|--:|--:|--:|--:|--:|--:|");
const worst = PRIORS.map(() => 0);
for (const [d, [name, day]] of Object.entries(DAYS).entries()) {
  for (const earlier of [5, 10, 20]) {
    for (const sessions of [4, 8]) {
      const counts = { 1: PRIORS.map(() => 0), 2: PRIORS.map(() => 0) };
      const rng = seededRng(10_000 * d + 100 * earlier + sessions);
      for (let run = 0; run < RUNS; run++) {
        const days = Array.from({ length: earlier }, () => measure(rng, day(rng), EARLIER_SESSIONS));
        const workloads = measure(rng, day(rng), 2 * sessions);
        for (const [i, prior] of PRIORS.entries()) {
          const priors = known(days, prior);
          for (const looks of [1, 2]) counts[looks][i] += isCalled(workloads, priors, sessions, looks);
        }
      }
      for (const looks of [1, 2]) {
        const shares = counts[looks].map((count) => (100 * count) / RUNS);
        for (const [i, share] of shares.entries()) worst[i] = Math.max(worst[i], share);
        console.log(
          `| ${name} | ${earlier} | ${sessions} | ${looks} | ${shares.map((share) => share.toFixed(1)).join(" | ")} |`,
        );
      }
    }
  }
}
const most = worst.map((share) => share.toFixed(1)).join(", ");
console.log(`\nat most ${most}; standard error ${(100 * Math.sqrt((0.05 * 0.95) / RUNS)).toFixed(2)}`);
