import fc from "fast-check";
import { expect, test } from "vitest";
import { sessionsFromLines } from "../../../../src/analysis/samples/session.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import { Session } from "../../../../src/model/run.ts";
import { CATALOG } from "../../../support/describe.ts";
import { block, hello, line, slice, summary } from "../../../support/lines.ts";

/** Two targets, three slices, as PROTOCOL.md has them. */
const LINES: readonly string[] = [
  hello({
    version: "0.1.0",
    profile: "release gcc 12.2.0 -O2",
    options: {
      threads: 16,
      placement: "auto",
      tables: 1,
      "table-size": 10000,
      "rand-type": "uniform",
      "pgsql-url": "postgres://127.0.0.1:5432/a",
      "pgsql-host": "localhost",
      "pgsql-port": 5432,
      "pgsql-user": "sbtest",
      "pgsql-db": "sbtest",
      "pgsql-sslmode": "prefer",
      against: "postgres://127.0.0.1:5433/a",
      "server-pid": 17,
      "against-server-pid": 18,
      "rand-seed": 42,
      output: "ndjson",
      "report-interval": 1,
      "slice-lines": "on",
    },
  }),
  { type: "progress", phase: "measure", phase_elapsed_ns: 1, phase_total_ns: 2 },
  ...[0, 1, 1].map((target, index) =>
    slice({
      target,
      index,
      start_ns: 5_000 + index * 100,
      duration_ns: 90 + index,
      events: 10 + index,
      queries: 20 + index,
    }),
  ),
  ...[0, 1].map((target) =>
    block({
      target,
      duration_ns: 90 + 103 * target,
      events: 10 + 13 * target,
      queries: { read: 12, write: 6, other: 2 },
      queries_committed: { read: 11, write: 5, other: 1 },
      failures: { events: 3, by_sqlstate: { "40001": 4 } },
      retries: 1,
      reconnects: 2,
      server_cpu_ns: target === 0 ? 777 : null,
    }),
  ),
  summary({
    client: { cpu_share: 0.23, placement: "pinned" },
    host: { steal_share: 0.01, load_average: 1.3 },
    warnings: [{ code: "client-bound", message: "busy", remedy: "fewer threads" }],
  }),
].map(line);

/** As the load generator says. */
const PASSING = CATALOG.options.filter(({ shapes }) => shapes === "neither").map(({ name }) => name);

const read = (lines: readonly string[]) =>
  sessionsFromLines(lines, { index: 3, fresh: [true, false], passing: PASSING });

/** The lines with one of a type changed, or taken out where `change` is null. */
function edited(type: string, change: Record<string, unknown> | null): string[] {
  return LINES.flatMap((line) => {
    const value = JSON.parse(line) as Record<string, unknown>;
    if (value["type"] !== type) return [line];
    return change === null ? [] : [JSON.stringify({ ...value, ...change })];
  });
}

test("each target's block and slices become its session", () => {
  const { sessions } = read(LINES);
  expect(sessions.map((session) => Session.parse(session))).toEqual(sessions);
  expect(sessions.map(({ fresh }) => fresh)).toEqual([true, false]);
  expect(sessions[0]).toMatchObject({
    index: 3,
    durationNs: 90,
    committedQueries: 17,
    failedEvents: 3,
    errorsBySqlstate: { "40001": 4 },
    serverCpuNs: 777,
    client: { cpuShare: 0.23, stealShare: 0.01, loadAverage: 1.3 },
    slices: { startNs: [0], durationNs: [90], events: [10], queries: [20] },
  });
  expect(sessions[1]?.slices).toEqual({
    startNs: [100, 200],
    durationNs: [91, 92],
    events: [11, 12],
    queries: [21, 22],
  });
  expect(sessions[1]?.serverCpuNs).toBeNull();
});

test("options are those that decide what is measured, not where, by whom and with which seed; placement as it came out", () => {
  expect(read(LINES).options).toEqual({
    "pgsql-sslmode": "prefer",
    placement: "pinned",
    "rand-type": "uniform",
    "table-size": 10000,
    tables: 1,
    threads: 16,
  });
});

test("generator and warnings come along", () => {
  const { generator, warnings } = read(LINES);
  expect(generator).toEqual({ version: "0.1.0", profile: "release gcc 12.2.0 -O2", libpq: 150018 });
  expect(warnings).toEqual([{ code: "client-bound", message: "busy", remedy: "fewer threads" }]);
});

test("a generator that says how it was built and linked is known by that, too", () => {
  const build = { compiler: "gcc 12.2.0", libc: "glibc 2.36", static: false };
  expect(read(edited("hello", build)).generator).toMatchObject(build);
});

