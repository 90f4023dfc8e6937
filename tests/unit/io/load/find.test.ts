import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { findProgram, programAtHand } from "../../../../src/io/load/find.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let folder: string;
let sources: string;
let said: string[];
beforeEach(() => {
  folder = temporaryFolder();
  sources = path.join(folder, "runner-native");
  mkdirSync(path.join(sources, "src"), { recursive: true });
  writeFileSync(path.join(sources, "src/main.c"), "int main(void) { return 0; }\n");
  // What a build is does not matter here; that it happens once, elsewhere and whole does.
  const recipe = "mkdir -p build && printf '#!/bin/sh\\nexit 0\\n' > $@ && chmod +x $@";
  writeFileSync(path.join(sources, "Makefile"), `build/plumbline-load: src/main.c\n\t${recipe}\n`);
  said = [];
});

const search = (env: NodeJS.ProcessEnv = {}) => ({
  progress: { stage: (text: string) => said.push(text) },
  env: { RUNNER_TOOL_CACHE: path.join(folder, "cache"), ...env },
  sources,
});
const find = (env: NodeJS.ProcessEnv = {}) => findProgram(search(env));

function writeProgram(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "#!/bin/sh\nexit 0\n");
  chmodSync(file, 0o755);
  return file;
}

test("PLUMBLINE_LOAD names the program", async () => {
  const program = writeProgram(path.join(folder, "mine"));
  expect(await find({ PLUMBLINE_LOAD: program })).toBe(program);
});

test("a PLUMBLINE_LOAD that is no program is an error, not a reason to look elsewhere", async () => {
  await expect(find({ PLUMBLINE_LOAD: path.join(folder, "none") })).rejects.toMatchObject({ kind: "usage" });
});

test("a program built beside its sources is used while it is newer than they are", async () => {
  const built = writeProgram(path.join(sources, "build/plumbline-load"));
  expect(await find()).toBe(built);
  const later = new Date(Date.now() + 60_000);
  utimesSync(path.join(sources, "src/main.c"), later, later);
  expect(await find()).not.toBe(built);
});

test("otherwise it is built in the cache, once for each state of the sources", async () => {
  const first = await find();
  expect(first.startsWith(path.join(folder, "cache/plumbline/plumbline-load-"))).toBe(true);
  expect(await find()).toBe(first);
  expect(said).toEqual(["building plumbline-load"]);
  writeFileSync(path.join(sources, "src/main.c"), "int main(void) { return 1; }\n");
  expect(await find()).not.toBe(first);
  expect(existsSync(path.join(sources, "build"))).toBe(false);
  expect(readdirSync(path.join(folder, "cache/plumbline"))).toHaveLength(2);
});

test("what is at hand is what was named or made already; nothing is built for it", async () => {
  expect(await programAtHand(search())).toBeNull();
  expect(said).toEqual([]);
  const cached = await find();
  expect(await programAtHand(search())).toBe(cached);
  const built = writeProgram(path.join(sources, "build/plumbline-load"));
  expect(await programAtHand(search())).toBe(built);
  const named = writeProgram(path.join(folder, "mine"));
  expect(await programAtHand(search({ PLUMBLINE_LOAD: named }))).toBe(named);
  await expect(programAtHand({ ...search(), platform: "darwin-arm64" })).rejects.toThrow(/runs on Linux/);
});

test("two builds at once end with one whole program", async () => {
  const programs = await Promise.all([find(), find(), find()]);
  expect(new Set(programs).size).toBe(1);
  expect(readFileSync(programs[0]!, "utf8")).toContain("exit 0");
});

test("a compiler that fails is quoted", async () => {
  writeFileSync(path.join(sources, "Makefile"), "all:\n\t@echo main.c:1: expected semicolon >&2; exit 1\n");
  await expect(find()).rejects.toMatchObject({
    kind: "generator",
    message: expect.stringContaining("main.c:1: expected semicolon"),
  });
  expect(readdirSync(path.join(folder, "cache/plumbline"))).toEqual([]);
});
