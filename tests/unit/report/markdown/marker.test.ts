import { describe, expect, it } from "vitest";
import { commentMarker } from "../../../../src/report/markdown/marker.ts";

describe("commentMarker", () => {
  it("shows simple names as they are", () => {
    expect(commentMarker("oltp-nightly_2")).toBe("<!-- plumbline:oltp-nightly_2 -->");
  });

  it.each(["--> <b>", "a--b", "a-", "<!-- plumbline:x -->", "\ud800", ""])(
    "stays one comment for %j",
    (suite) => {
      expect(commentMarker(suite)).toMatch(/^<!-- plumbline:(?:(?!--)[\w.%-])* -->$/);
    },
  );

  it("tells different suites apart", () => {
    const suites = ["a b", "a%20b", "a--b", "a%2D-b", "a"];
    expect(new Set(suites.map((suite) => commentMarker(suite))).size).toBe(suites.length);
  });

  it("is short for long names, and tells them apart where they differ in the end", () => {
    const names = [`${"負".repeat(200)}a`, `${"負".repeat(200)}b`, "x".repeat(150), "x".repeat(151)];
    const markers = names.map((suite) => commentMarker(suite));
    expect(new Set(markers).size).toBe(names.length);
    for (const marker of markers) expect(marker).toMatch(/^<!-- plumbline:(?:(?!--)[\w.%~-]){1,150} -->$/);
    // No name is written as a shortened one is.
    expect(commentMarker(markers[0]!.slice("<!-- plumbline:".length, -" -->".length))).not.toBe(markers[0]);
  });

  it("tells the jobs of a suite apart, and from other suites", () => {
    expect(commentMarker("oltp", "17, arm64")).toBe("<!-- plumbline:oltp:17%2C%20arm64 -->");
    const markers = [
      commentMarker("a", "b:c"),
      commentMarker("a:b", "c"),
      commentMarker("a:b:c"),
      commentMarker("a", "b"),
    ];
    expect(new Set(markers).size).toBe(markers.length);
  });
});
