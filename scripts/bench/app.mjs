/**
 * npm run bench:app [-- --runs N]
 * What the application itself costs, each line with its promise: comparing a run with its baseline, finding change points, and asking
 * the store for a history (on a PostgreSQL server of its own with N runs, 100,000 by default; 0 leaves it out).
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { commandLine } from "../lib/command-line.mjs";
import { importTypeScript } from "../lib/import-ts.mjs";
import { verdictOf } from "../lib/promise.mjs";

const { values } = commandLine(import.meta.filename, {
  options: { runs: { type: "string", default: "100000" } },
});
const { compareHistory } = await importTypeScript("src/analysis/verdict/history.ts");
const { changeEvents } = await importTypeScript("src/analysis/history/change-points.ts");
const { drawNormal, seededRng } = await importTypeScript("src/stats/random.ts");
const { makeRun } = await importTypeScript("tests/support/runs.ts");

/** Shown beside the wall time: other work on the machine makes the one longer, not so much the other. */
const lines = [];
measure("compare one run with 20 baseline runs x 200 metrics", 1, comparing());
measure("change points of 1,000 series x 500 points, no change", 10, finding(0));
measure("change points of 1,000 series x 500 points, three changes each", 10, finding(3));
for (const { what, seconds, cpu, promise } of lines) {
  console.log(
    `${what.padEnd(66)} ${seconds.toFixed(2)} s  (CPU ${cpu.toFixed(2)} s)${verdictOf({ seconds, cpu }, { seconds: promise })}`,
  );
}
if (Number(values.runs) > 0) {
  console.log(
    `\na store of ${values.runs} runs x 200 metrics; promises: a series within 20 ms in SQL, bisect --plan and check's reads 3 s and 300 MB`,
  );
  const script = path.join(import.meta.dirname, "history.mjs");
  process.exitCode = spawnSync(process.execPath, [script, values.runs], { stdio: "inherit" }).status ?? 1;
}

function measure(what, promise, work) {
  const [start, startCpu] = [performance.now(), process.cpuUsage()];
  work();
  const { user, system } = process.cpuUsage(startCpu);
  lines.push({ what, promise, seconds: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 });
}

/** 25 workloads of eight metrics each, four sessions a run. */
function comparing() {
  const workloads = Array.from({ length: 25 }, (_, i) => ({ name: `workload-${i}` }));
  const runs = Array.from({ length: 21 }, (_, i) =>
    makeRun({ seed: i + 1, workloads, sessions: 4, secondsPerSession: 1 }),
  );
  const rules = {
    alpha: 0.05,
    gates: [
      { metric: "qps", margin: 0.02, floor: null },
      { metric: "server-cpu", margin: 0.02, floor: null },
      { metric: "p99", margin: 0.1, floor: 50_000 },
    ],
    errorLimit: 0.001,
    decide: "significant-and-relevant",
  };
  const stamp = { id: runs[0].id, createdAt: runs[0].startedAt, version: "bench", branch: "main" };
  return () => compareHistory(runs.slice(1), runs[0], rules, stamp);
}

/** Steps of one to four standard deviations. */
function finding(steps) {
  const rng = seededRng(1);
  const [length, count] = [500, 1_000];
  const points = Array.from({ length: count }, (_, series) => {
    let level = 0;
    return Array.from({ length }, (_, i) => {
      if (i > 0 && i % Math.ceil(length / (steps + 1)) === 0)
        level += (rng() < 0.5 ? -1 : 1) * (1 + 3 * rng());
      const time = new Date(Date.UTC(2026, 0, 1, i)).toISOString();
      return {
        runId: `run ${i}`,
        suite: "bench",
        workload: `workload ${series}`,
        metric: "qps",
        arm: "head",
        commit: `commit ${i}`,
        branch: "main",
        subject: null,
        measuredAt: time,
        commitTime: time,
        fingerprint: "f",
        value: 1_000 * Math.exp(0.02 * (level + drawNormal(rng))),
        sessions: 8,
        logSd: null,
      };
    });
  }).flat();
  return () => changeEvents(points);
}
