import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeHistogram,
  encodeValues,
  histogramQuantile,
} from "../../../../src/analysis/samples/histogram.ts";
import { broughtBy, firstEventUs, mergeLines } from "../../../../src/analysis/samples/merge-lines.ts";
import {
  type EventOf,
  type LatencyLine,
  parseLine,
  printLine,
} from "../../../../src/analysis/samples/protocol.ts";
import { sessionsFromLines } from "../../../../src/analysis/samples/session.ts";
import { block, hello, slice, summary } from "../../../support/lines.ts";

const PERCENTILES = ["50", "95", "99", "99.9"];

function latencyOf(values: readonly number[]): LatencyLine {
  const histogram = encodeValues(values);
  const max_ns = Math.max(0, ...values);
  const read = (name: string) => {
    const value = histogramQuantile(decodeHistogram(histogram), Number(name) / 100);
    return value === null ? null : Math.min(max_ns, value);
  };
  return {
    count: values.length,
    min_ns: values.length === 0 ? 0 : Math.min(...values),
    max_ns,
    sum_ns: values.reduce((sum, each) => sum + each, 0),
    percentiles_ns: Object.fromEntries(PERCENTILES.map((name) => [name, read(name)])),
    histogram,
  };
}

/** What a load generator with these latencies would have written, one slice for each event. */
function stream(values: readonly number[], name = "index 0 of 1", warnings: readonly string[] = []) {
  const latency = latencyOf(values);
  const queries = { read: values.length, write: 0, other: 0 };
  const lines = [
    hello({ started_at_unix_ns: 2e18, options: { threads: 2 } }),
    { type: "progress" as const, phase: "connect", at_ns: 1_000 },
    { type: "progress" as const, phase: "measure", at_ns: 5_000_000 },
    ...[0, 1].map((index) =>
      slice({
        index,
        start_ns: index * 1e8,
        duration_ns: 1e8,
        events: index === 0 ? values.length : 0,
        queries: 0,
      }),
    ),
    block({
      duration_ns: 1e9,
      events: values.length,
      queries,
      queries_committed: queries,
      failures: { events: 1, by_sqlstate: { "40001": 1 } },
      latency,
      rest_ns: 5,
      connections: 2,
      statements: [{ name: "s", count: values.length, errors: 0, misses: 0, latency }],
    }),
    summary({
      client: { cpu_share: 0.1 },
      host: { steal_share: null, load_average: 1 },
      warnings: warnings.map((code) => ({ code, message: "busy", remedy: "less" })),
    }),
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

  it("say which process warns of what", () => {
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
    expect(broughtBy(stream([1, 2]).lines)).toEqual({ events: 2, failed: 1, cpuShare: 0.1, still: 0 });
  });

  it("are told of when they were due, or somebody stood still", () => {
    const [hello, connect, measure, ...rest] = stream([1]).lines;
    const every = (seconds: number) =>
      hello!.replace('"options":{', `"options":{"report-interval":${seconds},`);
    const told = (seconds: number) => measure!.replace("5000000", String(5_000_000 + seconds * 1e9));
    // A warm-up is not measured: who stands still in it takes nothing from the load.
    const warm = measure!.replace('"measure"', '"warmup"').replace("5000000", "2000");
    const lines = (seconds: number) => [
      every(seconds),
      connect!,
      measure!,
      ...[1, 2.01, 4.43, 5, 6].map(told),
      ...rest,
    ];
    expect(broughtBy(lines(1)).still).toBeCloseTo(1.42e6);
    expect(broughtBy([every(1), warm, told(7), told(8), ...rest]).still).toBe(0);
    expect(broughtBy(lines(3)).still).toBe(0);
    expect(broughtBy(lines(0)).still).toBe(0);
  });
});

type Lines = ReturnType<typeof stream>;
type Type = "hello" | "progress" | "slice" | "block" | "summary";

/** The stream with its lines of a type changed; null takes a field away, and a function tells them apart. */
function changed(
  { name, lines }: Lines,
  type: Type,
  by: object | ((line: { index?: number }) => object),
): Lines {
  return {
    name,
    lines: lines.map((line) => {
      const event = JSON.parse(line);
      if (event.type !== type) return line;
      const fields = Object.entries({ ...event, ...(typeof by === "function" ? by(event) : by) });
      return JSON.stringify(Object.fromEntries(fields.filter(([, value]) => value !== undefined)));
    }),
  };
}

const blocks = (...changes: readonly object[]) =>
  blockOf(
    mergeLines(
      changes.map((change, i) => changed(stream([10 * (i + 1)]), "block", change)),
      true,
    ).lines,
  );
