/** The two roles of docs/store-roles.sql on a real server: what each may, and what it may not. */
import { readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compareArms } from "../../../src/analysis/verdict/arms.ts";
import { conditionsOfRun, summarizeEarlier } from "../../../src/analysis/verdict/earlier.ts";
import { USUAL_RULES } from "../../../src/config/rules.ts";
import type { Store } from "../../../src/io/store/store.ts";
import type { Pair, Run } from "../../../src/model/run.ts";
import { migrateStore, openStore } from "../../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../../src/pipeline/invocation/store-location.ts";
import { makeAcceptance } from "../../support/acceptances.ts";
import { type Postgres, startPostgres } from "../../support/postgres.ts";
import { makeReport } from "../../support/reports.ts";
import { makeRun, uuidOf } from "../../support/runs.ts";

const SQL = readFileSync(path.join(import.meta.dirname, "../../../docs/store-roles.sql"), "utf8");
const REFUSED = { kind: "store", message: expect.stringMatching(/row-level security|permission denied/) };

let postgres: Postgres;
let url: string;
let propose: Store;
let history: Store;

beforeAll(async () => {
  postgres = await startPostgres();
  url = await postgres.createDatabase("roles");
  await migrateStore(storeAt(url, "/"));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(SQL);
  await client.query(SQL); // As after a migration.
  await client.end();
  propose = await openStore(storeAt(url.replace("postgres@", "plumbline_propose@"), "/"));
  history = await openStore(storeAt(url.replace("postgres@", "plumbline_history@"), "/"));
  await history.save([ofMain]);
});
afterAll(async () => {
  await propose.close();
  await history.close();
  await postgres.stop();
});

const runOf = (name: string, branch: string, measurement: Partial<Run["measurement"]>): Run => {
  const run = makeRun({ seed: 1, commit: { branch } });
  return {
    ...run,
    id: uuidOf(name),
    measurement: { ...run.measurement, id: uuidOf(`of ${name}`), ...measurement },
  };
};
const subjectOf = ({ id, commit }: Run) => ({ id, commit, sessions: 8 });
const ofMain = runOf("main", "main", { mode: "history", arm: "head" });

describe("the role that proposes", () => {
  test("reads the history, and keeps a pull request's runs and report", async () => {
    expect(await propose.load(ofMain.id)).toEqual(ofMain);
    const base = runOf("base", "main", { mode: "side-by-side", arm: "base" });
    const { commit, ...other } = runOf("head", "faster", { mode: "side-by-side", arm: "head" });
    const head = { ...other, commit: { ...commit, sha: "a".repeat(40) } };
    for (let twice = 0; twice < 2; twice++) await propose.save([base, head]);
    const report = { ...makeReport({ workloads: [] }), head: subjectOf(head) };
    await propose.saveReport(report);
    expect(await history.reports(head.commit.sha)).toEqual([report]);
    expect(await propose.list()).toHaveLength(3);
    expect(await propose.acceptances({})).toEqual([]);
  });

  test("writes nothing that others are judged by", async () => {
    await expect(propose.save([runOf("forged", "main", { mode: "history" })])).rejects.toMatchObject(REFUSED);
    await expect(
      propose.save([runOf("forged", "main", { mode: "side-by-side", arm: "head" })]),
    ).rejects.toMatchObject(REFUSED);
    // Neither in the place of a run that is there, nor by moving one.
    await expect(propose.save([{ ...ofMain, startedAt: "2026-11-01T00:00:00Z" }])).rejects.toMatchObject(
      REFUSED,
    );
    await expect(
      propose.save([{ ...ofMain, commit: { ...ofMain.commit, branch: "x" } }]),
    ).rejects.toMatchObject(REFUSED);
    await expect(propose.saveAcceptances([makeAcceptance("mine")])).rejects.toMatchObject(REFUSED);
    await expect(propose.remove([ofMain.id])).rejects.toMatchObject(REFUSED);
    expect(await history.load(ofMain.id)).toEqual(ofMain);
  });

  test("neither changes tables nor the numbers of main's runs", async () => {
    const client = new pg.Client({ connectionString: url.replace("postgres@", "plumbline_propose@") });
    await client.connect();
    try {
      for (const statement of [
        "DROP TABLE plumbline.run",
        "CREATE TABLE plumbline.mine (id int)",
        "ALTER TABLE plumbline.run DISABLE ROW LEVEL SECURITY",
        'DELETE FROM plumbline."_prisma_migrations"',
      ]) {
        await expect(client.query(statement), statement).rejects.toThrow(/must be owner|permission denied/);
      }
      const { rowCount } = await client.query("UPDATE plumbline.estimate SET value = 1 WHERE run_id = $1", [
        ofMain.id,
      ]);
      expect(rowCount).toBe(0);
    } finally {
      await client.end();
    }
  });
});

