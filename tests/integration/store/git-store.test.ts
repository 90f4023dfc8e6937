/** The store in a branch: real remotes, real pushes, several who push at once. What a store is asked is the folder store's business. */
import { execFile, execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BranchFolder } from "../../../src/io/git/branch-folder.ts";
import { keepToken } from "../../../src/io/git/credentials.ts";
import type { Store } from "../../../src/io/store/store.ts";
import {
  migrateStore,
  openExisting,
  openStore,
  openToAnswer,
} from "../../../src/pipeline/invocation/open-store.ts";
import { storeAt } from "../../../src/pipeline/invocation/store-location.ts";
import { makeAcceptance } from "../../support/acceptances.ts";
import { serveGit } from "../../support/git-over-http.ts";
import { HEAD_COMMIT, makeReport } from "../../support/reports.ts";
import { Repository } from "../../support/repository.ts";
import { makeRun, type RunRecipe } from "../../support/runs.ts";

let scratch: string;
let remote: string;
let clone: Repository;
let opened: Store[];

beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), "plumbline-git-store-"));
  remote = path.join(scratch, "remote.git");
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", remote]);
  clone = new Repository();
  clone.git("remote", "add", "origin", `file://${remote}`);
  clone.commit("first");
  clone.git("push", "--quiet", "origin", "main");
  opened = [];
});
afterEach(async () => {
  for (const store of opened) await store.close();
  clone.remove();
  rmSync(scratch, { recursive: true, force: true });
});

const small = (seed: number, recipe: RunRecipe = {}) =>
  makeRun({ sessions: 1, secondsPerSession: 0.1, seed, ...recipe });
const ids = (runs: readonly Readonly<{ id: string }>[]) => runs.map(({ id }) => id).sort();

/** As a job opens it: no memory of others. */
async function open(location = "git:measurements", cwd = clone.folder): Promise<Store> {
  const store = await openStore(storeAt(location, cwd));
  opened.push(store);
  return store;
}

const inRemote = (...args: readonly string[]) =>
  execFileSync("git", ["--git-dir", remote, ...args], { encoding: "utf8" }).trim();
const commits = () => Number(inRemote("rev-list", "--count", "measurements"));

test("what one job keeps the next one finds, by the repository's own remote", async () => {
  const runs = [small(1), small(2)];
  const report = makeReport({
    workloads: [{ name: "checkout", changes: [{ metric: "qps", effect: -0.2 }] }],
  });
  const acceptance = makeAcceptance("one", {});
  const first = await open();
  expect(await first.list()).toEqual([]);
  await first.save(runs);
  await first.saveReport(report);
  await first.saveAcceptances([acceptance]);

  const second = await open();
  expect(await second.loadAll(runs.map(({ id }) => id))).toEqual(runs);
  expect(await second.reports(HEAD_COMMIT.sha)).toEqual([report]);
  expect(await second.acceptances({})).toHaveLength(1);
  expect(inRemote("log", "--format=%s", "measurements").split("\n")).toEqual([
    "keep 1 acceptance",
    "keep a report",
    "keep 2 runs",
  ]);
});

test("leaves the repository as it is: no branch, no commit, no file, no cut of its history", async () => {
  const before = clone.git("for-each-ref") + clone.git("status", "--porcelain");
  await (await open()).save([small(1)]);
  await (await open()).list();
  expect(clone.git("for-each-ref") + clone.git("status", "--porcelain")).toBe(before);
  expect(clone.git("rev-parse", "--is-shallow-repository")).toBe("false");
});

test("eight who push at once lose nothing", async () => {
  const stores = await Promise.all(Array.from({ length: 8 }, () => open()));
  await Promise.all(
    stores.map(async (store, i) => {
      await store.save([small(2 * i + 1)]);
      await store.save([small(2 * i + 2)]);
    }),
  );
  const expected = Array.from({ length: 16 }, (_, i) => small(i + 1));
  expect(ids(await (await open()).list())).toEqual(ids(expected));
  expect(commits()).toBe(16);
});

