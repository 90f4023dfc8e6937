/** What it costs to change a sentence: the goldens that have to be read again. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { shapeOf } from "../support/own-lines.ts";

const GOLDEN = path.resolve(import.meta.dirname, "../golden");

const LINES_MOST = 20_000;
const FILES_MOST = 12;

/** Shorter ones are cells of tables and headings, which stand in many comments. */
const SENTENCE_LEAST = 40;

const goldens = new Map<string, string>();
for (const entry of readdirSync(GOLDEN, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || entry.name.endsWith(".got")) continue;
  const file = path.join(entry.parentPath, entry.name);
  goldens.set(path.relative(GOLDEN, file), readFileSync(file, "utf8"));
}

/** A text without numbers, and without line breaks: the terminal's sentences are wrapped. */
const flat = (text: string) => text.split("\n").map(shapeOf).join(" ").replace(/\s+/g, " ");

/** The comment in a golden of reports; "" if it has none. */
function commentIn(file: string, text: string): string {
  if (!file.startsWith(`render${path.sep}`)) return "";
  if (file.endsWith(".comment.md")) return text;
  return /^======== comment\n(.*?)^======== /ms.exec(text)?.[1] ?? "";
}

const sentences = new Set(
  [...goldens]
    .flatMap(([file, text]) => commentIn(file, text).split("\n"))
    .flatMap((line) => flat(line).split(/(?<=[.:;]) /))
    .filter(({ length }) => length > SENTENCE_LEAST),
);

describe("the goldens", () => {
  it(`have at most ${LINES_MOST} lines`, () => {
    const lines = [...goldens.values()].reduce((sum, text) => sum + text.split("\n").length - 1, 0);
    expect(lines).toBeLessThanOrEqual(LINES_MOST);
  });

  it(`have a sentence of the comment in at most ${FILES_MOST} files`, () => {
    expect(sentences.size).toBeGreaterThan(100);
    const texts = [...goldens.values()].map(flat);
    const counted = [...sentences].map((sentence) => ({
      sentence,
      files: texts.filter((text) => text.includes(sentence)).length,
    }));
    expect(counted.filter(({ files }) => files > FILES_MOST)).toEqual([]);
  });
});
