/** Fits a text into the limit of the place where it is shown: whole pieces only, and a notice counts those left out. */
import { formatCount } from "../../text/units.ts";

export type Section = Readonly<{
  /** Text before the first piece, for example a heading or the head of a table. */
  open: string;
  /** Rows, list items or blocks that can be left out one by one, last first. Each ends with a line break. */
  pieces: readonly string[];
  close: string;
  /** Name of the pieces, in the plural: "rows". */
  noun: string;
  /** More than so many pieces are never shown, however much room there is. */
  most?: number;
}>;

/** A section that is shown whole or not at all; none for an empty text. */
export function block(text: string): Section {
  return { open: "", pieces: text === "" ? [] : [text], close: "\n", noun: "sections" };
}

/** Longest sentence about what was left out, with room to spare. */
const NOTICE_BYTES = 200;

/**
 * Sections in order of importance, each with as many pieces as the limit leaves room for.
 * @param limit in bytes of UTF-8, which are never fewer than the characters that GitHub counts.
 * @param elsewhere where to read what was left out: "the job summary".
 */
export function assemble(sections: readonly Section[], limit: number, elsewhere: string): string {
  let text = "";
  let left = limit;
  for (const section of sections) {
    if (section.pieces.length === 0) continue;
    const shown = fittingPieces(section, left, elsewhere);
    text += shown;
    left -= bytes(shown);
  }
  return text;
}

function fittingPieces(section: Section, limit: number, elsewhere: string): string {
  const fixed = bytes(section.open) + bytes(section.close) + NOTICE_BYTES;
  let room = limit - fixed;
  let count = 0;
  for (const piece of section.pieces.slice(0, section.most ?? section.pieces.length)) {
    room -= bytes(piece);
    if (room < 0) break;
    count += 1;
  }
  const missing = section.pieces.length - count;
  const rest =
    missing === 1 ? `1 more of the ${section.noun}` : `${formatCount(missing)} more ${section.noun}`;
  const notice = missing === 0 ? "" : `\n*${rest}: see ${elsewhere}.*\n`;
  if (count === 0) return bytes(notice) <= limit ? notice : "";
  return section.open + section.pieces.slice(0, count).join("") + notice + section.close;
}

export function bytes(text: string): number {
  return Buffer.byteLength(text, "utf8");
}
