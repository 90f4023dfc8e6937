// What one, two and three looks find, how often a check of equal builds ends green or red, and what it costs, by simulation of whole checks with
// the product's own judgement and choice of looks: docs/decisions/020-green.md quotes its output.
// usage: node scripts/run.mjs proofs/rule/looks.ts [--equal] [RUNS] [LOOKS] [MACHINE]
//        RUNS of each cell, 300 where nothing is said; LOOKS: 1, 2, 3 or "all"; MACHINE: a part of its name, for example 2.4
//        --equal: equal builds alone, for rates that are small
import { commandLine } from "../../scripts/lib/command-line.ts";
import { byKey } from "../../src/model/by-key.ts";
import { type Rng, seededRng } from "../../src/stats/random.ts";
import { wilson } from "../detect/wilson.ts";
import { checkOf, drawRatios, MACHINES, stored } from "./simulated.ts";

const { values, positionals } = commandLine(import.meta.filename, {
  options: { equal: { type: "boolean", default: false } },
  most: 3,
});
const RUNS = Number(positionals[0] ?? 300);
const LOOKS = [1, 2, 3].filter((looks) => ["all", String(looks)].includes(positionals[1] ?? "all"));
const MACHINE = positionals[2] ?? "";
const STORED = 20;

type Story = Readonly<{
  /** Relative fall of QPS in one workload. */
  slower: number;
  looks: number;
  /** Whether there is a store. */
  known: boolean;
}>;

function run(
  rng: Rng,
  sds: readonly number[],
  { slower, looks, known, seed }: Story & Readonly<{ seed: number }>,
) {
  const effectOf = (workload: number, metric: number) =>
    workload === 0 && metric === 0 ? Math.log1p(-slower) : 0;
  const ratios = drawRatios(rng, sds, { effectOf });
  const earlier = known ? stored(rng, sds, STORED) : undefined;
  const { report, isRed, isGreen, cost } = checkOf(ratios, {
    looks,
    seed,
    ...(earlier === undefined ? {} : { earlier }),
  });
  return {
    red: isRed,
    found: report.workloads[0]!.changes.some(({ verdict }) => verdict.kind === "regressed"),
    green: isGreen,
    within: isGreen && report.excluded === undefined,
    cost,
  };
}

const COUNTED = ["red", "found", "green", "within", "cost"] as const;

/** Sums over the runs of what `run` tells. */
function sums(sds: readonly number[], story: Story) {
  const rng = seededRng(1);
  const sum = byKey(COUNTED, () => 0);
  for (let i = 0; i < RUNS; i++) {
    const result = run(rng, sds, { ...story, seed: i + 1 });
    for (const name of COUNTED) sum[name] += Number(result[name]);
  }
  return sum;
}

const percent = (hits: number) => ((100 * hits) / RUNS).toFixed(1);
/** "96.0 (93.9 .. 97.4)": with its interval of 95 %. */
function share(hits: number) {
  const { low, high } = wilson(hits, RUNS);
  return `${percent(hits)} (${(100 * low).toFixed(1)} .. ${(100 * high).toFixed(1)})`;
}

function equalCells(sds: readonly number[], story: Omit<Story, "slower">) {
  const { red, green, within, cost } = sums(sds, { ...story, slower: 0 });
  return [share(red), share(green), percent(within), (cost / RUNS).toFixed(2)];
}

function slowerCells(sds: readonly number[], story: Omit<Story, "slower">) {
  // QPS falls by its limit: every green that does not name more is wrong.
  const atLimit = sums(sds, { ...story, slower: 0.0201 });
  const slower = [0.03, 0.05].map((size) => sums(sds, { ...story, slower: size }));
  return [
    percent(atLimit.within),
    ...slower.map(({ found, green }) => `${percent(found)}; ${percent(green)}`),
  ];
}

const columns = [
  "sd of QPS / CPU / p99 in %",
  "looks",
  "store",
  "red",
  "green",
  "of these within limits",
  "cost",
];
if (!values.equal) columns.push("green at its limit", "-3 % red; green", "-5 % red; green");
console.log(`| ${columns.join(" | ")} |`);
console.log(`|:--|--:|:--|${"--:|".repeat(columns.length - 3)}`);
for (const [name, sds] of Object.entries(MACHINES)) {
  if (!name.includes(MACHINE)) continue;
  for (const looks of LOOKS) {
    for (const known of [false, true]) {
      const story = { looks, known };
      const cells = [...equalCells(sds, story), ...(values.equal ? [] : slowerCells(sds, story))];
      console.log(`| ${name} | ${looks} | ${known ? `${STORED} stored` : "none"} | ${cells.join(" | ")} |`);
    }
  }
}
