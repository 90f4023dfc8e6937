/** The peers' rules, each by its own published arithmetic. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { drawNormal, seededRng } from "../../src/stats/random.ts";
import type { Draw, Rule } from "./pool.ts";
import { bencher, reach } from "./rules/bencher.ts";
import { benchstat } from "./rules/benchstat.ts";
import { clickhouse, threshold } from "./rules/clickhouse.ts";
import { otava } from "./rules/otava.ts";
import { ours } from "./rules/ours.ts";
import { ratio } from "./rules/ratio.ts";
import { rustcPerf, significance } from "./rules/rustc-perf.ts";
import { singleRun } from "./rules/single-run.ts";

const LOOK = 4;
const usual = [100, 101, 99, 100, 102, 98, 100, 101];

/** One workload with QPS alone; what came after the history is what was drawn, unless it is told apart. */
function draw(
  base: readonly number[],
  head: readonly number[],
  history: readonly number[] = [],
  next = head,
): Draw {
  const columns = [{ workload: "w", metric: "qps", base, head }] as const;
  return { columns, history: [history], next: [next], sessions: [], earlier: [[]] };
}

function scaled(values: readonly number[], factor: number): readonly number[] {
  return values.map((value) => value * factor);
}

const calls = (rule: Rule, check: Draw, look = LOOK) => rule.call(check, look).regressed;

describe("a ratio", () => {
  const history = new Array<number>(8).fill(100);

  it("calls what is worse than the run before by more than its threshold", () => {
    expect(calls(ratio(1.15), draw(usual, scaled(usual, 1 / 1.16), history))).toEqual(["w"]);
    expect(calls(ratio(1.15), draw(usual, scaled(usual, 1 / 1.13), history))).toEqual([]);
    expect(calls(ratio(2), draw(usual, scaled(usual, 0.45), history))).toEqual(["w"]);
  });

  it("knows which way is worse", () => {
    const slow = {
      columns: [{ workload: "w", metric: "p99" as const, base: usual, head: scaled(usual, 1.2) }],
      history: [history],
      next: [scaled(usual, 1.2)],
      sessions: [],
      earlier: [[]],
    };
    expect(calls(ratio(1.15), slow)).toEqual(["w"]);
    expect(calls(ratio(1.15), draw(usual, scaled(usual, 1.2), history))).toEqual([]);
  });

  it("judges what was measured right after its history, as many sessions as one look has", () => {
    const slow = scaled(usual, 0.8);
    expect(calls(ratio(1.15), draw(usual, usual, history, slow))).toEqual(["w"]);
    expect(calls(ratio(1.15), draw(usual, slow, history, usual))).toEqual([]);
    expect(calls(ratio(1.15), draw(usual, usual, history, [...usual.slice(0, 4), ...slow]))).toEqual([]);
  });
});

describe("a single run", () => {
  it("looks at the first session alone, for more than 5 %", () => {
    expect(calls(singleRun(), draw(usual, [94, 120, 120, 120]))).toEqual(["w"]);
    expect(calls(singleRun(), draw(usual, [96, 50, 50, 50]))).toEqual([]);
    expect(singleRun().call(draw(usual, usual), LOOK).armSessions).toBe(2);
  });
});

describe("benchstat", () => {
  it("needs p < .05: four against four apart is .0286, three against three .1", () => {
    expect(calls(benchstat(), draw([10, 11, 12, 13], [6, 7, 8, 9]), 4)).toEqual(["w"]);
    expect(calls(benchstat(), draw([10, 11, 12], [7, 8, 9]), 3)).toEqual([]);
    expect(calls(benchstat(), draw([6, 7, 8, 9], [10, 11, 12, 13]), 4)).toEqual([]);
  });
});

