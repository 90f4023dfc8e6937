import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { FolderStore } from "../../../../src/io/store/folder-store.ts";
import { askStore } from "../../../../src/pipeline/queries/ask.ts";
import { makePair, makeRun, uuidOf } from "../../../support/runs.ts";
import { RULES } from "../../../support/site-store.ts";

let folder: string;
let store: FolderStore;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "plumbline-overview-"));
  store = await FolderStore.open(folder);
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const WORKLOADS = [{ name: "search", rate: 3_000 }];

/** A check of a pull request, kept as `plumbline check` keeps it. */
async function check(seed: number, pullRequest: number, change: number): Promise<void> {
  const branch = `pr-${pullRequest}`;
  const recipe = {
    seed,
    sessions: 6,
    noise: 0.005,
    secondsPerSession: 0.5,
    workloads: WORKLOADS,
    commit: { branch },
    origin: { pullRequest },
  };
  const [base, head] = makePair(recipe, change);
  await store.save([
    { ...base, commit: { ...base.commit, branch: "main" } },
    { ...head, rules: RULES },
  ]);
  const createdAt = new Date(Date.UTC(2026, 0, seed)).toISOString();
  await store.saveReport(
    compareArms(base, head, RULES, { id: uuidOf(`report ${seed}`), createdAt, version: "0" }),
  );
}

it("begins with the newest check of each pull request, the last judged first", async () => {
  await check(1, 7, 0);
  await check(2, 8, 0);
  await check(3, 7, -0.2);
  const { checks } = await askStore(store).overview({ days: 30 });
  expect(checks.map(({ pullRequest, verdict, branch }) => [pullRequest, verdict, branch])).toEqual([
    [7, "regressed", "pr-7"],
    [8, expect.stringMatching(/^(?:unchanged|inconclusive)$/), "pr-8"],
  ]);
  expect(checks[0]?.headline).toMatch(/slower|regress/);
  expect(checks[0]?.runUrl).toMatch(/^https:/);
});

it("has the worst verdict of a workload's gates in each of its rows", async () => {
  await check(3, 7, -0.2);
  const { rows } = await askStore(store).overview({ days: 30, branch: "pr-7" });
  expect(rows.map(({ metric }) => metric)).toEqual(["qps", "server-cpu", "p99"]);
  expect(rows.map(({ verdict }) => verdict?.kind)).toEqual(["regressed", "regressed", "regressed"]);
});

it("takes the points of a sweep for no workloads", async () => {
  const rate = (i: number) => (i < 10 ? 1_000 : 700);
  for (let i = 0; i < 20; i++) {
    const workloads = [{ name: "search threads=1", rate: rate(i) }];
    const commit = { branch: "main" };
    const recipe = { seed: 100 + i, sessions: 2, noise: 0.01, secondsPerSession: 0.3, workloads, commit };
    await store.save([{ ...makeRun({ ...recipe, suite: "shop sweep" }), rules: RULES }]);
  }
  const ask = askStore(store);
  expect((await ask.overview({ days: 3_650 })).rows).toEqual([]);
  expect((await ask.overview({ days: 3_650 })).counts.open).toBe(0);
  expect((await ask.events({ main: true, limit: 10 })).events).toEqual([]);
  // Who asks for them gets them.
  expect((await ask.events({ suite: "shop sweep", limit: 10 })).events).not.toEqual([]);
});
