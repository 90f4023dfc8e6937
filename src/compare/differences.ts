/** What one arm's databases have that the other's have not, or have otherwise: names and definitions, sizes, plans. */
import type { DatabaseObject, Observed, PlanNode, RelationSize } from "../model/observed.ts";
import type { Difference, PlanDifference, SizeDifference } from "../model/reason.ts";

export type Differences = Readonly<{
  differences: readonly Difference[];
  sizes: readonly SizeDifference[];
  plans: readonly PlanDifference[];
}>;

/** Row counts are estimates, and tables of equal rows can end with another page. */
const SIZE_FACTOR = 1.2;
const SIZE_BYTES = 64 * 1024;

/** Databases are those of equal names; what is equal in several is said once, with all their workloads. */
export function differencesOf(base: Observed, head: Observed): Differences {
  const shared = head.databases.flatMap((now) => {
    const before = base.databases.find(({ database }) => database === now.database);
    return before === undefined ? [] : [{ before, now }];
  });
  return {
    differences: together(
      shared.flatMap(({ before, now }) => objectDifferences(before.objects, now.objects, now.workloads)),
    ),
    sizes: together(
      shared.flatMap(({ before, now }) => sizeDifferences(before.sizes, now.sizes, now.workloads)),
    ),
    plans: head.plans.flatMap(({ workload, plans }) => {
      const before = base.plans.find((each) => each.workload === workload)?.plans ?? [];
      return plans.flatMap(({ statement, sql, nodes }) => {
        const old = before.find((each) => each.statement === statement && each.sql === sql);
        if (old === undefined || shapeOf(old.nodes) === shapeOf(nodes)) return [];
        return [{ workload, statement, sql, base: old.nodes, head: nodes }];
      });
    }),
  };
}

/** What makes two plans the same: steps, tables and indexes in their places; costs and row counts are not part of it. */
export function shapeOf(nodes: readonly PlanNode[]): string {
  return nodes
    .map(({ depth, type, relation = "", index = "", manner = "" }) =>
      [depth, type, relation, index, manner].join("|"),
    )
    .join("\n");
}

type Place = Readonly<{ workloads: readonly string[] }>;

function together<T extends Place>(all: readonly T[]): readonly T[] {
  const byText = new Map<string, T>();
  for (const each of all) {
    const key = JSON.stringify({ ...each, workloads: [] });
    const workloads = [...new Set([...(byText.get(key)?.workloads ?? []), ...each.workloads])];
    byText.set(key, { ...each, workloads });
  }
  return [...byText.values()];
}

function objectDifferences(
  base: readonly DatabaseObject[],
  head: readonly DatabaseObject[],
  workloads: readonly string[],
): readonly Difference[] {
  const [before, now] = [byName(base), byName(head)];
  const names = [...new Set([...before.keys(), ...now.keys()])];
  const all = names.flatMap((name): readonly Difference[] => {
    const [old, young] = [before.get(name), now.get(name)];
    if (old?.definition === young?.definition) return [];
    const { kind, name: said, on } = (young ?? old)!;
    return [
      {
        kind,
        name: said,
        ...(on === undefined ? {} : { on }),
        base: old?.definition ?? null,
        head: young?.definition ?? null,
        workloads,
      },
    ];
  });
  // Of a table that one arm alone has, its columns and the rest go without saying.
  const whole = new Set(
    all
      .filter(({ kind, base, head }) => kind === "table" && (base === null || head === null))
      .map(({ name }) => name),
  );
  return all.filter(({ on }) => on === undefined || !whole.has(on));
}

function byName(objects: readonly DatabaseObject[]): ReadonlyMap<string, DatabaseObject> {
  return new Map(objects.map((each) => [[each.kind, each.name, each.on].join("\n"), each]));
}

function sizeDifferences(
  base: readonly RelationSize[],
  head: readonly RelationSize[],
  workloads: readonly string[],
): readonly SizeDifference[] {
  const before = new Map(base.map((each) => [each.name, each]));
  return head.flatMap(({ name, ...now }) => {
    const old = before.get(name);
    if (old === undefined || !isOtherSize(old, now)) return [];
    return [{ name, base: { rows: old.rows, bytes: old.bytes }, head: now, workloads }];
  });
}

function isOtherSize(base: Omit<RelationSize, "name">, head: Omit<RelationSize, "name">): boolean {
  if (Math.abs(head.bytes - base.bytes) < SIZE_BYTES) return false;
  const factor = Math.max(head.bytes, 1) / Math.max(base.bytes, 1);
  return factor >= SIZE_FACTOR || factor <= 1 / SIZE_FACTOR;
}