test.each([
  ["no summary", edited("summary", null), /no summary/],
  ["no hello", edited("hello", null), /no hello/],
  ["a failed run", edited("summary", { exit_code: 3 }), /exit code 3/],
  ["an interrupted run", edited("summary", { exit_code: 0, interrupted: true }), /interrupted/],
  ["a missing block", LINES.filter((line) => !line.includes('"block","target":1')), /no block of target 1/],
  ["no client figures", edited("summary", { client: undefined }), /summary/],
])("%s is refused", (_name, lines, message) => {
  expect(() => read(lines)).toThrow(message);
});

test("of the server's CPU time its own slices count, and what it used while the other one was driven is kept", () => {
  const told = { driven_ns: 700, backends_ns: 600, idle_ns: 77, idle_wall_ns: 5000 };
  const { sessions } = read(
    edited("block", { server_cpu_ns: 777, server_cpu: told, connections: 4, rest_ns: 9 }),
  );
  expect(sessions[0]!).toMatchObject({
    serverCpuNs: 700,
    serverCpu: { drivenNs: 700, backendsNs: 600, idleNs: 77, idleWallNs: 5000 },
    connections: 4,
    restNs: 9,
  });
  const untold = { ...told, backends_ns: undefined };
  const [session] = read(edited("block", { server_cpu: untold })).sessions;
  expect(session!.serverCpu).toEqual({ drivenNs: 700, idleNs: 77, idleWallNs: 5000 });
});

const LATENCY = { count: 4, min_ns: 1, max_ns: 9, sum_ns: 20, histogram: "HISTFAAA" };
const PART = { count: 4, minNs: 1, maxNs: 9, sumNs: 20 };
const OPEN_LOOP = {
  service: { ...LATENCY, percentiles_ns: { "99": 8 } },
  lateness: LATENCY,
  offered: 12,
  offered_per_s: 6,
  achieved_per_s: 5,
  unstarted: 2,
  not_sustained: true,
};
const firstWith = (change: Record<string, unknown>) => read(edited("block", change)).sessions[0]!;

test("an open loop is kept with its own latencies", () => {
  expect(firstWith(OPEN_LOOP).openLoop).toEqual({
    offered: 12,
    offeredPerSecond: 6,
    achievedPerSecond: 5,
    unstarted: 2,
    sustained: false,
    service: { ...PART, percentilesNs: { "99": 8 } },
    lateness: PART,
  });
});

test("latency without the load generator's lateness is kept where it is told", () => {
  const punctual = { ...LATENCY, percentiles_ns: { "99": 7 } };
  expect(firstWith({ ...OPEN_LOOP, punctual }).openLoop!.punctual).toEqual({
    ...PART,
    percentilesNs: { "99": 7 },
  });
});

test.each(Object.keys(OPEN_LOOP))("without %s it is no open loop", (field) => {
  expect(firstWith({ ...OPEN_LOOP, [field]: undefined })).not.toHaveProperty("openLoop");
});

test("percentiles of nothing are null in the lines, and left out of a session", () => {
  const never = { name: "never", count: 0, errors: 3, misses: 0 };
  const none = { count: 0, min_ns: 0, max_ns: 0, sum_ns: 0, histogram: "HISTFAAA" };
  const session = firstWith({
    statements: [{ ...never, latency: { ...none, percentiles_ns: { "50": null, "99": null } } }],
  });
  const latency = { count: 0, minNs: 0, maxNs: 0, sumNs: 0 };
  expect(session.statements).toEqual([{ name: "never", count: 0, errors: 3, misses: 0, latency }]);
});

test("stages of a load come along without misses, which are counted of statements", () => {
  const session = firstWith({ stages: [{ name: "peak", count: 5, errors: 1, latency: LATENCY }] });
  expect(session.stages).toEqual([{ name: "peak", count: 5, errors: 1, misses: 0, latency: PART }]);
});

test("a session has what its block has beside, and nothing else", () => {
  const host = { host: "a:1", connections: 2, events: 3, errors: 1, share: 0.5 };
  const statement = { name: "point", count: 5, errors: 1, misses: 2 };
  const session = firstWith({
    downtime_ns: 70,
    latency_last_attempt: LATENCY,
    statements: [{ ...statement, latency: LATENCY }, statement],
    hosts: [{ ...host, latency: LATENCY }, host],
  });
  const told = { host: "a:1", connections: 2, events: 3, errors: 1 };
  expect(session).toMatchObject({
    downtimeNs: 70,
    latencyLastAttempt: PART,
    statements: [{ ...statement, latency: PART }, statement],
    hosts: [{ ...told, latency: PART }, told],
  });
  expect(session.statements![1]).not.toHaveProperty("latency");
  expect(session.hosts![1]).not.toHaveProperty("latency");
  expect(Session.parse(session)).toEqual(session);
  const absent = ["connections", "restNs", "serverCpu", "downtimeNs", "openLoop", "statements", "hosts"];
  for (const field of absent) expect(read(LINES).sessions[0]).not.toHaveProperty(field);
  // One host is the target itself.
  expect(firstWith({ hosts: [host] })).not.toHaveProperty("hosts");
  expect(
    firstWith({ server_cpu: { driven_ns: 1, idle_ns: 2, idle_wall_ns: 3 } }).serverCpu,
  ).not.toHaveProperty("backendsNs");
});

