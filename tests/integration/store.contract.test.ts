/** What every store promises, asked of each implementation on the real thing. */
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runValues } from "../../src/analysis/samples/values.ts";
import { prune } from "../../src/io/store/prune.ts";
import type { AcceptanceQuery, Store } from "../../src/io/store/store.ts";
import { describeRun } from "../../src/io/store/stored-run.ts";
import { exportRuns, importRuns } from "../../src/io/store/transfer.ts";
import type { Run } from "../../src/model/run.ts";
import { openStore } from "../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../src/pipeline/invocation/store-location.ts";
import { makeAcceptance } from "../support/acceptances.ts";
import { type Postgres, startPostgres } from "../support/postgres.ts";
import { HEAD_COMMIT, makeReport } from "../support/reports.ts";
import { makePair, makeRun, type RunRecipe, uuidOf } from "../support/runs.ts";
import { sharedStore } from "./store/support/shared-store.ts";

let postgres: Postgres;
let scratch: string;
let databases = 0;

beforeAll(async () => {
  postgres = await startPostgres();
  scratch = await mkdtemp(join(tmpdir(), "plumbline-store-"));
});
afterAll(async () => {
  await postgres.stop();
  await rm(scratch, { recursive: true, force: true });
});

type Kind = Readonly<{
  name: string;
  /** The location of a new, empty store. */
  create(): Promise<string>;
  /** Makes one stored run unreadable; absent where that is another kind's business. */
  damage?(location: string): Promise<void>;
}>;

const KINDS: readonly Kind[] = [
  {
    name: "PostgreSQL",
    create: () => postgres.createDatabase(`contract_${++databases}`),
    async damage(location) {
      const client = new pg.Client({ connectionString: location });
      await client.connect();
      await client.query("UPDATE plumbline.run SET document = substring(document for 100)");
      await client.end();
    },
  },
  {
    name: "folder",
    create: async () => `file:${await mkdtemp(join(scratch, "folder-"))}`,
    async damage(location) {
      const folder = join(location.slice("file:".length), "oltp");
      const [name] = await readdir(folder);
      await writeFile(join(folder, name!), '{"schema":"plumbline.run/1","id":');
    },
  },
  {
    name: "git",
    async create() {
      const remote = await mkdtemp(join(scratch, "remote-"));
      execFileSync("git", ["init", "--quiet", "--bare", remote]);
      return `git:file://${remote}#measurements`;
    },
  },
];

const SMALL: RunRecipe = { sessions: 2, secondsPerSession: 0.2 };
const small = (seed: number, recipe: RunRecipe = {}): Run => makeRun({ ...SMALL, seed, ...recipe });
const ids = (runs: readonly Run[]) => runs.map(({ id }) => id);

