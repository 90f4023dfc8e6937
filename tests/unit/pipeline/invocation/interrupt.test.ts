import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PlumblineError } from "../../../../src/model/errors.ts";
import { untilInterrupted } from "../../../../src/pipeline/invocation/interrupt.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const listeners = () => SIGNALS.map((name) => process.listenerCount(name));

let said: string;
let before: readonly number[];
beforeEach(() => {
  said = "";
  before = listeners();
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(listeners()).toEqual(before);
});

/** Work that a signal ends, by what an aborted step throws. */
const aborted = (error: unknown) =>
  untilInterrupted(async (signal) => {
    process.emit("SIGTERM");
    expect(signal.aborted).toBe(true);
    throw error;
  });

it("work that nobody interrupts ends as it does", async () => {
  expect(await untilInterrupted(async () => 5)).toBe(5);
  const failure = new Error("of its own");
  await expect(untilInterrupted(() => Promise.reject(failure))).rejects.toBe(failure);
  expect(said).toBe("");
});

it("a signal aborts it, says that it cleans up, and whatever the step threw is an interruption", async () => {
  const cause = new DOMException("aborted", "AbortError");
  await expect(aborted(cause)).rejects.toMatchObject({ kind: "interrupted", message: "interrupted", cause });
  expect(said).toBe("\nstopping; servers and folders are removed (once more ends at once)\n");
});

it("who knows more about the interruption has the word", async () => {
  const error = new PlumblineError("interrupted", "interrupted; the runs are kept");
  await expect(aborted(error)).rejects.toBe(error);
});

it("a second signal ends at once", async () => {
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  await untilInterrupted(async () => {
    process.emit("SIGINT");
    expect(exit).not.toHaveBeenCalled();
    process.emit("SIGINT");
  });
  expect(exit).toHaveBeenCalledWith(130);
});
