// Counts what makes the words of this repository cheap or dear to change, and easy or hard to read: names that are declared twice,
// fragments, golden files that a sentence touches, words of the docs. It judges nothing; compare its output before and after a change.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { blockComments, docComments, FRAGMENT } from "./lib/voice.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

type Text = Readonly<{ file: string; text: string }>;

function textsIn(folder: string, name: RegExp): readonly Text[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.join(folder, file))
    .filter((file) => name.test(file) && !/[\\/](?:generated|decisions)[\\/]/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") }));
}

const source = textsIn("src", /\.ts$/);
const native = textsIn("runner-native/src", /\.[ch]$/);
const goldens = textsIn("tests/golden", /\.(?:txt|md|html|json)$/);
const docs = textsIn("docs", /\.md$/);

const countOf = (texts: readonly Text[], pattern: RegExp) =>
  texts.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
const linesOf = (texts: readonly Text[]) => countOf(texts, /\n/g);
const wordsOf = (texts: readonly Text[]) => countOf(texts, /\S+/g);
const holding = (texts: readonly Text[], words: string) =>
  texts.filter(({ text }) => text.includes(words)).length;

/** Names that the pattern finds in more than one file. */
function repeated(pattern: RegExp): number {
  const files = new Map<string, Set<string>>();
  for (const { file, text } of source)
    for (const [, name] of text.matchAll(pattern))
      files.set(name!, (files.get(name!) ?? new Set()).add(file));
  return [...files.values()].filter(({ size }) => size > 1).length;
}

function descriptions(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { description } = schema as { description?: unknown };
  const own = typeof description === "string" ? [description] : [];
  return [...own, ...Object.values(schema).flatMap(descriptions)];
}

const config = readFileSync(path.join(root, "docs/schema/config.schema.json"), "utf8");
const fields = descriptions(JSON.parse(config));

/** Comments that begin with a preposition or a wh-word, of how many. */
function fragmentsIn(comments: readonly string[]): string {
  const fragments = comments.filter((text) => FRAGMENT.test(text)).length;
  return `${fragments} of ${comments.length} (${((100 * fragments) / comments.length).toFixed(1)} %)`;
}

const formats = source.filter(
  ({ file, text }) => /\.to(?:Fixed|Precision)\(/.test(text) && !/^src[\\/](?:text|stats)[\\/]/.test(file),
);
const functions = (name: string) => countOf(source, new RegExp(`\\bfunction ${name}\\b`, "g"));

const figures: readonly (readonly [what: string, figure: string | number])[] = [
  ["type names declared in more than one file", repeated(/^(?:export )?(?:type|interface|class) (\w+)/gm)],
  ["function names declared in more than one file", repeated(/^(?:export )?(?:async )?function (\w+)/gm)],
  ["functions placeOf, nameOf, percent", ["placeOf", "nameOf", "percent"].map(functions).join(", ")],
  [
    "fields of plumbline.yml described by a fragment",
    `${fields.filter((text) => FRAGMENT.test(text)).length} of ${fields.length}`,
  ],
  [
    "doc comments that begin with a preposition or a wh-word",
    fragmentsIn(source.flatMap(({ text }) => docComments(text))),
  ],
  [
    "comments of the load generator that begin so",
    fragmentsIn(native.flatMap(({ text }) => blockComments(text))),
  ],
  ['golden files with "In brackets", a sentence of the comment', holding(goldens, "In brackets")],
  ["lines of tests/golden", linesOf(goldens)],
  ["lines of docs/schema", linesOf(textsIn("docs/schema", /\.json$/))],
  ["files outside of src/text and src/stats that format numbers themselves", formats.length],
  ['texts that say "doubt" for a warning', countOf([...docs, ...goldens], /\bdoubts?\b/gi)],
  ["words of docs/, without the decisions", wordsOf(docs)],
];

for (const [what, figure] of figures) console.log(`${what.padEnd(72)} ${figure}`);
