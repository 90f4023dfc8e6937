import { existsSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { askGit, git } from "../../../../src/io/git/git.ts";
import { Repository } from "../../../support/repository.ts";

let repository: Repository;
beforeAll(() => {
  repository = new Repository();
  repository.commit("only");
});
afterAll(() => repository.remove());
afterEach(() => void vi.unstubAllEnvs());

it("answers, and a failure is an answer too: git's first words", async () => {
  const { folder } = repository;
  expect(await git(folder, ["log", "--format=%s"])).toEqual({ ok: true, text: "only" });
  expect(await git(folder, ["rev-parse", "--verify", "gone"])).toEqual({
    ok: false,
    reason: "Needed a single revision",
    text: "",
    missing: false,
  });
  expect(await askGit(folder, "log", "--format=%s")).toBe("only");
  expect(await askGit(folder, "rev-parse", "--verify", "gone")).toBeNull();
});

it("is about the folder, whatever git command we are in", async () => {
  vi.stubEnv("GIT_DIR", "/nowhere");
  vi.stubEnv("GIT_INDEX_FILE", "/nowhere");
  expect(await askGit(repository.folder, "log", "--format=%s")).toBe("only");
});

it("says that there is no git at all", async () => {
  vi.stubEnv("PATH", "/nowhere");
  expect(await git(repository.folder, ["status"])).toMatchObject({ ok: false, missing: true });
});

it("is given up after its time", async () => {
  const stuck = ["-c", "alias.stuck=!sleep 60", "stuck"];
  expect(await git(repository.folder, stuck, { limitMs: 50 })).toMatchObject({
    ok: false,
    reason: expect.stringMatching(/took longer than 0\.05 s$/),
    missing: false,
  });
});

it("runs no hook of the repository", async () => {
  repository.write(".git/hooks/post-checkout", "#!/bin/sh\ntouch hooked\n");
  await git(repository.folder, ["checkout", "--quiet", "--detach"]);
  expect(await askGit(repository.folder, "status", "--porcelain")).toBe("");
});

it("takes no folder of a commit for a repository with settings of its own", async () => {
  const { folder } = repository;
  const [head, ran] = [repository.git("rev-parse", "HEAD"), `${folder}/ran`];
  // What a commit can hold: all that makes a bare repository, and a program to fetch what it lacks.
  repository.write("bench/HEAD", `${"e".repeat(40)}\n`);
  repository.write("bench/refs/none");
  repository.write("bench/objects/none");
  repository.write(
    "bench/config",
    `[core]
	repositoryformatversion = 1
	bare = true
[extensions]
	partialClone = evil
[protocol "ext"]
	allow = always
[remote "evil"]
	url = ext::sh -c touch% ${ran}
	promisor = true
`,
  );
  expect(await askGit(`${folder}/bench`, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")).not.toBe(head);
  expect(existsSync(ran)).toBe(false);
  // Nor may it choose which commit it is said to be.
  repository.write("bench/HEAD", `${head}\n`);
  repository.write("bench/objects/info/alternates", `${folder}/.git/objects\n`);
  expect(await askGit(`${folder}/bench`, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")).toBeNull();
  repository.git("clean", "-fdq");
});

it("ends with the signal, and is not begun after it", async () => {
  const interrupt = new AbortController();
  const began = `${repository.folder}/began`;
  const stuck = git(repository.folder, ["-c", `alias.stuck=!touch '${began}'; exec sleep 600`, "stuck"], {
    limitMs: 600_000,
    signal: interrupt.signal,
  }).catch((error: unknown) => error);
  await expect.poll(() => existsSync(began)).toBe(true);
  interrupt.abort();
  expect(await stuck).toBe(interrupt.signal.reason);
  await expect(git(repository.folder, ["status"], { signal: interrupt.signal })).rejects.toThrow(/abort/);
});
