import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { contentsOf } from "../../../../../src/io/database/place/contents.ts";
import { restoreFolder } from "../../../../../src/io/database/place/restore-folder.ts";

let folder: string;
let from: string;
let used: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "plumbline-restore-"));
  [from, used] = [path.join(folder, "from"), path.join(folder, "used")];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const { signal } = new AbortController();
const HOUR_AGO = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 3_600_000 + 456);

/** Files with their text, of an hour ago, and twenty that nobody writes to; a name that ends with "/" is an empty folder. */
function make(files: Readonly<Record<string, string>>): void {
  const rest = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`rest/${i}`, `${i}`]));
  for (const [name, text] of Object.entries({ ...files, ...rest })) {
    const place = path.join(from, name);
    mkdirSync(name.endsWith("/") ? place : path.dirname(place), { recursive: true });
    if (name.endsWith("/")) continue;
    writeFileSync(place, text, { mode: 0o600 });
    utimesSync(place, HOUR_AGO, HOUR_AGO);
  }
}

function copy(): number {
  rmSync(used, { recursive: true, force: true });
  const now = Date.now();
  cpSync(from, used, { recursive: true, preserveTimestamps: true });
  return now;
}

/** Names, texts and rights of all that is in a folder. */
async function heldBy(place: string) {
  const contents = (await contentsOf(place))!;
  return contents.map(({ file, size, sha256 }) => [
    file,
    size,
    sha256,
    size === null ? null : statSync(path.join(place, file)).mode,
  ]);
}

test("what was written, made, removed and cut in a copy is undone, and what was left alone is left alone", async () => {
  make({
    "base/1/16384": "rows",
    "base/1/16385": "index",
    "pg_wal/0001": "log",
    "pg_notify/": "",
    PG_VERSION: "15",
  });
  const at = copy();
  const kept = statSync(path.join(used, "base/1/16385")).ino;
  writeFileSync(path.join(used, "base/1/16384"), "ROWS");
  writeFileSync(path.join(used, "pg_wal/0001"), "");
  writeFileSync(path.join(used, "pg_wal/0002"), "more");
  writeFileSync(path.join(used, "postmaster.pid"), "1");
  mkdirSync(path.join(used, "base/2/deep"), { recursive: true });
  writeFileSync(path.join(used, "base/2/deep/1"), "1");
  rmSync(path.join(used, "PG_VERSION"));

  expect(await restoreFolder(from, used, at, signal)).toBe(true);
  expect(await heldBy(used)).toEqual(await heldBy(from));
  expect(statSync(path.join(used, "base/1/16385")).ino).toBe(kept);
  // What was copied again has the time of the original, so that it need not be the next time.
  expect(statSync(path.join(used, "base/1/16384")).mtimeMs).toBeCloseTo(HOUR_AGO.getTime(), -1);
});

test("whatever is done to a copy, it is as its original again", async () => {
  const names = ["a", "b", "d/a", "d/b", "e/f/a"];
  const deed = fc.record({
    name: fc.constantFrom(...names, "new", "d/new"),
    what: fc.constantFrom("write", "cut", "remove", "rights"),
    text: fc.string({ maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { maxLength: 8 }), async (deeds) => {
      rmSync(from, { recursive: true, force: true });
      make(Object.fromEntries(names.map((name) => [name, name])));
      const at = copy();
      for (const { name, what, text } of deeds) {
        const place = path.join(used, name);
        if (what === "write") writeFileSync(place, text);
        else if (what === "cut") writeFileSync(place, "");
        else if (what === "remove") rmSync(place, { force: true });
        else if (existsSync(place)) chmodSync(place, 0o640);
      }
      expect(await restoreFolder(from, used, at, signal)).toBe(true);
      expect(await heldBy(used)).toEqual(await heldBy(from));
    }),
    { numRuns: 50 },
  );
});

/**
 * A write that leaves size and time as they were, in the copy of a file that was written so many milliseconds before the copy was begun.
 * @param part of a second, of the times of all files, in milliseconds
 * @returns what the copy holds when it is restored
 */
async function afterHiddenWrite(msBefore: number, part: number): Promise<string> {
  make({ a: "rows" });
  const second = Math.floor(HOUR_AGO.getTime() / 1_000) - 3_600;
  for (const { file, size } of (await contentsOf(from))!)
    if (size !== null)
      utimesSync(path.join(from, file), second - 60 + part / 1_000, second - 60 + part / 1_000);
  utimesSync(path.join(from, "a"), second + part / 1_000, second + part / 1_000);
  copy();
  writeFileSync(path.join(used, "a"), "ROWS");
  utimesSync(path.join(used, "a"), second + part / 1_000, second + part / 1_000);
  expect(await restoreFolder(from, used, second * 1_000 + part + msBefore, signal)).toBe(true);
  return readFileSync(path.join(used, "a"), "utf8");
}

// Of an older one its time says that nobody wrote to it, which no server could have arranged.
test.each([
  ["within a tenth of a second", 99, 456, "rows"],
  ["a tenth of a second later", 101, 456, "ROWS"],
  ["within three seconds, where no file has a part of a second", 2_999, 0, "rows"],
  ["three seconds later, where no file has one", 3_001, 0, "ROWS"],
])("a write that the clock of files may have hidden is undone: %s", async (_, msBefore, part, held) => {
  expect(await afterHiddenWrite(msBefore, part)).toBe(held);
});

test("what has holes has them again", async () => {
  make({ a: "1" });
  const holes = path.join(from, "holes");
  writeFileSync(holes, "");
  truncateSync(holes, 1 << 20);
  const at = copy();
  writeFileSync(path.join(used, "holes"), "");
  expect(await restoreFolder(from, used, at, signal)).toBe(true);
  const { size, blocks } = statSync(path.join(used, "holes"));
  expect(size).toBe(1 << 20);
  expect(blocks).toBe(statSync(holes).blocks);
});

test("where most of it was written to, another copy is as cheap", async () => {
  make({});
  const at = copy();
  for (let i = 0; i < 11; i++) writeFileSync(path.join(used, `rest/${i}`), "used");
  expect(await restoreFolder(from, used, at, signal)).toBe(false);
});

test.each([
  ["a folder of the original is gone", () => rmSync(path.join(used, "d"), { recursive: true })],
  ["something leads out of the copy", () => symlinkSync("/tmp", path.join(used, "link"))],
  ["something leads out of the original", () => symlinkSync("/tmp", path.join(from, "link"))],
])("where %s, it is not done", async (_, deed) => {
  make({ "d/a": "1", b: "2" });
  const at = copy();
  deed();
  expect(await restoreFolder(from, used, at, signal)).toBe(false);
});

test("where a file became a folder, it is a file again", async () => {
  make({ a: "1" });
  const at = copy();
  renameSync(path.join(used, "a"), path.join(used, "b"));
  mkdirSync(path.join(used, "a"));
  expect(await restoreFolder(from, used, at, signal)).toBe(true);
  expect(await heldBy(used)).toEqual(await heldBy(from));
});

test("after the signal it ends", async () => {
  make({ a: "1" });
  const at = copy();
  const ending = new AbortController();
  ending.abort();
  writeFileSync(path.join(used, "a"), "used");
  await expect(restoreFolder(from, used, at, ending.signal)).rejects.toThrow(/abort/i);
});
