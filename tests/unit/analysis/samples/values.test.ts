import { describe, expect, it } from "vitest";
import {
  eventCount,
  failedShare,
  runValues,
  sessionMetrics,
  sessionValues,
  wallValues,
} from "../../../../src/analysis/samples/values.ts";
import type { Session } from "../../../../src/model/run.ts";
import { makeKind, makeRun } from "../../../support/runs.ts";
import { makeDisruption, makeTimeline } from "../../../support/timelines.ts";

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

  it("are, over several disruptions, the longest recovery, the deepest dip, and all dips and failures", () => {
    const timeline = makeTimeline(
      makeDisruption({ recoveryNs: 3e9, depth: 0.2, dipNs: 1e9, failedEvents: 4 }),
      makeDisruption({ recoveryNs: 2e9, depth: 0.7, dipNs: 2e9, failedEvents: 5 }),
    );
    expect(edited({ timeline })).toMatchObject({
      recovery: 3e9,
      "dip-depth": 0.7,
      "dip-length": 3e9,
      "disruption-failures": 9,
    });
    expect(edited({}).recovery).toBeNull();
  });

  it("are counts by event, of what the server worked for the warm-up too", () => {
    const work = {
      events: 400,
      rowsRead: 4000,
      walRecords: 1000,
      deadlocks: 0,
      calls: 800,
      evictions: 4,
      writtenBytes: 8192,
      extendedBytes: 0,
      rowsUpdated: 10,
      hotUpdates: 9,
      databaseBytes: 8192,
    };
    expect(edited({ events: 100, work })).toMatchObject({
      "rows-read": 10,
      "wal-records": 2.5,
      deadlocks: 0,
      calls: 2,
      evictions: 0.01,
      "write-bytes": 20.48,
      "extend-bytes": 0,
      "hot-updates": 0.9,
      "database-size": 8192,
      buffers: null,
    });
    expect(edited({ work: { events: 400, rowsUpdated: 0, hotUpdates: 0 } })["hot-updates"]).toBeNull();
    expect(edited({})["rows-read"]).toBeNull();
  });

  it("have a share of hot updates where both counts are known, and a level as it is", () => {
    expect(edited({ work: { events: 400, rowsUpdated: 10 } })["hot-updates"]).toBeNull();
    expect(edited({ work: { events: 400, hotUpdates: 10 } })["hot-updates"]).toBeNull();
    expect(edited({ work: { events: 400, memoryBytes: 4096 } }).memory).toBe(4096);
  });

  it("are what somebody else's program reported, and nothing beside it", () => {
    const values = edited({ reported: { qps: 12, p99: 3e6 } });
    expect(values).toMatchObject({ qps: 12, p99: 3e6, tps: null, mean: null, "failed-share": null });
  });

  it("come from so many events: all, or those of a kind", () => {
    const kinds = [makeKind("payment", 100, 500_000, 2)];
    expect(eventCount(first, "p99")).toBe(first.latency.count);
    expect(eventCount({ ...first, kinds }, "p99")).toBe(first.latency.count);
    expect(eventCount({ ...first, kinds }, "p99:payment")).toBe(100);
    expect(eventCount({ ...first, kinds }, "p99:delivery")).toBe(0);
    expect(eventCount(first, "p99:payment")).toBe(0);
    const { latency: _, ...uncounted } = kinds[0]!;
    expect(eventCount({ ...first, kinds: [uncounted] }, "p99:payment")).toBe(0);
  });

  const loaded = { durationNs: 4e9, events: 400, committedQueries: 800, connections: 8 };

  it("count throughput over the time in which the connections were in flight, and over the wall", () => {
    // A quarter of the connections' time they rested, at the ends of slices.
    const session = { ...first, ...loaded, restNs: 8e9 };
    expect(sessionValues(session)).toMatchObject({ qps: 800 / 3, tps: 400 / 3 });
    expect(wallValues(session)).toEqual({ qps: 200, tps: 100, tpmc: null });
  });

  it("count an open loop's throughput over the time that was planned", () => {
    const part = { count: 0, minNs: 0, maxNs: 0, sumNs: 0 };
    const openLoop = {
      offered: 400,
      offeredPerSecond: 125,
      achievedPerSecond: 100,
      unstarted: 0,
      sustained: true,
      service: part,
      lateness: part,
    };
    expect(edited({ ...loaded, restNs: 31e9, openLoop }).tps).toBe(125);
    expect(edited({ ...loaded, openLoop: { ...openLoop, offered: 0, offeredPerSecond: 0 } }).tps).toBe(100);
  });

  it("have one throughput where a document does not say how busy its connections were", () => {
    const { connections, ...old } = loaded;
    expect(edited(old).qps).toBe(200);
    expect(edited({ ...old, connections, restNs: 0 }).qps).toBe(200);
    // Where they only rested, the rate is still a number.
    expect(edited({ ...old, connections, restNs: 33e9 }).qps).toBe(20_000);
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
    expect(runValues(run.slice(0, 2)).qps!.logSd).toBeCloseTo(Math.LN2 / Math.SQRT2, 12);
    expect(runValues(run.slice(0, 1)).qps!.logSd).toBeNull();
  });

  it("pool the events of all sessions for the failed share", () => {
    const run = [
      { ...first, events: 990, failedEvents: 10 },
      { ...first, events: 9000, failedEvents: 0 },
    ];
    expect(runValues(run)["failed-share"]).toEqual({ value: 0.001, sessions: 2, logSd: null });
    expect(failedShare([])).toBeNull();
  });

  it("have no spread where there is one session, or a value without a logarithm", () => {
    expect(runValues([first]).qps).toMatchObject({ sessions: 1, logSd: null });
    const still = { ...first, committedQueries: 0 };
    expect(runValues([first, still]).qps).toMatchObject({ sessions: 2, logSd: null });
    expect(runValues([first, { ...first, failedEvents: 5 }])["failed-share"]!.logSd).toBeNull();
    // Shares have no spread of their own, though each session has one.
    expect(
      runValues(sessions.map((each) => ({ ...each, failedEvents: 5 })))["failed-share"]!.logSd,
    ).toBeNull();
  });

  it("are null where no session has one", () => {
    expect(
      runValues(sessions.map((session) => ({ ...session, serverCpuNs: null })))["server-cpu"],
    ).toBeNull();
    expect(runValues([]).qps).toBeNull();
  });
});

