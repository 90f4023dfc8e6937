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
