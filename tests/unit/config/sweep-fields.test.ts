import { describe, expect, it } from "vitest";
import { parseValues } from "../../../src/config/sweep-fields.ts";

describe("values on one line", () => {
  it.each([
    ["5,10,25", [5, 10, 25]],
    ["5..20:5", [5, 10, 15, 20]],
    ["1..10:x2", [1, 2, 4, 8]],
    ["0.1..0.3:0.1", [0.1, 0.2, 0.3]],
    ["1..3", [1, 2, 3]],
    ["1, 2..4:2 ,auto", [1, 2, 4, "auto"]],
  ])("%s", (text, values) => expect(parseValues(text)).toEqual(values));

  it.each([
    ["", "expected values such as"],
    ["5,,6", "expected values such as"],
    ["9..5:1", "a range that rises"],
    ["1..5:0", "a step above 0"],
    ["1..5:x1", "a factor above 1"],
    ["0..5:x2", "a start above 0"],
    ["1..9999", "at most 200 values"],
    ["5,5", "5 twice"],
  ])("%s is none", (text, cause) => expect(parseValues(text)).toContain(cause));
});
