/** The state machine with a clock that the test turns. */
import { beforeEach, describe, expect, it } from "vitest";
import { ShardCoordinator } from "../../../../src/io/shards/shard-coordinator.ts";
import type { Task } from "../../../../src/io/shards/wire.ts";

const MACHINE = { host: "load", cpuModel: "CPU", cpuCount: 2 };
const BUILD = { version: "1.0.0", generator: "1.0.0", offers: "a" };
const CLOCK = { offset: 7, bound: 1 };
const OUTCOME = { lines: [], before: CLOCK, after: CLOCK, setBy: 0 };
const TASK = { block: 0 } as Task;
const never = new AbortController().signal;
const who = (index: number, instance = `process ${index}`) => ({ index, instance });

let now: number;
let coordinator: ShardCoordinator;
beforeEach(() => {
  now = 0;
  const rules = { shards: 3, joinMs: 120_000, leadMs: 5_000 };
  coordinator = new ShardCoordinator(
    rules,
    { machine: MACHINE, build: BUILD },
    { now: () => now, wall: { now: () => 1e15 + now * 1_000 } },
  );
});

/** As a process that looks ten times a second. */
function pass(ms: number): void {
  for (const until = now + ms; now < until; coordinator.tick()) now = Math.min(until, now + 100);
}

/** As one that is not let run meanwhile. */
function standStill(ms: number): void {
  now += ms;
  coordinator.tick();
}

function joinBoth(): void {
  for (const index of [1, 2]) coordinator.hello(who(index), MACHINE);
}

/** All are ready; answers the announced start. */
async function opened(slowestMs = 1): Promise<number> {
  joinBoth();
  const start = coordinator.open(TASK, never);
  for (const index of [1, 2]) coordinator.ready(who(index), 0, CLOCK, slowestMs);
  return await start;
}

const states = () => coordinator.members.map(({ state }) => state);
const lost = () => coordinator.losses.map(({ code, message }) => `${code}: ${message}`);

