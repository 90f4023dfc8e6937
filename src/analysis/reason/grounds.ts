/** What slower statements can reach on both arms. */
import type { Observed, PlanNode, StatementPlan } from "../../model/observed.ts";
import type { Difference, PlanDifference, SizeDifference } from "../../model/reason.ts";
import type { ArmName } from "../../model/run.ts";
import { ofBaseAlone } from "../../model/script.ts";
import { parameterCount } from "../samples/statement-text.ts";
import { type ObjectIndex, type Reached, type Reaching, reachOf } from "./reach.ts";
import type { Grounds } from "./reached-causes.ts";

type Texts = Observed["plans"][number];

/** A workload's differences, what it sends, and all that there is where it runs. */
export type Ground = Readonly<{
  differences: readonly Difference[];
  sizes: readonly SizeDifference[];
  plans: readonly PlanDifference[];
  sent: Readonly<{ base: Texts | null; head: Texts }>;
  indexes: Readonly<Record<ArmName, ObjectIndex>>;
}>;

/** @param statements a statement without a known text, as COMMIT, ends an event: it stands for all that the event did */
export function groundsOf(statements: readonly string[], ground: Ground): Grounds {
  const { differences, sizes, plans, sent, indexes } = ground;
  const own = plans.filter(({ statement }) => statements.includes(statement));
  const head = reachingTexts(sent.head, statements);
  const base =
    sent.base === null
      ? [...own.map(textOfBase), ...head]
      : reachingTexts(sent.base, statements.flatMap(bothNames));
  const isUnknown = head.length === 0;
  const texts = {
    base: isUnknown ? reachingTexts(sent.base, null) : base,
    head: isUnknown ? reachingTexts(sent.head, null) : head,
  };
  return {
    differences,
    sizes,
    reached: mergeReached(reachOf(texts.head, indexes.head), reachOf(texts.base, indexes.base)),
    nodes: [
      ...own.flatMap((plan) => plan.head),
      ...[...texts.head, ...texts.base].flatMap(({ nodes }) => nodes),
    ],
    mayPlanDiffer: own.length > 0 || !isPlanSeen(statements, sent),
    objects: indexes.head.objects,
  };
}

function bothNames(statement: string): readonly string[] {
  return [statement, ofBaseAlone(statement)];
}

/** @param names null: all that the workload sends */
export function reachingTexts(sent: Texts | null, names: readonly string[] | null): readonly Reaching[] {
  if (sent === null) return [];
  const isOne = ({ statement }: Readonly<{ statement: string }>) => names?.includes(statement) ?? true;
  const planned = sent.plans.filter(isOne).map((plan) => ({ ...plan, nodes: allNodes(plan) }));
  return [...planned, ...(sent.others ?? []).filter(isOne).map((other) => ({ ...other, nodes: [] }))];
}

function textOfBase({ sql, base }: PlanDifference): Reaching {
  return { sql, nodes: base };
}

function allNodes({ nodes, drawn }: StatementPlan): readonly PlanNode[] {
  return [...nodes, ...(drawn?.plans ?? []).flatMap((plan) => plan.nodes)];
}

/** True if each statement has been planned on both arms, with the same values if it takes any. Where base's are not known, the plans that differ are all there are. */
function isPlanSeen(statements: readonly string[], { base, head }: Ground["sent"]): boolean {
  if (base === null) return true;
  return head.plans
    .filter(({ statement }) => statements.includes(statement))
    .every(({ statement, sql, drawn }) => {
      const old = base.plans.find((each) => each.statement === statement && each.sql === sql);
      return (
        old !== undefined &&
        (parameterCount(sql) === 0 || (drawn !== undefined && drawn.values === old.drawn?.values))
      );
    });
}

/** The nearer way to each object; head's where both arms have one. */
function mergeReached(
  head: ReadonlyMap<string, Reached>,
  base: ReadonlyMap<string, Reached>,
): ReadonlyMap<string, Reached> {
  const all = new Map(head);
  for (const [key, way] of base) {
    const old = all.get(key);
    if (old === undefined || (old.isPlanOnly && !way.isPlanOnly) || (way.isHidden && !old.isHidden))
      all.set(key, way);
  }
  return all;
}
