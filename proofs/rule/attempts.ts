// How often a slower head turns green if its check is repeated until it does, at most five times, by simulation of whole checks with the product's own
// judgement: each attempt by itself, and with the sessions of those before. docs/decisions/062-selection.md quotes its output.
// usage: node scripts/run.mjs proofs/rule/attempts.ts [CHECKS] [PLANS] [SDS] [CHANGES] [MANNERS] [MOVES]
//        CHECKS of each row, 100 where nothing is said; PLANS: early,thorough; SDS: 1.1,2.4,4 (% of QPS); CHANGES: 0,0.01,0.025 (fall of QPS in one
//        workload); MANNERS: forgets,adds; MOVES: sd, in %, by which the truth of an attempt differs from the next, 0
import { commandLine } from "../../scripts/lib/command-line.ts";
import type { LookPlan } from "../../src/config/looks.ts";
import { drawNormal, seededRng } from "../../src/stats/random.ts";
import { attemptsAfter, type Check, checkOf, drawRatios, MOST_SESSIONS, stored } from "./simulated.ts";

const { positionals } = commandLine(import.meta.filename, { most: 6 });
const [
  checks = "100",
  plans = "early,thorough",
  machines = "1.1,2.4,4",
  changes = "0,0.01,0.025",
  manners = "forgets,adds",
  moves = "0",
] = positionals;
const CHECKS = Number(checks);
const MOVE = Number(moves) / 100;
const ATTEMPTS = 5;
const WORKLOADS = 3;
const STORED = 20;
/** Standard deviations of a session's log ratios of QPS, CPU time and p99, as recordings have them relative to that of QPS. */
const RELATIVE = [0.01, 0.0085, 0.034];

function row(looks: LookPlan, sd: number, change: number, isAdding: boolean): string {
  const rng = seededRng(36);
  const sds = RELATIVE.map((each) => each * sd);
  const green = Array.from({ length: ATTEMPTS }, () => 0);
  let [red, sessions] = [0, 0];
  for (let i = 0; i < CHECKS; i++) {
    const earlier = stored(rng, sds, STORED, WORKLOADS);
    let last: Check | null = null;
    for (let attempt = 0; attempt < ATTEMPTS && last?.isGreen !== true; attempt++) {
      const moved = MOVE * drawNormal(rng);
      const effectOf = (workload: number, metric: number) =>
        workload + metric === 0 ? Math.log1p(-change) + moved : 0;
      const ratios = drawRatios(rng, sds, { effectOf, workloads: WORKLOADS, sessions: MOST_SESSIONS });
      const attempts = last === null ? [] : attemptsAfter(last);
      const seed = ATTEMPTS * i + attempt + 1;
      last = checkOf(ratios, { looks, seed, earlier, ...(isAdding ? { attempts } : {}) });
      sessions += last.sessions.reduce((sum, each) => sum + each, 0) / WORKLOADS;
      if (last.isGreen) for (let later = attempt; later < ATTEMPTS; later++) green[later]! += 1;
    }
    red += Number(last!.isRed);
  }
  const percent = (count: number) => ((100 * count) / CHECKS).toFixed(1);
  const within = [green[0]!, green[2]!, green[4]!].map(percent).join(" / ");
  return `${within} | ${percent(red)} | ${(sessions / CHECKS).toFixed(1)}`;
}

console.log(
  "| looks | sd of QPS, % | QPS lower by, % | attempts | green within 1 / 3 / 5, % | red at the last | sessions of all |",
);
console.log("|:--|--:|--:|:--|--:|--:|--:|");
for (const plan of plans.split(","))
  for (const sd of machines.split(",").map(Number))
    for (const change of changes.split(",").map(Number))
      for (const manner of manners.split(","))
        console.log(
          `| ${plan} | ${sd} | ${100 * change} | ${manner === "adds" ? "add up" : "each by itself"} | ${row((Number(plan) || plan) as LookPlan, sd, change, manner === "adds")} |`,
        );
