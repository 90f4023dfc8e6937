// What a plan of looks decides, and when, by simulation of whole checks with the product's own judgement and choice of looks, with a store of 20
// measurements and without one: docs/decisions/056-early-looks.md quotes its output.
// usage: node scripts/run.mjs proofs/rule/sooner.ts [--by-p] [--first N] [CHECKS] [PLANS] [SDS] [CHANGES] [WORKLOADS] [STORED]
//        CHECKS of each cell, 200 where nothing is said; PLANS, SDS and CHANGES are lists with commas: 3,early,thorough; 1.1,1.6,2.4,4 (% of QPS);
//        0,0.025,0.3 (fall of QPS in one workload); WORKLOADS of three gates each, 3; STORED measurements, 20
//        --by-p: without limits, so that p alone calls; --first: sessions of a stored measurement's first look, 8
import { commandLine } from "../../scripts/lib/command-line.ts";
import type { LookPlan } from "../../src/config/looks.ts";
import { seededRng } from "../../src/stats/random.ts";
import { mean, median, sorted } from "../../src/stats/summary.ts";
import { checkOf, drawRatios, MOST_SESSIONS, RULES, stored } from "./simulated.ts";

const { values, positionals } = commandLine(import.meta.filename, {
  options: { "by-p": { type: "boolean", default: false }, first: { type: "string", default: "8" } },
  most: 6,
});
const [checks = "200", plans = "3,early,thorough", machines = "1.1,1.6,2.4,4", changes = "0,0.025,0.3"] =
  positionals;
const CHECKS = Number(checks);
const WORKLOADS = Number(positionals[4] ?? 3);
const STORED = Number(positionals[5] ?? 20);

/** Standard deviations of a session's log ratios of QPS, CPU time and p99, as recordings have them relative to that of QPS. */
const RELATIVE = [0.01, 0.0085, 0.034];
/** Limits so small that only p decides. */
const RULES_USED = values["by-p"]
  ? { ...RULES, gates: RULES.gates.map((gate) => ({ ...gate, margin: 1e-9 })) }
  : RULES;
/** Seconds of a session: of each workload in it, and of the servers' start. */
const SECONDS = { block: 10, start: 2.25 };

const listOf = (text: string) => text.split(",");
const planOf = (name: string) => (Number.isNaN(Number(name)) ? name : Number(name)) as LookPlan;
const percent = (share: number) => (100 * share).toFixed(1);

function cell(looks: LookPlan, sd: number, change: number) {
  const rng = seededRng(17);
  const sds = RELATIVE.map((each) => each * sd);
  const seen = Array.from({ length: CHECKS }, (_, i) => {
    const effectOf = (workload: number, metric: number) =>
      workload + metric === 0 ? Math.log1p(-change) : 0;
    const ratios = drawRatios(rng, sds, { effectOf, workloads: WORKLOADS, sessions: MOST_SESSIONS });
    const earlier = STORED > 0 ? stored(rng, sds, STORED, WORKLOADS, Number(values.first)) : undefined;
    const { report, isRed, isGreen, sessions } = checkOf(ratios, {
      looks,
      seed: i + 1,
      earlier,
      rules: RULES_USED,
    });
    const [first] = report.workloads;
    const taken = sessions.reduce((sum, each) => sum + each, 0);
    return {
      isRed,
      isGreen,
      isFound: first!.changes.some(({ role, verdict }) => role === "gate" && verdict.kind === "regressed"),
      minutes: (SECONDS.block * taken + SECONDS.start * Math.max(...sessions)) / 60,
      shown: first!.changes.find(({ metric }) => metric === "qps")!.effect! + change,
    };
  });
  const share = (of: (check: (typeof seen)[number]) => boolean) => percent(seen.filter(of).length / CHECKS);
  const minutes = seen.map((check) => check.minutes);
  return [
    `${share((check) => check.isRed)} (${share((check) => check.isFound)})`,
    share((check) => check.isGreen),
    mean(minutes).toFixed(2),
    median(sorted(minutes)).toFixed(2),
    percent(mean(seen.map(({ shown }) => shown))),
  ];
}

console.log(
  "| sd of QPS, % | QPS lower by, % | looks | red (in that workload) | green | minutes, mean | median | shown - true |",
);
console.log("|--:|--:|:--|--:|--:|--:|--:|--:|");
for (const sd of listOf(machines))
  for (const change of listOf(changes))
    for (const plan of listOf(plans))
      console.log(
        `| ${sd} | ${100 * Number(change)} | ${plan} | ${cell(planOf(plan), Number(sd), Number(change)).join(" | ")} |`,
      );
