import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findBase } from "../../../../src/io/git/merge-base.ts";
import { assureBase, openSources, type Sources } from "../../../../src/io/git/sources.ts";
import { readContext, targetBranchOf } from "../../../../src/io/github/context.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { commit, git } from "./support/commits.ts";

let folder: string;
/** The repository that others are cloned from. */
let origin: string;
let open: Sources[];

/** Repositories that are made once, since git takes its time, and copied for each test. */
const prepared = mkdtempSync(path.join(tmpdir(), "plumbline-sources-"));
/** main: first. */
const plainPrepared = path.join(prepared, "plain");
/** main: first - fork - later; feature: first - fork - change. */
const forkedPrepared = path.join(prepared, "forked");
let inForked: Readonly<{ fork: string; later: string; change: string }>;

beforeAll(() => {
  mkdirSync(plainPrepared);
  git(plainPrepared, "init", "--quiet", "--initial-branch=main");
  commit(plainPrepared, "first");
  cpSync(plainPrepared, forkedPrepared, { recursive: true });
  const fork = commit(forkedPrepared, "fork");
  git(forkedPrepared, "checkout", "--quiet", "-b", "feature");
  const change = commit(forkedPrepared, "change");
  git(forkedPrepared, "checkout", "--quiet", "main");
  inForked = { fork, later: commit(forkedPrepared, "later"), change };
});
afterAll(() => rmSync(prepared, { recursive: true }));

beforeEach(() => {
  folder = temporaryFolder();
  origin = path.join(folder, "origin");
  open = [];
  cpSync(plainPrepared, origin, { recursive: true });
});
afterEach(async () => {
  await Promise.all(open.map((sources) => sources.close()));
  const left = readdirSync(tmpdir()).filter((name) => name.startsWith(`plumbline-base-${process.pid}-`));
  expect(left).toEqual([]);
});

/** Makes origin the forked repository. @returns its commits */
function forkedOrigin(): typeof inForked {
  rmSync(origin, { recursive: true });
  cpSync(forkedPrepared, origin, { recursive: true });
  return inForked;
}

/** GitHub's refs/pull/7/merge of feature into main. */
function testMerge(base: string, head: string): string {
  git(origin, "checkout", "--quiet", "--detach", base);
  git(origin, "merge", "--quiet", "--no-ff", "-m", `Merge ${head} into ${base}`, head);
  const merge = git(origin, "rev-parse", "HEAD");
  git(origin, "update-ref", "refs/pull/7/merge", merge);
  git(origin, "checkout", "--quiet", "main");
  return merge;
}

/** What actions/checkout does with fetch-depth 1. */
function checkoutAction(ref: string): string {
  const clone = path.join(folder, "checkout");
  mkdirSync(clone);
  git(clone, "init", "--quiet", "--initial-branch=main");
  git(clone, "remote", "add", "origin", `file://${origin}`);
  const kept = ref.replace("refs/heads/", "refs/remotes/origin/").replace("refs/pull/", "refs/remotes/pull/");
  git(clone, "fetch", "--quiet", "--no-tags", "--depth=1", "origin", `+${ref}:${kept}`);
  git(clone, "checkout", "--quiet", "--detach", kept);
  return clone;
}

const FOUND = { ref: null, targetBranch: null };

async function sourcesOf(...args: Parameters<typeof openSources>): Promise<Sources> {
  const sources = await openSources(...args);
  open.push(sources);
  return sources;
}

