/** Which workloads `plumbline capacity` searches, and what it refuses. */
import { describe, expect, it } from "vitest";
import { searching } from "../../../../src/apps/cli/capacity.ts";
import { capacityPlanOf } from "../../../../src/config/capacity.ts";
import { mostSessions } from "../../../../src/config/looks.ts";
import { parseConfig } from "../../../../src/config/parse.ts";
import { planWith } from "../../../../src/pipeline/measure/plan.ts";
import { CATALOG, describeWorkload } from "../../../support/describe.ts";

const config = (capacity: string, gates = "") =>
  parseConfig(
    `
database: { deploy: { local: {} } }
workloads:
  - { name: plain, run: oltp_point_select }
  - name: checkout
    run: oltp_read_only
    capacity: ${capacity}${gates}
`,
    "plumbline.yml",
  );
const CONFIG = config("{ limits: { p99: 20ms } }");
const namesOf = ({ workloads }: typeof CONFIG) => workloads.map(({ name }) => name);

describe("workloads that are searched", () => {
  it("are those with a capacity, or those that are named", () => {
    const alone = searching(CONFIG, [], {});
    expect(namesOf(alone)).toEqual(["checkout"]);
    expect(alone.places.workloads).toHaveLength(1);
    expect(alone.workloads[0]!.capacity).toMatchObject({
      of: "rate",
      limits: { p99: 20e6 },
      precision: 0.03,
    });
    const named = searching(CONFIG, ["plain"], { of: "threads", limits: ["p99=5ms", "mean=1ms"] });
    expect(named.workloads[0]!.capacity).toMatchObject({ of: "threads", limits: { p99: 5e6, mean: 1e6 } });
  });

  it("of warehouses have an efficiency to keep", () => {
    const shop = config("{ of: active-warehouses, limits: { p95: 5s }, most: 500 }").workloads[1]!.capacity!;
    expect(capacityPlanOf(shop)).toMatchObject({ of: "active-warehouses", efficiency: 0.85, most: 500 });
    expect(capacityPlanOf({ ...shop, of: "threads" }).efficiency).toBeNull();
  });

  it("of another option than the file's begin and end where that option usually does", () => {
    const rated = config("{ limits: { p99: 20ms }, start: 1000, most: 5000 }");
    const fields = (of: string) => searching(rated, [], { of }).workloads[0]!.capacity!;
    expect(fields("rate")).toMatchObject({ start: 1000, most: 5000 });
    expect(capacityPlanOf(fields("threads"))).toMatchObject({ of: "threads", start: null, most: 200 });
  });

  it("share a budget, and each has time for a trial at least", () => {
    const limits = ["p99=5ms"];
    const named = searching(CONFIG, ["plain", "checkout"], { limits, budget: 60e9 });
    expect(named.workloads.map(({ capacity }) => capacity?.budget)).toEqual([30e9, 30e9]);
    expect(() => searching(CONFIG, [], { budget: 2e9 })).toThrow(
      "--budget: no trial of checkout, 3 s, fits into it",
    );
  });

  it("need a limit, a name and a latency that there are", () => {
    expect(() => searching(CONFIG, ["plain"], {})).toThrow("workload plain has no capacity to search");
    expect(() => searching(CONFIG, ["chekout"], {})).toThrow('unknown workload "chekout"');
    expect(() => searching(CONFIG, [], { limits: ["p98=5ms"] })).toThrow('"p98" is no latency; did you mean');
    expect(() => searching(CONFIG, [], { limits: ["p99="] })).toThrow("expected a duration");
    expect(() => searching(CONFIG, [], { limits: ["p99=5ms=6ms"] })).toThrow('got "5ms=6ms"');
    // As commander reads `capacity --limit p99=5ms checkout`.
    expect(() => searching(CONFIG, [], { limits: ["p99=5ms", "checkout"] })).toThrow(
      expect.objectContaining({
        message: '--limit: expected METRIC=DURATION, got "checkout"',
        remedy: expect.stringContaining("with the workloads before it"),
      }),
    );
    expect(() => searching(CONFIG, [], { limits: ["p98x=5ms"] })).toThrow(
      /known here: mean, p50, p95, p99, p99\.9$/,
    );
    expect(() => searching(CONFIG, [], { limits: ["recovery=5s"] })).toThrow('"recovery" is no latency');
  });
});