describe("ClickHouse's rule", () => {
  it("calls only what is more than 10 % and beyond the relabelings", () => {
    expect(calls(clickhouse(), draw(usual, scaled(usual, 0.85)), 8)).toEqual(["w"]);
    expect(calls(clickhouse(), draw(usual, scaled(usual, 0.92)), 8)).toEqual([]);
    const wild = [100, 20, 180, 90, 110, 30, 170, 100];
    expect(calls(clickhouse(), draw(wild, scaled(wild, 0.85)), 8)).toEqual([]);
  });

  it("has as its threshold the 99 % quantile over all relabelings", () => {
    // Of the 6 ways to label 1, 2, 3, 4 two differ by 2, two by 1 and two by 0; more than 1 % differ by 2.
    expect(threshold([1, 2], [3, 4], 2_000, seededRng(1))).toBe(2);
  });

  it("takes medians of groups of any size, in any order of their values", () => {
    // Of the 10 ways to take two of 1, 2, 3, 5, 9 the largest difference is that of 5 and 9 to 1, 2, 3: 7 - 2.
    expect(threshold([9, 1], [5, 2, 3], 2_000, seededRng(1))).toBe(5);
    expect(threshold([9, 1, 5], [2, 3], 2_000, seededRng(1))).toBe(5);
  });
});

describe("Bencher's t-test", () => {
  it("has its boundary at mean + t s sqrt(1 + 1/n)", () => {
    // t(.99, 4) = 3.746947, s = 1.581139: by the tables.
    expect(reach([1, 2, 3, 4, 5])).toBeCloseTo(3.746947 * 1.5811388 * Math.sqrt(1.2), 5);
  });

  it("calls one value beyond it", () => {
    const rng = seededRng(1);
    const history = Array.from({ length: 64 }, () => 100 + drawNormal(rng));
    expect(calls(bencher(), draw(usual, [96], history))).toEqual(["w"]);
    expect(calls(bencher(), draw(usual, [98.5], history))).toEqual([]);
    expect(bencher().needs).toBe(64);
  });
});

describe("rustc-perf's rule", () => {
  it("has its threshold at Q3 + 3 IQR of the changes", () => {
    // Changes .1, .2, .3, .4, .5: Q1 .2, Q3 .4.
    const history = [1, 1.1, 1.32, 1.716, 2.4024, 3.6036];
    expect(significance(history)).toBeCloseTo(0.4 + 3 * 0.2, 10);
  });

  it("calls a change against the last run beyond it", () => {
    const history = Array.from({ length: 32 }, (_, i) => 100 + (i % 2));
    expect(calls(rustcPerf(), draw(usual, [95], history))).toEqual(["w"]);
    expect(calls(rustcPerf(), draw(usual, [100.5], history))).toEqual([]);
  });

  it("goes by the 31 commits before, however many more another rule needs", () => {
    const steady = Array.from({ length: 31 }, (_, i) => 100 + (i % 2));
    const wild = Array.from({ length: 33 }, (_, i) => 100 + 40 * (i % 2));
    expect(calls(rustcPerf(), draw(usual, [95], [...wild, ...steady]))).toEqual(["w"]);
  });
});

