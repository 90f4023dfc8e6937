/** Words of a comment: a commit as people name it, by its digits or the first of them, and names that were copied. */

/** Fewest digits that name a commit for sure: with fewer, two commits that share them are found in seconds. */
const BEGINNING_LEAST = 12;

/** The digits in lower case, or null for a word that is none. */
export function commitWord(word: string): string | null {
  return /^[0-9a-f]{7,64}$/i.test(word) ? word.toLowerCase() : null;
}

/** Every commit that a text names, each once; what stands in quotes, between backticks or in an address is text. */
export function commitsIn(text: string): readonly string[] {
  const words = text
    .split(/\s+/)
    .map((word) => commitWord(word.replace(/^\(+|(?<![.,;:!?)])[.,;:!?)]+$/g, "")));
  return [...new Set(words.filter((word) => word !== null))];
}

/**
 * Why a text may name a commit that is not read as one: a word of it would be a commit but for letters of other alphabets or characters that
 * nobody sees. Copied from a stranger's comment, it would be taken for a remark. Null if there is no such word.
 */
export function disguisedCommit(text: string): string | null {
  const words = text.split(/\s+/).map((word) => word.replace(/[!-/:-@[-`{-~]/g, ""));
  if (!words.some((word) => commitWord(word) === null && DISGUISED.test(word))) return null;
  return "a word looks like a commit, and has other characters in it than its digits";
}

/**
 * At least seven hexadecimal digits, and between them only what may look like one, or like nothing: letters, digits, marks and signs without
 * a width. Letters of East Asia look like no digit, and stand next to dates and numbers without a space.
 */
const DISGUISE = String.raw`[\p{Cf}\p{M}\u2800\u115f\u1160\u3164\uffa0[[\p{L}\p{N}]--[\p{ASCII}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]]]`;
const DISGUISED = new RegExp(`^${DISGUISE}*(?:[0-9a-fA-F]${DISGUISE}*){7,64}$`, "v");

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
