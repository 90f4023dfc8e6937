import { describe, expect, it } from "vitest";
import {
  hasWord,
  isSha,
  percentDecoded,
  percentEncoded,
  plainLine,
  shortSha,
  webAddress,
} from "../../../src/text/outside.ts";

describe("plainLine", () => {
  it("makes one line of many", () => {
    expect(plainLine("  a\r\n\tb\u2028c  ")).toBe("a b c");
  });

  it("takes away what only a terminal or a bidirectional reader would see", () => {
    expect(plainLine("red\u001b[31m \u202eevil\u200b\ud800")).toBe("red [31m evil\ufffd");
  });

  it("cuts between characters, not within one", () => {
    expect(plainLine("😀😀😀😀", 3)).toBe("😀😀…");
    expect(plainLine("😀😀😀", 3)).toBe("😀😀😀");
  });
});

describe("webAddress", () => {
  it("takes web addresses as they are", () => {
    expect(webAddress("https://github.com/example/shop/actions/runs/4711?a=b#c")).toBe(
      "https://github.com/example/shop/actions/runs/4711?a=b#c",
    );
  });

  it.each([
    null,
    "",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "/relative",
    "https://u:p@example.com/",
  ])("refuses %s", (text) => expect(webAddress(text)).toBeNull());

  it("encodes what would end a link", () => {
    expect(webAddress("https://example.com/a)b|c'd")).toBe("https://example.com/a%29b%7Cc%27d");
    expect(webAddress("https://a(b)/")).toBe("https://a%28b%29/");
  });

  it("leaves the brackets of an IPv6 address, without which it is no address", () => {
    expect(webAddress("http://[::1]:8080/r/a[b]/")).toBe("http://[::1]:8080/r/a%5Bb%5D/");
  });
});

it("shortens hashes and nothing else", () => {
  expect(shortSha("4f2a9c1b3d5e7081926374a5b6c7d8e9f0a1b2c3")).toBe("4f2a9c1b3d");
  expect(shortSha("release candidate 17")).toBe("release candidate 17");
  expect([isSha("4f2a9c1"), isSha("4f2a9c"), isSha("$(reboot)")]).toEqual([true, false, false]);
});

it("takes the percent-encoding from an address, where it is whole", () => {
  expect(["a%20b", "50%", "%zz"].map(percentDecoded)).toEqual(["a b", "50%", "%zz"]);
});

it("encodes any text, also half a character", () => {
  expect(percentEncoded("a b\ud800😀")).toBe("a%20b%EF%BF%BD%F0%9F%98%80");
});

it("a word is no part of another, whatever its case", () => {
  expect(hasWord("DROP INDEX K_1;", "k_1")).toBe(true);
  for (const text of ["k_11", "my_k_1", "k_1$", "", "k_1é", "größek_1"])
    expect(hasWord(text, "k_1")).toBe(false);
  expect(hasWord("SELECT größe", "größe")).toBe(true);
  for (const text of ["anything", "", "a, b"]) expect(hasWord(text, "")).toBe(false);
});

it("signs of patterns stand for themselves", () => {
  expect(hasWord("DROP INDEX axb", "a.b")).toBe(false);
  expect(hasWord("CALL f(a.b)", "a.b")).toBe(true);
  expect(hasWord("DROP INDEX a.bxc", "a.b.c"), "each of them").toBe(false);
  expect(hasWord("k_1, k_2", "k_2")).toBe(true);
  expect(hasWord("$k", "k")).toBe(false);
});
