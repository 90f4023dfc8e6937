import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../../src/config/parse.ts";
import { capturedFrom, workloadLines } from "../../../../src/ingest/capture/choice.ts";
import { captured, entriesOf, seenIn } from "./support/captured.ts";
import type { Written } from "./support/log-lines.ts";

const times = (count: number, text: string, ms = 1) => entriesOf(Array<string>(count).fill(text), ms);

const TRAFFIC: readonly Written[] = [
  ...times(4000, "SELECT a FROM often WHERE id = 1"),
  ...times(2, "SELECT a FROM slow", 9000),
  ...times(30, "SELECT a FROM b"),
  ...times(20, "SELECT b FROM b"),
];

describe("what becomes a script", () => {
  it("is what takes most time, and what is there most often", () => {
    const { scripts, leftOut, units, shapes } = captured(TRAFFIC, { most: 2 });
    expect(scripts.map(({ name, weight, count, meanMs }) => [name, weight, count, meanMs])).toEqual([
      ["select-slow", 1, 2, 9000],
      ["select-often", 1000, 4000, 1],
    ]);
    expect({ units, shapes }).toEqual({ units: 4052, shapes: 4 });
    expect(leftOut).toMatchObject({
      shapes: 2,
      ofCount: expect.closeTo(50 / 4052),
      ofTime: expect.closeTo(50 / 22_050),
    });
  });

  it("is all where there is little, under names of its own", () => {
    const { scripts, leftOut } = captured(TRAFFIC);
    expect(scripts.map(({ name }) => name)).toEqual([
      "select-slow",
      "select-often",
      "select-b",
      "select-b-2",
    ]);
    expect(leftOut).toMatchObject({ shapes: 0, ofCount: 0 });
  });

  it("goes by numbers alone where the log has no durations", () => {
    const entries = ["SELECT a FROM b", "SELECT a FROM c", "SELECT a FROM c"].map((text) => ({
      message: `statement: ${text}`,
    }));
    const { scripts, leftOut } = captured(entries, { most: 1 });
    expect(scripts).toMatchObject([{ name: "select-c", meanMs: null }]);
    expect(leftOut.ofTime).toBeNull();
    expect(scripts[0]!.text).toContain("durations are not in the log");
  });

  it("is of one database", () => {
    const other = times(3, "SELECT a FROM other").map((entry) => ({
      ...entry,
      database: "crm",
      session: "8",
    }));
    const all = [...times(5, "SELECT a FROM b"), ...other];
    expect(captured(all)).toMatchObject({ database: "shop", others: [{ database: "crm", units: 3 }] });
    expect(captured(all, { database: "crm" }).scripts).toMatchObject([{ name: "select-other" }]);
    const wish = { most: 1, database: "no", protocol: null, keep: true, keepNumbers: false, source: "" };
    expect(capturedFrom(seenIn(all).units, wish)).toBeNull();
  });

  it.each([
    ["shop_test_1", "shop_test_gw2", 2],
    ["shop_test_3c9e01", "shop_test_77aa", 2],
    ["test_shop", "test_crm", 1],
    ["test_shop_1", "test_crm_1", 1],
    ["shop_1", "shop_2", 1],
    ["contest_1", "contest_2", 1],
  ])("is of the databases %s and %s", (first, second, units) => {
    const own = (database: string) =>
      times(1, "SELECT a FROM b").map((each) => ({ ...each, database, session: database }));
    const all = [...own(first), ...own(second)];
    expect(captured(all)).toMatchObject({ database: first, units });
    expect(captured(all, { database: second }).units).toBe(units);
  });

  it("is sent as most of it was", () => {
    expect(captured(entriesOf([["SELECT a FROM b WHERE c = $1", "5"], "SELECT 1 FROM d"])).protocol).toBe(
      "extended",
    );
    expect(captured(times(1, "SELECT a FROM b")).protocol).toBe("simple");
  });
});

it("the lines for plumbline.yml are what it takes", () => {
  const lines = workloadLines(captured(TRAFFIC), "bench/my scripts");
  const { workloads } = parseConfig(
    `suite: shop\ndatabase: { deploy: { local: {} } }\n${lines}`,
    "plumbline.yml",
  );
  expect(workloads).toMatchObject([
    { name: "captured", scripts: [{ file: "bench/my scripts/select-slow.sql", weight: 1 }, {}, {}, {}] },
  ]);
});
