import { describe, expect, it } from "vitest";
import { logTicks, niceTicks, valueTicks } from "../../../src/text/ticks.ts";

describe("niceTicks", () => {
  it.each([
    [0, 10, 5, [0, 2, 4, 6, 8, 10]],
    [-0.12, 0.33, 4, [0, 0.2]],
    [-0.12, 0.33, 5, [-0.1, 0, 0.1, 0.2, 0.3]],
    [0.1, 0.7, 6, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]],
  ])("labels %d to %d about %d times", (low, high, count, ticks) => {
    expect(niceTicks(low, high, count)).toEqual(ticks);
  });

  it("has no minus zero, which would be labelled with its sign", () => {
    expect(niceTicks(-1, 1, 2).some((tick) => Object.is(tick, -0))).toBe(false);
  });

  it("gives up on an axis without width", () => {
    expect(niceTicks(5, 5, 4)).toEqual([]);
    expect(niceTicks(0, 5e-324, 4)).toEqual([]);
    expect(niceTicks(1e18, 1e18 + 256, 4)).toEqual([]);
  });
});

describe("logTicks", () => {
  it("labels 1, 2 and 5 in a short range", () => {
    expect(logTicks(1.5e6, 33e6)).toEqual([2e6, 5e6, 1e7, 2e7]);
  });

  it("labels only powers of ten in a long one", () => {
    expect(logTicks(900, 1.1e6)).toEqual([1e3, 1e4, 1e5, 1e6]);
  });
});

it("labels times in the unit of the greatest, and other values as they are", () => {
  expect(valueTicks("p99", 0, 3e6, 3)).toEqual([
    { at: 0, label: "0\u00a0ms" },
    { at: 1e6, label: "1\u00a0ms" },
    { at: 2e6, label: "2\u00a0ms" },
    { at: 3e6, label: "3\u00a0ms" },
  ]);
  expect(valueTicks("qps", 0, 3e3, 3).map(({ label }) => label)).toEqual([
    "0/s",
    "1,000/s",
    "2,000/s",
    "3,000/s",
  ]);
});
