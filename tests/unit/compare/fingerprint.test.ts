import { describe, expect, it } from "vitest";
import { comparableOf, fingerprintOf } from "../../../src/compare/fingerprint.ts";
import { makeRun } from "../../support/runs.ts";
import { withWorkloads } from "./story.ts";

const run = makeRun({ sessions: 1, secondsPerSession: 0.2 });
const original = fingerprintOf(comparableOf(run));
const withOption = (name: string, value: string | number) =>
  fingerprintOf(
    comparableOf(
      withWorkloads(run, (workload) => ({ ...workload, options: { ...workload.options, [name]: value } })),
    ),
  );
const withEnvironment = (change: Partial<typeof run.environment>) =>
  fingerprintOf(comparableOf({ ...run, environment: { ...run.environment, ...change } }));

describe("a fingerprint", () => {
  it("is SHA-256 in hex", () => expect(original).toMatch(/^[0-9a-f]{64}$/));

  it("does not depend on the order of keys or workloads", () => {
    const turned = {
      ...run,
      environment: Object.fromEntries(Object.entries(run.environment).toReversed()) as typeof run.environment,
      workloads: run.workloads.toReversed(),
    };
    expect(fingerprintOf(comparableOf(turned))).toBe(original);
  });

  it.each([
    ["threads", 32],
    ["table-size", 1],
    ["rand-type", "zipfian"],
    ["an-option-of-tomorrow", 1],
  ])("is moved by %s, which shapes the load", (name, value) => {
    expect(withOption(name, value)).not.toBe(original);
  });

  it("is moved by machine, database version and settings, but not by the places of a session", () => {
    expect(withEnvironment({ cpuCount: 3 })).not.toBe(original);
    expect(withEnvironment({ databaseVersion: "16.0" })).not.toBe(original);
    expect(withEnvironment({ settings: { ...run.environment.settings, jit: "off" } })).not.toBe(original);
    expect(withEnvironment({ settings: { ...run.environment.settings, port: "6000" } })).toBe(original);
  });

  it("is the same on equal machines, whose kernels keep more or less of the memory for themselves", () => {
    const { memoryBytes } = run.environment;
    expect(withEnvironment({ memoryBytes: memoryBytes + 12 * 2 ** 20 })).toBe(original);
    expect(withEnvironment({ memoryBytes: memoryBytes + 2 ** 30 })).not.toBe(original);
  });

  it("is moved by the load generator and the way of measuring", () => {
    const changed = { ...run, generator: { ...run.generator, version: "9.9.9" } };
    expect(fingerprintOf(comparableOf(changed))).not.toBe(original);
    expect(fingerprintOf({ ...comparableOf(run), mode: "side-by-side" })).not.toBe(original);
    expect(fingerprintOf({ ...comparableOf(run), seconds: 60 })).not.toBe(original);
    expect(fingerprintOf({ ...comparableOf(run), job: "arm64" })).not.toBe(original);
  });
});
