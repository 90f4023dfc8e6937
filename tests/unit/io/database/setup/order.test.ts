import fc from "fast-check";
import { expect, test } from "vitest";
import { inMigrationOrder } from "../../../../../src/io/database/setup/order.ts";

test.each([
  ["numbers by their value", ["9_a.sql", "10_b.sql", "100_c.sql"]],
  ["leading zeros count for nothing", ["001.sql", "2.sql", "010.sql"]],
  ["Flyway's versions", ["V1__a.sql", "V1_1__b.sql", "V1.2__c.sql", "V2__d.sql", "V10__e.sql"]],
  ["Flyway's repeatable ones last", ["V2__a.sql", "V10__b.sql", "R__functions.sql", "R__views.sql"]],
  ["Flyway's over its folders", ["b/V1__a.sql", "a/V2__b.sql", "b/V10__c.sql", "a/R__d.sql"]],
  ["time stamps", ["20240101120000_a.sql", "20240101120001_b.sql", "20250101000000_a.sql"]],
  [
    "Diesel's time stamps, in both of its forms",
    ["20140924113530_a/up.sql", "2017-08-31-230457_b/up.sql", "20180101000000_c/up.sql"],
  ],
  [
    "Diesel's time stamps that lack a digit, as texts",
    [
      "2018-07-10-061642_a/up.sql",
      "2020-12-15-100000_b/up.sql",
      "2020-12-7-190800_c/up.sql",
      "2021-01-01-000000_d/up.sql",
    ],
  ],
  ["a day among time stamps", ["20250519093227_a.sql", "20250625_b.sql", "20250701000000_c.sql"]],
  ["time stamps of more digits than a double has", ["90071992547409920_a.sql", "90071992547409921_b.sql"]],
  ["folders of Prisma", ["migrations/9_x/migration.sql", "migrations/10_y/migration.sql"]],
  ["folders by name before files", ["a/z.sql", "b/a.sql"]],
  ["a name that begins another first", ["a", "a.sql", "ab.sql"]],
])("%s", (_, files) => {
  expect(inMigrationOrder(files.toReversed())).toEqual(files);
});

test("the order is one order, whatever was first", () => {
  const name = fc.stringMatching(/^[VR_a1-9.]{1,6}$/);
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 8 }), (names) => {
      expect(inMigrationOrder(names.toReversed())).toEqual(inMigrationOrder(names));
    }),
  );
});
