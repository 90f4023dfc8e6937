/** Baselines of Flyway: files that stand for all migrations up to their version, where a database is new. */
import {
  baseName,
  folderOf,
  inFolder,
  type OrderedSql,
  otherDialect,
  type Repository,
} from "../repository.ts";

/** `B1_2__all.sql`, `V1.3__more.sql`. https://documentation.red-gate.com/flyway/flyway-concepts/migrations/baseline-migrations */
const VERSIONED = /^([BV])(\d+(?:[._]\d+)*)__[^/]*\.sql$/;

/** The last baseline, and the migrations after it, as Flyway applies them to a database without tables; null where there is none. */
export function baselined(
  { files }: Repository,
  folder: string,
  names: readonly string[],
  patterns: readonly string[],
): OrderedSql | null {
  const all = files.filter((file) => folder === "." || file.startsWith(`${folder}/`));
  const baselines = all
    .map((file) => file.slice(folder === "." ? 0 : folder.length + 1))
    .filter((name) => versionOf(name, "B") !== null && otherDialect(name) === null)
    .toSorted((a, b) => orderOfVersions(versionOf(a, "B")!, versionOf(b, "B")!));
  const last = baselines.at(-1);
  if (last === undefined) return null;
  const version = versionOf(last, "B")!;
  const isBefore = (name: string) => {
    const own = versionOf(name, "V");
    return own !== null && orderOfVersions(own, version) <= 0;
  };
  return {
    names: [last, ...names.filter((name) => !isBefore(name))],
    steps: [
      inFolder(folder, last),
      ...patterns.map((pattern) => inFolder(folder, pattern)),
      ...beforePatterns(names, isBefore).map((name) => `!${inFolder(folder, name)}`),
    ],
  };
}

/** Whole folders where nothing else lies in them: old migrations are often put aside. */
function beforePatterns(names: readonly string[], isBefore: (name: string) => boolean): readonly string[] {
  const patterns = names.filter(isBefore).map((name) => {
    const at = folderOf(name);
    const isWhole = at !== "." && names.every((other) => folderOf(other) !== at || isBefore(other));
    return isWhole ? `${at}/*` : name;
  });
  return [...new Set(patterns)];
}

/** Numbers of the version of a file of that kind; null for any other file. */
function versionOf(name: string, kind: "B" | "V"): readonly number[] | null {
  const [, own, version] = VERSIONED.exec(baseName(name)) ?? [];
  return own === kind ? version!.split(/[._]/).map(Number) : null;
}

/** Below 0: `a` is the earlier one; a number that is not there is 0. */
function orderOfVersions(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const order = (a[at] ?? 0) - (b[at] ?? 0);
    if (order !== 0) return order;
  }
  return 0;
}
