/** The user's own SQL as a workload: scripts in pgbench's language, drawn by weight. */
import type { OptionValue } from "./run.ts";

export type Script = Readonly<{
  /** Name in the config file. */
  file: string;
  /** Path in the tree of the arm that runs it. */
  path: string;
  weight: number;
  /** SHA-256 of its text, in hex. */
  hash: string;
}>;

/** A file that scripts read: what \copy sends, or rows that values are drawn from. */
export type RowFile = Readonly<{
  /** Name from the folder that scripts are named from. */
  file: string;
  /** Path in the tree of the arm that reads it. */
  path: string;
  /** SHA-256 of its bytes, in hex. */
  hash: string;
}>;

export type ScriptSet = Readonly<{
  files: readonly Script[];
  /** Absent: the scripts read none, or nobody has looked. */
  rows?: readonly RowFile[];
  variables: Readonly<Record<string, string | number>>;
}>;

const HASH_DIGITS = 12;

/** The option of a run that says which scripts it ran. */
export const SCRIPTS = "scripts";

/** An option that stands for what the scripts say: where a text, a weight or a file that they read changed, it is another workload. */
export function scriptOptions(script: ScriptSet | undefined): Readonly<Record<string, OptionValue>> {
  if (script === undefined) return {};
  const files = script.files.map(
    ({ file, weight, hash }) => `${file}@${weight} ${hash.slice(0, HASH_DIGITS)}`,
  );
  const rows = (script.rows ?? []).map(({ file, hash }) => `${file} ${hash.slice(0, HASH_DIGITS)}`);
  return { [SCRIPTS]: [...files, ...rows].join(", ") };
}

/** SQL of statements by their names. */
export type Statements = Readonly<Record<string, string>>;

/** A statement of base's script whose name head's has for another text. */
export function ofBaseAlone(name: string): string {
  return `${name} of base`;
}

/**
 * Names of base's statements if its scripts are not head's: head's name for the same text, so that what only moved
 * is compared with itself; their own, if head has no such name; else a name that tells them apart from head's.
 * @returns names by the name that base's script gives
 */
export function pairStatementNames(base: Statements, head: Statements): ReadonlyMap<string, string> {
  const free = new Map(Object.entries(head));
  const names = new Map<string, string>();
  const call = (name: string, by: string | undefined) => {
    if (by === undefined || names.has(name)) return;
    names.set(name, by);
    free.delete(by);
  };
  for (const [name, sql] of Object.entries(base)) call(name, free.get(name) === sql ? name : undefined);
  for (const [name, sql] of Object.entries(base))
    call(name, [...free].find(([, other]) => other === sql)?.[0]);
  for (const name of Object.keys(base)) call(name, name in head ? ofBaseAlone(name) : name);
  return names;
}