const summaryOf = (...changes: readonly object[]) => {
  const { lines } = mergeLines(
    changes.map((change) => changed(stream([1]), "summary", change)),
    true,
  );
  return parseLine(lines.at(-1)!, 1) as EventOf<"summary">;
};

describe("of a block of several", () => {
  it("what was counted is added, and the longest is how long it took", () => {
    const merged = blocks(
      { duration_ns: 2e9, retries: 2, reconnects: 1, downtime_ns: 7, ended_events: 3 },
      { duration_ns: 1e9, retries: 3, reconnects: 4, downtime_ns: 11, ended_events: 5 },
    );
    expect(merged).toMatchObject({
      duration_ns: 2e9,
      retries: 5,
      reconnects: 5,
      downtime_ns: 18,
      ended_events: 8,
    });
  });

  it("what the server's CPU did is told by whoever can read it: the same processes", () => {
    const cpu = { driven_ns: 3, idle_ns: 1, idle_wall_ns: 4 };
    const merged = blocks(
      {},
      { server_cpu_ns: 70, server_cpu: cpu, server_memory_bytes: 9 },
      { server_cpu_ns: 40 },
    );
    expect(merged).toMatchObject({ server_cpu_ns: 70, server_cpu: cpu, server_memory_bytes: 9 });
    const unknown = blocks({}, {});
    expect(unknown.server_cpu_ns).toBeNull();
    for (const field of ["server_cpu", "server_memory_bytes"]) expect(unknown).not.toHaveProperty(field);
  });

  it("kinds of events and hosts are added by name", () => {
    const latency = latencyOf([10, 20]);
    const merged = blocks(
      {
        event_kinds: [{ name: "pay", count: 2, errors: 1, latency }],
        hosts: [{ host: "a", connections: 2, events: 2, errors: 1, latency }],
      },
      {
        event_kinds: [
          { name: "order", count: 5, errors: 2 },
          { name: "pay", count: 2, errors: 0, latency },
        ],
        hosts: [
          { host: "b", connections: 3, events: 7, errors: 4 },
          { host: "a", connections: 1, events: 2, errors: 0, latency },
        ],
      },
    );
    const both = expect.objectContaining({ count: 4, sum_ns: 60 });
    expect(merged.event_kinds).toEqual([
      { name: "pay", count: 4, errors: 1, latency: both },
      { name: "order", count: 5, errors: 2 },
    ]);
    expect(merged.hosts).toEqual([
      { host: "a", connections: 3, events: 4, errors: 1, latency: both },
      { host: "b", connections: 3, events: 7, errors: 4 },
    ]);
    for (const field of ["event_kinds", "hosts"]) expect(blocks({}, {})).not.toHaveProperty(field);
  });

  it("the last attempts of one that tried nothing again are its only ones", () => {
    const merged = blocks({ latency_last_attempt: latencyOf([4]) }, {});
    expect(merged.latency_last_attempt).toMatchObject({ count: 2, sum_ns: 24, max_ns: 20 });
    expect(blocks({}, {})).not.toHaveProperty("latency_last_attempt");
  });

  it("least and most are of those that had an event", () => {
    const merged = (...all: readonly (readonly number[])[]) =>
      blockOf(
        mergeLines(
          all.map((each) => stream(each)),
          true,
        ).lines,
      ).latency;
    expect(merged([], [20, 10])).toMatchObject({ min_ns: 10, max_ns: 20 });
    expect(merged([30], [10])).toMatchObject({ min_ns: 10, max_ns: 30 });
    expect(merged([], [])).toMatchObject({ min_ns: 0, max_ns: 0, count: 0 });
  });

  it("an open loop is one where all were, its plan and its failing theirs together", () => {
    const open = {
      service: latencyOf([1]),
      lateness: latencyOf([0]),
      offered: 10,
      offered_per_s: 5,
      achieved_per_s: 4,
      unstarted: 2,
      not_sustained: false,
    };
    expect(blocks(open, { ...open, offered: 11, unstarted: 1, not_sustained: true })).toMatchObject({
      offered: 21,
      offered_per_s: 10,
      achieved_per_s: 8,
      unstarted: 3,
      not_sustained: true,
    });
    expect(blocks(open, open).not_sustained).toBe(false);
    const { service, lateness, ...bare } = open;
    for (const lacking of [
      { ...bare, service },
      { ...bare, lateness },
    ]) {
      expect(blocks(open, lacking)).not.toHaveProperty("service");
      expect(blocks(lacking, open)).not.toHaveProperty("lateness");
    }
  });

  it("each target is added to its own", () => {
    const twice = (values: readonly number[], order: readonly number[]): Lines => {
      const { name, lines } = stream(values);
      const block = JSON.parse(lines.find((line) => line.includes('"type":"block"'))!);
      const own = order.map((target) => JSON.stringify({ ...block, target, retries: 10 ** target }));
      return { name, lines: lines.flatMap((line) => (line.includes('"type":"block"') ? own : line)) };
    };
    const { lines } = mergeLines([twice([1], [0, 1]), twice([1], [1, 0])], true);
    const told = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === "block");
    expect(told.map(({ target, retries }) => [target, retries])).toEqual([
      [0, 2],
      [1, 20],
    ]);
    expect(() => mergeLines([twice([1], [0, 1]), { ...stream([1]), name: "index 3 of 4" }], true)).toThrow(
      "the output of index 3 of 4 has no block line",
    );
  });
});

