import { expect, it } from "vitest";
import {
  milliseconds,
  publishedNumber,
  publishedPercent,
  publishedWhole,
  times,
} from "../../../src/text/published.ts";

it("writes what was not measured as a dash", () => {
  const all = [publishedNumber, milliseconds, publishedPercent, times, publishedWhole].map((write) =>
    write(null),
  );
  expect(new Set(all)).toEqual(new Set(["–"]));
});

it.each([
  [1234.567, "1,234.57"],
  [0.01234, "0.01234"],
  [0, "0.00"],
  [-0.000_000_000_000_1, "0.00"],
])("has four digits of what is small: %d is %s", (value, text) => expect(publishedNumber(value)).toBe(text));

it("has the units of published tables", () => {
  expect(milliseconds(2_500_000)).toBe("2.50");
  expect(publishedPercent(-0.125)).toBe("-12.50%");
  expect(times(1.506)).toBe("1.51x");
  expect(publishedWhole(12_345.6789)).toBe("12,345.679");
});
