/** What plumbline-load says of itself, through the port: plans are made of it. */
import { beforeAll, describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";
import { findLoadGenerator } from "../../../src/io/load/find.ts";
import type { LoadGenerator } from "../../../src/io/load/load-generator.ts";
import { planWith } from "../../../src/pipeline/measure/plan.ts";
import { CATALOG, planFrom } from "../../support/describe.ts";

let generator: LoadGenerator;
beforeAll(async () => {
  generator = await findLoadGenerator({ progress: { stage: () => undefined } });
});

const SUITES: Readonly<Record<string, readonly string[]>> = {
  "a drifting workload beside one that only reads its tables": [
    "{ name: a, run: oltp_read_only, options: { stationary: on } }",
    "{ name: b, run: oltp_multi_insert, options: { stationary: on } }",
  ],
  "one family in two sizes, and in one": [
    "{ name: a, run: oltp_point_select, options: { tables: 2, table_size: 1000, threads: 8 } }",
    "{ name: b, run: select_random_points, options: { threads: 16, table-size: 1000, tables: 2 } }",
    "{ name: c, run: oltp_read_only, options: { tables: 1 } }",
    "{ name: d, run: oltp_read_only, options: { tables: 1, table-size: 10000, index-timing: after } }",
  ],
  "what can be held still": [
    "{ name: a, run: oltp_insert, options: { threads: 4 } }",
    "{ name: b, run: oltp_insert, options: { stationary: true } }",
    "{ name: g, run: oltp_delete, options: { stationary: on } }",
    "{ name: c, run: kv, options: { read-percent: 95, insert-count: 100 } }",
    "{ name: d, run: kv, options: { read-percent: 100, insert-count: 100 } }",
    "{ name: e, run: kv, options: { read-percent: 100, insert-count: 100, threads: 9 } }",
    "{ name: f, run: bulk_insert, options: { stationary: true, threads: 4 } }",
  ],
};

const configOf = (workloads: readonly string[]) =>
  parseConfig(`database: { deploy: { local: {} } }\nworkloads: [${workloads.join(", ")}]\n`, "plumbline.yml");

it("has the catalogue that the unit tests have", async () => {
  expect(
    await generator.catalog(),
    "node scripts/run.mjs scripts/schemas.ts writes tests/golden/describe",
  ).toEqual(CATALOG);
});

it("has the statements of a workload as they are sent", async () => {
  const options = { tables: 2, "table-size": 100 };
  const request = { name: "a", workload: "oltp_point_select", dialect: "postgres", options };
  expect(await generator.statements(request)).toEqual(
    [1, 2].map((table) => ({
      statement: "point_select",
      sql: `SELECT c FROM sbtest${table} WHERE id=$1`,
      types: ["int4"],
    })),
  );
});

describe("a plan", () => {
  it.each(Object.entries(SUITES))("of %s has the databases that the unit tests say", async (_, workloads) => {
    const config = configOf(workloads);
    const real = await planWith(config, { seed: 1 }, generator, ".");
    const told = planFrom(config, { seed: 1 }, 1);
    const databases = (plan: typeof real) => plan.workloads.map(({ load }) => load.database);
    expect(databases(real)).toEqual(databases(told));
    expect(real.loads.map(({ workload }) => workload)).toEqual(told.loads.map(({ workload }) => workload));
    expect(real.connections).toBe(told.connections);
    expect(real.workloads.map(({ chosen }) => chosen)).toEqual(told.workloads.map(({ chosen }) => chosen));
  });

  it("does not share the tables of a drifting workload, whatever its options claim", async () => {
    const config = configOf(SUITES["a drifting workload beside one that only reads its tables"]!);
    const { workloads } = await planWith(config, {}, generator, ".");
    expect(workloads.map(({ load }) => load.database)).toEqual(["plumbline_1", "plumbline_2"]);
  });

  it("loads options that prepare takes, and names all tables that it makes", async () => {
    const { loads } = await planWith(configOf(Object.values(SUITES)[1]!), {}, generator, ".");
    expect(await generator.tables(loads[0]!)).toEqual(["sbtest1", "sbtest2"]);
    expect(await generator.tables(loads[1]!)).toEqual(["sbtest1"]);
  });

  it("is refused at the place of what there is not", async () => {
    const config = configOf(["{ name: a, run: oltp_read_only, options: { tabels: 1 } }"]);
    await expect(planWith(config, {}, generator, ".")).rejects.toMatchObject({
      kind: "usage",
      message: 'plumbline.yml:2:56: a: unknown option "tabels"; did you mean "tables"?',
    });
  });
});
