import fc from "fast-check";
import { expect, test } from "vitest";
import { PlumblineError } from "../../../src/model/errors.ts";
import { Session } from "../../../src/model/run.ts";
import { sessionsFromLines } from "../../../src/samples/session.ts";

/** Two targets, three slices, as PROTOCOL.md has them. */
const LINES: readonly string[] = [
  {
    type: "hello",
    program: "plumbline-load",
    version: "0.1.0",
    profile: "release gcc 12.2.0 -O2",
    libpq: 150018,
    command: "run",
    workload: "oltp_point_select",
    dialect: "postgres",
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
    seed: 42,
  },
  { type: "progress", phase: "measure", phase_elapsed_ns: 1, phase_total_ns: 2 },
  ...[0, 1, 1].map((target, index) => ({
    type: "slice",
    target,
    index,
    start_ns: 5_000 + index * 100,
    duration_ns: 90 + index,
    events: 10 + index,
    queries: 20 + index,
  })),
  ...[0, 1].map((target) => ({
    type: "block",
    target,
    duration_ns: 90 + 103 * target,
    events: 10 + 13 * target,
    queries: { read: 12, write: 6, other: 2 },
    queries_committed: { read: 11, write: 5, other: 1 },
    failures: { events: 3, by_sqlstate: { "40001": 4 } },
    retries: 1,
    reconnects: 2,
    latency: { count: 10, min_ns: 1, max_ns: 9, sum_ns: 50, histogram: "HISTFAAA" },
    server_cpu_ns: target === 0 ? 777 : null,
  })),
  {
    type: "summary",
    exit_code: 0,
    interrupted: false,
    client: { cpu_share: 0.23, placement: "pinned" },
    host: { steal_share: 0.01, load_average: 1.3 },
    warnings: [{ code: "client-bound", message: "busy", remedy: "fewer threads" }],
  },
].map((line) => JSON.stringify({ v: 1, ...line }));

const read = (lines: readonly string[]) => sessionsFromLines(lines, { index: 3, fresh: [true, false] });

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
