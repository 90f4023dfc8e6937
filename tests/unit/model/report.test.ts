import { expect, it } from "vitest";
import { Report } from "../../../src/model/report.ts";
import { STORIES } from "../../support/stories.ts";

it("is read of a version that knew neither looks nor the course of a load around its events", () => {
  const { plan, timelines, ...rest } = STORIES["disruptions-of-the-load"]!();
  const { looks: _, ...olderPlan } = plan;
  const olderTimelines = timelines!.map(({ stretches: _s, bands: _b, limit: _l, ...older }) => older);
  const read = Report.parse({ ...rest, plan: olderPlan, timelines: olderTimelines });
  expect(read.plan.looks).toBe(1);
  expect(read.timelines).toEqual(
    olderTimelines.map((older) => ({ ...older, stretches: [], bands: { base: null, head: null } })),
  );
});
