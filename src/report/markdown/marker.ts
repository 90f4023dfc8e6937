/** Marker by which a comment is found again. Kept apart from the other markdown, which runs in browsers too: they have no such hash. */
import { createHash } from "node:crypto";
import { percentEncoded } from "../../text/outside.ts";

/**
 * The hidden line by which the comment of a suite, or of one of the jobs that measure it, is found again. It holds the names in
 * percent encoding, without "--" or ">", which would end the HTML comment.
 */
export function commentMarker(suite: string, job: string | null = null): string {
  return `<!-- plumbline:${shortenedNames([suite, ...(job === null ? [] : [job])].map(encode).join(":"))} -->`;
}

/** Characters of the names in a marker, which is kept in a field of GitHub's that may not take more. */
const MARKER_NAMES_MOST = 150;

/** Longer names are cut, and stay unlike others by a hash of the whole behind a `~`, which no encoded name has. */
function shortenedNames(names: string): string {
  if (names.length <= MARKER_NAMES_MOST) return names;
  const mark = createHash("sha256").update(names).digest("hex").slice(0, 32);
  return `${names.slice(0, MARKER_NAMES_MOST - mark.length - 1)}~${mark}`;
}

function encode(name: string): string {
  return percentEncoded(name)
    .replace(/[!'()*~]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/-(?=-|$)/g, "%2D");
}
