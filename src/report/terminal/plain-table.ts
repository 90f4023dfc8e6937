/** Texts and tables of the terminal that are held together by space alone. */
import { columnsOf } from "../../text/columns.ts";

const LINES =
  "top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid middle";
/** For cli-table3. */
export const NO_LINES = Object.fromEntries(LINES.split(" ").map((name) => [name, ""]));

/** Text of others must not move the cursor or colour the terminal. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}

const SUBJECT_LENGTH = 48;

/** A commit's subject, cut by whole characters as people see them: half an emoji is rubbish. */
export function shortened(text: string): string {
  const characters = Array.from(new Intl.Segmenter("en").segment(text), ({ segment }) => segment);
  return characters.length <= SUBJECT_LENGTH ? text : `${characters.slice(0, SUBJECT_LENGTH - 1).join("")}…`;
}

/** Words in lines of at most `width` columns. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").filter((part) => part !== "")) {
    if (line !== "" && columnsOf(line) + 1 + columnsOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}
