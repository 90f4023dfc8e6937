import fc from "fast-check";
import { expect, test } from "vitest";
import { type Landmarks, NO_LANDMARKS } from "../../../../src/io/store/landmarks.ts";
import { keeper, type PruneRule, prune } from "../../../../src/io/store/prune.ts";
import type { ListQuery, Store } from "../../../../src/io/store/store.ts";
import { oldestFirst, type StoredRun } from "../../../../src/io/store/stored-run.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import { uuidOf } from "../../../support/runs.ts";

const NOW = new Date("2026-11-21T00:00:00.000Z");

const day = (ago: number) => new Date(NOW.getTime() - ago * 86_400_000).toISOString();

function stored(number: number, daysAgo: number, fields: Partial<StoredRun> = {}): StoredRun {
  return {
    id: uuidOf(`run ${number}`),
    measurementId: uuidOf(`measurement ${number}`),
    mode: "history",
    arm: "head",
    repository: null,
    suite: "oltp",
    commit: `c${number}`,
    branch: "main",
    subject: null,
    author: null,
    commitTime: null,
    measuredAt: day(daysAgo),
    orderedAt: day(daysAgo),
    fingerprint: "f",
    ...fields,
  };
}

/** Ids of what the rule does not keep, newest first. */
function prunable(
  runs: readonly StoredRun[],
  rule: PruneRule,
  now: Date,
  landmarks: Landmarks = NO_LANDMARKS,
): readonly string[] {
  const keeps = keeper(rule, now, landmarks);
  const newestFirst = runs.toSorted((a, b) => oldestFirst(b, a));
  return ids(newestFirst.filter((run) => !keeps(run)));
}

const ids = (runs: readonly StoredRun[]) => runs.map(({ id }) => id);

test("without a rule everything stays", () => {
  expect(prunable([stored(1, 1000)], {}, NOW)).toEqual([]);
});

test("keepDays goes by the time of the measurement", () => {
  const runs = [stored(1, 31), stored(2, 30), stored(3, 29, { orderedAt: day(400) })];
  expect(prunable(runs, { keepDays: 30 }, NOW)).toEqual(ids([runs[0]!]));
});

test("keep counts each series by itself", () => {
  const runs = [
    stored(1, 3),
    stored(2, 2),
    stored(3, 1),
    stored(4, 9, { branch: "feature" }),
    stored(5, 9, { suite: "nightly" }),
    stored(6, 9, { arm: "base" }),
    stored(7, 9, { fingerprint: "g" }),
    stored(8, 9, { mode: "side-by-side" }),
  ];
  expect(prunable(runs, { keep: 2 }, NOW)).toEqual(ids([runs[0]!]));
  expect(prunable(runs, { keep: 0 }, NOW)).toHaveLength(runs.length);
});

test("what either rule keeps stays", () => {
  const runs = [stored(1, 50), stored(2, 40), stored(3, 5), stored(4, 1)];
  expect(prunable(runs, { keep: 1, keepDays: 10 }, NOW)).toEqual(ids([runs[1]!, runs[0]!]));
  expect(prunable(runs, { keep: 3, keepDays: 3 }, NOW)).toEqual(ids([runs[0]!]));
});

const anyRuns = fc
  .array(fc.tuple(fc.nat({ max: 400 }), fc.constantFrom("main", "feature", null)), { maxLength: 40 })
  .map((list) => list.map(([ago, branch], i) => stored(i, ago, { branch })));

test("keep leaves exactly the newest so many of each series, and pruning again finds nothing", () => {
  fc.assert(
    fc.property(anyRuns, fc.nat({ max: 10 }), (runs, keep) => {
      const removed = new Set(prunable(runs, { keep }, NOW));
      const rest = runs.filter(({ id }) => !removed.has(id));
      for (const branch of ["main", "feature", null]) {
        const series = runs.filter((run) => run.branch === branch).sort(oldestFirst);
        const left = rest.filter((run) => run.branch === branch).sort(oldestFirst);
        expect(ids(left)).toEqual(ids(keep === 0 ? [] : series.slice(-keep)));
      }
      expect(prunable(rest, { keep }, NOW)).toEqual([]);
    }),
  );
});

test("of a branch that lasts the newest of each month stays, and everywhere what stands at a landmark", () => {
  const runs = [
    stored(1, 95),
    stored(2, 94),
    stored(3, 60),
    stored(4, 59),
    stored(5, 1),
    stored(6, 90, { branch: "x" }),
  ];
  const landmarks = { branches: new Set(["main"]), commits: new Set(["c3"]) };
  expect(prunable(runs, { keep: 0 }, NOW, landmarks)).toEqual(ids([runs[5]!, runs[0]!]));
});

/** Answers pages as a store does, and remembers what it was asked to remove. */
function recording(
  runs: readonly StoredRun[],
  removals: string[][],
  failAt = Number.POSITIVE_INFINITY,
): Store {
  return {
    async list({ limit, before }: ListQuery) {
      const older = runs.filter((run) => before === undefined || oldestFirst(run, before) < 0);
      return older.slice(Math.max(0, older.length - limit!));
    },
    async remove(portion: readonly string[]) {
      if (removals.length === failAt)
        throw new PlumblineError("interrupted", "interrupted before the store was asked");
      removals.push([...portion]);
      return portion.length;
    },
  } as unknown as Store;
}

test("a large store is pruned in portions, page by page, and tells how far it is", async () => {
  const runs = Array.from({ length: 12_345 }, (_, i) => stored(i, 20_000 - i));
  const [removals, told]: [string[][], number[]] = [[], []];
  const rule = { keep: 100, landmarks: false };
  const removed = await prune(recording(runs, removals), rule, NOW, (done) => told.push(done.removed));
  expect(removed).toBe(12_245);
  expect(new Set(removals.flat())).toEqual(new Set(ids(runs.slice(0, -100))));
  expect(Math.max(...removals.map(({ length }) => length))).toBe(500);
  expect(told).toEqual(Array.from({ length: 24 }, (_, i) => 500 * (i + 1)));
});

test("interrupted in the midst, it says what is done and how to go on", async () => {
  const runs = Array.from({ length: 2_000 }, (_, i) => stored(i, 20_000 - i));
  await expect(prune(recording(runs, [], 2), { keep: 0, landmarks: false }, NOW)).rejects.toMatchObject({
    kind: "interrupted",
    message: "interrupted before the store was asked; 1000 runs are removed",
    remedy: "run the same command again for the rest",
  });
});
