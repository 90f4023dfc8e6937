import { expect, it } from "vitest";
import { CommandTags, rowsOfTag } from "../../../../src/analysis/samples/command-tags.ts";

function message(kind: string, body: string): Buffer {
  const bytes = Buffer.from(`${kind}\0\0\0\0${body}`, "latin1");
  bytes.writeUInt32BE(bytes.length - 1, 1);
  return bytes;
}

it("reads how statements ended, however the bytes are cut", () => {
  const all = Buffer.concat([
    message("T", "columns"),
    message("D", "C\0\0\0\x09SELECT 9"),
    message("C", "SELECT 5\0"),
    message("Z", "I"),
    message("C", "BEGIN\0"),
  ]);
  for (const cut of [0, 1, 4, 20, all.length - 1]) {
    const tags = new CommandTags();
    expect([...tags.read(all.subarray(0, cut)), ...tags.read(all.subarray(cut))]).toEqual([
      "SELECT 5",
      "BEGIN",
    ]);
  }
});

it.each([
  ["SELECT 5", 5],
  ["INSERT 0 1", 1],
  ["INSERT 16384 25", 25],
  ["UPDATE 0", 0],
  ["FETCH 12", 12],
  ["COPY 100", 100],
  ["BEGIN", null],
  ["CREATE TABLE", null],
])("counts the rows of %s", (tag, rows) => {
  expect(rowsOfTag(tag)).toBe(rows);
});
