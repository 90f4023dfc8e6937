import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";
import { stagesOption, stagesSeconds } from "../../../src/config/stages.ts";

const config = (workload: string, database = "{ deploy: { local: {} } }") =>
  parseConfig(
    `suite: shop
database: ${database}
workloads:
  - ${workload}
measure: { seconds: 10 }
`,
    "plumbline.yml",
  );

const workload = (more: string) => `{ name: rush, run: oltp_point_select, ${more} }`;

describe("stages", () => {
  it("are the load generator's option, and last as long as all of them", () => {
    const [rush] = config(
      workload("options: { threads: 4 }, stages: [{ rate: 100, for: 2s }, { rate: 500, ramp: 4500ms }]"),
    ).workloads;
    expect(rush!.options).toEqual({ threads: 4, stages: "100 for 2s, 500 in 4.5s" });
    expect(stagesSeconds(rush!.stages!)).toBe(6.5);
    expect(stagesOption([{ rate: 0.5, for: 1e6 }])).toBe("0.5 for 0.001s");
  });

  it.each([
    ["stages: [{ rate: 100 }]", "4:52", "expected for or ramp"],
    ["stages: [{ rate: 100, for: 2s, ramp: 2s }]", "4:52", "expected for or ramp"],
    [
      "stages: [{ rate: 100, for: soon }]",
      "4:70",
      'expected a duration such as 100ms, 8s or 50us, got "soon"',
    ],
    ["stages: [{ rate: 0, for: 2s }]", "4:51", "expected a rate above 0"],
    ["stages: [{ rate: 5, for: 2s }], options: { rate: 4 }", "4:51", "stages and options.rate both plan"],
    ["stages: [{ rate: 5, in: 2s }]", "4:63", 'unknown field "in"'],
  ])("%s is refused at %s", (more, place, message) => {
    expect(() => config(workload(more))).toThrow(message);
    expect(() => config(workload(more))).toThrow(`plumbline.yml:${place}: `);
  });

  it("want a load that nothing else is done to", () => {
    const staged = workload("stages: [{ rate: 5, for: 2s }]");
    expect(() =>
      config(staged, "{ deploy: { local: {} }, setup: [a.sql], migration: { setup: [b.sql] } }"),
    ).toThrow("a timeline or a migration wants a load that stays: leave stages out");
    expect(() =>
      config(workload("stages: [{ rate: 5, for: 2s }], capacity: { of: rate, limits: { p99: 5ms } }")),
    ).toThrow("capacity searches for one load: leave stages or capacity out");
  });
});
