// How often a regression of server CPU hides as a trade, and a trade is called one, by simulation with the product's own judgement and
// looks: docs/decisions/026-trades.md quotes its output. Two looks of eight sessions, three workloads; something changes in one.
// usage: node scripts/bench/rule/trade.mjs [RUNS]
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { judge } = await importTypeScript("src/compare/judge.ts");
const { nextLook } = await importTypeScript("src/compare/looks.ts");
const { meanOf, sampleShift } = await importTypeScript("src/stats/shift.ts");
const { seededRng, drawNormal } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 1 });
const RUNS = Number(positionals[0] ?? 1000);
const SESSIONS = 8;
const LOOKS = 2;
const WORKLOADS = ["changed", "b", "c"];
const GATES = [
  { metric: "qps", margin: 0.02, floor: null },
  { metric: "server-cpu", margin: 0.02, floor: null },
  { metric: "p99", margin: 0.1, floor: null },
];
const RULES = { alpha: 0.05, gates: GATES, errorLimit: 0.001, decide: "significant-and-relevant" };
/** Standard deviation of a session's log ratio of QPS, CPU time and p99. */
const MACHINES = {
  "1 / 1 / 4": [0.01, 0.01, 0.04],
  "2.4 / 2 / 8": [0.024, 0.02, 0.08],
  "3.5 / 3 / 12": [0.035, 0.03, 0.12],
};
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

/** By workload and metric, log ratios of all sessions: what is good for one metric is good for all (correlation .6). */
function draw(rng, sds, effects) {
  const goodness = [1, -1, -1];
  return WORKLOADS.map((_, w) => {
    const shared = Array.from({ length: LOOKS * SESSIONS }, () => drawNormal(rng));
    return sds.map((sd, m) => {
      const mean = w === 0 ? Math.log1p(effects[m]) : 0;
      return shared.map(
        (z) => mean + sd * (Math.sqrt(0.6) * goodness[m] * z + Math.sqrt(0.4) * drawNormal(rng)),
      );
    });
  });
}

function judged(values, at) {
  const nothing = { estimate: 1, values: [], statistics: null };
  const findings = WORKLOADS.flatMap((workload, w) =>
    GATES.map((limit, m) => ({
      workload,
      metric: limit.metric,
      limit: { role: "gate", ...limit },
      base: nothing,
      head: nothing,
      look: { at: at[w], of: LOOKS },
      evidence: {
        kind: "shift",
        shift: sampleShift(meanOf(values[w][m].slice(0, at[w] * SESSIONS)), null),
        objection: null,
      },
    })),
  );
  const changes = judge(findings, RULES);
  const workloads = WORKLOADS.map((name, w) => ({
    name,
    sessions: at[w] * SESSIONS,
    changes: changes.filter(({ workload }) => workload === name),
  }));
  return { plan: { sessions: SESSIONS }, workloads };
}

/** The verdict of the changed workload's server CPU. */
function verdict(rng, sds, effects) {
  const values = draw(rng, sds, effects);
  const first = judged(values, [1, 1, 1]);
  const again = nextLook(first, 1).suspects.map(({ workload }) => workload);
  const last =
    again.length === 0
      ? first
      : judged(
          values,
          WORKLOADS.map((name) => (again.includes(name) ? 2 : 1)),
        );
  return last.workloads[0].changes.find(({ metric }) => metric === "server-cpu").verdict.kind;
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
      const kind = verdict(rng, sds, effects);
      if (kind in count) count[kind] += 1;
    }
    const share = (kind) => ((100 * count[kind]) / RUNS).toFixed(1);
    console.log(
      `| ${machine} | ${effects.map(signed).join(", ")} | ${is} | ${share("trade")} | ${share("regressed")} |`,
    );
  }
}
