// What the gate of all workloads together finds, and how often a check calls anything where nothing changed, by simulation of whole checks with the
// product's own judgement; workloads of a session share part of their noise. docs/decisions/027-suite.md quotes its output.
// usage: node scripts/run.mjs proofs/rule/together.ts [RUNS] [TABLE]
//        RUNS of each cell, 300 where nothing is said; TABLE: "suite" or "steps", both where nothing is said
import { commandLine } from "../../scripts/lib/command-line.ts";
import { seededRng } from "../../src/stats/random.ts";
import {
  type Check,
  checkOf,
  drawRatios,
  GATES,
  MACHINES,
  MOST_LOOKS,
  RULES,
  type Scene,
  SESSIONS,
} from "./simulated.ts";

const { positionals } = commandLine(import.meta.filename, { most: 2 });
const RUNS = Number(positionals[0] ?? 300);
const TABLES = ["suite", "steps"].filter((table) => (positionals[1] ?? table) === table);

/** Limits of QPS of each workload, and of all of them together (null: no gate), with the other gates as they are. */
function rulesOf(
  margin: number,
  suite: number | null,
  others: readonly (typeof GATES)[number][] = [],
): typeof RULES {
  return {
    ...RULES,
    gates: [{ ...GATES[0]!, margin }, ...others],
    ...(suite === null ? {} : { suite: [{ metric: "qps", margin: suite }] }),
  };
}

const percent = (share: number) => (100 * share).toFixed(1);

type Cell = Readonly<{
  scene: Scene & Readonly<{ workloads: number }>;
  sds: readonly number[];
  rules: typeof RULES;
  looks: number;
}>;
type Asked = (check: Check) => boolean | number;

/** Mean over the runs of what is asked of a check. */
function meanOf({ scene, sds, rules, looks }: Cell, of: Asked) {
  const rng = seededRng(100 * scene.workloads + 10 * (scene.shared ?? 0));
  let sum = 0;
  for (let i = 0; i < RUNS; i++)
    sum += Number(of(checkOf(drawRatios(rng, sds, scene), { looks, seed: i + 1, rules })));
  return sum / RUNS;
}

const isRed = (check: Check) => check.isRed;
const isGreen = (check: Check) => check.isGreen;
const SMALL = Math.log1p(-0.015);
const ONE = Math.log1p(-0.03);

/** QPS of all workloads together. */
function ofSuite({ report }: Check) {
  const change = report.together?.find(({ metric }) => metric === "qps");
  if (!change?.interval) throw new Error("the workloads were not judged together");
  return { verdict: change.verdict, interval: change.interval };
}

function suiteTable() {
  console.log(
    "| workloads | shared noise | false runs by p alone: without, with the gate | 90 % interval holds the truth | its half width | all 1.5 % slower: called with limits of 2 % alone | with suite: 1% | -3 % in one of them: without, with |",
  );
  console.log("|--:|--:|--:|--:|--:|--:|--:|--:|");
  for (const workloads of [3, 9, 20]) {
    for (const shared of [0, 0.3, 0.6]) {
      const share = (
        effectOf: NonNullable<Scene["effectOf"]>,
        [margin, suite]: readonly [margin: number, suite: number | null],
        of: Asked,
      ) => {
        const scene = { workloads, shared, sessions: SESSIONS, effectOf };
        return meanOf({ scene, sds: [0.024], rules: rulesOf(margin, suite), looks: 1 }, of);
      };
      const [equal, all, one] = [() => 0, () => SMALL, (workload: number) => (workload === 0 ? ONE : 0)];
      const holds = (check: Check) => ofSuite(check).interval.low <= 0 && ofSuite(check).interval.high >= 0;
      const width = (check: Check) => (ofSuite(check).interval.high - ofSuite(check).interval.low) / 2;
      const cells = [
        `${percent(share(equal, [1e-9, null], isRed))}, ${percent(share(equal, [1e-9, 1e-9], isRed))}`,
        percent(share(equal, [0.02, null], holds)),
        percent(share(equal, [0.02, null], width)),
        percent(share(all, [0.02, null], isRed)),
        percent(share(all, [0.02, 0.01], (check) => ofSuite(check).verdict.kind === "regressed")),
        `${percent(share(one, [0.02, null], isRed))}, ${percent(share(one, [0.02, 0.01], isRed))}`,
      ];
      console.log(`| ${workloads} | ${shared} | ${cells.join(" | ")} |`);
    }
  }
}

/** Many small steps: each within its limit. */
function stepsTable() {
  const sds = MACHINES["1 / 1 / 4"]!;
  const others = GATES.slice(1);
  const ways = {
    "the defaults (QPS: 2 %)": rulesOf(0.02, null, others),
    "QPS: 1 %": rulesOf(0.01, null, others),
    "suite: QPS 1 %": rulesOf(0.02, 0.01, others),
  };
  console.log(
    "| gates | shared noise | looks | QPS 1.5 % lower in all of 20 workloads: red | equal builds: red | green |",
  );
  console.log("|:--|--:|--:|--:|--:|--:|");
  for (const [name, rules] of Object.entries(ways)) {
    for (const shared of [0, 0.3]) {
      for (const looks of [1, MOST_LOOKS]) {
        const effectOf = (_: number, metric: number) => (metric === 0 ? SMALL : 0);
        const scene = { workloads: 20, shared, sessions: looks * SESSIONS };
        const lower = { ...scene, effectOf };
        const cells = [
          percent(meanOf({ scene: lower, sds, rules, looks }, isRed)),
          ...[isRed, isGreen].map((of) => percent(meanOf({ scene, sds, rules, looks }, of))),
        ];
        console.log(`| ${name} | ${shared} | ${looks} | ${cells.join(" | ")} |`);
      }
    }
  }
}

if (TABLES.includes("suite")) suiteTable();
if (TABLES.includes("steps")) stepsTable();
