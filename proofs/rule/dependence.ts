// What sessions that depend on those before them, and an arm that drifts, do to the share of false runs: nothing done, with the run's own
// doubt, and with what a store knows; the looks of a check without a store, and what else could be done there. docs/decisions/022-dependence.md quotes its output.
// usage: node scripts/run.mjs proofs/rule/dependence.ts [RUNS]
import path from "node:path";
import { commandLine } from "../../scripts/lib/command-line.ts";
import { spreadOf } from "../../src/analysis/verdict/earlier.ts";
import { plannedLooks, spent } from "../../src/analysis/verdict/looks.ts";
import { dependenceOf } from "../../src/analysis/warnings/dependence.ts";
import { holm } from "../../src/stats/adjust.ts";
import { agreedCorrelation, errorFactor, expectedLag, likenessP } from "../../src/stats/dependence.ts";
import { driftOf } from "../../src/stats/drift.ts";
import { drawNormal, type Rng, seededRng } from "../../src/stats/random.ts";
import { findRoot } from "../../src/stats/root.ts";
import { sampleInTurns } from "../../src/stats/sessions.ts";
import { sampleShift } from "../../src/stats/shift.ts";
import { recordedPools } from "../detect/pools.ts";

const { positionals } = commandLine(import.meta.filename, { most: 1 });
const RUNS = Number(positionals[0] ?? 1000);
const ALPHA = 0.05;
const WORKLOADS = 3;
const METRICS = 3;
const GATES = WORKLOADS * METRICS;
const STORED = 10;

/** Log ratios by gate and session. */
type Gates = readonly (readonly number[])[];

const signsOf = (n: number) => Array.from({ length: n }, (_, i) => (i % 2 === 0 ? -1 : 1));
const inTurn = (values: readonly number[]) => ({
  values,
  sessions: values.map((_, i) => i),
  signs: signsOf(values.length),
});
const percent = (count: number, of = RUNS) => ((100 * count) / of).toFixed(1);

/** Log ratios by gate and session: neighbours correlated by `alike`, metrics of a workload by .6; all of them drift alike. */
function measure(rng: Rng, n: number, alike: number, drift = 0) {
  const series = () => {
    let last = drawNormal(rng);
    return Array.from({ length: n }, (_, i) => {
      if (i > 0) last = alike * last + Math.sqrt(1 - alike ** 2) * drawNormal(rng);
      return last;
    });
  };
  return Array.from({ length: WORKLOADS }, () => {
    const shared = series();
    return Array.from({ length: METRICS }, () =>
      series().map((own, i) => Math.sqrt(0.6) * shared[i]! + Math.sqrt(0.4) * own + (drift * i) / (n - 1)),
    );
  }).flat();
}

const pAbove = (values: readonly number[], inflation: number) => {
  const sample = sampleInTurns(values, signsOf(values.length), null);
  return sampleShift({ ...sample, leverage: sample.leverage * inflation }, null).pAbove(0);
};
const isCalled = (values: readonly number[], inflation: number) => pAbove(values, inflation) <= ALPHA / GATES;

/** As src/analysis/verdict/judge.ts has it: a change that moved must be there at both ends. */
function lasts(values: readonly number[]) {
  const drift = driftOf(inTurn(values));
  if (drift === null || drift.p > 0.05) return true;
  return [drift.first, drift.last].every((end) => sampleShift(end, null).pAbove(0) <= ALPHA);
}

