// What a session's tail could be read by instead of the plain p99, and what each reading gains and loses: docs/decisions/021-tail.md
// quotes its output. FOLDER holds what `scripts/bench/detect/record.mjs --documents FOLDER` kept: base and head are equal servers.
// Each cell is the standard deviation of a session's log ratio in percent; "merged" and "mean" are of eight sessions, drawn 400 times.
// Below: what a reading shows where all latencies beyond a quantile are 10 % longer.
// usage: node scripts/bench/rule/tail.mjs FOLDER
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { commandLine } from "../../lib/command-line.mjs";
import { importTypeScript } from "../../lib/import-ts.mjs";

const { decodeHistogram } = await importTypeScript("src/analysis/samples/histogram.ts");
const { mean, standardDeviation } = await importTypeScript("src/stats/summary.ts");
const { drawIndex, seededRng } = await importTypeScript("src/stats/random.ts");

const { positionals } = commandLine(import.meta.filename, { most: 1 });
const folder = positionals[0] ?? ".";
const documents = readdirSync(folder)
  .filter((file) => file.endsWith(".json.gz"))
  .map((file) => JSON.parse(gunzipSync(readFileSync(path.join(folder, file)))));

/** Mean of the log quantiles between two ranks, which are even on the scale of what lies beyond. */
const between = (low, high) => (counts) =>
  mean(
    Array.from({ length: 25 }, (_, i) => {
      const beyond = (1 - low) * ((1 - high) / (1 - low)) ** ((i + 0.5) / 25);
      return Math.log(quantileOf(counts, 1 - beyond));
    }),
  );
const quantile = (q) => (counts) => Math.log(quantileOf(counts, q));
const READINGS = {
  p95: quantile(0.95),
  p98: quantile(0.98),
  p99: quantile(0.99),
  "p99.5": quantile(0.995),
  "log mean of p98.5 .. p99.5": between(0.985, 0.995),
  "log mean of p98 .. p99.5": between(0.98, 0.995),
  "log mean of p97 .. p99.7": between(0.97, 0.99667),
  "log mean of p95 .. p99.8": between(0.95, 0.998),
  "mean beyond p98": (counts) =>
    Math.log(mean(Array.from({ length: 100 }, (_, i) => quantileOf(counts, 0.98 + 0.0002 * (i + 0.5))))),
};

const workloads = documents[0].base.workloads.map(({ name }) => name);
const sessionsOf = (run, name) => run.workloads.find((each) => each.name === name).sessions;
const pairs = Object.fromEntries(
  workloads.map((name) => [
    name,
    documents.flatMap(({ base, head }) =>
      sessionsOf(base, name).map((session, i) =>
        [session, sessionsOf(head, name)[i]].map(({ latency }) =>
          countsOf(decodeHistogram(latency.histogram)),
        ),
      ),
    ),
  ]),
);

console.log(`${pairs[workloads[0]].length} sessions\n`);
console.log(`| reading | ${workloads.join(" | ")} | +10 % beyond p90 | p95 | p98 | p99 |`);
console.log(`|:--|${"--:|".repeat(workloads.length + 4)}`);
for (const [name, read] of Object.entries(READINGS)) {
  const noise = workloads.map((workload) =>
    standardDeviation(pairs[workload].map(([base, head]) => read(head) - read(base))),
  );
  const shown = [0.9, 0.95, 0.98, 0.99].map((from) =>
    Math.expm1(
      mean(
        workloads.flatMap((workload) =>
          pairs[workload].slice(0, 8).map(([, head]) => read(lengthened(head, from)) - read(head)),
        ),
      ),
    ),
  );
  console.log(`| ${name} | ${[...noise, ...shown].map((each) => (100 * each).toFixed(1)).join(" | ")} |`);
}

console.log(`\n| eight sessions | ${workloads.join(" | ")} |\n|:--|${"--:|".repeat(workloads.length)}`);
const rng = seededRng(1);
const eights = workloads.map((workload) => {
  const all = pairs[workload];
  const draws = Array.from({ length: 400 }, () =>
    Array.from({ length: 8 }, () => all[drawIndex(rng, all.length)]),
  );
  const read = READINGS.p99;
  const merged = (draw, arm) => read(mergedOf(draw.map((pair) => pair[arm])));
  return {
    mean: standardDeviation(draws.map((draw) => mean(draw.map(([base, head]) => read(head) - read(base))))),
    merged: standardDeviation(draws.map((draw) => merged(draw, 1) - merged(draw, 0))),
  };
});
for (const [name, key] of [
  ["mean of the sessions' p99 ratios", "mean"],
  ["ratio of p99 of all merged", "merged"],
])
  console.log(`| ${name} | ${eights.map((each) => (100 * each[key]).toFixed(1)).join(" | ")} |`);

console.log(
  `\n| p99 left after regression on | ${workloads.join(" | ")} |\n|:--|${"--:|".repeat(workloads.length)}`,
);
for (const covariate of ["p95", "p98"]) {
  const left = workloads.map((workload) => {
    const ratios = (read) => pairs[workload].map(([base, head]) => read(head) - read(base));
    return residualNoise(ratios(READINGS.p99), ratios(READINGS[covariate]));
  });
  console.log(`| ${covariate} | ${left.map((each) => (100 * each).toFixed(1)).join(" | ")} |`);
}

/** What a histogram holds: [value, how many], ascending. */
function countsOf(histogram) {
  const counts = [];
  for (let i = 0; i < histogram.countsArrayLength; i++) {
    const count = histogram.getCountAtIndex(i);
    if (count > 0) counts.push([histogram.valueFromIndex(i), count]);
  }
  return counts;
}

function quantileOf(counts, q) {
  let left = q * totalOf(counts);
  for (const [value, count] of counts) {
    left -= count;
    if (left <= 1e-9) return value;
  }
  return counts.at(-1)[0];
}

function totalOf(counts) {
  return counts.reduce((sum, [, count]) => sum + count, 0);
}

function mergedOf(histograms) {
  const merged = new Map();
  for (const [value, count] of histograms.flat()) merged.set(value, (merged.get(value) ?? 0) + count);
  return [...merged].sort(([a], [b]) => a - b);
}

/** All values beyond a quantile, 10 % longer. */
function lengthened(counts, from) {
  let below = 0;
  const total = totalOf(counts);
  const parts = counts.flatMap(([value, count]) => {
    const kept = Math.max(0, Math.min(count, from * total - below));
    below += count;
    return [
      [value, kept],
      [1.1 * value, count - kept],
    ];
  });
  return parts.filter(([, count]) => count > 0).sort(([a], [b]) => a - b);
}

function residualNoise(values, covariate) {
  const [y, x] = [mean(values), mean(covariate)];
  const square = covariate.reduce((sum, each) => sum + (each - x) ** 2, 0);
  const slope = covariate.reduce((sum, each, i) => sum + (each - x) * (values[i] - y), 0) / square;
  return standardDeviation(values.map((value, i) => value - slope * covariate[i]));
}
