import { describe, expect, it } from "vitest";
import {
  comparability,
  differingConditions,
  workloadComparability,
} from "../../../../src/analysis/warnings/comparability.ts";
import type { Run } from "../../../../src/model/run.ts";
import { makeRun } from "../../../support/runs.ts";

const run = makeRun({ sessions: 1, secondsPerSession: 0.2, workloads: [{ name: "a" }, { name: "b" }] });
const [workload] = run.workloads;
const on = (environment: Partial<Run["environment"]>): Run => ({
  ...run,
  environment: { ...run.environment, ...environment },
});
const { cpuCount, settings } = run.environment;

/** What may not differ, as it is named, with a head that has it otherwise. */
const FORBIDDEN: readonly (readonly [name: string, head: Run])[] = [
  ["cpuCount", on({ cpuCount: cpuCount + 1 })],
  ["memory", on({ memoryBytes: run.environment.memoryBytes + 2 ** 31 })],
  ["load generator", { ...run, generator: { ...run.generator, profile: "sanitized" } }],
  ["mode", { ...run, measurement: { ...run.measurement, mode: "side-by-side" } }],
  ["seconds", { ...run, plan: { ...run.plan, seconds: 60 } }],
  ["job", { ...run, origin: { ...run.origin, job: "arm64" } }],
];

describe("two runs", () => {
  it("that are alike have nothing in their way", () => {
    expect(comparability(run, run)).toEqual({ objection: null, warnings: [] });
    expect(differingConditions(run, run)).toEqual([]);
  });

  it.each(FORBIDDEN)("that differ in %s are not compared, whichever of them has it", (name, head) => {
    for (const [before, after] of [
      [run, head],
      [head, run],
    ] as const) {
      const { objection, warnings } = comparability(before, after);
      expect(objection).toBe(`base and head differ in their conditions (${name})`);
      expect(warnings.map(({ code }) => code)).toEqual(["conditions-differ"]);
      expect(differingConditions(before, after)).toEqual([name]);
    }
  });

  it("by two programs of one version are not compared, and are told apart in few words", () => {
    const by = (digit: string): Run => {
      return { ...run, generator: { ...run.generator, program: `sha256:${digit.repeat(64)}` } };
    };
    const { objection, warnings } = comparability(by("a"), by("b"));
    expect(objection).toBe("base and head differ in their conditions (the load generator's program)");
    expect(warnings[0]?.message).toMatch(/\(sha256:a{12}, then sha256:b{12}\)$/);
    expect(comparability(by("a"), run).objection).toBeNull();
  });

  it("are alike where the kernels keep more or less of the memory, and other servers have other places", () => {
    const near = on({
      memoryBytes: run.environment.memoryBytes + 2 ** 24,
      settings: { ...settings, port: "6000", data_directory: "/elsewhere" },
    });
    expect(comparability(run, near)).toEqual({ objection: null, warnings: [] });
    expect(differingConditions(run, near)).toEqual([]);
  });

  it("that differ in several ways say all of them", () => {
    const head = {
      ...on({ cpuCount: cpuCount + 1, databaseVersion: "99.1" }),
      origin: { ...run.origin, job: "x" },
    };
    const { objection, warnings } = comparability(run, head);
    expect(objection).toBe("base and head differ in their conditions (cpuCount, job)");
    expect(warnings.map(({ code }) => code)).toEqual(["conditions-differ", "version-differs"]);
    expect(differingConditions(run, head)).toEqual(["cpuCount", "database version", "job"]);
    const tuned = on({ settings: { ...settings, jit: "off", fsync: "on" } });
    expect(comparability(tuned, run).warnings).toEqual([
      {
        code: "settings-differ",
        message: "base and head ran with different settings: jit (off, then none), fsync (on, then none)",
        remedy: "ignore this if the settings are what changed",
      },
    ]);
  });

  it("say of what one of them does not know that it is unknown, and of what is empty that it is", () => {
    const messages = (base: Run, head: Run) =>
      comparability(base, head).warnings.map(({ message }) => message);
    const unmeasured: Run = {
      ...on({ database: "", databaseVersion: "", settings: {}, kernel: "", runner: "" }),
      generator: { ...run.generator, version: "", profile: "" },
    };
    const known = on({ database: "PostgreSQL", databaseVersion: "17.1", kernel: "6.1", runner: "big" });
    const { version, profile } = run.generator;
    expect(messages(known, unmeasured)).toEqual([
      `base and head were measured under different conditions: kernel (6.1, then unknown), runner (big, then none), database (PostgreSQL, then unknown), load generator (${version} ${profile}, then unknown)`,
      "base ran database version 17.1; head's is unknown",
    ]);
    expect(messages(unmeasured, known)[1]).toBe("base's database version is unknown; head ran 17.1");
    const paths = (search_path: string) => on({ settings: { ...settings, search_path } });
    expect(messages(paths("app"), paths(""))).toEqual([
      "base and head ran with different settings: search_path (app, then empty)",
    ]);
    const options = (host: string) => ({ ...workload!, options: { ...workload!.options, host } });
    expect(workloadComparability(options(""), options("x"), false).warnings[0]!.message).toContain(
      "host (empty, then x)",
    );
  });

  it("say both values of what differs, base's first", () => {
    const head = { ...on({ cpuCount: cpuCount + 1 }), origin: { ...run.origin, job: "arm64" } };
    const [warning] = comparability(run, head).warnings;
    expect(warning).toEqual({
      code: "conditions-differ",
      message: `base and head were measured under different conditions: cpuCount (${cpuCount}, then ${cpuCount + 1}), job (none, then arm64)`,
      remedy: "measure both on the same machine, by the same version of Plumbline, in the same way",
    });
    expect(comparability(head, run).warnings[0]!.message).toContain("job (arm64, then none)");
  });

  it("may differ in the database's version and settings, which is said and forbids nothing", () => {
    const head = on({ databaseVersion: "99.1", settings: { ...settings, jit: "off", port: "1" } });
    expect(comparability(run, head)).toEqual({
      objection: null,
      warnings: [
        {
          code: "version-differs",
          message: `base ran database version ${run.environment.databaseVersion}, head 99.1`,
          remedy: "ignore this if the version is what changed",
        },
        {
          code: "settings-differ",
          message: `base and head ran with different settings: jit (${settings["jit"] ?? "none"}, then off)`,
          remedy: "ignore this if the settings are what changed",
        },
      ],
    });
    expect(differingConditions(run, head)).toEqual(["database version", "settings: jit"]);
  });
});