test("writers that are killed in the middle of a push lose nothing that is acknowledged", async () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const words = [
    `${root}/scripts/run.mjs`,
    `${root}/proofs/writers.ts`,
    "git",
    "--writers",
    "3",
    "--runs",
    "9",
    "--kills",
    "3",
  ];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  expect(stdout).toMatch(
    /\b0 of them lost; .*\b0 not as they were written; 0 writers failed; .*: the same$/m,
  );
});

test("a run that is kept again is one document, and says so by its new name", async () => {
  await (await open()).save([small(1)]);
  const store = await open();
  await store.save([small(1)]);
  expect(commits()).toBe(1);
  await store.save([small(1, { commit: { sha: "f00d" } })]);
  expect(
    inRemote("ls-tree", "--name-only", "-r", "measurements")
      .split("\n")
      .filter((name) => name.endsWith(".json")),
  ).toHaveLength(1);
});

test("what is removed leaves the remote, history and all", async () => {
  const store = await open();
  for (const seed of [1, 2, 3]) await store.save([small(seed)]);
  expect(await store.remove([small(1).id, small(2).id])).toBe(2);
  expect(commits()).toBe(1);
  expect(ids(await (await open()).list())).toEqual([small(3).id]);
});

test("where a rule of the remote forbids to rewrite the branch, what is removed stays in its history", async () => {
  const store = await open();
  await store.save([small(1)]);
  inRemote("config", "receive.denyNonFastForwards", "true");
  expect(await store.remove([small(1).id])).toBe(1);
  expect(commits()).toBe(2);
  expect(await (await open()).list()).toEqual([]);
});

test("the history begins anew with each year, and keeps every file", async () => {
  const place = { remote: "origin", branch: "measurements" };
  const write = async (year: number, name: string) => {
    const branch = await BranchFolder.open(clone.folder, place, () => new Date(`${year}-06-01T00:00:00Z`));
    await branch.change(`keep ${name}`, async () => writeFileSync(path.join(branch.folder, name), name));
    await branch.close();
  };
  await write(2025, "a");
  await write(2025, "b");
  expect(commits()).toBe(2);
  await write(2026, "c");
  expect(commits()).toBe(1);
  await write(2026, "d");
  expect(commits()).toBe(2);
  expect(inRemote("ls-tree", "--name-only", "measurements").split("\n")).toEqual([
    ".plumbline-branch",
    "a",
    "b",
    "c",
    "d",
  ]);
});

test("an unreachable remote is an error with git's words, never an empty store", async () => {
  const store = await open();
  await store.save([small(1)]);
  rmSync(remote, { recursive: true });
  await expect(open()).rejects.toMatchObject({
    kind: "store",
    message: expect.stringMatching(/^cannot fetch the branch measurements: .*remote\.git/),
  });
  await expect(store.save([small(2)])).rejects.toMatchObject({ kind: "store" });
});

test("who only reads makes no branch, and hears that there is none", async () => {
  const missing = { kind: "usage", message: "there is no store at git:measurements" };
  await expect(openStore(storeAt("git:measurements", clone.folder), "read")).rejects.toMatchObject(missing);
  await expect(openExisting(storeAt("git:measurements", clone.folder), "write")).rejects.toMatchObject(
    missing,
  );
  await expect(migrateStore(storeAt("git:measurements", clone.folder))).rejects.toMatchObject(missing);
  expect(inRemote("branch", "--list", "measurements")).toBe("");
});

test("a branch can be served: it has no statements whose time could be limited", async () => {
  await (await open()).save([small(1)]);
  const store = await openToAnswer(storeAt("git:measurements", clone.folder), 60_000);
  expect(await store.list()).toHaveLength(1);
  await store.close();
});

test("a branch that holds something else is refused, and stays as it is", async () => {
  clone.write("README.md", "our work");
  clone.git("add", ".");
  clone.commit("second");
  clone.git("push", "--quiet", "origin", "main");
  const before = inRemote("rev-parse", "main");
  await expect(open("git:main")).rejects.toMatchObject({
    kind: "usage",
    message: "the branch main holds other files than a store's: README.md",
  });
  expect(inRemote("rev-parse", "main")).toBe(before);
});

