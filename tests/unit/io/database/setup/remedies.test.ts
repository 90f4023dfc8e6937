import { expect, test } from "vitest";
import { type SetupServer, setupRemedy } from "../../../../../src/io/database/setup/remedies.ts";

const SERVER: SetupServer = {
  version: "15.18 (Debian 15.18-0+deb12u1)",
  folder: "/usr/lib/postgresql/15/bin",
};
const of = (code: string | undefined, message: string, server: SetupServer | null = SERVER) =>
  setupRemedy(code, message, "fresh", server);

test.each([
  ["0A000", 'extension "postgis" is not available', "postgresql-15-postgis-3", "postgis/postgis:15-3.5"],
  [
    "58P01",
    'could not open extension control file "/usr/share/postgresql/15/extension/vector.control": No such file or directory',
    "postgresql-15-pgvector",
    "pgvector/pgvector:pg15",
  ],
  ["0A000", 'extension "pg_partman" is not available', "postgresql-15-partman", "deploy.docker"],
])("%s, %s: names the server, the package and the image", (code, message, name, image) => {
  const remedy = of(code, message);
  expect(remedy).toContain("for PostgreSQL 15.18 of /usr/lib/postgresql/15/bin");
  expect(remedy).toContain(name);
  expect(remedy).toContain(image);
});

test("a role that is missing is created first, or left out of the dump", () => {
  expect(of("42704", 'role "app" does not exist')).toMatch(/CREATE ROLE "app".*pg_dump --no-owner --no-acl/);
});

test.each([
  ["42883", "function uuidv7() does not exist"],
  ["42704", 'unrecognized configuration parameter "transaction_timeout"'],
  ["42601", 'syntax error at or near "MERGE"'],
])("%s may be of another version than the server's, which is named: %s", (code, message) => {
  expect(of(code, message)).toMatch(
    /^fix the set-up SQL, or name the version .*deploy\.local\.version.*PostgreSQL 15\.18 of/,
  );
});

test("rows that refuse a migration are what it has to take", () => {
  expect(of("23502", 'column "stock" contains null values')).toMatch(/^let the migration take .* NOT VALID/);
});

test("a mistake of any version is only a mistake; of a server that says nothing, nothing is said", () => {
  expect(of("22003", "integer out of range")).toMatch(/^fix the set-up SQL; .*on PostgreSQL 15\.18/);
  expect(of("42601", "syntax error", null)).toBe(
    "fix the set-up SQL; it runs in each workload's database, as the user of the connection",
  );
});
