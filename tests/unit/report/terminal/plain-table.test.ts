import { expect, it } from "vitest";
import { oneLine, shortenedSubject, tableLines } from "../../../../src/report/terminal/plain-table.ts";

it("holds a table together by space, by the columns that are seen", () => {
  const columns = [
    { title: "workload", align: "left" },
    { title: "QPS", align: "right" },
    { title: "", align: "left" },
  ] as const;
  const rows = [
    ["注文", "1", "\u001b[32mfine\u001b[39m"],
    ["checkout-of-all", "1,200", ""],
  ];
  expect(tableLines({ columns, rows })).toEqual([
    "workload           QPS",
    "注文                 1  \u001b[32mfine\u001b[39m",
    "checkout-of-all  1,200",
  ]);
  expect(tableLines({ columns, rows: [] })).toEqual(["workload  QPS"]);
});

it("lets nobody's text move the cursor, colour the terminal or turn a line", () => {
  expect(oneLine("red \u001b[31m\r\n\tnext\u0007")).toBe("red  [31m next ");
  expect(oneLine("a\u202ecba\u202c \u2066x\u2069\u2028y")).toBe("acba x y");
});

it("cuts a subject by characters as people see them", () => {
  expect(shortenedSubject("a".repeat(48))).toBe("a".repeat(48));
  expect(shortenedSubject("a".repeat(49))).toBe(`${"a".repeat(47)}…`);
  const family = "👨‍👩‍👧‍👦";
  expect(shortenedSubject(family.repeat(48))).toBe(family.repeat(48));
  expect(shortenedSubject(family.repeat(49))).toBe(`${family.repeat(47)}…`);
});
