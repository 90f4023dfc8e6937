/** Who pushes to a branch beside others, on this machine and elsewhere. What a store makes of it: tests/integration/store/git-store.test.ts. */
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  BranchFolder,
  type ChangeOptions,
  pauseMost,
  pushRemedy,
} from "../../../../src/io/git/branch-folder.ts";
import { Repository } from "../../../support/repository.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let remote: string;
let clone: Repository;
let opened: BranchFolder[];

beforeEach(() => {
  remote = temporaryFolder();
  clone = new Repository();
  clone.git("init", "--quiet", "--bare", remote);
  opened = [];
});
afterEach(async () => {
  for (const branch of opened) await branch.close();
  clone.remove();
});

async function open(): Promise<BranchFolder> {
  const branch = await BranchFolder.open(clone.folder, { remote, branch: "kept" });
  opened.push(branch);
  return branch;
}

const inRemote = (...args: readonly string[]) => clone.git("--git-dir", remote, ...args);
const files = () => inRemote("ls-tree", "--name-only", "kept").split("\n");

/** Writes a file, and counts how often it had to. */
function keeping(
  branch: BranchFolder,
  name: string,
  options: ChangeOptions = {},
): Readonly<{ done: Promise<void>; tries: () => number }> {
  let tries = 0;
  const work = async () => {
    tries++;
    writeFileSync(path.join(branch.folder, name), name);
  };
  const done = branch.change(`keep ${name}`, work, options);
  return { done, tries: () => tries };
}

it("follows no link that somebody has pushed to the branch", async () => {
  const outside = path.join(temporaryFolder(), "outside");
  const one = await open();
  await keeping(one, "kept").done;
  clone.git("fetch", "--quiet", remote, "kept:kept");
  clone.git("checkout", "--quiet", "kept");
  symlinkSync(outside, path.join(clone.folder, "link"));
  clone.git("add", "link");
  clone.commit("a link");
  clone.git("push", "--quiet", remote, "kept");
  const two = await open();
  await keeping(two, "link").done;
  expect(existsSync(outside)).toBe(false);
});

describe("those of one machine", () => {
  it("do their work once each, however many they are and however old their folders", async () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    const branches: BranchFolder[] = [];
    for (const _ of names) branches.push(await open());
    const all = names.map((name, i) => keeping(branches[i]!, name));
    await Promise.all(all.map(({ done }) => done));
    expect(all.map(({ tries }) => tries())).toEqual(names.map(() => 1));
    expect(files()).toEqual([".plumbline-branch", ...names]);
    expect(inRemote("rev-list", "--count", "kept")).toBe("6");
  });
});

describe("who is outrun by another machine", () => {
  /** With plain git, which takes no turn of ours. */
  const elsewhere = (name: string) => {
    clone.git("fetch", "--quiet", remote, "kept");
    clone.git("checkout", "--quiet", "--detach", "FETCH_HEAD");
    clone.write(name, name);
    clone.git("add", ".");
    clone.git("commit", "--quiet", "--message", name);
    clone.git("push", "--quiet", remote, "HEAD:refs/heads/kept");
  };

  it("does its work again on top of the other's, and loses nothing of either", async () => {
    const branch = await open();
    await keeping(branch, "first").done;
    let tries = 0;
    await branch.change("keep mine", async () => {
      writeFileSync(path.join(branch.folder, "mine"), String(++tries));
      if (tries < 3) elsewhere(`theirs-${tries}`);
    });
    expect(tries).toBe(3);
    expect(files()).toEqual([".plumbline-branch", "first", "mine", "theirs-1", "theirs-2"]);
    expect(inRemote("show", "kept:mine")).toBe("3");
  });

  it("leaves out what its work wrote before it failed, also where the branch has gone meanwhile", async () => {
    const branch = await open();
    await keeping(branch, "first").done;
    const failing = branch.change("keep half", async () => {
      writeFileSync(path.join(branch.folder, "half"), "");
      throw new Error("no space");
    });
    await expect(failing).rejects.toThrow("no space");
    await keeping(branch, "second").done;
    expect(files()).toEqual([".plumbline-branch", "first", "second"]);
    inRemote("update-ref", "-d", "refs/heads/kept");
    await branch.refresh();
    await keeping(branch, "third").done;
    expect(files()).toEqual([".plumbline-branch", "third"]);
  });

  it("gives up where nobody is quicker and the remote's branch is locked all the same", async () => {
    const branch = await open();
    await keeping(branch, "first").done;
    writeFileSync(path.join(remote, "refs/heads/kept.lock"), "");
    const { done, tries } = keeping(branch, "second", { standstills: 2 });
    await expect(done).rejects.toMatchObject({ kind: "store" });
    expect(tries()).toBe(2);
  });
});

describe("the pause before the next push", () => {
  it("is none for whom only an old folder was in the way, and shorter the more often others were quicker", () => {
    expect([0, 1, 2, 4, 20].map((outrun) => pauseMost(outrun, 0))).toEqual([0, 2_000, 1_000, 500, 100]);
  });

  it("stays long while nobody gets through", () => {
    expect([1, 2, 20].map((standstills) => pauseMost(0, standstills))).toEqual([2_000, 2_000, 2_000]);
  });
});

describe("what to do where git cannot reach the branch", () => {
  const unable = (url: string, why: string) => `fatal: unable to access '${url}': ${why}`;
  it.each([
    [unable("http://127.0.0.1:40344/shop.git/", "The requested URL returned error: 401"), /git credentials/],
    [
      "fatal: could not read Username for 'http://127.0.0.1:40344': terminal prompts disabled",
      /git credentials/,
    ],
    [unable("https://git.example/permission-401.git/", "Could not resolve host: git.example"), /git fetch/],
    [unable("https://git.example/shop.git/", "The requested URL returned error: 403"), /contents: write/],
    ["remote: error: GH006: Protected branch update failed for refs/heads/bench.", /contents: write/],
    ["ERROR: Permission to acme/shop.git denied to deploy key", /contents: write/],
  ])("is said by git's reason, not by a port or a name: %s", (said, remedy) => {
    expect(pushRemedy(said)).toMatch(remedy);
  });
});
