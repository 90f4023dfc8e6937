/**
 * Text from outside (names, branches, commit subjects, warnings, addresses) on its way into something we render. Anyone who can
 * open a pull request can choose it, so none of it is printed before it went through here and the escape of its format.
 */

/** Code units that are looked at for each character that is shown: what is longer, or mostly space, costs no more. */
const LOOKED_AT = 16;

/** One line without control, format or bidirectional characters, cut to `limit` code points. Safe for a terminal. */
export function plainLine(text: string, limit = 80): string {
  const looked = text.slice(0, limit * LOOKED_AT);
  const line = looked
    .replace(/\p{Surrogate}/gu, "\ufffd")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/\p{Cf}/gu, "")
    .trim();
  const points = Array.from(line);
  const isWhole = points.length <= limit && looked.length === text.length;
  return isWhole ? line : `${points.slice(0, limit - 1).join("")}…`;
}

/**
 * Text for the log of a workflow, whose runner takes a line that begins with `::` or holds `##[` for a command: a zero-width space
 * takes that meaning away. Lines stay lines; other control and format characters go.
 */
export function logText(text: string): string {
  return text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) =>
      line
        .replace(/\p{Surrogate}/gu, "\ufffd")
        .replace(/\p{Cc}+/gu, " ")
        .replace(/\p{Cf}/gu, "")
        .replace(/^(\s*:)(?=:)|##(?=\[)/g, (found) => `${found}\u200b`),
    )
    .join("\n");
}

/** An http or https address in its normal form, or null where it is none: nothing else may become a link. */
export function webAddress(text: string | null): string | null {
  if (text === null || text.length > 2000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  if ((url.protocol !== "http:" && url.protocol !== "https:") || url.username !== "" || url.password !== "")
    return null;
  // The brackets of an IPv6 address are all that has no encoding.
  const kept = url.hostname.startsWith("[") ? url.origin : "";
  return kept + url.href.slice(kept.length).replace(ENDS_LINK, hexEncoded);
}

/** Characters that could end a markdown link or an HTML attribute, or split a table cell. */
const ENDS_LINK = /[()<>"'`|\\*_~[\]{}!]/g;

function hexEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Percent encoding of any text: half a character, which has none, is encoded as what replaces it. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));
}

/** The first ten digits of a commit hash; anything that is not one is shown as the name it is. */
export function shortSha(sha: string): string {
  return isSha(sha) ? sha.slice(0, 10) : plainLine(sha, 40);
}

export function isSha(sha: string): boolean {
  return /^[0-9a-f]{7,64}$/.test(sha);
}

/** Text of an address without its percent-encoding; as it is where that is broken. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A regular expression of this very text. */
export function asPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** True if the word stands in the text as a whole name of SQL, in capitals or not. */
export function hasWord(text: string, word: string): boolean {
  const letter = String.raw`[\w$\p{L}\p{M}]`;
  return word !== "" && new RegExp(`(?<!${letter})${asPattern(word)}(?!${letter})`, "iu").test(text);
}
