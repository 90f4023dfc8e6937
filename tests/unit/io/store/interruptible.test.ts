import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { interruptible, unlessInterrupted } from "../../../../src/io/store/interruptible.ts";
import type { Store } from "../../../../src/io/store/store.ts";

const silence = <T>() => new Promise<T>(() => undefined);
const silent = { load: silence, close: silence } as unknown as Store;

test("a call that is not answered ends when the signal comes", async () => {
  const interrupt = new AbortController();
  const store = interruptible(silent, interrupt.signal);
  const asked = store.load("id");
  interrupt.abort();
  await expect(asked).rejects.toMatchObject({ kind: "interrupted" });
  await expect(store.close()).resolves.toBeUndefined();
});

test("after the signal nothing is asked of the store any more, but to close", async () => {
  const interrupt = new AbortController();
  const calls: string[] = [];
  const recording = new Proxy({} as Store, {
    get: (_, name) => (name === "then" ? undefined : async () => void calls.push(String(name))),
  });
  const store = interruptible(recording, interrupt.signal);
  await store.save([]);
  interrupt.abort();
  await expect(store.save([])).rejects.toMatchObject({ kind: "interrupted" });
  await expect(store.list()).rejects.toMatchObject({
    kind: "interrupted",
    message: "interrupted before the store was asked",
  });
  await store.close();
  expect(calls).toEqual(["save", "close"]);
});

test("a patient one finishes what was asked, and is asked nothing more", async () => {
  const interrupt = new AbortController();
  const asked: string[] = [];
  const slow = {
    async save() {
      asked.push("save");
      await new Promise((resolve) => setTimeout(resolve, 20));
      asked.push("saved");
    },
  } as unknown as Store;
  const store = interruptible(slow, interrupt.signal, true);
  const saving = store.save([]);
  interrupt.abort();
  await saving;
  expect(asked).toEqual(["save", "saved"]);
  await expect(store.save([])).rejects.toMatchObject({ kind: "interrupted" });
});

test("without a signal answers and failures come through", async () => {
  const { signal } = new AbortController();
  const failure = new Error("disk");
  const run = {};
  const store = interruptible(
    { load: async () => run, list: () => Promise.reject(failure) } as unknown as Store,
    signal,
  );
  expect(await store.load("id")).toBe(run);
  await expect(store.list()).rejects.toBe(failure);
});

test("work that fails after the signal troubles nobody", async () => {
  const interrupt = new AbortController();
  const late = new EventEmitter();
  const work = once(late, "done");
  const waiting = unlessInterrupted(work, interrupt.signal);
  interrupt.abort();
  await expect(waiting).rejects.toMatchObject({ kind: "interrupted" });
  late.emit("error", new Error("late"));
  await expect(work).rejects.toThrow("late");
});
