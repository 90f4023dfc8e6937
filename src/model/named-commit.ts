/** Words of a comment: a commit as people name it, by its digits or the first of them, and names that were copied. */

/** Fewest digits that name a commit for sure: with fewer, two commits that share them are found in seconds. */
const BEGINNING_LEAST = 12;

/** The digits in lower case, or null for a word that is none. */
export function commitWord(word: string): string | null {
  return /^[0-9a-f]{7,64}$/i.test(word) ? word.toLowerCase() : null;
}

/** Every commit that a text names, each once; what stands in quotes, between backticks or in an address is text. */
export function commitsIn(text: string): readonly string[] {
  const words = text.split(/\s+/).map((word) => commitWord(word.replace(/^\(+|[.,;:!?)]+$/g, "")));
  return [...new Set(words.filter((word) => word !== null))];
}

/** Returns why the name does not mean the commit, or null if it may. */
export function nameMismatch(name: string, sha: string): string | null {
  if (!sha.startsWith(name)) return `the pull request's head is not ${name}`;
  if (name === sha || name.length >= BEGINNING_LEAST) return null;
  return `${name} can be the beginning of another commit, too`;
}

/** Pages tie numbers to their units by no-break spaces; one that is copied with a name is no part of it. */
export function plainlySpaced(comment: string): string {
  return comment.replaceAll("\u00a0", " ");
}
