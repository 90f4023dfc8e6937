import { expect, it } from "vitest";
import { grownLines } from "../../../../src/report/words/profile.ts";

it("has a line for each function that grew", () => {
  const side = { events: 1_000, samples: 1_000 };
  const stacks = [{ frames: ["main", "slow"], base: 100, head: 900 }];
  const head = { ...side, samples: 1_800 };
  expect(grownLines({ workload: "w", event: "cpu-clock", hertz: 1_000, base: side, head, stacks })).toEqual([
    "slow: 100\u00a0µs -> 900\u00a0µs an event",
  ]);
});
