import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  assureTemporaryFolder,
  assureWritable,
  cacheFolder,
  readTextFile,
  writeFileWhole,
} from "../../../../src/io/host/files.ts";
import { mayMount } from "../../../support/may-mount.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let folder: string;
const usualTmpdir = process.env["TMPDIR"];
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  if (usualTmpdir === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = usualTmpdir;
});

it.skipIf(!mayMount())("finds a disk full before the measuring, and leaves nothing there", async () => {
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=128k", "tmpfs", folder]);
  try {
    await expect(assureWritable(folder)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining("the disk is full"),
    });
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    execFileSync("umount", [folder]);
  }
});

it("writes a file whole, with the folders that lead to it, and leaves nothing else", async () => {
  const file = path.join(folder, "a/b/run.json");
  await writeFileWhole(file, "first\n");
  await writeFileWhole(file, "second\n");
  expect(readFileSync(file, "utf8")).toBe("second\n");
  expect(readdirSync(path.dirname(file))).toEqual(["run.json"]);
});

it("keeps what was there where it cannot write", async () => {
  const file = path.join(folder, "taken");
  await writeFileWhole(path.join(file, "inside"), "kept");
  await expect(writeFileWhole(file, "text")).rejects.toMatchObject({
    kind: "usage",
    message: `cannot write ${file}: it is a folder`,
    remedy: expect.stringContaining("--output"),
  });
  expect(readdirSync(folder)).toEqual(["taken"]);
  expect(readFileSync(path.join(file, "inside"), "utf8")).toBe("kept");
});

it("says what is in the way of a folder", async () => {
  writeFileSync(path.join(folder, "file"), "");
  for (const inside of ["file/out", "file/deeper/out"]) {
    await expect(assureWritable(path.join(folder, inside))).rejects.toThrow("a part of its path is a file");
  }
});

it("comes to an end in a folder that takes no folders", async () => {
  await expect(assureWritable("/proc/plumbline/out")).rejects.toThrow(/^cannot write \/proc\/plumbline\/out/);
});

it("leaves no trace of the question whether a folder can be written", async () => {
  await assureWritable(path.join(folder, "out"));
  await assureWritable(path.join(folder, "out"));
  expect(readdirSync(path.join(folder, "out"))).toEqual([]);
});

it("says what a file should have been, and why it cannot be read", async () => {
  await expect(readTextFile(folder, "the report", "write one")).rejects.toMatchObject({
    kind: "usage",
    message: `cannot read the report ${folder}: it is a folder`,
    remedy: "write one",
  });
});

it("wants a temporary folder that can be used", async () => {
  process.env["TMPDIR"] = folder;
  await assureTemporaryFolder();
  expect(readdirSync(folder)).toEqual([]);
  process.env["TMPDIR"] = path.join(folder, "nowhere");
  await expect(assureTemporaryFolder()).rejects.toMatchObject({
    kind: "usage",
    message: `cannot make a folder in ${folder}/nowhere: there is no such file or folder`,
    remedy: expect.stringContaining("TMPDIR"),
  });
});

it("keeps programs where a runner keeps its tools, and all else in the user's cache", () => {
  const env = { RUNNER_TOOL_CACHE: "/tools", XDG_CACHE_HOME: "/caches" };
  expect(cacheFolder("programs", env)).toBe("/tools/plumbline");
  expect(cacheFolder("data", env)).toBe("/caches/plumbline");
  expect(cacheFolder("programs", { RUNNER_TOOL_CACHE: "", XDG_CACHE_HOME: "/caches" })).toBe(
    "/caches/plumbline",
  );
  expect(cacheFolder("programs", {})).toMatch(/\/\.cache\/plumbline$/);
});
