// What is shown of a change, beside its verdict, by simulation of whole checks: how far estimates lie from the truth, how often "detectable from" is
// detected, and how often the interval of a red gate holds the true change. docs/method.md and docs/decisions/062-selection.md quote its output.
// usage: node scripts/run.mjs proofs/rule/honest.ts [--steps TEXT] [CHECKS] [TABLES] [SDS] [PLAN] [STORED] [CHANGES]
//        CHECKS of each row, 200 where nothing is said; TABLES with commas: shown,visible,reds; SDS: 1.1,2.4,4 (% of QPS); PLAN of looks: early, thorough
//        or 3; STORED measurements, 20; CHANGES of the first table: 0,0.01,0.025,0.05 (fall of QPS)
//        --steps: rows of the last table whose first column has that text
import { commandLine } from "../../scripts/lib/command-line.ts";
import type { LookPlan } from "../../src/config/looks.ts";
import type { Change } from "../../src/model/report.ts";
import { drawNormal, type Rng, seededRng } from "../../src/stats/random.ts";
import { mean, standardDeviation } from "../../src/stats/summary.ts";
import { checkOf, drawRatios, MOST_SESSIONS, stored } from "./simulated.ts";

const { values, positionals } = commandLine(import.meta.filename, {
  options: { steps: { type: "string", default: "" } },
  most: 6,
});
const [checks = "200", tables = "shown,visible,reds", machines = "1.1,2.4,4", name = "early", days = "20"] =
  positionals;
const CHANGES = (positionals[5] ?? "0,0.01,0.025,0.05").split(",").map(Number);
const CHECKS = Number(checks);
const STORED = Number(days);
const LOOKS = (Number(name) || name) as LookPlan;
const SDS = machines.split(",").map(Number);
/** Standard deviations of a session's log ratios of QPS, CPU time and p99, as recordings have them relative to that of QPS. */
const RELATIVE = [0.01, 0.0085, 0.034];
const WORKLOADS = 3;

/** Changes of QPS in a check whose workloads truly have changed by these, in logarithms. */
function throughputOf(rng: Rng, sd: number, changes: readonly number[], seed: number): readonly Change[] {
  const sds = RELATIVE.map((each) => each * sd);
  const effectOf = (workload: number, metric: number) => (metric === 0 ? (changes[workload] ?? 0) : 0);
  const ratios = drawRatios(rng, sds, { effectOf, workloads: WORKLOADS, sessions: MOST_SESSIONS });
  const earlier = STORED > 0 ? stored(rng, sds, STORED, WORKLOADS) : undefined;
  const { report } = checkOf(ratios, { looks: LOOKS, seed, earlier });
  return report.workloads.map(({ changes: own }) => own.find(({ metric }) => metric === "qps")!);
}

const isRed = ({ verdict }: Change) => verdict.kind === "regressed";
const percent = (share: number, digits = 1) => (100 * share).toFixed(digits);
/** "+0.031 ± 0.012": in per cent, with two standard errors. */
function withError(values: readonly number[]): string {
  const error = standardDeviation(values) / Math.sqrt(values.length);
  return `${percent(mean(values), 3)} ± ${percent(2 * error, 3)}`;
}

function shownTable() {
  console.log(
    "| sd of QPS, % | QPS lower by, % | plain mean - true, % | shown - true, % | rms: plain, shown | shown outside of its interval |",
  );
  console.log("|--:|--:|--:|--:|--:|--:|");
  for (const sd of SDS)
    for (const size of CHANGES) {
      const rng = seededRng(61);
      // Of equal builds every workload is one.
      const seen = Array.from({ length: CHECKS }, (_, i) =>
        throughputOf(rng, sd, [Math.log1p(-size)], i + 1).slice(0, size === 0 ? WORKLOADS : 1),
      ).flat();
      const shown = seen.map(({ effect }) => effect! + size);
      const plain = seen.map(({ effect, plainEffect = effect }) => plainEffect! + size);
      const rms = (values: readonly number[]) => percent(Math.sqrt(mean(values.map((x) => x ** 2))), 2);
      const out = seen.filter(({ effect, interval }) => effect! < interval!.low || effect! > interval!.high);
      console.log(
        `| ${sd} | ${100 * size} | ${withError(plain)} | ${withError(shown)} | ${rms(plain)}, ${rms(shown)} | ${out.length} |`,
      );
    }
}

