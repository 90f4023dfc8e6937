import { expect, it } from "vitest";
import { entryMeaning, parseExplained } from "../../../../../src/ingest/capture/log/said.ts";

const said = (message: string, detail = "", severity = "LOG", statement = "") =>
  entryMeaning({ session: "1", time: "", database: null, severity, message, detail, statement });

it.each([
  ["duration: 1.5 ms  execute S_1/C_2: SELECT $1", "prepared", 1.5],
  ["execute <unnamed>: SELECT $1", "extended", null],
  ["execute <unnamed>/C_3: SELECT $1", "extended", null],
])("%s", (message, protocol, durationMs) => {
  expect(said(message, "Parameters: $1 = 'a: b'")).toEqual({
    kind: "sent",
    text: "SELECT $1",
    protocol,
    values: ["a: b"],
    durationMs,
  });
});

it("a statement with a colon in it keeps it", () => {
  expect(said("statement: SELECT 'a: b'")).toMatchObject({ text: "SELECT 'a: b'", protocol: "simple" });
});

it("EXECUTE is what was prepared, with its values where they are plain", () => {
  const detail = 'prepare: PREPARE "q" (int, text) AS SELECT a FROM t WHERE id = $1 AND b = $2;';
  expect(said("duration: 1 ms  statement: EXECUTE \"q\" (5, 'it''s');", detail)).toMatchObject({
    text: "SELECT a FROM t WHERE id = $1 AND b = $2",
    protocol: "prepared",
    values: ["5", "it's"],
  });
  expect(said('statement: EXECUTE "q"(1 + 1, NULL)', detail)).toMatchObject({ values: [] });
});

it("all other entries", () => {
  expect(said("duration: 0.1 ms  bind a: SELECT 1")).toEqual({ kind: "readied", durationMs: 0.1 });
  expect(said("duration: 0.1 ms  execute fetch from a/b: SELECT 1")).toEqual({ kind: "nothing" });
  expect(said("duration: 0.1 ms")).toEqual({ kind: "took", durationMs: 0.1 });
  expect(said("disconnection: session time: 0:00:01")).toEqual({ kind: "gone" });
  expect(said("no such table", "", "ERROR", "SELECT 1")).toEqual({ kind: "failed", text: "SELECT 1" });
  expect(said("there is a transaction in progress", "", "WARNING")).toEqual({ kind: "nothing" });
  expect(said("connection authorized: user=app database=shop")).toEqual({ kind: "nothing" });
});

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
  expect(parseExplained(plan)).toEqual({ text: TEXT, values: ["4"] });
});

it("without a statement is none", () => {
  expect(parseExplained("{")).toBeNull();
  expect(parseExplained("Seq Scan on t")).toBeNull();
});
