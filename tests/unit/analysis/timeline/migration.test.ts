import { describe, expect, it } from "vitest";
import { withAcceptances } from "../../../../src/analysis/history/acceptances.ts";
import { judgeMigration } from "../../../../src/analysis/timeline/migration.ts";
import type { Migration, MigrationSession } from "../../../../src/model/migration.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { makeReport } from "../../../support/reports.ts";

const session = (rest: Partial<MigrationSession> = {}): MigrationSession => ({
  index: 0,
  tookNs: 1e8,
  failure: null,
  statements: [],
  rewritten: [],
  before: { watchedNs: 3e9, longestNs: 5e6 },
  stallNs: 2e7,
  stalled: null,
  slowNs: 0,
  failedEvents: 0,
  failuresBySqlstate: {},
  waits: [],
  course: { stepNs: 1e8, began: 0, ended: 0, events: [1], longestNs: [1] },
  ...rest,
});
const migration = (...sessions: readonly MigrationSession[]): Migration => ({
  files: ["a.sql"],
  command: null,
  limitNs: 1e8,
  samplesPerSecond: 20,
  rules: { stallNs: 5e8, failed: 0 },
  workloads: [{ workload: "checkout", sessions }],
});
const judged = (...sessions: readonly MigrationSession[]) =>
  judgeMigration(migration(...sessions)).workloads[0]!;

describe("judgeMigration", () => {
  it("lets one halt of the machine pass, and says how long it was", () => {
    const said = judged(session(), session({ stallNs: 9e8 }), session());
    expect(said).toMatchObject({ faults: [], stallNs: 2e7, worstStallNs: 9e8 });
  });

  it("does not let pass what stalls most sessions", () => {
    const said = judged(session(), session({ stallNs: 6e8, stalled: "pay" }), session({ stallNs: 9e8 }));
    expect(said).toMatchObject({ faults: ["stall"], stallNs: 6e8, stalled: "pay" });
  });

  it("a limit that is reached is kept", () => {
    expect(judged(session({ stallNs: 5e8 })).faults).toEqual([]);
  });

  it("one session with a failed statement, or without the migration, is enough", () => {
    expect(judged(session(), session(), session({ failedEvents: 1 })).faults).toEqual(["failed"]);
    const failure = { place: "a.sql:1", message: "no", sqlstate: "55P03", statement: "ALTER TABLE t" };
    const said = judged(session(), session({ failure }), session());
    expect(said).toMatchObject({ faults: ["not-applied"], notApplied: 1, failure });
  });

  it("judges by nothing that was taken away", () => {
    const free = {
      ...migration(session({ stallNs: 9e9, failedEvents: 9 })),
      rules: { stallNs: null, failed: null },
    };
    expect(judgeMigration(free).workloads[0]!.faults).toEqual([]);
  });

  it("says of a workload the middle of what sessions differ in, and the worst of what no session may have", () => {
    const wait = (longestNs: number) => ({ longestNs }) as MigrationSession["waits"][number];
    const said = judged(
      session({
        tookNs: 1,
        slowNs: 30,
        stallNs: 9,
        failedEvents: 2,
        failuresBySqlstate: { "40001": 2 },
        rewritten: ["t"],
      }),
      session({
        tookNs: 3,
        slowNs: 10,
        stallNs: 7,
        failuresBySqlstate: { "40001": 1, "57014": 1 },
        rewritten: ["t", "u"],
      }),
      session({
        tookNs: 2,
        slowNs: 20,
        stallNs: 8,
        before: { watchedNs: 1, longestNs: 6e6 },
        waits: [6, 5, 4, 3, 2, 1].map(wait),
        stalled: "pay",
      }),
    );
    expect(said).toMatchObject({
      workload: "checkout",
      sessions: 3,
      tookNs: 2,
      slowNs: 20,
      stallNs: 8,
      worstStallNs: 9,
      longestBeforeNs: 5e6,
      failedEvents: 2,
      failuresBySqlstate: { "40001": 3, "57014": 1 },
      notApplied: 0,
      failure: null,
      rewritten: ["t", "u"],
      stalled: "pay",
    });
    expect(said.waits).toEqual([6, 5, 4, 3, 2].map(wait));
    expect(judged(session({ stallNs: 1 }), session({ stallNs: 2 })).stallNs, "of two the upper").toBe(2);
  });

  it("takes of each figure its own middle, and of the session with the middle stall what it saw", () => {
    const seen = (stallNs: number, tookNs: number, slowNs: number, longestNs: number) =>
      session({
        stallNs,
        tookNs,
        slowNs,
        before: { watchedNs: 1, longestNs },
        stalled: `s${stallNs}`,
        course: { stepNs: stallNs, began: 0, ended: 0, events: [1], longestNs: [1] },
      });
    const said = judged(seen(8, 1, 30, 2), seen(9, 2, 20, 3), seen(7, 3, 10, 1));
    expect(said).toMatchObject({ stallNs: 8, stalled: "s8", course: { stepNs: 8 } });
    expect(said).toMatchObject({ tookNs: 2, slowNs: 20, longestBeforeNs: 2 });
  });

  it("tells every fault, and the first failure", () => {
    const failed = (place: string) =>
      session({
        failure: { place, message: "no", sqlstate: null, statement: null },
        stallNs: 9e8,
        failedEvents: 1,
      });
    expect(judged(failed("a.sql:1"), failed("a.sql:2"))).toMatchObject({
      faults: ["not-applied", "stall", "failed"],
      notApplied: 2,
      failure: { place: "a.sql:1" },
    });
  });

  it("is of workloads that were tried, and lets pass as many failures as are allowed", () => {
    const whole = migration(session({ failedEvents: 3 }));
    const untried = { workload: "other", sessions: [] };
    const report = judgeMigration({
      ...whole,
      rules: { stallNs: null, failed: 3 },
      workloads: [untried, ...whole.workloads],
    });
    expect(report.workloads.map(({ workload, faults }) => [workload, faults])).toEqual([["checkout", []]]);
    expect(report).toMatchObject({ files: ["a.sql"], limitNs: 1e8 });
  });

  it("times each statement by its median, also where a session did not come to all of them", () => {
    const statement = (place: string, tookNs: number) => ({ place, text: "x", tookNs, locks: [] });
    const whole = [statement("a.sql:1", 10), statement("a.sql:2", 30)];
    const said = judged(
      session({ statements: [statement("a.sql:1", 20)] }),
      session({ statements: whole }),
      session({ statements: [statement("a.sql:1", 90), statement("a.sql:2", 50)] }),
    );
    expect(said.statements).toEqual([statement("a.sql:1", 20), statement("a.sql:2", 50)]);
  });
});

it("an acceptance of the metrics accepts no migration", () => {
  const regressed = { metric: "p99" as const, effect: 0.3, noise: 0.02 };
  const report = makeReport({
    workloads: [{ name: "checkout", changes: [regressed] }],
    migration: judgeMigration(migration(session({ stallNs: 9e8 }))),
  });
  const acceptance = makeAcceptance("as agreed", {
    commit: report.head.commit.sha,
    workload: null,
    metric: null,
  });
  expect(report.verdict).toBe("regressed");
  expect(withAcceptances(report, [acceptance]).verdict).toBe("regressed");
});
