import { expect, it } from "vitest";
import { cellTable, csvField, csvOf } from "../../../../src/report/terminal/rows.ts";

it.each([
  ["plain", "plain"],
  ['say "so", twice', '"say ""so"", twice"'],
  ["two\nlines", "two lines"],
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+1", "'+1"],
  ["-x", "'-x"],
  ["@cmd", "'@cmd"],
  [-1.5, "-1.5"],
  [null, ""],
  [true, "true"],
])("a field of CSV: %s", (value, text) => {
  expect(csvField(value)).toBe(text);
});

it("writes lines as RFC 4180 has them, the header also alone", () => {
  expect(csvOf({ columns: ["a", "b"], cells: [[1, null]] })).toBe("a,b\r\n1,\r\n");
  expect(csvOf({ columns: ["a", "b"], cells: [] })).toBe("a,b\r\n");
});

it("writes a table whose numbers stand to the right, and a dash for what is missing", () => {
  const table = cellTable({
    columns: ["name", "value"],
    cells: [
      ["x", 1],
      ["y", null],
      ["z", 100],
    ],
  });
  expect(table).toBe("name  value\nx         1\ny         –\nz       100\n");
});
