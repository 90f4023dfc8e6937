/** docs/style.md, where a program can count it: what tests/unit/voice.test.ts and scripts/voice-figures.ts look for. */

/** Beginnings that lack a noun or a verb. "How long" and "What to do" are complete. */
export const FRAGMENT =
  /^(?:of|that|so|until|given|by|in|on|at|with|from|for|and|or|whose|who)\b|^(?:what|when|where|which)\b(?! to\b)/i;

/** Beginnings of a source's doc comments, at most 100 characters each. */
export function docComments(source: string): readonly string[] {
  return [...source.matchAll(/\/\*\*\s*(?:\*\s)?\s*([^*]+)/g)].map(([, text]) =>
    text!.replaceAll(/\s+/g, " ").slice(0, 100),
  );
}

/** Beginnings of a C source's comments. */
export function blockComments(source: string): readonly string[] {
  return [...source.matchAll(/\/\*[\s*]*([^*]+)/g)].map(([, text]) =>
    text!.replaceAll(/\s+/g, " ").slice(0, 100),
  );
}
