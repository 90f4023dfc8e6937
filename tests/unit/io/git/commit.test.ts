import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commitFacts, isDirty, isOnBranch, parentsOf, testMergeOf } from "../../../../src/io/git/commit.ts";
import { Repository } from "../../../support/repository.ts";

let repository: Repository;
let first: string;
beforeAll(() => {
  repository = new Repository();
  repository.write("kept", "1");
  repository.git("add", ".");
  first = repository.commit("first: a subject\n\nand a body");
});
afterAll(() => repository.remove());

it("has its subject, its author, its committer's date in UTC, and the branch that it is asked with", async () => {
  expect(await commitFacts(repository.folder, first, "main")).toEqual({
    sha: first,
    branch: "main",
    time: "2026-01-02T02:04:05.000Z",
    subject: "first: a subject",
    author: "A",
    dirty: false,
  });
});

it("has no time where its date is of a year that no clock here has", async () => {
  const { folder } = repository;
  const text = repository
    .git("cat-file", "commit", first)
    .replace(/^(committer .* )\d+ /m, "$19999999999999 ");
  const late = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin"], {
    cwd: folder,
    input: `${text}\n`,
  });
  expect(await commitFacts(folder, late.toString().trim(), null)).toMatchObject({ time: null, author: "A" });
});

it("that is not there has an id and nothing else", async () => {
  const sha = "e".repeat(40);
  expect(await commitFacts(repository.folder, sha, null)).toEqual({
    sha,
    branch: null,
    time: null,
    subject: null,
    author: null,
    dirty: false,
  });
  expect(await parentsOf(repository.folder, sha)).toEqual([]);
});

describe("is on a branch", () => {
  it("whose history has it, here or as a remote's, whatever is checked out", async () => {
    const other = new Repository();
    try {
      const old = other.commit("old");
      const newer = other.commit("newer");
      other.git("checkout", "--quiet", "-b", "topic", old);
      const mine = other.commit("mine");
      other.git("update-ref", "refs/remotes/origin/release/1", newer);
      const of = (sha: string, branch: string) => isOnBranch(other.folder, sha, branch);
      expect(await of(old, "main")).toBe(true);
      expect(await of(old, "topic")).toBe(true);
      expect(await of(mine, "main")).toBe(false);
      expect(await of(newer, "topic")).toBe(false);
      expect(await of(newer, "release/1")).toBe(true);
      expect(await of(mine, "release/1")).toBe(false);
      other.git("update-ref", "refs/remotes/fork/main", mine);
      expect(await of(mine, "main")).toBe(true);
    } finally {
      other.remove();
    }
  });

  it("cannot be told of a branch or a commit that is not there, nor where the history is cut short", async () => {
    expect(await isOnBranch(repository.folder, first, "gone")).toBeNull();
    expect(await isOnBranch(repository.folder, "e".repeat(40), "main")).toBeNull();
    expect(await isOnBranch("/", first, "main")).toBeNull();
    const shallow = new Repository();
    try {
      const other = shallow.commit("other");
      shallow.git("update-ref", "refs/heads/topic", shallow.commit("its child"));
      shallow.git("checkout", "--quiet", "--orphan", "apart");
      const apart = shallow.commit("apart");
      expect(await isOnBranch(shallow.folder, apart, "topic")).toBe(false);
      shallow.write(".git/shallow", `${other}\n`);
      expect(await isOnBranch(shallow.folder, apart, "topic")).toBeNull();
    } finally {
      shallow.remove();
    }
  });
});

describe("the work tree is dirty", () => {
  const undo = () => {
    repository.git("reset", "--quiet", "--hard");
    repository.git("clean", "-fdq");
  };

  it("by a file that is changed, or not yet added; not by what Plumbline itself writes there", async () => {
    expect(await isDirty(repository.folder, [])).toBe(false);
    repository.write("plumbline-out/run.json");
    expect(await isDirty(repository.folder, ["plumbline-out", ".plumbline"])).toBe(false);
    expect(await isDirty(repository.folder, [])).toBe(true);
    repository.write("db/2.sql");
    expect(await isDirty(repository.folder, ["plumbline-out"])).toBe(true);
    undo();
    repository.write("kept", "2");
    expect(await isDirty(repository.folder, ["plumbline-out"])).toBe(true);
    undo();
  });

  it("also from a folder below, and a name with a star is a name", async () => {
    repository.write("below/here");
    repository.write("a");
    expect(await isDirty(`${repository.folder}/below`, ["below"])).toBe(true);
    expect(await isDirty(repository.folder, ["*"])).toBe(true);
    expect(await isDirty(repository.folder, ["below", "a"])).toBe(false);
    undo();
  });
});

describe("a merge commit", () => {
  /** A commit of two parents, whose author has chosen both and the subject. */
  const mergeFor = (name: string) => {
    repository.git("switch", "--quiet", "--detach", first);
    const head = repository.commit(`head for ${name}`);
    repository.git("switch", "--quiet", "--detach", first);
    const base = repository.commit(`base for ${name}`);
    repository.git("merge", "--quiet", "--no-ff", "--message", `Merge ${head} into ${base}`, head);
    return { base, head, merge: repository.git("rev-parse", "HEAD") };
  };
  const sides = (sha: string, named?: string) => testMergeOf(repository.folder, sha, named);

  it("names its parents; GitHub's own is the one that the runner names", async () => {
    const { base, head, merge } = mergeFor("runner");
    expect(await parentsOf(repository.folder, merge)).toEqual([base, head]);
    expect(await sides(merge, merge)).toEqual({ base, head });
    for (const other of [base, first]) expect(await sides(other, other)).toBeNull();
  });

  it.each(["refs/pull/7/merge", "refs/remotes/pull/7/merge"])("is GitHub's own at %s", async (ref) => {
    const { base, head, merge } = mergeFor(ref);
    repository.git("update-ref", ref, merge);
    expect(await sides(merge)).toEqual({ base, head });
  });

  it("is no test by the subject and the parents that its author chose, nor by another ref", async () => {
    const { merge, head } = mergeFor("nobody");
    for (const ref of [
      "heads/pull/7/merge",
      "remotes/origin/pull/7/merge",
      "remotes/pull/7/head",
      "tags/pull/7/merge",
    ])
      repository.git("update-ref", `refs/${ref}`, merge);
    expect(await sides(merge)).toBeNull();
    expect(await sides(merge, head)).toBeNull();
  });

  it("is not what a body claims", async () => {
    const odd = repository.commit(`x\n\nparent ${first}\nparent ${first}`);
    expect(await parentsOf(repository.folder, odd)).toHaveLength(1);
  });
});
