/** Under which branch and at what time measurements of other tools are kept, which files are one run, and what is said of it. Files that are none: tests/integration/cli/bad-input.test.ts. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
  files: string | readonly string[] = "report.txt",
): Promise<readonly string[]> {
  const said: string[] = [];
  await importForeign(store, [files].flat(), { ...words, from }, repository.folder, (sentence) =>
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

describe("several files and reports", () => {
  const ofThread = (client: number) => `${client} 1 1000 0 1791100801 0\n${client} 2 1000 0 1791100802 0\n`;

  it("joins the logs of pgbench's threads into one run, and names those that were left out", async () => {
    repository.write("pgbench_log.4711", ofThread(0));
    repository.write("pgbench_log.4711.1", ofThread(1));
    repository.write("pgbench_log.9000", ofThread(0));
    expect(
      await warnings({}, "pgbench", ["pgbench_log.4711", "pgbench_log.4711.1", "pgbench_log.9000"]),
    ).toEqual([]);
    const runs = await store.loadAll((await store.list()).map(({ id }) => id));
    expect(runs.map(({ workloads }) => workloads[0]!.sessions[0]!.events).toSorted((a, b) => a - b)).toEqual([
      2, 4,
    ]);
    expect(await warnings({}, "pgbench", ["pgbench_log.4711.1"])).toEqual([
      "pgbench_log.4711.1: pgbench_log.4711 is the log of another thread of the same run: name it, too",
    ]);
  });

  it("puts a run at the time that its file names, unless another is given", async () => {
    repository.write("pgbench_log.4711", ofThread(0));
    await warnings({}, "pgbench", "pgbench_log.4711");
    await warnings({ at: "2026-01-02T03:04:05Z", suite: "other" }, "pgbench", "pgbench_log.4711");
    expect((await store.list()).map(({ measuredAt }) => measuredAt).toSorted()).toEqual([
      "2026-01-02T03:04:05.000Z",
      "2026-10-04T08:00:00.999Z",
    ]);
  });

  it("keeps the reports of a file in their order", async () => {
    const report = (tps: number) =>
      `transactions: 10 (${tps}.00 per sec.)\ntotal time: 10.0000s\ntotal number of events: 10\n`;
    repository.write("sweep.txt", report(3) + report(1) + report(2));
    await warnings({ at: "2026-01-02T03:04:05Z" }, "sysbench", "sweep.txt");
    const points = await store.history({ metric: "tps", limit: 9 });
    expect(points.map(({ value }) => Math.round(value))).toEqual([3, 1, 2]);
  });
});
