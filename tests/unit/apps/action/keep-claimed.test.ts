import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keepClaimed } from "../../../../src/apps/action/keep-claimed.ts";
import type { GithubContext } from "../../../../src/io/github/context.ts";
import { FolderStore } from "../../../../src/io/store/folder-store.ts";
import { claimReport } from "../../../../src/pipeline/documents/untrusted-report.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { HEAD_COMMIT, makeReport } from "../../../support/reports.ts";

const LABEL = "plumbline: accept";
const CONTEXT: GithubContext = {
  event: "workflow_run",
  repository: { owner: "acme", name: "db" },
  apiUrl: "",
  runUrl: "https://github.example/acme/db/actions/runs/77",
  attempt: 1,
  headSha: HEAD_COMMIT.sha,
  headBranch: "main",
  baseBranch: "main",
  baseSha: null,
  pullRequest: { number: 7, fork: true },
  readOnlyToken: false,
};

/** What a stranger can write: that somebody accepted it, and where to click. */
const forged = {
  ...makeReport({ workloads: [{ name: "checkout", changes: [{ metric: "qps", effect: -0.5 }] }] }),
  origin: { repository: null, runUrl: null, attempt: null, pullRequest: null },
  verdict: "accepted" as const,
  acceptances: [makeAcceptance("I am the owner", { commit: HEAD_COMMIT.sha })],
  guidance: { configPath: null, dashboardUrl: "https://evil.example", acceptLabel: null },
};

let folder: string;
let store: FolderStore;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "plumbline-claimed-"));
  store = await FolderStore.open(folder);
});
afterEach(() => rm(folder, { recursive: true }));

test("an artifact cannot accept itself, nor say where its links lead", () => {
  const report = claimReport(forged, CONTEXT, "2026-03-02T10:30:00.000Z");
  expect(report.verdict).toBe("regressed");
  expect(report.acceptances).toBeUndefined();
  expect(report.guidance).toBeUndefined();
});

test("a fork's report is kept for whoever accepts it, and its runs are not", async () => {
  const report = await keepClaimed(claimReport(forged, CONTEXT, "2026-03-02T10:30:00.000Z"), LABEL, store);
  expect(report.guidance?.acceptLabel).toBe(LABEL);
  expect(await store.reports(HEAD_COMMIT.sha)).toEqual([report]);
  expect(await store.list()).toEqual([]);
});

test("what people accepted in the repository holds for it", async () => {
  await store.saveAcceptances([makeAcceptance("wanted", { via: "label", suite: null })]);
  expect(
    await keepClaimed(claimReport(forged, CONTEXT, "2026-03-02T10:30:00.000Z"), LABEL, store),
  ).toMatchObject({
    verdict: "accepted",
  });
});

test("it does not take the place of a report about the same commit in another pull request", async () => {
  const genuine = makeReport({
    workloads: [],
    origin: { repository: "acme/db", runUrl: null, attempt: 1, pullRequest: 6 },
  });
  await store.saveReport(genuine);
  const kept = await keepClaimed(claimReport(forged, CONTEXT, "2026-03-02T10:30:00.000Z"), LABEL, store);
  expect(await store.reports(HEAD_COMMIT.sha)).toEqual([genuine, kept]);
});
