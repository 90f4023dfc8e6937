/** The walls of the house (ARCHITECTURE.md), held by reading every import. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const SRC = path.resolve(import.meta.dirname, "../../src");
const PURE = ["model", "config", "samples", "stats", "compare", "render"];
const WORLD = ["target", "runner", "store", "github", "git", "web", "host"];
/** Computation only: hashing and inflating bytes. */
const PURE_BUILTINS = ["node:crypto", "node:zlib", "node:util"];
const PURE_PACKAGES = ["zod", "yaml", "hdr-histogram-js", "cli-table3", "picocolors", "string-width"];
/** Clock, chance, environment, output. */
const IMPURE =
  /\bDate\.now\b|\bnew Date\(\)|\bperformance\.|\bMath\.random\b|\brandomUUID\b|\bprocess\.|\bconsole\./;

/** A statement at the beginning of a line, or a dynamic import. */
const IMPORT = /^(?:import|export)\b(?:[^;"=]*\bfrom)? "([^"]+)";$|\bimport\("([^"]+)"\)/gm;

type Source = Readonly<{ file: string; folder: string; text: string; imports: readonly string[] }>;

const sources: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.startsWith(path.join("store", "generated")))
  .map((file) => {
    const text = readFileSync(path.join(SRC, file), "utf8");
    const imports = [...text.matchAll(IMPORT)].map((match) => (match[1] ?? match[2])!);
    return { file, folder: file.split(path.sep)[0]!, text, imports };
  });

const inFolders = (folders: readonly string[]) => sources.filter(({ folder }) => folders.includes(folder));

/** The folder of src/ that a relative import leads to; "" for a file directly in src/. */
function folderOf({ file }: Source, target: string): string {
  const parts = path.normalize(path.join(path.dirname(file), target)).split(path.sep);
  return parts.length > 1 ? parts[0]! : "";
}

describe("the walls of the house", () => {
  it("finds the sources it speaks of", () => {
    for (const folder of PURE) expect(inFolders([folder]), folder).not.toHaveLength(0);
  });

  it.each(inFolders(PURE))("$file imports only what is pure", (source) => {
    for (const target of source.imports) {
      if (target.startsWith(".")) expect(PURE, target).toContain(folderOf(source, target));
      else expect([...PURE_BUILTINS, ...PURE_PACKAGES], target).toContain(target);
    }
  });

  it.each(inFolders(PURE))("$file asks neither clock nor chance nor environment", ({ text }) => {
    const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm, "");
    expect(code).not.toMatch(IMPURE);
  });

  it.each(inFolders(WORLD))("$file imports no other world folder", (source) => {
    const relative = source.imports.filter((target) => target.startsWith("."));
    const foreign = relative
      .map((target) => folderOf(source, target))
      .filter((folder) => folder !== source.folder);
    for (const folder of foreign) expect(PURE, `${source.file} -> ${folder}`).toContain(folder);
  });

  it("lets only github/ use Octokit", () => {
    const users = sources.filter(({ imports }) =>
      imports.some((target) => /octokit|@actions\/github/.test(target)),
    );
    expect(new Set(users.map(({ folder }) => folder))).toEqual(new Set(["github"]));
  });

  it("keeps the entries to a few lines", () => {
    for (const { file, text } of sources.filter(({ file }) => /^(action|post|cli|server)\.ts$/.test(file))) {
      expect(text.split("\n").length, file).toBeLessThanOrEqual(45);
    }
  });
});
