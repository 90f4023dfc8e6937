/** What a text has that others do not, so that a sentence of many texts stands in the golden of one. */

/** Stands for lines that are left out. */
const LEFT_OUT = "⋮";

/** A line without its numbers and the width of its columns: two that differ in nothing else say the same. A picture keeps its width. */
export function shapeOf(line: string): string {
  const numberless = line.replace(/\d[\d,]*(?:\.\d+)?/g, "#");
  return /[│●]/.test(line) ? numberless : numberless.replace(/ {2,}/g, "  ");
}

export function shapesOf(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split("\n").map(shapeOf)));
}

/** Lines whose shapes are not known yet. */
export function ownLines(text: string, known: ReadonlySet<string>): string {
  const lines = text.split("\n").map((line) => (known.has(shapeOf(line)) ? LEFT_OUT : line));
  return onceInARow(lines);
}

/** Lines whose shapes are not known yet, of each shape the first: a list whose entries differ in their numbers is one entry. */
export function firstLines(text: string, known: ReadonlySet<string>): string {
  const seen = new Set(known);
  const lines = text.split("\n").map((line) => {
    const shape = shapeOf(line);
    if (seen.has(shape)) return LEFT_OUT;
    seen.add(shape);
    return line;
  });
  return onceInARow(lines);
}

function onceInARow(lines: readonly string[]): string {
  const kept = lines.filter((line, i) => line !== LEFT_OUT || lines[i - 1] !== LEFT_OUT);
  return `${kept.join("\n")}\n`;
}

const BEGINNING = 28;

/** The beginning of a line, without its numbers. */
function beginningOf(line: string): string {
  const shape = Array.from(shapeOf(line));
  return shape.length > BEGINNING ? `${shape.slice(0, BEGINNING).join("")}…` : line;
}

/** The line that unfolds the rest of a comment, whole: it sums up what is below it. */
const FOLD = "<details><summary>";

/** Paragraphs in their order, each by its beginning and the number of its lines. */
export function outlineOf(text: string): string {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== "");
  const lines = paragraphs.map((paragraph) => {
    const [first = "", ...others] = paragraph.trim().split("\n");
    if (first.startsWith(FOLD)) return first;
    return others.length === 0 ? beginningOf(first) : `${beginningOf(first)} (${others.length + 1} lines)`;
  });
  return `${countPairs(lines).join("\n")}\n`;
}

/** Headings, captions and summaries of a page in their order, without what is marked in them. */
export function headingsOf(page: string): string {
  const headings = [...page.matchAll(/<(h[1-3]|summary|figcaption|caption)\b[^>]*>(.*?)<\/\1>/gs)];
  return `${headings.map(([, tag, words]) => `${tag} ${beginningOf(words!.replace(/<[^>]*>/g, "").trim())}`).join("\n")}\n`;
}

/** A pair of lines that follows itself stands once, with how often it is there. */
function countPairs(lines: readonly string[]): readonly string[] {
  const counted: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const [first, second] = [lines[at]!, lines[at + 1]];
    let times = 1;
    while (second !== undefined && lines[at + 2 * times] === first && lines[at + 2 * times + 1] === second)
      times++;
    counted.push(...(times === 1 ? [first] : [`${times} times:`, `  ${first}`, `  ${second}`]));
    at += times === 1 ? 1 : 2 * times;
  }
  return counted;
}
