/** A store whose truth is known: 300 commits of main, 6 workloads, 2 machines, 3 branches; steps, a drift, a gap, outliers, acceptances. */
import { createHash } from "node:crypto";
import type { Store } from "../../src/io/store/store.ts";
import type { Acceptance } from "../../src/model/acceptance.ts";
import type { Run } from "../../src/model/run.ts";
import { drawNormal, seededRng } from "../../src/stats/random.ts";
import { makeRun, uuidOf } from "./runs.ts";
import { RULES } from "./site-store.ts";

export const COMMITS = 300;
const HOUR = 3_600_000;
const UNTIL = Date.parse("2026-11-27T15:00:00Z");

/** Commits of main, by number, from which on a workload is at another level; `drift` moves slowly, `report` and `browse` never move. */
export const STEPS = { search: [140], checkout: [90, 205], restock: [292], wide: [250] } as const;

type Recipe = Readonly<{ rate: number; medianNs: number; speed: (commit: number) => number }>;

const WORKLOADS: Readonly<Record<string, Recipe>> = {
  // Single runs that are strange move no level.
  browse: { rate: 1_800, medianNs: 450e3, speed: (i) => ([60, 171, 233].includes(i) ? 0.62 : 1) },
  search: { rate: 700, medianNs: 1.2e6, speed: (i) => (i >= 140 ? 1.15 : 1) },
  checkout: { rate: 240, medianNs: 4e6, speed: (i) => (i >= 90 && i < 205 ? 0.9 : 1) },
  restock: { rate: 900, medianNs: 900e3, speed: (i) => (1 - 0.12 * drifted(i)) * (i >= 292 ? 0.86 : 1) },
  report: { rate: 200, medianNs: 15e6, speed: () => 1 },
  wide: { rate: 300, medianNs: 3e6, speed: (i) => (i >= 250 ? 0.93 : 1) },
};

function drifted(commit: number): number {
  return Math.min(1, Math.max(0, (commit - 180) / 80));
}

const EPYC = createHash("sha256").update("machine A").digest("hex");
const XEON = createHash("sha256").update("machine B").digest("hex");

type Place = Readonly<{ branch: string; fingerprint: string; seed: number; speed: number; later: number }>;
const MAIN: Place = { branch: "main", fingerprint: EPYC, seed: 10_000, speed: 1, later: 0 };
const ON_XEON: Place = { ...MAIN, fingerprint: XEON, seed: 20_000, speed: 0.81, later: 0.5 };
const RELEASE: Place = { ...MAIN, branch: "release/1.4", seed: 30_000, speed: 1.01, later: 1 };
const FEATURE: Place = { ...MAIN, branch: "feature/batch-writes", seed: 40_000, speed: 1.04, later: 1.5 };

/** @returns commits of main, oldest first */
export async function fillLongHistory(store: Store): Promise<readonly string[]> {
  const rng = seededRng(35);
  const noise = () => Math.exp(0.012 * drawNormal(rng));
  const main: Run[] = [];
  const runs: Run[] = [];
  for (let i = 0; i < COMMITS; i++) {
    main.push(runAt(i, MAIN, noise));
    runs.push(main[i]!);
    if (i % 3 === 0) runs.push({ ...runAt(i, ON_XEON, noise), commit: main[i]!.commit });
    if (i % 5 === 0)
      runs.push(runAt(Math.min(i, 89), { ...RELEASE, later: (i - Math.min(i, 89)) * 13 + 1 }, noise, i));
    if (i > COMMITS - 40) runs.push(runAt(i, FEATURE, noise));
  }
  for (let i = 0; i < runs.length; i += 100) await store.save(runs.slice(i, i + 100));
  await store.saveAcceptances([
    accepted("checkout", main[90]!, "checksums of pages are worth ten percent"),
    accepted("wide", main[250]!, "currency conversion is a requirement"),
  ]);
  return main.map(({ commit }) => commit.sha);
}

function runAt(commit: number, place: Place, noise: () => number, number = commit): Run {
  const { branch, fingerprint, seed, speed, later } = place;
  const measured = Object.entries(WORKLOADS).filter(
    ([name]) => !(name === "report" && commit >= 100 && commit < 130),
  );
  const workloads = measured.map(([name, recipe]) => {
    const factor = recipe.speed(commit) * speed * noise();
    return {
      name,
      workload: "oltp_read_write",
      rate: recipe.rate * factor,
      medianNs: recipe.medianNs / factor,
    };
  });
  const startedAt = new Date(UNTIL - (COMMITS - 1 - commit) * 13 * HOUR + later * HOUR).toISOString();
  const run = makeRun({
    seed: seed + number,
    sessions: 4,
    secondsPerSession: 0.2,
    noise: 0.012,
    startedAt,
    workloads,
    fingerprint,
    commit: { branch, author: ["Ann Lee", "Bo Berg", "Chiyo Tanaka"][number % 3]! },
    environment:
      fingerprint === EPYC
        ? { cpuModel: "AMD EPYC 7763", cpuCount: 16 }
        : { cpuModel: "Intel Xeon 8370C", cpuCount: 8 },
  });
  return { ...run, rules: RULES };
}

function accepted(workload: string, { commit }: Run, reason: string): Acceptance {
  return {
    id: uuidOf(`accepted ${workload}`),
    repository: "acme/db",
    pullRequest: 812,
    suite: "oltp",
    workload,
    metric: "qps",
    commit: commit.sha,
    via: "command",
    by: "reviewer",
    reason,
    at: commit.time!,
    revoked: null,
    landed: { commit: commit.sha, branch: "main", at: commit.time! },
  };
}
