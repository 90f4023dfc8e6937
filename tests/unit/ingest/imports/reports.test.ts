/** Several reports in one file, and reports as they are quoted and logged. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readMeasurements } from "../../../../src/ingest/imports/formats.ts";

const FOLDER = path.join(import.meta.dirname, "texts");
const textOf = (name: string) => readFileSync(path.join(FOLDER, name), "utf8");
const PRINTED: readonly (readonly [string, string])[] = [
  ["sysbench", "sysbench-1.0.txt"],
  ["sysbench", "sysbench-1.1.txt"],
  ["sysbench", "sysbench-0.5.txt"],
  ["pgbench", "pgbench-15.txt"],
  ["go-tpc", "go-tpc.txt"],
  ["benchmarksql", "benchmarksql.txt"],
  ["ycsb", "ycsb.txt"],
  ["cockroach", "cockroach.txt"],
];

describe.each(PRINTED)("%s, %s", (format, name) => {
  const text = textOf(name);
  const [single] = readMeasurements(format, text, name);

  test("three reports in one file are three measurements", () => {
    const found = readMeasurements(format, `## 1\n${text}\n## 2\n${text}\n\n${text}`, name);
    expect(found.map(({ figures }) => figures)).toEqual([single!.figures, single!.figures, single!.figures]);
  });

  test.each([
    ["a quotation", (line: string) => `> ${line}`],
    ["a list", (line: string) => `  - ${line.trim()}`],
    ["indented code", (line: string) => `\t${line}`],
    ["the log of a workflow", (line: string) => `2026-10-04T06:30:02.1234567Z ${line}`],
    ["lines of Windows", (line: string) => `${line}\r`],
  ])("is the same in %s", (_, changed) => {
    const lines = text.split("\n").map(changed).join("\n");
    expect(readMeasurements(format, lines, name)[0]!.figures).toEqual(single!.figures);
  });
});

test("a second report without its head begins with its figures", () => {
  const report = (tps: number) => `    transactions:                        ${tps * 10}   (${tps}.00 per sec.)
General statistics:
    total time:                          10.0000s
    total number of events:              ${tps * 10}
`;
  const found = readMeasurements("sysbench", report(7) + report(3), "it");
  expect(found.map(({ figures }) => figures[0]!.values.tps)).toEqual([7, 3]);
});

test("a mark of the order of bytes is not of the text", () => {
  for (const name of readdirSync(FOLDER).filter((each) => each.endsWith(".json"))) {
    const format = name.replace(".json", "");
    expect(readMeasurements(format, `\ufeff${textOf(name)}`, name)).toEqual(
      readMeasurements(format, textOf(name), name),
    );
  }
});
