/** From stored pushes to what they add up to. */
import { beforeEach, expect, it } from "vitest";
import { FolderStore } from "../../../../src/io/store/folder-store.ts";
import { askStore } from "../../../../src/pipeline/queries/ask.ts";
import { carriedBeyond, ledgerOf, ledgers, openSums } from "../../../../src/pipeline/queries/ledger.ts";
import { measuredPushes, pushesOf, shaOf } from "../../../support/pushes.ts";
import { makeRun } from "../../../support/runs.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

/** Ten quiet pushes, then some of -1 %. */
const CREEPING = pushesOf([...new Array<number>(10).fill(0), ...new Array<number>(8).fill(0.01)]);
const CREPT = measuredPushes(CREEPING);
const CREPT_OTHERWISE = measuredPushes(CREEPING, 3);
const PLACE = { repository: "acme/db", suite: "oltp", branch: "main" };

let store: FolderStore;
beforeEach(async () => {
  store = await FolderStore.open(temporaryFolder());
});

async function keep(pushes: ReturnType<typeof measuredPushes>): Promise<void> {
  for (const { base, head, report } of pushes) {
    await store.save([base, head]);
    await store.saveReport(report);
  }
}

it("adds up the pushes of a branch since a commit, measured or not", async () => {
  await keep(CREPT_OTHERWISE);
  const [ledger, ...more] = await ledgers(store, { since: shaOf("c10").slice(0, 12) });
  expect(more).toEqual([]);
  expect(ledger).toMatchObject({ suite: "oltp", branch: "main" });
  const qps = ledger!.lines.find(({ sum }) => sum.workload === "checkout" && sum.metric === "qps")!;
  expect(qps.sum).toMatchObject({ changes: 8, red: 0, gaps: 0 });
  expect(qps.sum.low).toBeLessThan(Math.expm1(-0.08));
  expect(qps.sum.high).toBeGreaterThan(Math.expm1(-0.08));
  expect(qps.steps).toHaveLength(8);
  const [byTime] = await ledgers(store, { since: "v1", sinceTime: "2026-01-11T12:00:00Z", metric: "qps" });
  expect(byTime!.lines.map(({ sum }) => sum.changes)).toEqual([8, 8, 8]);
  const [newest] = await ledgers(store, { workload: "checkout", metric: "qps", changes: 3 });
  expect(newest!.lines.map(({ sum }) => sum.changes)).toEqual([3]);
  expect(newest!.alerts.map(({ open }) => open)).toEqual([true]);
});

it("knows no commit that no measurement names", async () => {
  await keep(measuredPushes(pushesOf([0, 0])));
  await expect(ledgers(store, { since: "fedcba" })).rejects.toThrow("names the commit fedcba");
});

it("answers nothing of a suite without pairs", async () => {
  expect(await ledgers(store, {})).toEqual([]);
  await store.save([makeRun()]);
  expect(await ledgers(store, {})).toEqual([]);
});

it("reads each report once", async () => {
  await keep(measuredPushes(pushesOf([0, 0])));
  const questions = askStore(store);
  const first = await questions.ledgers({});
  const read = store.reports.bind(store);
  store.reports = () => Promise.reject(new Error("read again"));
  expect(await questions.ledgers({})).toEqual(first);
  store.reports = read;
});

it("says of the one push that carries the sum beyond its limit, before it is stored", async () => {
  const carried: string[] = [];
  for (const push of CREPT) {
    const sums = await carriedBeyond(store, push.report, "main");
    if (sums.some(({ workload }) => workload === "checkout")) carried.push(push.head.commit.subject!);
    await keep([push]);
  }
  expect(new Set(carried).size).toBe(carried.length);
  expect(carried.length).toBeGreaterThanOrEqual(1);
  // A second gate may follow in a later push.
  expect(carried[0]).toMatch(/change c1[3-6]/);
});

it("adds a pull request to its base branch, though its head is older than the branch's newest push", async () => {
  await keep(CREPT.slice(0, 13));
  const request = measuredPushes([{ commit: "request", base: "c13", harm: 0.03, day: 3 }], 7)[0]!.report;
  const [sum] = await carriedBeyond(store, request, "main");
  expect(sum).toMatchObject({ workload: "checkout" });
  expect(sum!.upTo.sha).toBe(shaOf("request"));
  expect(sum!.changes).toBeGreaterThan(2);
});

it("stands on the first page by the clearest gate of its suite, with how many others there are", async () => {
  await keep(CREPT_OTHERWISE.slice(0, 10));
  const questions = askStore(store);
  expect((await questions.overview({ days: 30 })).sums).toEqual([]);
  await keep(CREPT_OTHERWISE.slice(10));
  const { sums } = await questions.overview({ days: 30 });
  expect(sums).toMatchObject([
    { repository: "acme/db", suite: "oltp", branch: "main", clear: true, sum: { workload: "checkout" } },
  ]);
  // The pushes make server CPU worse as well.
  expect(sums[0]!.more).toBeGreaterThanOrEqual(1);
  expect(sums[0]!.sum.upTo.sha).toBe(shaOf("c18"));
});

it("gives a search for the commit its heaviest change to begin from", async () => {
  const harms = [...new Array<number>(10).fill(0), 0.01, 0.03, 0.01, 0.012];
  await keep(measuredPushes(pushesOf(harms)));
  const [found] = await openSums(store, {}, []);
  expect(found!.event).toMatchObject({ suite: "oltp", branch: "main", cause: "commit" });
  expect(found!.event.lastBefore.sha).toBe(shaOf("c11"));
  expect(found!.event.firstAfter.sha).toBe(shaOf("c12"));
  expect(found!.sum.steps[0]!.head.sha).toBe(shaOf("c12"));
  const { chain } = await ledgerOf(store, PLACE);
  expect(chain).toHaveLength(14);
});
