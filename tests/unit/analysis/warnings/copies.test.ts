import { describe, expect, it } from "vitest";
import { measuredSessions } from "../../../../src/analysis/verdict/arm-values.ts";
import { copies } from "../../../../src/analysis/warnings/copies.ts";
import type { Run, Session } from "../../../../src/model/run.ts";
import { quietPair, withSessions } from "../verdict/story.ts";

const [base, head] = quietPair(0, { sessions: 4 });
const sessionsOf = (run: Run, edit: (session: Session) => Session) =>
  measuredSessions(withSessions(run, edit).workloads[0]!.sessions, null);
const asMeasured = (session: Session) => session;
/** With a QPS of its own or one that all sessions have. */
const rated = (run: Run, rate: (index: number) => number, more: Partial<Session> = {}) =>
  sessionsOf(run, (session) => ({
    ...session,
    durationNs: 2e9,
    committedQueries: 2 * rate(session.index),
    ...more,
  }));
const VARIED = (index: number) => 1000 + index ** 2;

describe("copies of one session", () => {
  it("are sessions of an arm whose QPS agrees to the last digit, whatever the other arm has", () => {
    const [varied, same] = [rated(base, VARIED), rated(head, () => 1000)];
    const ofHead = "all sessions of head have the same values: they are not independent measurements";
    expect(copies({ base: varied, head: same }, "paired")).toBe(ofHead);
    expect(copies({ base: varied, head: same }, "unpaired")).toBe(ofHead);
    expect(copies({ base: same, head: varied }, "unpaired")).toMatch(/^all sessions of base have/);
    expect(copies({ base: same, head: same }, "unpaired")).toMatch(/^all sessions have the same values/);
  });

  it("are arms whose pairs differ by one ratio, up to the rounding of a computer", () => {
    const slower = rated(head, (index) => 0.9 * VARIED(index));
    const pair = { base: rated(base, VARIED), head: slower };
    expect(copies(pair, "paired")).toBe(
      "all sessions differ by the same ratio: they are not independent measurements",
    );
    expect(copies(pair, "unpaired"), "whose sessions have no partner").toBeNull();
  });

  it("are not sessions that were measured", () => {
    const pair = { base: sessionsOf(base, asMeasured), head: sessionsOf(head, asMeasured) };
    expect(copies(pair, "paired")).toBeNull();
    expect(copies(pair, "unpaired")).toBeNull();
    const near = rated(head, (index) => 1000 + index * 1e-3);
    expect(copies({ base: rated(base, VARIED), head: near }, "paired")).toBeNull();
  });

  it("are not sessions of a planned rate, which all have: their wall time differs", () => {
    const openLoop = { offered: 2000, offeredPerSecond: 1000 } as Session["openLoop"];
    const planned = (run: Run) =>
      sessionsOf(run, (session) => ({
        ...session,
        durationNs: session.durationNs + 1e9,
        events: 2000,
        committedQueries: 2000,
        openLoop: openLoop!,
      }));
    const pair = { base: planned(base), head: planned(head) };
    for (const { values } of pair.head) expect(values.qps).toBeCloseTo(1000, 9);
    expect(copies(pair, "paired")).toBeNull();
    expect(copies(pair, "unpaired")).toBeNull();
  });

  it("are not two sessions, nor a server that stood still, nor sessions without a value", () => {
    const few = (run: Run) => rated(run, () => 1000).slice(0, 2);
    expect(copies({ base: few(base), head: few(head) }, "paired")).toBeNull();
    const still = { base: rated(base, VARIED), head: rated(head, () => 0) };
    expect(copies(still, "paired")).toBeNull();
    const silent = (run: Run) => sessionsOf(run, (session) => ({ ...session, reported: { p99: 1e6 } }));
    expect(copies({ base: silent(base), head: silent(head) }, "paired")).toBeNull();
  });
});
