import { afterAll, beforeAll, expect, it } from "vitest";
import { commitsAfter } from "../../../../src/io/git/range.ts";
import { Repository } from "../../../support/repository.ts";

let repository: Repository;
let first: string;
beforeAll(() => {
  repository = new Repository();
  first = repository.commit("first");
});
afterAll(() => repository.remove());

it("is what a branch went through, oldest first, a merge as one step", async () => {
  repository.git("switch", "--quiet", "--create", "aside");
  repository.commit("aside 1");
  repository.commit("aside 2");
  repository.git("switch", "--quiet", "main");
  const second = repository.commit("second: with\ttabs and “quotes”");
  repository.git("merge", "--quiet", "--no-ff", "--message", "merge it", "aside");
  const merge = repository.git("rev-parse", "HEAD");
  const last = repository.commit("last");
  expect(await commitsAfter(repository.folder, first, last)).toEqual([
    { sha: second, subject: "second: with\ttabs and “quotes”" },
    { sha: merge, subject: "merge it" },
    { sha: last, subject: "last" },
  ]);
  expect(await commitsAfter(repository.folder, last, last)).toEqual([]);
});

it("is an error where the one does not lead to the other, or is not there", async () => {
  const last = repository.git("rev-parse", "HEAD");
  for (const [from, to] of [
    [last, first],
    [first, "e".repeat(40)],
  ] as const) {
    await expect(commitsAfter(repository.folder, from, to)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(`${from} does not lead to ${to} in this clone`),
      remedy: expect.stringContaining("git fetch --unshallow"),
    });
  }
});
