import Table from "cli-table3";
import { expect, it } from "vitest";
import { NO_LINES, oneLine, shortened } from "../../../../src/report/terminal/plain-table.ts";

it("draws no line", () => {
  const table = new Table({ head: ["a", "b"], chars: NO_LINES, style: { head: [], border: [] } });
  table.push(["1", "2"]);
  expect(table.toString()).not.toMatch(/[─│┌┐└┘├┤┬┴┼]/);
});

it("lets nobody's text move the cursor or colour the terminal", () => {
  expect(oneLine("red \u001b[31m\r\n\tnext\u0007")).toBe("red  [31m next ");
});

it("cuts a subject by characters as people see them", () => {
  expect(shortened("a".repeat(48))).toBe("a".repeat(48));
  expect(shortened("a".repeat(49))).toBe(`${"a".repeat(47)}…`);
  const family = "👨‍👩‍👧‍👦";
  expect(shortened(family.repeat(48))).toBe(family.repeat(48));
  expect(shortened(family.repeat(49))).toBe(`${family.repeat(47)}…`);
});
