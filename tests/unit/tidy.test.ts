/** What keeps the sources readable and can be counted: sizes, functions that C is better without, and the glossary's words. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** Lines of a function and of a file. For TypeScript the linter counts them (.oxlintrc.json). */
const FUNCTION_LINES = 60;
const FILE_LINES = 500;

/** They know no bounds, hide errors, keep a state of their own, or end the program where only main may. */
const BANNED = /\b(?:sprintf|vsprintf|strcpy|strcat|strtok|atoi|atol|atoll|gets|rand|srand|alloca|exit)\(/;
/** Standard output belongs to the report and to the command line. */
const PRINTS = /\b(?:printf|puts|putchar)\(|\bstdout\b/;
const PRINTERS = /^runner-native\/src\/(?:report\/|cli\/|main\.c$)/;

type Source = Readonly<{ file: string; text: string; code: string }>;

function filesIn(folder: string, name: RegExp): Source[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => name.test(file) && !/generated|node_modules|^build/.test(file))
    .map((file) => {
      const text = readFileSync(path.join(root, folder, file), "utf8");
      return { file: path.posix.join(folder, file), text, code: codeOf(text) };
    });
}

/** Comments and texts are blanks; the lines stay. */
function codeOf(text: string): string {
  const words = /\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$|"(?:[^"\\\n]|\\.)*"/gm;
  return text.replace(words, (word) => word.replace(/[^\n]/g, " "));
}

const native = ["src", "test", "fuzz", "bench"].flatMap((folder) =>
  filesIn(`runner-native/${folder}`, /\.[ch]$/),
);

/** What is delivered. */
const product = native.filter(({ file }) => file.startsWith("runner-native/src/"));

/** The functions of a C file, whose name, `{` and `}` begin lines of their own. */
function functionsOf({ code }: Source): { name: string; lines: number }[] {
  return [...code.matchAll(/^(\w+)\([^;{]*\n\{\n[\s\S]*?^\}$/gm)].map((match) => {
    const body = match[0].slice(match[0].indexOf("\n{\n") + 1);
    return { name: match[1]!, lines: body.split("\n").length };
  });
}

describe("the sources in C", () => {
  it("are found", () => {
    expect(native.length).toBeGreaterThan(80);
    expect(native.flatMap(functionsOf).length).toBeGreaterThan(700);
  });

  it("have functions that are read without scrolling", () => {
    const long = native.flatMap(functionsOf).filter(({ lines }) => lines > FUNCTION_LINES);
    expect(long).toEqual([]);
  });

  it("have files of one matter", () => {
    const long = native.map(({ file, text }) => ({ file, lines: text.split("\n").length - 1 }));
    expect(long.filter(({ lines }) => lines > FILE_LINES)).toEqual([]);
  });

  it.each(product)("$file calls nothing that is banned", ({ file, code }) => {
    const lines = code.split("\n");
    const isMain = file === "runner-native/src/main.c";
    expect(lines.filter((line) => BANNED.test(isMain ? line.replace("exit(", "") : line))).toEqual([]);
    if (!PRINTERS.test(file)) expect(lines.filter((line) => PRINTS.test(line))).toEqual([]);
  });
});

describe("the words of the glossary", () => {
  const code = [...filesIn("src", /\.ts$/), ...native].map((source) => source.code).join("\n");
  const names = new Set([...new Set(code.match(/[A-Za-z_]\w*/g))].map((name) => wordsOf(name).join(" ")));
  const known = ` ${[...names].join(" | ")} `;
  const glossary = readFileSync(path.join(root, "docs/glossary.md"), "utf8");
  const words = [...glossary.matchAll(/^\| \*\*(.+?)\*\*/gm)].map((match) => match[1]!);

  it("are found", () => expect(words.length).toBeGreaterThan(25));

  it.each(words)("%s is a name in the code", (word) => {
    expect(isNamed(word === "under load" ? "loaded" : word)).toBe(true);
  });

  it.each(["rot", "ham", "ant", "cat", "tea"])("a part of a name is none: %s", (word) => {
    expect(isNamed(word)).toBe(false);
  });

  /** Whether a name has these words, whole and in this order. The third of three may be missing: "smallest visible change" is `smallestVisible`. */
  function isNamed(word: string): boolean {
    const parts = wordsOf(word.replaceAll(/[ -]/g, "_")).slice(0, 2).join(" ");
    return known.includes(` ${parts} `) || known.includes(` ${parts}s `);
  }
});

/** The words of a name, in small letters: `serverCpu` and `server_cpu` are server, cpu. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_")
    .filter((word) => word !== "");
}

/** They compare times of files, of other machines or of answers with the clock that people read, or write them down. */
const READ_THE_CLOCK: readonly string[] = [
  "src/io/database/postgres/kept-clusters.ts",
  "src/io/host/lock.ts",
  "src/io/inspect/nodes.ts",
  "src/io/shards/wall-clock.ts",
  "src/io/telemetry/collector.ts",
  "src/io/telemetry/live.ts",
  "src/pipeline/queries/overview.ts",
];

it("no time is waited for by a clock that can be set: io/host/until.ts has one that cannot", () => {
  const reading = filesIn("src", /\.ts$/).filter(({ code }) => /\bDate\.now\b/.test(code));
  expect(reading.map(({ file }) => file).sort()).toEqual(READ_THE_CLOCK);
});

it("no table of words has those that every object has: model/by-key.ts makes one that does not", () => {
  const bare = /^(?:export )?const [A-Z_]+: Readonly<Record<string, .*>> = \{/m;
  const found = filesIn("src", /\.ts$/).filter(({ code }) => bare.test(code));
  expect(found.map(({ file }) => file)).toEqual([]);
  expect(bare.test("const SIZES: Readonly<Record<string, number>> = { a: 1 };")).toBe(true);
});
