import { afterEach, beforeEach, expect, it } from "vitest";
import { tagsUpTo } from "../../../../src/io/git/tags.ts";
import { Repository } from "../../../support/repository.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

let repository: Repository;
beforeEach(() => {
  repository = new Repository();
});
afterEach(() => repository.remove());

it("are those of a commit and its ancestors, annotated or not, with the commit that they name", async () => {
  const first = repository.commit("first");
  repository.git("tag", "v1.0");
  const second = repository.commit("second");
  repository.git("tag", "--annotate", "--message=release", "release/1,final");
  repository.commit("third");
  repository.git("tag", "v2.0");
  const time = "2026-01-02T02:04:05.000Z";
  const tags = await tagsUpTo(repository.folder, second);
  expect(tags.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
    { name: "release/1,final", sha: second, time },
    { name: "v1.0", sha: first, time },
  ]);
});

it("are none of a commit that the clone does not have, and none outside of a clone", async () => {
  repository.commit("first");
  repository.git("tag", "v1.0");
  expect(await tagsUpTo(repository.folder, "f".repeat(40))).toEqual([]);
  expect(await tagsUpTo(temporaryFolder(), "f".repeat(40))).toEqual([]);
});
