import { describe, expect, it } from "vitest";
import { doubtsOf, forbiddingDoubt, mergeWarnings } from "../../../src/compare/conditions.ts";
import type { Run, Session } from "../../../src/model/run.ts";
import { makeRun } from "../../support/runs.ts";
import { withSessions } from "./story.ts";

/** Eight connections that are always busy, on an idle machine. */
const healthy: Run = withSessions(
  makeRun({ sessions: 3, workloads: [{ name: "w", rate: 1000, medianNs: 1_000_000 }] }),
  (session) => ({
    ...session,
    latency: { ...session.latency, sumNs: 8 * session.durationNs },
    client: { cpuShare: 0.3, stealShare: 0, loadAverage: 0.1 },
  }),
);
const codesOf = (edit: (session: Session) => Partial<Session>, run = healthy) =>
  doubtsOf(withSessions(run, (session) => ({ ...session, ...edit(session) }))).map(({ code }) => code);

describe("conditions of a run", () => {
  it("of a run that is no measurement of its load are said, and forbid to judge", () => {
    const why = { code: "shard-late", message: "index 1 of 2 began late", remedy: "more time" };
    const run = { ...healthy, inconclusive: [why] };
    expect(doubtsOf(run)).toEqual([why]);
    expect(forbiddingDoubt(run, "w")).toBe(why.message);
    expect(forbiddingDoubt(healthy, "w")).toBeNull();
  });

  it("that are fine are not mentioned", () => expect(doubtsOf(healthy)).toEqual([]));

  it.each([
    ["steal", { client: { cpuShare: 0.3, stealShare: 0.06, loadAverage: 0.1 } }],
    ["reconnects", { reconnects: 1 }],
    ["no-fresh-sessions", { fresh: false }],
  ] as const)("%s is said, with a remedy", (code, change) => {
    expect(codesOf(() => change)).toEqual([code]);
    const warnings = doubtsOf(withSessions(healthy, (session) => ({ ...session, ...change })));
    expect(warnings[0]!.message).not.toBe("");
    expect(warnings[0]!.remedy).not.toBe("");
  });

  it("short blocks are said", () => {
    const short = withSessions(healthy, (session) => ({
      ...session,
      durationNs: session.durationNs / 2,
      latency: { ...session.latency, sumNs: session.latency.sumNs / 2 },
    }));
    expect(doubtsOf(short).map(({ code }) => code)).toEqual(["short-block"]);
  });

  it("half of the time is the share of an arm side by side", () => {
    const side: Run = { ...healthy, measurement: { ...healthy.measurement, mode: "side-by-side" } };
    const half = withSessions(side, (session) => ({
      ...session,
      durationNs: session.durationNs / 2,
      latency: { ...session.latency, sumNs: session.latency.sumNs / 2 },
    }));
    expect(doubtsOf(half)).toEqual([]);
  });

  it("steal that cannot be read is no doubt", () => {
    expect(codesOf(() => ({ client: { cpuShare: 0.3, stealShare: null, loadAverage: null } }))).toEqual([]);
  });
});

describe("warnings of several sources", () => {
  const warning = (code: string, message = "m", workload = "w") => ({ code, message, remedy: "r", workload });

  it("are said once", () => {
    expect(mergeWarnings([warning("steal"), warning("steal")], [])).toHaveLength(1);
  });

  it("are left to the run's own words where it has some", () => {
    expect(
      mergeWarnings(
        [warning("steal", "own")],
        [warning("steal", "derived"), warning("steal", "derived", "v")],
      ),
    ).toEqual([warning("steal", "own"), warning("steal", "derived", "v")]);
  });
});
