/** Text by the columns that it takes in a fixed-width font, of which a Chinese, Japanese or Korean character takes two, and many emoji. */
import stringWidth from "string-width";
import { plainLine } from "./outside.ts";

export function displayWidth(text: string): number {
  return stringWidth(text);
}

export function widest(texts: readonly string[]): number {
  return Math.max(...texts.map(displayWidth));
}

export function padRight(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - displayWidth(text)));
}

export function padLeft(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - displayWidth(text))) + text;
}

/** One line of text from outside, cut to so many columns. */
export function plainColumns(text: string, most: number): string {
  let points = most;
  let line = plainLine(text, points);
  while (displayWidth(line) > most && points > 1) line = plainLine(text, --points);
  return line;
}
