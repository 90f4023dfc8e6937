import { describe, expect, it } from "vitest";
import { databaseText, machineText } from "../../../../src/report/words/environment.ts";
import { makeReport } from "../../../support/reports.ts";

const { environment } = makeReport({ workloads: [] });
const NEVER_ANSWERED = { ...environment, database: "", databaseVersion: "" };
const IMPORTED = {
  ...environment,
  cpuModel: "unknown",
  cpuCount: 0,
  database: "unknown",
  databaseVersion: "unknown",
};

describe("a database", () => {
  it("is named with its version, as far as either is known", () => {
    expect(databaseText(environment)).toBe("PostgreSQL 17.4");
    expect(databaseText({ ...environment, databaseVersion: "" })).toBe("PostgreSQL");
    expect(databaseText({ ...IMPORTED, database: "CockroachDB" })).toBe("CockroachDB");
  });

  it("of a server that never answered, or of imported figures, is not known", () => {
    expect(databaseText(NEVER_ANSWERED)).toBeNull();
    expect(databaseText(IMPORTED)).toBeNull();
  });

  it("is named in one harmless line", () => {
    expect(databaseText({ ...environment, database: "a\nb" })).toBe("a b 17.4");
  });
});

it("a machine is named by its CPUs, and imported figures name none", () => {
  expect(machineText(environment)).toBe("4 × AMD EPYC 7763 64-Core Processor");
  expect(machineText(IMPORTED)).toBeNull();
});
