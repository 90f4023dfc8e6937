import fc from "fast-check";
import { expect, it, test } from "vitest";
import { keptName, type SqlToken, tokenAt } from "../../../src/text/sql.ts";

function tokens(sql: string): readonly SqlToken[] {
  const all: SqlToken[] = [];
  for (let at = 0; at < sql.length; at += all.at(-1)!.text.length) all.push(tokenAt(sql, at));
  return all;
}

it.each([
  [" \n", "space"],
  ["-- ; '", "space"],
  ["/* /* ; */ ' */", "space"],
  ["'it''s'", "string"],
  ["'a\\'", "string"],
  ["E'a\\'b\\\\'", "string"],
  ["U&'d\\0061t'", "string"],
  ["x'1F'", "string"],
  ["$$a;$b$'$$", "string"],
  ["$q$a $$ $q$", "string"],
  ['"a ""b"""', "quoted"],
  ['U&"d\\0061"', "quoted"],
  ["größe$x", "word"],
  ["e", "word"],
  ["$12", "parameter"],
  ["1_000.5e-3", "number"],
  [".5", "number"],
  ["::", "operator"],
  ["@-", "operator"],
  ["(", "other"],
  [";", "other"],
  ["\\", "other"],
])("%s is one token: %s", (text, kind) => {
  expect(tokenAt(text, 0)).toEqual({ kind, text, isOpen: false });
  expect(tokenAt(`(${text})`, 1)).toEqual(
    text.startsWith("--") ? expect.anything() : { kind, text, isOpen: false },
  );
});

it.each(["'open; ", "'open''", "E'open\\'", "E'open\\", '"open""', "$a$ open $$", "/* /* open */"])(
  "%s has no end",
  (text) => {
    expect(tokens(text).at(-1)).toMatchObject({ isOpen: true });
  },
);

it("leaves a sign to its number, and a comment its beginning", () => {
  expect(tokens("a=-5+--x").map(({ text }) => text)).toEqual(["a", "=", "-", "5", "+", "--x"]);
});

it.each([
  ["Shop . Orders", "orders"],
  ['shop."Or""ders"', 'Or"ders'],
  ['"a.b"', "a.b"],
  ["shop.GRÖSSE", "grÖsse"],
])("keeps %s as the server does", (written, kept) => {
  expect(keptName(written)).toBe(kept);
});

test("the texts of all tokens are the SQL", () => {
  const pieces = fc.constantFrom(
    "'",
    '"',
    "$$",
    "$a$",
    "--",
    "/*",
    "*/",
    "\n",
    "(",
    "E'\\",
    "u&",
    "1.",
    "a",
    " ",
  );
  fc.assert(
    fc.property(
      fc.array(pieces).map((parts) => parts.join("")),
      (sql) => {
        expect(
          tokens(sql)
            .map(({ text }) => text)
            .join(""),
        ).toBe(sql);
      },
    ),
  );
});