describe.each(KINDS)("$name", ({ create, damage }) => {
  let location: string;
  let store: Store;

  beforeEach(async () => {
    location = await create();
    store = await openStore(storeAt(location, scratch));
  });
  afterEach(() => store.close());

  describe("reports", () => {
    const report = (suite: string, sha = HEAD_COMMIT.sha, runId = uuidOf("run")) =>
      makeReport({
        workloads: [{ name: "checkout", changes: [{ metric: "qps", effect: -0.2 }] }],
        suite,
        head: { id: runId, commit: { ...HEAD_COMMIT, sha }, sessions: 8 },
      });

    test("are found by the commit, one for each suite, exactly as they were saved", async () => {
      const [oltp, tpcc] = [report("oltp"), report('tpc-c / "odd" \u{1f9ea}')];
      await store.saveReport(tpcc);
      await store.saveReport(oltp);
      await store.saveReport(report("oltp", "f".repeat(40)));
      expect(await store.reports(HEAD_COMMIT.sha)).toEqual([oltp, tpcc]);
      expect(await store.reports("e".repeat(40))).toEqual([]);
    });

    test("one for each job of a matrix, and for each pull request with the same head", async () => {
      const plain = report("oltp");
      const of = (job: string | undefined, pullRequest: number | null) => ({
        ...plain,
        origin: { ...plain.origin, pullRequest, ...(job === undefined ? {} : { job }) },
      });
      const all = [of(undefined, null), of("16", 7), of("17", 7), of("17", 8), of("17", null)];
      for (const each of all) await store.saveReport(each);
      const later = { ...of("17", 7), createdAt: "2026-11-22T00:00:00Z" };
      await store.saveReport(later);
      expect(new Set(await store.reports(HEAD_COMMIT.sha))).toEqual(
        new Set(all.map((each) => (each === all[2] ? later : each))),
      );
    });

    test("a later one of the same suite and commit takes the place of the earlier", async () => {
      await store.saveReport(report("oltp"));
      const later = { ...report("oltp"), createdAt: "2026-11-22T00:00:00Z" };
      await store.saveReport(later);
      expect(await store.reports(HEAD_COMMIT.sha)).toEqual([later]);
    });

    test("tell which commits they are about", async () => {
      expect(await store.reportedCommits()).toEqual([]);
      const commits = ["c".repeat(40), "unknown", "a".repeat(40)];
      for (const commit of commits) await store.saveReport(report("oltp", commit));
      await store.saveReport(report("tpcc", commits[0]));
      expect(await store.reportedCommits()).toEqual([commits[2], commits[0], "unknown"]);
    });

    test("go with their run, and do not disturb the runs", async () => {
      const [one, other] = [small(1), small(2)];
      await store.save([one, other]);
      await store.saveReport(report("oltp", "1".repeat(40), one.id));
      await store.saveReport(report("oltp", "2".repeat(40), other.id));
      expect(await store.list()).toHaveLength(2);
      expect(await store.remove([one.id])).toBe(1);
      expect(await store.reports("1".repeat(40))).toEqual([]);
      expect(await store.reports("2".repeat(40))).toHaveLength(1);
    });
  });

  describe("acceptances", () => {
    test("come back as they were saved, oldest first, revoked ones too", async () => {
      const first = makeAcceptance("first", { at: "2026-11-01T10:00:00.000Z" });
      const second = makeAcceptance("second", {
        at: "2026-11-02T10:00:00.000Z",
        workload: 'check "out"',
        metric: "p99",
        revoked: { by: "eve", at: "2026-11-03T10:00:00.000Z" },
        landed: { commit: "d".repeat(40), branch: "main", at: "2026-11-02T12:00:00.000Z" },
      });
      await store.saveAcceptances([second, first]);
      expect(await store.acceptances({})).toEqual([first, second]);
      await store.saveAcceptances([]);
      await store.saveAcceptances([{ ...first, revoked: second.revoked }]);
      expect(await store.acceptances({})).toEqual([{ ...first, revoked: second.revoked }, second]);
    });

    test("are found by pull request, suite and the branch that they landed on", async () => {
      const landed = { commit: "d".repeat(40), branch: "main", at: "2026-11-02T12:00:00.000Z" };
      const all = makeAcceptance("all suites", { suite: null, landed });
      const oltp = makeAcceptance("oltp", { suite: "oltp", pullRequest: 8 });
      const tpcc = makeAcceptance("tpcc", {
        suite: "tpcc",
        repository: "acme/other",
        landed: { ...landed, branch: "v2" },
      });
      await store.saveAcceptances([all, oltp, tpcc]);
      const found = async (query: AcceptanceQuery) =>
        new Set((await store.acceptances(query)).map(({ reason }) => reason));
      expect(await found({ suite: "oltp" })).toEqual(new Set(["all suites", "oltp"]));
      expect(await found({ repository: "acme/db", pullRequest: 7 })).toEqual(new Set(["all suites"]));
      expect(await found({ branch: "main" })).toEqual(new Set(["all suites"]));
      expect(await found({ branch: "v2", suite: "oltp" })).toEqual(new Set());
    });

    test("of everything end the baseline where they landed, until they are revoked", async () => {
      const runs = [1, 2, 3, 4].map((day) =>
        small(day, {
          fingerprint: "a".repeat(64),
          commit: { branch: "main", time: `2026-11-0${day}T10:00:00Z` },
        }),
      );
      await store.save(runs);
      const { suite, measurement } = runs[0]!;
      const query = { suite, branch: "main", fingerprint: "a".repeat(64), mode: measurement.mode, limit: 20 };
      const at = (day: number) => ({
        commit: "d".repeat(40),
        branch: "main",
        at: `2026-11-0${day}T11:00:00+01:00`,
      });
      expect(ids(await store.baseline(query))).toEqual(ids(runs.toReversed()));
      const second = makeAcceptance("second", { suite, landed: at(2) });
      const third = makeAcceptance("third", { suite: null, landed: at(3) });
      const elsewhere = makeAcceptance("elsewhere", { suite: null, landed: { ...at(4), branch: "v2" } });
      const other = makeAcceptance("other suite", { suite: "another", landed: at(4) });
      const part = makeAcceptance("of a metric", { suite, metric: "p99", landed: at(4) });
      const one = makeAcceptance("of a workload", { suite, workload: "browse", landed: at(4) });
      await store.saveAcceptances([second, third, elsewhere, other, part, one]);
      expect(ids(await store.baseline(query))).toEqual(ids([runs[3]!, runs[2]!]));
      await store.saveAcceptances([{ ...third, revoked: { by: "eve", at: "2026-11-05T00:00:00Z" } }]);
      expect(ids(await store.baseline(query))).toEqual(ids([runs[3]!, runs[2]!, runs[1]!]));
    });

    test("move with the runs and reports to another store", async () => {
      const acceptance = makeAcceptance("moved");
      await store.saveAcceptances([acceptance]);
      const folder = await mkdtemp(join(scratch, "export-"));
      const measured = small(1);
      await store.save([measured]);
      const report = { ...makeReport({ workloads: [] }), suite: measured.suite };
      const about = { ...report, head: { ...report.head, id: measured.id, commit: measured.commit } };
      // Of a fork there is no run, and nobody need have accepted what it did.
      const ofFork = {
        ...report,
        head: { ...report.head, commit: { ...HEAD_COMMIT, sha: "f".repeat(40) } },
      };
      for (const each of [about, ofFork]) await store.saveReport(each);
      await exportRuns(store, folder, scratch);
      const other = await openStore(storeAt(await create(), scratch));
      await importRuns(other, [folder], scratch);
      expect(await other.acceptances({})).toEqual([acceptance]);
      expect(await other.reports(measured.commit.sha)).toEqual([about]);
      expect(await other.reports("f".repeat(40))).toEqual([ofFork]);
      await other.close();
    });

    test("are as the store knows them by now, also where an older export comes back", async () => {
      const then = { by: "eve", at: "2026-11-03T10:00:00.000Z" };
      const landed = { commit: "d".repeat(40), branch: "main", at: "2026-11-02T12:00:00.000Z" };
      const [stands, falls] = [makeAcceptance("stands"), makeAcceptance("falls")];
      const early = makeReport({ workloads: [] });
      const { sha } = early.head.commit;
      await store.saveAcceptances([stands, falls]);
      await store.saveReport(early);
      const folder = await mkdtemp(join(scratch, "export-"));
      await exportRuns(store, folder, scratch);

      const late = { ...early, createdAt: "2027-01-01T00:00:00Z" };
      const known = [
        { ...stands, landed },
        { ...falls, revoked: then },
      ];
      await store.saveAcceptances(known);
      await store.saveReport(late);
      await importRuns(store, [folder], scratch);
      expect(new Set(await store.acceptances({}))).toEqual(new Set(known));
      expect(await store.reports(sha)).toEqual([late]);

      await exportRuns(store, folder, scratch);
      const exported = await openStore(storeAt(`file:${folder}`, scratch));
      expect(new Set(await exported.acceptances({}))).toEqual(new Set(known));
      expect(await exported.reports(sha)).toEqual([late]);
    });
  });

  describe("save and load", () => {
    test("gives back exactly what was saved, also to another process", async () => {
      const run = small(1, {
        commit: {
          subject: 'naïve "quotes", \u0000 NUL, \u2028, emoji 🪢 and a lone \ud800',
          time: "2026-11-21T09:00:00+01:00",
        },
        warnings: [{ code: "noise", message: "tiny 5e-324, large 1.7976931348623157e308", remedy: "-" }],
        environment: { memoryBytes: Number.MAX_SAFE_INTEGER, settings: { 'odd "key"': "\\ ' \n" } },
      });
      const odd = {
        ...run,
        plan: { ...run.plan, seconds: 0.1 + 0.2, warmupSeconds: 5e-324, seed: 2 ** 53 + 2 },
      };
      await store.save([odd]);
      expect(await store.load(run.id)).toEqual(odd);
      const other = await openStore(storeAt(location, scratch));
      expect(await other.load(run.id)).toEqual(odd);
      await other.close();
    });

    test("keeps both arms of a measurement", async () => {
      const pair = makePair(SMALL);
      await store.save(pair);
      expect(await Promise.all(pair.map(({ id }) => store.load(id)))).toEqual(pair);
    });

    test("an id that was never saved is undefined, whatever it looks like", async () => {
      await store.save([small(1)]);
      expect(await store.load(uuidOf("nobody"))).toBeUndefined();
      expect(await store.load("not an id")).toBeUndefined();
    });

    test("the same run saved again is one run, and the last form of it", async () => {
      const first = small(1);
      const second = small(1, {
        startedAt: "2026-05-05T05:05:05.000Z",
        commit: { sha: "f".repeat(40) },
        workloads: [{ name: "renamed" }],
      });
      await store.save([first]);
      await store.save([first]);
      await store.save([second]);
      expect(await store.list()).toEqual([describeRun(second)]);
      expect(await store.load(first.id)).toEqual(second);
      const points = await store.history({ limit: 1000 });
      expect(new Set(points.map(({ workload }) => workload))).toEqual(new Set(["renamed"]));
    });

    test("saving nothing is fine", async () => {
      await store.save([]);
      expect(await store.list()).toEqual([]);
    });

    test("several processes that save the same run at once leave one run", async () => {
      const others = await Promise.all(
        Array.from({ length: 4 }, () => openStore(storeAt(location, scratch))),
      );
      const runs = [small(1), small(2), small(3)];
      await Promise.all(others.map((other, i) => other.save(i % 2 === 0 ? runs : [...runs].reverse())));
      await Promise.all(others.map((other) => other.close()));
      const later = await openStore(storeAt(location, scratch));
      expect(await later.list()).toEqual(runs.map(describeRun));
      expect(await later.history({ metric: "qps", workload: "read-write", limit: 100 })).toHaveLength(3);
      await later.close();
    });

    test("several processes that save different runs at once lose none", async () => {
      const others = await Promise.all(
        Array.from({ length: 4 }, () => openStore(storeAt(location, scratch))),
      );
      const runs = Array.from({ length: 12 }, (_, i) => small(i + 1));
      await Promise.all(runs.map((run, i) => others[i % 4]!.save([run])));
      await Promise.all(others.map((other) => other.close()));
      const later = await openStore(storeAt(location, scratch));
      expect((await later.list()).map(({ id }) => id)).toEqual(ids(runs));
      await later.close();
    });
  });

  sharedStore(() => store);

  describe("baseline", () => {
    const query = {
      suite: "oltp",
      branch: "main",
      fingerprint: small(1).fingerprint,
      mode: "history",
      limit: 20,
    } as const;

    test("is empty where there is none", async () => {
      expect(await store.baseline(query)).toEqual([]);
    });

    test("is newest commit first, however late a commit was measured", async () => {
      const old = small(1, {
        startedAt: "2026-12-01T00:00:00.000Z",
        commit: { time: "2025-01-01T00:00:00Z" },
      });
      const runs = [small(3), small(2), small(4), old];
      await store.save(runs);
      expect(await store.baseline(query)).toEqual([runs[2], runs[0], runs[1], old]);
    });

    test("a commit measured again comes before its first measurement", async () => {
      const time = "2026-03-03T03:03:03Z";
      const [first, again] = [small(1, { commit: { time } }), small(2, { commit: { time } })];
      await store.save([again, first]);
      expect(ids(await store.baseline(query))).toEqual(ids([again, first]));
    });

    test("without a committer date the measurement's counts", async () => {
      const runs = [small(1), small(2, { commit: { time: null } }), small(3)];
      await store.save(runs);
      expect(ids(await store.baseline(query))).toEqual(ids(runs.toReversed()));
    });

    test("leaves out the judged run and stops at the limit", async () => {
      const runs = [1, 2, 3, 4, 5].map((seed) => small(seed));
      await store.save(runs);
      const answer = await store.baseline({ ...query, except: runs[4]!.id, limit: 2 });
      expect(ids(answer)).toEqual(ids([runs[3]!, runs[2]!]));
    });

    test("keeps to suite, branch, fingerprint and mode", async () => {
      const wanted = small(1);
      await store.save([
        wanted,
        small(2, { suite: "other" }),
        small(3, { suite: "OLTP" }),
        small(4, { commit: { branch: "feature/x" } }),
        small(5, { commit: { branch: null } }),
        small(6, { fingerprint: "0".repeat(64) }),
        small(7, { measurement: { mode: "side-by-side" } }),
      ]);
      expect(ids(await store.baseline(query))).toEqual([wanted.id]);
      const { fingerprint: _, ...any } = query;
      expect(new Set(ids(await store.baseline(any)))).toEqual(new Set([wanted.id, small(6).id]));
    });
  });

  describe("measurements", () => {
    const pair = (seed: number, day: number, suite = "oltp") =>
      makePair({ ...SMALL, seed, suite, startedAt: `2026-03-0${day}T10:00:00.000Z` });
    const read = async (limit = 10) =>
      (await store.measurements({ suite: "oltp", limit })).map(({ base, head }) => [base.id, head.id]);

    test("are the side-by-side ones of a suite with both arms exactly as saved, newest first, as many as asked for", async () => {
      const [first, second, third] = [pair(1, 1), pair(2, 3), pair(3, 2)];
      for (const runs of [first, second, third, pair(4, 4, "another")]) await store.save(runs);
      expect(await read()).toEqual([ids(second), ids(third), ids(first)]);
      expect(await read(2)).toEqual([ids(second), ids(third)]);
      const [newest] = await store.measurements({ suite: "oltp", limit: 1 });
      expect([newest!.base, newest!.head]).toEqual(second);
    });

    test("leave out history runs and what lacks an arm", async () => {
      const [base, head] = pair(1, 1);
      await store.save([small(9)]);
      await store.save([base]);
      expect(await read()).toEqual([]);
      await store.save([head]);
      expect(await read()).toEqual([[base.id, head.id]]);
    });

    test.skipIf(damage === undefined)("that cannot be read are an error, not none", async () => {
      await store.save(pair(1, 1));
      await damage!(location);
      await expect(read()).rejects.toMatchObject({ kind: "store" });
    });
  });

  describe("history", () => {
    test("is empty where there is none", async () => {
      expect(await store.history({ limit: 10 })).toEqual([]);
    });

    test("has the estimate of each workload and metric, oldest commit first", async () => {
      const runs = [small(2), small(1, { commit: { author: "Ann Lee" } })];
      await store.save(runs);
      const points = await store.history({ limit: 1000 });
      expect(points.map(({ runId, workload, metric }) => [runId, workload, metric])).toEqual(
        [runs[1]!, runs[0]!].flatMap((run) =>
          ["point-select", "read-write"].flatMap((workload) =>
            ["failed-share", "mean", "p50", "p95", "p99", "p99.9", "qps", "server-cpu", "tps"].map(
              (metric) => [run.id, workload, metric],
            ),
          ),
        ),
      );
      const run = runs[1]!;
      const { qps } = runValues(run.workloads[1]!.sessions);
      expect(points.find((point) => point.workload === "read-write" && point.metric === "qps")).toEqual({
        runId: run.id,
        repository: "acme/db",
        suite: "oltp",
        workload: "read-write",
        metric: "qps",
        arm: "head",
        commit: run.commit.sha,
        branch: "main",
        subject: run.commit.subject,
        author: "Ann Lee",
        measuredAt: run.startedAt,
        commitTime: run.commit.time,
        fingerprint: run.fingerprint,
        ...qps,
      });
      expect((await store.list()).map(({ author }) => author)).toEqual(["Ann Lee", null]);
    });

    test("answers the newest points up to the limit", async () => {
      const runs = [1, 2, 3, 4].map((seed) => small(seed));
      await store.save(runs);
      const points = await store.history({ metric: "tps", workload: "point-select", limit: 2 });
      expect(points.map(({ runId }) => runId)).toEqual(ids(runs.slice(2)));
    });

    test("answers several metrics together as it does each by itself", async () => {
      await store.save([small(1), small(2)]);
      const metrics = ["p99", "qps"] as const;
      const apart = await Promise.all(metrics.map((metric) => store.history({ metric, limit: 99 })));
      const together = await store.history({ metrics, limit: 99 });
      expect(together).toHaveLength(8);
      expect(together.filter(({ metric }) => metric === "p99")).toEqual(apart[0]);
      expect(together.filter(({ metric }) => metric === "qps")).toEqual(apart[1]);
    });

    test("filters by each of its fields", async () => {
      const runs = [
        small(1),
        small(2, { suite: "other" }),
        small(3, { commit: { branch: "feature/x" } }),
        small(4, { measurement: { arm: "base" } }),
        small(5, { fingerprint: "0".repeat(64) }),
        small(6, { workloads: [{ name: "checkout" }] }),
      ];
      await store.save(runs);
      const found = async (query: object) => {
        const points = await store.history({ metric: "qps", limit: 100, ...query });
        return [...new Set(points.map(({ runId }) => runs.findIndex(({ id }) => id === runId) + 1))];
      };
      expect(await found({})).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await found({ suite: "other" })).toEqual([2]);
      expect(await found({ branch: "feature/x" })).toEqual([3]);
      expect(await found({ arm: "base" })).toEqual([4]);
      expect(await found({ fingerprint: "0".repeat(64) })).toEqual([5]);
      expect(await found({ workload: "checkout" })).toEqual([6]);
      expect(await found({ since: runs[2]!.startedAt })).toEqual([3, 4, 5, 6]);
      expect(await found({ until: runs[2]!.startedAt })).toEqual([1, 2]);
      expect(await found({ since: runs[1]!.startedAt, until: "2026-01-01T05:00:00+01:00" })).toEqual([2, 3]);
      expect(await found({ suite: "nobody" })).toEqual([]);
      expect(await found({ suite: "oltp", branch: "main", arm: "head", workload: "read-write" })).toEqual([
        1, 5,
      ]);
    });
  });

  describe("failure", () => {
    test.skipIf(damage === undefined)("a damaged run is reported, never left out", async () => {
      const run = small(1);
      await store.save([run]);
      await damage!(location);
      const failure = expect.objectContaining({ kind: "store", message: expect.stringContaining(run.id) });
      const query = {
        suite: run.suite,
        branch: "main",
        fingerprint: run.fingerprint,
        mode: "history",
      } as const;
      await expect(store.load(run.id)).rejects.toEqual(failure);
      await expect(store.baseline({ ...query, limit: 5 })).rejects.toEqual(failure);
    });
  });

  describe("upkeep", () => {
    test("removes runs by id and answers how many there were", async () => {
      const runs = [small(1), small(2), small(3)];
      await store.save(runs);
      expect(await store.remove([runs[0]!.id, runs[2]!.id, uuidOf("nobody"), "x"])).toBe(2);
      expect((await store.list()).map(({ id }) => id)).toEqual([runs[1]!.id]);
      expect(await store.history({ metric: "qps", workload: "read-write", limit: 9 })).toHaveLength(1);
      expect(await store.remove([])).toBe(0);
    });

    test("prunes what the rule does not keep", async () => {
      const runs = [small(1), small(2), small(3)];
      await store.save(runs);
      expect(await prune(store, { keep: 2 }, new Date())).toBe(1);
      expect((await store.list()).map(({ id }) => id)).toEqual(ids(runs.slice(1)));
    });

    test("an export can be imported elsewhere, and is a store itself", async () => {
      const runs = [1, 2, 3].map((seed) => small(seed, { suite: `suite ${seed % 2}/x` }));
      await store.save(runs);
      const folder = await mkdtemp(join(scratch, "export-"));
      expect(await exportRuns(store, folder, scratch)).toBe(3);
      const exported = await openStore(storeAt(`file:${folder}`, scratch));
      expect(await exported.list()).toEqual(await store.list());

      const single = join(scratch, "run.json");
      const extra = small(9);
      await writeFile(single, JSON.stringify(extra));
      const copy = await openStore(storeAt(await create(), scratch));
      expect(await importRuns(copy, [folder, single], scratch)).toBe(4);
      expect(await importRuns(copy, [folder], scratch)).toBe(3);
      expect((await copy.list()).map(({ id }) => id)).toEqual(ids([...runs, extra]));
      expect(await copy.load(runs[1]!.id)).toEqual(runs[1]);
      await copy.close();
    });

    test("an import with one bad file takes in nothing", async () => {
      const good = join(scratch, "good.json");
      const bad = join(scratch, "bad.json");
      await writeFile(good, JSON.stringify(small(1)));
      await writeFile(bad, JSON.stringify(small(2)).slice(0, 1000));
      await expect(importRuns(store, [good, bad], scratch)).rejects.toThrow(
        /bad\.json is not a complete JSON/,
      );
      await expect(importRuns(store, [good, "missing.json"], scratch)).rejects.toThrow(/missing\.json/);
      expect(await store.list()).toEqual([]);
    });
  });
});
