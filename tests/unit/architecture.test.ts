/** The walls of the house (ARCHITECTURE.md), held by reading every import. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const SRC = path.resolve(import.meta.dirname, "../../src");
const PURE = ["model", "config", "samples", "stats", "compare", "history", "capture", "imports", "render"];
const WORLD = [
  "target",
  "runner",
  "observe",
  "store",
  "github",
  "git",
  "web",
  "host",
  "shards",
  "live",
  "browser",
];
/** Worlds do not know each other, but for these: a store may be a branch of git, and all processes are this machine's. */
const WORLDS_WITHIN: Readonly<Record<string, readonly string[]>> = {
  store: ["git"],
  git: ["host"],
  runner: ["host"],
  target: ["host"],
};
/**
 * The edge, each room with the rooms of the edge that it may enter; all may use what is pure and every world. `invocation` is what
 * was asked for, `documents` what is read and written, `measure` and `recall` what is done, and only the two callers know the order.
 */
const EDGE: Readonly<Record<string, readonly string[]>> = {
  invocation: [],
  documents: ["invocation"],
  measure: ["invocation", "documents"],
  recall: ["invocation", "documents"],
  cluster: ["invocation", "documents"],
  "pipeline.ts": ["invocation", "documents", "measure", "recall"],
  "sweep.ts": ["invocation", "documents", "measure", "recall"],
  "shard.ts": ["invocation", "documents", "measure", "recall", "pipeline.ts"],
  step: ["invocation", "documents", "measure", "recall", "pipeline.ts"],
  verbs: ["invocation", "documents", "measure", "recall", "cluster", "pipeline.ts", "sweep.ts", "shard.ts"],
};
/** Where the entries lead, and nothing else. */
const ENTRIES = ["action.ts", "post.ts", "cli.ts", "server.ts"];
/** Computation only: hashing and inflating bytes. */
const PURE_BUILTINS = ["node:crypto", "node:zlib", "node:util"];
const PURE_PACKAGES = ["zod", "yaml", "hdr-histogram-js", "cli-table3", "picocolors", "string-width"];
/** Clock, chance, environment, output. */
const IMPURE =
  /\bDate\.now\b|\bnew Date\(\)|\bperformance\.|\bMath\.random\b|\brandomUUID\b|\bprocess\.|\bconsole\./;

/** A statement at the beginning of a line, or a dynamic import. */
const IMPORT = /^(?:import|export)\b(?:[^;"=]*\bfrom)? "([^"]+)";$|\bimport\("([^"]+)"\)/gm;

type Source = Readonly<{ file: string; room: string; text: string; imports: readonly string[] }>;

const sources: readonly Source[] = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.startsWith(path.join("store", "generated")))
  .map((file) => {
    const text = readFileSync(path.join(SRC, file), "utf8");
    const imports = [...text.matchAll(IMPORT)].map((match) => (match[1] ?? match[2])!);
    return { file, room: file.split(path.sep)[0]!, text, imports };
  });

const inRooms = (rooms: readonly string[]) => sources.filter(({ room }) => rooms.includes(room));

/** The rooms that a file's relative imports lead to, other than its own. */
function neighbours({ file, room, imports }: Source): readonly string[] {
  const relative = imports.filter((target) => target.startsWith("."));
  const rooms = relative.map(
    (target) => path.normalize(path.join(path.dirname(file), target)).split(path.sep)[0]!,
  );
  return [...new Set(rooms)].filter((other) => other !== room);
}

/** Files that import each other, however far around, as a path that ends where it began; null: there are none. */
function importCircle(): readonly string[] | null {
  const known = new Map(
    sources.map(({ file, imports }) => {
      const relative = imports.filter((target) => target.startsWith("."));
      return [file, relative.map((target) => path.join(path.dirname(file), target))];
    }),
  );
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

describe("the walls of the house", () => {
  it("finds the sources it speaks of", () => {
    for (const room of [...PURE, ...Object.keys(EDGE)]) expect(inRooms([room]), room).not.toHaveLength(0);
  });

  it("has no room that nobody speaks of", () => {
    const known = [...PURE, ...WORLD, ...Object.keys(EDGE), ...ENTRIES];
    for (const { file, room } of sources) expect(known, file).toContain(room);
  });

  it.each(inRooms(PURE))("$file imports only what is pure", (source) => {
    for (const room of neighbours(source)) expect(PURE, `${source.file} -> ${room}`).toContain(room);
    for (const target of source.imports.filter((each) => !each.startsWith("."))) {
      expect([...PURE_BUILTINS, ...PURE_PACKAGES], target).toContain(target);
    }
  });

  it.each(inRooms(PURE))("$file asks neither clock nor chance nor environment", ({ text }) => {
    const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm, "");
    expect(code).not.toMatch(IMPURE);
  });

  it.each(inRooms(WORLD))("$file imports no other world folder but what is named", (source) => {
    const allowed = [...PURE, ...(WORLDS_WITHIN[source.room] ?? [])];
    for (const room of neighbours(source)) expect(allowed, `${source.file} -> ${room}`).toContain(room);
  });

  it.each(inRooms(Object.keys(EDGE)))("$file enters no room of the edge but those below it", (source) => {
    const allowed = [...PURE, ...WORLD, ...EDGE[source.room]!];
    for (const room of neighbours(source)) expect(allowed, `${source.file} -> ${room}`).toContain(room);
  });

  it("has no files that import each other in a circle, be it for a type", () => {
    expect(importCircle()).toBeNull();
  });

  it("asks for the kind of a deployment in target/ and where the config file is read alone", () => {
    for (const { file, room, text } of sources) {
      if (room !== "target" && room !== "config") expect(text, file).not.toMatch(/\bdeploy(?:\?)?\.kind\b/);
    }
  });

  it("keeps the order of the stages to what is read without scrolling far", () => {
    const [pipeline] = inRooms(["pipeline.ts"]);
    expect(pipeline!.text.split("\n").length).toBeLessThanOrEqual(200);
  });

  it("lets only github/ use Octokit", () => {
    const users = sources.filter(({ imports }) =>
      imports.some((target) => /octokit|@actions\/github/.test(target)),
    );
    expect(new Set(users.map(({ room }) => room))).toEqual(new Set(["github"]));
  });

  it("is drawn in ARCHITECTURE.md: each room, with a first file that is there", () => {
    const text = readFileSync(path.resolve(SRC, "../ARCHITECTURE.md"), "utf8");
    const rows = [...text.matchAll(/^\| `src\/([\w.]+)\/?`.*\| (?:`(.+)` )?\|$/gm)];
    const first = new Map(rows.map(([, room, file]) => [room!, file]));
    for (const room of [...PURE, ...Object.keys(EDGE), ...new Set(inRooms(WORLD).map((each) => each.room))]) {
      expect([...first.keys()], room).toContain(room);
      if (room.endsWith(".ts")) continue;
      expect(sources.map(({ file }) => file)).toContain(path.join(room, first.get(room)!));
    }
  });

  it("keeps the entries to a few lines", () => {
    for (const { file, text } of inRooms(ENTRIES)) {
      expect(text.split("\n").length, file).toBeLessThanOrEqual(45);
    }
  });
});
