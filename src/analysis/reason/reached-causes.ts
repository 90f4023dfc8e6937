/** Differences that a slower statement reaches, as causes that go together with it. */
import type { DatabaseObject, PlanNode } from "../../model/observed.ts";
import type { Cause, CauseKind, Difference, SizeDifference } from "../../model/reason.ts";
import { writtenDigits } from "../../text/units.ts";
import { bareName } from "./names.ts";
import { objectKey, type Reached } from "./reach.ts";

export type CauseDraft = Omit<Cause, "workload" | "file">;

/** What is known of a statement, or of several. */
export type Grounds = Readonly<{
  differences: readonly Difference[];
  sizes: readonly SizeDifference[];
  /** By objectKey(). */
  reached: ReadonlyMap<string, Reached>;
  /** Steps of its plans on both arms. */
  nodes: readonly PlanNode[];
  /** False where both arms are known to run it by one plan. */
  mayPlanDiffer: boolean;
  /** Objects of head. */
  objects: readonly DatabaseObject[];
}>;

/** Factor from which on a table counts as having more rows. */
const ROWS_FACTOR = 1.2;
/** Kinds of causes that print what each arm has. */
const PRINTED: readonly CauseKind[] = [
  ...([
    "setting",
    "extension",
    "collation",
    "table",
    "column",
    "default",
    "sequence",
    "index-changed",
  ] as const),
];

export function reachedCauses(grounds: Grounds): readonly CauseDraft[] {
  const { differences, sizes, reached } = grounds;
  const objects = differences.flatMap((each): readonly CauseDraft[] => {
    const way = reached.get(objectKey(each));
    const kind = way === undefined ? null : causeKind(each, way, grounds);
    return kind === null ? [] : [{ ...differing(kind, withOther(each, grounds)), path: way!.path }];
  });
  const names = new Map([...reached].map(([key, { path }]) => [nameInKey(key), path]));
  const grown = sizes.flatMap((size): readonly CauseDraft[] => {
    const path = names.get(size.name);
    return path === undefined || size.head.bytes <= size.base.bytes
      ? []
      : [{ ...grownBy(size, grounds), path }];
  });
  return [...objects, ...grown];
}

/** Settings and extensions: they are no statement's own. @param isOtherVersion one version may know a setting that the other does not */
export function serverWideCauses(grounds: Grounds, isOtherVersion: boolean): readonly CauseDraft[] {
  const { differences, reached, mayPlanDiffer } = grounds;
  return differences.flatMap((each): readonly CauseDraft[] => {
    const { kind, base, head } = each;
    const isServerWide = kind === "setting" || kind === "extension" || kind === "collation";
    // Of a collation that one arm alone has, the columns and indexes with it tell.
    if (!isServerWide || (kind === "collation" && (base === null || head === null))) return [];
    const way = reached.get(objectKey(each));
    if (way === undefined || (way.isPlanOnly && !mayPlanDiffer)) return [];
    if (kind === "setting" && isOtherVersion && (base === null || head === null)) return [];
    return [{ ...differing(kind, each), path: way.path }];
  });
}

/** Kinds that make a statement slower by being there; those of which base alone has one do not. */
const BY_BEING_THERE: readonly Difference["kind"][] = [
  ...(["trigger", "rule", "policy", "row-security", "default", "domain"] as const),
  ...(["column", "sequence", "no-statistics"] as const),
];

/** Null of what is no cause that way. */
function causeKind(each: Difference, way: Reached, { mayPlanDiffer, nodes }: Grounds): CauseKind | null {
  const { kind, name, base, head } = each;
  if (head === null && BY_BEING_THERE.includes(kind)) return null;
  const isOfPlan =
    way.isPlanOnly || (kind === "column" && isOfTarget(each)) || (kind === "constraint" && head === null);
  // Where the statement's own plans were seen, an index that is in none of them did nothing.
  const isUsed = kind === "index" && nodes.some(({ index }) => index === bareName(name));
  const isOther = base !== null && head !== null;
  if (isOfPlan && !(mayPlanDiffer || (isUsed && isOther))) return null;
  if (kind === "setting" || kind === "extension" || kind === "collation") return null;
  if (kind === "policy") return "row-security";
  if (kind !== "index") return kind;
  if (head === null || head.endsWith("(INVALID)")) return way.isHidden ? "index-gone" : null;
  if (isOfPlan && !isUsed) return null;
  return base === null ? "index-new" : "index-changed";
}

/** True where a column differs in its target for ANALYZE alone. */
function isOfTarget({ base, head }: Difference): boolean {
  const rest = (definition: string | null) => definition?.replace(/ STATISTICS \d+/, "");
  return rest(base) === rest(head);
}

/** A table that is a view now, or a materialized one that is. */
function withOther(each: Difference, { objects }: Grounds): Difference {
  if (each.kind !== "table" || each.head !== null) return each;
  const isView = objects.some(({ kind, name }) => kind === "view" && name === each.name);
  return isView ? { ...each, head: "view" } : each;
}

function differing(kind: CauseKind, { name, on, base, head }: Difference): CauseDraft {
  const isPrinted = PRINTED.includes(kind);
  const side = (definition: string) =>
    isPrinted ? (kind === "index-changed" ? indexText(definition) : definition) : "there";
  return {
    kind,
    shown: false,
    name,
    ...(on === undefined ? {} : { on }),
    ...(base === null ? {} : { base: side(base) }),
    ...(head === null ? {} : { head: side(head) }),
  };
}

/** "gin (tags jsonb_path_ops)" */
export function indexText(definition: string): string {
  return definition.replace(/^.*? USING /s, "");
}

/** More rows are other data. More bytes alone, and all that indexes grow by, follow from something else. */
function grownBy({ name, base, head }: SizeDifference, { objects, nodes }: Grounds): CauseDraft {
  const rows = { base: base.rows ?? 0, head: head.rows ?? 0 };
  const isIndex =
    nodes.some(({ index }) => index === bareName(name)) ||
    objects.some((each) => each.kind === "index" && each.name === name);
  const hasMore = rows.base > 0 && rows.head >= rows.base * ROWS_FACTOR;
  const [before, now] = hasMore ? [rows.base, rows.head] : [base.bytes, head.bytes];
  const times = writtenDigits(now / Math.max(1, before), 2);
  return { kind: hasMore && !isIndex ? "rows" : "size", shown: false, name, head: times };
}

function nameInKey(key: string): string {
  return key.split("\n")[1]!;
}

/** Causes that say what is slow, and not what made it so. */
const BARE: readonly CauseKind[] = ["plan", "execution", "cpu", "waits"];

/**
 * A size is left out where nothing is named that it may follow from. That ANALYZE drew another sample is left out where something else is
 * named. @param causes of one workload
 */
export function withoutConsequences(causes: readonly Cause[]): readonly Cause[] {
  const isNamed = causes.some(({ kind }) => kind !== "size" && !BARE.includes(kind));
  if (!isNamed) return causes.filter(({ kind }) => kind !== "size");
  return causes.map((cause) => {
    const { resampled, ...named } = cause;
    return resampled === undefined ? cause : named;
  });
}
