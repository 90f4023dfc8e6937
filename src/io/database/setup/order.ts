/** The order in which migration tools apply files: by version, not by character, so that 10 comes after 9. */

/**
 * Paths with `/`, folder by folder; within a folder versioned files by version, repeatable ones (R__) last, as Flyway does. Where all are
 * Flyway's, its folders count for nothing.
 */
export function inMigrationOrder(files: readonly string[]): readonly string[] {
  const nameOf = (file: string) => file.slice(file.lastIndexOf("/") + 1);
  const isFlyway = files.every((file) => /^(?:V\d+(?:[._]\d+)*|R)__/.test(nameOf(file)));
  return files.toSorted(
    (a, b) => (isFlyway ? compareFiles(nameOf(a), nameOf(b)) : 0) || compareParts(a.split("/"), b.split("/")),
  );
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const isFile = i === a.length - 1 && i === b.length - 1;
    const order = isFile ? compareFiles(a[i]!, b[i]!) : compareNatural(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareFiles(a: string, b: string): number {
  const repeatable = Number(a.startsWith("R__")) - Number(b.startsWith("R__"));
  if (repeatable !== 0) return repeatable;
  const [one, other] = [fileVersion(a), fileVersion(b)];
  const versions = one === null || other === null ? 0 : compareVersions(one, other);
  return versions !== 0 ? versions : compareNatural(a, b);
}

/** Flyway's V1_2__name: [1, 2]. Null for another name. */
function fileVersion(file: string): readonly number[] | null {
  const [, version] = /^V(\d+(?:[._]\d+)*)__/.exec(file) ?? [];
  return version === undefined ? null : version.split(/[._]/).map(Number);
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Runs of digits by their number, all else by code unit; equal so far, the shorter first. */
function compareNatural(a: string, b: string): number {
  const one = sortTokens(a);
  const other = sortTokens(b);
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    const order = compareTokens(one[i]!, other[i]!);
    if (order !== 0) return order;
  }
  return one.length - other.length || byCodeUnit(a, b);
}

/** Diesel's "2017-09-26-151545" is a time like "20170926151545"; one of fewer digits is compared as a text, too. */
function sortTokens(text: string): readonly string[] {
  return text.replace(/^(\d{4})-(\d\d?)-(\d\d?)-(?=\d{4,6}(?!\d))/, "$1$2$3").match(/\d+|\D/g) ?? [];
}

const TIME = /^(?:19|20)\d{6,}$/;

function compareTokens(a: string, b: string): number {
  const areNumbers = /^\d/.test(a) && /^\d/.test(b);
  // Ids of 17 digits and more are no exact numbers.
  // "20250625" among "20250519093227" is a day, and no smaller number.
  if (TIME.test(a) && TIME.test(b)) return byCodeUnit(a, b);
  const order = areNumbers ? BigInt(a) - BigInt(b) : 0n;
  if (order !== 0n) return order < 0n ? -1 : 1;
  return areNumbers ? 0 : byCodeUnit(a, b);
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
