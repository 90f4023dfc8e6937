/** Recorded documents of a workload whose statements became slower. */
import type { KnownDifferences, Regressed } from "../../../../src/analysis/reason/causes.ts";
import type { PlanNode } from "../../../../src/model/observed.ts";
import type { Difference, PlanDifference } from "../../../../src/model/reason.ts";
import type { Session } from "../../../../src/model/run.ts";

export type Timed = Readonly<{ calls?: number; meanNs: number }>;

/** A hundred events. */
export function session(statements: Readonly<Record<string, Timed>>): Session {
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

export function regressed(
  base: Readonly<Record<string, Timed>>,
  head: Readonly<Record<string, Timed>>,
): Regressed {
  return { report: { name: "w" }, base: [session(base)], head: [session(head)] };
}

export const SLOW = regressed(
  { read: { meanNs: 100 }, write: { meanNs: 100 } },
  { read: { meanNs: 900 }, write: { meanNs: 120 } },
);
export const workloads = ["w"];
export const scan = (index?: string): readonly PlanNode[] => [
  {
    depth: 0,
    type: index === undefined ? "Seq Scan" : "Index Scan",
    relation: "t",
    rows: 1,
    ...(index === undefined ? {} : { index }),
  },
];
export const planOf = (base: readonly PlanNode[], head: readonly PlanNode[]): PlanDifference => ({
  workload: "w",
  statement: "read",
  sql: "SELECT",
  base,
  head,
});
export const gone: Difference = {
  kind: "index",
  name: "public.i",
  on: "t",
  base: "CREATE INDEX i",
  head: null,
  workloads,
};
export const setting: Difference = {
  kind: "setting",
  name: "work_mem",
  base: "4096 kB",
  head: "64 kB",
  workloads,
};
export const trigger: Difference = {
  kind: "trigger",
  name: "g",
  on: "t",
  base: null,
  head: "CREATE TRIGGER g",
  workloads,
};

export function known(parts: Partial<KnownDifferences> = {}): KnownDifferences {
  const writes: readonly PlanNode[] = [{ depth: 0, type: "ModifyTable", relation: "t", rows: 1 }];
  const plans = [
    { statement: "read", sql: "SELECT", cost: 1, nodes: scan() },
    { statement: "write", sql: "UPDATE", cost: 1, nodes: writes },
  ];
  return {
    differences: [],
    sizes: [],
    plans: [],
    executions: [],
    profiles: [],
    files: [],
    plansOfHead: [{ workload: "w", plans }],
    ...parts,
  };
}