describe("the base of a change", () => {
  test("of a branch is where it left the default branch, not that branch's tip", async () => {
    const { fork } = forkedOrigin();
    const clone = path.join(folder, "clone");
    git(folder, "clone", "--quiet", "--branch=feature", `file://${origin}`, clone);
    expect(await findBase(clone, FOUND)).toBe(fork);
  });

  test("of a branch with a target of its own is where it left that", async () => {
    const { change } = forkedOrigin();
    git(origin, "checkout", "--quiet", "feature");
    git(origin, "checkout", "--quiet", "-b", "stacked");
    commit(origin, "more");
    expect(await findBase(origin, { ref: null, targetBranch: "feature" })).toBe(change);
  });

  test("of a push to the target branch is the commit before", async () => {
    const { fork } = forkedOrigin();
    expect(await findBase(origin, FOUND)).toBe(fork);
  });

  describe("of a push after some that were not measured", () => {
    /** main: first - a - b - c, HEAD. */
    const pushed = () => ["a", "b", "c"].map((subject) => commit(origin, subject));

    test("is the last measured commit, so that no comparison leaves any out", async () => {
      const [a] = pushed();
      const first = git(origin, "rev-list", "--max-parents=0", "HEAD");
      expect(await findBase(origin, { ...FOUND, measured: [a!, first] })).toBe(a);
    });

    test("is the commit before if that was measured, or if none is known to be", async () => {
      const [a, b, c] = pushed();
      expect(await findBase(origin, { ...FOUND, measured: [c!, b!, a!] })).toBe(b);
      expect(await findBase(origin, { ...FOUND, measured: [c!] })).toBe(b);
      expect(await findBase(origin, { ...FOUND, measured: ["0".repeat(40)] })).toBe(b);
    });

    test("is nothing that a forced push took off the branch", async () => {
      const [a, dropped] = pushed();
      git(origin, "reset", "--quiet", "--hard", a!);
      const kept = commit(origin, "kept");
      commit(origin, "newest");
      expect(await findBase(origin, { ...FOUND, measured: [dropped!, a!] })).toBe(a);
      expect(await findBase(origin, { ...FOUND, measured: [dropped!] })).toBe(kept);
    });

    test("is found from the shallowest checkout", async () => {
      const [a] = pushed();
      const clone = checkoutAction("refs/heads/main");
      expect(await findBase(clone, { ref: null, targetBranch: "main", measured: [a!] })).toBe(a);
    });
  });

  /** Of a push to a branch, as the action asks for it. */
  async function baseOfPush(branch: string, baseline: string, defaultBranch: string): Promise<string> {
    const clone = checkoutAction(`refs/heads/${branch}`);
    const payload = {
      before: "0".repeat(40),
      after: git(clone, "rev-parse", "HEAD"),
      repository: { default_branch: defaultBranch },
    };
    const env = {
      GITHUB_EVENT_NAME: "push",
      GITHUB_REPOSITORY: "acme/db",
      GITHUB_RUN_ID: "77",
      GITHUB_SHA: payload.after,
      GITHUB_REF: `refs/heads/${branch}`,
    };
    const targetBranch = targetBranchOf(readContext(env, payload), payload, baseline);
    return await findBase(clone, { ref: null, targetBranch });
  }

  test("of a push to the base branch is the commit before, also where that is not the default branch", async () => {
    git(origin, "checkout", "--quiet", "-b", "release");
    const [before] = [commit(origin, "fix 1"), commit(origin, "fix 2")];
    expect(await baseOfPush("release", "release", "main")).toBe(before);
  });

  test("of a push to another branch is where it left the default branch, also beside a main", async () => {
    git(origin, "checkout", "--quiet", "-b", "develop");
    const developed = commit(origin, "developed");
    git(origin, "checkout", "--quiet", "-b", "feature");
    commit(origin, "change");
    expect(await baseOfPush("feature", "main", "develop")).toBe(developed);
  });

  test("of GitHub's test merge is the state of the target branch that head was merged into", async () => {
    const { later, change } = forkedOrigin();
    const merge = testMerge(later, change);
    git(origin, "checkout", "--quiet", "--detach", merge);
    expect(await findBase(origin, { ref: null, targetBranch: "main" })).toBe(later);
  });

  test("of a head that its author made look like a test merge is not what its author put there", async () => {
    const { later } = forkedOrigin();
    git(origin, "checkout", "--quiet", "-b", "slower", "feature");
    const slower = commit(origin, "slower");
    git(origin, "checkout", "--quiet", "--detach", slower);
    git(origin, "merge", "--quiet", "--no-ff", "-m", "x", "main");
    const tree = git(origin, "rev-parse", "HEAD^{tree}");
    const words = ["-p", slower, "-p", later, "-m", `Merge ${later} into ${slower}`];
    const forged = git(origin, "commit-tree", tree, ...words);
    git(origin, "checkout", "--quiet", "--detach", forged);
    expect(await findBase(origin, { ref: null, targetBranch: "main" })).toBe(later);
    const sources = await sourcesOf({ cwd: origin, base: { ref: null, targetBranch: "main" } });
    expect(sources.head.commit.sha).toBe(forged);
  });

  test("of an ordinary merge commit is the merge-base as ever", async () => {
    const { change } = forkedOrigin();
    const later = git(origin, "rev-parse", "main");
    git(origin, "checkout", "--quiet", "-b", "updated", change);
    git(origin, "merge", "--quiet", "-m", "Merge branch main into updated", "main");
    expect(await findBase(origin, { ref: null, targetBranch: "main" })).toBe(later);
  });

  test("is found from the shallowest checkout of a pull request", async () => {
    const { later, change } = forkedOrigin();
    testMerge(later, change);
    const clone = checkoutAction("refs/pull/7/merge");
    expect(await findBase(clone, { ref: null, targetBranch: "main" })).toBe(later);
    expect(git(clone, "cat-file", "-t", later)).toBe("commit");
  });

  test("is found from the shallowest checkout of a branch, by fetching more history", async () => {
    const { fork } = forkedOrigin();
    git(origin, "checkout", "--quiet", "feature");
    for (let i = 0; i < 60; i++) git(origin, "commit", "--quiet", "--allow-empty", "-m", `step ${i}`);
    const clone = checkoutAction("refs/heads/feature");
    expect(await findBase(clone, FOUND)).toBe(fork);
  });

  test("is not an older one that a shallow clone happens to reach on a short cut", async () => {
    // main: first - m1 .. m4 - merge of a hotfix of first; feature: a change of first, and m3 merged long ago.
    const first = git(origin, "rev-parse", "main");
    const [, , m3] = [1, 2, 3, 4].map((n) => commit(origin, `m${n}`));
    git(origin, "checkout", "--quiet", "-b", "hotfix", first);
    commit(origin, "hotfix");
    git(origin, "checkout", "--quiet", "main");
    git(origin, "merge", "--quiet", "--no-ff", "-m", "take the hotfix", "hotfix");
    git(origin, "checkout", "--quiet", "-b", "long", m3!);
    for (let i = 0; i < 6; i++) git(origin, "commit", "--quiet", "--allow-empty", "-m", `step ${i}`);
    git(origin, "checkout", "--quiet", "-b", "feature", first);
    commit(origin, "change");
    git(origin, "merge", "--quiet", "--no-ff", "-m", "take the long way", "long");

    const clone = path.join(folder, "shallow");
    git(
      folder,
      "clone",
      "--quiet",
      "--depth=4",
      "--no-single-branch",
      "--branch=feature",
      `file://${origin}`,
      clone,
    );
    expect(git(clone, "merge-base", "HEAD", "origin/main")).toBe(first); // What git itself answers there.
    expect(await findBase(clone, { ref: null, targetBranch: "main" })).toBe(m3);
  });

  test("of a push that merges a pull request is the commit before on the branch itself", async () => {
    const { later } = forkedOrigin();
    git(origin, "merge", "--quiet", "--no-ff", "-m", "Merge pull request #7 from acme/feature", "feature");
    expect(await findBase(origin, { ref: null, targetBranch: null })).toBe(later);
    expect(await findBase(checkoutAction("refs/heads/main"), { ref: null, targetBranch: null })).toBe(later);
  });

  test("of a squashed pull request is the commit before on the branch", async () => {
    const { later } = forkedOrigin();
    git(origin, "merge", "--quiet", "--squash", "feature");
    git(origin, "commit", "--quiet", "-m", "change (#7)");
    expect(await findBase(origin, FOUND)).toBe(later);
  });

  test("of a stacked pull request is the state of the branch below, also from the shallowest checkout", async () => {
    const { change } = forkedOrigin();
    git(origin, "checkout", "--quiet", "-b", "stacked", "feature");
    const stacked = commit(origin, "stacked");
    testMerge(change, stacked);
    const clone = checkoutAction("refs/pull/7/merge");
    expect(await findBase(clone, { ref: null, targetBranch: "feature" })).toBe(change);
  });

  test("follows a retargeted pull request: the new test merge has the new target as its parent", async () => {
    const { later, change } = forkedOrigin();
    git(origin, "checkout", "--quiet", "-b", "stacked", "feature");
    const stacked = commit(origin, "stacked");
    testMerge(change, stacked);
    testMerge(later, stacked);
    // A re-run's event still names the old target; what was checked out is what counts.
    expect(await findBase(checkoutAction("refs/pull/7/merge"), { ref: null, targetBranch: "feature" })).toBe(
      later,
    );
  });

  test("of a rebased branch, whose old base the event still names, is where it is now", async () => {
    const { later } = forkedOrigin();
    git(origin, "checkout", "--quiet", "feature");
    git(origin, "rebase", "--quiet", "main");
    const clone = checkoutAction("refs/heads/feature");
    expect(await findBase(clone, { ref: null, targetBranch: "main" })).toBe(later);
  });

  test("of a branch that merged its target is what it merged, also from the shallowest checkout", async () => {
    const { later } = forkedOrigin();
    git(origin, "checkout", "--quiet", "feature");
    git(origin, "merge", "--quiet", "--no-ff", "-m", "Merge branch 'main' into feature", "main");
    commit(origin, "after");
    git(origin, "checkout", "--quiet", "main");
    commit(origin, "newest");
    const clone = checkoutAction("refs/heads/feature");
    expect(await findBase(clone, { ref: null, targetBranch: "main" })).toBe(later);
  });

  test("that cannot be fetched is an error that names fetch-depth", async () => {
    forkedOrigin();
    const clone = checkoutAction("refs/heads/feature");
    git(clone, "remote", "set-url", "origin", path.join(folder, "gone"));
    await expect(findBase(clone, FOUND)).rejects.toMatchObject({
      kind: "usage",
      remedy: expect.stringContaining("fetch-depth: 0"),
    });
  });

  test("can be named: branch, tag, id, HEAD, also one that only the remote has", async () => {
    const { fork, later, change } = forkedOrigin();
    git(origin, "tag", "v1", fork);
    for (const [ref, sha] of [
      ["feature", change],
      ["v1", fork],
      [fork.slice(0, 12), fork],
      ["HEAD", later],
    ] as const) {
      expect(await findBase(origin, { ref, targetBranch: null })).toBe(sha);
    }
    const clone = checkoutAction("refs/heads/main");
    expect(await findBase(clone, { ref: "feature", targetBranch: null })).toBe(change);
  });

  test.each(["nothing-of-that-name", "--upload-pack=evil"])("%s is no commit", async (ref) => {
    await expect(findBase(origin, { ref, targetBranch: null })).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(ref),
    });
  });

  test("of the very first commit does not exist, and says so", async () => {
    await expect(findBase(origin, FOUND)).rejects.toMatchObject({
      remedy: expect.stringContaining("base HEAD"),
    });
  });
});

