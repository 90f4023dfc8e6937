/** plumbline.yml held against the load generator's catalogue: every error names its place. */
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";
import { checkWorkloads } from "../../../src/config/workloads.ts";
import type { PlumblineError } from "../../../src/model/errors.ts";
import { CATALOG } from "../../support/describe.ts";

/** The errors of one workload, whose options begin at 5:7. */
function errorsOf(run: string, ...options: readonly string[]): readonly string[] {
  const text = [
    "database: { deploy: { local: {} } }",
    "workloads:",
    "  - { name: calm, run: oltp_read_only }",
    `  - { name: w, run: ${run}, options: {`,
    ...options.map((option) => `      ${option},`),
    "    } }",
  ].join("\n");
  return errorsIn(text);
}

function errorsIn(text: string): readonly string[] {
  try {
    checkWorkloads(parseConfig(text, "plumbline.yml"), CATALOG);
    return [];
  } catch (error) {
    expect(error).toMatchObject({ kind: "usage", remedy: expect.stringContaining("plumbline-load --help") });
    return (error as PlumblineError).message.split("\n");
  }
}

describe("the config file's workloads", () => {
  it("may be all that there are, with all options of their families, at their defaults", () => {
    for (const { name, family } of CATALOG.workloads) {
      const own = CATALOG.options.filter(
        ({ families, owner }) => owner === null && (families?.includes(family) ?? true),
      );
      const said = own.filter((option) => option.default !== null);
      const options = said.map((option) => `${option.name}: ${JSON.stringify(option.default)}`);
      expect(errorsOf(name, ...options), name).toEqual([]);
    }
  });

  it.each([
    [
      "oltp_read_onyl",
      'plumbline.yml:4:21: w: unknown workload "oltp_read_onyl"; did you mean "oltp_read_only"?',
    ],
    ["orders", /^plumbline\.yml:4:21: w: unknown workload "orders"; there are oltp_point_select, /],
  ])("is not %s", (run, error) => {
    const [first, ...others] = errorsOf(run);
    if (typeof error === "string") expect(first).toBe(error);
    else expect(first).toMatch(error);
    expect(others).toEqual([]);
  });

  it.each([
    ["table-siz: 5", 'unknown option "table-siz"; did you mean "table-size"?'],
    ["table_siz: 5", 'unknown option "table-siz"; did you mean "table-size"?'],
    ["num-threads: 8", '"num-threads" is an old name: it is "threads" now'],
    ["test: oltp", '"test" names a workload: that is what `run` says'],
    ["validate: on", '"validate" changes nothing: take it out'],
    ["max-block-bytes: 5", 'oltp_read_only has no option "max-block-bytes": it is one of kv'],
    ["time: 5", '"time" is Plumbline\'s own to give: set measure.seconds instead'],
    ["pgsql_port: 5432", '"pgsql-port" is Plumbline\'s own to give: set database.deploy instead'],
    ["output: ndjson", '"output" is Plumbline\'s own to give: take it out'],
  ])("has no option %s", (option, error) => {
    expect(errorsOf("oltp_read_only", option)).toEqual([`plumbline.yml:5:7: w: ${error}`]);
  });

  it.each([
    ["threads: 0", "threads: expected a whole number from 1 to 10000, got 0"],
    ["threads: 1.5", "threads: expected a whole number from 1 to 10000, got 1.5"],
    ["threads: many", 'threads: expected a whole number from 1 to 10000, got "many"'],
    ["rate: -1", "rate: expected a number from 0 to 10000000, got -1"],
    ["rate: fast", 'rate: expected a number from 0 to 10000000, got "fast"'],
    ["auto-inc: maybe", 'auto-inc: expected on or off, got "maybe"'],
    ["arrivals: poison", 'arrivals: expected one of poisson, fixed, got "poison"'],
    [
      "thread-init-timeout: 1ms",
      'thread-init-timeout: expected a duration from 0.01 to 10000000 s, such as 10 or 500ms, got "1ms"',
    ],
  ])("cannot have %s", (option, error) => {
    const column = 7 + option.indexOf(":") + 2;
    expect(errorsOf("oltp_read_only", option)).toEqual([`plumbline.yml:5:${column}: w: ${error}`]);
  });

  it.each([
    "threads: '8'",
    "rate: 0.5",
    "auto_inc: on",
    "auto-inc: 0",
    "thread-init-timeout: 500ms",
    "shard: 1/2",
  ])("takes %s", (option) => {
    expect(errorsOf("oltp_read_only", option)).toEqual([]);
  });

  it("tells of everything that is wrong at once, the dialect, too", () => {
    const text = `database: { dialect: postgre, deploy: { local: {} } }
workloads:
  - { name: a, run: oltp_read_only, options: { threads: 0, tabels: 2 } }
  - { name: b, run: nothing }
`;
    expect(errorsIn(text)).toEqual([
      'plumbline.yml:1:22: unknown dialect "postgre"; did you mean "postgres"?',
      "plumbline.yml:3:57: a: threads: expected a whole number from 1 to 10000, got 0",
      'plumbline.yml:3:60: a: unknown option "tabels"; did you mean "tables"?',
      expect.stringContaining('plumbline.yml:4:21: b: unknown workload "nothing"'),
    ]);
  });
});
