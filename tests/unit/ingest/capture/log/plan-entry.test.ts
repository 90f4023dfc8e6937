import { expect, it } from "vitest";
import { explained } from "../../../../../src/ingest/capture/log/plan-entry.ts";

const TEXT = 'SELECT "a" FROM t\nWHERE b < $1 -- & so';

it.each([
  [
    "text",
    `\nQuery Text: ${TEXT}\nQuery Parameters: $1 = '4'\nSeq Scan on t  (cost=0.00..1.00 rows=1 width=4)`,
  ],
  ["json", JSON.stringify({ "Query Text": TEXT, "Query Parameters": "$1 = '4'", Plan: {} })],
  [
    "yaml",
    `\nQuery Text: ${JSON.stringify(TEXT)}\nQuery Parameters: "$1 = '4'"\nPlan: \n  Node Type: "Seq Scan"`,
  ],
  [
    "xml",
    `<explain xmlns="http://www.postgresql.org/2009/explain">\n  <Query-Text>SELECT "a" FROM t\nWHERE b &lt; $1 -- &amp; so</Query-Text>\n <Query-Parameters>$1 = '4'</Query-Parameters></explain>`,
  ],
])("a plan as %s has its statement", (_, plan) => {
  expect(explained(plan)).toEqual({ text: TEXT, values: ["4"] });
});

it("without a statement is none", () => {
  expect(explained("{")).toBeNull();
  expect(explained("Seq Scan on t")).toBeNull();
});
