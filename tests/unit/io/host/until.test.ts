import { afterEach, describe, expect, it, vi } from "vitest";
import { timeLeft, until, withinTime } from "../../../../src/io/host/until.ts";

afterEach(() => vi.restoreAllMocks());

it("time that is left ends at nothing", () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  const left = timeLeft(2_000);
  expect(left()).toBe(2_000);
  now.mockReturnValue(1_500);
  expect(left()).toBe(500);
  now.mockReturnValue(9_000);
  expect(left()).toBe(0);
});

it.each([
  ["forth", 86_400_000],
  ["back", -86_400_000],
])("no time is another when the clock of the machine is set %s", async (_, step) => {
  let now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => (now += step));
  expect(timeLeft(60_000)()).toBeGreaterThan(0);
  let asked = 0;
  expect(await until(() => ++asked === 3, { limitMs: 60_000, pollMs: 1 })).toBe(true);
  expect(await until(() => null, { limitMs: 20, pollMs: 1 })).toBe(null);
});

describe("until", () => {
  it("asks until there is an answer, which may be nothing much", async () => {
    const answers = [null, false, 0, 1] as const;
    let asked = 0;
    expect(await until(async () => answers[asked++]!, { pollMs: 1 })).toBe(0);
    expect(asked).toBe(3);
  });

  it("asks once where there is no time, and a last time when it is over", async () => {
    let asked = 0;
    expect(await until(() => ++asked === 2, { limitMs: 0, pollMs: 1 })).toBe(null);
    expect(asked).toBe(1);
    asked = 0;
    expect(await until(() => ++asked === 2, { limitMs: 1, pollMs: 600_000 })).toBe(true);
  });

  it("ends with what a question throws, and with the signal's reason", async () => {
    const stop = new AbortController();
    await expect(until(() => Promise.reject(new Error("refused")), { pollMs: 1 })).rejects.toThrow("refused");
    const waiting = until(() => null, { pollMs: 600_000, signal: stop.signal });
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    await expect(until(() => true, { pollMs: 1, signal: stop.signal })).rejects.toThrow("stopped");
  });
});

describe("within", () => {
  const never = new Promise<never>(() => undefined);

  it("is what the work comes to, or null", async () => {
    expect(await withinTime(Promise.resolve(undefined), 600_000)).toBe(undefined);
    expect(await withinTime(never, 1)).toBe(null);
    await expect(withinTime(Promise.reject(new Error("refused")), 600_000)).rejects.toThrow("refused");
  });

  it("waits where the limit is longer than any timer", async () => {
    const work = new Promise((resolve) => setTimeout(() => resolve("done"), 50));
    expect(await withinTime(work, 600 * 3_600_000)).toBe("done");
  });

  it("ends with the signal's reason, and work that fails later is no fault", async () => {
    const stop = new AbortController();
    const late = new Promise<void>((_, reject) => setTimeout(() => reject(new Error("too late")), 20));
    const waiting = withinTime(late, 600_000, stop.signal);
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    await expect(late).rejects.toThrow("too late");
  });
});