describe("a coordinator of three", () => {
  it("goes through a block with all of them", async () => {
    const assembled = coordinator.assembled(never);
    expect(states()).toEqual(["joined", "new", "new"]);
    joinBoth();
    await assembled;
    expect(coordinator.task(who(1), -1)).toEqual({ kind: "wait" });
    const start = coordinator.open(TASK, never);
    expect(coordinator.task(who(1), -1)).toEqual({ kind: "task", task: TASK });
    expect(coordinator.task(who(1), 0)).toEqual({ kind: "wait" });
    coordinator.ready(who(1), 0, CLOCK, 1);
    expect(coordinator.start(who(1), 0)).toEqual({ kind: "wait" });
    coordinator.ready(who(2), 0, CLOCK, 1);
    expect(await start).toBe(1e15 + 5_000_000);
    expect(coordinator.start(who(1), 0)).toEqual({ kind: "start", startAt: 1e15 + 5_000_000 });
    for (const index of [1, 2])
      expect(coordinator.beat(who(index), 0, "running", "measure, 10 %")).toBe(true);
    expect(states()).toEqual(["armed", "running", "running"]);
    const outcomes = coordinator.outcomes(OUTCOME, never);
    for (const index of [1, 2]) coordinator.result(who(index), 0, OUTCOME);
    expect(await outcomes).toEqual([OUTCOME, OUTCOME, OUTCOME]);
    coordinator.end(0, []);
    expect(coordinator.task(who(1), 0)).toEqual({ kind: "end", code: 0, why: [] });
    expect(lost()).toEqual([]);
  });

  it("wakes who waits for a change by none that is one: two that wait would wake each other for ever", async () => {
    joinBoth();
    let woken = 0;
    for (let waiting = 0; waiting < 2; waiting++) void coordinator.change(60_000).then(() => woken++);
    for (const index of [1, 2]) {
      coordinator.task(who(index), -1);
      coordinator.start(who(index), 0);
    }
    await new Promise(setImmediate);
    expect(woken).toBe(0);
    coordinator.failed(who(1), "no such table");
    await new Promise(setImmediate);
    expect(woken).toBe(2);
  });

  it("gives a slow way three times its time", async () => {
    expect(await opened(4_000)).toBe(1e15 + 12_000_000);
  });

  it.each([
    [{ version: "0.9.0" }, "is Plumbline 0.9.0, index 0 is 1.0.0"],
    [{ generator: "0.9.0" }, "has plumbline-load 0.9.0, index 0 has 1.0.0"],
    [{ offers: "b" }, "has a plumbline-load 1.0.0 with other workloads, options or defaults than index 0's"],
  ])("refuses a shard of another build, %j, and waits for it no longer", async (other, what) => {
    const assembled = coordinator.assembled(never);
    expect(() => coordinator.assureAlike(who(1), "load-1", BUILD)).not.toThrow();
    expect(() => coordinator.assureAlike(who(1), "load-1", { ...BUILD, ...other })).toThrow(
      `index 1 ${what}; install`,
    );
    await expect(assembled).rejects.toThrow(what);
    expect(lost()).toEqual([`shard-unlike: index 1 of 3 ${what} (on load-1)`]);
    // Index 0 is not to be lost, nor is who is none of them.
    for (const index of [0, 3])
      expect(() => coordinator.assureAlike(who(index), "x", { ...BUILD, ...other })).toThrow(what);
    expect(lost()).toHaveLength(1);
  });

  it("names who is absent, and starts nothing", async () => {
    coordinator.hello(who(1), MACHINE);
    const assembled = coordinator.assembled(never);
    // Waits as all do: it asks for its block again and again.
    for (let asked = 0; asked < 12; asked++) {
      expect(lost()).toEqual([]);
      pass(10_000);
      coordinator.task(who(1), -1);
    }
    expect(lost()).toEqual([]);
    pass(1);
    await expect(assembled).rejects.toThrow("index 2 of 3 has not joined within 120 s");
    expect(lost()).toEqual([expect.stringMatching(/^shard-absent/)]);
  });

  it("names who has not fetched the start a second before it", async () => {
    await opened();
    coordinator.beat(who(1), 0, "armed", "");
    pass(2_000);
    coordinator.beat(who(1), 0, "armed", "");
    pass(2_000);
    expect(lost()).toEqual([]);
    pass(1);
    expect(lost()).toEqual([
      expect.stringMatching(/^shard-late: index 2 of 3 \(load\) had not fetched the start/),
    ]);
    expect(coordinator.lost.aborted).toBe(true);
    expect(coordinator.beat(who(1), 0, "running", "")).toBe(false);
    expect(coordinator.start(who(1), 0)).toEqual({ kind: "abort" });
  });

  it("names who is not ready in time", () => {
    joinBoth();
    void coordinator.open(TASK, never).catch(() => undefined);
    coordinator.ready(who(1), 0, CLOCK, 1);
    pass(20_000);
    for (const index of [1, 2]) coordinator.task(who(index), 0);
    pass(10_001);
    expect(lost()).toEqual([expect.stringMatching(/^shard-late: index 2 .*not ready 30 s/)]);
  });

  it("names who died by three beats, with what it said last", async () => {
    await opened();
    for (const index of [1, 2]) coordinator.beat(who(index), 0, "running", "measure, 62 %");
    pass(2_000);
    coordinator.beat(who(1), 0, "running", "measure, 70 %");
    pass(1_001);
    expect(lost()).toEqual([
      "shard-died: index 2 of 3 (load) was not heard for 3 s; last it said: measure, 62 %",
    ]);
    await expect(coordinator.outcomes(OUTCOME, never)).rejects.toThrow("index 2 of 3");
  });

  it("takes nobody for dead whom it could not hear, for it did not run itself", async () => {
    await opened();
    for (const index of [1, 2]) coordinator.beat(who(index), 0, "running", "measure, 62 %");
    pass(2_000);
    standStill(20_000);
    expect(lost()).toEqual([]);
    // What waited to be heard is heard now, of one of them.
    coordinator.beat(who(1), 0, "running", "measure, 90 %");
    pass(1_001);
    expect(lost()).toEqual([expect.stringMatching(/^shard-died: index 2 .* was not heard for 3 s/)]);
  });

  it("gives the time back in which it did not run to who has to join, or to be ready", () => {
    pass(119_000);
    standStill(60_000);
    joinBoth();
    void coordinator.open(TASK, never).catch(() => undefined);
    pass(20_000);
    for (const index of [1, 2]) coordinator.task(who(index), 0);
    standStill(25_000);
    expect(lost()).toEqual([]);
    pass(10_001);
    expect(lost()).toEqual([expect.stringMatching(/^shard-late: index 1 .*not ready 30 s/)]);
  });

  it("blames itself where nobody could fetch the start", async () => {
    await opened();
    coordinator.beat(who(1), 0, "armed", "");
    pass(1_000);
    standStill(3_500);
    expect(lost()).toEqual([
      "shard-late: index 0 of 3 (load) itself stood still for 3.5 s, in which the others could not fetch the start",
    ]);
  });

  it("stands still without harm where all know the start", async () => {
    await opened();
    for (const index of [1, 2]) coordinator.beat(who(index), 0, "armed", "");
    standStill(4_500);
    for (const index of [1, 2]) coordinator.beat(who(index), 0, "running", "");
    expect(lost()).toEqual([]);
  });

  it("refuses who began again as another process, and is no measurement then", () => {
    joinBoth();
    // The same process may ask twice.
    coordinator.hello(who(1), MACHINE);
    expect(lost()).toEqual([]);
    expect(() => coordinator.hello(who(1, "another"), MACHINE)).toThrow("index 1 has joined already");
    expect(lost()).toEqual([expect.stringMatching(/^shard-restarted: index 1 of 3/)]);
    expect(() => coordinator.task(who(1, "another"), -1)).toThrow("index 1 has not joined as this process");
  });

  it("refuses an index that there is not, and its own", () => {
    for (const index of [0, 3])
      expect(() => coordinator.hello(who(index), MACHINE)).toThrow("3 shards have 0 (this one) to 2");
  });

  it("keeps what a shard failed of", async () => {
    await opened();
    coordinator.failed(who(2), "no such table");
    expect(lost()).toEqual(["shard-failed: index 2 of 3 (load) failed: no such table"]);
    coordinator.end(6, ["why"]);
    expect(states()).toEqual(["aborted", "aborted", "failed"]);
    expect(() => coordinator.hello(who(1), MACHINE)).toThrow("the run is over");
  });
});
