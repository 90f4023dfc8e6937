import { expect, it } from "vitest";
import { mixSeed } from "../../../src/stats/mix-seed.ts";

it.each([
  [[42], 42],
  [[42, 0], 1708781264],
  [[42, 1], 412756519],
  [[42, 1, 2], 1100541617],
  [[42, 2, 1], 376142667],
  [[2 ** 31 + 5, 7], 288477200],
  [[0, 2 ** 32 - 1], 920564995],
])(
  "the seed of %j is the one that MurmurHash3's finaliser makes in Python: %i",
  ([seed, ...parts], mixed) => {
    expect(mixSeed(seed!, ...parts)).toBe(mixed);
  },
);
