import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";
import { makePlan, roleOptions, sessionOrder } from "../../../src/config/plan.ts";
import { CATALOG, describeWorkload, planFrom } from "../../support/describe.ts";

const CONFIG = parseConfig(
  `
database: { deploy: { local: {} } }
workloads:
  - { name: a, run: oltp_point_select, options: { tables: 2, table_size: 1000, threads: 8 } }
  - { name: b, run: select_random_points, options: { threads: 16, table-size: 1000, tables: 2 } }
  - { name: c, run: oltp_read_only, options: { tables: 1 } }
`,
  "plumbline.yml",
);

const configOf = (workloads: string) =>
  parseConfig(`database: { deploy: { local: {} } }\nworkloads: ${workloads}\n`, "plumbline.yml");

describe("planOf", () => {
  it("searches a capacity anew for a workload whose name every object has", () => {
    const config = configOf(
      "[{ name: constructor, run: oltp_read_only, capacity: { limits: { p99: 5ms } } }]",
    );
    const [workload] = planFrom(config, {}, 1).workloads;
    expect(workload!.capacity!.last).toBeNull();
    expect(planFrom(config, { capacities: { constructor: 40 } }, 1).workloads[0]!.capacity!.last).toBe(40);
  });

  it("gives a workload that drifts whatever it is told tables of its own, beside one that only reads them", () => {
    const plan = planFrom(
      configOf(`[{ name: a, run: oltp_read_only, options: { stationary: true } },
        { name: b, run: oltp_multi_insert, options: { stationary: true } }]`),
      {},
      1,
    );
    expect(new Set(plan.workloads.map(({ load }) => load.database)).size).toBe(2);
  });

  it("gives workloads of other sizes other tables, whatever the family's options are called", () => {
    const config = configOf("[{ name: a, run: tpcc }, { name: b, run: tpcc }, { name: c, run: tpcc }]");
    const described = [1, 100, 1].map((warehouses) => {
      const data = { family: "tpcc", loader: "tpcc", options: { warehouses } };
      const asked = { ...describeWorkload("kv"), workload: "tpcc", data, drift: null };
      return { asked, usual: asked };
    });
    const { workloads, loads } = makePlan(config, {}, CATALOG, described, 1);
    expect(workloads.map(({ load }) => load.database)).toEqual(["plumbline_1", "plumbline_2", "plumbline_1"]);
    expect(loads.map(({ options }) => options)).toEqual([
      { warehouses: 1, "rand-seed": 1 },
      { warehouses: 100, "rand-seed": 1 },
    ]);
  });

  it("keeps what was chosen, not what only says how it is written down", () => {
    const options = "{ threads: 8, tables: 1, table_size: 500, histogram: on }";
    const [workload] = planFrom(
      configOf(`[{ name: a, run: oltp_read_only, options: ${options} }]`),
      {},
      1,
    ).workloads;
    expect(workload!.chosen).toEqual(["threads", "table-size"]);
    expect(workload!.passing).toEqual(expect.arrayContaining(["histogram", "pgsql-password", "rand-seed"]));
    expect(workload!.passing).not.toContain("threads");
  });

  it("gives each workload its own role, or that of all, with its place; under another role it is another workload", () => {
    const text = `database: { deploy: { local: {} }, role: app }
workloads: [{ name: a, run: oltp_read_only }, { name: b, run: oltp_read_only, role: admin }]
`;
    const { workloads } = planFrom(parseConfig(text, "plumbline.yml"), {}, 1);
    expect(workloads.map(({ role }) => role)).toEqual([
      { name: "app", place: "plumbline.yml:1:42" },
      { name: "admin", place: "plumbline.yml:2:85" },
    ]);
    expect(workloads.map(({ role }) => roleOptions(role))).toEqual([{ role: "app" }, { role: "admin" }]);
    expect(workloads[0]!.chosen).toContain("role");
    expect(planFrom(CONFIG, {}, 1).workloads[0]!.role).toBeUndefined();
  });

  it("knows whether the file names a locale for servers that Plumbline makes", () => {
    const of = (deploy: string) =>
      planFrom(
        parseConfig(`database: { deploy: ${deploy} }\nworkloads: [{ name: a, run: oltp_read_only }]\n`, "x"),
        {},
        1,
      );
    expect(of("{ local: {} }").isLocaleAssumed).toBe(true);
    expect(of("{ local: { locale: C } }").isLocaleAssumed).toBe(false);
    expect(of("{ url: 'postgres://h/d' }").isLocaleAssumed).toBe(false);
  });

  it("shares one database among workloads with the same tables", () => {
    const plan = planFrom(CONFIG, {}, 7);
    expect(plan.loads.map(({ database }) => database)).toEqual(["plumbline_1", "plumbline_2"]);
    expect(plan.workloads.map(({ load }) => load.database)).toEqual([
      "plumbline_1",
      "plumbline_1",
      "plumbline_2",
    ]);
  });

  it("loads all tables, whichever workload of the family is named first", () => {
    const plan = planFrom(
      parseConfig(
        `
database: { deploy: { local: {} } }
workloads:
  - { name: a, run: select_random_points, options: { tables: 3 } }
  - { name: b, run: oltp_read_write, options: { tables: 3 } }
`,
        "plumbline.yml",
      ),
      {},
      7,
    );
    // select_random_points alone would make sbtest1.
    expect(plan.loads).toMatchObject([{ workload: "oltp_read_only", options: { tables: 3 } }]);
  });

  it("gives workloads that change their tables tables of their own", () => {
    const plan = planFrom(
      parseConfig(
        `
database: { deploy: { local: {} } }
workloads:
  - { name: a, run: oltp_point_select }
  - { name: b, run: oltp_insert, options: { threads: 4 } }
  - { name: c, run: oltp_insert, options: { threads: 8 } }
  - { name: d, run: oltp_delete, options: { stationary: true } }
  - { name: e, run: oltp_insert, options: { stationary: on } }
  - { name: f, run: kv, options: { read-percent: 95, insert-count: 100 } }
  - { name: g, run: kv, options: { read_percent: 100, insert_count: 100 } }
  - { name: h, run: kv, options: { read-percent: 100, insert-count: 100, threads: 9 } }
  - { name: i, run: bulk_insert, options: { stationary: true, threads: 4 } }
`,
        "plumbline.yml",
      ),
      {},
      7,
    );
    expect(plan.workloads.map(({ load }) => load.database.replace("plumbline_", "")).join(" ")).toBe(
      "1 2 3 4 4 5 6 6 7",
    );
    expect(plan.loads.map(({ workload }) => workload)).toEqual([
      "oltp_read_only",
      "oltp_insert",
      "oltp_insert",
      "oltp_read_only",
      "kv",
      "kv",
      "bulk_insert",
    ]);
    expect(plan.loads.at(-1)!.options).toMatchObject({ threads: 4, stationary: true });
  });

  it("asks a server for the connections of its widest workload", () => {
    expect(planFrom(CONFIG, {}, 7).connections).toBe(16);
  });

  it("lets the invocation override the file, and draws a seed only when nobody fixed one", () => {
    expect(planFrom(CONFIG, { sessions: 3, seconds: 1.5, mode: "history" }, 7)).toMatchObject({
      sessions: 3,
      seconds: 1.5,
      mode: "history",
      seed: 7,
    });
    expect(planFrom(CONFIG, { seed: 9 }, 7).seed).toBe(9);
  });
});

describe("sessionOrder", () => {
  const plan = planFrom(CONFIG, {}, 7);

  it("swaps the arms and rotates the workloads from session to session", () => {
    expect([0, 1, 2].map((index) => sessionOrder(plan, index).headFirst)).toEqual([false, true, false]);
    expect([0, 1, 2].map((index) => sessionOrder(plan, index).workloads)).toEqual([
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
    ]);
  });

  it("gives every session and workload a seed of its own, the same for the same plan", () => {
    const seeds = [0, 1, 2, 3].flatMap((index) => sessionOrder(plan, index).seeds);
    expect(new Set(seeds).size).toBe(seeds.length);
    expect([0, 1, 2, 3].flatMap((index) => sessionOrder(plan, index).seeds)).toEqual(seeds);
  });
});
