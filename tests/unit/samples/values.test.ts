import { describe, expect, it } from "vitest";
import type { Session } from "../../../src/model/run.ts";
import { failedShare, runValues, sessionValues } from "../../../src/samples/values.ts";
import { makeRun } from "../../support/runs.ts";

const sessions = makeRun({ sessions: 3, workloads: [{ name: "w", rate: 1000 }] }).workloads[0]!.sessions;
const first = sessions[0]!;
const edited = (change: Partial<Session>) => sessionValues({ ...first, ...change });

describe("values of a session", () => {
  it("are rates over driven time, and cost per statement that counted", () => {
    const values = edited({
      durationNs: 2e9,
      events: 500,
      committedQueries: 1000,
      serverCpuNs: 3e8,
      failedEvents: 500,
    });
    expect(values.qps).toBe(500);
    expect(values.tps).toBe(250);
    expect(values["server-cpu"]).toBe(300_000);
    expect(values["failed-share"]).toBe(0.5);
  });

  it("have an exact mean, and percentiles of the merged histogram in order", () => {
    const values = sessionValues(first);
    expect(values.mean).toBe(first.latency.sumNs / first.latency.count);
    const percentiles = [values.p50!, values.p95!, values.p99!, values["p99.9"]!];
    expect(percentiles).toEqual(percentiles.toSorted((a, b) => a - b));
    expect(values.p50! / 1e6).toBeCloseTo(1, 0);
  });

  it("are null where there is nothing to divide by", () => {
    expect(edited({ serverCpuNs: null })["server-cpu"]).toBeNull();
    expect(edited({ committedQueries: 0 })["server-cpu"]).toBeNull();
    expect(edited({ durationNs: 0 }).qps).toBeNull();
    expect(edited({ events: 0, failedEvents: 0 })["failed-share"]).toBeNull();
  });
});

describe("values of a run", () => {
  it("are geometric means over its sessions, with the spread of their logarithms", () => {
    const rates = [100, 200, 400];
    const run = sessions.map((session, i) => ({ ...session, durationNs: 1e9, committedQueries: rates[i]! }));
    const { qps } = runValues(run);
    expect(qps!.value).toBeCloseTo(200, 10);
    expect(qps!.sessions).toBe(3);
    expect(qps!.logSd).toBeCloseTo(Math.LN2, 12);
  });

  it("pool the events of all sessions for the failed share", () => {
    const run = [
      { ...first, events: 990, failedEvents: 10 },
      { ...first, events: 9000, failedEvents: 0 },
    ];
    expect(runValues(run)["failed-share"]).toEqual({ value: 0.001, sessions: 2, logSd: null });
    expect(failedShare([])).toBeNull();
  });

  it("are null where no session has one", () => {
    expect(
      runValues(sessions.map((session) => ({ ...session, serverCpuNs: null })))["server-cpu"],
    ).toBeNull();
    expect(runValues([]).qps).toBeNull();
  });
});
