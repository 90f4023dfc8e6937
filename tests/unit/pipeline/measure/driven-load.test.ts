import { afterEach, describe, expect, it, vi } from "vitest";
import type { DriveRequest } from "../../../../src/io/load/load-generator.ts";
import { whileDriven } from "../../../../src/pipeline/measure/driven-load.ts";

const HOUR_NS = 3600e9;

afterEach(() => void vi.restoreAllMocks());

/** A load that is in its measured phase at once, and goes on until it is ended. */
const generator = {
  drive: async ({ onProgress, until }: DriveRequest) => {
    onProgress({ phase: "measure", share: 0, what: "" });
    await new Promise((resolve) => until.addEventListener("abort", resolve));
    return [];
  },
};

describe("whileDriven", () => {
  it("tells the load's time, which goes on as before when somebody sets the machine's clock", async () => {
    const request = { onProgress: () => undefined } as unknown as DriveRequest;
    const work = async (_: AbortSignal, nowNs: () => number) => {
      const before = nowNs();
      expect(Math.abs(before - Date.now() * 1e6)).toBeLessThan(HOUR_NS / 2);
      vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
      return nowNs() - before;
    };
    const { done } = await whileDriven(generator, request, work, new AbortController().signal);
    expect(done).toBeGreaterThanOrEqual(0);
    expect(done).toBeLessThan(HOUR_NS / 2);
  });
});
