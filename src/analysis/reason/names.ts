/** Names of things in a database, as they stand in plans, definitions and files. */

/** The name without schema and quotes, as plans and files have it. */
export function bareName(name: string): string {
  const part = name.match(/"(?:[^"]|"")*"|[^".]+/g)?.at(-1) ?? "";
  return part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part;
}

/** Name without schema, quotes and parameters; as namesInStatement() has it where it needs no quotes. */
export function functionName(signature: string): string {
  return bareName(signature.replace(/\(.*/s, ""));
}