test("how each target's load ended is told where the load generator says it", () => {
  const nothing = { events: undefined, memoryBytes: undefined };
  expect(read(LINES).ends).toEqual([nothing, nothing]);
  const told = LINES.map((line) => {
    const value = JSON.parse(line) as Record<string, unknown>;
    if (value["type"] !== "block") return line;
    const own =
      value["target"] === 0 ? { ended_events: 31, server_memory_bytes: 4096 } : { ended_events: 57 };
    return JSON.stringify({ ...value, ...own });
  });
  expect(read(told).ends).toEqual([
    { events: 31, memoryBytes: 4096 },
    { events: 57, memoryBytes: undefined },
  ]);
});

test("options without a value are left out, the others in the order of their names; a placement that is not told stays as asked", () => {
  const hello = { options: { threads: 2, rate: null, "b-option": 1, "a-option": true, placement: "free" } };
  const lines = edited("hello", hello);
  expect(Object.keys(read(lines).options)).toEqual(["a-option", "b-option", "placement", "threads"]);
  const summary = { v: 1, ...JSON.parse(lines.at(-1)!), client: { cpu_share: 0.2 } };
  expect(read([...lines.slice(0, -1), JSON.stringify(summary)]).options["placement"]).toBe("free");
});

test("lines of types that nobody knows are nothing; a line that cannot be read is named by its number", () => {
  const unknown = JSON.stringify({ v: 1, type: "weather" });
  expect(read([LINES[0]!, unknown, ...LINES.slice(1)])).toEqual(read(LINES));
  expect(() => read([LINES[0]!, unknown, "{", ...LINES.slice(1)])).toThrow(/line 3 /);
  expect(read(edited("summary", { warnings: undefined })).warnings).toEqual([]);
});

test("what is not a whole run is refused as the generator's, with the reason and what to do", () => {
  const refusal = (lines: readonly string[]) => {
    try {
      read(lines);
    } catch (error) {
      return error as PlumblineError;
    }
    throw new Error("it was read");
  };
  const cut = refusal(edited("summary", { exit_code: 0, interrupted: true }));
  expect(cut.kind).toBe("generator");
  expect(cut.message).toMatch(/is incomplete: it ended with exit code 0, interrupted$/);
  expect(cut.remedy).toMatch(/measure again/);
  expect(refusal(edited("summary", { exit_code: 3 })).message).toMatch(/exit code 3$/);
  for (const part of ["client", "host"])
    expect(refusal(edited("summary", { [part]: undefined })).message).toMatch(/how busy/);
});

test("a stream that was cut at any byte gives an error of ours and nothing else", () => {
  const whole = LINES.join("\n");
  fc.assert(
    fc.property(fc.nat({ max: whole.length - 1 }), (at) => {
      let error: unknown;
      try {
        read(whole.slice(0, at).split("\n"));
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(PlumblineError);
    }),
    { numRuns: 500 },
  );
});

test("kinds of events come along with their histograms; of tpcc alone, what tpmC counts", () => {
  const latency = {
    count: 7,
    min_ns: 1,
    max_ns: 9,
    sum_ns: 50,
    percentiles_ns: { "99": 9 },
    histogram: "HISTFAAA",
  };
  const lines = edited("block", {
    event_kinds: [
      { name: "payment", count: 0, errors: 0, misses: 0 },
      { name: "new_order", count: 7, errors: 2, misses: 0, latency },
    ],
  });
  const [session] = read(lines).sessions;
  expect(session!.kinds).toEqual([
    { name: "payment", count: 0, errors: 0 },
    {
      name: "new_order",
      count: 7,
      errors: 2,
      latency: { count: 7, minNs: 1, maxNs: 9, sumNs: 50, histogram: "HISTFAAA" },
    },
  ]);
  expect(Session.parse(session)).toEqual(session);
  expect(session!.newOrders).toBeUndefined();
  const asTpcc = (all: readonly string[]) =>
    all.map((line) => line.replace('"workload":"oltp_point_select"', '"workload":"tpcc"'));
  expect(read(asTpcc(lines)).sessions[0]!.newOrders).toBe(7);
  expect(read(asTpcc(LINES)).sessions[0]).not.toHaveProperty("newOrders");
});
