/**
 * plumbline-load's `describe` for tests that run no program: the catalogue is its own (tests/golden/describe), what a workload comes to
 * is the defaults and what was given. tests/integration/load/describe.test.ts holds the plans made with it to those of the program.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "../../src/config/parse.ts";
import { makePlan, type Overrides, type Plan, workloadRequest } from "../../src/config/plan.ts";
import { Catalog, type Description } from "../../src/model/catalog.ts";
import type { OptionValue } from "../../src/model/run.ts";

const FILE = path.resolve(import.meta.dirname, "../golden/describe/catalog.json");

export const CATALOG: Catalog = Catalog.parse(JSON.parse(readFileSync(FILE, "utf8")));

/** Workloads that drift, as far as the tests use them. */
const DRIFT: Readonly<Record<string, ((options: Options) => boolean) | undefined>> = {
  oltp_insert: ({ stationary }) => stationary !== true,
  oltp_delete: ({ stationary }) => stationary !== true,
  bulk_insert: ({ stationary }) => stationary !== true,
  oltp_multi_insert: () => true,
  kv: (options) => options["stationary"] !== true && options["read-percent"] !== 100,
};

const YES: readonly string[] = ["on", "true", "yes", "1"];

type Options = Readonly<Record<string, OptionValue | null>>;

export function describeWorkload(run: string, given: Options = {}): Description {
  const { family, events } = CATALOG.workloads.find(({ name }) => name === run)!;
  const own = CATALOG.options.filter(({ families }) => families?.includes(family) ?? true);
  const options: Record<string, OptionValue | null> = Object.fromEntries(
    own.map(({ name, type, default: usual }) => {
      const value = given[name] ?? usual;
      return [name, type === "boolean" ? YES.includes(String(value)) : value];
    }),
  );
  const perConnection = run === "bulk_insert" ? ["threads"] : [];
  const shaping = own.filter(({ shapes, name }) => shapes === "data" || perConnection.includes(name));
  const drifts = DRIFT[run]?.(options) === true;
  return {
    format: 1,
    workload: run,
    options,
    data: {
      family,
      loader: family === "sbtest" && !drifts ? "oltp_read_only" : run,
      options: Object.fromEntries(shaping.map(({ name }) => [name, options[name]!])),
    },
    drift: drifts ? "its tables change" : null,
    tables: [{ name: "t" }],
    events,
    lanes: Number(options["threads"]),
  };
}

/** The plan of a config file. */
export function planFrom(config: Config, overrides: Overrides, drawnSeed: number): Plan {
  const described = config.workloads.map((entry) => {
    const { workload, options } = workloadRequest(entry, config.database.dialect);
    return { asked: describeWorkload(workload, options), usual: describeWorkload(workload) };
  });
  return makePlan(config, overrides, CATALOG, described, drawnSeed);
}
