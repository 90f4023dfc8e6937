import { describe, expect, it } from "vitest";
import type { StoreLine } from "../../../../src/io/store/json-lines.ts";
import { Receiver } from "../../../../src/io/store/receiver.ts";
import type { Store } from "../../../../src/io/store/store.ts";
import type { Run } from "../../../../src/model/run.ts";
import { makeRun } from "../../../support/runs.ts";

const PORTION = 10;
const template = makeRun({ sessions: 1, secondsPerSession: 0.1 });
const runOf = (number: number): Run => ({ ...template, id: `${number}` });

/** A store that is slow: each portion is saved, or fails, when the test says so. */
class SlowStore {
  readonly begun: number[] = [];
  #settle: { resolve: () => void; reject: (error: Error) => void }[] = [];

  acceptances = async () => [];
  saveAcceptances = async () => undefined;
  save = (runs: readonly Run[]) =>
    new Promise<void>((resolve, reject) => {
      this.begun.push(runs.length);
      this.#settle.push({ resolve, reject });
      if (runs.length < PORTION) resolve();
    });

  finish(): void {
    this.#settle.shift()!.resolve();
  }
  fail(): void {
    this.#settle.shift()!.reject(new Error("the server has gone"));
  }
}

/** Lines that remember how many of them were read. */
class Lines {
  read = 0;
  readonly length: number;

  constructor(length: number) {
    this.length = length;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StoreLine> {
    for (; this.read < this.length; this.read++) yield { kind: "run", run: runOf(this.read) };
  }
}

async function receiving(lines: AsyncIterable<StoreLine>) {
  const store = new SlowStore();
  const said: number[] = [];
  const receiver = await Receiver.into(store as Partial<Store> as Store, (runs) => said.push(runs));
  const state = { ended: false };
  const done = receiver.take(lines).finally(() => {
    state.ended = true;
  });
  done.catch(() => undefined);
  return { store, said, receiver, done, state };
}

/** Until all that can go on without the store has gone on. */
const idle = () => new Promise((resolve) => setImmediate(resolve));

describe("a receiver", () => {
  it("says nothing of what is less than a portion", async () => {
    const { said, receiver, done } = await receiving(new Lines(3));
    await done;
    expect([receiver.runs, said]).toEqual([3, []]);
  });

  it("reads the next portion while two are saved, and no further", async () => {
    const lines = new Lines(45);
    const { store, said, receiver, done, state } = await receiving(lines);
    await idle();
    // The line that completes a portion is given before it is counted.
    expect([lines.read, store.begun, receiver.runs]).toEqual([3 * PORTION - 1, [10, 10], 0]);
    store.finish();
    await idle();
    expect([lines.read, store.begun, receiver.runs, said]).toEqual([4 * PORTION - 1, [10, 10, 10], 10, [10]]);
    store.finish();
    store.finish();
    await idle();
    expect(state.ended).toBe(false);
    store.finish();
    await done;
    expect([receiver.runs, store.begun, said]).toEqual([45, [10, 10, 10, 10, 5], [10, 20, 30, 45]]);
  });

  it("saves the later version of a run after the earlier one", async () => {
    const again = async function* (): AsyncGenerator<StoreLine> {
      yield* new Lines(PORTION);
      yield* new Lines(PORTION);
    };
    const { store, receiver, done } = await receiving(again());
    await idle();
    expect(store.begun).toEqual([10]);
    store.finish();
    await idle();
    expect(store.begun).toEqual([10, 10]);
    store.finish();
    await done;
    expect(receiver.runs).toBe(20);
  });

  it("tells of a portion that could not be saved, and begins no other", async () => {
    const { store, receiver, done } = await receiving(new Lines(100));
    await idle();
    store.finish();
    await idle();
    expect(store.begun).toEqual([10, 10, 10]);
    store.fail();
    store.finish();
    await expect(done).rejects.toThrow("the server has gone");
    expect([receiver.runs, store.begun]).toEqual([20, [10, 10, 10]]);
  });

  it("has saved what came before a line that is none, as far as the store lets it", async () => {
    for (const end of ["finish", "fail"] as const) {
      const broken = async function* (): AsyncGenerator<StoreLine> {
        yield* new Lines(PORTION + 5);
        throw new Error("line 16 is none");
      };
      const { store, receiver, done, state } = await receiving(broken());
      await idle();
      // Five runs are no whole portion.
      expect([state.ended, store.begun, receiver.runs]).toEqual([false, [10, 5], 5]);
      store[end]();
      await expect(done).rejects.toThrow("line 16 is none");
      expect(receiver.runs).toBe(end === "finish" ? 15 : 5);
    }
  });
});
