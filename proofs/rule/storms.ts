// How often a workload's failed events fail a check, where failures come in storms, on equal builds and on a head with new failures, by the product's own
// gate at the looks of a plan: docs/decisions/057-storms.md quotes its output.
// usage: node scripts/run.mjs proofs/rule/storms.ts [CHECKS] [PLAN]
//        CHECKS of each row, 500 where nothing is said; PLAN of looks: early, thorough or 3
import { commandLine } from "../../scripts/lib/command-line.ts";
import { nextOf, plannedLooks } from "../../src/analysis/verdict/looks.ts";
import { type StormCounts, stormFinding } from "../../src/analysis/verdict/storms.ts";
import { type LookPlan, looksOf } from "../../src/config/looks.ts";
import { drawNormal, type Rng, seededRng } from "../../src/stats/random.ts";

const { positionals } = commandLine(import.meta.filename, { most: 2 });
const CHECKS = Number(positionals[0] ?? 500);
const [, name = "early"] = positionals;
const PLAN = { sessions: 8, looks: looksOf((Number(name) || name) as LookPlan, 8) };
const LOOKS = plannedLooks(PLAN);
const EVENTS = 20_000;
const WORKLOADS = 3;
const STORED = 20;

/** Failures of a session. */
type Draw = (rng: Rng) => number;

function poisson(rng: Rng, expected: number): number {
  // Of so many events the normal distribution is as good.
  if (expected > 60) return Math.max(0, Math.round(expected + Math.sqrt(expected) * drawNormal(rng)));
  const limit = Math.exp(-expected);
  let count = 0;
  for (let product = rng(); product > limit; product *= rng()) count++;
  return count;
}

/** Gamma distribution of an integer or half-integer shape, as half a sum of squares. */
function clumped(rng: Rng, expected: number, shape: number): number {
  let sum = 0;
  for (let i = 0; i < 2 * shape; i++) sum += drawNormal(rng) ** 2;
  return Math.min(EVENTS, poisson(rng, (expected * sum) / (2 * shape)));
}

const none: Draw = () => 0;
const storm =
  (share: number, size: number): Draw =>
  (rng) =>
    rng() < share ? size : 0;
const steady =
  (expected: number): Draw =>
  (rng) =>
    poisson(rng, expected);
const both =
  (one: Draw, other: Draw): Draw =>
  (rng) =>
    one(rng) + other(rng);

const EQUAL: Readonly<Record<string, Draw>> = {
  "in clumps, 0.2 % (k 2)": (rng) => clumped(rng, 40, 2),
  "in clumps, 0.2 % (k 0.5)": (rng) => clumped(rng, 40, 0.5),
  "400 in one session of 20": storm(1 / 20, 400),
  "400 in one session of 10": storm(1 / 10, 400),
  "200 in one session of 5": storm(1 / 5, 200),
};
const NEW: Readonly<Record<string, Readonly<{ base: Draw; head: Draw }>>> = {
  "every session, 0.2 %": { base: none, head: steady(40) },
  "every session, 1 %": { base: none, head: steady(200) },
  "+0.3 % on storms of one in 10": { base: storm(0.1, 400), head: both(storm(0.1, 400), steady(60)) },
  "bursts in one session of two": { base: none, head: storm(0.5, 400) },
  "half of the events of one session of eight": { base: none, head: storm(1 / 8, 10_000) },
};

/** The verdict of one workload at its last look. */
function workload(rng: Rng, base: Draw, head: Draw, isKnown: boolean) {
  const most = LOOKS.at(-1)!.sessions;
  const counts = (draw: Draw, count: number): readonly StormCounts[] =>
    Array.from({ length: count }, () => {
      const failed = draw(rng);
      return { failed, done: EVENTS - failed, lost: false };
    });
  const all = { base: counts(base, most), head: counts(head, most) };
  const days = Array.from({ length: isKnown ? STORED : 0 }, () => counts(base, PLAN.sessions));
  const stored = days.map((day) => day.map(({ failed }) => failed / EVENTS));
  for (let at = 1; ; at++) {
    const { sessions } = LOOKS[at - 1]!;
    const seen = { base: all.base.slice(0, sessions), head: all.head.slice(0, sessions), stored };
    const { evidence } = stormFinding("w", seen, 0.001, { at, of: LOOKS });
    const verdict = evidence.kind === "settled" ? evidence.verdict : null;
    const isOpen = verdict?.kind === "inconclusive" && verdict.notWorse !== true;
    if (!isOpen || nextOf(PLAN, sessions) === undefined)
      return { isRed: verdict?.kind === "regressed", isOpen, sessions };
  }
}

function row(base: Draw, head: Draw) {
  return [false, true].map((isKnown) => {
    const rng = seededRng(31);
    let [red, grey, sessions] = [0, 0, 0];
    for (let i = 0; i < CHECKS; i++) {
      const workloads = Array.from({ length: WORKLOADS }, (_, w) =>
        workload(rng, base, w === 0 ? head : base, isKnown),
      );
      const isRed = workloads.some((each) => each.isRed);
      red += Number(isRed);
      grey += Number(!isRed && workloads.some((each) => each.isOpen));
      sessions += workloads.reduce((sum, each) => sum + each.sessions, 0) / WORKLOADS;
    }
    const percent = (count: number) => ((100 * count) / CHECKS).toFixed(1);
    return `${percent(red)} / ${percent(grey)}; ${(sessions / CHECKS).toFixed(1)}`;
  });
}

console.log(
  `| three workloads, red / inconclusive, % of ${CHECKS}; sessions | nothing stored | ${STORED} stored |`,
);
console.log("|:--|--:|--:|");
for (const [what, draw] of Object.entries(EQUAL))
  console.log(`| equal, ${what} | ${row(draw, draw).join(" | ")} |`);
for (const [what, { base, head }] of Object.entries(NEW))
  console.log(`| new in one: ${what} | ${row(base, head).join(" | ")} |`);
