import { expect, it } from "vitest";
import { workDifferences } from "../../../../src/analysis/cause/work.ts";
import type { Session } from "../../../../src/model/run.ts";
import type { Work } from "../../../../src/model/work.ts";
import { makeRun } from "../../../support/runs.ts";

const [template] = makeRun({ sessions: 1 }).workloads[0]!.sessions as [Session];
const session = (work: Partial<Work>): Session => ({ ...template, work: { events: 1_000, ...work } });
const told = (base: Partial<Work>, head: Partial<Work>) =>
  workDifferences([session(base)], [session(head)]).map((each) => [each.metric, each.base, each.head]);

it("tells updates that are not HOT any more, and work of an event that grew by a fifth", () => {
  expect(
    told(
      { rowsUpdated: 1_000, hotUpdates: 970, walBytes: 230_000, buffers: 6_000 },
      { rowsUpdated: 1_000, hotUpdates: 0, walBytes: 610_000, buffers: 6_100 },
    ),
  ).toEqual([
    ["hot-updates", 0.97, 0],
    ["wal-bytes", 230, 610],
  ]);
});

it("tells nothing of work that shrank, of parts of a page, or of what was not counted", () => {
  expect(told({ buffers: 9_000, walBytes: 100 }, { buffers: 6_000, walBytes: 400 })).toEqual([]);
  expect(workDifferences([template], [session({ buffers: 100_000 })])).toEqual([]);
});
