/** Several config files as one sweep. */
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../src/config/parse.ts";
import {
  scheduleOver,
  sweepPositions,
  sweptSuites,
  withOwnDatabases,
} from "../../../src/config/sweep-suites.ts";
import { planFrom } from "../../support/describe.ts";

const TARGETS = (...names: readonly string[]) =>
  `  targets: [${names.map((name) => `{ name: ${name}, deploy: { local: {} } }`).join(", ")}]\n`;

const suite = (name: string, sweep = "", workload = "oltp_point_select") =>
  parseConfig(
    `suite: ${name}
database: { deploy: { local: {} } }
workloads: [{ name: ${workload}, run: ${workload} }]
${sweep === "" ? "" : `sweep:\n${sweep}`}`,
    `${name}.yml`,
  );
const NOTHING = { over: {}, workloads: [], targets: [], sessions: null };
const OLTP = suite("oltp", "  over: { threads: [1, 2, 4] }\n  sessions: 3\n");
const WRITES = suite("writes", "  over: { tables: [1, 2] }\n  sessions: 2\n", "oltp_write_only");

describe("suites of a sweep", () => {
  it("have each their own options and sessions; the command line is over all", () => {
    const own = sweptSuites([OLTP, WRITES], NOTHING);
    expect(own.map(({ grid, sessions }) => [grid.points.map(({ name }) => name), sessions])).toEqual([
      [["oltp_point_select threads=1", "oltp_point_select threads=2", "oltp_point_select threads=4"], 3],
      [["oltp_write_only tables=1", "oltp_write_only tables=2"], 2],
    ]);
    const asked = sweptSuites([OLTP, WRITES], { ...NOTHING, over: { threads: [8] }, sessions: 1 });
    expect(asked.map(({ grid, sessions }) => [grid.points.at(-1)?.values, sessions])).toEqual([
      [{ threads: 8 }, 1],
      [{ tables: 2, threads: 8 }, 1],
    ]);
  });

  it("need no option that is swept: a grid over suites is one", () => {
    const suites = sweptSuites([suite("a"), suite("b")], NOTHING);
    expect(suites.map(({ grid }) => grid.points.length)).toEqual([1, 1]);
    expect(() => sweptSuites([suite("a")], NOTHING)).toThrow("nothing to sweep");
  });

  it("without a workload that is asked for are left out", () => {
    const suites = sweptSuites([OLTP, WRITES], { ...NOTHING, workloads: ["oltp_write_only"] });
    expect(suites.map(({ config }) => config.suite)).toEqual(["writes"]);
    expect(() => sweptSuites([OLTP, WRITES], { ...NOTHING, workloads: ["oltp_write_onli"] })).toThrow(
      'there is no workload "oltp_write_onli"',
    );
  });

  it("have names and targets that agree, or the place is said", () => {
    expect(() => sweptSuites([OLTP, OLTP], NOTHING)).toThrow('oltp.yml:1:8: two suites are called "oltp"');
    const one = suite("one", TARGETS("old", "new"));
    expect(() => sweptSuites([one, suite("two", TARGETS("new", "old"))], NOTHING)).toThrow(
      "two.yml:5:12: the targets of two (new, old) are not those of one (old, new)",
    );
    expect(() => sweptSuites([one, suite("two")], NOTHING)).toThrow(
      "two.yml:1:1: the targets of two (none) are not those of one (old, new)",
    );
    expect(sweptSuites([one, suite("two", TARGETS("old", "new"))], NOTHING)).toHaveLength(2);
  });

  it("are not more points than one sweep may have", () => {
    const many = (name: string) => suite(name, "  over: { threads: 1..200, tables: [1, 2] }\n");
    expect(() => sweptSuites([many("a"), many("b")], NOTHING)).toThrow("800 points are more than 500");
  });
});

describe("their points", () => {
  const suites = sweptSuites([OLTP, WRITES], NOTHING);
  const places = sweepPositions([3, 2]);

  it("are numbered on from suite to suite", () => {
    expect(places[2]).toEqual({ suite: 0, point: 2 });
    expect(places[3]).toEqual({ suite: 1, point: 0 });
    expect(places).toHaveLength(5);
  });

  it("come once in each round, all suites in one random order, a suite in as many rounds as it has sessions", () => {
    const steps = scheduleOver(suites, 7);
    const rounds = [0, 1, 2].map((round) => steps.filter((step) => step.round === round));
    expect(rounds.map((round) => round.map(({ point }) => point).toSorted((a, b) => a - b))).toEqual([
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4],
      [0, 1, 2],
    ]);
    const orders = Array.from({ length: 20 }, (_, seed) =>
      scheduleOver(suites, seed)
        .slice(0, 5)
        .map(({ point }) => places[point]!.suite)
        .join(""),
    );
    expect(orders.some((order) => order !== "00011" && order !== "11000")).toBe(true);
    expect(new Set(orders).size).toBeGreaterThan(3);
  });

  it("have tables of their own, also in one database server", () => {
    const plans = [OLTP, WRITES].map((config) => planFrom(config, {}, 1));
    const databases = withOwnDatabases(plans).map(({ loads, workloads }) => [
      loads.map(({ database }) => database),
      workloads.map(({ load }) => load.database),
    ]);
    expect(databases).toEqual([
      [["plumbline_1"], ["plumbline_1"]],
      [["plumbline_2"], ["plumbline_2"]],
    ]);
    expect(withOwnDatabases(plans)[0]).toEqual(plans[0]);
  });
});
