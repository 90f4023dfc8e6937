import { describe, expect, it } from "vitest";
import { displayWidth, padLeft, padRight, plainColumns } from "../../../src/text/columns.ts";

describe("columns of a text", () => {
  it.each([
    ["checkout", 8],
    ["注文処理", 8],
    ["주문 a", 6],
    ["e\u0301", 1],
    ["🚀", 2],
    ["", 0],
  ])("%s takes %i", (text, columns) => expect(displayWidth(text)).toBe(columns));

  it("are what is filled up", () => {
    expect(padRight("注文", 6)).toBe("注文  ");
    expect(padRight("too long", 3)).toBe("too long");
    expect(padLeft("注文", 6)).toBe("  注文");
    expect(padLeft("too long", 3)).toBe("too long");
  });

  it("are what a line is cut to", () => {
    expect(plainColumns("checkout", 8)).toBe("checkout");
    expect(plainColumns("checkout", 5)).toBe("chec…");
    expect(plainColumns("注文処理", 5)).toBe("注文…");
    expect(displayWidth(plainColumns("注".repeat(50), 20))).toBeLessThanOrEqual(20);
    expect(plainColumns("a\nb\u202e", 9)).toBe("a b");
  });
});
