import fc from "fast-check";
import { expect, test } from "vitest";
import { readTables } from "../../../../src/ingest/imports/tables.ts";

test("Markdown: headings above, the bold line right before, emphasis, links and escapes", () => {
  const text = [
    "# Report",
    "## First",
    "**Data size: 1 row**",
    "",
    "| **a** | [b](http://x) |",
    "|:--|--:|",
    "| oltp\\_x | **1\\|2** |",
    "| `c` | &lt;3&#33; |",
    "prose",
    "## Second",
    "a | b",
    "--+--|",
    "1 | 2",
  ].join("\r\n");
  expect(readTables(text)).toEqual([
    {
      titles: ["Report", "First", "Data size: 1 row"],
      header: ["a", "b"],
      rows: [
        ["oltp_x", "1|2"],
        ["c", "<3!"],
      ],
    },
    { titles: ["Report", "Second"], header: ["a", "b"], rows: [["1", "2"]] },
  ]);
});

test("a comment in a block of code is no heading", () => {
  const text =
    "## Real\n```sh\n# not one\n| a | b |\n|--|--|\n| 1 | 2 |\n```\n\n| c | d |\n|--|--|\n| 3 | 4 |\n";
  expect(readTables(text)).toEqual([{ titles: ["Real"], header: ["c", "d"], rows: [["3", "4"]] }]);
});

test("HTML: rows over lines, cells that span columns", () => {
  const text = `## Results
<table align="center">
  <tr><th> Threads </th>
  <th>A</th><th>B</th></tr>
  <tr><td>25</td><td>1</td><td>2</td></tr>
  <tr><th colspan="2">Average</th><td>3</td></tr>
</table>`;
  expect(readTables(text)).toEqual([
    {
      titles: ["Results"],
      header: ["Threads", "A", "B"],
      rows: [
        ["25", "1", "2"],
        ["Average", "Average", "3"],
      ],
    },
  ]);
});

test("CSV: quotes, a title of one cell, a block for each table", () => {
  const text = 'Threads,"QPS, all"\n25,"1,000"\n\n"Second"\na,b\n"x ""y""",2\n';
  expect(readTables(text)).toEqual([
    { titles: [], header: ["Threads", "QPS, all"], rows: [["25", "1,000"]] },
    { titles: ["Second"], header: ["a", "b"], rows: [['x "y"', "2"]] },
  ]);
});

test("CSV: a quote within a field, and lines of any length", () => {
  expect(readTables('name,height\na 6" pipe,"15"\n"b" c,1\n')).toMatchObject([
    {
      header: ["name", "height"],
      rows: [
        ['a 6" pipe', "15"],
        ['"b" c', "1"],
      ],
    },
  ]);
  expect(readTables(`${"long ".repeat(100_000)}"`)).toEqual([]);
});

test("any text ends, and has rows within their headers", () => {
  const piece = fc.constantFrom(
    "|",
    "--",
    "|--|\n",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    '"',
    ",",
    "\n",
    "# a",
    "```",
    "**",
    "x",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      for (const { header, rows } of readTables(pieces.join("")))
        for (const row of rows) expect(row.length).toBeLessThanOrEqual(header.length);
    }),
  );
});
