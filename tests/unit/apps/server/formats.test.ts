import { describe, expect, it } from "vitest";
import { negotiate } from "../../../../src/apps/server/formats.ts";
import type { AnswerFormat } from "../../../../src/apps/server/parameters.ts";
import { RequestRefusal } from "../../../../src/apps/server/problems.ts";

const ALL: readonly AnswerFormat[] = ["json", "csv", "table"];

describe("the form of an answer", () => {
  it.each([
    [undefined, "json"],
    ["*/*", "json"],
    ["text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", "json"],
    ["text/csv", "csv"],
    ["text/*", "csv"],
    ["text/plain, text/csv;q=0.5", "table"],
    ["application/json;q=0.1, text/csv;q=0.2", "csv"],
    ["application/json;q=0, */*", "csv"],
    ["TEXT/CSV ; q=1.0", "csv"],
  ])("for Accept: %s is %s", (accept, format) => {
    expect(negotiate(undefined, accept, ALL)).toBe(format);
  });

  it("is what `format` says, whatever the header does", () => {
    expect(negotiate("table", "application/json", ALL)).toBe("table");
  });

  it.each([
    [undefined, "image/png", ALL],
    [undefined, "", ALL],
    ["csv", "*/*", ["json"]],
    [undefined, "text/csv", ["json"]],
  ] as const)("is refused: %s, %s", (asked, accept, available) => {
    expect(() => negotiate(asked, accept, available)).toThrow(RequestRefusal);
  });
});
