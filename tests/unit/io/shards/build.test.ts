import { expect, it } from "vitest";
import { buildDifference, buildOf } from "../../../../src/io/shards/build.ts";
import { VERSION } from "../../../../src/model/version.ts";
import { CATALOG } from "../../../support/describe.ts";

it("is another one where the load generator has another option, default or workload", () => {
  const own = buildOf(CATALOG);
  expect(own).toMatchObject({ version: VERSION, generator: CATALOG.version });
  expect(buildDifference(buildOf(structuredClone(CATALOG)), own)).toBeNull();
  const [first, ...options] = CATALOG.options;
  for (const other of [
    { ...CATALOG, options },
    { ...CATALOG, options: [{ ...first!, default: 77 }, ...options] },
    { ...CATALOG, workloads: CATALOG.workloads.slice(1) },
  ])
    expect(buildDifference(buildOf(other), own)).toMatch(/other workloads, options or defaults/);
});
