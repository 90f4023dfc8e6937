/** Names of things in a database, as they stand in plans, definitions and files. */

/** The name without schema and quotes, as plans and files have it. */
export function bareName(name: string): string {
  // There is always a match: what is not quoted may be empty.
  const [, quoted, plain] = /(?:"((?:[^"]|"")*)"|([^".]*))$/.exec(name)!;
  return quoted?.replaceAll('""', '"') ?? plain!;
}

/** Name without schema, quotes and parameters; as namesInStatement() has it where it needs no quotes. */
export function functionName(signature: string): string {
  return bareName(signature.replace(/\(.*/s, ""));
}
