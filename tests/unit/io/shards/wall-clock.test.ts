import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { wallClock } from "../../../../src/io/shards/wall-clock.ts";

/** Milliseconds that performance.now() was 0 at. */
const ORIGIN = 1_800_000_000_000;

/**
 * Both clocks of a process that is interrupted after some of its readings, for so many milliseconds.
 * @param setMs how far the machine's clock was set by now
 */
function interrupted(after: readonly number[], fraction: number, setMs = () => 0): void {
  let steady = 0;
  let reading = 0;
  const read = <T>(value: () => T): T => {
    const got = value();
    steady += 0.001 + (after[reading++ % after.length] ?? 0);
    return got;
  };
  vi.spyOn(performance, "now").mockImplementation(() => read(() => steady));
  vi.spyOn(Date, "now").mockImplementation(() =>
    read(() => Math.floor(ORIGIN + fraction + steady + setMs())),
  );
}

afterEach(() => void vi.restoreAllMocks());

describe("wallClock", () => {
  it("is never farther from the machine's clock than its bound, wherever it is interrupted", () => {
    const pause = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 8, noNaN: true }));
    const pauses = fc.array(pause, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(pauses, fc.double({ min: 0, max: 0.999, noNaN: true }), (after, fraction) => {
        interrupted(after, fraction);
        const wall = wallClock();
        vi.spyOn(performance, "now").mockReturnValue(77);
        const truth = (ORIGIN + fraction + 77) * 1_000;
        // Microseconds since 1970 have a quarter of one in a double.
        expect(Math.abs(wall.now() - truth)).toBeLessThanOrEqual(wall.bound + 0.5);
        vi.restoreAllMocks();
      }),
    );
  });

  it("reads again until a reading was not interrupted", () => {
    interrupted([...Array(1_000).fill(0), ...Array(2_500).fill(0.9)], 0.5);
    expect(wallClock().bound).toBeLessThan(25);
  });

  it("knows how far the machine's clock was set since it was read, and follows when it is read anew", () => {
    let setMs = 0;
    interrupted([0], 0.25, () => setMs);
    const wall = wallClock();
    expect(wall.setBy()).toBe(0);
    setMs = 300;
    const known = 1_000 * wall.bound + 1;
    expect(Math.abs(wall.setBy() - 300_000)).toBeLessThan(known);
    const before = wall.now();
    wall.renew();
    expect(Math.abs(wall.now() - before - 300_000)).toBeLessThan(known);
    expect(wall.setBy()).toBe(0);
    setMs = 295;
    expect(Math.abs(wall.setBy() + 5_000)).toBeLessThan(known);
  });

  it("goes on by the steady clock", () => {
    interrupted([0], 0.25);
    const wall = wallClock();
    vi.spyOn(performance, "now").mockReturnValueOnce(1_000).mockReturnValueOnce(1_250);
    expect(-wall.now() + wall.now()).toBe(250_000);
  });
});
