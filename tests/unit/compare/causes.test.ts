/** The ranking on recorded documents; tests/integration/measure/observe.test.ts plants causes in real databases. */
import { describe, expect, it } from "vitest";
import {
  bare,
  causesOf,
  type Known,
  namesIn,
  type Regressed,
  stepText,
} from "../../../src/compare/causes.ts";
import type { PlanNode } from "../../../src/model/observed.ts";
import type { Difference, PlanDifference } from "../../../src/model/reason.ts";
import type { Session } from "../../../src/model/run.ts";

type Timed = Readonly<{ calls?: number; meanNs: number }>;

/** A hundred events. */
function session(statements: Readonly<Record<string, Timed>>): Session {
  const parts = Object.entries(statements).map(([name, { calls = 1, meanNs }]) => {
    const count = calls * 100;
    return {
      name,
      count,
      errors: 0,
      misses: 0,
      latency: { count, minNs: 1, maxNs: 1, sumNs: count * meanNs },
    };
  });
  return { events: 100, statements: parts } as unknown as Session;
}

function regressed(base: Readonly<Record<string, Timed>>, head: Readonly<Record<string, Timed>>): Regressed {
  return { report: { name: "w" }, base: [session(base)], head: [session(head)] };
}

const SLOW = regressed(
  { read: { meanNs: 100 }, write: { meanNs: 100 } },
  { read: { meanNs: 900 }, write: { meanNs: 120 } },
);
const workloads = ["w"];
const scan = (index?: string): readonly PlanNode[] => [
  {
    depth: 0,
    type: index === undefined ? "Seq Scan" : "Index Scan",
    relation: "t",
    rows: 1,
    ...(index === undefined ? {} : { index }),
  },
];
const planOf = (base: readonly PlanNode[], head: readonly PlanNode[]): PlanDifference => ({
  workload: "w",
  statement: "read",
  sql: "SELECT",
  base,
  head,
});
const gone: Difference = {
  kind: "index",
  name: "public.i",
  on: "t",
  base: "CREATE INDEX i",
  head: null,
  workloads,
};
const setting: Difference = { kind: "setting", name: "work_mem", base: "4096 kB", head: "64 kB", workloads };
const trigger: Difference = {
  kind: "trigger",
  name: "g",
  on: "t",
  base: null,
  head: "CREATE TRIGGER g",
  workloads,
};

function known(parts: Partial<Known> = {}): Known {
  const writes: readonly PlanNode[] = [{ depth: 0, type: "ModifyTable", relation: "t", rows: 1 }];
  const plans = [
    { statement: "read", sql: "SELECT", cost: 1, nodes: scan() },
    { statement: "write", sql: "UPDATE", cost: 1, nodes: writes },
  ];
  return {
    differences: [],
    sizes: [],
    plans: [],
    files: [],
    plansOfHead: [{ workload: "w", plans }],
    ...parts,
  };
}

describe("causes of a regression", () => {
  it("an index that is gone, that base's plan used and head's does not, comes before a setting", () => {
    const causes = causesOf(
      SLOW,
      known({
        differences: [setting, gone],
        plans: [planOf(scan("i"), scan())],
        files: [{ file: "db/5.sql", change: "new", about: ["public.i"] }],
      }),
    );
    expect(causes).toMatchObject([
      {
        kind: "index-gone",
        shown: true,
        statement: "read",
        name: "public.i",
        base: "Index Scan on t with i",
        head: "Seq Scan on t",
        file: "db/5.sql",
      },
      { kind: "setting", shown: false, name: "work_mem" },
    ]);
    expect(causes[0]!.share).toBeCloseTo(800 / 820);
  });

  it("an index that nobody used is no cause, and one that only became invalid is", () => {
    expect(causesOf(SLOW, known({ differences: [gone] }))).toEqual([]);
    const invalid = { ...gone, head: "CREATE INDEX i (INVALID)" };
    const plans = [planOf(scan("i"), scan())];
    expect(causesOf(SLOW, known({ differences: [invalid], plans }))).toMatchObject([{ kind: "index-gone" }]);
  });

  it("another plan with all indexes where they were is a plan, and what differs goes with it", () => {
    const causes = causesOf(SLOW, known({ differences: [setting], plans: [planOf(scan("i"), scan("j"))] }));
    expect(causes.map(({ kind }) => kind)).toEqual(["plan", "setting"]);
  });

  it("a statement that is sent more often is told by how often", () => {
    const more = regressed({ read: { meanNs: 100 } }, { read: { meanNs: 100, calls: 21 } });
    expect(causesOf(more, known())).toMatchObject([
      { kind: "calls", shown: true, base: "1.00", head: "21.0", share: 1 },
    ]);
  });

  it("what no slower statement touches is none: a trigger where only reads became slower", () => {
    expect(causesOf(SLOW, known({ differences: [trigger] }))).toEqual([]);
    const writes = regressed({ write: { meanNs: 100 } }, { write: { meanNs: 900 } });
    expect(causesOf(writes, known({ differences: [trigger] }))).toMatchObject([
      { kind: "trigger", shown: false, statement: "write" },
    ]);
  });

  it("what explains most comes first, and what concerns two statements is said once", () => {
    const both = regressed(
      { read: { meanNs: 100 }, write: { meanNs: 100 } },
      { read: { meanNs: 300 }, write: { meanNs: 900 } },
    );
    const policy: Difference = {
      kind: "row-security",
      name: "t",
      on: "t",
      base: null,
      head: "enabled",
      workloads,
    };
    const causes = causesOf(both, known({ differences: [policy] }));
    expect(causes).toMatchObject([{ kind: "row-security", statement: "write" }]);
    expect(causes[0]!.share).toBeCloseTo(0.8);
  });

  it("a statement whose interval holds no change has none", () => {
    const figures = { calls: 1, meanNs: 1, p99Ns: null };
    const statement = { name: "read", base: figures, head: figures, interval: { low: -0.1, high: 9 } };
    const noisy = { ...SLOW, report: { name: "w", statements: [statement] } };
    expect(causesOf(noisy, known({ differences: [gone], plans: [planOf(scan("i"), scan())] }))).toEqual([]);
  });

  it("what differs for other workloads is none of this one's, and equal arms have none", () => {
    expect(causesOf(SLOW, known({ differences: [{ ...setting, workloads: ["other"] }] }))).toEqual([]);
    expect(causesOf(SLOW, known())).toEqual([]);
  });

  it("without times of statements a plan is a cause without a share", () => {
    const untimed = { ...SLOW, base: [{ events: 1 } as Session], head: [{ events: 1 } as Session] };
    const [cause] = causesOf(untimed, known({ differences: [gone], plans: [planOf(scan("i"), scan())] }));
    expect(cause).toMatchObject({ kind: "index-gone" });
    expect(cause).not.toHaveProperty("share");
  });
});

it("a file speaks of names, not of parts of them", () => {
  const differences = [gone, { ...gone, name: "k_1" }];
  const names = (text: string) => namesIn(text, { differences, sizes: [], plans: [] });
  expect(names("DROP INDEX k_1;")).toEqual(["k_1"]);
  expect(names("DROP INDEX k_11, my_i;")).toEqual([]);
});

it.each([
  ["k_1", "k_1"],
  ["app.k_1", "k_1"],
  ['app."K.1"', "K.1"],
])("%s is %s in a plan", (name, alone) => {
  expect(bare(name)).toBe(alone);
});

it("a step is said as EXPLAIN does", () => {
  expect(stepText({ depth: 2, type: "Aggregate", manner: "Hashed", rows: 1 })).toBe("Aggregate (Hashed)");
});
