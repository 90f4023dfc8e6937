import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { FolderCopies } from "../../../../../src/io/database/place/folder-copies.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

let folder: string;
let from: string;
let to: string;
beforeEach(() => {
  folder = temporaryFolder();
  [from, to] = [path.join(folder, "from"), path.join(folder, "to")];
  mkdirSync(from);
  writeFileSync(path.join(from, "file"), "before");
});

const { signal } = new AbortController();

test("a copy that was begun is the one that is taken, and the next of that name is another", async () => {
  const copies = new FolderCopies(signal);
  await Promise.all([copies.begin(from, to), copies.begin(from, to)]);
  writeFileSync(path.join(from, "file"), "after");
  await copies.take(from, to);
  expect(readFileSync(path.join(to, "file"), "utf8")).toBe("before");
  rmSync(to, { recursive: true });
  await copies.take(from, to);
  expect(readFileSync(path.join(to, "file"), "utf8")).toBe("after");
});

test("one that fails leaves no part of itself, and says why where it is taken", async () => {
  const copies = new FolderCopies(signal);
  await copies.begin(path.join(folder, "gone"), to);
  expect(existsSync(to)).toBe(false);
  await expect(copies.take(path.join(folder, "gone"), to)).rejects.toThrow(
    /cannot copy the loaded data: .*gone/,
  );
});

test("one that failed is made again where it is taken: what it lacked may be there by now", async () => {
  const copies = new FolderCopies(signal);
  renameSync(from, `${from}-away`);
  await copies.begin(from, to);
  renameSync(`${from}-away`, from);
  await copies.take(from, to);
  expect(readFileSync(path.join(to, "file"), "utf8")).toBe("before");
});

test("after the signal no copy is there, and none is begun", async () => {
  const ending = new AbortController();
  const copies = new FolderCopies(ending.signal);
  writeFileSync(path.join(from, "large"), Buffer.alloc(64 << 20));
  const begun = copies.begin(from, to);
  ending.abort();
  await copies.ended();
  expect(existsSync(to)).toBe(false);
  await begun;
  await expect(copies.take(from, to)).rejects.toThrow(/abort/i);
  expect(existsSync(to)).toBe(false);
});
