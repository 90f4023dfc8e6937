/** A workload's history for the tests of its page: main on two machines one after the other, a branch, a step of p99, repeatable. */
import type { ChangeEvent } from "../../src/model/answers.ts";
import type { HistoryPoint } from "../../src/model/history-point.ts";
import type { MetricId } from "../../src/model/metric.ts";
import type { WorkloadFacts } from "../../src/report/pages/columns.ts";
import type { Site } from "../../src/report/pages/shell.ts";
import { drawNormal, seededRng } from "../../src/stats/random.ts";

const LEVELS = { qps: 4_200, p99: 12_100_000, "failed-share": 0 } as const satisfies Partial<
  Record<MetricId, number>
>;
const MACHINES = ["a".repeat(64), "b".repeat(64)] as const;
const START = Date.UTC(2026, 6, 1, 8);

export type HistoryStory = Readonly<{ runs?: number; stepAt?: number; moveAt?: number }>;

/** @param story the run that p99 rises with by a quarter, and the run that is the first on the other machine */
export function makeHistory({
  runs = 60,
  stepAt = 40,
  moveAt = 20,
}: HistoryStory = {}): readonly HistoryPoint[] {
  const rng = seededRng(16);
  return Array.from({ length: runs }, (_, i) => {
    const isBranch = i % 15 === 7;
    const at = new Date(START + i * 86_400_000).toISOString();
    const head = {
      runId: `00000000-0000-4000-8000-${String(i).padStart(12, "0")}`,
      repository: "example/shop",
      suite: "oltp",
      workload: "read-write",
      arm: "head" as const,
      commit: shaOf(i),
      branch: isBranch ? "batch-wal" : "main",
      subject: i === stepAt ? 'wal: <batch> flushes & "wait"' : `planner: change number ${i}`,
      author: i === stepAt ? "Ann <Lee>" : i % 3 === 0 ? null : "Bo Berg",
      measuredAt: at,
      commitTime: at,
      fingerprint: MACHINES[i < moveAt ? 0 : 1],
      sessions: 8,
    };
    return Object.entries(LEVELS).map(([metric, level]): HistoryPoint => {
      const step = metric === "p99" && i >= stepAt ? 1.25 : 1;
      const machine = i < moveAt ? 1 : 0.9;
      const value = level * step * machine * Math.exp(0.02 * drawNormal(rng));
      return { ...head, metric: metric as MetricId, value, logSd: level === 0 ? null : 0.02 };
    });
  }).flat();
}

/** Forty digits that begin with the run's number. */
export function shaOf(run: number): string {
  return `${run.toString(16).padStart(4, "0")}c0ffee`.padEnd(40, "0");
}

export function makeEvent(at = 40): ChangeEvent {
  const commit = (run: number, subject: string) => ({
    sha: shaOf(run),
    time: new Date(START + run * 86_400_000).toISOString(),
    subject,
    author: "Ann <Lee>",
  });
  return {
    repository: "example/shop",
    suite: "oltp",
    branch: "main",
    lastBefore: commit(at - 1, `planner: change number ${at - 1}`),
    firstAfter: commit(at, 'wal: <batch> flushes & "wait"'),
    cause: "commit",
    state: "lasting",
    shifts: [
      {
        workload: "read-write",
        metric: "p99",
        arm: "head",
        fingerprint: MACHINES[1],
        runId: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
        before: 10_890_000,
        after: 13_612_500,
        runsBefore: 40,
        runsAfter: 20,
        effect: 0.25,
        direction: "worse",
        p: 0.0025,
        noise: 0.02,
      },
    ],
  };
}

export function makeFacts(story: HistoryStory = {}): WorkloadFacts {
  const environment = (cpuModel: string) => ({
    cpuModel,
    cpuCount: 4,
    memoryBytes: 16e9,
    kernel: "6.8",
    runner: "",
    database: "PostgreSQL",
    databaseVersion: "17.4",
    dialect: "postgres",
    settings: {},
  });
  return {
    suite: "oltp",
    workload: "read-write",
    branch: "main",
    points: makeHistory(story),
    events: [makeEvent(story.stepAt)],
    acceptances: [
      {
        id: "00000000-0000-4000-9000-000000000001",
        repository: "example/shop",
        pullRequest: 12,
        suite: "oltp",
        workload: "read-write",
        metric: "qps",
        commit: shaOf(29),
        via: "command",
        by: "reviewer",
        reason: "checksums are worth it",
        at: new Date(START + 29 * 86_400_000).toISOString(),
        revoked: null,
        landed: { commit: shaOf(30), branch: "main", at: new Date(START + 30 * 86_400_000).toISOString() },
      },
    ],
    environments: [
      { fingerprint: MACHINES[0], environment: environment("EPYC 7763") },
      { fingerprint: MACHINES[1], environment: environment("Xeon 8370C") },
    ],
    isCut: false,
  };
}

export function makeSite(): Site {
  return {
    title: "example/shop",
    version: "0.1.0",
    newest: "2026-08-29T08:00:00.000Z",
    open: 1,
    assets: { style: "assets/site.css", script: "assets/site.js", icon: "assets/site.svg" },
    now: "2026-08-29T11:30:00.000Z",
    isStatic: false,
  };
}