describe("by SQL of its own the role that proposes", () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client({ connectionString: url.replace("postgres@", "plumbline_propose@") });
    await client.connect();
  });
  afterAll(() => client.end());

  test.each([
    "TRUNCATE plumbline.run CASCADE",
    "TRUNCATE plumbline.report",
    "DELETE FROM plumbline.run",
    "INSERT INTO plumbline.acceptance SELECT * FROM plumbline.acceptance",
    "UPDATE plumbline.acceptance SET revoked_by = 'me'",
    "UPDATE plumbline.schema_version SET readable_from = 99",
    "COPY plumbline.run FROM PROGRAM 'true'",
    "COPY plumbline.run (id) FROM '/dev/null'",
    "CREATE TRIGGER mine BEFORE INSERT ON plumbline.run EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "CREATE RULE mine AS ON INSERT TO plumbline.run DO INSTEAD NOTHING",
    "CREATE VIEW plumbline.mine AS SELECT * FROM plumbline.run",
    "CREATE SCHEMA mine",
    "CREATE OR REPLACE FUNCTION plumbline.only_proposes() RETURNS boolean LANGUAGE sql RETURN false",
    "ALTER FUNCTION plumbline.only_proposes() RENAME TO mine",
    "ALTER POLICY proposals ON plumbline.run USING (true) WITH CHECK (true)",
    "DROP POLICY proposals ON plumbline.run",
    "ALTER TABLE plumbline.run ALTER COLUMN proposed SET DEFAULT false",
    "ALTER TABLE plumbline.run OWNER TO plumbline_propose",
    "GRANT plumbline_history TO plumbline_propose",
    "ALTER DEFAULT PRIVILEGES FOR ROLE postgres GRANT ALL ON TABLES TO plumbline_propose",
    "ALTER ROLE plumbline_history PASSWORD 'mine'",
    "SET SESSION AUTHORIZATION plumbline_history",
    "SET ROLE plumbline_history",
  ])("is refused: %s", async (statement) => {
    await expect(client.query(statement)).rejects.toThrow(
      /permission denied|must be (?:owner|superuser|member)|must have|row-level security/,
    );
  });

  test("reaches no row of another's, by whatever statement", async () => {
    const others = `SELECT count(*)::int AS many, min(xmin::text) AS last FROM plumbline.run WHERE NOT proposed`;
    const before = (await client.query(others)).rows;
    for (const statement of [
      "UPDATE plumbline.run SET branch = 'x' WHERE NOT proposed",
      "UPDATE plumbline.estimate e SET value = 0 FROM plumbline.run r WHERE r.id = e.run_id AND NOT r.proposed",
      "DELETE FROM plumbline.estimate e USING plumbline.run r WHERE r.id = e.run_id AND NOT r.proposed",
    ]) {
      const { rowCount } = await client.query(statement);
      expect(rowCount, statement).toBe(0);
    }
    const [{ id }] = (await client.query("SELECT id FROM plumbline.run WHERE NOT proposed LIMIT 1")).rows;
    const added = "INSERT INTO plumbline.estimate SELECT $1, 'w', 'qps', now(), 1, 1, 1";
    await expect(client.query(added, [id])).rejects.toThrow("row-level security");
    const moved =
      "UPDATE plumbline.estimate SET run_id = $1 WHERE run_id IN (SELECT id FROM plumbline.run WHERE proposed)";
    await expect(client.query(moved, [id])).rejects.toThrow(/row-level security/);
    expect((await client.query(others)).rows).toEqual(before);
  });

  test("may write to no table of a later migration, and finds nothing that runs with another's rights", async () => {
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    try {
      await owner.query("CREATE TABLE plumbline.later (id int)");
      await expect(client.query("INSERT INTO plumbline.later VALUES (1)")).rejects.toThrow(
        "permission denied",
      );
      const { rows } =
        await owner.query(`SELECT proname AS name FROM pg_proc WHERE prosecdef AND pronamespace = 'plumbline'::regnamespace
        UNION ALL SELECT relname FROM pg_class WHERE relkind IN ('v', 'm', 'S') AND relnamespace = 'plumbline'::regnamespace`);
      expect(rows).toEqual([]);
    } finally {
      await owner.query("DROP TABLE IF EXISTS plumbline.later");
      await owner.end();
    }
  });

  test("gets no other role to run a function of its own, where everybody may create in public", async () => {
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    // As PostgreSQL 14 and older have it, and databases that were upgraded from them.
    await owner.query("GRANT CREATE ON SCHEMA public TO PUBLIC");
    const seen = "CREATE TABLE public.seen (by text); GRANT ALL ON public.seen TO PUBLIC";
    const tell = (kind: string) =>
      `LANGUAGE plpgsql AS $$ BEGIN INSERT INTO public.seen VALUES (current_user); RETURN ${kind}; END $$`;
    try {
      await client.query(`${seen};
        CREATE FUNCTION public.json_build_array(text, text, float8, int, float8) RETURNS json ${tell('\'["w","qps",1,1,null]\'::json')};
        CREATE FUNCTION public.json_build_array(json) RETURNS json ${tell("'[]'::json")};
        CREATE FUNCTION public.pg_has_role(name, text, text) RETURNS boolean ${tell("false")};
        CREATE FUNCTION public.mine(uuid[], uuid) RETURNS uuid[] ${tell("ARRAY[$2]")};
        CREATE AGGREGATE public.array_agg(uuid) (SFUNC = public.mine, STYPE = uuid[]);
        CREATE FUNCTION public.mine(json, json) RETURNS json ${tell("'[]'::json")};
        CREATE AGGREGATE public.json_agg(json) (SFUNC = public.mine, STYPE = json)`);
      const own = await openStore(storeAt(url, "/"));
      for (const store of [own, history]) {
        await store.save([ofMain]);
        await store.history({ suite: ofMain.suite, branch: "main", limit: 9_999 });
        await store.history({
          suite: ofMain.suite,
          branch: "main",
          workload: "point-select",
          metric: "qps",
          limit: 9,
        });
        await store.fingerprints({ limit: 9 });
        await store.suites();
        await store.list();
      }
      await own.close();
      await owner.query(SQL);
      expect((await owner.query("SELECT DISTINCT by FROM public.seen")).rows).toEqual([]);
    } finally {
      await owner.query("REVOKE CREATE ON SCHEMA public FROM PUBLIC; DROP OWNED BY plumbline_propose");
      await owner.query(SQL);
      await owner.end();
    }
  });
});

