import { execFileSync } from "node:child_process";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  asEnvironment,
  keepToken,
  type Setting,
  settingsFor,
  withoutPassword,
} from "../../../../src/io/git/credentials.ts";
import { Repository } from "../../../support/repository.ts";

let repository: Repository;

beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

const URL = "https://git.example/a.git";

test("takes what leads to remotes, also from files included for this folder alone, and nothing else", async () => {
  repository.write(
    "token.config",
    '[http "https://git.example/"]\n\textraheader = AUTHORIZATION: basic eDp5\n',
  );
  const included = path.join(repository.folder, "token.config");
  repository.git("config", `includeIf.gitdir:${repository.folder}/.path`, included);
  repository.git("config", "url.https://git.example/.insteadOf", "git@git.example:");
  repository.git("config", "core.sshCommand", "ssh -i key");
  repository.git("config", "core.worktree", repository.folder);
  repository.git("config", "remote.origin.url", URL);
  expect(new Set(await settingsFor(repository.folder, URL))).toEqual(
    new Set([
      ["http.https://git.example/.extraheader", "AUTHORIZATION: basic eDp5"],
      ["url.https://git.example/.insteadof", "git@git.example:"],
      ["core.sshcommand", "ssh -i key"],
    ]),
  );
});

test("has none where there is no repository", async () => {
  expect(await settingsFor("/", URL)).toEqual([]);
});

test("shows a kept token to its host alone, and only where the repository has no header of its own", async () => {
  keepToken("https://kept.example", "secret");
  const header = [
    "http.https://kept.example/.extraheader",
    "AUTHORIZATION: basic eC1hY2Nlc3MtdG9rZW46c2VjcmV0",
  ];
  expect(await settingsFor(repository.folder, "https://kept.example/a/b.git")).toEqual([header]);
  for (const other of [
    "https://kept.example.org/a.git",
    "http://kept.example/a.git",
    "git@kept.example:a.git",
    "/srv/a.git",
  ])
    expect(await settingsFor(repository.folder, other), other).toEqual([]);
  repository.git("config", "http.https://kept.example/.extraheader", "AUTHORIZATION: basic own");
  expect(await settingsFor(repository.folder, "https://kept.example/a.git")).toEqual([
    [header[0], "AUTHORIZATION: basic own"],
  ]);
});

test("a password of the address itself is shown as git would, and is not on the command line", async () => {
  keepToken("https://both.example", "kept");
  const basic = (text: string) => `AUTHORIZATION: basic ${Buffer.from(text).toString("base64")}`;
  for (const [url, bare, words] of [
    ["https://me:p%40ss@both.example/a.git", "https://both.example/a.git", "me:p@ss"],
    ["https://me:a@b:c@both.example:8443/a@b.git", "https://both.example:8443/a@b.git", "me:a@b:c"],
    ["https://:only@both.example", "https://both.example", ":only"],
    ["https://me:100%@both.example/a", "https://both.example/a", "me:100%"],
  ] as const) {
    expect(withoutPassword(url)).toBe(bare);
    expect((await settingsFor("/", url)).map(([, value]) => value)).toEqual([basic(words)]);
  }
  for (const other of [
    "https://me@both.example/a.git",
    "https://both.example/a:b@c.git",
    "git@both.example:a.git",
    "ssh://me:x@both.example/a.git",
    "/srv/a:b@c.git",
  ])
    expect(withoutPassword(other)).toBe(other);
});

test("an empty token is none", async () => {
  keepToken("https://empty.example", "");
  expect(await settingsFor("/", "https://empty.example/a.git")).toEqual([]);
});

test("git reads the environment as what was meant", () => {
  const settings: readonly Setting[] = [
    ['http.https://git.example/a "b"\\c.extraheader', 'a "quoted" \\ value; # and\nmore'],
    ["credential.helper", "!f() { echo password=x; }; f"],
  ];
  for (const [name, value] of settings) {
    const theirs = { PATH: process.env["PATH"], ...asEnvironment([["a.b", "c"]], {}) };
    const env = { ...theirs, ...asEnvironment(settings, theirs) };
    expect(execFileSync("git", ["config", "--get", "a.b"], { env, cwd: "/", encoding: "utf8" })).toBe("c\n");
    expect(
      execFileSync("git", ["config", "--null", "--get", name], { env, cwd: "/", encoding: "utf8" }),
    ).toBe(`${value}\0`);
  }
});
