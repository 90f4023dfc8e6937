import { beforeEach, expect, test } from "vitest";
import { compareArms } from "../../../../src/analysis/verdict/arms.ts";
import { FolderStore } from "../../../../src/io/store/folder-store.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";
import type { Rules } from "../../../../src/model/rules.ts";
import { withStoredFacts } from "../../../../src/pipeline/queries/stored-facts.ts";
import { makeAcceptance } from "../../../support/acceptances.ts";
import { makePair, makeRun } from "../../../support/runs.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const RULES: Rules = {
  alpha: 0.05,
  gates: [{ metric: "qps", margin: 0.02, floor: null }],
  errorLimit: 0.001,
  decide: "significant-and-relevant",
};
const WORKLOADS = [{ name: "checkout", rate: 1000 }];
const SMALL = { secondsPerSession: 0.3, workloads: WORKLOADS };
const ORIGIN = { repository: "acme/db", pullRequest: 7 };

const noted: string[] = [];
const PROGRESS = { note: (text: string) => void noted.push(text) };

let folder: string;
const MAIN = { branch: "main", merging: [] };

let store: FolderStore;
beforeEach(async () => {
  folder = temporaryFolder();
  store = await FolderStore.open(folder);
});

function regression() {
  const [base, head] = makePair({ ...SMALL, seed: 500, sessions: 8, noise: 0.002, origin: ORIGIN }, -0.3);
  const stamp = {
    id: "0195a6f0-3c1e-7b52-9d54-2f0c6f8e1a77",
    createdAt: "2026-03-02T10:31:07Z",
    version: "0.1.0",
  };
  const report = compareArms(base, head, RULES, stamp);
  expect(report.verdict).toBe("regressed");
  return { report, head };
}

test("a report gets the newest twenty commits of the branch for what changed, one value a commit", async () => {
  const { report, head } = regression();
  const same = { ...SMALL, sessions: 2, fingerprint: head.fingerprint };
  const runs = Array.from({ length: 24 }, (_, i) => makeRun({ ...same, seed: i + 1 }));
  const again = makeRun({ ...same, seed: 99, commit: runs.at(-1)!.commit });
  const elsewhere = makeRun({ ...same, seed: 98, commit: { branch: "v2" } });
  const otherMachine = makeRun({ ...same, seed: 97, fingerprint: "e".repeat(64) });
  await store.save([...runs, again, elsewhere, otherMachine]);
  const { history } = await withStoredFacts(report, head, MAIN, store, PROGRESS);
  expect(history).toHaveLength(1);
  expect(history![0]).toMatchObject({ workload: "checkout", metric: "qps", branch: "main" });
  expect(history![0]!.points.map(({ commit }) => commit)).toEqual(
    runs.slice(-20).map(({ commit }) => commit.sha),
  );
});

test("a report without a history has none", async () => {
  const { report, head } = regression();
  expect(await withStoredFacts(report, head, MAIN, store, PROGRESS)).toEqual(report);
});

test("a report is accepted by what stands on its pull request", async () => {
  const { report, head } = regression();
  const acceptance = makeAcceptance("wanted", { commit: head.commit.sha });
  await store.saveAcceptances([acceptance, makeAcceptance("another's", { pullRequest: 8, via: "label" })]);
  const known = await withStoredFacts(report, head, MAIN, store, PROGRESS);
  expect(known.verdict).toBe("accepted");
  expect(known.acceptances).toEqual([acceptance]);
});

test("a merge queue's group is accepted by what stands on each of its pull requests, for the head that it has there", async () => {
  const { report, head } = regression();
  const group = { ...report, origin: { ...report.origin, pullRequest: null } };
  const [own, old] = [
    makeAcceptance("wanted", { commit: "7".repeat(40) }),
    makeAcceptance("old", { pullRequest: 8 }),
  ];
  await store.saveAcceptances([own, old]);
  const merging = (number: number, digit: string) => ({
    branch: "main",
    merging: [{ number, head: digit.repeat(40) }],
  });
  expect(await withStoredFacts(group, head, merging(7, "7"), store, PROGRESS)).toMatchObject({
    verdict: "accepted",
    acceptances: [own],
  });
  expect((await withStoredFacts(group, head, merging(7, "6"), store, PROGRESS)).verdict).toBe("regressed");
  expect((await withStoredFacts(group, head, merging(9, "7"), store, PROGRESS)).verdict).toBe("regressed");
  expect((await withStoredFacts(group, head, MAIN, store, PROGRESS)).verdict).toBe("regressed");
});

test("a store that fails now is noted, and the report goes without what it knows", async () => {
  const { report, head } = regression();
  const failing = Object.assign(Object.create(store), {
    acceptances: () => Promise.reject(new PlumblineError("store", "connection lost")),
  });
  expect(await withStoredFacts(report, head, MAIN, failing, PROGRESS)).toEqual(report);
  expect(noted).toEqual(["the report lacks the branch's history and acceptances: connection lost"]);
});