describe("capacity in plumbline.yml", () => {
  const generator = {
    catalog: async () => CATALOG,
    describe: async ({ workload, options }: { workload: string; options: object }) =>
      describeWorkload(workload, options as Record<string, number>),
  };
  const planOf = (text: string, gates = "") =>
    planWith(config(text, gates), { capacities: { checkout: 70 } }, generator, "/");

  it("is a part of the plan, with what was found last; threads need their connections", async () => {
    const plan = await planOf("{ of: threads, most: 90, limits: { p99: 20ms } }");
    expect(plan.workloads[1]!.capacity).toMatchObject({ of: "threads", last: 70, most: 90, start: null });
    expect(plan.workloads[0]!.capacity).toBeUndefined();
    expect(plan.connections).toBe(90);
  });

  it("gives each session its share of the budget", async () => {
    const { sessions, looks, workloads } = await planOf("{ limits: { p99: 20ms }, budget: 10m }");
    expect(workloads[1]!.capacity!.budgetSeconds).toBeCloseTo(600 / mostSessions(looks, sessions), 9);
    expect((await planOf("{ limits: { p99: 20ms } }")).workloads[1]!.capacity!.budgetSeconds).toBeNull();
    expect(() => config("{ limits: { p99: 20ms }, budget: 2s }")).toThrow(
      /^plumbline.yml:7:\d+: workloads.1.capacity.budget: expected time for a trial of 3 s at least/,
    );
  });

  it("takes no bare number for a share, and no limit that nothing can hold", () => {
    expect(() => config("{ limits: { p99: 20ms }, failed: 1 }")).toThrow(
      /^plumbline.yml:7:\d+: workloads.1.capacity.failed: expected a share such as 5% or 0.05, got the bare number 1, where 1 is 100%$/,
    );
    expect(() => config("{ limits: { p99: 0s } }")).toThrow(
      /^plumbline.yml:7:\d+: workloads.1.capacity.limits.p99: expected a duration above 0, got "0s"$/,
    );
  });

  it("has no budget of which a session's share is too short for a trial of each arm", async () => {
    await expect(planOf("{ limits: { p99: 20ms }, budget: 40s }")).rejects.toThrow(
      /^plumbline.yml:7:15: checkout: capacity: its budget leaves each of \d+ sessions [\d.]+ s, but a trial of each arm takes 6 s$/,
    );
  });

  it("begins with no more than may be tried", () => {
    expect(() => config("{ limits: { p99: 20ms }, start: 30, most: 20 }")).toThrow(
      "capacity.start: expected no more than `most`, which is 20, got 30",
    );
    expect(() => config("{ of: threads, limits: { p99: 20ms }, start: 300 }")).toThrow(
      "which is 200, got 300",
    );
  });

  it("says what cannot be searched, at its place", async () => {
    await expect(planOf("{ of: thread, limits: { p99: 20ms } }")).rejects.toThrow(
      'plumbline.yml:7:15: checkout: capacity: oltp_read_only has no option "thread"; did you mean "threads"?',
    );
    await expect(planOf("{ of: table-size, limits: { p99: 20ms } }")).rejects.toThrow(
      "decides what is loaded",
    );
    await expect(planOf("{ of: placement, limits: { p99: 20ms } }")).rejects.toThrow(
      "placement is no number",
    );
    await expect(planOf('{ limits: { "p99:buy": 20ms } }')).rejects.toThrow('no kind of events "buy"');
    expect(() => config("{ limits: { qps: 20ms } }")).toThrow('"qps" is no latency');
    expect(() => config("{ limits: {} }")).toThrow("expected a limit such as { p99: 20ms }");
  });

  it("can gate where it is searched, and nowhere else", async () => {
    const gated = config("{ limits: { p99: 20ms } }", "\n    gates: { capacity: 5% }");
    expect(gated.gates).toContainEqual({
      metric: "capacity",
      margin: 0.05,
      floor: null,
      workload: "checkout",
    });
    const without = parseConfig(
      "database: { deploy: { local: {} } }\nworkloads: [{ name: a, run: kv, gates: { capacity: 5% } }]",
      "plumbline.yml",
    );
    await expect(planWith(without, {}, generator, "/")).rejects.toThrow("there is no capacity to gate");
  });
});
