import { describe, expect, it } from "vitest";
import { sessionValues } from "../../src/analysis/samples/values.ts";
import { seededRng } from "../../src/stats/random.ts";
import { mean, variance } from "../../src/stats/summary.ts";
import { makePair } from "../../tests/support/runs.ts";
import { reference } from "../../tests/unit/stats/reference/reference.ts";
import { matched, sameCommitSeries, talosSeries } from "./change-points.ts";
import { drawCheck, factorOf } from "./draw.ts";
import { evaluate, fitting } from "./evaluate.ts";
import type { Pool, Rule } from "./pool.ts";
import { goPools, goSamples, rocksdbObservations, rocksdbPool, untar } from "./pools.ts";
import { packRecording, recordingOf, unpackRecording } from "./recording.ts";
import { scoreTable } from "./report.ts";
import { wilson } from "./wilson.ts";

const POOL: Pool = {
  name: "made",
  what: "",
  sessions: 20,
  look: 4,
  minutes: 1,
  order: "together",
  columns: ["a", "b"].map((workload, w) => ({
    workload,
    metric: "qps",
    base: Array.from({ length: 20 }, (_, i) => 100 * w + i),
    head: Array.from({ length: 20 }, (_, i) => 1_000 + 100 * w + i),
  })),
};

describe("a recording", () => {
  const [base, head] = makePair({ sessions: 3 });
  const recording = recordingOf("same", { base, head });

  it("keeps the sessions' values and slices", () => {
    const arm = recording.workloads[0]!.head;
    const session = head.workloads[0]!.sessions[2]!;
    expect(arm.values.qps[2]).toBeCloseTo(sessionValues(session).qps!, 1);
    expect(arm.slices.events[2]).toEqual(session.slices.events);
    expect(arm.slices.durationUs[2]![0]).toBeCloseTo(session.slices.durationNs[0]! / 1000, 0);
  });

  it("is the same after being packed, and refuses what is none", () => {
    expect(unpackRecording(packRecording(recording), "file")).toEqual(recording);
    expect(() => unpackRecording(packRecording({ ...recording, schema: "other" } as never), "file")).toThrow(
      "file is no",
    );
  });
});

describe("a draw", () => {
  it("takes each session once, with the same sessions in all columns and arms", () => {
    const { columns } = drawCheck(POOL, 0, null, false, seededRng(1));
    const sessions = columns[0]!.base;
    // Three looks of four that follow each other, from whatever session on.
    expect(sessions).toEqual(sessions.map((_, i) => (sessions[0]! + i) % 20));
    expect(sessions).toHaveLength(12);
    expect(columns[1]!.base).toEqual(sessions.map((value) => value + 100));
    expect(columns[0]!.head).toEqual(sessions.map((value) => value + 1_000));
  });

  it("has the history before its first session, in order, the pool being a circle", () => {
    for (let seed = 1; seed < 20; seed++) {
      const { columns, history } = drawCheck(POOL, 5, null, false, seededRng(seed));
      const first = columns[0]!.base[0]!;
      expect(history[0]).toEqual([5, 4, 3, 2, 1].map((back) => (first - back + 20) % 20));
    }
  });

  it("has next what was measured from its first session on, slowed where head is", () => {
    const injection = { kind: "throughput", size: 0.5, workload: "b" } as const;
    for (let seed = 1; seed < 20; seed++) {
      const { columns, next } = drawCheck(POOL, 5, injection, false, seededRng(seed));
      const first = columns[0]!.base[0]!;
      const places = [0, 1, 2, 3].map((on) => (first + on) % 20);
      expect(next[0]).toEqual(places.map((place) => 1_000 + place));
      expect(next[1]).toEqual(places.map((place) => (1_100 + place) / 2));
    }
  });

  it("has both arms in its history and next where they were measured in turn", () => {
    const even = Array.from({ length: 20 }, (_, i) => 2 * i);
    const columns = [{ workload: "a", metric: "qps" as const, base: even, head: even.map((i) => i + 1) }];
    const pool: Pool = { ...POOL, columns, order: "in-turn" };
    for (let seed = 1; seed < 20; seed++) {
      const { columns: drawn, history, next } = drawCheck(pool, 7, null, true, seededRng(seed));
      const session = Math.floor(drawn[0]!.base[0]! / 2);
      expect(next[0]![0]).toBe(2 * session);
      const inTime = [...history[0]!, ...next[0]!];
      expect(inTime).toEqual(inTime.map((_, i) => (inTime[0]! + i) % 40));
    }
  });

  it("has earlier measurements of the sessions that it did not take, in time", () => {
    const noisy = (session: number) => 10 + session;
    const column = { workload: "w", metric: "qps" as const };
    const base = Array.from({ length: 20 }, () => 1);
    const head = base.map((_, session) => Math.exp(noisy(session)));
    const { columns, earlier } = drawCheck(
      { ...POOL, columns: [{ ...column, base, head }] },
      0,
      null,
      false,
      seededRng(3),
    );
    const first = Math.round(Math.log(columns[0]!.head[0]!)) - 10;
    const rest = Array.from({ length: 8 }, (_, i) => (first + 12 + i) % 20);
    const measurements = [0, 4].map((from) => rest.slice(from, from + 4));
    expect(earlier[0]).toHaveLength(2);
    for (const [i, { variance: spread, df, order }] of earlier[0]!.entries()) {
      // About the means of either order, half of whose distance is what the order does.
      const [odd, even] = [1, 0].map((place) => measurements[i]!.filter((session) => session % 2 === place));
      expect(order).toBeCloseTo((mean(odd!) - mean(even!)) / 2, 4);
      expect(spread).toBeCloseTo((variance(odd!) + variance(even!)) / 2, 4);
      expect(df).toBe(2);
    }
  });

  it("changes the places of the arms in half of the draws, where it may", () => {
    const swapped = Array.from(
      { length: 200 },
      (_, i) => drawCheck(POOL, 0, null, true, seededRng(i)).columns[0]!.base[0]! >= 1_000,
    );
    const count = swapped.filter(Boolean).length;
    expect(count).toBeGreaterThan(70);
    expect(count).toBeLessThan(130);
  });

  it("slows one workload of head alone", () => {
    const injection = { kind: "throughput", size: 0.05, workload: "b" } as const;
    const [plain, slowed] = [null, injection].map(
      (each) => drawCheck(POOL, 0, each, false, seededRng(1)).columns,
    );
    expect(slowed![0]).toEqual(plain![0]);
    expect(slowed![1]!.base).toEqual(plain![1]!.base);
    expect(slowed![1]!.head[0]).toBeCloseTo(0.95 * plain![1]!.head[0]!, 10);
  });
});

