/** Records of a csvlog as they lie in a file that was cut, or that somebody edited. */
import { expect, it } from "vitest";
import { CsvReader } from "../../../../../src/ingest/capture/log/csv.ts";

const RECORD =
  '2026-11-22 10:00:00.123 UTC,"app","shop",7,"127.0.0.1:1",abc.7,1,"SELECT",2026-11-22 10:00:00.123 UTC,3/4,0,LOG,00000,"duration: 1.0 ms  statement: SELECT ""a"", \'b\'",,,,,,,,,"node","client backend",,0';

function readOf(lines: readonly string[]) {
  const messages: string[] = [];
  const reader = new CsvReader((entry) => void messages.push(entry.message));
  for (const line of lines) reader.line(line);
  reader.end();
  return { messages, strange: reader.strange };
}

it("has the fields of a record, with quotes in quotes", () => {
  expect(readOf([RECORD])).toEqual({
    messages: ["duration: 1.0 ms  statement: SELECT \"a\", 'b'"],
    strange: 0,
  });
});

it.each([",", ",,", ',2,"x"', '"a"b,c'])(
  "counts %j, which no server writes, as strange and goes on",
  (line) => {
    const { messages, strange } = readOf([line, RECORD]);
    expect(messages).toHaveLength(1);
    expect(strange).toBe(1);
  },
);

it("has an empty field at the end, and at the beginning", () => {
  const { messages } = readOf([RECORD.replace(/^[^,]*/, "").replace(/0$/, "")]);
  expect(messages).toHaveLength(1);
});
