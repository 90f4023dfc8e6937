/** The user's own SQL as a workload: scripts in pgbench's language, drawn by weight. */
import type { OptionValue } from "./run.ts";

export type Script = Readonly<{
  /** As the config file names it. */
  file: string;
  /** Of the file of head's tree, which both arms run. */
  path: string;
  weight: number;
  /** SHA-256 of its text, in hex. */
  hash: string;
}>;

export type ScriptSet = Readonly<{
  files: readonly Script[];
  variables: Readonly<Record<string, string | number>>;
}>;

const HASH_DIGITS = 12;

/** An option that stands for what the scripts say: where a text or a weight changed, it is another workload. */
export function scriptOptions(script: ScriptSet | undefined): Readonly<Record<string, OptionValue>> {
  if (script === undefined) return {};
  const files = script.files.map(
    ({ file, weight, hash }) => `${file}@${weight} ${hash.slice(0, HASH_DIGITS)}`,
  );
  return { scripts: files.join(", ") };
}
