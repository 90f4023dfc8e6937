import { expect, it } from "vitest";
import { formatMicros, grownLines } from "../../../../src/report/words/profile.ts";

it.each([
  [0, "0 µs"],
  [1.234, "1.23 µs"],
  [999, "999 µs"],
  [1_250, "1.25 ms"],
])("%f microseconds are %s", (micros, text) => {
  expect(formatMicros(micros)).toBe(text);
});

it("has a line for each function that grew", () => {
  const side = { events: 1_000, samples: 1_000 };
  const stacks = [{ frames: ["main", "slow"], base: 100, head: 900 }];
  const head = { ...side, samples: 1_800 };
  expect(grownLines({ workload: "w", event: "cpu-clock", hertz: 1_000, base: side, head, stacks })).toEqual([
    "slow: 100 µs -> 900 µs an event",
  ]);
});
