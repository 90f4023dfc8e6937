import { describe, expect, it } from "vitest";
import { assemble, block, bytes } from "../../../../src/report/markdown/cap.ts";

const rows = (count: number, most?: number) => ({
  open: "head\n",
  pieces: Array.from({ length: count }, (_, index) => `row ${index}\n`),
  close: "\n",
  noun: "rows",
  ...(most === undefined ? {} : { most }),
});

describe("assemble", () => {
  it("shows everything where there is room", () => {
    expect(assemble([rows(2), block("text\n")], 1000, "the summary")).toBe("head\nrow 0\nrow 1\n\ntext\n\n");
  });

  it("shows whole pieces as far as the room goes, and says how many are missing", () => {
    const text = assemble([rows(100)], 300, "the summary");
    expect(text).toMatch(/^head\nrow 0\n(?:row \d+\n)+\n\*\d+ more rows: see the summary\.\*\n\n$/);
    const shown = text.match(/^row /gm)?.length ?? 0;
    expect(text).toContain(`*${100 - shown} more rows`);
    expect(bytes(text)).toBeLessThanOrEqual(300);
  });

  it("shows no more than asked for, however much room there is", () => {
    expect(assemble([rows(5, 2)], 10_000, "the summary")).toBe(
      "head\nrow 0\nrow 1\n\n*3 more rows: see the summary.*\n\n",
    );
  });

  it("leaves later, smaller sections in when an earlier one does not fit", () => {
    const text = assemble([block("x".repeat(500)), block("small\n")], 400, "the summary");
    expect(text).toBe("\n*1 more of the sections: see the summary.*\nsmall\n\n");
  });

  it("shows nothing of an empty section", () => {
    expect(assemble([block(""), rows(0)], 1000, "the summary")).toBe("");
  });

  it("counts bytes, not characters", () => {
    expect(
      bytes(assemble([{ ...rows(0), pieces: Array.from({ length: 50 }, () => "─────\n") }], 400, "x")),
    ).toBeLessThanOrEqual(400);
  });
});
