/** Names of things in a database, as they stand in plans, definitions and files. */

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
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return word !== "" && new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`, "i").test(text);
}
