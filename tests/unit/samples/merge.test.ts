import fc from "fast-check";
import { build, encodeIntoCompressedBase64 } from "hdr-histogram-js";
import { describe, expect, test } from "vitest";
import { PlumblineError } from "../../../src/model/errors.ts";
import { type OpenLoop, type PartLatency, Run, type Session } from "../../../src/model/run.ts";
import { decodeHistogram, encodeHistogram, histogramQuantile } from "../../../src/samples/histogram.ts";
import { mergeRuns } from "../../../src/samples/merge.ts";
import { makeKind, makeRun } from "../../support/runs.ts";

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
          (session: Session) => decodeHistogram(session.latency.histogram).total,
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

  test("adds what adds, and takes the longest, the worst or the first of what does not", () => {
    const latency = (own: Partial<PartLatency>): PartLatency => ({
      count: 1,
      minNs: 1,
      maxNs: 1,
      sumNs: 1,
      ...own,
    });
    const openLoop = (own: Partial<OpenLoop>): OpenLoop => ({
      offered: 0,
      offeredPerSecond: 0,
      achievedPerSecond: 0,
      unstarted: 0,
      sustained: true,
      service: latency({}),
      lateness: latency({}),
      ...own,
    });
    const histogramOf = (values: readonly number[]) => {
      const histogram = build({ numberOfSignificantValueDigits: 3, useWebAssembly: false });
      for (const value of values) histogram.recordValue(value);
      return encodeHistogram(decodeHistogram(encodeIntoCompressedBase64(histogram)));
    };
    const one: Session = {
      index: 3,
      fresh: true,
      durationNs: 7e9,
      connections: 4,
      restNs: 100,
      events: 10,
      queries: { read: 11, write: 12, other: 13 },
      committedQueries: 36,
      failedEvents: 14,
      errorsBySqlstate: { "40001": 5 },
      retries: 15,
      reconnects: 16,
      downtimeNs: 17,
      latency: { count: 2, minNs: 20, maxNs: 90, sumNs: 110, histogram: histogramOf([20, 90]) },
      latencyLastAttempt: latency({ count: 2, minNs: 19, maxNs: 80, sumNs: 99 }),
      openLoop: openLoop({
        offered: 30,
        offeredPerSecond: 3,
        achievedPerSecond: 2,
        unstarted: 1,
        service: latency({ count: 4, minNs: 5, maxNs: 60, sumNs: 70 }),
        lateness: latency({ count: 4, minNs: 3, maxNs: 8, sumNs: 9 }),
      }),
      statements: [
        { name: "begin", count: 6, errors: 1, misses: 2 },
        {
          name: "commit",
          count: 7,
          errors: 3,
          misses: 4,
          latency: latency({ count: 6, minNs: 2, sumNs: 12 }),
        },
      ],
      hosts: [
        { host: "a", connections: 2, events: 10, errors: 1, latency: latency({ count: 10, maxNs: 50 }) },
      ],
      slices: { startNs: [5, 60], durationNs: [10, 30], events: [4, 6], queries: [14, 22] },
      serverCpuNs: 500,
      serverCpu: { drivenNs: 500, idleNs: 1, idleWallNs: 2 },
      client: { cpuShare: 0.5, stealShare: 0.01, loadAverage: 3 },
    };
    const two: Session = {
      ...one,
      fresh: false,
      durationNs: 8e9,
      connections: 5,
      restNs: 200,
      events: 100,
      queries: { read: 110, write: 120, other: 130 },
      committedQueries: 360,
      failedEvents: 140,
      errorsBySqlstate: { "40P01": 7, "40001": 1 },
      retries: 150,
      reconnects: 160,
      downtimeNs: 170,
      latency: { count: 1, minNs: 10, maxNs: 10, sumNs: 10, histogram: histogramOf([10]) },
      latencyLastAttempt: latency({ count: 1, minNs: 10, maxNs: 10, sumNs: 10 }),
      openLoop: openLoop({
        offered: 300,
        offeredPerSecond: 30,
        achievedPerSecond: 20,
        unstarted: 10,
        service: latency({ count: 40, minNs: 6, maxNs: 61, sumNs: 700 }),
        lateness: latency({ count: 40, minNs: 2, maxNs: 9, sumNs: 90 }),
      }),
      statements: [
        {
          name: "commit",
          count: 70,
          errors: 30,
          misses: 40,
          latency: latency({ count: 60, minNs: 3, sumNs: 120 }),
        },
        { name: "rollback", count: 1, errors: 0, misses: 0 },
      ],
      hosts: [{ host: "b", connections: 3, events: 100, errors: 2 }],
      slices: { startNs: [6, 50], durationNs: [20, 20], events: [40, 60], queries: [140, 220] },
      serverCpuNs: 600,
      serverCpu: { drivenNs: 600, idleNs: 3, idleWallNs: 4 },
      client: { cpuShare: 0.4, stealShare: 0.02, loadAverage: 2 },
    };
    const [{ latency: merged, ...rest }] = sessionsOf(
      mergeRuns([machine(1, one), machine(2, two)], MERGED),
    ) as [Session];
    expect(rest).toEqual({
      index: 3,
      fresh: false,
      durationNs: 8e9,
      connections: 9,
      restNs: 300,
      events: 110,
      queries: { read: 121, write: 132, other: 143 },
      committedQueries: 396,
      failedEvents: 154,
      errorsBySqlstate: { "40001": 6, "40P01": 7 },
      retries: 165,
      reconnects: 176,
      downtimeNs: 187,
      latencyLastAttempt: { count: 3, minNs: 10, maxNs: 80, sumNs: 109 },
      openLoop: {
        offered: 330,
        offeredPerSecond: 33,
        achievedPerSecond: 22,
        unstarted: 11,
        sustained: true,
        service: { count: 44, minNs: 5, maxNs: 61, sumNs: 770 },
        lateness: { count: 44, minNs: 2, maxNs: 9, sumNs: 99 },
      },
      statements: [
        { name: "begin", count: 6, errors: 1, misses: 2 },
        {
          name: "commit",
          count: 77,
          errors: 33,
          misses: 44,
          latency: { count: 66, minNs: 2, maxNs: 1, sumNs: 132 },
        },
        { name: "rollback", count: 1, errors: 0, misses: 0 },
      ],
      hosts: [
        {
          host: "a",
          connections: 2,
          events: 10,
          errors: 1,
          latency: { count: 10, minNs: 1, maxNs: 50, sumNs: 1 },
        },
        { host: "b", connections: 3, events: 100, errors: 2 },
      ],
      slices: { startNs: [5, 50], durationNs: [20, 30], events: [44, 66], queries: [154, 242] },
      serverCpuNs: 600,
      serverCpu: { drivenNs: 500, idleNs: 1, idleWallNs: 2 },
      client: { cpuShare: 0.5, stealShare: 0.02, loadAverage: 3 },
    });
    expect(merged).toMatchObject({ count: 3, minNs: 10, maxNs: 90, sumNs: 120 });
    expect(decodeHistogram(merged.histogram).total).toBe(3);
  });

  test("knows of no field that no machine has, and takes those of one machine where the others have none", () => {
    const unread = { serverCpuNs: null, client: { cpuShare: 0.1, stealShare: null, loadAverage: null } };
    const bare = machine(1, unread);
    const [none] = sessionsOf(mergeRuns([bare, machine(2, unread)], MERGED));
    for (const absent of [
      "connections",
      "restNs",
      "downtimeNs",
      "latencyLastAttempt",
      "openLoop",
      "statements",
      "hosts",
      "serverCpu",
    ])
      expect(none).not.toHaveProperty(absent);
    expect(none).toMatchObject({ serverCpuNs: null, client: { stealShare: null, loadAverage: null } });
    const last = { count: 1, minNs: 5, maxNs: 5, sumNs: 5 };
    const [one] = sessionsOf(
      mergeRuns(
        [
          bare,
          machine(2, {
            serverCpuNs: 7,
            latencyLastAttempt: last,
            latency: { ...sessionsOf(bare)[0]!.latency, count: 0, sumNs: 0 },
          }),
        ],
        MERGED,
      ),
    );
    const { count, minNs, maxNs, sumNs } = sessionsOf(bare)[0]!.latency;
    // Where nothing was tried again the last attempt is the only one.
    expect(one).toMatchObject({
      serverCpuNs: 7,
      latencyLastAttempt: {
        count: count + 1,
        minNs: Math.min(5, minNs),
        maxNs: Math.max(5, maxNs),
        sumNs: sumNs + 5,
      },
      latency: { count, minNs, maxNs, sumNs },
    });
  });

  test("is one measurement from the first start to the last end, with every warning once", () => {
    const told = (code: string) => ({ code, message: code, remedy: "wait" });
    const first = {
      ...machine(1),
      startedAt: "2026-01-01T00:00:02.000Z",
      finishedAt: "2026-01-01T00:01:02.000Z",
      warnings: [told("steal"), told("frequency")],
      earlier: { measurements: 0, series: [] },
    };
    const second = {
      ...machine(2),
      startedAt: "2026-01-01T00:00:01.000Z",
      finishedAt: "2026-01-01T00:01:03.000Z",
      warnings: [told("frequency"), told("disk")],
    };
    const merged = mergeRuns([first, second], MERGED);
    expect(merged).toMatchObject({
      id: MERGED,
      startedAt: second.startedAt,
      finishedAt: second.finishedAt,
      warnings: [
        told("steal"),
        told("frequency"),
        told("disk"),
        expect.objectContaining({ code: "shares-unknown" }),
      ],
    });
    expect(merged.measurement.id).toBe([first, second].map(({ measurement }) => measurement.id).sort()[0]);
    expect(merged).not.toHaveProperty("earlier");
    expect(() => mergeRuns([], MERGED)).toThrow(/no run document/);
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
  ["measure mode", { measurement: { ...machine(2).measurement, mode: "side-by-side" as const } }],
  ["load generator", { generator: { ...machine(2).generator, version: "9.9.9" } }],
  ["workloads", { workloads: machine(2).workloads.slice(1) }],
  [
    "sessions",
    { workloads: machine(2).workloads.map((each) => ({ ...each, sessions: each.sessions.slice(1) })) },
  ],
])("runs that differ in their %s are refused, and it is named", (what, change) => {
  expect(() => mergeRuns([machine(1), { ...machine(2), ...change }], MERGED)).toThrow(
    expect.objectContaining({ constructor: PlumblineError, message: expect.stringContaining(what) }),
  );
});

