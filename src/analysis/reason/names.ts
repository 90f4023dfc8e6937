/** Names of things in a database, as they stand in plans, definitions and files. */
import { asPattern } from "../../text/outside.ts";

/** The name without schema and quotes, as plans and files have it. */
export function bare(name: string): string {
  // There is always a match: what is not quoted may be empty.
  const [, quoted, plain] = /(?:"((?:[^"]|"")*)"|([^".]*))$/.exec(name)!;
  return quoted?.replaceAll('""', '"') ?? plain!;
}

export function functionName(signature: string): string {
  return bare(signature.replace(/\(.*/s, ""));
}

export function hasWord(text: string, word: string): boolean {
  return word !== "" && new RegExp(`(?<![\\w$])${asPattern(word)}(?![\\w$])`, "i").test(text);
}