/** A pair of a run of one measurement, head so much slower. */
function pairOf(seed: number, slower: number, branch: string, sessions = 8): Pair {
  const one = (arm: "base" | "head", rate: number) =>
    makeRun({
      seed: 2 * seed + Number(arm === "head"),
      id: uuidOf(`${branch} ${seed} ${arm}`),
      sessions,
      secondsPerSession: 0.2,
      measurement: { id: uuidOf(`${branch} ${seed}`), mode: "side-by-side", arm },
      commit: { branch: arm === "base" ? "main" : branch },
      suite: "pairs",
      workloads: [
        { name: "point-select", workload: "oltp_point_select", rate: 600 * rate, medianNs: 1_000_000 / rate },
        { name: "read-write", workload: "oltp_read_write", rate: 400 * rate, medianNs: 8_000_000 / rate },
      ],
    });
  return { base: one("base", 1), head: one("head", 1 - slower) };
}

/** A pair whose arms drift apart and together again, so that what is known of noise would drown any change. */
function driftingPair(seed: number): Pair {
  const { base, head } = pairOf(seed, 0, "evil", 40);
  const drifting = (run: Run, logOf: (i: number) => number): Run => ({
    ...run,
    workloads: run.workloads.map((workload) => ({
      ...workload,
      sessions: workload.sessions.map((session) => ({
        ...session,
        reported: {
          qps: 1_000 * Math.exp(logOf(session.index)),
          "server-cpu": 100_000 * Math.exp(-logOf(session.index)),
        },
      })),
    })),
  });
  const drift = (i: number) => 0.05 * Math.cos((Math.PI * i) / 39) + 1e-4 * Math.sin(i * seed);
  return { base: drifting(base, () => 0), head: drifting(head, drift) };
}