describe("sources", () => {
  test("head is the folder as it lies there, base the same folder of its commit", async () => {
    const { fork, change } = forkedOrigin();
    git(origin, "checkout", "--quiet", "feature");
    const sources = await sourcesOf({ cwd: path.join(origin, "app"), base: FOUND });
    expect(sources.head.tree).toBe(path.join(origin, "app"));
    expect(sources.head.commit).toEqual({
      sha: change,
      branch: "feature",
      time: "2026-01-02T03:04:05.000Z",
      subject: "change",
      author: "A",
      dirty: false,
    });
    expect(sources.base?.commit).toMatchObject({ sha: fork, subject: "fork", dirty: false });
    expect(readdirSync(sources.base!.tree).sort()).toEqual(["first", "fork"]);
    await sources.close();
    await sources.close();
    expect(existsSync(sources.base!.tree)).toBe(false);
    expect(git(origin, "worktree", "list").split("\n")).toHaveLength(1);
  });

  test("on GitHub's test merge the commit is the pull request's own, the tree the merge", async () => {
    const { later, change } = forkedOrigin();
    testMerge(later, change);
    const clone = checkoutAction("refs/pull/7/merge");
    const sources = await sourcesOf({
      cwd: clone,
      base: { ref: null, targetBranch: "main" },
      branch: "feature",
    });
    expect(sources.head.commit).toMatchObject({
      sha: change,
      branch: "feature",
      subject: "change",
      dirty: false,
    });
    expect(readdirSync(path.join(clone, "app")).sort()).toEqual(["change", "first", "fork", "later"]);
    expect(sources.base?.commit).toMatchObject({ sha: later, branch: "main", subject: "later" });
    expect(readdirSync(path.join(sources.base!.tree, "app")).sort()).toEqual(["first", "fork", "later"]);
  });

  test.each([
    ["the branch that it left", null, "main"],
    ["the branch that was named", "main", "main"],
    ["head's own branch for base HEAD", "HEAD", "feature"],
    ["none for an id, which may be on many", "HEAD~1", null],
  ])("base's commit is of %s", async (_, ref, branch) => {
    forkedOrigin();
    git(origin, "checkout", "--quiet", "feature");
    const sources = await sourcesOf({ cwd: origin, base: { ref, targetBranch: null } });
    expect(sources.base?.commit.branch).toBe(branch);
  });

  test("uncommitted work makes head dirty, Plumbline's own output does not", async () => {
    mkdirSync(path.join(origin, "plumbline-out"));
    writeFileSync(path.join(origin, "plumbline-out/run.json"), "{}");
    expect((await sourcesOf({ cwd: path.join(origin, "app"), base: null })).head.commit.dirty).toBe(false);
    writeFileSync(path.join(origin, "app/new.sql"), "SELECT 1");
    expect((await sourcesOf({ cwd: path.join(origin, "app"), base: null })).head.commit.dirty).toBe(true);
  });

  test("nor do the files and folders that it was told to write, where the invocation lies", async () => {
    const cwd = path.join(origin, "app");
    for (const file of ["out/run.json", "out/report.json", "[kept]/a.json", "plumbline-out/run.json"]) {
      mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
      writeFileSync(path.join(cwd, file), "{}");
    }
    const isDirty = async (...ignored: string[]) =>
      (await sourcesOf({ cwd, base: null, ignored })).head.commit.dirty;
    expect(await isDirty("out/run.json", "out/report.json")).toBe(true);
    expect(await isDirty("out/run.json", "[kept]")).toBe(true);
    expect(await isDirty("out/run.json", path.join(cwd, "out/report.json"), "[kept]")).toBe(false);
    expect(await isDirty("out", "[kept]", "../../elsewhere")).toBe(false);
    writeFileSync(path.join(cwd, "out/new.sql"), "SELECT 1");
    expect(await isDirty("out/run.json", "out/report.json", "[kept]")).toBe(true);
  });

  test("nor where a link leads to them", async () => {
    const cwd = path.join(origin, "app");
    mkdirSync(path.join(origin, "results/deep"), { recursive: true });
    symlinkSync("../results", path.join(cwd, "out"));
    git(origin, "add", "app/out");
    git(origin, "commit", "--quiet", "-m", "link");
    writeFileSync(path.join(origin, "results/deep/run.json"), "{}");
    const elsewhere = path.join(folder, "link to it");
    symlinkSync(origin, elsewhere);
    const isDirty = async (...ignored: string[]) =>
      (await sourcesOf({ cwd, base: null, ignored })).head.commit.dirty;
    expect(await isDirty("out/run.json")).toBe(true);
    expect(await isDirty("out/deep/run.json", "out/not/yet/there.json")).toBe(false);
    expect(await isDirty(path.join(elsewhere, "results"))).toBe(false);
    symlinkSync("../results", path.join(cwd, "plumbline-out"));
    expect(await isDirty()).toBe(false);
  });

  test("a base of which nothing is used needs no commit, but one that is named must be there", async () => {
    const alone = { cwd: origin, baseStandsAlone: true };
    // The first commit of all has none before it.
    expect((await sourcesOf({ ...alone, base: FOUND })).base).toEqual({
      tree: origin,
      commit: { sha: "unknown", branch: null, time: null, subject: null, dirty: false },
    });
    expect((await sourcesOf({ ...alone, base: FOUND })).baseUnknown?.message).toMatch(/first commit/);
    await expect(openSources({ cwd: origin, base: FOUND })).rejects.toThrow(/first commit/);
    await expect(
      openSources({ ...alone, base: { ref: "nowhere", targetBranch: null } }),
    ).rejects.toMatchObject({ kind: "usage" });
    const plain = path.join(folder, "plain");
    mkdirSync(plain);
    expect((await sourcesOf({ ...alone, cwd: plain, base: FOUND })).base?.commit.sha).toBe("unknown");
    const { fork } = forkedOrigin();
    git(origin, "checkout", "--quiet", "feature");
    const found = await sourcesOf({ ...alone, base: { ref: null, targetBranch: "main" } });
    expect(found.base?.commit.sha).toBe(fork);
    expect(found.baseUnknown).toBeNull();
  });

  test("a base is asked for early with the answer that it gets later, and nothing is checked out", async () => {
    const plain = path.join(folder, "plain");
    mkdirSync(plain);
    const nowhere = { ref: "nowhere", targetBranch: null };
    await expect(assureBase({ cwd: origin, base: FOUND })).rejects.toThrow(/first commit/);
    await expect(assureBase({ cwd: plain, base: FOUND })).rejects.toThrow(/in no git repository/);
    for (const baseStandsAlone of [false, true])
      await expect(assureBase({ cwd: origin, base: nowhere, baseStandsAlone })).rejects.toThrow(/no commit/);
    await assureBase({ cwd: origin, base: FOUND, baseStandsAlone: true });
    await assureBase({ cwd: origin, base: null });
    await assureBase({ cwd: plain, base: { ref: "HEAD", targetBranch: null } });
    forkedOrigin();
    git(origin, "checkout", "--quiet", "feature");
    await assureBase({ cwd: origin, base: FOUND });
    expect(git(origin, "worktree", "list").split("\n")).toHaveLength(1);
  });

  test("where the base of which nothing is used cannot be fetched, the cause is told", async () => {
    const { later, change } = forkedOrigin();
    testMerge(later, change);
    const clone = checkoutAction("refs/pull/7/merge");
    git(clone, "remote", "set-url", "origin", path.join(folder, "gone"));
    const { base, baseUnknown } = await sourcesOf({ cwd: clone, base: FOUND, baseStandsAlone: true });
    expect(base?.commit.sha).toBe("unknown");
    expect(baseUnknown?.message).toMatch(/not in this shallow clone: .*gone/);
  });

  test("a named base is the branch, and no tag of its name; a whole id or ref is no branch that is called so", async () => {
    const { later, change, fork } = forkedOrigin();
    git(origin, "update-ref", "refs/tags/main", change);
    git(origin, "update-ref", "refs/tags/origin/main", change);
    git(origin, "update-ref", `refs/heads/${later}`, change);
    git(origin, "update-ref", "refs/tags/only", fork);
    git(origin, "update-ref", "refs/heads/refs/tags/only", change);
    const clone = path.join(folder, "clone");
    git(folder, "clone", "--quiet", "--branch=feature", `file://${origin}`, clone);
    const shallow = checkoutAction("refs/heads/feature");
    const base = (at: string, ref: string) => findBase(at, { ref, targetBranch: null });
    for (const at of [origin, clone, shallow]) {
      for (const ref of ["main", later]) expect(await base(at, ref), `${at} ${ref}`).toBe(later);
      for (const ref of ["only", "refs/tags/only"]) expect(await base(at, ref), `${at} ${ref}`).toBe(fork);
    }
    expect(await base(clone, "origin/main")).toBe(later);
    expect(await base(clone, "HEAD")).toBe(change);
  });

  test("base HEAD is the commit without the uncommitted work", async () => {
    writeFileSync(path.join(origin, "app/first"), "changed");
    const sources = await sourcesOf({ cwd: origin, base: { ref: "HEAD", targetBranch: null } });
    expect(readFileSync(path.join(sources.head.tree, "app/first"), "utf8")).toBe("changed");
    expect(readFileSync(path.join(sources.base!.tree, "app/first"), "utf8")).toBe("first");
  });

  test("the user's hooks are not run by the worktree", async () => {
    const hook = path.join(origin, ".git/hooks/post-checkout");
    writeFileSync(hook, `#!/bin/sh\ntouch ${path.join(folder, "hooked")}\n`, { mode: 0o755 });
    await sourcesOf({ cwd: origin, base: { ref: "HEAD", targetBranch: null } });
    expect(existsSync(path.join(folder, "hooked"))).toBe(false);
  });

  /** In which our process ids count. */
  const namespace = readlinkSync("/proc/self/ns/pid").replace(/\D/g, "");

  test("the worktree of a process in another container is left alone, as it may live", async () => {
    const theirs = await mkdtemp(path.join(tmpdir(), "plumbline-base-4194303-1-"));
    git(origin, "worktree", "add", "--quiet", "--detach", path.join(theirs, "origin"));
    await sourcesOf({ cwd: origin, base: { ref: "HEAD", targetBranch: null } });
    expect(git(origin, "worktree", "list")).toContain(theirs);
    expect(existsSync(path.join(theirs, "origin"))).toBe(true);
    rmSync(theirs, { recursive: true });
  });

  test("a worktree that a killed invocation left is swept", async () => {
    const leftover = await mkdtemp(path.join(tmpdir(), `plumbline-base-4194303-${namespace}-`));
    const tree = path.join(leftover, "origin");
    git(origin, "worktree", "add", "--quiet", "--detach", tree);
    await sourcesOf({ cwd: origin, base: { ref: "HEAD", targetBranch: null } });
    expect(existsSync(leftover)).toBe(false);
    expect(git(origin, "worktree", "list")).not.toContain(leftover);
  });

  test("without a repository head is the folder, of an unknown commit", async () => {
    const plain = path.join(folder, "plain");
    mkdirSync(plain);
    const { head, base } = await sourcesOf({ cwd: plain, base: null });
    expect(head).toEqual({
      tree: plain,
      commit: { sha: "unknown", branch: null, time: null, subject: null, dirty: false },
    });
    expect(base).toBeNull();
    const same = await sourcesOf({ cwd: plain, base: { ref: "HEAD", targetBranch: null } });
    expect(same.base).toEqual(same.head);
    await expect(openSources({ cwd: plain, base: FOUND })).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining("no git repository"),
    });
  });

  test("without git it says so", async () => {
    const before = process.env["PATH"];
    process.env["PATH"] = folder;
    try {
      await expect(openSources({ cwd: origin, base: FOUND })).rejects.toThrow(/git is not installed/);
      expect((await openSources({ cwd: origin, base: null })).head.commit.sha).toBe("unknown");
    } finally {
      process.env["PATH"] = before;
    }
  });
});

test("base's files that a filter cannot fetch are no want of room", async () => {
  writeFileSync(path.join(origin, ".gitattributes"), "*.bin filter=lfs\n");
  writeFileSync(path.join(origin, "data.bin"), "version https://git-lfs.github.com/spec/v1\n");
  git(origin, "add", ".");
  git(origin, "commit", "--quiet", "--message", "large");
  git(origin, "config", "filter.lfs.smudge", "false");
  git(origin, "config", "filter.lfs.required", "true");
  await expect(openSources({ cwd: origin, base: { ref: "HEAD", targetBranch: null } })).rejects.toMatchObject(
    {
      message: expect.stringContaining("cannot check out base's commit"),
      remedy: expect.stringContaining("git lfs fetch origin"),
    },
  );
});