console.log(
  "| neighbours' correlation | sessions | false runs: nothing done | the run's doubt | doubted | the store's correction | known |",
);
console.log("|--:|--:|--:|--:|--:|--:|--:|");
for (const alike of [0, 0.3, 0.6]) {
  for (const n of [8, 16, 24]) {
    const rng = seededRng(100 * alike + n);
    const counts = { plain: 0, doubt: 0, doubted: 0, stored: 0, known: 0 };
    for (let run = 0; run < RUNS; run++) {
      const gates = measure(rng, n, alike);
      const earlier = Array.from({ length: STORED }, () => measure(rng, 8, alike).map(spreadOfGate));
      const correlation = agreedCorrelation(gates.map((_, g) => earlier.map((day) => likenessOf(day[g]!))));
      const own = dependenceOf(gates.map(inTurn), null, run);
      const both = dependenceOf(gates.map(inTurn), correlation, run);
      counts.plain += Number(gates.some((values) => isCalled(values, 1)));
      counts.doubt += Number(gates.some((values) => isCalled(values, own.inflation(n))));
      counts.doubted += own.warnings.length;
      counts.stored += Number(gates.some((values) => isCalled(values, both.inflation(n))));
      counts.known += Number(correlation !== null);
    }
    const { plain, doubt, doubted, stored, known } = counts;
    console.log(
      `| ${alike} | ${n} | ${[plain, doubt, doubted, stored, known].map((each) => percent(each)).join(" | ")} |`,
    );
  }
}

/** Of looks at 8, 16 and 24 sessions, of all workloads: whether anything is called at any of them, as src/analysis/verdict/judge.ts has it. */
function isCalledAtALook(gates: Gates, looks: number, inflationAt: (seen: Gates) => number) {
  const of = plannedLooks({ sessions: 8, looks });
  return of
    .map((_, look) => ({ at: look + 1, of }))
    .some((look) => {
      const seen = gates.map((values) => values.slice(0, 8 * look.at));
      const inflation = inflationAt(seen);
      const p = seen.map((values) => spent(pAbove(values, inflation), "worse", look));
      return holm(p).some((adjusted) => adjusted <= ALPHA);
    });
}

console.log(
  "\n| neighbours' correlation | looks of 8 sessions, no store | false runs: nothing done | the run's doubt |",
);
console.log("|--:|--:|--:|--:|");
for (const alike of [0, 0.3, 0.6]) {
  for (const looks of [1, 2, 3]) {
    const rng = seededRng(2000 + 100 * alike + looks);
    const counts: [number, number] = [0, 0];
    for (let run = 0; run < RUNS; run++) {
      const gates = measure(rng, 8 * looks, alike);
      counts[0] += Number(isCalledAtALook(gates, looks, () => 1));
      const inflation = (seen: Gates) => dependenceOf(seen.map(inTurn), null, run).inflation(seen[0]!.length);
      counts[1] += Number(isCalledAtALook(gates, looks, inflation));
    }
    console.log(`| ${alike} | ${looks} | ${counts.map((count) => percent(count)).join(" | ")} |`);
  }
}

/** What one look at eight sessions, all that there is, could do: by how much to widen the squared standard errors. */
const ways: Readonly<Record<string, (gates: Gates, p: number) => number>> = {
  nothing: () => 1,
  "doubt at 5 %": (_, p) => (p <= 0.05 ? 9 : 1),
  "doubt at 10 %": (_, p) => (p <= 0.1 ? 9 : 1),
  "doubt at 20 %": (_, p) => (p <= 0.2 ? 9 : 1),
  "doubt at 50 %": (_, p) => (p <= 0.5 ? 9 : 1),
  "the run's own estimate": (gates) => errorFactor(ownCorrelation(gates), gates[0]!.length),
  "as if it were .3": (gates) => errorFactor(0.3, gates[0]!.length),
  "as if it were .6": (gates) => errorFactor(0.6, gates[0]!.length),
};

/** Of neighbours, by the mean over the gates; what eight sessions show less than there is put back. */
function ownCorrelation(gates: Gates) {
  const lag = gates.reduce((sum, values) => sum + (spreadOfGate(values).lag ?? 0), 0) / gates.length;
  const excess = (correlation: number) => expectedLag(correlation, gates[0]!.length) - lag;
  if (excess(0) >= 0) return 0;
  return excess(0.9) <= 0 ? 0.9 : findRoot(excess, 0, 0.9, 1e-6);
}

