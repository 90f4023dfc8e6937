import { expect, it } from "vitest";
import { Catalog, Description } from "../../../src/model/catalog.ts";
import { CATALOG, describeWorkload } from "../../support/describe.ts";

it("reads what it needs, and lets a newer program say more", () => {
  const options = CATALOG.options.map((option) => ({ ...option, colour: "blue" }));
  expect(Catalog.parse({ ...CATALOG, options, weather: [] })).toEqual(CATALOG);
  const description = describeWorkload("oltp_read_only");
  expect(Description.parse({ ...description, weather: [] })).toEqual(description);
});

it("refuses another format, and what lacks a field", () => {
  expect(Catalog.safeParse({ ...CATALOG, format: 2 }).success).toBe(false);
  const { drift: _, ...driftless } = describeWorkload("kv");
  expect(Description.safeParse(driftless).success).toBe(false);
  expect(Description.safeParse({ ...describeWorkload("kv"), lanes: 0 }).success).toBe(false);
});

it("knows of each option whose it is and what it shapes", () => {
  const of = (name: string) => CATALOG.options.find((option) => option.name === name);
  expect(of("table-size")).toMatchObject({ shapes: "data", owner: null, type: "integer" });
  expect(of("threads")).toMatchObject({ shapes: "run", owner: null, families: null });
  expect(of("pgsql-password")).toMatchObject({ shapes: "neither", owner: "harness" });
});