test("the same run twice is refused", () => {
  expect(() => mergeRuns([machine(1), machine(1)], MERGED)).toThrow(/twice/);
});

test("adds up kinds of events, whose percentiles are those of all machines", () => {
  const kinds = (seed: number, medianNs: number) => [makeKind("new_order", 100, medianNs, seed)];
  const runs = [
    machine(1, { kinds: kinds(1, 1e6), newOrders: 100 }),
    machine(2, { kinds: kinds(2, 9e6), newOrders: 100 }),
  ];
  const merged = sessionsOf(mergeRuns(runs, MERGED))[0]!;
  const [kind] = merged.kinds!;
  expect([merged.newOrders, kind!.count, kind!.latency!.count]).toEqual([200, 200, 200]);
  const histogram = decodeHistogram(kind!.latency!.histogram);
  expect(histogram.total).toBe(200);
  expect(histogramQuantile(histogram, 0.9)!).toBeGreaterThan(7e6);
});

describe("what is merged, and what is refused", () => {
  const refusal = (...runs: readonly Run[]) => {
    try {
      mergeRuns(runs, MERGED);
    } catch (error) {
      const { kind, message, remedy = "" } = error as PlumblineError;
      return `${kind}: ${message.replaceAll(/[0-9a-f-]{36}/g, "ID")}; ${remedy}`;
    }
    return null;
  };
  const edited = (edit: (workload: Run["workloads"][number]) => Partial<Run["workloads"][number]>): Run => {
    const run = machine(2);
    return { ...run, workloads: run.workloads.map((workload) => ({ ...workload, ...edit(workload) })) };
  };

  test("says what to do", () => {
    expect(refusal()).toBe("usage: there is no run document; give those of all machines");
    expect(refusal(machine(1), machine(1))).toBe(
      "usage: run ID is given twice; give one document of each machine",
    );
    const other = edited(({ options }) => ({ options: { ...options, "table-size": 7 } }));
    expect(refusal(machine(1), other)).toBe(
      "usage: the runs ID and ID differ in their workloads; merge only what several machines measured together, from the same config file and --seed",
    );
    expect(
      refusal(
        machine(1),
        edited(() => ({ workload: "kv_read" })),
      ),
    ).toContain("in their workloads");
    expect(
      refusal(
        machine(1),
        edited(() => ({ name: "other" })),
      ),
    ).toContain("in their workloads");
    const shifted = edited(({ sessions }) => ({
      sessions: sessions.map((session) => ({ ...session, index: session.index + 1 })),
    }));
    expect(refusal(machine(1), shifted)).toContain("in their sessions");
  });

  test("sessions are fresh where all are, and nodes are the first machine's", () => {
    const nodes = (cpus: number) => [{ node: "n", cpus, share: null }];
    const [fresh, not] = [
      machine(1, { fresh: true, nodes: nodes(1) }),
      machine(2, { fresh: false, nodes: nodes(2) }),
    ];
    expect(sessionsOf(mergeRuns([fresh, not], MERGED)).every((session) => session.fresh)).toBe(false);
    expect(sessionsOf(mergeRuns([not, fresh], MERGED)).some((session) => session.fresh)).toBe(false);
    const both = mergeRuns([fresh, machine(2, { fresh: true, nodes: nodes(2) })], MERGED);
    expect(sessionsOf(both).every((session) => session.fresh)).toBe(true);
    expect(sessionsOf(both).map((session) => session.nodes)).toEqual(sessionsOf(both).map(() => nodes(1)));
  });

  test("kinds are merged by their names, with their errors, and without a latency where nobody has one", () => {
    const kinds = (errors: number) => [
      { name: "a", count: 0, errors },
      { name: "b", count: 0, errors: 10 * errors },
    ];
    const merged = mergeRuns([machine(1, { kinds: kinds(1) }), machine(2, { kinds: kinds(2) })], MERGED);
    expect(sessionsOf(merged)[0]!.kinds).toEqual([
      { name: "a", count: 0, errors: 3 },
      { name: "b", count: 0, errors: 30 },
    ]);
  });

  test("begins with the first and ends with the last, in whichever order they are given", () => {
    const at = (number: number, from: string, to: string) => ({
      ...machine(number),
      startedAt: from,
      finishedAt: to,
    });
    const early = at(1, "2026-01-01T00:00:00.000Z", "2026-01-01T00:09:00.000Z");
    const late = at(2, "2026-01-01T00:01:00.000Z", "2026-01-01T00:02:00.000Z");
    for (const runs of [
      [early, late],
      [late, early],
    ])
      expect(mergeRuns(runs, MERGED)).toMatchObject({
        startedAt: early.startedAt,
        finishedAt: early.finishedAt,
      });
  });

  test("of machines that recorded nothing the least is nothing", () => {
    const latency = {
      count: 0,
      minNs: 0,
      maxNs: 0,
      sumNs: 0,
      histogram: encodeHistogram({ indexes: [], counts: [], total: 0 }),
    };
    const none = sessionsOf(mergeRuns([machine(1, { latency }), machine(2, { latency })], MERGED));
    expect(none.map((session) => session.latency.minNs)).toEqual(none.map(() => 0));
  });
});

