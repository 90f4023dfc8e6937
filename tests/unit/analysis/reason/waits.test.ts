import { expect, it } from "vitest";
import { grownWaits, waitCauses } from "../../../../src/analysis/reason/waits.ts";
import type { WorkloadWaits } from "../../../../src/model/observed.ts";
import type { Session } from "../../../../src/model/run.ts";

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

it("who is never caught running waits for nothing: a wait that appeared is named all the same", () => {
  // As seen of fast statements on a machine with one CPU, which whoever looks has for itself.
  const base: WorkloadWaits = { workload: "w", active: [0, 0, 0, 0], waits: [] };
  expect(grownWaits(base, waits(12, 16, 14, 14))).toEqual([{ ...LOCK, base: 0, head: 0.35 }]);
  expect(grownWaits({ ...base, active: [0, 0, 9, 0] }, waits(12, 16, 14, 14))).toHaveLength(1);
  expect(grownWaits({ ...base, active: [0] }, waits(12, 16, 14, 14)), "looked at for a second").toEqual([]);
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

it.each([
  ["a twentieth of the time, steadily", waits(0, 0, 0, 0), waits(2, 2, 2, 2), 1],
  ["less than that", waits(1, 1, 1, 1), waits(2, 2, 2, 2), 0],
  ["seen in two seconds", waits(0, 0), waits(20, 20), 1],
  ["seen in two seconds of one arm alone", waits(0), waits(20, 20), 0],
])("one that grew by %s: is said or not", (_, base, head, count) => {
  expect(grownWaits(base, head)).toHaveLength(count);
});

it("of several, the one that grew most comes first; another event of the same kind is another wait", () => {
  const wait = (event: string, seen: number) => ({
    type: "IO",
    event,
    statement: "A",
    seen: [seen, seen, seen],
  });
  const of = (...all: readonly WorkloadWaits["waits"][number][]): WorkloadWaits => {
    return { workload: "w", active: [40, 40, 40], waits: all };
  };
  const grown = grownWaits(
    of(wait("DataFileRead", 20), wait("WALWrite", 1)),
    of(wait("DataFileRead", 25), wait("WALWrite", 13), wait("WALSync", 4)),
  );
  expect(grown).toEqual([
    { type: "IO", event: "WALWrite", statement: "A", base: 0.025, head: 0.325 },
    { type: "IO", event: "DataFileRead", statement: "A", base: 0.5, head: 0.625 },
    { type: "IO", event: "WALSync", statement: "A", base: 0, head: 0.1 },
  ]);
});

it("as a cause it has no part where events became no longer, and says no holder where there is none", () => {
  const session = (count: number, meanNs: number) =>
    ({ latency: { count, sumNs: count * meanNs } }) as unknown as Session;
  const of = (base: readonly Session[], head: readonly Session[]) =>
    waitCauses({ report: { name: "w" }, base, head }, { base: [NONE], head: [waits(10, 10, 10, 10)] })[0]!;
  expect(of([session(1, 2e6)], [session(1, 2e6)])).not.toHaveProperty("share");
  expect(of([], [session(1, 2e6)])).not.toHaveProperty("share");
  // (.25 * 4 - 0) / (4 - 2); the mean is that of all events together.
  expect(of([session(1, 2e6)], [session(1, 1e6), session(3, 5e6)])).toMatchObject({
    share: 0.5,
    on: "UPDATE b",
  });
  const { holder: _, ...alone } = { ...LOCK, seen: [10, 10, 10, 10] };
  const head = { ...NONE, waits: [alone] };
  const [cause] = waitCauses({ report: { name: "w" }, base: [], head: [] }, { base: [NONE], head: [head] });
  expect(cause).not.toHaveProperty("on");
  expect(waitCauses({ report: { name: "w" }, base: [], head: [] }, { base: [], head: [head] })).toEqual([]);
});

it("is held against base's wait of its type and event, without a holder where none is known", () => {
  const io = { type: "IO", event: "WALSync", statement: "COMMIT" };
  const of = (event: string, ...seen: number[]): WorkloadWaits => ({
    workload: "w",
    active: seen.map(() => 40),
    waits: [
      { ...io, type: "Other", event, seen: seen.map(() => 39) },
      { ...io, event, seen },
    ],
  });
  const [grown] = grownWaits(of("WALSync", 2, 2, 2), of("WALSync", 20, 20, 20));
  expect(grown).toEqual({ ...io, base: 0.05, head: 0.5 });
  expect(grown).not.toHaveProperty("holder");
});

it("a noisy base takes part in the interval: what one second shows is not a second's share turned around", () => {
  // Welch's interval is of values about the share: those of base scatter, those of head do not.
  const base = { ...waits(0, 8, 0, 8), active: [10, 40, 70, 40] };
  const [grown] = grownWaits(base, waits(30, 30, 30, 30));
  expect(grown).toMatchObject({ base: 0.1, head: 0.75 });
  const uneven = { ...waits(30, 0, 0, 0), active: [40, 1, 40, 39] };
  expect(grownWaits(waits(0, 0, 0, 0), uneven)).toEqual([]);
});

it("what grew most comes first, not what is largest", () => {
  const other = { ...LOCK, event: "tuple" };
  const of = (first: number, second: number): WorkloadWaits => ({
    workload: "w",
    active: [40, 40, 40],
    waits: [
      { ...LOCK, seen: [first, first, first] },
      { ...other, seen: [second, second, second] },
    ],
  });
  expect(grownWaits(of(24, 0), of(32, 20)).map(({ event }) => event)).toEqual(["tuple", "transactionid"]);
});

it("a server of which no second is known waits for nothing", () => {
  const none: WorkloadWaits = { workload: "w", active: [], waits: [{ ...LOCK, seen: [] }] };
  expect(grownWaits(none, waits(20, 20, 20))).toEqual([]);
  expect(grownWaits(waits(0, 0, 0), none)).toEqual([]);
});

it("of what events became longer by, its part is what was waited more; of each workload its own", () => {
  const session = (meanNs: number) => ({ latency: { count: 10, sumNs: 10 * meanNs } }) as unknown as Session;
  const part = {
    report: { name: "w" },
    base: [session(1e6), session(1e6)],
    head: [session(2e6), session(2e6)],
  };
  const elsewhere = { ...waits(0, 0, 0, 0), workload: "v" };
  const [cause] = waitCauses(part, {
    base: [elsewhere, waits(8, 8, 8, 8)],
    head: [{ ...NONE, workload: "v" }, waits(20, 20, 20, 20)],
  });
  // Half of 2 ms less a fifth of 1 ms, of 1 ms more.
  expect(cause!.share).toBeCloseTo(0.8);
  expect(waitCauses(part, { base: [waits(8, 8, 8, 8)], head: [] })).toEqual([]);
  expect(waitCauses(part, { base: [], head: [waits(8, 8, 8, 8)] })).toEqual([]);
  const [faster] = waitCauses(
    { ...part, base: part.head, head: part.base },
    { base: [NONE], head: [waits(20, 20, 20, 20)] },
  );
  expect(faster).not.toHaveProperty("share");
});
