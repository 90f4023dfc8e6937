/**
 * Bounds of a YAML text, found while it is read: the library calls itself for each level, and crashes at some thousand; each key of a map is
 * compared with all before it, which takes seconds for some ten thousand.
 */
import { Lexer, Parser } from "yaml";
import { formatCount } from "../text/units.ts";

/** Deepest nesting allowed; config files and manifests that people write have some ten levels. */
const DEPTH_MOST = 100;
/** Most keys of a map; people write some hundred at most. */
const KEYS_MOST = 2_000;

/** @returns where the text goes beyond what anybody writes, and by what; null: nowhere */
export function beyondBounds(text: string): Readonly<{ offset: number; what: string }> | null {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    // The documents themselves are read elsewhere.
    for (const _ of parser.next(lexeme));
    const { stack, offset } = parser;
    if (stack.length > DEPTH_MOST) return { offset, what: `nested deeper than ${DEPTH_MOST} levels` };
    if (mapKeyCount(stack.at(-1)) > KEYS_MOST)
      return { offset, what: `a map with more than ${formatCount(KEYS_MOST)} keys` };
  }
  return null;
}

function mapKeyCount(token: Parser["stack"][number] | undefined): number {
  const isMap =
    token?.type === "block-map" ||
    (token?.type === "flow-collection" && token.start.type === "flow-map-start");
  return isMap ? token.items.length : 0;
}
