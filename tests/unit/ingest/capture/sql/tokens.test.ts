import { expect, it } from "vitest";
import { splitTokens, statementTokens } from "../../../../../src/ingest/capture/sql/tokens.ts";

const said = (sql: string) =>
  statementTokens(sql)
    ?.filter(({ kind }) => kind !== "space")
    .map(({ kind, text, value }) => (text === value ? `${kind} ${text}` : `${kind} ${value}`));

it.each([
  ["a.b=-5", ["word a", "other .", "word b", "operator =", "operator -", "number 5"]],
  ["x@-5", ["word x", "operator @-", "number 5"]],
  ["'it''s'", ["string it's"]],
  ["E'a\\'b\\n'", ["string a'b\n"]],
  ["N'x' B'1' U&'y'", ["string x", "string 1", "string y"]],
  ["$q$a 'b' $x$ c$q$", ["string a 'b' $x$ c"]],
  ["$1::int4[]", ["parameter $1", "operator ::", "word int4", "other [", "other ]"]],
  ['"a ""b"""', ['quoted "a ""b"""']],
  [
    "1.5e-3 .5 0xfF 1_000 1..2",
    ["number 1.5e-3", "number .5", "number 0xfF", "number 1_000", "number 1", "other .", "number .2"],
  ],
  ["a/* /* ' */ */b -- 'c\nd", ["word a", "word b", "word d"]],
  ["a--b", ["word a"]],
  ["été$1", ["word été$1"]],
])("%s", (sql, tokens) => {
  expect(said(sql)).toEqual(tokens);
});

it.each(["'open", '"open', "$a$ open", "/* open", "E'open\\'", "SELECT 'a\\' || 'b'"])(
  "%s is not read",
  (sql) => {
    expect(statementTokens(sql)).toBeNull();
  },
);

it("reads lists of any length, and no brackets that are nested deeper than a server reads", () => {
  expect(statementTokens(`SELECT ${"(1), ".repeat(2_000)}(1)`)).not.toBeNull();
  expect(statementTokens(`SELECT ${"[".repeat(900)}`)).not.toBeNull();
  expect(statementTokens(`SELECT ${"[".repeat(60_000)}`)).toBeNull();
});

it("splits at semicolons", () => {
  const parts = splitTokens(statementTokens("BEGIN; SELECT ';' ;; COMMIT ;")!);
  expect(
    parts.map((part) =>
      part
        .map(({ text }) => text)
        .join("")
        .trim(),
    ),
  ).toEqual(["BEGIN", "SELECT ';'", "COMMIT"]);
});