describe("Plumbline's rule on a draw", () => {
  const rng = seededRng(3);
  const base = Array.from({ length: 16 }, () => 1_000 * Math.exp(0.03 * drawNormal(rng)));
  const paired = (change: number) => base.map((value) => value * change * Math.exp(0.01 * drawNormal(rng)));

  it("calls a clear regression and pays for its second look only where it takes one", () => {
    const rule = ours({ name: "two looks", looks: 2 });
    expect(rule.call(draw(base, paired(0.9)), 8)).toMatchObject({
      regressed: ["w"],
      isGreen: false,
      armSessions: 16,
    });
    expect(rule.call(draw(base, paired(1)), 8)).toMatchObject({
      regressed: [],
      isGreen: true,
      armSessions: 16,
    });
    const suspicious = base.map((value) => value * 0.965 * Math.exp(0.03 * drawNormal(rng)));
    expect(rule.call(draw(base, suspicious), 8)).toMatchObject({ regressed: ["w"], armSessions: 32 });
  });

  it("does not look at the second sessions with one look", () => {
    const later = [...paired(1).slice(0, 8), ...paired(0.5).slice(8)];
    expect(calls(ours({ name: "one look", looks: 1 }), draw(base, later), 8)).toEqual([]);
  });

  it("knows the noise of five earlier measurements, and not that of four", () => {
    // Three gates that are as noisy today as they were, and four sessions alone do not tell.
    const base = [100, 100, 100, 100];
    const heads = [
      [98, 91, 97, 92],
      [101, 97, 100, 102],
      [98, 103, 99, 100],
    ];
    const columns = heads.map((head, i) => ({ workload: "wvu"[i]!, metric: "qps" as const, base, head }));
    const spread = (i: number) => ({ variance: (0.018 + 0.001 * i) ** 2, df: 7, order: null, lag: null });
    const knowing = (measurements: number): Draw => ({
      columns,
      history: [],
      next: [],
      sessions: [0, 1, 2, 3],
      earlier: columns.map(() => Array.from({ length: measurements }, (_, i) => spread(i))),
    });
    const rule = ours({ name: "two looks", looks: 2 });
    expect(calls(rule, knowing(5))).toEqual(["w"]);
    expect(calls(rule, knowing(4))).toEqual([]);
  });

  it("judges every metric that is a gate by default", () => {
    const metrics = ["qps", "server-cpu", "p99"] as const;
    const columns = metrics.map((metric) => ({
      workload: "w",
      metric,
      base,
      head: paired(metric === "p99" ? 1.3 : 1),
    }));
    const check = { columns, history: [], next: [], sessions: [], earlier: [[], [], []] };
    // A floor of 10 us is nothing beside a p99 of a second.
    const second = columns.map((column) => ({
      ...column,
      base: scaled(column.base, 1e6),
      head: scaled(column.head, 1e6),
    }));
    expect(ours({ name: "two looks", looks: 2 }).call({ ...check, columns: second }, 8).regressed).toEqual([
      "w",
    ]);
  });

  it("calls the workload that is slower and no other", () => {
    const columns = ["a", "b", "c"].map((workload) => ({
      workload,
      metric: "qps" as const,
      base,
      head: paired(workload === "b" ? 0.92 : 1),
    }));
    expect(
      ours({ name: "two looks", looks: 2 }).call(
        { columns, history: [], next: [], sessions: [], earlier: [[], [], []] },
        8,
      ).regressed,
    ).toEqual(["b"]);
  });
});

/** Of Apache Otava itself, see reference/make-otava.py. */
const { found: otavaFound } = JSON.parse(
  readFileSync(new URL("./reference/otava.json", import.meta.url), "utf8"),
) as Readonly<{
  found: readonly Readonly<{
    name: string;
    values: readonly number[];
    maxP: number;
    minMagnitude: number;
    points: readonly number[];
  }>[];
}>;

describe("Otava", () => {
  it.each(otavaFound)(
    "finds in $name what Apache Otava finds, at p $maxP and magnitude $minMagnitude",
    ({ values, points, ...options }) => expect(otava(values, options)).toEqual(points),
  );

  const rng = seededRng(4);
  const noise = Array.from({ length: 80 }, () => drawNormal(rng));

  it("finds a plain step, and none where nothing varies", () => {
    expect(otava(noise.map((value, i) => 100 + value + (i < 40 ? 0 : 6)))).toEqual([40]);
    expect(otava(new Array<number>(80).fill(3))).toEqual([]);
  });

  it("leaves out what is smaller than the asked magnitude", () => {
    const step = noise.map((value, i) => 100 + value + (i < 40 ? 0 : 6));
    expect(otava(step, { minMagnitude: 0.2 })).toEqual([]);
  });
});
