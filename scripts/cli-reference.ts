// Writes docs/cli.md from the help of every verb, as tests/golden/help has it (and tests/integration/cli/help.test.ts holds it to be
// the program's own); with --check only says whether it is fresh.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = path.join(root, "docs/cli.md");
const folder = path.join(root, "tests/golden/help");

const helps = readdirSync(folder)
  .filter((name) => /^plumbline(-.*)?\.txt$/.test(name))
  .map((name) => readFileSync(path.join(folder, name), "utf8"));
const sections = helps
  .map((text) => ({ title: /^Usage: (plumbline(?: [a-z]+)*)/.exec(text)?.[1] ?? "", text: text.trimEnd() }))
  .sort((a, b) => (a.title < b.title ? -1 : 1));

/** An option in a help text: its line and those that continue it. */
const OPTION = /^ {2}-\S.*\n(?: {6,}.*\n)*/gm;
/** Fewest verbs that must have an option, in the same words, for the page to describe it once. */
const SHARED_FROM = 2;

const HELP = "-h, --help";

/** "--seed <n>" and its description. */
function partsOf(option: string): Readonly<{ term: string; means: string }> {
  const [term = "", means = ""] = option.trim().split(/ {2,}|\n {6,}/, 2);
  const rest = option.trim().slice(term.length);
  return { term, means: means === "" ? "" : rest.trim().replaceAll(/\s+/g, " ") };
}

const wordsOf = (option: string) => option.trim().replaceAll(/\s+/g, " ");
const optionsOf = (text: string) => `${text}\n`.match(OPTION) ?? [];
const all = sections.flatMap(({ text }) =>
  optionsOf(text).map((option) => [wordsOf(option), option] as const),
);
const shared = new Map(
  all
    .filter(([words]) => all.filter(([other]) => other === words).length >= SHARED_FROM)
    .sort(([a], [b]) => (a < b ? -1 : 1)),
);

/** Exit codes of the whole program: every verb that gives one of them the same meaning only names it. */
const [, codes = ""] = /\nExit codes:\n([\s\S]*)$/.exec(sections[0]!.text) ?? [];
const usual = new Set(codes.split("\n"));

/** The help without what other sections say already; that is named below it. */
function sectionOf({ title, text }: (typeof sections)[number]): string {
  const isRoot = title === "plumbline";
  const known = optionsOf(text).filter((option) => !isRoot && shared.has(wordsOf(option)));
  const rest = known.reduce((left, option) => left.replace(option, ""), `${text}\n`);
  const [head = "", ownCodes = ""] = isRoot ? [rest] : rest.split("\nExit codes:\n");
  const lines = ownCodes
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "");
  const named = lines.filter((line) => usual.has(line)).map((line) => line.trim().split(" ")[0]);
  const other = lines.filter((line) => !usual.has(line));
  const shown = other.length === 0 ? head : `${head}\nExit codes:\n${other.join("\n")}\n`;
  const terms = known
    .map((option) => partsOf(option).term.split(" ")[0]!)
    .filter((term) => !HELP.startsWith(term));
  const notes = [
    ...(terms.length === 0
      ? []
      : [`Also [shared options](#shared-options): ${terms.map((term) => `\`${term}\``).join(", ")}.`]),
    ...(named.length === 0
      ? []
      : [`${other.length === 0 ? "Exit" : "Other exit"} codes: ${named.join(", ")}.`]),
  ];
  const block = shown.replace(/\nOptions:\n(?=\n|$)/, "").trimEnd();
  return `\n## ${title}\n\n\`\`\`text\n${block}\n\`\`\`\n${notes.map((note) => `\n${note}\n`).join("")}`;
}

const fresh = `# The command line

Look up the options, examples and exit codes of every verb. \`plumbline help VERB\` prints the whole text of one verb; here, what several verbs share
is described once. Made by \`node scripts/run.mjs scripts/cli-reference.ts\`.
${sections.slice(0, 1).map(sectionOf).join("")}
## Shared options

Each means the same with every verb that has it. Every verb has \`--help\`.

| option | meaning |
|:--|:--|
${[...shared.values()]
  .map(partsOf)
  .filter(({ term }) => term !== HELP)
  .map(({ term, means }) => `| \`${term}\` | ${means.replaceAll("|", "\\|")} |\n`)
  .join("")}${sections.slice(1).map(sectionOf).join("")}`;

let old = "";
try {
  old = readFileSync(page, "utf8");
} catch {
  // It is written now.
}
if (process.argv.includes("--check")) {
  if (fresh !== old)
    console.error(
      "docs/cli.md is not what the verbs say: run `node scripts/run.mjs scripts/cli-reference.ts`",
    );
  process.exitCode = fresh === old ? 0 : 1;
} else if (fresh !== old) {
  writeFileSync(page, fresh);
  console.log("wrote docs/cli.md");
}
