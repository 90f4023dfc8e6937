import { describe, expect, it } from "vitest";
import { codeBlock, markdownText, tableHead, tableRow } from "../../../../src/report/markdown/markdown.ts";

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

it("writes tables", () => {
  const head = tableHead([
    { title: "workload", align: "left" },
    { title: "change", align: "right" },
  ]);
  expect(head + tableRow(["x", "+1 %"])).toBe("| workload | change |\n| :-- | --: |\n| x | +1 % |");
});
