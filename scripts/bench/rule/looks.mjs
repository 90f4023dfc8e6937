// What one, two and three looks find, how often a check of equal builds ends green, and what it costs, by simulation with the product's
// own judgement and choice of looks: docs/decisions/020-green.md quotes its output.
// usage: node scripts/bench/rule/looks.mjs [RUNS] [LOOKS]
//        LOOKS: 1, 2 or 3; all where nothing is said
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { judge } = await importTypeScript("src/compare/judge.ts");
const { nextLook } = await importTypeScript("src/compare/looks.ts");
const { meanOf, sampleShift } = await importTypeScript("src/stats/shift.ts");
const { priorsOfDay } = await importTypeScript("src/stats/shared-noise.ts");
const { seededRng, drawNormal } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 2 });
const RUNS = Number(positionals[0] ?? 400);
const LOOKS = positionals[1] === undefined ? [1, 2, 3] : [Number(positionals[1])];
const SESSIONS = 8;
const WORKLOADS = ["a", "b", "c"];
const GATES = [
  { metric: "qps", margin: 0.02, floor: null },
  { metric: "server-cpu", margin: 0.02, floor: null },
  { metric: "p99", margin: 0.1, floor: null },
];
const RULES = { alpha: 0.05, gates: GATES, errorLimit: 0.001, decide: "significant-and-relevant" };
/** Standard deviation of a session's log ratio of QPS, CPU time and p99. */
const MACHINES = {
  "1 / 1 / 4": [0.01, 0.01, 0.04],
  "1.7 / 1.5 / 6": [0.017, 0.015, 0.06],
  "2.4 / 2 / 8": [0.024, 0.02, 0.08],
  "3.5 / 3 / 12": [0.035, 0.03, 0.12],
};

const nothing = { estimate: 1, values: [], statistics: null };

/** By workload, metric and session: metrics of a workload move together (correlation .6). @param slower log change of QPS in "a" */
function draw(rng, sds, effects) {
  return WORKLOADS.map((_, w) => {
    const values = sds.map(() => []);
    for (let i = 0; i < 3 * SESSIONS; i++) {
      const shared = drawNormal(rng);
      for (const [m, sd] of sds.entries()) {
        const noise = sd * (Math.sqrt(0.6) * shared + Math.sqrt(0.4) * drawNormal(rng));
        values[m].push((w === 0 ? effects[m] : 0) + noise);
      }
    }
    return values;
  });
}

function judged(values, at, looks, sds, known) {
  const gates = WORKLOADS.flatMap((workload, w) =>
    GATES.map((limit, m) => ({
      workload,
      limit,
      sample: meanOf(values[w][m].slice(0, at[w] * SESSIONS)),
      at: at[w],
      m,
    })),
  );
  const spreads = gates.map(({ workload, sample }) => ({ group: workload, spread: sample.spread }));
  // What 20 stored measurements of these gates know, days and gates differing by a third and a fifth.
  const typical = { variances: gates.map(({ m }) => sds[m] ** 2), df: 40 };
  const priors = known ? priorsOfDay(typical, spreads) : gates.map(() => null);
  const findings = gates.map(({ workload, limit, sample, at: look }, i) => ({
    workload,
    metric: limit.metric,
    limit: { role: "gate", ...limit },
    base: nothing,
    head: nothing,
    look: { at: look, of: looks },
    evidence: { kind: "shift", shift: sampleShift(sample, priors[i]), objection: null },
  }));
  const changes = judge(findings, RULES);
  return {
    plan: { sessions: SESSIONS },
    workloads: WORKLOADS.map((name, w) => ({
      name,
      sessions: at[w] * SESSIONS,
      changes: changes.filter(({ workload }) => workload === name),
    })),
  };
}

function run(rng, sds, effects, looks, known) {
  const values = draw(rng, sds, effects);
  const at = WORKLOADS.map(() => 1);
  let report = judged(values, at, looks, sds, known);
  for (let look = 1; look < looks; look++) {
    const { suspects, undecided } = nextLook(report, look);
    const again = [...suspects.map(({ workload }) => workload), ...(looks > 2 ? undecided : [])];
    if (again.length === 0) break;
    for (const [w, name] of WORKLOADS.entries()) if (again.includes(name)) at[w] = look + 1;
    report = judged(values, at, looks, sds, known);
  }
  const verdicts = report.workloads.flatMap(({ changes }) => changes.map(({ verdict }) => verdict));
  const green = verdicts.every(
    ({ kind, notWorse }) => kind === "unchanged" || kind === "improved" || notWorse === true,
  );
  return {
    red: verdicts.some(({ kind }) => kind === "regressed"),
    found: report.workloads[0].changes.some(({ verdict }) => verdict.kind === "regressed"),
    green,
    within: green && verdicts.every(({ most }) => most === undefined),
    cost: at.reduce((sum, each) => sum + each, 0) / WORKLOADS.length,
  };
}

console.log(
  "| sd of QPS / CPU / p99 in % | looks | store | red | green | of these within limits | cost | green at its limit | -3 % red; green | -5 % red; green |",
);
console.log("|:--|--:|:--|--:|--:|--:|--:|--:|--:|--:|");
for (const [name, sds] of Object.entries(MACHINES)) {
  for (const looks of LOOKS) {
    for (const known of [false, true]) {
      const share = (effects, count) => {
        const rng = seededRng(1);
        let sum = 0;
        for (let i = 0; i < RUNS; i++) sum += Number(count(run(rng, sds, effects, looks, known)));
        return sum / RUNS;
      };
      const none = [0, 0, 0];
      const slower = (size) => [Math.log1p(-size), 0, 0];
      const percent = (value) => (100 * value).toFixed(1);
      // QPS falls by its limit: every green that does not name more is wrong.
      const cells = [
        percent(share(none, ({ red }) => red)),
        percent(share(none, ({ green }) => green)),
        percent(share(none, ({ within }) => within)),
        share(none, ({ cost }) => cost).toFixed(2),
        percent(share(slower(0.0201), ({ within }) => within)),
        ...[0.03, 0.05].map(
          (size) =>
            `${percent(share(slower(size), ({ found }) => found))}; ${percent(share(slower(size), ({ green }) => green))}`,
        ),
      ];
      console.log(`| ${name} | ${looks} | ${known ? "20 stored" : "none"} | ${cells.join(" | ")} |`);
    }
  }
}