describe("an injected slowdown", () => {
  const factors = (kind: "throughput" | "tail", size: number) =>
    (["qps", "mean", "p99", "server-cpu"] as const).map((metric) =>
      factorOf({ workload: "w", metric }, { kind, size, workload: "w" }),
    );

  it("of throughput lengthens latencies in proportion and costs no CPU; of the tail moves p99 alone", () => {
    expect(factors("throughput", 0.2)).toEqual([0.8, 1.25, 1.25, 1]);
    expect(factors("tail", 0.2)).toEqual([1, 1, 1.2, 1]);
  });
});

describe("an evaluation", () => {
  const rule = { needs: 0, judges: () => 1 };
  const always: Rule = {
    ...rule,
    name: "always a",
    call: () => ({ regressed: ["a"], armSessions: 4 }),
  };
  const long: Rule = { ...rule, name: "long", needs: 40, call: () => ({ regressed: [], armSessions: 1 }) };
  const scenarios = [
    { name: "false runs", kind: null, size: 0 },
    { name: "-5 %", kind: "throughput", size: 0.05 },
  ] as const;

  it("counts any call as false where nothing is slower, else those of the slowed workload", () => {
    const [none, slower] = evaluate([POOL], [always], scenarios, { draws: 100, seed: 1, isSame: true });
    expect(none).toEqual({
      rule: "always a",
      scenario: "false runs",
      hits: 100,
      green: null,
      draws: 100,
      minutes: 2,
    });
    expect(slower!.hits).toBeGreaterThan(30);
    expect(slower!.hits).toBeLessThan(70);
  });

  it("lengthens the tail of a workload of which p99 was measured", () => {
    const columns = [...POOL.columns, { ...POOL.columns[0]!, metric: "p99" as const }];
    const tail = { name: "tail", kind: "tail", size: 0.1 } as const;
    const run = { draws: 20, seed: 1, isSame: true };
    expect(evaluate([{ ...POOL, columns }], [always], [tail], run)[0]!.hits).toBe(20);
  });

  it("leaves out rules that need more history than there is, with what they judge after it", () => {
    expect(fitting(POOL, [always, long])).toEqual([always]);
    const exactly = { ...long, needs: 18, judges: (look: number) => look / 2 };
    expect(fitting(POOL, [exactly, { ...exactly, needs: 19 }])).toEqual([exactly]);
    expect(fitting({ ...POOL, order: "in-turn" }, [{ ...exactly, needs: 38 }])).toHaveLength(1);
    const scores = evaluate([POOL], [always, long], [scenarios[0]], { draws: 2, seed: 1, isSame: true });
    expect(scoreTable(scores)).toContain("| long | - | too little history |");
  });
});

