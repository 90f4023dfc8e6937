/** Offsets of keys and values in the text of a YAML document. */
import { type Document, isMap, isNode } from "yaml";

/** Offset of a key of the map at a path; undefined if there is none. */
export function keyOffset(
  document: Document,
  path: readonly PropertyKey[],
  name: string,
): number | undefined {
  const map = path.length === 0 ? document.contents : document.getIn(path, true);
  const found = isMap(map) ? map.items.find(({ key }) => String(key) === name) : undefined;
  return isNode(found?.key) ? found.key.range?.[0] : undefined;
}

/** Offset of the value at a path; undefined if there is none. */
export function offsetAt(document: Document, path: readonly PropertyKey[]): number | undefined {
  const node = document.getIn(path, true);
  return isNode(node) ? node.range?.[0] : undefined;
}
