import { expect, it } from "vitest";
import { icuLocaleName, localeWithDash } from "../../../src/text/locale-names.ts";

it.each([
  ["en_US.utf8", "en_US.UTF-8", "en-US"],
  ["de_DE.UTF-8", "de_DE.UTF-8", "de-DE"],
  ["de_DE@euro", "de_DE@euro", "de-DE"],
  ["C", "C", "C"],
])("%s is spelled %s, and %s for ICU", (name, withDash, icu) => {
  expect(localeWithDash(name)).toBe(withDash);
  expect(icuLocaleName(name)).toBe(icu);
});
