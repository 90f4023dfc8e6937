// What the sums of a branch's paired changes alert on, and when, by the product's own chain and sums: docs/decisions/061-ledger.md quotes its output.
// usage: node scripts/run.mjs proofs/rule/ledger.ts [--levels N] [HISTORIES] [MACHINES] [STEPS] [LAYOUTS] [MISSING]
//        HISTORIES of each cell, 200 where nothing is said; MACHINES by name, with semicolons; STEPS (fall of QPS and rise of CPU time a push, of one workload in
//        ten pushes), LAYOUTS (standard deviation of a build's speed) and MISSING (share of pushes that are not measured): lists with commas
//        --levels: so many histories through the search for changes of level instead, which is what alerts looked at before
import { commandLine } from "../../scripts/lib/command-line.ts";
import { withOpen } from "../../src/analysis/history/alerts.ts";
import { changeEvents } from "../../src/analysis/history/change-points.ts";
import { chainOf } from "../../src/analysis/ledger/chain.ts";
import { type MeasuredChange, pairedChange } from "../../src/analysis/ledger/paired-changes.ts";
import { carriedByLast, ledgerAlerts, standingSums } from "../../src/analysis/ledger/sums.ts";
import type { HistoryPoint } from "../../src/model/history-point.ts";
import { drawIndex, drawNormal, seededRng } from "../../src/stats/random.ts";
import { mean, median, sorted } from "../../src/stats/summary.ts";
import { drawRatios, GATES, GOODNESS, RULES, SESSIONS, WORKLOADS } from "./simulated.ts";

const { values, positionals } = commandLine(import.meta.filename, {
  options: { levels: { type: "string", default: "0" } },
  most: 5,
});
const [histories = "200", machines = "8 s;8 s, neighbour;8 s, three models;2 s"] = positionals;
const [, , steps = "0,0.005,0.01", layouts = "0", missing = "0"] = positionals;

/** Standard deviation of a session's log ratio of QPS, in per cent, on each of the machines that take turns. */
const MACHINES: Readonly<Record<string, readonly number[]>> = {
  "8 s": [1.1],
  "8 s, neighbour": [1.6],
  "8 s, three models": [1.1, 1.35, 1.6],
  "8 s, three unlike models": [1.1, 1.6, 2.2],
  "2 s": [2.4],
};
/** The same of CPU time and p99, relative to that of QPS. */
const RELATIVE = [0.01, 0.0085, 0.034];
const PUSHES = { before: 25, creeping: 10, after: 15 } as const;
const ALL = PUSHES.before + PUSHES.creeping + PUSHES.after;
/** The newest measurements that are looked at after each push, as the product does. */
const LOOKED_AT = 60;
const PLAN = { sessions: SESSIONS, looks: 3 } as const;

type Scene = Readonly<{ sds: readonly number[]; step: number; layout: number; missing: number }>;

/** What the commits up to one changed in QPS and CPU time of the first workload, as harm. */
function creptAt(commit: number, step: number): number {
  return step * Math.min(PUSHES.creeping, Math.max(0, commit - PUSHES.before));
}

/** Measured pushes of a branch. A build has its layout wherever it is measured: what one push seems to lose by it the next one wins. */
function drawPushes(
  rng: () => number,
  { sds, step, layout, missing: lost }: Scene,
): readonly MeasuredChange[] {
  const builds = Array.from({ length: ALL + 1 }, () => WORKLOADS.map(() => layout * drawNormal(rng)));
  const pushes: MeasuredChange[] = [];
  let base = 0;
  for (let commit = 1; commit <= ALL; commit++) {
    const sd = sds[drawIndex(rng, sds.length)]!;
    const crept = creptAt(commit, step) - creptAt(base, step);
    const effectOf = (workload: number, metric: number) => {
      const moved = builds[commit]![workload]! - builds[base]![workload]!;
      return GOODNESS[metric]! * (moved - (workload === 0 && metric < 2 ? crept : 0));
    };
    const ratios = drawRatios(
      rng,
      RELATIVE.map((each) => each * sd),
      { sessions: SESSIONS, effectOf },
    );
    // A push that was cancelled: the next one is compared with what was measured last.
    if (rng() < lost) continue;
    const changes = ratios.flatMap((metrics, w) =>
      metrics.flatMap((own, m) => {
        const facts = {
          workload: WORKLOADS[w]!,
          metric: GATES[m]!.metric,
          limit: GATES[m]!.margin,
          isRed: false,
        };
        return pairedChange(facts, own, PLAN) ?? [];
      }),
    );
    pushes.push({
      runId: `${commit}`,
      base: commitOf(base),
      head: commitOf(commit),
      at: timeOf(commit),
      measuredAt: timeOf(commit),
      changes,
    });
    base = commit;
  }
  return pushes;
}

function timeOf(commit: number): string {
  return new Date(Date.UTC(2026, 0, 1) + commit * 86_400_000).toISOString();
}

function commitOf(commit: number) {
  return { sha: `c${commit}`, time: timeOf(commit), subject: null, author: null };
}

/** @param near pushes after which the first page has a sum that is not clear yet */
type Seen = Readonly<{ first: number | null; alerts: number; near: number; pushes: number }>;

