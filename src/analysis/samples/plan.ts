/** EXPLAIN (FORMAT JSON), with ANALYZE and BUFFERS or without -> the steps of a plan, and what an execution did. */
import { z } from "zod";
import { type Bounds, exceeded } from "../../model/bounds.ts";
import { groupBy } from "../../model/by-key.ts";
import type { Executed, PlanNode } from "../../model/observed.ts";
import { significant } from "../../stats/round.ts";
import { sum } from "../../stats/summary.ts";
import { keptName } from "../../text/sql.ts";

/** Most nodes that are kept of a plan: longer plans are compared by their first nodes. */
const NODES_MOST = 100;

const BOUNDS: Bounds = { depth: 500, entries: 10_000, containers: 1_000_000, text: 10_000_000 };

const quantity = z.number().nonnegative().optional();

const ExplainOutput = z.object({
  "Node Type": z.string(),
  "Total Cost": z.number().nonnegative(),
  "Plan Rows": z.number().nonnegative(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  "Index Cond": z.string().optional(),
  Filter: z.string().optional(),
  "Join Type": z.string().optional(),
  Strategy: z.string().optional(),
  Operation: z.string().optional(),
  "Partial Mode": z.string().optional(),
  "Subplan Name": z.string().optional(),
  "Actual Rows": quantity,
  "Actual Loops": quantity,
  "Actual Total Time": quantity,
  "Workers Launched": quantity,
  "Shared Hit Blocks": quantity,
  "Shared Read Blocks": quantity,
  "Local Hit Blocks": quantity,
  "Local Read Blocks": quantity,
  "Temp Read Blocks": quantity,
  "Temp Written Blocks": quantity,
  get Plans() {
    return z.array(ExplainOutput).optional();
  },
});
type ExplainOutput = z.infer<typeof ExplainOutput>;

const Answer = z
  .array(
    z.object({
      Plan: ExplainOutput,
      "Execution Time": quantity,
      Triggers: z
        .array(
          z.object({
            "Trigger Name": z.string(),
            "Constraint Name": z.string().optional(),
            Relation: z.string().optional(),
            Time: quantity,
          }),
        )
        .optional(),
    }),
  )
  .min(1);

export type ExplainedPlan = Readonly<{
  cost: number;
  nodes: readonly PlanNode[];
  /** Columns of whole tables that are read, which a comparison converts first: no index on the column itself serves it. */
  conversions: readonly Conversion[];
  /** Null where it was not executed. */
  execution: PlanExecution | null;
}>;

/** A column and the type that it is converted to, as EXPLAIN prints them, without a modifier. */
export type Conversion = Readonly<{ relation: string; column: string; type: string }>;

/** Times in milliseconds. */
export type PlanExecution = Readonly<
  Pick<Executed, "rows" | "buffers" | "temporary"> & {
    ms: number;
    triggers: readonly Readonly<{ name: string; constraint?: string; on: string; ms: number }>[];
  }
>;

/** @returns null where the answer is of another form than PostgreSQL's */
export function readExplain(answer: unknown): ExplainedPlan | null {
  // What reads it calls itself for each level.
  if (exceeded(answer, BOUNDS) !== null) return null;
  const parsed = Answer.safeParse(answer);
  if (!parsed.success) return null;
  const [explained] = parsed.data as [z.infer<typeof Answer>[number]];
  const root = explained.Plan;
  return {
    cost: root["Total Cost"],
    nodes: flattenNodes(root, 0).slice(0, NODES_MOST),
    conversions: conversionsOf(root),
    execution: root["Actual Rows"] === undefined ? null : readExecution(explained),
  };
}

/** The shape by which two plans are the same: steps, tables and indexes in their places; costs and row counts are not part of it. */
export function planShape(nodes: readonly PlanNode[]): string {
  return nodes.map((node) => [nodeKey(node), ...(node.by ?? [])].join("|")).join("\n");
}

/** True if two plans have one shape. Runs that were measured before may not show by which columns an index was used. */
export function isSameShape(base: readonly PlanNode[], head: readonly PlanNode[]): boolean {
  const isSameStep = (before: PlanNode, now: PlanNode) =>
    nodeKey(before) === nodeKey(now) &&
    (before.by === undefined || now.by === undefined || String(before.by) === String(now.by));
  return base.length === head.length && base.every((node, at) => isSameStep(node, head[at]!));
}

function nodeKey({ depth, type, relation = "", index = "", manner = "" }: PlanNode): string {
  return [depth, type, relation, index, manner].join("|");
}

/** Means over the executions, of which there is at least one. */
export function executedOf(executions: readonly PlanExecution[]): Executed {
  const mean = (value: (each: PlanExecution) => number) => sum(executions.map(value)) / executions.length;
  const ms = sum(executions.map((each) => each.ms));
  const all = executions.flatMap(({ triggers }) => triggers);
  const keyOf = ({ name, on }: (typeof all)[number]) => JSON.stringify([name, on]);
  const triggers = [...groupBy(all, keyOf).values()].map((same) => {
    const [{ ms: _, ...about }] = same as [(typeof all)[number]];
    const own = sum(same.map((each) => each.ms));
    return { ...about, share: ms === 0 ? 0 : Math.min(1, own / ms) };
  });
  return {
    executions: executions.length,
    rows: mean(({ rows }) => rows),
    buffers: mean(({ buffers }) => buffers),
    temporary: mean(({ temporary }) => temporary),
    triggers,
  };
}

function readExecution({
  Plan: root,
  "Execution Time": ms = 0,
  Triggers = [],
}: z.infer<typeof Answer>[number]): PlanExecution {
  // A write returns none of the rows that it changes: those come from below.
  const changed = root["Node Type"] === "ModifyTable" && !root["Actual Rows"] ? root.Plans?.[0] : root;
  return {
    rows: changed === undefined ? 0 : (changed["Actual Rows"] ?? 0) * (changed["Actual Loops"] ?? 1),
    buffers: buffersOf(root),
    temporary: (root["Temp Read Blocks"] ?? 0) + (root["Temp Written Blocks"] ?? 0),
    ms,
    triggers: Triggers.map(
      ({ "Trigger Name": name, "Constraint Name": constraint, Relation: on = "", Time = 0 }) => {
        return {
          name,
          ...(constraint === undefined || constraint === name ? {} : { constraint }),
          on,
          ms: Time,
        };
      },
    ),
  };
}

function buffersOf(node: ExplainOutput): number {
  const kinds = ["Shared Hit Blocks", "Shared Read Blocks", "Local Hit Blocks", "Local Read Blocks"] as const;
  return sum(kinds.map((kind) => node[kind] ?? 0));
}

/** @param crew processes that work side by side on this step: EXPLAIN's loops are of all of them */
function flattenNodes(node: ExplainOutput, depth: number, crew = 1): readonly PlanNode[] {
  const manner = ["Operation", "Join Type", "Strategy", "Partial Mode", "Subplan Name"] as const;
  // "Inner", "Plain" and "Simple" are what goes without saying.
  const said = manner.flatMap((key) => {
    const value = node[key];
    return value === undefined || /^(?:Inner|Plain|Simple)$/.test(value) ? [] : [value];
  });
  const { "Relation Name": relation, "Index Name": index, "Actual Rows": rows, "Actual Loops": loops } = node;
  const workers = node["Workers Launched"];
  const below = workers === undefined ? crew : workers + 1;
  return [
    {
      depth,
      type: node["Node Type"],
      ...(relation === undefined ? {} : { relation }),
      ...(index === undefined ? {} : { index, by: columnsIn(node["Index Cond"] ?? "") }),
      ...(said.length === 0 ? {} : { manner: said.join(", ") }),
      rows: node["Plan Rows"],
      ...(rows === undefined
        ? {}
        : { actual: { rows, loops: loops ?? 1, buffers: buffersOf(node), ...msOf(node, crew) } }),
    },
    ...(node.Plans ?? []).flatMap((child) => flattenNodes(child, depth + 1, below)),
  ];
}

/** EXPLAIN has the mean of a loop. */
function msOf(
  { "Actual Total Time": ms, "Actual Loops": loops = 1 }: ExplainOutput,
  crew: number,
): Readonly<{ ms?: number }> {
  return ms === undefined ? {} : { ms: significant((ms * loops) / crew, 4) };
}

const NAME = /(?:"(?:[^"]|"")+"|[a-z_][\w$]*)/.source;
const QUALIFIED = `${NAME}(?:\\.${NAME})*`;
/** Modifier of a type: "(10,2)". */
const MODIFIER = /(?:\([\d,]+\))?/.source;
/** Parts of a condition other than columns: values, types, collations, and what other parts of the plan give. */
const NO_COLUMN = new RegExp(
  [
    "'(?:[^']|'')*'",
    String.raw`::${QUALIFIED}${MODIFIER}(?: varying| precision| with(?:out)? time zone)?${MODIFIER}(?:\[\])*`,
    `COLLATE ${QUALIFIED}`,
    String.raw`(?:alternatives: )?(?:hashed )?(?:Sub|Init)Plan \d+(?: or hashed SubPlan \d+)?`,
  ].join("|"),
  "g",
);
/** A column as it is printed: quoted, or in small letters, and neither of another table ("a.kind") nor a function ("lower(name)"). */
const COLUMN = /(?<![\w."$])("(?:[^"]|"")+"|[A-Za-z_][\w$]*)(?![\w$]|\s*[(.])/g;
const CONSTANTS: readonly string[] = ["true", "false"];

/** Columns of its own that a step is restricted by, from the condition that EXPLAIN prints, each once, in the order of letters: "((b = 1) AND (a > $1))" -> a, b. Without the values, by which plans of one kind differ. */
export function columnsIn(condition: string): readonly string[] {
  const names = [...condition.replace(NO_COLUMN, " ").matchAll(COLUMN)].map(([, name]) => name!);
  // Keywords are printed in capitals, columns with capitals in quotes.
  const columns = names.filter((name) => !/^[^"]*[A-Z]/.test(name) && !CONSTANTS.includes(name));
  return [...new Set(columns)].toSorted();
}

const CAST_TYPE = `${QUALIFIED}(?: varying| precision| with(?:out)? time zone)?`;
const COMPARISON = "(?:=|<>|<=?|>=?|~~|~)";
/** "((sku)::text = ...", "((item.sku)::numeric > ...", "... = (sku)::text)": the column itself, and not what a function makes of it. */
const CONVERTED = [
  String.raw`(?<![\w"])\(\((?:${NAME}\.)?(${NAME})\)::(${CAST_TYPE})${MODIFIER} ${COMPARISON} `,
  String.raw`${COMPARISON} \((?:${NAME}\.)?(${NAME})\)::(${CAST_TYPE})${MODIFIER}\)`,
].map((pattern) => new RegExp(pattern, "g"));

function conversionsOf(node: ExplainOutput): readonly Conversion[] {
  const { "Node Type": type, "Relation Name": relation, Filter: filter } = node;
  const own =
    type === "Seq Scan" && relation !== undefined && filter !== undefined ? convertedIn(filter) : [];
  return [
    ...own.map((each) => ({ relation: relation!, ...each })),
    ...(node.Plans ?? []).flatMap(conversionsOf),
  ];
}

/** Columns that a condition compares in another type: "((id)::text = md5('1'::text))" -> id, text. */
export function convertedIn(condition: string): readonly Omit<Conversion, "relation">[] {
  return CONVERTED.flatMap((pattern) =>
    [...condition.matchAll(pattern)].map(([, column, type]) => ({ column: keptName(column!), type: type! })),
  );
}