console.log(
  "\n| eight sessions, one look, no store | false runs at 0 | at .3 | at .6 | 1.5 sd in one gate of nine, independent: found | 2.5 sd |",
);
console.log("|:--|--:|--:|--:|--:|--:|");
{
  const cases = [
    { alike: 0, change: 0 },
    { alike: 0.3, change: 0 },
    { alike: 0.6, change: 0 },
    { alike: 0, change: 1.5 },
    { alike: 0, change: 2.5 },
  ];
  const rows = Object.entries(ways).map(([name, inflationOf]) => ({
    name,
    inflationOf,
    counts: cases.map(() => 0),
  }));
  cases.forEach(({ alike, change }, column) => {
    const rng = seededRng(3000 + column);
    for (let run = 0; run < RUNS; run++) {
      const gates = measure(rng, 8, alike);
      gates[0] = gates[0]!.map((value) => value + change);
      const p = likenessP(gates.map(inTurn), seededRng(run)) ?? 1;
      for (const { inflationOf, counts } of rows) {
        const inflation = inflationOf(gates, p);
        const judged = change === 0 ? gates : gates.slice(0, 1);
        counts[column]! += Number(judged.some((values) => isCalled(values, inflation)));
      }
    }
  });
  for (const { name, counts } of rows)
    console.log(`| ${name} | ${counts.map((count) => percent(count)).join(" | ")} |`);
}

function spreadOfGate(ratios: readonly number[]) {
  return spreadOf({ ratios, sessions: ratios.map((_, i) => i) });
}

/** What a measurement shows of the correlation of its neighbours; null where it shows nothing. */
function likenessOf(spread: ReturnType<typeof spreadOf>) {
  return spread.lag === null ? null : { ...spread, lag: spread.lag };
}

console.log(
  "\n| one gate of nine drifts, sd over the run | sessions | called: nothing done | where it must last |",
);
console.log("|--:|--:|--:|--:|");
for (const drift of [0, 2, 3]) {
  for (const n of [8, 16]) {
    const rng = seededRng(1000 + 10 * drift + n);
    const counts: [number, number] = [0, 0];
    for (let run = 0; run < RUNS; run++) {
      const values = measure(rng, n, 0, drift)[0]!;
      const called = isCalled(values, 1);
      counts[0] += Number(called);
      counts[1] += Number(called && lasts(values));
    }
    console.log(`| ${drift} | ${n} | ${counts.map((count) => percent(count)).join(" | ")} |`);
  }
}
{
  const rng = seededRng(5);
  const counts: [number, number] = [0, 0];
  for (let run = 0; run < RUNS; run++) {
    const values = measure(rng, 8, 0)[0]!.map((value) => value + 2);
    const called = isCalled(values, 1);
    counts[0] += Number(called);
    counts[1] += Number(called && lasts(values));
  }
  console.log(
    `\nA change of 2 sd that does not move, 8 sessions: called ${percent(counts[0])}, and lasting ${percent(counts[1])} %`,
  );
}

console.log(
  "\n| recordings of equal servers | sessions of a check | checks | doubted | lag, mean over gates |",
);
console.log("|:--|--:|--:|--:|--:|");
for (const pool of recordedPools(path.join(import.meta.dirname, "../detect/recordings"), "same", 8)) {
  const columns = pool.columns.filter(({ metric }) => ["qps", "server-cpu", "p99"].includes(metric));
  const ratios = columns.map(({ base, head }) => head.map((value, i) => Math.log(value / base[i]!)));
  for (const n of [8, 16, 24]) {
    let [doubted, lags] = [0, 0];
    const starts = Math.max(0, pool.sessions - n + 1);
    for (let start = 0; start < starts; start++) {
      const cut = ratios.map((each) => inTurn(each.slice(start, start + n)));
      doubted += Number((likenessP(cut, seededRng(start)) ?? 1) <= 0.05);
      lags += cut.reduce((sum, { values }) => sum + (spreadOfGate(values).lag ?? 0), 0) / cut.length;
    }
    console.log(
      `| ${pool.what.split(";")[1]!.trim()} | ${n} | ${starts} | ${percent(doubted, starts)} % | ${(lags / starts).toFixed(2)} |`,
    );
  }
}
