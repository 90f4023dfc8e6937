/** What every store promises to whoever has more than fits into memory: pages, limits, portions, lines. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Pruned, prune } from "../../../src/io/store/prune.ts";
import type { Store } from "../../../src/io/store/store.ts";
import { describeRun } from "../../../src/io/store/stored-run.ts";
import { exportRuns, importRuns } from "../../../src/io/store/transfer.ts";
import type { Run } from "../../../src/model/run.ts";
import { openStore } from "../../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../../src/pipeline/invocation/store-location.ts";
import { makeAcceptance } from "../../support/acceptances.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { makeReport } from "../../support/reports.ts";
import { makeRun, type RunRecipe } from "../../support/runs.ts";

let postgres: Postgres;
let scratch: string;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres();
  scratch = await mkdtemp(join(tmpdir(), "plumbline-size-"));
});
afterAll(async () => {
  await postgres.stop();
  await rm(scratch, { recursive: true, force: true });
});

/** The location of a new, empty store. */
const KINDS = [
  { name: "PostgreSQL", create: async () => await postgres.createDatabase(`size_${++databases}`) },
  { name: "folder", create: async () => `file:${await mkdtemp(join(scratch, "folder-"))}` },
];

const small = (seed: number, recipe: RunRecipe = {}): Run =>
  makeRun({ sessions: 1, secondsPerSession: 0.2, seed, ...recipe });

describe.each(KINDS)("$name", ({ create }) => {
  let store: Store;

  beforeEach(async () => {
    store = await openStore(storeAt(await create(), scratch));
  });
  afterEach(() => store.close());

  test("lines of JSON carry everything to a store of another kind and back, nothing lost", async () => {
    const runs = Array.from({ length: 45 }, (_, i) => small(i + 1, { sessions: 1 }));
    const acceptance = makeAcceptance("in lines");
    const report = makeReport({ workloads: [] });
    await store.save(runs);
    await store.saveAcceptances([acceptance]);
    await store.saveReport(report);
    const file = join(scratch, `${databases}-${Date.now()}.jsonl`);
    expect(await exportRuns(store, file, scratch)).toBe(runs.length);
    const said: number[] = [];
    const shares: (number | null)[] = [];
    for (const kind of KINDS) {
      const other = await openStore(storeAt(await kind.create(), scratch));
      const progress = (count: number, share: number | null) => {
        said.push(count);
        shares.push(share);
      };
      expect(await importRuns(other, [file], scratch, progress)).toBe(runs.length);
      const again = join(scratch, `${kind.name}-${Date.now()}.jsonl`);
      await exportRuns(other, again, scratch);
      expect(await readFile(again, "utf8")).toBe(await readFile(file, "utf8"));
      expect(await other.history({ limit: 9_999 })).toEqual(await store.history({ limit: 9_999 }));
      await other.close();
    }
    // Both imports tell of their four portions of ten, and not of the five runs that are left.
    expect(said.length).toBe(8);
    for (const share of shares) expect(share! > 0 && share! <= 1).toBe(true);
    await rm(file);
  });

  test("a line that is none is named, with how much was taken in before it; the whole is not lost", async () => {
    const runs = Array.from({ length: 21 }, (_, i) => small(i + 1, { sessions: 1 }));
    const lines = runs.map((run) => JSON.stringify(run));
    const file = join(scratch, "broken.jsonl");
    await writeFile(file, [...lines, '{"schema":"plumbline.run/1","id":'].join("\n"));
    await expect(importRuns(store, [file], scratch)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringMatching(
        /broken\.jsonl:22 is not a complete JSON document.*; 21 runs are imported$/,
      ),
      remedy: expect.stringContaining("run the same command again for the rest"),
    });
    expect(await store.list()).toHaveLength(21);
    await writeFile(file, lines.join("\n"));
    expect(await importRuns(store, [file], scratch)).toBe(21);
    expect(await store.list()).toHaveLength(21);
  });

  test("runs are listed in pages, and points of older runs asked for, without a gap", async () => {
    const commit = { time: "2026-11-21T09:00:00Z" };
    const runs = Array.from({ length: 7 }, (_, i) =>
      small(i + 1, { sessions: 1, ...(i < 4 ? { commit } : {}) }),
    );
    await store.save(runs);
    const all = await store.list();
    const newest = await store.list({ limit: 3 });
    expect(newest).toEqual(all.slice(-3));
    expect(await store.list({ limit: 3, before: newest[0]! })).toEqual(all.slice(1, 4));
    expect(await store.list({ before: all[0]! })).toEqual([]);
    expect(await store.list({ commit: runs[5]!.commit.sha })).toEqual([describeRun(runs[5]!)]);
    const series = { workload: "point-select", metric: "qps", limit: 2 } as const;
    const points = await store.history({ ...series, before: all[5]! });
    expect(points.map(({ runId }) => runId)).toEqual([all[3]!.id, all[4]!.id]);
  });

  test("points of many workloads and metrics are cut at the limit, the newest kept", async () => {
    await store.save([small(1), small(2)]);
    const all = await store.history({ limit: 1_000 });
    expect(all.length).toBeGreaterThan(20);
    for (const limit of [1, 5, all.length - 3]) {
      expect(await store.history({ limit })).toEqual(all.slice(-limit));
    }
  });

  test("pruning keeps what an accepted change is known by, and the newest of each month of a lasting branch", async () => {
    const at = (month: number, day: number) => `2026-0${month}-0${day}T10:00:00Z`;
    const dates = [at(1, 1), at(1, 2), at(2, 1), at(2, 2), at(2, 3), at(3, 1), at(3, 2)];
    const runs = dates.map((time, i) => small(i + 1, { sessions: 1, commit: { time } }));
    const ofPull = small(20, { sessions: 1, commit: { time: at(1, 3), branch: "feature" } });
    await store.save([...runs, ofPull]);
    const landed = { commit: runs[3]!.commit.sha, branch: "main", at: at(2, 2) };
    await store.saveAcceptances([makeAcceptance("slower", { landed })]);
    const told: Pruned[] = [];
    expect(await prune(store, { keep: 1 }, new Date(), (done) => told.push(done))).toBe(4 - 1);
    // Before any run is removed the lasting branch is searched, a metric after the other: seven runs of two workloads.
    expect(told).toEqual([14, 28, 42].map((searched) => ({ searched, looked: 0, removed: 0 })));
    const left = (await store.list()).map(({ id }) => id);
    expect(new Set(left)).toEqual(new Set([...[1, 3, 4, 6].map((i) => runs[i]!.id), ofPull.id]));
    expect(await prune(store, { keep: 1, landmarks: false }, new Date())).toBe(3);
  });
});
