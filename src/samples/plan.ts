/** EXPLAIN (FORMAT JSON) -> the steps of a plan, without what differs from run to run. */
import { z } from "zod";
import type { PlanNode, StatementPlan } from "../model/observed.ts";

/** Beyond these, two plans are told apart by what they begin with. */
const NODES_MOST = 100;

const Explained = z.object({
  "Node Type": z.string(),
  "Total Cost": z.number(),
  "Plan Rows": z.number(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  "Join Type": z.string().optional(),
  Strategy: z.string().optional(),
  Operation: z.string().optional(),
  "Partial Mode": z.string().optional(),
  "Subplan Name": z.string().optional(),
  get Plans() {
    return z.array(Explained).optional();
  },
});
type Explained = z.infer<typeof Explained>;

const Answer = z.array(z.object({ Plan: Explained })).min(1);

/** @returns null where the answer is of another form than PostgreSQL's */
export function planOf(answer: unknown): Pick<StatementPlan, "cost" | "nodes"> | null {
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) return null;
  const root = parsed.data[0]!.Plan;
  return { cost: root["Total Cost"], nodes: nodesOf(root, 0).slice(0, NODES_MOST) };
}

function nodesOf(node: Explained, depth: number): readonly PlanNode[] {
  const manner = ["Operation", "Join Type", "Strategy", "Partial Mode", "Subplan Name"] as const;
  // "Inner", "Plain" and "Simple" are what goes without saying.
  const said = manner.flatMap((key) => {
    const value = node[key];
    return value === undefined || /^(?:Inner|Plain|Simple)$/.test(value) ? [] : [value];
  });
  const { "Relation Name": relation, "Index Name": index } = node;
  return [
    {
      depth,
      type: node["Node Type"],
      ...(relation === undefined ? {} : { relation }),
      ...(index === undefined ? {} : { index }),
      ...(said.length === 0 ? {} : { manner: said.join(", ") }),
      rows: node["Plan Rows"],
    },
    ...(node.Plans ?? []).flatMap((child) => nodesOf(child, depth + 1)),
  ];
}