test("nobody else's repository: git:BRANCH needs a clone, git:URL#BRANCH does not", async () => {
  await expect(open("git:measurements", scratch)).rejects.toMatchObject({
    kind: "usage",
    remedy: expect.stringContaining("git:URL#BRANCH"),
  });
  const store = await open(`git:file://${remote}#measurements`, scratch);
  await store.save([small(1)]);
  expect(await (await open()).list()).toHaveLength(1);
});

test("pushes with the token that a checkout left or the step was given, keeps it off the disk, and says what is missing without it", async () => {
  inRemote("config", "http.receivepack", "true");
  const host = await serveGit(scratch);
  try {
    const url = host.urlOf("remote.git");
    clone.git("remote", "set-url", "origin", url);
    await expect(open()).rejects.toMatchObject({
      kind: "store",
      remedy: expect.stringContaining("give git credentials for the remote"),
    });
    clone.git("config", `http.${new URL(url).origin}/.extraheader`, `AUTHORIZATION: ${host.authorization}`);
    await (await open()).save([small(1)]);
    // What is measured runs while the store is open.
    const folders = readdirSync(tmpdir()).filter((name) =>
      name.startsWith(`plumbline-branch-${process.pid}-`),
    );
    expect(folders).not.toHaveLength(0);
    for (const folder of folders)
      expect(readFileSync(path.join(tmpdir(), folder, ".git/config"), "utf8")).not.toContain("basic");
    clone.git("config", "--unset", `http.${new URL(url).origin}/.extraheader`);
    keepToken(url, "it-is-me");
    expect(await (await open()).list()).toHaveLength(1);
    inRemote("config", "http.receivepack", "false");
    await expect((await open()).save([small(2)])).rejects.toMatchObject({
      kind: "store",
      message: expect.stringContaining("cannot push to the branch measurements"),
      remedy: expect.stringContaining("contents: write"),
    });
  } finally {
    await host.stop();
  }
});

test("leaves no folder behind, and clears what a killed process left", async () => {
  const namespace = readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");
  const left = path.join(tmpdir(), `plumbline-branch-999999999-${namespace}-left`);
  mkdirSync(left);
  const mine = () =>
    readdirSync(tmpdir()).filter((name) => name.startsWith(`plumbline-branch-${process.pid}-`));
  const others = mine();
  const store = await openStore(storeAt("git:measurements", clone.folder));
  expect(mine()).toHaveLength(others.length + 1);
  await store.close();
  expect(mine()).toEqual(others);
  expect(readdirSync(tmpdir())).not.toContain(path.basename(left));
});

test("a password of the store's address is on no command line of git", async () => {
  const host = await serveGit(scratch);
  execFileSync("git", ["--git-dir", remote, "config", "http.receivepack", "true"]);
  // git as it is, behind a program that keeps what it was called with. Its helpers get their address from it.
  const seen = path.join(scratch, "seen");
  const programs = path.join(scratch, "bin");
  const real = execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim();
  mkdirSync(programs);
  const keeper = `#!/bin/sh\necho " $*" >> '${seen}'\nexec '${path.join(real, "git")}' "$@"\n`;
  writeFileSync(path.join(programs, "git"), keeper, { mode: 0o755 });
  vi.stubEnv("PATH", `${programs}${path.delimiter}${process.env["PATH"]}`);
  try {
    const url = host.urlOf("remote.git").replace("://", "://x-access-token:it-is-me@");
    const store = await open(`git:${url}#measurements`);
    await store.save([small(1)]);
    expect(ids(await (await open(`git:${url}#measurements`)).list())).toEqual(ids([small(1)]));
    const calls = readFileSync(seen, "utf8");
    expect(calls).toMatch(/ fetch .*remote\.git/);
    expect(calls).toMatch(/ push .*remote\.git/);
    expect(calls).not.toContain("it-is-me");
  } finally {
    vi.unstubAllEnvs();
    await host.stop();
  }
});
