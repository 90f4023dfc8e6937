import { describe, expect, it } from "vitest";
import {
  executionDifferences,
  moreWork,
  planDifferences,
} from "../../../../src/analysis/reason/plan-differences.ts";
import type { Executed, Observed, PlanNode, StatementPlan } from "../../../../src/model/observed.ts";

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

  it("are shown as they were executed, where drawn values led to the same steps", () => {
    const actual = { rows: 4, loops: 1, buffers: 812, ms: 3 };
    const ran = (type: string) => nodes(type).map((node) => ({ ...node, actual }));
    const drawnAs = (type: string) => {
      return {
        nodes: nodes(type),
        drawn: { values: "same", plans: [{ draws: [0], cost: 1, nodes: ran(type) }] },
      };
    };
    const [found] = planDifferences(observed(drawnAs("Index Scan")), observed(drawnAs("Seq Scan")), none);
    expect(found).toMatchObject({ base: ran("Index Scan"), head: ran("Seq Scan") });
    const other = { ...drawnAs("Index Scan"), nodes: nodes("Seq Scan") };
    expect(planDifferences(observed({}), observed(other), none)[0]!.head[0]!.actual).toBeUndefined();
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

  it("of a table with other rows, its sample is not what differs", () => {
    const rows = (count: number) => ({
      executed: { executions: 3, rows: count, buffers: 8, temporary: 0, triggers: [] },
    });
    const head = (count: number) => observed({ ...rows(count), nodes: nodes("Seq Scan") });
    const said = (count: number) =>
      planDifferences(observed(rows(2)), head(count), new Set(["t"]))[0]!.resampled;
    expect([said(2), said(9)]).toEqual(["t", undefined]);
    expect(
      planDifferences(observed(rows(2)), observed({ nodes: nodes("Seq Scan") }), new Set(["t"]))[0]!
        .resampled,
    ).toBe("t");
  });

  it("counts of the values those that both arms were asked about, as often as the plan is another", () => {
    const usual = { draws: [0, 1, 2], cost: 10, nodes: nodes("Index Scan") };
    const base = observed({ drawn: { values: "same", plans: [usual] } });
    const plans = [
      { draws: [0, 7], cost: 13, nodes: nodes("Seq Scan") },
      { draws: [1, 2], cost: 12, nodes: nodes("Bitmap Heap Scan") },
    ];
    const [found] = planDifferences(base, observed({ drawn: { values: "same", plans } }), none);
    // Of two values, each dearer by 2, more than of one that is dearer by 3.
    expect(found).toMatchObject({ values: { differ: 2, of: 3 }, head: [{ type: "Bitmap Heap Scan" }] });
    expect(found).not.toHaveProperty("resampled");
  });

  it("are compared by drawn values where both arms have them, and their work where both did any", () => {
    expect(planDifferences(observed({ drawn: drawn(1) }), observed({}), none)).toEqual([]);
    const done = { executions: 3, rows: 2, buffers: 8, temporary: 0, triggers: [] };
    const [found] = planDifferences(
      observed({}),
      observed({ executed: done, nodes: nodes("Seq Scan") }),
      new Set(["t"]),
    );
    expect(found!.resampled).toBe("t");
    expect(executionDifferences(observed({ executed: done }), observed({}))).toEqual([]);
  });

  it("of several that differ, dearer is what costs more than it did, not what was dear", () => {
    const before = [
      { draws: [0], cost: 100, nodes: nodes("Index Scan") },
      { draws: [1], cost: 1, nodes: nodes("Index Scan") },
    ];
    const now = [
      { draws: [0], cost: 101, nodes: nodes("Bitmap Heap Scan") },
      { draws: [1], cost: 50, nodes: nodes("Seq Scan") },
    ];
    const of = (plans: typeof now) => observed({ drawn: { values: "same", plans } });
    expect(planDifferences(of(before), of(now), none)[0]!.head).toMatchObject([{ type: "Seq Scan" }]);
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

  it("differ at half as much and at the least of what counts", () => {
    expect(differ({ buffers: 8 }, { buffers: 12 })).toHaveLength(1);
    expect(differ({ buffers: 100 }, { buffers: 149 })).toEqual([]);
    expect(differ({ buffers: 1 }, { buffers: 4.9 })).toEqual([]);
    expect(differ({ rows: 0.1 }, { rows: 1 })).toEqual([]);
    expect(differ({ temporary: 0 }, { temporary: 1 })).toHaveLength(1);
    const [found] = differ({ rows: 2 }, { rows: 4 });
    expect(found).toMatchObject({
      workload: "w",
      statement: "s",
      sql: "SELECT",
      base: { rows: 2 },
      head: { rows: 4 },
    });
  });

  it("with other values, and of other texts, are not compared", () => {
    const of = (more: Partial<StatementPlan>, rows: number) =>
      observed({ executed: executed({ rows }), ...more });
    const values = (name: string) => ({ drawn: { ...drawn(), values: name } });
    expect(executionDifferences(of(values("a"), 2), of(values("b"), 9))).toEqual([]);
    expect(executionDifferences(of(values("a"), 2), of(values("a"), 9))).toHaveLength(1);
    expect(executionDifferences(of({ sql: "A" }, 2), of({ sql: "B" }, 9))).toEqual([]);
    expect(executionDifferences(of({ statement: "A" }, 2), of({ statement: "B" }, 9))).toEqual([]);
    expect(executionDifferences({ databases: [], plans: [] }, of({}, 9))).toEqual([]);
    const elsewhere = { ...of({}, 2), plans: of({}, 2).plans.map((each) => ({ ...each, workload: "v" })) };
    expect(executionDifferences(elsewhere, of({}, 9))).toEqual([]);
  });

  it("do as much where they do little more", () => {
    const [base, head] = [executed({ buffers: 8 }), executed({ rows: 2, buffers: 11 })];
    expect(moreWork({ base, head })).toEqual({});
    expect(moreWork({ base, head: base })).toEqual({});
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
