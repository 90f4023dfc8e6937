/** Under which branch measurements of other tools are kept, and what is said of it. Files that are none: tests/integration/cli/bad-input.test.ts. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ForeignWords, importForeign } from "../../../../src/apps/cli/import-foreign.ts";
import { FolderStore } from "../../../../src/io/store/folder-store.ts";
import { Repository } from "../../../support/repository.ts";

let repository: Repository;
let store: FolderStore;

beforeEach(async () => {
  repository = new Repository();
  repository.write(
    "report.txt",
    readFileSync(path.resolve(import.meta.dirname, "../../ingest/imports/texts/sysbench-1.0.txt"), "utf8"),
  );
  repository.commit("on main");
  store = await FolderStore.open(path.join(repository.folder, "kept"));
});
afterEach(() => repository.remove());

async function warnings(
  words: ForeignWords,
  from = "sysbench",
  file = "report.txt",
): Promise<readonly string[]> {
  const said: string[] = [];
  await importForeign(store, [file], { ...words, from }, repository.folder, (sentence) =>
    said.push(sentence),
  );
  return said;
}

it("says that a commit is not on the branch that was named, names both branches, and keeps the run", async () => {
  repository.git("checkout", "--quiet", "-b", "topic");
  const sha = repository.commit("on topic alone");
  expect(await warnings({ commit: "HEAD", branch: "main" })).toEqual([
    `--commit HEAD (${sha.slice(0, 10)}) is not in the history of --branch main; checked out is topic: the runs are kept under main all the same`,
  ]);
  expect(await store.list()).toMatchObject([{ commit: sha, branch: "main" }]);
  repository.git("checkout", "--quiet", "--detach");
  expect(await warnings({ commit: "HEAD", branch: "main" })).toEqual([
    expect.stringContaining("--branch main: the runs"),
  ]);
});

it("says nothing where another branch is checked out at a commit of the one that was named", async () => {
  repository.git("checkout", "--quiet", "-b", "topic");
  expect(await warnings({ commit: "HEAD", branch: "main" })).toEqual([]);
});

it("says nothing where nobody can tell: no such branch, a commit of another repository, no commit, no branch", async () => {
  expect(await warnings({ commit: "HEAD", branch: "gone" })).toEqual([]);
  expect(await warnings({ commit: "e".repeat(40), branch: "main" })).toEqual([]);
  expect(await warnings({ branch: "main" })).toEqual([]);
  expect(await warnings({ commit: "HEAD" })).toEqual([]);
});

it("names the columns and tables of a published report that a run has no place for", async () => {
  repository.write(
    "report.md",
    `**TPS**

| TServers | A | B |
|--|--|--|
| 3 | 321.63 | 213.32 |

**Latency (ms)**

| Threads | A | B |
|--|--|--|
| 25 | 14.21 | 38.25 |

**Results**

| TServers | TPS | Avg CPU/tserver |
|--|--|--|
| 3 | 321.63 | 560% |

**Load Distribution**

| TServer | Avg CPU | Share of Load |
|--|--|--|
| yb-tserver-0 | 534% | 31.8% |

| Parameter | Value |
|--|--|
| \`--threads\` | 60 |
`,
  );
  expect(await warnings({}, "reference-table", "report.md")).toEqual([
    "report.md: the run lacks the latency of a table that does not say which latency it is",
    'report.md: the run lacks a place for "Avg CPU/tserver", "Avg CPU", "Share of Load"',
  ]);
});
