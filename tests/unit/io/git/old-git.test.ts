/** Versions of git that take safe.directory from nobody's command line, as in a container of an older distribution. */
import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { git } from "../../../../src/io/git/git.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const isRoot = process.getuid?.() === 0;
const realGit = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();

let folder: string;
let repository: string;

beforeEach(() => {
  folder = temporaryFolder();
  repository = path.join(folder, "workspace");
  mkdirSync(repository);
  execFileSync(realGit, ["init", "--quiet", repository]);
  // As git before 2.38: what the command line says of safe.directory counts for nothing.
  const old = path.join(folder, "bin");
  mkdirSync(old);
  writeFileSync(
    path.join(old, "git"),
    `#!/bin/sh\n[ "$1 $2" = "-c safe.directory=*" ] && shift 2\nexec ${realGit} "$@"\n`,
  );
  chmodSync(path.join(old, "git"), 0o755);
  vi.stubEnv("PATH", `${old}${path.delimiter}${process.env["PATH"]}`);
  const home = path.join(folder, "home");
  mkdirSync(home);
  writeFileSync(path.join(home, ".gitconfig"), "[user]\n\tname = Ada\n");
  vi.stubEnv("HOME", home);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.runIf(isRoot)("a work tree of another user", () => {
  beforeEach(() => chownSync(repository, 65_534, 65_534));

  it("is a work tree all the same, and the user's own settings still count", async () => {
    expect(await git(repository, ["rev-parse", "--show-toplevel"])).toEqual({ ok: true, text: repository });
    expect(await git(repository, ["config", "user.name"])).toEqual({ ok: true, text: "Ada" });
  });
});

it("the user's own work tree needs nothing of that", async () => {
  expect(await git(repository, ["rev-parse", "--is-inside-work-tree"])).toEqual({ ok: true, text: "true" });
});
