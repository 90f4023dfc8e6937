/** Differences in how the arms run the same statements: by which plans, and with how much work. */
import type { Executed, Observed, PlanNode, StatementPlan } from "../../model/observed.ts";
import type { ExecutionDifference, PlanDifference } from "../../model/reason.ts";
import { isSameShape } from "../samples/plan.ts";
import { bareName } from "./names.ts";

/** Factor from which on the work of two executions differs. */
const WORK_FACTOR = 1.5;
/** Least difference that counts, whatever its factor: an index of one level more is no news. */
const WORK_LEAST = { rows: 1, buffers: 4, temporary: 1 } as const;

/** A statement of both arms. */
type PlanPair = Readonly<{ workload: string; base: StatementPlan; head: StatementPlan }>;

function planPairs(base: Observed, head: Observed): readonly PlanPair[] {
  return head.plans.flatMap(({ workload, plans }) => {
    const before = base.plans.find((each) => each.workload === workload)?.plans ?? [];
    return plans.flatMap((now): readonly PlanPair[] => {
      const old = before.find(({ statement, sql }) => statement === now.statement && sql === now.sql);
      return old === undefined ? [] : [{ workload, base: old, head: now }];
    });
  });
}

/**
 * Differences of the generic plans, and where these are the same of those for drawn values: of these, the one that became dearest.
 * @param resampled tables whose statistics alone differ
 */
export function planDifferences(
  base: Observed,
  head: Observed,
  resampled: ReadonlySet<string>,
): readonly PlanDifference[] {
  return planPairs(base, head).flatMap((pair): readonly PlanDifference[] => {
    const drawn = drawnDifference(pair);
    const isGeneric = !isSameShape(pair.base.nodes, pair.head.nodes);
    if (!isGeneric && drawn === null) return [];
    const nodes = isGeneric ? { base: executedNodes(pair.base), head: executedNodes(pair.head) } : drawn!;
    const { statement, sql } = pair.head;
    const table = hasOtherRows(pair)
      ? undefined
      : [...nodes.base, ...nodes.head].find(
          ({ relation }) =>
            relation !== undefined && [...resampled].some((name) => bareName(name) === relation),
        )?.relation;
    const difference = { workload: pair.workload, statement, sql, base: nodes.base, head: nodes.head };
    return [
      {
        ...difference,
        ...(isGeneric ? {} : { values: drawn!.values }),
        ...(table === undefined ? {} : { resampled: table }),
      },
    ];
  });
}

/** The generic plan, as it was executed for drawn values where these led to a plan of the same shape. */
function executedNodes({ nodes, drawn }: StatementPlan): readonly PlanNode[] {
  const same = (drawn?.plans ?? []).find(
    (plan) => plan.nodes[0]!.actual !== undefined && isSameShape(nodes, plan.nodes),
  );
  return same?.nodes ?? nodes;
}

/** True if data differ, and not only the sample that was drawn of them. */
function hasOtherRows({ base, head }: PlanPair): boolean {
  const [before, now] = [base.executed, head.executed];
  return before !== undefined && now !== undefined && isOtherNumber(before.rows, now.rows, WORK_LEAST.rows);
}

type DrawnPlans = Readonly<{
  base: readonly PlanNode[];
  head: readonly PlanNode[];
  values: NonNullable<PlanDifference["values"]>;
}>;

/** Null where the arms were asked about other values, or plan all of them alike. */
function drawnDifference({ base, head }: PlanPair): DrawnPlans | null {
  if (base.drawn === undefined || base.drawn.values !== head.drawn?.values) return null;
  const before = new Map(base.drawn.plans.flatMap((plan) => plan.draws.map((draw) => [draw, plan] as const)));
  const changes = head.drawn.plans.flatMap((plan) => {
    const others = plan.draws.filter((draw) => {
      const old = before.get(draw);
      return old !== undefined && !isSameShape(old.nodes, plan.nodes);
    });
    const [first] = others;
    if (first === undefined) return [];
    const old = before.get(first)!;
    return [{ old, plan, differ: others.length, dearer: (plan.cost - old.cost) * others.length }];
  });
  const [worst] = changes.toSorted((a, b) => b.dearer - a.dearer);
  if (worst === undefined) return null;
  const of = head.drawn.plans.flatMap(({ draws }) => draws).filter((draw) => before.has(draw)).length;
  return { base: worst.old.nodes, head: worst.plan.nodes, values: { differ: worst.differ, of } };
}

/** Differences between executions with the same values. */
export function executionDifferences(base: Observed, head: Observed): readonly ExecutionDifference[] {
  return planPairs(base, head).flatMap(
    ({ workload, base: before, head: now }): readonly ExecutionDifference[] => {
      const [old, young] = [before.executed, now.executed];
      if (old === undefined || young === undefined || before.drawn?.values !== now.drawn?.values) return [];
      if (old.executions !== young.executions || !isOtherWork(old, young)) return [];
      const { statement, sql } = now;
      return [{ workload, statement, sql, base: old, head: young }];
    },
  );
}

function isOtherWork(base: Executed, head: Executed): boolean {
  return (["rows", "buffers", "temporary"] as const).some((what) =>
    isOtherNumber(base[what], head[what], WORK_LEAST[what]),
  );
}

/** More or less, beyond what an execution differs by for nothing. */
function isOtherNumber(base: number, head: number, least: number): boolean {
  const [low, high] = base < head ? [base, head] : [head, base];
  return high - low >= least && high >= low * WORK_FACTOR;
}

/** Work of an execution beyond base's: rows returned or changed, buffers read. */
export function moreWork({ base, head }: Pick<ExecutionDifference, "base" | "head">): Readonly<{
  rows?: { base: number; head: number };
  buffers?: { base: number; head: number };
}> {
  const more = (what: "rows" | "buffers") =>
    head[what] > base[what] && isOtherNumber(base[what], head[what], WORK_LEAST[what])
      ? { [what]: { base: base[what], head: head[what] } }
      : {};
  return { ...more("rows"), ...more("buffers") };
}