describe("what the role that proposes has written judges no other", () => {
  const suite = "pairs";
  const victim = pairOf(1_000, 0.1, "victim");
  const STAMP = { id: uuidOf("report"), createdAt: "2026-01-01T00:00:00Z", version: "0.1.0" };
  const verdictBy = (known: readonly Pair[]) => {
    const earlier = summarizeEarlier(known, conditionsOfRun(victim.base), USUAL_RULES);
    const head = earlier.measurements === 0 ? victim.head : { ...victim.head, earlier };
    return compareArms(victim.base, head, USUAL_RULES, STAMP).verdict;
  };
  const forged = Array.from({ length: 15 }, (_, i) => driftingPair(i + 1));

  test("a loss of 10 % stays a regression beside forged pairs, which would hide it", async () => {
    expect(verdictBy(forged)).toBe("inconclusive");
    for (const { base, head } of forged) await propose.save([base, head]);
    expect(verdictBy(await history.measurements({ suite, limit: 40 }))).toBe("regressed");
  });

  test("known noise is what the role of the history has measured, also in place of a forged run", async () => {
    const own = pairOf(2_000, 0, "main-nightly");
    await history.save([own.base, own.head]);
    const known = await propose.measurements({ suite, limit: 40 });
    expect(known).toEqual([own]);
    // A pair of which one arm is forged is none.
    const half = driftingPair(99);
    await propose.save([half.head]);
    await history.save([half.base]);
    expect(await history.measurements({ suite, limit: 40 })).toEqual(known);
    await history.save([half.head]);
    expect(await history.measurements({ suite, limit: 40 })).toHaveLength(2);
    await history.remove([half.base.id, half.head.id]);
  });

  test("nor by naming itself another, nor by giving back what it wrote", async () => {
    const client = new pg.Client({ connectionString: url.replace("postgres@", "plumbline_propose@") });
    await client.connect();
    try {
      const trusted = "UPDATE plumbline.run SET proposed = false WHERE id = $1";
      await expect(client.query(trusted, [forged[0]!.head.id])).rejects.toThrow("row-level security");
      const columns = (await client.query("SELECT * FROM plumbline.run LIMIT 0")).fields
        .map(({ name }) => `"${name}"`)
        .filter((name) => !['"id"', '"proposed"'].includes(name))
        .join(", ");
      const copied = `INSERT INTO plumbline.run (id, proposed, ${columns})
        SELECT gen_random_uuid(), false, ${columns} FROM plumbline.run WHERE id = $1`;
      await expect(client.query(copied, [forged[0]!.head.id])).rejects.toThrow("row-level security");
      await expect(client.query("SET ROLE plumbline_history")).rejects.toThrow("permission denied");
    } finally {
      await client.end();
    }
  });

  test("its measurement of main as a base is no part of main's history", async () => {
    const points = await history.history({ suite, branch: "main", metric: "qps", limit: 9_999 });
    expect(new Set(points.map(({ runId }) => runId))).toEqual(
      new Set([pairOf(2_000, 0, "main-nightly").base.id]),
    );
  });
});

