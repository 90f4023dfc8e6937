import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PlumblineError } from "../../../src/model/errors.ts";
import { Run, type Session } from "../../../src/model/run.ts";
import { decodeHistogram, histogramCount, histogramQuantile } from "../../../src/samples/histogram.ts";
import { mergeRuns } from "../../../src/samples/merge.ts";
import { makeRun } from "../../support/runs.ts";

const MERGED = "00000000-0000-4000-8000-000000000000";

/** What one of several machines measured: its own numbers, everything else as on the others. */
function machine(number: number, edit: Partial<Session> = {}): Run {
  const plan = makeRun({ seed: 1 });
  const own = makeRun({ seed: number, fingerprint: plan.fingerprint, commit: plan.commit });
  const workloads = own.workloads.map((workload) => ({
    ...workload,
    sessions: workload.sessions.map((session) => ({ ...session, ...edit })),
  }));
  return { ...own, plan: plan.plan, workloads };
}

const machines = fc
  .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 })
  .map((numbers) => numbers.map((number) => machine(number)));

const sessionsOf = (run: Run) => run.workloads.flatMap((workload) => workload.sessions);
const total = (runs: readonly Run[], of: (session: Session) => number) =>
  runs.flatMap(sessionsOf).reduce((sum, session) => sum + of(session), 0);

describe("merging the runs of several machines", () => {
  test("keeps every count, and a histogram with every event", () => {
    fc.assert(
      fc.property(machines, (runs) => {
        const merged = mergeRuns(runs, MERGED);
        for (const of of [
          (session: Session) => session.events,
          (session: Session) => session.queries.read,
          (session: Session) => session.committedQueries,
          (session: Session) => session.failedEvents,
          (session: Session) => session.retries,
          (session: Session) => session.latency.count,
          (session: Session) => session.latency.sumNs,
          (session: Session) => histogramCount(decodeHistogram(session.latency.histogram)),
        ]) {
          expect(total([merged], of)).toBe(total(runs, of));
        }
      }),
      { numRuns: 20, seed: 1 },
    );
  });

  test("gives a document that is valid", () => {
    fc.assert(
      fc.property(machines, (runs) => {
        const merged = mergeRuns(runs, MERGED);
        expect(Run.parse(JSON.parse(JSON.stringify(merged)))).toEqual(merged);
      }),
      { numRuns: 10, seed: 2 },
    );
  });

  test("does not depend on the order of the machines", () => {
    const runs = [machine(1), machine(2), machine(3)];
    const numbers = (run: Run) =>
      sessionsOf(run).map((session) => [
        session.events,
        session.durationNs,
        session.latency.maxNs,
        session.slices,
      ]);
    expect(numbers(mergeRuns(runs, MERGED))).toEqual(numbers(mergeRuns([...runs].reverse(), MERGED)));
    expect(mergeRuns(runs, MERGED).measurement.id).toBe(
      mergeRuns([...runs].reverse(), MERGED).measurement.id,
    );
  });

  test("takes percentiles from all events together, never from a mean of percentiles", () => {
    const [fast, slow] = [10, 20].map((seed, at) =>
      makeRun({
        seed,
        fingerprint: "f".repeat(64),
        commit: makeRun().commit,
        workloads: [{ name: "w", medianNs: at === 0 ? 1e6 : 100e6, rate: 1000 }],
      }),
    ) as [Run, Run];
    const p90 = (run: Run) =>
      histogramQuantile(decodeHistogram(run.workloads[0]!.sessions[0]!.latency.histogram), 0.9)!;
    const merged = p90(mergeRuns([fast, { ...slow, plan: fast.plan }], MERGED));
    // Half of all events are slow ones, so the 90th percentile of all is the 80th of the slow ones.
    expect(merged).toBeGreaterThan(80e6);
    expect(merged).toBeGreaterThan((p90(fast) + p90(slow)) / 2);
  });

  test("takes the longest time, for all ran at the same time", () => {
    const merged = mergeRuns([machine(1, { durationNs: 4e9 }), machine(2, { durationNs: 5e9 })], MERGED);
    expect(sessionsOf(merged).every((session) => session.durationNs === 5e9)).toBe(true);
  });

  test("adds what sqlstates, statements, hosts and open loops count, and drops their percentiles", () => {
    const latency = { count: 10, minNs: 5, maxNs: 50, sumNs: 200, percentilesNs: { "99": 49 } };
    const idle = { count: 0, minNs: 0, maxNs: 0, sumNs: 0, percentilesNs: { "99": 0 } };
    const part = (own: typeof latency, sustained: boolean): Partial<Session> => ({
      errorsBySqlstate: sustained ? { "40001": 2 } : { "40001": 1, "40P01": 4 },
      statements: [{ name: "begin", count: own.count, errors: 1, misses: 0, latency: own }],
      hosts: [{ host: "a:5432", connections: 2, events: own.count, errors: 0 }],
      openLoop: {
        offered: 12,
        offeredPerSecond: 6,
        achievedPerSecond: 5,
        unstarted: 1,
        sustained,
        service: own,
        lateness: own,
      },
    });
    const [session] = sessionsOf(
      mergeRuns([machine(1, part(latency, true)), machine(2, part(idle, false))], MERGED),
    );
    const { percentilesNs: _, ...extremes } = latency;
    expect(session).toMatchObject({
      errorsBySqlstate: { "40001": 3, "40P01": 4 },
      statements: [{ name: "begin", count: 10, errors: 2, misses: 0, latency: extremes }],
      hosts: [{ host: "a:5432", connections: 4, events: 10 }],
      openLoop: { offered: 24, offeredPerSecond: 12, achievedPerSecond: 10, unstarted: 2, sustained: false },
    });
    expect(session?.statements?.[0]?.latency).not.toHaveProperty("percentilesNs");
  });

  test("keeps slices that all machines have, and none where they differ", () => {
    const merged = mergeRuns([machine(1), machine(2)], MERGED);
    const [a, b, both] = [machine(1), machine(2), merged].map((run) => sessionsOf(run)[0]!.slices);
    expect(both!.events[0]).toBe(a!.events[0]! + b!.events[0]!);
    const none = { startNs: [], durationNs: [], events: [], queries: [] };
    const differing = mergeRuns([machine(1), machine(2, { slices: none })], MERGED);
    expect(sessionsOf(differing)[0]!.slices).toEqual(none);
  });
});

test.each([
  ["suite", { suite: "another" }],
  ["fingerprint", { fingerprint: "0".repeat(64) }],
  ["commit", { commit: { ...machine(2).commit, sha: "0".repeat(40) } }],
  ["arm", { measurement: { ...machine(2).measurement, arm: "base" as const } }],
  ["plan", { plan: { ...machine(2).plan, seconds: 99 } }],
])("runs that differ in their %s are refused, and it is named", (what, change) => {
  expect(() => mergeRuns([machine(1), { ...machine(2), ...change }], MERGED)).toThrow(
    expect.objectContaining({ constructor: PlumblineError, message: expect.stringContaining(what) }),
  );
});

test("the same run twice is refused", () => {
  expect(() => mergeRuns([machine(1), machine(1)], MERGED)).toThrow(/twice/);
});
