// What the second look is worth and what it costs, by simulation: docs/decisions/005-two-looks.md quotes its output.
// usage: node scripts/bench/rule/looks.mjs [RUNS]
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { studentUpper, studentCritical } = await importTypeScript("src/stats/student.ts");
const { holm } = await importTypeScript("src/stats/adjust.ts");
const { spent } = await importTypeScript("src/compare/looks.ts");
const { seededRng, drawNormal } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 1 });
const RUNS = Number(positionals[0] ?? 4000);
const ALPHA = 0.05;
const SESSIONS = 8;
const WORKLOADS = 3;
/** Metric, sd of a session's log ratio on a shared machine of two CPUs (docs/method.md), limit; positive is worse. */
const GATES = [
  { noise: 0.028, margin: 0.02 },
  { noise: 0.02, margin: 0.02 },
  { noise: 0.073, margin: 0.1 },
];
const CRITICAL = Object.fromEntries([8, 16].map((n) => [n, studentCritical(ALPHA, n - 1)]));

const RULES = {
  "one look, 8 sessions": { first: 8, looks: 1 },
  "one look, 16 sessions": { first: 16, looks: 1 },
  "two looks of 8, p < .10": { first: 8, looks: 2, p: 0.1, share: 0.5 },
  "two looks of 8, p < .20": { first: 8, looks: 2, p: 0.2, share: 0.5 },
  "two looks of 8, p < .25, a quarter of the limit": { first: 8, looks: 2, p: 0.25, share: 0.25 },
};

/** Log ratios by gate and session: metrics of a workload move together (correlation .6); `tails` makes sessions uneven (t, 4 df). */
function draw(rng, sessions, effects, tails) {
  const values = GATES.map(() => []);
  for (let i = 0; i < sessions; i++) {
    const shared = drawNormal(rng);
    const size = tails ? Math.SQRT1_2 * Math.sqrt(4 / (-2 * Math.log((1 - rng()) * (1 - rng())))) : 1;
    for (const [g, { noise }] of GATES.entries()) {
      const own = drawNormal(rng);
      values[g].push(effects[g] + noise * size * (Math.sqrt(0.6) * shared + Math.sqrt(0.4) * own));
    }
  }
  return values;
}

function test(values) {
  const n = values.length;
  const mean = values.reduce((a, b) => a + b) / n;
  const error = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1) / n);
  return {
    n,
    mean,
    error,
    worse: studentUpper(mean / error, n - 1),
    better: studentUpper(-mean / error, n - 1),
  };
}

function measure(rng, rule, effects, tails) {
  const gates = [];
  let sessions = 0;
  for (let w = 0; w < WORKLOADS; w++) {
    const values = draw(rng, 2 * SESSIONS, w === 0 ? effects : GATES.map(() => 0), tails);
    const first = values.map((each) => test(each.slice(0, rule.first)));
    const clear = first.some(
      (t, g) =>
        spent(t.worse, "worse", "first") <= ALPHA / (WORKLOADS * GATES.length) && t.mean > GATES[g].margin,
    );
    const suspect = first.some((t, g) => t.worse < rule.p && t.mean > rule.share * GATES[g].margin);
    const again = rule.looks === 2 && suspect && !clear;
    const look = rule.looks === 1 ? "only" : again ? "both" : "first";
    sessions += again ? 2 * SESSIONS : rule.first;
    gates.push(...(again ? values.map(test) : first).map((t, g) => ({ ...t, w, g, look })));
  }
  const worse = holm(gates.map((t) => spent(t.worse, "worse", t.look)));
  const better = holm(gates.map((t) => spent(t.better, "better", t.look)));
  const judged = gates.map((t, i) => {
    const { margin } = GATES[t.g];
    const inside = Math.abs(t.mean) + CRITICAL[t.n] * t.error <= margin;
    return {
      ...t,
      regressed: worse[i] <= ALPHA && t.mean > margin,
      improved: better[i] <= ALPHA && -t.mean > margin,
      significant: worse[i] <= ALPHA,
      unchanged: inside,
    };
  });
  return { judged, cost: sessions / (WORKLOADS * SESSIONS) };
}

function share(rule, { effects = [0, 0, 0], tails = false, runs = RUNS }, count) {
  const rng = seededRng(1);
  let [hits, cost] = [0, 0];
  for (let i = 0; i < runs; i++) {
    const measured = measure(rng, rule, effects, tails);
    hits += count(measured.judged);
    cost += measured.cost;
  }
  return { percent: ((100 * hits) / runs).toFixed(1), cost: (cost / runs).toFixed(2) };
}

const anyOf = (kind) => (gates) => Number(gates.some((gate) => gate[kind]));
const firstQps = (kind) => (gates) => Number(gates[0][kind]);
const ownUnchanged = (gates) =>
  gates.filter(({ w, unchanged }) => w === 0 && unchanged).length / GATES.length;
const slower = (share, rest = {}) => ({ effects: [-Math.log(1 - share), 0, 0], ...rest });
const margins = { effects: GATES.map(({ margin }) => margin * 1.0001) };

const columns = {
  "false regressed": (rule, tails) => share(rule, { tails, runs: 4 * RUNS }, anyOf("regressed")).percent,
  "without limits": (rule, tails) => share(rule, { tails, runs: 4 * RUNS }, anyOf("significant")).percent,
  "false improved": (rule, tails) => share(rule, { tails, runs: 4 * RUNS }, anyOf("improved")).percent,
  "A/A cost": (rule, tails) => share(rule, { tails }, () => 0).cost,
  "-3 % QPS": (rule, tails) => share(rule, slower(0.03, { tails }), firstQps("regressed")).percent,
  "-5 %": (rule, tails) => share(rule, slower(0.05, { tails }), firstQps("regressed")).percent,
  "-10 % cost": (rule, tails) => share(rule, slower(0.1, { tails }), () => 0).cost,
  "+5 % seen": (rule, tails) =>
    share(rule, { effects: [-0.0513, 0, 0], tails }, firstQps("improved")).percent,
  "wrong unchanged": (rule, tails) => share(rule, { ...margins, tails }, ownUnchanged).percent,
};

console.log(`| sessions | rule | ${Object.keys(columns).join(" | ")} |`);
console.log(`|:--|:--|${"--:|".repeat(Object.keys(columns).length)}`);
for (const tails of [false, true]) {
  for (const [name, rule] of Object.entries(RULES)) {
    const cells = Object.values(columns).map((column) => column(rule, tails));
    console.log(`| ${tails ? "heavy-tailed" : "normal"} | ${name} | ${cells.join(" | ")} |`);
  }
}
