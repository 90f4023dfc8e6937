/** Base's Git LFS objects and submodules, of hosts that ask who wants them. What else of base's work tree there is: sources.test.ts. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { keepToken } from "../../../../src/io/git/credentials.ts";
import { openWorktree } from "../../../../src/io/git/worktree.ts";
import { type GitHost, serveGit } from "../../../support/git-over-http.ts";
import { Repository } from "../../../support/repository.ts";

const TOKEN = "it-is-me";
const HAS_LFS = spawnSync("git", ["lfs", "version"]).status === 0;

let repositories: string;
let host: GitHost;
let repository: Repository;
let open: Awaited<ReturnType<typeof openWorktree>> | undefined;

beforeAll(async () => {
  repositories = await mkdtemp(path.join(tmpdir(), "plumbline-host-"));
});
afterAll(async () => await rm(repositories, { recursive: true, force: true }));
beforeEach(async () => {
  // Each has a port of its own, and so an origin that no token is kept for.
  host = await serveGit(repositories);
  repository = new Repository();
  open = undefined;
});
afterEach(async () => {
  await open?.close();
  await host.stop();
  repository.remove();
  for (const name of readdirSync(repositories)) rmSync(path.join(repositories, name), { recursive: true });
});

const origin = () => new URL(host.urlOf("")).origin;
const header = () => `AUTHORIZATION: ${host.authorization}`;

/** Everything below the folder that git or a program could read. */
function textsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    .map((file) => readFileSync(file, "latin1"));
}

function expectNoToken(...folders: readonly string[]): void {
  const basic = Buffer.from(`x-access-token:${TOKEN}`).toString("base64");
  for (const text of folders.flatMap(textsBelow)) {
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(basic);
  }
}

describe("a private submodule", () => {
  let sha: string;

  beforeEach(() => {
    const inner = new Repository();
    inner.write("tables.sql", "CREATE TABLE t ();");
    inner.git("add", ".");
    inner.commit("tables");
    inner.git("clone", "--quiet", "--bare", inner.folder, path.join(repositories, "inner.git"));
    inner.remove();
  });

  /** A clone whose own submodule was fetched by somebody who could; from the folder, for the host answers only while this program waits. */
  function withSubmodule(url: string): void {
    const inner = path.join(repositories, "inner.git");
    repository.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "inner");
    repository.git("config", "--file", ".gitmodules", "submodule.inner.url", url);
    repository.git("config", "submodule.inner.url", url);
    repository.git("add", ".");
    sha = repository.commit("base");
  }

  it("is cloned with the token that was kept, which is written nowhere", async () => {
    withSubmodule(host.urlOf("inner.git"));
    keepToken(origin(), TOKEN);
    open = await openWorktree(repository.folder, sha);
    expect(readFileSync(path.join(open.tree, "inner/tables.sql"), "utf8")).toBe("CREATE TABLE t ();");
    expectNoToken(open.tree, path.join(repository.folder, ".git"));
    expect(JSON.stringify(process.env)).not.toContain(TOKEN);
  });

  it("is cloned with what actions/checkout left in the repository's settings", async () => {
    withSubmodule(host.urlOf("inner.git"));
    repository.git("config", `http.${origin()}/.extraheader`, header());
    open = await openWorktree(repository.folder, sha);
    expect(readFileSync(path.join(open.tree, "inner/tables.sql"), "utf8")).toContain("CREATE");
  });

  it("that git cannot read says whose token has to", async () => {
    withSubmodule(host.urlOf("inner.git"));
    await expect(openWorktree(repository.folder, sha)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringMatching(/^cannot check out base's commit [0-9a-f]{40}: its submodules: /),
      remedy: expect.stringContaining("let `github-token` be one that may also read the repositories"),
    });
  });

  it("is not shown the token of another host", async () => {
    withSubmodule(host.urlOf("inner.git"));
    keepToken("http://127.0.0.1:1", TOKEN);
    await expect(openWorktree(repository.folder, sha)).rejects.toMatchObject({ kind: "usage" });
  });
});

describe.skipIf(!HAS_LFS)("Git LFS (needs the program git-lfs)", () => {
  const text = "1\tAda\n".repeat(100);
  const oid = createHash("sha256").update(text).digest("hex");
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${text.length}\n`;
  let sha: string;

  beforeEach(() => {
    mkdirSync(path.join(repositories, "lfs"));
    writeFileSync(path.join(repositories, "lfs", oid), text);
    repository.git("lfs", "install", "--local", "--skip-repo");
    repository.write(".gitattributes", "*.tsv filter=lfs diff=lfs merge=lfs -text\n");
    repository.git("add", ".");
    // As the pointer's own bytes: who clones has no object of it.
    repository.write("people.tsv", pointer);
    const blob = repository.git("hash-object", "-w", "--no-filters", "people.tsv");
    repository.git("update-index", "--add", "--cacheinfo", `100644,${blob},people.tsv`);
    sha = repository.commit("base");
    repository.git("remote", "add", "origin", host.urlOf("outer.git"));
  });

  it("is asked for base's objects with the token that was kept, which is written nowhere", async () => {
    keepToken(origin(), TOKEN);
    open = await openWorktree(repository.folder, sha);
    expect(readFileSync(path.join(open.tree, "people.tsv"), "utf8")).toBe(text);
    expectNoToken(open.tree, path.join(repository.folder, ".git"));
  });

  it("shows no filter the token: those are of a repository's settings", async () => {
    const seen = path.join(repositories, "seen");
    // Of two filters git takes the long-running one.
    repository.git("config", "--unset", "filter.lfs.process");
    repository.git("config", "filter.lfs.smudge", `env >> ${seen}; git-lfs smudge -- %f`);
    keepToken(origin(), TOKEN);
    open = await openWorktree(repository.folder, sha);
    expect(readFileSync(path.join(open.tree, "people.tsv"), "utf8")).toBe(text);
    expect(readFileSync(seen, "utf8")).not.toContain("AUTHORIZATION");
  });

  it("that lets nobody in says whose token has to", async () => {
    await expect(openWorktree(repository.folder, sha)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(`cannot check out base's commit ${sha}`),
      remedy: expect.stringContaining("let `github-token` be one that may read"),
    });
  });

  it("is not asked where the commit has none of its files", async () => {
    repository.git("rm", "--quiet", "--cached", "people.tsv", ".gitattributes");
    const without = repository.commit("none");
    repository.git("config", "filter.lfs.smudge", "false");
    open = await openWorktree(repository.folder, without);
    expect(execFileSync("git", ["status", "--short"], { cwd: open.tree, encoding: "utf8" })).toBe("");
  });
});
