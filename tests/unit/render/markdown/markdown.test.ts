import { describe, expect, it } from "vitest";
import {
  codeBlock,
  commentMarker,
  markdownText,
  tableHead,
  tableRow,
} from "../../../../src/render/markdown/markdown.ts";

describe("markdownText", () => {
  it.each(["point-select", "oltp_read_write", "fix: retry, 50% (again) + more", "a/b.c=d's"])(
    "leaves %s as it is",
    (text) => {
      expect(markdownText(text)).toBe(text);
    },
  );

  it.each([
    ["a|b", "a&#124;b"],
    ["<b>", "&#60;b&#62;"],
    ["_x_ __init__", "&#95;x&#95; &#95;&#95;init&#95;&#95;"],
    ["`code` **bold**", "&#96;code&#96; &#42;&#42;bold&#42;&#42;"],
    ["&lt;", "&#38;lt;"],
    ["two\nlines", "two lines"],
  ])("escapes %j", (text, escaped) => {
    expect(markdownText(text)).toBe(escaped);
  });

  it.each([
    ["@octocat", "&#64;&#8203;octocat"],
    ["fixes #12", "fixes &#35;&#8203;12"],
    ["GH-12", "GH-&#8203;12"],
    [":tada:", "&#58;&#8203;tada:"],
    ["www.example.com", "www.&#8203;example.com"],
    ["https://example.com", "https&#58;&#8203;//example.com"],
  ])("keeps GitHub from acting on %j", (text, escaped) => {
    expect(markdownText(text)).toBe(escaped);
  });
});

describe("codeBlock", () => {
  it("cannot be ended or mistaken for the marker from within", () => {
    const lines = codeBlock(["a ``` b", "<!-- plumbline:x -->", "@octocat"], "text").split("\n");
    expect(lines).toEqual([
      "```text",
      "a `\u200b`` b",
      "<\u200b!-- plumbline:x -->",
      "@\u200boctocat",
      "```",
    ]);
  });
});

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

it("writes tables", () => {
  const head = tableHead([
    { title: "workload", align: "left" },
    { title: "change", align: "right" },
  ]);
  expect(head + tableRow(["x", "+1 %"])).toBe("| workload | change |\n| :-- | --: |\n| x | +1 % |");
});