describe("of slices of several", () => {
  it("the longest is how long each took", () => {
    const long = changed(stream([1]), "slice", ({ index }) => (index === 1 ? { duration_ns: 3e8 } : {}));
    for (const streams of [
      [long, stream([1])],
      [stream([1]), long],
    ]) {
      const slices = mergeLines(streams, true).lines.flatMap((line) => {
        const event = JSON.parse(line);
        return event.type === "slice" ? event.duration_ns : [];
      });
      expect(slices).toEqual([1e8, 3e8]);
    }
  });

  it("none is left where one of another target is among them", () => {
    const odd = changed(stream([1]), "slice", ({ index }) => (index === 1 ? { target: 1 } : {}));
    for (const streams of [
      [stream([1]), odd],
      [odd, stream([1]), stream([1])],
      [stream([1]), stream([1]), odd],
    ])
      expect(mergeLines(streams, true).inStep).toBe(false);
  });
});

describe("the summary of several", () => {
  it("is as hampered as the most hampered of them", () => {
    const merged = summaryOf(
      {
        exit_code: 4,
        interrupted: true,
        client: { cpu_share: 0.9, placement: "pinned" },
        host: { steal_share: 0.25, load_average: 3 },
      },
      { client: { cpu_share: 0.2, placement: "free" }, host: { steal_share: null, load_average: 7 } },
    );
    expect(merged).toMatchObject({
      exit_code: 4,
      interrupted: true,
      client: { cpu_share: 0.9, placement: "mixed" },
      host: { steal_share: 0.25, load_average: 7 },
    });
    const alike = { client: { cpu_share: 0.2, placement: "free" } };
    expect(summaryOf(alike, alike)).toMatchObject({ interrupted: false, client: alike.client });
  });

  it("says nothing of what none of them could read", () => {
    const silent = { client: undefined, host: undefined, warnings: undefined };
    expect(summaryOf(silent, silent)).toMatchObject({
      client: { cpu_share: 0 },
      host: { steal_share: null, load_average: null },
      warnings: [],
    });
  });
});

describe("lines of one", () => {
  const { lines } = stream([1, 2]);

  it("begin with warm-up where there is one", () => {
    const warming = JSON.stringify({ v: 1, type: "progress", phase: "warmup", at_ns: 2_000_000 });
    expect(firstEventUs(lines.toSpliced(2, 0, warming))).toBe(2e15 + 2_000);
  });

  it("have no first event without a clock to tell it by", () => {
    expect(firstEventUs(lines.slice(1))).toBeNull();
    expect(firstEventUs(changed(stream([1]), "hello", { started_at_unix_ns: undefined }).lines)).toBeNull();
  });

  it("bring no share of CPU where they were cut short, or could not read it", () => {
    expect(broughtBy(lines.slice(0, -1)).cpuShare).toBeNull();
    expect(broughtBy(changed(stream([1]), "summary", { client: undefined }).lines).cpuShare).toBeNull();
  });

  it("may be of types that nobody knows, and are named by their number where they are broken", () => {
    const news = { name: "n", lines: [...lines, JSON.stringify({ v: 1, type: "news" })] };
    expect(blockOf(mergeLines([news, news], true).lines).events).toBe(4);
    expect(broughtBy(news.lines).events).toBe(2);
    expect(() => broughtBy([lines[0]!, "{"])).toThrow("line 2 of plumbline-load");
  });

  it("that lack one are an error of the load generator, with what to do", () => {
    const refused = () => mergeLines([{ name: "index 1 of 2", lines: lines.slice(0, -1) }], true);
    expect(refused).toThrow(
      expect.objectContaining({ kind: "generator", remedy: expect.stringContaining("measure again") }),
    );
  });
});
