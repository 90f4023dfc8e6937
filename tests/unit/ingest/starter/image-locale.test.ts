import { expect, it } from "vitest";
import { imageLocale, listsLocale } from "../../../../src/ingest/starter/image-locale.ts";
import { icuLocaleName } from "../../../../src/text/locale-names.ts";

const libc = (name: string, encoding: string | null = null) => ({ provider: "libc", name, encoding });

it.each([
  [{}, libc("en_US.UTF-8")],
  [{ LANG: "de_DE.utf8" }, libc("de_DE.UTF-8")],
  [{ LANG: "de_DE.utf8", POSTGRES_INITDB_ARGS: "--locale=C --encoding=UTF8" }, libc("C", "UTF8")],
  [{ POSTGRES_INITDB_ARGS: "--no-locale -E SQL_ASCII" }, libc("C", "SQL_ASCII")],
  [{ POSTGRES_INITDB_ARGS: "--locale fr_FR.UTF-8 --lc-collate='C'" }, libc("C")],
  [
    { POSTGRES_INITDB_ARGS: "--data-checksums --locale-provider=icu --icu-locale=en-US" },
    { provider: "icu", name: "en-US", encoding: null },
  ],
  [
    { POSTGRES_INITDB_ARGS: "--locale-provider=builtin --locale=C.UTF-8" },
    { provider: "builtin", name: "C.UTF-8", encoding: null },
  ],
])("of a container with %j", (variables, locale) => {
  expect(imageLocale(variables)).toEqual(locale);
});

it("knows a locale however this machine spells its encoding, and ICU's name for it", () => {
  expect(listsLocale(["C", "en_US.utf8"], "en_US.UTF-8")).toBe(true);
  expect(listsLocale(["en_US.UTF-8"], "en_US.utf8")).toBe(true);
  expect(listsLocale(["C.utf8"], "en_US.UTF-8")).toBe(false);
  expect(listsLocale([], "C")).toBe(true);
  expect([icuLocaleName("en_US.UTF-8"), icuLocaleName("sr_RS@latin")]).toEqual(["en-US", "sr-RS"]);
});