describe("Wilson's interval", () => {
  it.each(reference.wilson)("of %i in %i at %f is that of statsmodels", (hits, of, confidence, low, high) => {
    const interval = wilson(hits!, of!, confidence!);
    expect(interval.low).toBeCloseTo(low!, 12);
    expect(interval.high).toBeCloseTo(high!, 12);
  });

  it("is the one of Newcombe's example (1998, Stat. Med. 17:857): 81 of 263 are .2553 to .3662", () => {
    const { low, high } = wilson(81, 263);
    expect(low).toBeCloseTo(0.2553, 4);
    expect(high).toBeCloseTo(0.3662, 4);
  });
});

describe("public data sets", () => {
  it("in Go's format give times per operation, build times aside", () => {
    const text =
      "goos: linux\nBenchmarkA 1 3105 build-real-ns/op 7 build-user-ns/op\nBenchmarkA-12  100  2.5 ns/op 8 B/op\nBenchmarkA-12 100 3e2 ns/op\n";
    expect([...goSamples(text)]).toEqual([["BenchmarkA-12", [2.5, 300]]]);
  });

  it("of Go pair neighbouring samples of one day, in suites of eight", () => {
    const lines = Array.from({ length: 9 }, (_, b) =>
      Array.from({ length: 25 }, (_, i) => `BenchmarkB${b} 1 ${b * 100 + i} ns/op`),
    );
    const pools = goPools(
      new Map([
        ["x.Go1.17", lines.flat().join("\n")],
        ["x.tip", "BenchmarkB0 1 1 ns/op"],
      ]),
      8,
    );
    expect(pools).toHaveLength(1);
    expect(pools[0]).toMatchObject({ sessions: 12, look: 6 });
    expect(pools[0]!.columns).toHaveLength(8);
    expect(pools[0]!.columns[2]!.base.slice(0, 2)).toEqual([200, 202]);
    expect(pools[0]!.columns[2]!.head.slice(0, 2)).toEqual([201, 203]);
  });

  it("of RocksDB are the builds of the most built commit, whatever the order of the columns", () => {
    const rows = [0, 1, 2, 3].map((i) => `${i},x,fill,${100 + i},ops_sec`);
    const csv = ["build_epoch,commit,test,value,metric_corrected", ...rows, "9,y,fill,5,ops_sec"].join(
      "\r\n",
    );
    const pool = rocksdbPool(rocksdbObservations(csv), 8);
    expect(pool.columns).toEqual([{ workload: "fill", metric: "qps", base: [100, 102], head: [101, 103] }]);
    expect(pool.look).toBe(1);
  });

  it("of one commit are series of ten builds or more that vary", () => {
    const series = (length: number, commit: string, value: (i: number) => number) =>
      Array.from({ length }, (_, i) => ({
        test: "t",
        metric: "m",
        commit,
        epoch: length - i,
        value: value(i),
      }));
    const all = [
      ...series(10, "a", (i) => i + 1),
      ...series(9, "b", (i) => i + 1),
      ...series(12, "c", () => 1),
    ];
    expect(sameCommitSeries(all)).toEqual([[10, 9, 8, 7, 6, 5, 4, 3, 2, 1]]);
  });

  it("of Talos have their alerts as places in time", () => {
    const json = JSON.stringify({
      test_runs: [
        [1, [], 30, 3],
        [2, [], 10, 1],
        [3, [], 20, 2],
      ],
    });
    const labelled = talosSeries(json, [20]);
    expect(labelled).toEqual({ values: [1, 2, 3], expected: [1] });
    expect(matched(labelled, [2])).toBe(1);
    expect(matched(labelled, [3])).toBe(0);
  });

  it("come out of a tar archive by name", () => {
    const header = (name: string, size: number) => {
      const block = Buffer.alloc(512);
      block.write(name, 0);
      block.write(size.toString(8).padStart(11, "0"), 124);
      return block;
    };
    const content = Buffer.alloc(512);
    content.write("hello");
    const archive = Buffer.concat([header("a.txt", 5), content, header("empty", 0), Buffer.alloc(1024)]);
    expect([...untar(archive)]).toEqual([
      ["a.txt", "hello"],
      ["empty", ""],
    ]);
  });
});