/** After each push: is there an alert that was not there before? */
function watched(pushes: readonly MeasuredChange[], step: number): Seen {
  let first: number | null = null;
  let [alerts, near] = [0, 0];
  let wasBeyond = false;
  for (let end = 10; end <= pushes.length; end++) {
    const chain = chainOf(pushes.slice(Math.max(0, end - LOOKED_AT), end));
    const { sha } = chain.at(-1)!.head;
    const now = ledgerAlerts(chain, []).find(({ open, upTo }) => open && upTo.sha === sha);
    const commit = Number(sha.slice(1));
    const carried = carriedByLast(chain, []);
    if (step > 0 && carried.some(({ workload, metric }) => workload === WORKLOADS[0] && metric !== "p99"))
      first ??= commit > PUSHES.before ? commit - PUSHES.before : null;
    if (now !== undefined && !wasBeyond) alerts++;
    wasBeyond = now !== undefined;
    if (standingSums(chain, [])[0]?.clear === false) near++;
  }
  return { first, alerts, near, pushes: pushes.length - 9 };
}

function cell(scene: Scene, count: number): readonly string[] {
  const rng = seededRng(61);
  const seen = Array.from({ length: count }, () => watched(drawPushes(rng, scene), scene.step));
  if (scene.step === 0) {
    const alerts = seen.reduce((sum, each) => sum + each.alerts, 0);
    const near = seen.reduce((sum, each) => sum + each.near, 0);
    const pushes = seen.reduce((sum, each) => sum + each.pushes, 0);
    return [((100 * alerts) / pushes).toFixed(2), ((100 * near) / pushes).toFixed(2), "", "", ""];
  }
  const found = seen.flatMap(({ first }) => first ?? []);
  const share = (part: number) => ((100 * part) / count).toFixed(0);
  return [
    "",
    "",
    share(found.filter((first) => first <= PUSHES.creeping).length),
    share(found.length),
    found.length === 0 ? "" : median(sorted(found)).toFixed(0),
  ];
}

console.log(
  "| machine | layout, % | not measured, % | fall a push, % | false alerts per 100 pushes | shown as near, % of pushes | found by the tenth push, % | ever, % | median push |",
);
console.log("|:--|--:|--:|--:|--:|--:|--:|--:|--:|");
const listOf = (text: string) => text.split(",").map(Number);
for (const name of Number(values.levels) > 0 ? [] : machines.split(";"))
  for (const layout of listOf(layouts))
    for (const lost of listOf(missing))
      for (const step of listOf(steps)) {
        const scene = { sds: MACHINES[name]!, step, layout: layout / 100, missing: lost };
        const cells = cell(scene, Number(histories)).join(" | ");
        console.log(`| ${name} | ${layout} | ${100 * lost} | ${100 * step} | ${cells} |`);
      }

/** What alerts looked at before: levels of the runs, of each machine apart. */
const LEVELS = [5000, 2e5, 5e6];
/** Logarithms of how much slower each of the models is, and of how much the runs of one differ. */
const MODELS = { levels: [0, 0.15, -0.12], sd: 0.03 };

function drawLevels(rng: () => number, step: number, upTo: number): readonly HistoryPoint[] {
  const points: HistoryPoint[] = [];
  for (let push = 1; push <= upTo; push++) {
    const model = rng() < 0.5 ? 0 : rng() < 0.6 ? 1 : 2;
    const run = MODELS.sd * drawNormal(rng);
    for (const arm of ["base", "head"] as const) {
      const commit = arm === "base" ? push - 1 : push;
      for (const [w, workload] of WORKLOADS.entries())
        for (const [m, { metric }] of GATES.entries()) {
          const crept = w === 0 && m < 2 ? creptAt(commit, step) : 0;
          const own = (0.024 * [1, 0.85, 3.4][m]! * drawNormal(rng)) / Math.sqrt(2 * SESSIONS);
          const log = GOODNESS[m]! * (run * (m === 2 ? 2 : 1) + MODELS.levels[model]! - crept) + own;
          points.push({
            runId: `${push}${arm}`,
            repository: null,
            suite: "s",
            workload,
            metric,
            arm,
            commit: `c${commit}`,
            branch: "main",
            subject: null,
            author: null,
            measuredAt: timeOf(push),
            commitTime: timeOf(commit),
            fingerprint: `m${model}`,
            value: LEVELS[m]! * Math.exp(log),
            sessions: SESSIONS,
            logSd: 0.03,
          });
        }
    }
  }
  return points;
}

if (Number(values.levels) > 0) {
  const upTo = PUSHES.before + PUSHES.creeping;
  const rng = seededRng(61);
  const found = Array.from({ length: Number(values.levels) }, () => {
    const events = withOpen(changeEvents(drawLevels(rng, 0.01, upTo)), RULES);
    return events.some(
      ({ open, shifts, firstAfter }) =>
        open &&
        Number(firstAfter.sha.slice(1)) > PUSHES.before - 3 &&
        shifts.some(({ workload, open: own }) => own && workload === WORKLOADS[0]),
    );
  });
  console.log(
    `by changes of level, three models, -1 % a push: found by the tenth in ${(100 * mean(found.map(Number))).toFixed(0)} %`,
  );
}
