import { expect, it } from "vitest";
import { LocaleField, localeMisfit, localeText } from "../../../src/config/locale.ts";
import { parseConfig } from "../../../src/config/parse.ts";

const C = { provider: "libc", name: "C", encoding: "UTF8" } as const;

it.each([
  ["en_US.utf8", { ...C, name: "en_US.utf8" }, "en_US.utf8"],
  ["C", C, null],
  [{ provider: "icu", name: "en-US" }, { ...C, provider: "icu", name: "en-US" }, "icu en-US"],
  [{ name: "de_DE", encoding: "LATIN1" }, { ...C, name: "de_DE", encoding: "LATIN1" }, "de_DE LATIN1"],
  [{ name: "C", encoding: "utf8" }, { ...C, encoding: "utf8" }, null],
])("reads %j, and names it in a run's conditions", (given, locale, text) => {
  expect(LocaleField.parse(given)).toEqual(locale);
  expect(localeText(LocaleField.parse(given))).toBe(text);
});

it.each([
  ["icu", 14, "locale: the provider icu is there from PostgreSQL 15 on, and the version is 14"],
  ["icu", 15, null],
  ["builtin", 16, "locale: the provider builtin is there from PostgreSQL 17 on, and the version is 16"],
  ["libc", 13, null],
] as const)("knows whether %s is in PostgreSQL %d", (provider, version, misfit) => {
  expect(localeMisfit({ ...C, provider }, version)).toBe(misfit);
});

it.each([
  ["locale: en US", "plumbline.yml:1:40: database.deploy.local.locale: expected the name of a locale"],
  [
    "locale: { provider: os, name: C }",
    "plumbline.yml:1:52: database.deploy.local.locale.provider: expected libc, icu or builtin",
  ],
  ["locale: { provider: icu, name: en-US }, version: 14", "from PostgreSQL 15 on"],
])("refuses %s at its place", (fields, words) => {
  const text = `database: { deploy: { local: { ${fields} } } }\nworkloads: [{ name: a, run: kv }]\n`;
  expect(() => parseConfig(text, "plumbline.yml")).toThrow(words);
});
