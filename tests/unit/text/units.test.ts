import { describe, expect, it } from "vitest";
import {
  formatAmount,
  formatBound,
  formatBytes,
  formatChange,
  formatChangeInterval,
  formatChosen,
  formatDecimals,
  formatDuration,
  formatEffect,
  formatEffectTick,
  formatInterval,
  formatMean,
  formatMetric,
  formatMetrics,
  formatPercent,
  formatPoints,
  formatProgress,
  formatSpread,
  formatTime,
  formatVisible,
  listed,
  NBSP,
  plainSpaces,
  plural,
  tickLabels,
  tiedUnits,
} from "../../../src/text/units.ts";

/** Numbers and units are held together by no-break spaces, which are hard to type. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("formatMetric", () => {
  it.each([
    ["p99", 12_100_000, "12.1 ms"],
    ["p99", 850_000, "850 µs"],
    ["p99", 999_600, "1.00 ms"],
    ["p99", 999_400, "999 µs"],
    ["p50", 730, "730 ns"],
    ["mean", 2_500_000_000, "2.50 s"],
    ["mean", 7_200_000_000_000, "7,200 s"],
    ["p50", 0, "0 ns"],
    ["server-cpu", 212_345, "212 µs"],
    ["qps", 4210.4, "4,210/s"],
    ["qps", 98.64, "98.6/s"],
    ["tps", 1_234_567.8, "1,234,568/s"],
    ["failed-share", 0.0192, "1.92 %"],
    ["failed-share", 0.0004, "0.04 %"],
    ["failed-share", 0, "0 %"],
    ["failed-share", 1, "100 %"],
  ] as const)("writes %s of %d as %s", (metric, value, text) => {
    expect(plain(formatMetric(metric, value))).toBe(text);
  });

  it("holds number and unit together", () => {
    expect(formatMetric("p99", 12_100_000)).toBe("12.1\u00a0ms");
  });
});

describe("formatMetrics", () => {
  it("writes a row in the unit of its largest value", () => {
    expect(formatMetrics("p99", [850_000, 1_020_000]).map(plain)).toEqual(["0.850 ms", "1.02 ms"]);
  });
});

describe("tickLabels", () => {
  it("needs no more decimals than its finest tick", () => {
    expect(tickLabels("p99", [12e6, 14e6, 16e6]).map(plain)).toEqual(["12 ms", "14 ms", "16 ms"]);
    expect(tickLabels("p99", [1e6, 1.5e6, 2e6]).map(plain)).toEqual(["1.0 ms", "1.5 ms", "2.0 ms"]);
  });
});

describe("formatVisible", () => {
  it.each([
    [0.021, "2.1 %"],
    [0.97, "97 %"],
    [1, "×2"],
    [4.13, "×5.1"],
    [30.4, "×31"],
    [3.3e19, "over ×1,000,000"],
  ])("writes %d as %s", (share, text) => expect(plain(formatVisible(share))).toBe(text));
});

describe("formatBound", () => {
  it.each([
    [0.1136, "12 %"],
    [0.02601, "2.7 %"],
    [0.026, "2.6 %"],
    // 1.3 times 2 %, as floating point has it.
    [1.3 * 0.02, "2.6 %"],
    [0.0991, "10 %"],
    [0.0989, "9.9 %"],
    [0.0061, "0.61 %"],
    [0.00121, "0.13 %"],
    [0.0009, "0.09 %"],
    // From twice as much on, a factor.
    [1.182, "a factor of 2.2"],
    [11.3, "a factor of 13"],
    [2e6, "a factor of more than 1,000,000"],
    [0, "0 %"],
  ])("claims of %d no more than was shown: %s", (share, text) => {
    expect(plain(formatBound(share))).toBe(text);
  });
});

describe("formatTime", () => {
  it.each([
    [1_234, "1.23 µs"],
    [999_000, "999 µs"],
    [1_250_000, "1.25 ms"],
    [2e9, "2 s"],
    [0, "0 s"],
    [1_234e9, "1,234 s"],
  ])("writes %d ns as %s", (ns, text) => expect(plain(formatTime(ns))).toBe(text));
});

describe("formatMean", () => {
  it.each([
    [0.123, "0.12"],
    [9.04, "9"],
    [123.4, "123"],
    [1_234.5, "1,235"],
  ])("writes %d as %s", (value, text) => expect(formatMean(value)).toBe(text));
});

it("formatDecimals keeps zeros at the end", () => expect(formatDecimals(0.5, 2)).toBe("0.50"));

it("listed has commas, and an and", () => {
  expect([["a"], ["a", "b"], ["a", "b", "c"], []].map(listed)).toEqual(["a", "a and b", "a, b and c", ""]);
});

it("formatAmount has none", () =>
  expect([4, 12.5, 1_234.4].map(formatAmount)).toEqual(["4", "12.5", "1,234"]));

it("formatProgress reaches the whole only at the end", () => {
  expect([0.04, 0.999, 1].map(formatProgress)).toEqual(["4 %", "99 %", "100 %"]);
});

it("plainSpaces takes back what tiedUnits does", () => {
  expect(tiedUnits("12 % of 5 ms, 7.5 GiB in 3 s")).toBe(
    `12${NBSP}% of 5${NBSP}ms, 7.5${NBSP}GiB in 3${NBSP}s`,
  );
  expect(tiedUnits("SELECT a FROM t1 s, 3 sessions, 5 min-max")).toBe(
    "SELECT a FROM t1 s, 3 sessions, 5 min-max",
  );
  expect(plainSpaces(`12${NBSP}% of 5${NBSP}ms`)).toBe("12 % of 5 ms");
});

describe("formatSpread", () => {
  it.each([
    [0.028, "2.8 %"],
    [1.2, "120 %"],
    [Math.log(15), "×15"],
    [34.37, "over ×1,000,000"],
  ])("writes %d as %s", (sd, text) => expect(plain(formatSpread(sd))).toBe(text));
});

describe("changes from a factor of ten on", () => {
  it.each([
    [4.99 / 4953 - 1, "÷993"],
    [1009.62, "×1,010"],
    [9, "×10"],
    [8.9, "+890 %"],
    [-0.9, "÷10"],
    [-0.89, "−89 %"],
    [-1, "−100 %"],
    [3.3e19, "over ×1,000,000"],
    [1e-9 - 1, "over ÷1,000,000"],
    [0.24, "+24 %"],
  ])("writes %d as %s", (effect, text) => expect(plain(formatChange(effect))).toBe(text));

  it("have intervals in factors", () => {
    expect(plain(formatChangeInterval({ low: 1 / 1100 - 1, high: 1 / 890 - 1 }, 1 / 993 - 1))).toBe(
      "(÷1,100 .. ÷890)",
    );
    expect(plain(formatChangeInterval({ low: 4.2, high: 22 }, 10))).toBe("(×5.2 .. ×23)");
    expect(plain(formatChangeInterval({ low: -0.5, high: 29 }, 10))).toBe("(÷2 .. ×30)");
    expect(plain(formatChangeInterval({ low: -1, high: 29 }, 10))).toBe("(−100 .. +2,900)");
  });

  it("have one notation with their intervals: an end that is a factor makes all of them factors", () => {
    const both = (effect: number, low: number, high: number) =>
      plain(`${formatChange(effect, { low, high })} ${formatChangeInterval({ low, high }, effect)}`);
    expect(both(3, -0.5, 29)).toBe("×4 (÷2 .. ×30)");
    expect(both(-0.88, 1 / 11 - 1, -0.84)).toBe("÷8.3 (÷11 .. ÷6.2)");
    expect(both(7.28, 5.16, 10)).toBe("×8.3 (×6.2 .. ×11)");
    expect(plain(formatChangeInterval({ low: 0.187, high: 0.292 }, 0.24))).toBe("(+19 .. +29)");
  });
});

describe("relative changes", () => {
  it.each([
    [0.2412, "+24 %"],
    [-0.0644, "−6.4 %"],
    [0.104, "+10.4 %"],
    [4.2, "+420 %"],
    [12.3, "+1,230 %"],
    [-1, "−100 %"],
    [0.0004, "0.0 %"],
    [0.19951, "+20 %"],
  ])("writes %d as %s", (effect, text) => {
    expect(plain(formatEffect(effect))).toBe(text);
  });

  it("writes the interval with the decimals of its effect", () => {
    expect(plain(formatInterval({ low: 0.187, high: 0.292 }, 0.24))).toBe("(+19 .. +29)");
    expect(plain(formatInterval({ low: -0.0704, high: 0.0062 }, -0.03))).toBe("(−7.0 .. +0.6)");
  });

  it("labels an axis without zeros at the end", () => {
    expect([0, 0.1, -0.025].map((tick) => plain(formatEffectTick(tick)))).toEqual(["0", "+10 %", "−2.5 %"]);
  });

  it("writes a difference of shares in points", () => {
    expect(plain(formatPoints(0.0188))).toBe("+1.88 points");
    expect(plain(formatPoints(-0.5))).toBe("−50.0 points");
  });
});

describe("what somebody chose", () => {
  it.each([
    [0.02, "2 %"],
    [0.1, "10 %"],
    [0.005, "0.5 %"],
    [0.0005, "0.05 %"],
    [1, "100 %"],
    [0, "0 %"],
    [10, "1,000 %"],
  ])("writes the share %d as %s", (share, text) => {
    expect(plain(formatPercent(share))).toBe(text);
  });

  it("writes no share as 0 that is not", () => {
    expect(plain(formatPercent(1e-6))).toBe("0.0001 %");
    expect(plain(formatPercent(1.26e-7))).toBe("0.00001 %");
    expect(plain(formatPercent(0.0004))).toBe("0.04 %");
  });

  it("writes a floor without zeros that look like a measurement", () => {
    expect(plain(formatChosen("p99", 50_000))).toBe("50 µs");
    expect(plain(formatChosen("failed-share", 0.001))).toBe("0.1 %");
  });
});

it.each([
  [8, "8 s"],
  [1.5, "1.5 s"],
  [80, "80 s"],
  [96, "1.6 min"],
  [3600, "60 min"],
  [7200, "2 h"],
])("writes %d seconds as %s", (seconds, text) => {
  expect(plain(formatDuration(seconds))).toBe(text);
});

it("writes memory in powers of 1024", () => {
  expect([0, 512, 8_375_186_227, 16_777_216_000].map((bytes) => plain(formatBytes(bytes)))).toEqual([
    "0 B",
    "512 B",
    "7.8 GiB",
    "16 GiB",
  ]);
});

it("counts in the singular and the plural", () => {
  expect([plural(0, "workload"), plural(1, "workload"), plural(1200, "workload")]).toEqual([
    "0 workloads",
    "1 workload",
    "1,200 workloads",
  ]);
});
