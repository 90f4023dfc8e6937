import { expect, it } from "vitest";
import { grownWaits, waitCauses } from "../../../src/compare/waits.ts";
import type { WorkloadWaits } from "../../../src/model/observed.ts";
import type { Session } from "../../../src/model/run.ts";

const LOCK = { type: "Lock", event: "transactionid", statement: "UPDATE a", holder: "UPDATE b" };
const waits = (...seen: readonly number[]): WorkloadWaits => ({
  workload: "w",
  active: seen.map(() => 40),
  waits: [{ ...LOCK, seen: [...seen] }],
});
const NONE: WorkloadWaits = { workload: "w", active: [40, 40, 40, 40], waits: [] };

it("a wait that appeared is named with its shares", () => {
  const [grown] = grownWaits(NONE, waits(12, 16, 14, 14));
  expect(grown).toEqual({ ...LOCK, base: 0, head: 0.35 });
});

it.each([
  ["equal within the noise of seconds", waits(12, 16, 14, 14), waits(14, 13, 17, 12)],
  ["smaller", waits(12, 16, 14, 14), waits(2, 3, 2, 3)],
  ["larger by less than a twentieth of the time", waits(2, 2, 2, 2), waits(3, 3, 3, 3)],
  ["seen in one second alone", waits(0), waits(30)],
  ["seen so unevenly that chance may have done it", waits(0, 0, 0, 0), waits(0, 0, 30, 0)],
])("one that is %s is not", (_, base, head) => {
  expect(grownWaits(base, head)).toEqual([]);
});

it("seconds in which nothing ran count for neither", () => {
  const head = { ...waits(20, 0, 20), active: [40, 0, 40] };
  expect(grownWaits(NONE, head)).toMatchObject([{ head: 0.5 }]);
});

it("a second in which little ran says little", () => {
  // As seen of a server whose statements are hardly ever caught running.
  const base: WorkloadWaits = {
    workload: "w",
    active: [4, 7, 2, 3],
    waits: [{ ...LOCK, seen: [0, 0, 1, 0] }],
  };
  const head = { ...waits(15, 25, 31, 20, 1), active: [29, 36, 48, 29, 2] };
  expect(grownWaits(base, head)).toMatchObject([{ base: 1 / 16, head: 92 / 144 }]);
});

it("as a cause it has the part of the longer events that was waited", () => {
  const session = (meanNs: number) => ({ latency: { count: 10, sumNs: 10 * meanNs } }) as unknown as Session;
  const part = { report: { name: "w" }, base: [session(1e6)], head: [session(2e6)] };
  const [cause] = waitCauses(part, { base: [NONE], head: [waits(20, 20, 20, 20)] });
  expect(cause).toEqual({
    kind: "waits",
    shown: true,
    sql: "UPDATE a",
    name: "Lock:transactionid",
    on: "UPDATE b",
    base: "0.0",
    head: "0.50",
    share: 1,
  });
  expect(waitCauses({ ...part, report: { name: "other" } }, { base: [NONE], head: [NONE] })).toEqual([]);
});
