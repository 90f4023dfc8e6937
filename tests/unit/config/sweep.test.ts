import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";
import { assureNoTimelines, asWorkloads, gridOf, scheduleOf } from "../../../src/config/sweep.ts";
import { checkWorkloads } from "../../../src/config/workloads.ts";
import { CATALOG } from "../../support/describe.ts";

const TEXT = `suite: oltp
database: { deploy: { local: {} } }
workloads:
  - { name: select, run: oltp_point_select, options: { table_size: 100, threads: 2 }, gates: { p99: 20% } }
  - { name: write, run: oltp_write_only }
sweep:
  over: { threads: [1, 2], table-size: "100,200" }
`;

const config = (text = TEXT) => parseConfig(text, "plumbline.yml");
const NOTHING = { over: {}, workloads: [], targets: [] };

it("has targets that all say their nodes, or none", () => {
  const targets = (more: string) =>
    config(
      TEXT.replace(
        "  over:",
        `  targets:\n    - { name: three, nodes: 3, deploy: { local: {} } }\n    - { name: six${more}, deploy: { local: {} } }\n  over:`,
      ),
    );
  expect(targets(", nodes: 6").sweep?.targets?.map(({ nodes }) => nodes)).toEqual([3, 6]);
  expect(() => targets("")).toThrow(
    'plumbline.yml:9:7: target "six" has no number of nodes, but others have',
  );
});

describe("the grid", () => {
  it("has every workload at every combination, the last option turning fastest", () => {
    expect(gridOf(config(), NOTHING).points.map(({ name }) => name)).toEqual([
      "select threads=1 table-size=100",
      "select threads=1 table-size=200",
      "select threads=2 table-size=100",
      "select threads=2 table-size=200",
      "write threads=1 table-size=100",
      "write threads=1 table-size=200",
      "write threads=2 table-size=100",
      "write threads=2 table-size=200",
    ]);
  });

  it("takes the command line's values and workloads over the file's", () => {
    const { points } = gridOf(config(), { ...NOTHING, over: { threads: [7] }, workloads: ["write"] });
    expect(points.map(({ values }) => values)).toEqual([
      { threads: 7, "table-size": 100 },
      { threads: 7, "table-size": 200 },
    ]);
  });

  it("has one axis for an option, however the command line and the file spell it", () => {
    const { axes, points } = gridOf(config(TEXT.replace("table-size:", "table_size:")), {
      ...NOTHING,
      over: { "table-size": [300] },
      workloads: ["select"],
    });
    expect(axes).toEqual([
      { option: "threads", values: [1, 2] },
      { option: "table-size", values: [300] },
    ]);
    expect(points[0]!.values).toEqual({ threads: 1, "table-size": 300 });
  });

  it("says of a value of the command line that it is wrong there, and not in the file", () => {
    const check = (over: Readonly<Record<string, readonly (string | number)[]>>) =>
      checkWorkloads(asWorkloads(config(), gridOf(config(), { ...NOTHING, over }), "s", over), CATALOG);
    expect(() => check({ threads: ["many"] })).toThrow(/^--over threads: select threads=many/);
    expect(() => check({ table_size: ["many"] })).toThrow(/^--over table-size: select threads=1/);
    const wrong = config(TEXT.replace('table-size: "100,200"', "table_size: many"));
    expect(() => checkWorkloads(asWorkloads(wrong, gridOf(wrong, NOTHING), "s"), CATALOG)).toThrow(
      /^plumbline\.yml:7:\d+: select threads=1 table-size=many/,
    );
  });

  it("is a config file of workloads, whose gates go with them, however their options are spelled", () => {
    const pointed = asWorkloads(config(), gridOf(config(), NOTHING), "oltp sweep");
    expect(pointed.workloads[1]).toMatchObject({
      name: "select threads=1 table-size=200",
      options: { threads: 1, "table-size": 200 },
    });
    expect(Object.keys(pointed.workloads[1]!.options)).toEqual(["threads", "table-size"]);
    const own = pointed.gates.filter(({ metric, workload }) => metric === "p99" && workload !== undefined);
    expect(new Set(own.map(({ workload }) => workload)).size).toBe(4);
    expect(own.find(({ workload }) => workload?.startsWith("select"))?.margin).toBe(0.2);
    expect(() => checkWorkloads(pointed, CATALOG)).not.toThrow();
  });

  it("refuses the timeline of what is swept, with its place, and of nothing else", () => {
    const timeline = "timeline: { disruptions: [{ sql: VACUUM, at: 5s }] }";
    const eventful = config(TEXT.replace("run: oltp_write_only }", `run: oltp_write_only, ${timeline} }`));
    expect(() => assureNoTimelines(eventful, gridOf(eventful, NOTHING))).toThrow(
      /^plumbline\.yml:5:\d+: write: a sweep plays no timeline$/,
    );
    expect(() =>
      assureNoTimelines(eventful, gridOf(eventful, { ...NOTHING, workloads: ["select"] })),
    ).not.toThrow();
  });

  it("says once, with its place, that there is no such option, or no such value of it", () => {
    const wrong = config(TEXT.replace("threads: [1, 2], table", "treads: [1, 2], table"));
    expect(() => checkWorkloads(asWorkloads(wrong, gridOf(wrong, NOTHING), "s"), CATALOG)).toThrow(
      /^plumbline\.yml:7:11: select treads=1 table-size=100: unknown option "treads"; did you mean "threads"\?$/,
    );
    const grid = gridOf(config(), { ...NOTHING, over: { threads: ["many"] }, workloads: ["select"] });
    expect(() => checkWorkloads(asWorkloads(config(), grid, "s"), CATALOG)).toThrow(
      /threads: expected a whole number from 1 to \d+, got "many"/,
    );
  });
});

describe("the sweep of a config file", () => {
  it.each([
    ["over: { threads: 9..5:1 }", /^plumbline\.yml:7:20: sweep\.over\.threads: expected a range that rises/],
    ["ovr: { threads: 1 }", /^plumbline\.yml:7:3: unknown field "ovr" in sweep; did you mean "over"\?/],
    ["workloads: [selct]", /^plumbline\.yml:7:15: sweep\.workloads: there is no workload "selct"/],
    ["targets: [{ name: a, deploy: { local: {} } }]", /^plumbline\.yml:7:12: sweep\.targets: /],
    [
      "targets: [{ name: a, deploy: { local: {} } }, { name: a, deploy: { local: {} } }]",
      /^plumbline\.yml:7:57: two targets are called "a"/,
    ],
  ])("is not %s", (line, cause) => {
    expect(() => config(TEXT.replace(/over: .*/, line))).toThrow(cause);
  });
});

describe("the schedule", () => {
  const size = { points: 6, pairs: 2, rounds: 3 };

  it("has every point of every pair once in each round, in an order of its own that the seed repeats", () => {
    const steps = scheduleOf(size, 7);
    const rounds = [0, 1, 2].map((round) =>
      steps.slice(round * 12, round * 12 + 12).map((step) => ({ ...step, round })),
    );
    expect(rounds.flat()).toEqual(steps);
    const keys = rounds.map((own) => own.map(({ pair, point }) => `${pair} ${point}`));
    for (const own of keys) expect(new Set(own).size).toBe(12);
    expect(new Set(keys.map((own) => own.join())).size).toBe(3);
    expect(scheduleOf(size, 7)).toEqual(steps);
    expect(scheduleOf(size, 8)).not.toEqual(steps);
  });
});
