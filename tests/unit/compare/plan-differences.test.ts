import { describe, expect, it } from "vitest";
import { executionDifferences, moreWork, planDifferences } from "../../../src/compare/plan-differences.ts";
import type { Executed, Observed, PlanNode, StatementPlan } from "../../../src/model/observed.ts";

const nodes = (type: string, relation = "t"): readonly PlanNode[] => [{ depth: 0, type, relation, rows: 1 }];
/** Of ten drawn values, those that lead to another plan than to an index scan. */
const drawn = (...others: readonly number[]): NonNullable<StatementPlan["drawn"]> => {
  const all = Array.from({ length: 10 }, (_, draw) => draw);
  const plan = (type: string, draws: readonly number[]) =>
    draws.length === 0 ? [] : [{ draws, cost: 1, nodes: nodes(type) }];
  const usual = all.filter((draw) => !others.includes(draw));
  return { values: "same", plans: [...plan("Index Scan", usual), ...plan("Seq Scan", others)] };
};

function observed(plan: Partial<StatementPlan>): Observed {
  const whole = { statement: "s", sql: "SELECT", cost: 1, nodes: nodes("Index Scan"), ...plan };
  return { databases: [], plans: [{ workload: "w", plans: [whole] }] };
}
const none: ReadonlySet<string> = new Set();

describe("plans", () => {
  it("differ by their steps, and not by what is expected of them", () => {
    const other = nodes("Index Scan").map((node) => ({ ...node, rows: 99 }));
    expect(planDifferences(observed({}), observed({ nodes: other, cost: 99 }), none)).toEqual([]);
    const [found] = planDifferences(observed({}), observed({ nodes: nodes("Seq Scan") }), none);
    expect(found).toMatchObject({ base: [{ type: "Index Scan" }], head: [{ type: "Seq Scan" }] });
    expect(found!.values).toBeUndefined();
  });

  it("that are equal for all values may differ for some", () => {
    const found = planDifferences(observed({ drawn: drawn(4) }), observed({ drawn: drawn(4, 2, 7) }), none);
    expect(found).toMatchObject([
      { values: { differ: 2, of: 10 }, base: [{ type: "Index Scan" }], head: [{ type: "Seq Scan" }] },
    ]);
    expect(planDifferences(observed({ drawn: drawn(4) }), observed({ drawn: drawn(4) }), none)).toEqual([]);
  });

  it("of several that differ, the one that became dearest is told", () => {
    const plans = [
      { draws: [0, 1, 2, 3, 4, 5, 6, 7, 8], cost: 2, nodes: nodes("Bitmap Heap Scan") },
      { draws: [9], cost: 500, nodes: nodes("Seq Scan") },
    ];
    const head = observed({ drawn: { values: "same", plans } });
    expect(planDifferences(observed({ drawn: drawn() }), head, none)).toMatchObject([
      { values: { differ: 1, of: 10 }, head: [{ type: "Seq Scan" }] },
    ]);
  });

  it("for other values are not compared", () => {
    const others = { ...drawn(1, 2, 3), values: "others" };
    expect(planDifferences(observed({ drawn: drawn() }), observed({ drawn: others }), none)).toEqual([]);
    expect(planDifferences(observed({}), observed({ drawn: drawn(1) }), none)).toEqual([]);
  });

  it("of a table whose statistics alone differ say so", () => {
    const head = observed({ nodes: nodes("Seq Scan") });
    expect(planDifferences(observed({}), head, new Set(["app.t"]))).toMatchObject([{ resampled: "t" }]);
    expect(planDifferences(observed({}), head, new Set(["app.u"]))[0]!.resampled).toBeUndefined();
  });
});

describe("executions", () => {
  const executed = (more: Partial<Executed> = {}): Executed => ({
    executions: 3,
    rows: 2,
    buffers: 8,
    temporary: 0,
    triggers: [],
    ...more,
  });
  const differ = (base: Partial<Executed>, head: Partial<Executed>) =>
    executionDifferences(observed({ executed: executed(base) }), observed({ executed: executed(head) }));

  it("differ by half and by more than a page of an index", () => {
    expect(differ({}, {})).toEqual([]);
    expect(differ({ buffers: 3 }, { buffers: 5 })).toEqual([]);
    expect(differ({ buffers: 100 }, { buffers: 140 })).toEqual([]);
    expect(differ({ buffers: 4 }, { buffers: 812 })).toHaveLength(1);
    expect(differ({ buffers: 812 }, { buffers: 4 })).toHaveLength(1);
    expect(differ({ rows: 1 }, { rows: 10 })).toHaveLength(1);
  });

  it("that are not as many are not compared", () => {
    expect(differ({}, { executions: 2, buffers: 812 })).toEqual([]);
    expect(executionDifferences(observed({}), observed({ executed: executed() }))).toEqual([]);
  });

  it("do more where they do more than base's, and not where they do less", () => {
    const [base, head] = [executed(), executed({ rows: 20, buffers: 2 })];
    expect(moreWork({ base, head })).toEqual({ rows: { base: 2, head: 20 } });
    expect(moreWork({ base: head, head: base })).toEqual({ buffers: { base: 2, head: 8 } });
  });
});
