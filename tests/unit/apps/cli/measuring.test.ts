import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { invocationHere, measuring } from "../../../../src/apps/cli/measuring.ts";

let said: string;
beforeEach(() => {
  said = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

it("what is asked for is asked for in this folder and its repository", async () => {
  const { cwd, output, origin } = await invocationHere({ output: "there", repository: "acme/shop" });
  expect({ cwd, output }).toEqual({ cwd: process.cwd(), output: "there" });
  expect(origin).toMatchObject({ repository: "acme/shop" });
});

it("work says how far it is, and its answer is the answer", async () => {
  const answer = await measuring({}, async (progress, signal) => {
    progress.stage("loading");
    return signal.aborted;
  });
  expect(answer).toBe(false);
  expect(said).toContain("loading");
});

it("a signal ends work early, and it is said what is kept", async () => {
  const work = measuring(
    {},
    async (_, signal) => {
      process.emit("SIGTERM");
      signal.throwIfAborted();
    },
    "sessions are kept",
  );
  await expect(work).rejects.toMatchObject({ kind: "interrupted" });
  expect(said).toContain("stopping; sessions are kept");
});

it("an address that cannot be told anything is refused before the work begins", async () => {
  const work = vi.fn<() => Promise<void>>(async () => undefined);
  await expect(measuring({ metrics: "here" }, work)).rejects.toMatchObject({ kind: "usage" });
  expect(work).not.toHaveBeenCalled();
});
