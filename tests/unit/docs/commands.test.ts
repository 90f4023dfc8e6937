/** What the documentation tells people to run is there: npm's scripts, and programs of this repository. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const pagesIn = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => path.join(folder, file));

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...pagesIn("docs"),
];
/** Where a decision names what is gone, it says which commit has it. */
const GONE = /`[^`]*`\s+at\s+[0-9a-f]{8}\b/g;
const scripts = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);

it.each(PAGES)("%s names commands that exist", (page) => {
  const text = read(page).replace(GONE, "");
  const named = [...text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name]) => name!);
  // People's own packages have migrations.
  expect(named.filter((name) => !scripts.includes(name) && name !== "migrate")).toEqual([]);
  const files = [
    ...text.matchAll(/(?<![\w/.-])(?:scripts|proofs|runner-native\/bench)\/[\w/.-]*\.(?:ts|mjs|sh)\b/g),
  ];
  expect(files.map(([file]) => file).filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

it.each(
  readdirSync(path.join(ROOT, "proofs")).filter((file) =>
    /^(?!marked-section|kept-otherwise|promise)[\w-]+\.ts$/.test(file),
  ),
)("a page names the proof %s", (file) => {
  if (file.endsWith(".test.ts")) return;
  const command = Object.entries(
    (JSON.parse(read("package.json")) as { scripts: Record<string, string> }).scripts,
  ).find(([, words]) => words.endsWith(`proofs/${file}`));
  const pages = PAGES.filter((page) => !page.startsWith("docs/decisions")).map(read);
  const names = [`proofs/${file}`, ...(command === undefined ? [] : [`npm run ${command[0]}`])];
  expect(pages.some((text) => names.some((name) => text.includes(name)))).toBe(true);
});