/** Each check says from what size on a change is detected; a second check, of a change of that size, tells whether it is. */
function visibleTable() {
  console.log("\n| sd of QPS, % | detectable from, mean % | detected, % |");
  console.log("|--:|--:|--:|");
  for (const sd of SDS) {
    const rng = seededRng(62);
    const found = Array.from({ length: CHECKS }, (_, i) => {
      const from = throughputOf(rng, sd, [], i + 1)[0]!.smallestVisible!;
      return { from, isFound: isRed(throughputOf(rng, sd, [Math.log1p(-from)], i + 1)[0]!) };
    });
    const share = found.filter(({ isFound }) => isFound).length / CHECKS;
    const error = 2 * Math.sqrt((share * (1 - share)) / CHECKS);
    console.log(
      `| ${sd} | ${percent(mean(found.map(({ from }) => from)), 2)} | ${percent(share)} ± ${percent(error)} |`,
    );
  }
}

const laplace = (rng: Rng, scale: number) => (rng() < 0.5 ? 1 : -1) * scale * -Math.log(1 - rng());
/** True log changes of QPS, as projects may have them. */
const STEPS: Readonly<Record<string, (rng: Rng) => number>> = {
  "nine of ten none, else Laplace 3 %": (rng) => (rng() < 0.9 ? 0 : laplace(rng, 0.03)),
  "nine of ten none, else normal 2 %": (rng) => (rng() < 0.9 ? 0 : 0.02 * drawNormal(rng)),
  "seven of ten none, else Laplace 1 %": (rng) => (rng() < 0.7 ? 0 : laplace(rng, 0.01)),
  "all normal 1 %": (rng) => 0.01 * drawNormal(rng),
};

function redsTable() {
  console.log(
    "\n| true changes of QPS | sd of QPS, % | red, % of gates | worse by more than 2 % | worse at all | shown - true, points | interval holds: all | of reds |",
  );
  console.log("|:--|--:|--:|--:|--:|--:|--:|--:|");
  for (const [what, draw] of Object.entries(STEPS).filter(([what]) => what.includes(values.steps)))
    for (const sd of SDS) {
      const rng = seededRng(63);
      const seen = Array.from({ length: CHECKS }, (_, i) => {
        const truths = Array.from({ length: WORKLOADS }, () => draw(rng));
        return throughputOf(rng, sd, truths, i + 1).map((change, w) => ({
          change,
          truth: Math.expm1(truths[w]!),
        }));
      }).flat();
      const reds = seen.filter(({ change }) => isRed(change));
      const share = (of: typeof seen, is: (each: (typeof seen)[number]) => boolean) =>
        of.length === 0 ? "-" : percent(of.filter(is).length / of.length);
      const holds = ({ change: { interval }, truth }: (typeof seen)[number]) =>
        interval!.low <= truth && truth <= interval!.high;
      const off =
        reds.length === 0 ? "-" : percent(mean(reds.map(({ change, truth }) => change.effect! - truth)), 2);
      console.log(
        `| ${what} | ${sd} | ${share(seen, ({ change }) => isRed(change))} | ${share(reds, ({ truth }) => truth < -0.02)} | ${share(reds, ({ truth }) => truth < 0)} | ${off} | ${share(seen, holds)} | ${share(reds, holds)} |`,
      );
    }
}

const TABLES: Readonly<Record<string, () => void>> = {
  shown: shownTable,
  visible: visibleTable,
  reds: redsTable,
};
for (const table of tables.split(",")) TABLES[table]!();
