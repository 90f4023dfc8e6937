import { expect, it } from "vitest";
import { ageOf } from "../../../src/text/time.ts";

it.each([
  ["2026-02-28T23:59:30Z", "just now"],
  ["2026-02-28T23:01:00Z", "59 min ago"],
  ["2026-02-28T23:00:00Z", "1 h ago"],
  ["2026-02-27T00:00:00Z", "2 d ago"],
  ["2025-12-31T00:00:00Z", "60 d ago"],
  ["2025-12-30T00:00:00Z", "2 months ago"],
  ["2024-03-01T00:00:00Z", "23 months ago"],
  ["2024-02-01T00:00:00Z", "2 years ago"],
  ["2026-03-01T09:00:00Z", "just now"],
])("a time of %s is %s", (at, age) => {
  expect(ageOf(at, "2026-03-01T00:00:00Z").replaceAll("\u00a0", " ")).toBe(age);
});
