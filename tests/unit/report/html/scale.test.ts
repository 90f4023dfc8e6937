import { expect, it } from "vitest";
import { linear, logarithmic, place } from "../../../../src/report/html/scale.ts";

it("maps a domain to a range, turned round, too", () => {
  const x = linear(10, 20, 0, 100);
  expect([10, 12.5, 20, 25].map(x)).toEqual([0, 25, 100, 150]);
  const y = linear(0, 1, 172, 10);
  expect([0, 0.5, 1].map(y)).toEqual([172, 91, 10]);
});

it("gives equal ratios equal room on a logarithmic axis", () => {
  const y = logarithmic(1, 1000, 0, 90);
  expect([1, 10, 100, 1000].map(y)).toEqual([0, 30, 60, 90]);
});

it("puts a domain without width into the middle", () => {
  expect(linear(3, 3, 0, 50)(3)).toBe(25);
  expect(logarithmic(3, 3, 10, 20)(3)).toBe(15);
  expect(linear(Number.NaN, 3, 0, 50)(1)).toBe(25);
});

it("knows tenths of a pixel", () => expect(place(12.3456)).toBe(12.3));
