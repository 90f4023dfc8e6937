import { expect, it } from "vitest";
import { timelinesOf } from "../../../../src/analysis/timeline/timeline.ts";
import type { WorkloadRun } from "../../../../src/model/run.ts";
import { timelineFigure } from "../../../../src/report/html/timeline.ts";
import { makeDisruption, makeTimeline } from "../../../support/timelines.ts";

it("speaks of base's line only where there is one", () => {
  const sessions = [1, 2].map(() => ({ timeline: makeTimeline(makeDisruption()) }));
  const load = { name: "load", sessions } as unknown as WorkloadRun;
  const captionOf = (base: readonly WorkloadRun["sessions"][]) =>
    timelineFigure(timelinesOf([{ head: load, base }])![0]!).html.match(/<figcaption>.*<\/figcaption>/)![0];
  expect(captionOf([load.sessions])).toContain(
    "lines: the session with the middle recovery, head drawn, base dashed; ",
  );
  expect(captionOf([])).toContain(">line: the session with the middle recovery; ");
  expect(captionOf([])).not.toContain("base");
});