describe("shares of a load", () => {
  const share = (index: number, of: number, number = index): Run => {
    const run = machine(number);
    return { ...run, workloads: run.workloads.map((workload) => ({ ...workload, share: { index, of } })) };
  };
  const at = (run: Run, startedAt: string, finishedAt: string): Run => ({ ...run, startedAt, finishedAt });
  const during = (run: Run) => at(run, "2026-01-01T10:00:00.000Z", "2026-01-01T10:01:00.000Z");

  test("are the whole, which has none", () => {
    const merged = mergeRuns([share(2, 2), share(1, 2)].map(during), MERGED);
    expect(merged.workloads.map((workload) => workload.share)).toEqual(merged.workloads.map(() => undefined));
    expect(merged.warnings.map(({ code }) => code)).not.toContain("shares-unknown");
  });

  test.each([
    ["one alone", () => [share(1, 2)], /share 2 of 2 is missing/],
    ["two of four", () => [share(1, 4), share(3, 4)], /share 2, 4 of 4 is missing/],
    ["the same twice", () => [share(1, 2, 1), share(1, 2, 2)], /are both share 1 of 2/],
    ["of other wholes", () => [share(1, 2), share(2, 3)], /is no share of a load of 2 machines/],
    ["beside a whole load", () => [share(1, 2), machine(2)], /is no share of a load of 2 machines/],
  ])("%s are refused", (_, runs, cause) => {
    expect(() => mergeRuns(runs().map(during), MERGED)).toThrow(cause);
  });

  test("one after the other are refused", () => {
    const first = at(share(1, 2), "2026-01-01T10:00:00.000Z", "2026-01-01T10:01:00.000Z");
    const second = at(share(2, 2), "2026-01-01T10:01:00.000Z", "2026-01-01T10:02:00.000Z");
    expect(() => mergeRuns([second, first], MERGED)).toThrow(
      `run ${first.id} had ended (2026-01-01T10:01:00.000Z) before run ${second.id} began`,
    );
  });

  test("of documents that do not say them are not known to be the whole", () => {
    const warnings = (runs: readonly Run[]) => mergeRuns(runs, MERGED).warnings.map(({ code }) => code);
    expect(warnings([machine(1), machine(2)])).toContain("shares-unknown");
    expect(warnings([machine(1)])).not.toContain("shares-unknown");
  });
});
