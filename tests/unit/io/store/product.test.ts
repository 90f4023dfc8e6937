import { expect, test } from "vitest";
import { MIGRATIONS } from "../../../../src/io/store/migrations.ts";
import { isPostgresql, sqlFor } from "../../../../src/io/store/product.ts";

const POSTGRESQL = "PostgreSQL 17.2 (Debian 17.2-1) on x86_64-pc-linux-gnu, compiled by gcc, 64-bit";
const OTHERS = [
  "PostgreSQL 15.12-YB-2025.1.0.0-b168 on x86_64-pc-linux-gnu, compiled by clang, 64-bit",
  "CockroachDB CCL v26.3.1 (x86_64-pc-linux-gnu, built 2026/08/01 10:00:00, go1.25.1)",
];

test("who calls itself PostgreSQL need not be it", () => {
  expect(isPostgresql(POSTGRESQL)).toBe(true);
  expect(OTHERS.map(isPostgresql)).toEqual([false, false]);
  expect(isPostgresql("")).toBe(false);
});

test("another server's tables lack nothing but the layout of long values", () => {
  const whole = MIGRATIONS.map(({ sql }) => sql).join("");
  expect(sqlFor(POSTGRESQL, whole)).toBe(whole);
  for (const version of OTHERS) {
    const left = sqlFor(version, whole);
    expect(left).not.toContain("STORAGE");
    const gone = whole.split("\n").filter((line) => !left.split("\n").includes(line));
    expect(gone).toEqual([
      'ALTER TABLE "run" ALTER COLUMN "document" SET STORAGE EXTERNAL;',
      'ALTER TABLE "report" ALTER COLUMN "document" SET STORAGE EXTERNAL;',
    ]);
  }
});
