/** The order of the folders (ARCHITECTURE.md), held by reading every import. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const SRC = path.resolve(import.meta.dirname, "../../src");

/** A folder uses those before it and itself. The first seven are pure; `io` does input and output. */
const ORDER = [
  "model",
  "stats",
  "text",
  "config",
  "analysis",
  "ingest",
  "report",
  "io",
  "pipeline",
  "apps",
] as const;
const PURE: readonly string[] = ORDER.slice(0, ORDER.indexOf("io"));

/**
 * Rooms of these folders use no other room of the folder but those named: for every room under `*`, and for one room under its name. The
 * command line starts the web service.
 */
const WITHIN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  io: { "*": ["host"] },
  pipeline: {
    invocation: [],
    documents: ["invocation"],
    measure: ["invocation", "documents"],
    queries: ["invocation", "documents"],
    cluster: ["invocation", "documents"],
    "check.ts": ["invocation", "documents", "measure", "queries"],
    "sweep.ts": ["invocation", "documents", "measure", "queries"],
    "shard.ts": ["invocation", "documents", "measure", "queries", "check.ts"],
    "capture.ts": ["invocation", "documents", "measure"],
    "try.ts": ["invocation", "measure"],
  },
  apps: { "*": [], cli: ["server"] },
};

/** Computation only: hashing and inflating bytes. */
const PURE_BUILTINS = ["node:crypto", "node:zlib", "node:util"];
const PURE_PACKAGES = ["zod", "yaml", "hdr-histogram-js", "picocolors", "string-width"];
/** Clock, chance, environment, output. */
const IMPURE =
  /\bDate\.now\b|\bnew Date\(\)|\bperformance\.|\bMath\.random\b|\brandomUUID\b|\bprocess\.|\bconsole\./;

/** A statement at the beginning of a line, or a dynamic import. */
const IMPORT = /^(?:import|export)\b(?:[^;"=]*\bfrom)? "([^"]+)";$|\bimport\("([^"]+)"\)/gm;

type Place = Readonly<{ folder: string; room: string }>;
type Source = Place & Readonly<{ file: string; text: string; imports: readonly string[] }>;

function placeOf(file: string): Place {
  const [folder, room] = file.split(path.sep);
  return { folder: folder!, room: room! };
}

const sources: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.includes("generated"))
  .map((file) => {
    const text = readFileSync(path.join(SRC, file), "utf8");
    const imports = [...text.matchAll(IMPORT)].map((match) => (match[1] ?? match[2])!);
    return { file, ...placeOf(file), text, imports };
  });

const inFolders = (folders: readonly string[]) => sources.filter(({ folder }) => folders.includes(folder));
const relativeImports = ({ file, imports }: Pick<Source, "file" | "imports">) =>
  imports
    .filter((target) => target.startsWith("."))
    .map((target) => path.normalize(path.join(path.dirname(file), target)));

/** Files that import each other, however far around, as a path that ends where it began; null: there are none. */
function importCircle(): readonly string[] | null {
  const known = new Map(sources.map((source) => [source.file, relativeImports(source)]));
  const done = new Set<string>();
  const from = (file: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of known.get(file) ?? []) {
      const circle = from(next, [...way, file]);
      if (circle !== null) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of known.keys()) {
    const circle = from(file, []);
    if (circle !== null) return circle;
  }
  return null;
}

describe("the order of the folders", () => {
  it("names every folder of src/, and no other", () => {
    expect(new Set(readdirSync(SRC))).toEqual(new Set(ORDER));
  });

  it.each(sources)("$file uses only folders before its own", (source) => {
    const allowed: readonly string[] = ORDER.slice(0, ORDER.indexOf(source.folder as never) + 1);
    for (const to of relativeImports(source)) expect(allowed, to).toContain(placeOf(to).folder);
  });

  it.each(inFolders(Object.keys(WITHIN)))("$file enters no room of its folder but those named", (source) => {
    const rooms = WITHIN[source.folder]!;
    const allowed = [source.room, ...(rooms["*"] ?? []), ...(rooms[source.room] ?? [])];
    if (rooms["*"] === undefined) expect(Object.keys(rooms)).toContain(source.room);
    for (const to of relativeImports(source)) {
      const { folder, room } = placeOf(to);
      if (folder === source.folder) expect(allowed, to).toContain(room);
    }
  });

  it("has no files that import each other in a circle, be it for a type", () => {
    expect(importCircle()).toBeNull();
  });
});

describe("what is pure", () => {
  it.each(inFolders(PURE))("$file imports only packages that compute", ({ imports }) => {
    for (const target of imports.filter((each) => !each.startsWith("."))) {
      expect([...PURE_BUILTINS, ...PURE_PACKAGES], target).toContain(target);
    }
  });

  it.each(inFolders(PURE))("$file asks neither clock nor chance nor environment", ({ text }) => {
    const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm, "");
    expect(code).not.toMatch(IMPURE);
  });
});

describe("what one room alone knows", () => {
  it("asks for the kind of a deployment in io/database/ and config/ alone", () => {
    for (const { file, folder, room, text } of sources) {
      if (folder !== "config" && room !== "database") {
        expect(text, file).not.toMatch(/\bdeploy(?:\?)?\.kind\b/);
      }
    }
  });

  it("lets only io/github/ use Octokit", () => {
    const users = sources.filter(({ imports }) =>
      imports.some((target) => /octokit|@actions\/github/.test(target)),
    );
    expect(new Set(users.map(({ folder, room }) => `${folder}/${room}`))).toEqual(new Set(["io/github"]));
  });

  it("writes numbers for people in text/, and rounds them in stats/", () => {
    for (const { file, text } of sources.filter(({ folder }) => folder !== "text" && folder !== "stats")) {
      expect(text, file).not.toMatch(/\.(?:toFixed|toPrecision|toLocaleString)\(/);
    }
  });

  it("keeps the order of the stages to what is read without scrolling far", () => {
    const check = sources.find(({ file }) => file === path.join("pipeline", "check.ts"));
    expect(check!.text.split("\n").length).toBeLessThanOrEqual(200);
  });
});

describe("ARCHITECTURE.md", () => {
  const text = readFileSync(path.resolve(SRC, "../ARCHITECTURE.md"), "utf8");
  const table = text.slice(text.indexOf("| folder |"), text.indexOf("### Where to go"));
  const rows = [...table.matchAll(/^\| `([a-z]+)\/`/gm)].map((match) => match[1]);

  it("has the folders in their order", () => expect(rows).toEqual([...ORDER]));

  it("names every room", () => {
    const rooms = new Set(
      sources.filter(({ file }) => file.split(path.sep).length > 2).map(({ folder, room }) => [folder, room]),
    );
    for (const [folder, room] of rooms) {
      const row = table.split("\n").find((line) => line.startsWith(`| \`${folder}/\``));
      expect(row, `${folder}/${room}`).toContain(`\`${room}\``);
    }
  });

  it("names files that are there", () => {
    const named = [...text.matchAll(/`((?:[a-z]+\/)+[a-z-]+\.ts)`/g)].map((match) => match[1]!);
    expect(named.length).toBeGreaterThan(15);
    for (const file of named) expect(sources.map((source) => source.file)).toContain(path.normalize(file));
  });
});
