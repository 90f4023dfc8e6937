import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { checkoutFiles } from "../../../../src/io/git/checkout-files.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

function repository(): string {
  const folder = path.join(temporaryFolder(), "own");
  mkdirSync(path.join(folder, "db"), { recursive: true });
  execFileSync("git", ["init", "-q"], { cwd: folder });
  return folder;
}

describe("the files of a checkout", () => {
  it("have the names that they have, in all letters", async () => {
    const folder = repository();
    writeFileSync(path.join(folder, "db/größe.sql"), "SELECT 1;\n");
    writeFileSync(path.join(folder, 'db/a"b.sql'), "SELECT 2;\n");
    execFileSync("git", ["add", "db/größe.sql"], { cwd: folder });
    const { files, read } = await checkoutFiles(folder);
    expect(files).toEqual(['db/a"b.sql', "db/größe.sql"]);
    expect(files.map(read)).toEqual(["SELECT 2;\n", "SELECT 1;\n"]);
  });

  it("are read through links that stay in it, and through no others", async () => {
    const folder = repository();
    const outside = path.join(folder, "../secret.sql");
    writeFileSync(outside, "SELECT 'secret';\n");
    mkdirSync(path.join(folder, "../beside"));
    writeFileSync(path.join(folder, "db/own.sql"), "SELECT 1;\n");
    symlinkSync("own.sql", path.join(folder, "db/link.sql"));
    symlinkSync(outside, path.join(folder, "db/out.sql"));
    symlinkSync("../../secret.sql", path.join(folder, "db/up.sql"));
    symlinkSync("../.git/config", path.join(folder, "db/git.sql"));
    symlinkSync("/dev/zero", path.join(folder, "db/device.sql"));
    symlinkSync("../../beside", path.join(folder, "db/folder.sql"));
    const { files, read } = await checkoutFiles(folder);
    expect(files.map((file) => [file, read(file)])).toEqual([
      ["db/device.sql", null],
      ["db/folder.sql", null],
      ["db/git.sql", null],
      ["db/link.sql", "SELECT 1;\n"],
      ["db/out.sql", null],
      ["db/own.sql", "SELECT 1;\n"],
      ["db/up.sql", null],
    ]);
  });

  it("of a folder within it may be links to what lies above, in the same repository", async () => {
    const folder = repository();
    writeFileSync(path.join(folder, "shared.env"), "A=1\n");
    symlinkSync("../shared.env", path.join(folder, "db/.env.example"));
    const { read } = await checkoutFiles(path.join(folder, "db"));
    expect(read(".env.example")).toBe("A=1\n");
  });

  it("are those that lie there where there is no repository", async () => {
    const folder = temporaryFolder();
    for (const place of ["a", "node_modules/b"]) mkdirSync(path.join(folder, place), { recursive: true });
    for (const file of ["a/x.sql", "node_modules/b/y.sql"]) writeFileSync(path.join(folder, file), "x");
    symlinkSync("/etc/hostname", path.join(folder, "a/z.sql"));
    const { files, read } = await checkoutFiles(folder);
    expect([files, read("a/x.sql"), read("a/z.sql"), read("none")]).toEqual([["a/x.sql"], "x", null, null]);
  });
});