describe("values of kinds of events", () => {
  const kinds = [makeKind("new_order", 300, 2_000_000, 1), makeKind("payment", 100, 500_000, 2)];
  const session = { ...first, durationNs: 2e9, connections: 4, restNs: 2e9, kinds, newOrders: 300 };

  it("are rates by both readings, and what the kind's own histogram says", () => {
    const values = sessionValues(session);
    expect(values["rate:new_order"]).toBe(200);
    expect(wallValues(session)["rate:new_order"]).toBe(150);
    expect(values.tpmc).toBe(200 * 60);
    expect(wallValues(session).tpmc).toBe(150 * 60);
    expect(values["mean:payment"]).toBe(kinds[1]!.latency!.sumNs / 100);
    expect(values["p50:new_order"]! / values["p50:payment"]!).toBeCloseTo(4, 0);
    expect(values["p90:payment"]).toBeLessThan(values["p99:payment"]!);
    expect([eventCount(session, "p99:payment"), eventCount(session, "p99:gone")]).toEqual([100, 0]);
  });

  it("are none where there is one kind, and of kinds without an event", () => {
    expect(sessionValues(first)["p99:new_order"]).toBeUndefined();
    expect(sessionValues(first).tpmc).toBeNull();
    const silent = sessionValues({ ...session, kinds: [{ name: "payment", count: 0, errors: 3 }] });
    expect([silent["rate:payment"], silent["p99:payment"]]).toEqual([0, undefined]);
  });

  it("stand in the history behind those of all events; names that could do something in what shows them do not", () => {
    const odd = { ...session, kinds: [...kinds, makeKind("a|b", 5, 1_000, 3)] };
    const own = sessionMetrics([odd]).slice(sessionMetrics([first]).length);
    expect(own.slice(0, 3)).toEqual(["rate:new_order", "mean:new_order", "p50:new_order"]);
    expect(own).toHaveLength(14);
    expect(runValues([odd, odd])["rate:payment"]).toMatchObject({ sessions: 2 });
  });
});
