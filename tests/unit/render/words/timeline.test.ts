import { describe, expect, it } from "vitest";
import { stretchesOf } from "../../../../src/compare/course.ts";
import type { Timeline, TimelineReport } from "../../../../src/model/timeline.ts";
import { stretchRows } from "../../../../src/render/words/timeline.ts";
import { makeEvent, makeTimeline } from "../../../support/timelines.ts";

/** What is said of stretches whose waits are so long, session by session. */
const said = (...waits: readonly number[]) => {
  const sessions = waits.map((wait): Timeline => {
    const timeline = makeTimeline(makeEvent());
    const longestNs = timeline.course.longestNs.map(() => wait);
    return { ...timeline, course: { ...timeline.course, longestNs } };
  });
  const stretches = stretchesOf(sessions, []);
  return stretchRows({ stretches } as unknown as TimelineReport).map(({ wait }) => wait);
};

describe("stretchRows", () => {
  it("says of an interval that is too wide to be of use that there are too few sessions", () => {
    expect(said(2e6, 2.2e6)[0]).toMatch(/^2\.10.ms \(1\.14.ms.\.\..3\.84.ms\)$/);
    expect(said(2e6, 9e7)[0]).toMatch(/^13\.4.ms \(too few sessions to say\)$/);
  });

  it("says that a wait is unknown where nobody waited", () => {
    expect(said(0, 0)).toEqual(["unknown", "unknown", "unknown"]);
  });
});
