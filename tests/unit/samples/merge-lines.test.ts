import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeHistogram, encodeValues, histogramQuantile } from "../../../src/samples/histogram.ts";
import { broughtBy, firstEventUs, mergeLines } from "../../../src/samples/merge-lines.ts";
import { type EventOf, type LatencyLine, parseLine, printLine } from "../../../src/samples/protocol.ts";
import { sessionsFromLines } from "../../../src/samples/session.ts";

const PERCENTILES = ["50", "95", "99", "99.9"];

function latencyOf(values: readonly number[]): LatencyLine {
  const histogram = encodeValues(values);
  const max_ns = Math.max(0, ...values);
  const read = (name: string) => histogramQuantile(decodeHistogram(histogram), Number(name) / 100) ?? 0;
  return {
    count: values.length,
    min_ns: values.length === 0 ? 0 : Math.min(...values),
    max_ns,
    sum_ns: values.reduce((sum, each) => sum + each, 0),
    percentiles_ns: Object.fromEntries(PERCENTILES.map((name) => [name, Math.min(max_ns, read(name))])),
    histogram,
  };
}

/** What a load generator with these latencies would have written, one slice for each event. */
function stream(values: readonly number[], name = "index 0 of 1", warnings: readonly string[] = []) {
  const latency = latencyOf(values);
  const queries = { read: values.length, write: 0, other: 0 };
  const failures = { events: 1, by_sqlstate: { "40001": 1 } };
  const block = {
    type: "block" as const,
    target: 0,
    duration_ns: 1e9,
    events: values.length,
    queries,
    queries_committed: queries,
    failures,
    retries: 0,
    reconnects: 0,
    latency,
    rest_ns: 5,
    connections: 2,
    statements: [{ name: "s", count: values.length, errors: 0, misses: 0, latency }],
    server_cpu_ns: null,
  };
  const lines = [
    {
      type: "hello" as const,
      started_at_unix_ns: 2e18,
      version: "0",
      profile: "p",
      libpq: 1,
      command: "run",
      workload: "w",
      options: { threads: 2 },
    },
    { type: "progress" as const, phase: "connect", at_ns: 1_000 },
    { type: "progress" as const, phase: "measure", at_ns: 5_000_000 },
    ...[0, 1].map((index) => ({
      type: "slice" as const,
      target: 0,
      index,
      start_ns: index * 1e8,
      duration_ns: 1e8,
      events: index === 0 ? values.length : 0,
      queries: 0,
    })),
    block,
    {
      type: "summary" as const,
      exit_code: 0,
      interrupted: false,
      client: { cpu_share: 0.1 },
      host: { steal_share: null, load_average: 1 },
      warnings: warnings.map((code) => ({ code, message: "busy", remedy: "less" })),
    },
  ];
  return { name, lines: lines.map(printLine) };
}

function blockOf(lines: readonly string[]): EventOf<"block"> {
  return lines.map((line, i) => parseLine(line, i)).find((event) => event?.type === "block")!;
}

const values = fc.array(fc.integer({ min: 1, max: 5_000_000_000 }), { maxLength: 40 });

describe("lines of several load generators", () => {
  it("have, merged, the histogram and the percentiles of one with all values", () => {
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 3 }), (all) => {
        const { lines } = mergeLines(
          all.map((each) => stream(each)),
          true,
        );
        const [merged, one] = [blockOf(lines), blockOf(stream(all.flat()).lines)];
        const bare = ({ histogram, ...rest }: LatencyLine) => ({
          ...rest,
          counts: decodeHistogram(histogram),
        });
        expect(bare(merged.latency)).toEqual(bare(one.latency));
        expect(bare(merged.statements![0]!.latency!)).toEqual(bare(one.latency));
        expect(merged.events).toBe(all.flat().length);
        expect(merged.failures).toEqual({ events: all.length, by_sqlstate: { "40001": all.length } });
        expect(merged.connections).toBe(2 * all.length);
      }),
      { numRuns: 3 },
    );
  });

  it("are read as one session of the whole load", () => {
    const { lines, inStep } = mergeLines([stream([10, 20]), stream([30])], true);
    const labels = { index: 0, fresh: [false], passing: ["shard"] };
    const { sessions, options } = sessionsFromLines(lines, labels);
    expect(inStep).toBe(true);
    expect(options).toEqual({ threads: 4, shards: 2 });
    expect(sessions[0]).toMatchObject({ events: 3, slices: { events: [3, 0] }, connections: 4, restNs: 10 });
  });

  it("have, merged, the latencies of their open loops, and that without lateness where all tell it", () => {
    const open = (value: number, more: object = {}) => {
      const { lines, ...rest } = stream([value]);
      const added = { service: latencyOf([value]), lateness: latencyOf([0]), ...more };
      const opened = lines.map((line) =>
        line.includes('"type":"block"') ? JSON.stringify({ ...JSON.parse(line), ...added }) : line,
      );
      return { ...rest, lines: opened };
    };
    const punctual = (value: number) => ({ punctual: latencyOf([value]) });
    const both = blockOf(mergeLines([open(10, punctual(9)), open(20, punctual(17))], true).lines);
    expect(both.punctual).toMatchObject({ count: 2, sum_ns: 26, percentiles_ns: { "99": 17 } });
    const one = blockOf(mergeLines([open(10, punctual(9)), open(20)], true).lines);
    expect(one.service).toMatchObject({ count: 2, sum_ns: 30 });
    expect(one).not.toHaveProperty("punctual");
  });

  it("lose their slices where those are not the same, or clocks are not known well enough", () => {
    const odd = stream([30]);
    const lacking = { ...odd, lines: odd.lines.filter((line) => !line.includes('"index":1')) };
    expect(mergeLines([stream([10]), lacking], true).inStep).toBe(false);
    const { lines, inStep } = mergeLines([stream([10]), odd], false);
    expect(inStep).toBe(false);
    expect(lines.some((line) => line.includes('"slice"'))).toBe(false);
  });

  it("say who doubts what", () => {
    const { lines } = mergeLines(
      [stream([1], "index 0 of 2", ["client-bound"]), stream([1], "index 1 of 2", ["client-bound"])],
      true,
    );
    const summary = parseLine(lines.at(-1)!, 1) as EventOf<"summary">;
    expect(summary.warnings).toEqual([
      { code: "client-bound", message: "index 0 of 2: busy; index 1 of 2: busy", remedy: "less" },
    ]);
  });

  it("are refused where one is cut short", () => {
    const short = { ...stream([1], "index 1 of 2"), lines: stream([1]).lines.slice(0, -1) };
    expect(() => mergeLines([stream([1]), short], true)).toThrow(
      "the output of index 1 of 2 has no summary line",
    );
  });

  it("tell when the first event could begin, and what one of them brought", () => {
    expect(firstEventUs(stream([1]).lines)).toBe(2e15 + 5_000);
    expect(firstEventUs(stream([1]).lines.slice(0, 2))).toBeNull();
    expect(broughtBy(stream([1, 2]).lines)).toEqual({ events: 2, failed: 1, cpuShare: 0.1 });
  });
});
