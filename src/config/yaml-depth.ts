/** Depth of a YAML text, found while it is read: the library calls itself for each level, and crashes at some thousand. */
import { Lexer, Parser } from "yaml";

/** Deepest nesting allowed; config files and manifests that people write have some ten levels. */
const DEPTH_MOST = 100;

/** @returns where the text nests deeper than anybody writes; null: nowhere */
export function tooDeepAt(text: string): number | null {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    // The documents themselves are read elsewhere.
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > DEPTH_MOST) return parser.offset;
  }
  return null;
}
