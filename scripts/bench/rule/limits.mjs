// What the limit of p99 does to what is found, to false runs and to green: docs/decisions/021-tail.md quotes its output. Shares in percent,
// of recorded pairs of equal servers, as `npm run bench:detect` draws them; a tail is p99 alone, of one workload.
// usage: node scripts/bench/rule/limits.mjs [DRAWS [FOLDER OF RECORDINGS]]
import path from "node:path";
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { evaluate } = await importTypeScript("scripts/bench/detect/evaluate.ts");
const { recordedPools } = await importTypeScript("scripts/bench/detect/pools.ts");
const { ours } = await importTypeScript("scripts/bench/detect/rules/ours.ts");

const { positionals } = commandLine(import.meta.filename, { most: 2 });
const draws = Number(positionals[0] ?? 300);
const folder = positionals[1] ?? path.join(import.meta.dirname, "../detect/recordings");
/** Sessions of a look. */
const LOOK = 8;
const LIMITS = [
  [0.1, 50_000],
  [0.1, 10_000],
  [0.08, 10_000],
  [0.07, 10_000],
  [0.05, 10_000],
];
const rules = [2, 3].flatMap((looks) =>
  LIMITS.map(([margin, floor]) =>
    ours({
      name: `${looks} | ${Math.round(100 * margin)} % and ${floor / 1000} us`,
      looks,
      gates: [
        { metric: "qps", margin: 0.02, floor: null },
        { metric: "server-cpu", margin: 0.02, floor: null },
        { metric: "p99", margin, floor },
      ],
    }),
  ),
);
const SCENARIOS = [
  { name: "equal", kind: null, size: 0 },
  ...[0.05, 0.1, 0.2].map((size) => ({ name: `p99 +${Math.round(100 * size)} %`, kind: "tail", size })),
];

for (const pool of recordedPools(folder, "same", LOOK).filter(({ sessions }) => sessions >= 5 * LOOK)) {
  console.log(`\n${pool.what}\n`);
  console.log("| looks | limit of p99 | false runs | green | +5 % | +10 % | +20 % | minutes |");
  console.log("|--:|:--|--:|--:|--:|--:|--:|--:|");
  const scores = evaluate([pool], rules, SCENARIOS, { draws, seed: 2026, isSame: true });
  for (const { name } of rules) {
    const own = scores.filter((score) => score.rule === name);
    const [equal, ...tails] = own;
    const share = (count) => ((100 * count) / draws).toFixed(count === 0 ? 0 : 1);
    const cells = [equal.hits, equal.green, ...tails.map(({ hits }) => hits)].map(share);
    console.log(`| ${name} | ${cells.join(" | ")} | ${equal.minutes.toFixed(1)} |`);
  }
}
