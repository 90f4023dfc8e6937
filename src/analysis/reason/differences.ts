/** Differences between the arms' databases, in what they have and how they have it: names and definitions, sizes, plans. */
import type {
  DatabaseObject,
  ObjectKind,
  Observed,
  ObservedDatabase,
  RelationSize,
} from "../../model/observed.ts";
import type { ProfileDifference } from "../../model/profile.ts";
import type { Difference, ExecutionDifference, PlanDifference, SizeDifference } from "../../model/reason.ts";
import { executionDifferences, planDifferences } from "./plan-differences.ts";
import { profileDifferences } from "./profile-difference.ts";

export type Differences = Readonly<{
  differences: readonly Difference[];
  sizes: readonly SizeDifference[];
  plans: readonly PlanDifference[];
  executions: readonly ExecutionDifference[];
  profiles: readonly ProfileDifference[];
}>;

/** Row counts are estimates, and tables of equal rows can end with another page. */
const SIZE_FACTOR = 1.2;
const SIZE_BYTES = 64 * 1024;

/** Databases of equal names are compared; a difference that is equal in several is listed once, with all their workloads. */
export function observedDifferences(base: Observed, head: Observed): Differences {
  const shared = head.databases.flatMap((now) => {
    const before = base.databases.find(({ database }) => database === now.database);
    return before === undefined ? [] : [{ before, now }];
  });
  return {
    differences: mergeWorkloads(
      shared.flatMap(({ before, now }) => {
        const comparable = comparableKinds(before, now);
        return objectDifferences(comparable(before.objects), comparable(now.objects), now.workloads);
      }),
    ),
    sizes: mergeWorkloads(
      shared.flatMap(({ before, now }) => sizeDifferences(before.sizes, now.sizes, now.workloads)),
    ),
    plans: planDifferences(base, head, resampled(shared.map(({ before, now }) => [before.sizes, now.sizes]))),
    executions: executionDifferences(base, head),
    profiles: profileDifferences(base, head),
  };
}

/** Kinds that all editions read, and print alike. */
const OF_ALL_EDITIONS: readonly ObjectKind[] = [
  ...(["setting", "extension", "index", "constraint", "trigger", "row-security", "policy"] as const),
  ...(["function", "view", "statistics", "no-statistics"] as const),
];

/** Keeps the kinds that both arms showed, and print alike: what one did not show is not gone. */
function comparableKinds(before: ObservedDatabase, now: ObservedDatabase) {
  const unread = [...(before.unread ?? []), ...(now.unread ?? [])];
  const isComparable = (kind: ObjectKind) =>
    !unread.includes(kind) && (before.edition === now.edition || OF_ALL_EDITIONS.includes(kind));
  return (objects: readonly DatabaseObject[]) => objects.filter(({ kind }) => isComparable(kind));
}

/** Tables of equal rows and bytes with other statistics. */
function resampled(
  pairs: readonly (readonly [readonly RelationSize[], readonly RelationSize[]])[],
): ReadonlySet<string> {
  const names = pairs.flatMap(([base, head]) => {
    const before = new Map(base.map((each) => [each.name, each]));
    return head.filter((now) => isResampled(before.get(now.name), now)).map(({ name }) => name);
  });
  return new Set(names);
}

function isResampled(base: RelationSize | undefined, head: RelationSize): boolean {
  if (base?.statistics === undefined || head.statistics === undefined) return false;
  return base.statistics !== head.statistics && !isOtherSize(base, head);
}

type WorkloadNames = Readonly<{ workloads: readonly string[] }>;

function mergeWorkloads<T extends WorkloadNames>(all: readonly T[]): readonly T[] {
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
  return head.flatMap(({ name, rows, bytes }) => {
    const old = before.get(name);
    if (old === undefined || !isOtherSize(old, { bytes })) return [];
    return [{ name, base: { rows: old.rows, bytes: old.bytes }, head: { rows, bytes }, workloads }];
  });
}

function isOtherSize(base: Pick<RelationSize, "bytes">, head: Pick<RelationSize, "bytes">): boolean {
  if (Math.abs(head.bytes - base.bytes) < SIZE_BYTES) return false;
  const factor = Math.max(head.bytes, 1) / Math.max(base.bytes, 1);
  return factor >= SIZE_FACTOR || factor <= 1 / SIZE_FACTOR;
}
