import { describe, expect, it } from "vitest";
import {
  forbiddingWarning,
  mergeWarnings,
  recordedWarnings,
  runWarnings,
} from "../../../../src/analysis/warnings/conditions.ts";
import type { Run, Session } from "../../../../src/model/run.ts";
import { formatDuration, plainSpaces } from "../../../../src/text/units.ts";
import { makeRun } from "../../../support/runs.ts";
import { withSessions } from "../verdict/story.ts";

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
  runWarnings(withSessions(run, (session) => ({ ...session, ...edit(session) }))).map(({ code }) => code);

describe("conditions of a run", () => {
  it("of a run that is no measurement of its load are said, and forbid to judge", () => {
    const why = { code: "shard-late", message: "index 1 of 2 began late", remedy: "more time" };
    const run = { ...healthy, inconclusive: [why] };
    const said = { code: "client-bound", message: "busy", remedy: "more threads", workload: "w" };
    expect(recordedWarnings([{ ...healthy, warnings: [said] }, run]), "first what explains the rest").toEqual(
      [why, said],
    );
    expect(runWarnings(run), "and not again").toEqual([]);
    expect(forbiddingWarning(run, "w")).toBe(why.message);
    expect(forbiddingWarning(healthy, "w")).toBeNull();
  });

  it("of a run whose change chose its own history forbid to judge any workload", () => {
    const chosen = { code: "other-history", message: "it compares with its own", remedy: "look" };
    expect(forbiddingWarning({ ...healthy, warnings: [chosen] }, "w")).toBe(chosen.message);
    const other = { ...chosen, code: "no-rows", workload: "other" };
    expect(forbiddingWarning({ ...healthy, warnings: [other] }, "w")).toBeNull();
  });

  it("that are fine are not mentioned", () => expect(runWarnings(healthy)).toEqual([]));

  it.each([
    ["steal", { client: { cpuShare: 0.3, stealShare: 0.06, loadAverage: 0.1 } }],
    ["reconnects", { reconnects: 1 }],
    ["no-fresh-sessions", { fresh: false }],
  ] as const)("%s is said, with a remedy", (code, change) => {
    expect(codesOf(() => change)).toEqual([code]);
    const warnings = runWarnings(withSessions(healthy, (session) => ({ ...session, ...change })));
    expect(warnings[0]!.message).not.toBe("");
    expect(warnings[0]!.remedy).not.toBe("");
  });

  it("short blocks are said", () => {
    const short = withSessions(healthy, (session) => ({
      ...session,
      durationNs: session.durationNs / 2,
      latency: { ...session.latency, sumNs: session.latency.sumNs / 2 },
    }));
    expect(runWarnings(short).map(({ code }) => code)).toEqual(["short-block"]);
    expect(runWarnings(short)[0]!.remedy).toContain("longer slices");
  });

  it("half of the time is the share of an arm side by side", () => {
    const side: Run = { ...healthy, measurement: { ...healthy.measurement, mode: "side-by-side" } };
    const half = withSessions(side, (session) => ({
      ...session,
      durationNs: session.durationNs / 2,
      latency: { ...session.latency, sumNs: session.latency.sumNs / 2 },
    }));
    expect(runWarnings(half)).toEqual([]);
  });

  it("limits are kept where they are reached", () => {
    const client = { cpuShare: 0.3, stealShare: 0.05, loadAverage: 0.1 };
    expect(codesOf(() => ({ client }))).toEqual([]);
    const asked = healthy.plan.seconds * 1e9;
    expect(codesOf(() => ({ durationNs: 0.8 * asked }))).toEqual([]);
    expect(codesOf(() => ({ durationNs: 0.799 * asked }))).toEqual(["short-block"]);
    const one = withSessions(makeRun({ sessions: 1, workloads: [{ name: "w" }] }), (session) => session);
    expect(
      codesOf(() => ({ fresh: false }), one),
      "one session shares its server with none",
    ).toEqual([]);
    expect(codesOf(({ index }) => ({ fresh: index === 0 }))).toEqual(["no-fresh-sessions"]);
    const two = makeRun({ sessions: 2, workloads: [{ name: "w" }] });
    expect(codesOf(() => ({ fresh: false }), two)).toEqual(["no-fresh-sessions"]);
  });

  it("are said by the worst session and the number of those with a warning", () => {
    const said = (edit: (session: Session) => Partial<Session>) =>
      runWarnings(withSessions(healthy, (session) => ({ ...session, ...edit(session) }))).map(
        ({ message }) => message,
      );
    const asked = healthy.plan.seconds;
    const { arm } = healthy.measurement;
    expect(
      said(({ index }) => ({
        client: { cpuShare: 0.3, stealShare: [0, 0.06, 0.31][index]!, loadAverage: 0 },
      })),
    ).toEqual(["the hypervisor stole up to 31 % of the CPU time in 2 of 3 sessions"]);
    expect(said(({ index }) => ({ durationNs: [1, 0.5, 0.25][index]! * asked * 1e9 }))).toEqual([
      plainSpaces(
        `${arm} was driven for as little as ${formatDuration(asked / 4)} of ${formatDuration(asked)} in 2 of 3 sessions`,
      ),
    ]);
    expect(said(({ index }) => ({ reconnects: index }))).toEqual([
      `${arm} lost 3 connections in 2 of 3 sessions; the time without them counts`,
    ]);
    const one = makeRun({ sessions: 1, workloads: [{ name: "w" }] });
    expect(runWarnings(withSessions(one, (session) => ({ ...session, reconnects: 1 })))).toMatchObject([
      { message: `${arm} lost 1 connection in 1 of 1 session; the time without them counts` },
    ]);
  });

  it("connections that did not come back are lost, those that were opened anew on purpose are not", () => {
    const { arm } = healthy.measurement;
    const said = (run: Run) => runWarnings(run).map(({ message }) => message);
    const gone = withSessions(healthy, (session) => ({ ...session, downtimeNs: 5e8 }));
    expect(said(gone)).toEqual([`${arm} lost connections in 3 of 3 sessions; the time without them counts`]);
    const anew = (options: Run["workloads"][number]["options"]): Run => {
      const run = withSessions(healthy, (session) => ({ ...session, reconnects: 10 }));
      return { ...run, workloads: run.workloads.map((each) => ({ ...each, options })) };
    };
    expect(said(anew({ reconnect: 100 }))).toEqual([]);
    expect(said(anew({ reconnect: 0 }))).toHaveLength(1);
    const both = withSessions(anew({ reconnect: 100 }), (session) => ({ ...session, downtimeNs: 5e8 }));
    expect(said(both)).toEqual([`${arm} lost connections in 3 of 3 sessions; the time without them counts`]);
  });

  it.each(["throttled", "misses-differ", "no-rows", "policies-bypassed"])(
    "that make figures those of something else forbid to judge that workload alone: %s",
    (code) => {
      const throttled = { code, message: "stood still", remedy: "more", workload: "w" };
      const busy = { ...throttled, code: "client-bound", message: "busy" };
      const run = { ...healthy, warnings: [busy, throttled] };
      expect(forbiddingWarning(run, "w")).toBe("stood still");
      expect(forbiddingWarning(run, "v")).toBeNull();
      const why = { code: "shard-late", message: "late", remedy: "more time" };
      expect(forbiddingWarning({ ...run, inconclusive: [why] }, "w")).toBe("late");
    },
  );

  it("steal that cannot be read is no warning", () => {
    expect(codesOf(() => ({ client: { cpuShare: 0.3, stealShare: null, loadAverage: null } }))).toEqual([]);
  });
});

describe("warnings of several sources", () => {
  const warning = (code: string, message = "m", workload = "w") => ({ code, message, remedy: "r", workload });

  it("are said once", () => {
    expect(mergeWarnings([warning("steal"), warning("steal")], [])).toHaveLength(1);
  });

  it("of no workload are told apart from those of one, and by their words from each other", () => {
    const { workload: _, ...general } = warning("steal");
    expect(mergeWarnings([general], [warning("steal"), general])).toEqual([general, warning("steal")]);
    expect(mergeWarnings([general], [{ ...general, message: "derived" }])).toEqual([general]);
    expect(mergeWarnings([warning("steal", "a"), warning("steal", "b")], [])).toHaveLength(2);
    expect(mergeWarnings([], [warning("steal"), warning("steal")])).toHaveLength(1);
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
