import { describe, expect, it } from "vitest";
import { migrationPlanOf } from "../../../src/config/migration.ts";
import { parseConfig } from "../../../src/config/parse.ts";

const file = (migration: string, deploy = "{ local: {} }") => `database:
  deploy: ${deploy}
  migration: ${migration}
workloads:
  - { name: reads, run: oltp_read_only }
  - { name: writes, run: oltp_write_only }
`;
const parsed = (migration: string, deploy?: string) => parseConfig(file(migration, deploy), "plumbline.yml");

describe("database.migration", () => {
  it("needs no more than what is to be applied", () => {
    expect(parsed("{ files: db/*.sql }").database.migration).toEqual({
      files: ["db/*.sql"],
      sessions: 3,
      before: 3,
      after: 2,
      timeout: 600e9,
      p99: 100e6,
      gates: { stall: 500e6, failed: 0 },
    });
  });

  it("takes gates away by false", () => {
    const { migration } = parsed(
      "{ command: make migrate, gates: { stall: false, failed: false } }",
    ).database;
    expect(migration!.gates).toEqual({ stall: null, failed: null });
  });

  it.each([
    ["{}", "3:14: database.migration: expected files or command, got neither"],
    ["{ files: a.sql, command: b }", "3:14: database.migration: expected files or command, got both"],
    [
      "{ files: a.sql, under: [write] }",
      '3:38: database.migration.under.0: unknown workload "write"; did you mean "writes"?',
    ],
    [
      "{ files: a.sql, gates: { stal: 1s } }",
      '3:39: unknown field "stal" in database.migration.gates; did you mean "stall"?',
    ],
    [
      "{ files: a.sql, gates: { stall: fast } }",
      '3:46: database.migration.gates.stall: expected a duration such as 100ms, 8s or 50us, got "fast"',
    ],
    [
      "{ files: a.sql, sesions: 2 }",
      '3:30: unknown field "sesions" in database.migration; did you mean "sessions"?',
    ],
  ])("refuses %s with the place", (migration, message) => {
    expect(() => parsed(migration)).toThrow(`plumbline.yml:${message}`);
  });

  it("refuses a database that is running already: it has one schema, and sessions share it", () => {
    expect(() => parsed("{ files: a.sql }", "{ url: postgres://h/d }")).toThrow(
      /plumbline\.yml:3:14: database\.migration: a migration is tried on a fresh server/,
    );
  });
});

describe("migrationPlanOf", () => {
  const { database, workloads } = parsed("{ files: a.sql, under: [writes] }");

  it("finds the workloads by name, or takes all", () => {
    expect(migrationPlanOf(database.migration, workloads, "side-by-side")!.under).toEqual([1]);
    const all = parsed("{ files: a.sql }").database.migration;
    expect(migrationPlanOf(all, workloads, "side-by-side")!.under).toEqual([0, 1]);
  });

  it("tries nothing where there is no base", () => {
    expect(migrationPlanOf(database.migration, workloads, "history")).toBeNull();
    expect(migrationPlanOf(undefined, workloads, "side-by-side")).toBeNull();
  });
});
