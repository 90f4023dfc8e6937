/** A part of the stores' contract: what several repositories that share one, and many that ask one, rely on. */
import { Writable } from "node:stream";
import { describe, expect, test } from "vitest";
import { prune } from "../../../../src/io/store/prune.ts";
import type { Store } from "../../../../src/io/store/store.ts";
import { exportRuns } from "../../../../src/io/store/transfer.ts";
import type { Run } from "../../../../src/model/run.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { makeReport } from "../../../support/reports.ts";
import { makePair, makeRun, type RunRecipe } from "../../../support/runs.ts";

const SMALL: RunRecipe = { sessions: 2, secondsPerSession: 0.2 };
const small = (seed: number, recipe: RunRecipe = {}): Run => makeRun({ ...SMALL, seed, ...recipe });
const ids = (runs: readonly Run[]) => runs.map(({ id }) => id);

/** @param store the one of the test that runs, empty */
export function sharedStore(store: () => Store): void {
  describe("several repositories", () => {
    const of = (seed: number, repository: string | null) => small(seed, { origin: { repository } });

    test("go on under another name, with all that is known of them, in one call or in two", async () => {
      const [db, web, nobodys] = [of(1, "acme/db"), of(2, "acme/web"), of(3, null)];
      const later = { ...db, origin: { ...db.origin, colour: "blue" } } as Run;
      const report = (run: Run, repository: string) => {
        const made = makeReport({ workloads: [] });
        const head = { id: run.id, commit: run.commit, sessions: 2 };
        return { ...made, head, origin: { ...made.origin, repository } };
      };
      await store().save([later, web, nobodys]);
      for (const [run, repository] of [
        [db, "acme/db"],
        [web, "acme/web"],
      ] as const)
        await store().saveReport(report(run, repository));
      await store().saveAcceptances([
        { ...makeAcceptance("ours"), repository: "acme/db" },
        { ...makeAcceptance("theirs"), repository: "acme/web" },
      ]);
      const told: number[] = [];
      const move = () => store().rename("acme/db", "new/db", (count) => told.push(count));
      expect(await move()).toEqual({ runs: 1, reports: 1, acceptances: 1 });
      expect(told).toEqual([1]);
      const renamed = { ...db, origin: { ...db.origin, repository: "new/db" } };
      expect(await store().loadAll(ids([db, web, nobodys]))).toEqual([renamed, web, nobodys]);
      expect((await store().list({ repository: "new/db" })).map(({ id }) => id)).toEqual(ids([db, nobodys]));
      expect((await store().list({ repository: "acme/db" })).map(({ id }) => id)).toEqual(ids([nobodys]));
      expect(await store().reports(db.commit.sha)).toEqual([report(renamed, "new/db")]);
      expect(await store().reportOf(db.id)).toEqual(report(renamed, "new/db"));
      expect(await store().reports(web.commit.sha)).toEqual([report(web, "acme/web")]);
      expect(await store().acceptances({ repository: "acme/db" })).toEqual([]);
      expect(await store().acceptances({ repository: "new/db" })).toHaveLength(1);
      expect(await move()).toEqual({ runs: 0, reports: 0, acceptances: 0 });
      // A job that was still measuring when the repository was renamed.
      await store().save([of(4, "acme/db")]);
      expect(await move()).toEqual({ runs: 1, reports: 0, acceptances: 0 });
    });

    test("are told apart by whatever is asked; a run of none that is known is any one's", async () => {
      const [db, web, nobodys] = [of(1, "acme/db"), of(2, "acme/web"), of(3, null)];
      await store().save([db, web, nobodys]);
      const repository = "acme/db";
      const place = { suite: "oltp", branch: "main", mode: "history", limit: 9 } as const;
      expect(ids(await store().baseline({ ...place, repository }))).toEqual(ids([nobodys, db]));
      expect(ids(await store().baseline(place))).toEqual(ids([nobodys, web, db]));
      expect((await store().list({ repository })).map(({ id }) => id)).toEqual(ids([db, nobodys]));
      const points = await store().history({ repository, workload: "read-write", metric: "qps", limit: 9 });
      expect(points.map((point) => point.repository)).toEqual([repository, null]);
      expect(await store().suites()).toEqual([
        { repository: null, suite: "oltp", newest: nobodys.startedAt },
        { repository: "acme/web", suite: "oltp", newest: web.startedAt },
        { repository, suite: "oltp", newest: db.startedAt },
      ]);
      const [usual] = await store().fingerprints({ repository, limit: 9 });
      expect(usual).toMatchObject({ fingerprint: db.fingerprint, runs: 2, newest: nobodys.id });
    });

    test("are exported and pruned each for itself; a run of none that is known stays with neither", async () => {
      const [db, web, nobodys] = [of(1, "acme/db"), of(2, "acme/web"), of(3, null)];
      await store().save([db, web, nobodys]);
      await store().saveReport(makeReport({ workloads: [] }));
      const exported = async (repository: string | null) => {
        const text: string[] = [];
        const out = new Writable({
          write: (chunk, _, done) => {
            text.push(String(chunk));
            done();
          },
        });
        const runs = await exportRuns(store(), out, "/", undefined, repository);
        return { runs, lines: text.join("").trim().split("\n") };
      };
      const one = await exported("acme/db");
      expect(one).toMatchObject({ runs: 1, lines: [expect.stringContaining(db.id)] });
      expect(await exported(null)).toMatchObject({ runs: 3, lines: { length: 4 } });

      const rule = { keep: 0, landmarks: false, repository: "acme/db" };
      expect(await prune(store(), rule, new Date())).toBe(1);
      expect((await store().list()).map(({ id }) => id).sort()).toEqual([...ids([web, nobodys])].sort());
    });

    test("measure side by side each for itself", async () => {
      const [db, web] = [
        makePair({ ...SMALL, seed: 1 }),
        makePair({ ...SMALL, seed: 2, origin: { repository: "acme/web" } }),
      ];
      await store().save([...db, ...web]);
      const found = await store().measurements({ repository: "acme/web", suite: "oltp", limit: 9 });
      expect(found).toEqual([{ base: web[0], head: web[1] }]);
    });

    test("end a baseline by what was accepted in their own", async () => {
      const runs = [of(1, "acme/db"), of(2, "acme/db")];
      await store().save(runs);
      const landed = { commit: runs[1]!.commit.sha, branch: "main", at: runs[1]!.commit.time! };
      await store().saveAcceptances([makeAcceptance("theirs", { repository: "acme/web", landed })]);
      const query = {
        repository: "acme/db",
        suite: "oltp",
        branch: "main",
        mode: "history",
        limit: 9,
      } as const;
      expect(await store().baseline(query)).toHaveLength(2);
      await store().saveAcceptances([makeAcceptance("ours", { repository: "acme/db", landed })]);
      expect(ids(await store().baseline(query))).toEqual([runs[1]!.id]);
    });
  });

  describe("the revision", () => {
    test("stays while nothing is written, and is another after each kind of writing", async () => {
      const run = small(1);
      const seen = [await store().revision()];
      const writing = [
        () => store().save([run]),
        () => store().save([{ ...run, suite: "other" }]),
        () => store().saveReport(makeReport({ workloads: [], suite: "oltp" })),
        () => store().saveAcceptances([makeAcceptance("taken")]),
        () => store().remove([run.id]),
      ];
      for (const write of writing) {
        await write();
        seen.push(await store().revision());
        // The server's own housekeeping may change it, too, now and then.
        await expect
          .poll(async () => {
            const before = await store().revision();
            return before === (await store().revision());
          })
          .toBe(true);
      }
      expect(new Set(seen).size).toBe(seen.length);
    });
  });
}
