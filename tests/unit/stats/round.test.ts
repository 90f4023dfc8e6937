import { expect, it } from "vitest";
import { decimal, significant } from "../../../src/stats/round.ts";

it("keeps so many significant digits, however large the number", () => {
  expect([1234.5, 0.012345, -98_765, 0].map((value) => significant(value, 2))).toEqual([
    1200, 0.012, -99_000, 0,
  ]);
});

it("keeps so many digits after the point", () => {
  expect([1234.567, 0.0049, -2].map((value) => decimal(value, 2))).toEqual([1234.57, 0, -2]);
});
