/** Depth of a YAML text, found before it is read: the reader calls itself for each level, and crashes at some thousand. */
import { type CST, Parser } from "yaml";

/** Deepest nesting allowed; config files and manifests that people write have some ten levels. */
const DEPTH_MOST = 100;

/** @returns where the text nests deeper than anybody writes; null: nowhere */
export function tooDeepAt(text: string): number | null {
  const open: (readonly [token: CST.Token, depth: number])[] = [];
  for (const document of new Parser().parse(text)) open.push([document, 0]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [token, depth] = next;
    if (depth > DEPTH_MOST) return token.offset;
    for (const child of childrenOf(token)) open.push([child, depth + 1]);
  }
  return null;
}

function childrenOf(token: CST.Token): readonly CST.Token[] {
  if (token.type === "document") return token.value === undefined ? [] : [token.value];
  if (!("items" in token)) return [];
  return token.items.flatMap(({ key, value }) => [key, value].filter((each) => each != null));
}
