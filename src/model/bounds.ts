/** Bounds on the size of a document: a stranger's document is measured before anything is done with it. */

export type Bounds = Readonly<{
  /** Levels of lists and objects in each other. */
  depth: number;
  /** Items of one list, fields of one object. */
  entries: number;
  /** Lists and objects altogether. */
  containers: number;
  /** UTF-16 code units of one text. */
  text: number;
}>;

/** The first bound that a parsed document exceeds, in words, or null. Stops there; takes no stack. */
export function exceeded(document: unknown, bounds: Bounds): string | null {
  const open: { value: unknown; depth: number }[] = [{ value: document, depth: 0 }];
  let containers = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === "string" && value.length > bounds.text) {
      return `it has a text of more than ${bounds.text} characters`;
    }
    if (typeof value !== "object" || value === null) continue;
    if (++containers > bounds.containers) return `it has more than ${bounds.containers} lists and objects`;
    if (depth === bounds.depth) return `its lists and objects are nested more than ${bounds.depth} deep`;
    const entries = Object.entries(value);
    if (entries.length > bounds.entries)
      return `it has a list or object of more than ${bounds.entries} entries`;
    for (const [key, each] of entries) open.push({ value: key, depth }, { value: each, depth: depth + 1 });
  }
  return null;
}