describe("reports", () => {
  const reportOf = (head: Run, createdAt: string, origin: Partial<Run["origin"]> = {}) => ({
    ...makeReport({ workloads: [] }),
    createdAt,
    head: subjectOf(head),
    origin: { ...head.origin, ...origin },
  });
  const mains = reportOf(ofMain, "2026-11-01T00:00:00Z");

  test("of main's runs stay as they are, and come first at their commit", async () => {
    await history.saveReport(mains);
    await expect(propose.saveReport({ ...mains, verdict: "improved" })).rejects.toMatchObject(REFUSED);
    const { sha } = ofMain.commit;
    const beside = runOf("beside", "evil", { mode: "side-by-side", arm: "head" });
    const at = { ...beside, commit: { ...beside.commit, sha } };
    await propose.save([at]);
    await propose.saveReport(reportOf(at, "2099-01-01T00:00:00Z"));
    // Nor is one kept about a run that is not its own.
    await expect(propose.saveReport({ ...mains, suite: "other" })).rejects.toMatchObject(REFUSED);
    expect(await history.reports(sha)).toEqual([mains]);
    expect(await history.reportOf(ofMain.id)).toEqual(mains);
  });

  test("of another pull request are neither changed nor removed; a new measurement of one adds its own", async () => {
    const [first, again] = ["first", "again"].map((name) => {
      const run = runOf(name, "theirs", { mode: "side-by-side", arm: "head" });
      return { ...run, commit: { ...run.commit, sha: "c".repeat(40) } };
    });
    await propose.save([first!, again!]);
    const report = reportOf(first!, "2026-11-02T00:00:00Z", { pullRequest: 7 });
    await propose.saveReport(report);
    await expect(propose.saveReport({ ...report, verdict: "improved" })).rejects.toMatchObject(REFUSED);
    await expect(propose.remove([first!.id])).rejects.toMatchObject(REFUSED);
    const client = new pg.Client({ connectionString: url.replace("postgres@", "plumbline_propose@") });
    await client.connect();
    await expect(client.query("DELETE FROM plumbline.report")).rejects.toThrow("permission denied");
    const changed = await client.query("UPDATE plumbline.report SET created_at = now()");
    expect(changed.rowCount).toBe(0);
    await client.end();
    expect(await history.reports("c".repeat(40))).toEqual([report]);
    const newer = reportOf(again!, "2026-11-03T00:00:00Z", { pullRequest: 7 });
    await propose.saveReport(newer);
    expect(await history.reports("c".repeat(40))).toEqual([newer]);
    // What accepting writes is about the same run; a later measurement still takes its place.
    await history.saveReport({ ...newer, verdict: "accepted" });
    expect(await history.reports("c".repeat(40))).toEqual([{ ...newer, verdict: "accepted" }]);
    const last = reportOf({ ...again!, id: uuidOf("last") }, "2026-11-04T00:00:00Z", { pullRequest: 7 });
    await propose.save([{ ...again!, id: uuidOf("last") }]);
    await propose.saveReport(last);
    expect(await history.reports("c".repeat(40))).toEqual([last]);
  });
});

test("what the roles wrote before rows said who did is taken for proposed, once; another's is not", async () => {
  const old = await postgres.createDatabase("older");
  await migrateStore(storeAt(old, "/"));
  const client = new pg.Client({ connectionString: old });
  await client.connect();
  const store = await openStore(storeAt(old, "/"));
  try {
    const proposed = async () =>
      (await client.query("SELECT id FROM plumbline.run WHERE proposed")).rows.map(({ id }) => id);
    const { base, head } = pairOf(1, 0, "theirs");
    await store.save([base, head]);
    // One role until now: all of it was its own.
    await client.query(SQL);
    expect(await proposed()).toEqual([]);
    // As the script once left it.
    await client.query(`DROP POLICY proposals ON plumbline.report; DROP POLICY history_writes ON plumbline.report;
      DROP POLICY anybody_reads ON plumbline.report`);
    await store.save([ofMain]);
    await client.query(SQL);
    expect(new Set(await proposed())).toEqual(new Set([base.id, head.id]));
    const later = pairOf(2, 0, "nightly");
    await store.save([later.base, later.head]);
    await client.query(SQL);
    expect(await proposed()).toHaveLength(2);
  } finally {
    await store.close();
    await client.end();
  }
});

test("the role of the history writes what main has and what people accept, and no tables", async () => {
  await history.save([runOf("next", "main", { mode: "history" })]);
  await history.saveAcceptances([makeAcceptance("wanted")]);
  expect(await history.acceptances({})).toHaveLength(1);
  expect(await history.remove([uuidOf("next")])).toBe(1);
  const client = new pg.Client({ connectionString: url.replace("postgres@", "plumbline_history@") });
  await client.connect();
  await expect(client.query("DROP TABLE plumbline.run")).rejects.toThrow("must be owner");
  await client.end();
});
