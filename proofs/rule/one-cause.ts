// How many alerts one cause gets where machines take turns, and which commits they name: docs/decisions/061-ledger.md quotes its output.
// usage: node scripts/run.mjs proofs/rule/one-cause.ts [HISTORIES]
//        HISTORIES of each kind, 30 where nothing is said
import { commandLine } from "../../scripts/lib/command-line.ts";
import { withOpen } from "../../src/analysis/history/alerts.ts";
import { changeEvents } from "../../src/analysis/history/change-points.ts";
import type { EventAnswer } from "../../src/model/answers.ts";
import type { HistoryPoint } from "../../src/model/history-point.ts";
import { drawIndex, drawNormal, seededRng } from "../../src/stats/random.ts";
import { GATES, GOODNESS, RULES } from "./simulated.ts";

const { positionals } = commandLine(import.meta.filename, { most: 1 });
const HISTORIES = Number(positionals[0] ?? 30);

/** The commit that changes the level. */
const AT = 30;
/** Commits around it that an alert about it may name. */
const NEAR = { from: 25, to: 42 };
const LEVELS = [5000, 2e5, 5e6];

type Scene = Readonly<{
  pushes?: number;
  size?: number;
  workloads?: number;
  /** Machine models that take turns. */
  models?: number;
  /** The commit that takes it back. */
  back?: number;
  arms?: readonly HistoryPoint["arm"][];
  /** Workloads that are slower, from the first on. */
  hit?: number;
  /** A cause of its own: the commit that makes so many of the next workloads slower, or the same ones once more. */
  other?: Readonly<{ at: number; hit: number; again?: boolean }>;
}>;

function drawPoints(rng: () => number, scene: Scene): readonly HistoryPoint[] {
  const {
    pushes = 60,
    size = 0.1,
    workloads = 3,
    models = 1,
    back = Infinity,
    arms = ["base", "head"],
    hit = 1,
    other = { at: Infinity, hit: 0 },
  } = scene;
  const points: HistoryPoint[] = [];
  for (let push = 1; push < pushes; push++) {
    const model = drawIndex(rng, models);
    const run = 0.02 * drawNormal(rng);
    for (const arm of arms) {
      const commit = arm === "base" ? push - 1 : push;
      const time = new Date(Date.UTC(2026, 0, 1) + commit * 86_400_000).toISOString();
      for (let w = 0; w < workloads; w++)
        for (const [m, { metric }] of GATES.entries()) {
          const first = other.again === true ? 0 : hit;
          const isOther = w >= first && w < first + other.hit && commit >= other.at;
          const isHit = w < hit && commit >= AT && commit < back;
          const slower = (Number(isHit) + Number(isOther)) * size * (m === 2 ? 2 : 1);
          const noise = 0.008 * (m === 2 ? 3 : 1) * drawNormal(rng);
          const log = -GOODNESS[m]! * (slower - run + (model - 1) * 0.12) + noise;
          points.push({
            runId: `${push}${arm}`,
            repository: null,
            suite: "s",
            workload: `w${w}`,
            metric,
            arm,
            commit: String(commit),
            branch: "main",
            subject: null,
            author: null,
            measuredAt: time,
            commitTime: time,
            fingerprint: `m${model}`,
            value: LEVELS[m]! * Math.exp(log),
            sessions: 8,
            logSd: 0.03,
          });
        }
    }
  }
  return points;
}

const SCENES: Readonly<Record<string, Scene>> = {
  "one machine, -10 % in one of 3 workloads": {},
  "the same, head alone": { arms: ["head"] },
  "3 models take turns": { models: 3 },
  "3 models, head alone": { models: 3, arms: ["head"] },
  "6 models": { models: 6, pushes: 90 },
  "one machine, -5 % in 10 of 20": { workloads: 20, size: 0.05, hit: 10, pushes: 50 },
  "3 models, -5 % in 10 of 20": { workloads: 20, size: 0.05, hit: 10, models: 3 },
  "one machine, taken back after 12": { back: 42 },
  "3 models, taken back after 12": { back: 42, models: 3 },
  "one machine, another workload 5 commits later": { other: { at: 35, hit: 1 } },
  "3 models, another workload 5 commits later": { other: { at: 35, hit: 1 }, models: 3 },
  "3 models, -5 % in 10 of 20, in the same again 8 commits later": {
    workloads: 20,
    size: 0.05,
    hit: 10,
    models: 3,
    other: { at: 38, hit: 10, again: true },
  },
  "3 models, the same workload again 8 commits later": { other: { at: 38, hit: 1, again: true }, models: 3 },
  "3 models, -5 % in 10 of 20, in the others 5 commits later": {
    workloads: 20,
    size: 0.05,
    hit: 10,
    models: 3,
    other: { at: 35, hit: 10 },
  },
};

function alertsAbout(points: readonly HistoryPoint[]): readonly EventAnswer[] {
  return withOpen(changeEvents(points), RULES)
    .filter(({ shifts }) => shifts.some(({ direction }) => direction === "worse"))
    .filter(({ firstAfter }) => Number(firstAfter.sha) >= NEAR.from && Number(firstAfter.sha) <= NEAR.to);
}

console.log(
  "| history | alerts about the cause or the two causes, % of histories | a cause is within the range named, % of alerts |",
);
console.log("|:--|:--|--:|");
for (const [name, scene] of Object.entries(SCENES)) {
  const rng = seededRng(900);
  const count = (scene.workloads ?? 0) > 3 ? Math.ceil(HISTORIES / 4) : HISTORIES;
  const numbers = new Map<number, number>();
  let [named, right] = [0, 0];
  for (let i = 0; i < count; i++) {
    const alerts = alertsAbout(drawPoints(rng, scene));
    numbers.set(alerts.length, (numbers.get(alerts.length) ?? 0) + 1);
    named += alerts.length;
    right += alerts.filter(({ lastBefore, firstAfter }) =>
      [AT, scene.other?.at ?? AT].some((at) => Number(lastBefore.sha) < at && at <= Number(firstAfter.sha)),
    ).length;
  }
  const shares = [...numbers]
    .sort(([a], [b]) => a - b)
    .map(([n, times]) => `${n}: ${Math.round((100 * times) / count)}`);
  console.log(`| ${name} | ${shares.join(", ")} | ${named === 0 ? "" : Math.round((100 * right) / named)} |`);
}
