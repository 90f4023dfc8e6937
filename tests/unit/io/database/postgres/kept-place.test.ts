import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { keptBytes, keptFolder, unusablePlace } from "../../../../../src/io/database/postgres/kept-place.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";

it("lies where the user's caches lie", () => {
  expect(keptFolder({ XDG_CACHE_HOME: "/caches" })).toBe("/caches/plumbline/data");
  expect(keptFolder({})).toMatch(/\/\.cache\/plumbline\/data$/);
});

it("the environment decides over the config file, and an off switch over both", () => {
  expect(keptBytes(undefined, {})).toBe(10 * 2 ** 30);
  expect(keptBytes(5, {})).toBe(5);
  expect(keptBytes(5, { PLUMBLINE_CACHE: "2GB" })).toBe(2e9);
  expect(keptBytes(5, { PLUMBLINE_CACHE: "off" })).toBeNull();
  expect(keptBytes(false, { PLUMBLINE_CACHE: "2GB" })).toBeNull();
  expect(() => keptBytes(5, { PLUMBLINE_CACHE: "much" })).toThrow(/PLUMBLINE_CACHE: got "much"/);
});

describe("a folder of kept data that cannot be used", () => {
  const failure = (code: string, at: string) =>
    Object.assign(new Error(`${code}: what the system says, open '${at}'`), { code, path: at });

  it.each([
    [
      "EACCES",
      /^\/caches cannot be used: .* may not use \/caches\/secret$/,
      /^give it the right .* XDG_CACHE_HOME/,
    ],
    ["EROFS", /its file system is read-only$/, /XDG_CACHE_HOME/],
    ["ENOSPC", /its disk is full$/, /^make room/],
    ["EIO", /: EIO: what the system says, open '\/caches\/secret'$/, /XDG_CACHE_HOME/],
  ])("names place, cause and remedy: %s", async (code, message, remedy) => {
    expect(await unusablePlace("/caches", failure(code, "/caches/secret"))).toMatchObject({
      kind: "machine",
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    });
  });

  it.each(["EEXIST", "ENOTDIR"])("names the file that is in its way: %s", async (code) => {
    const scratch = temporaryFolder();
    const file = path.join(scratch, "file");
    writeFileSync(file, "");
    const folder = path.join(file, "plumbline", "data");
    expect(await unusablePlace(folder, failure(code, folder))).toMatchObject({
      message: `${folder} cannot be used: ${file} is a file, and no folder`,
      remedy: "remove that file, or set XDG_CACHE_HOME to another folder",
    });
  });
});