describe("a workload of two runs", () => {
  const other = { ...workload!, options: { ...workload!.options, scripts: "b.sql", threads: 99 } };

  it("is the same where load and options are", () => {
    expect(workloadComparability(workload!, workload!, false)).toEqual({ objection: null, warnings: [] });
  });

  it("is not compared under another load", () => {
    const { objection, warnings } = workloadComparability(workload!, other, false);
    expect(objection).toBe("base and head differ in their load (threads, scripts)");
    expect(warnings).toEqual([
      {
        code: "options-differ",
        message: `base and head ran different loads: threads (${workload!.options["threads"]}, then 99), scripts (none, then b.sql)`,
        remedy: "measure both with the same options",
        workload: "a",
      },
    ]);
    const renamed = { ...workload!, workload: "another" };
    expect(workloadComparability(workload!, renamed, true).objection).toContain("(workload)");
  });

  it("may have scripts of its own on either arm where both were measured together, and nothing else", () => {
    const scripts = { ...workload!, options: { ...workload!.options, scripts: "b.sql" } };
    expect(workloadComparability(workload!, scripts, true).objection).toBeNull();
    expect(workloadComparability(workload!, scripts, false).objection).toContain("(scripts)");
    expect(workloadComparability(workload!, other, true).objection).toContain("(threads)");
  });

  it("that one of them alone has, or has otherwise, is named", () => {
    const [a, b] = run.workloads;
    const changed = { ...a!, options: { ...a!.options, threads: 99 } };
    expect(differingConditions(run, { ...run, workloads: [changed, b!] })).toEqual(["options of a: threads"]);
    const another = { ...b!, workload: "another" };
    expect(differingConditions(run, { ...run, workloads: [a!, another] })).toEqual([
      "options of b: workload",
    ]);
    expect(differingConditions(run, { ...run, workloads: [b!, a!] }), "in whatever order").toEqual([]);
    const renamed = { ...run, workloads: [a!, { ...b!, name: "c" }] };
    expect(differingConditions(run, renamed)).toEqual(["workload c", "workload b"]);
  });
});
