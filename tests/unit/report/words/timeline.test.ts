import { describe, expect, it } from "vitest";
import { timelineStretches } from "../../../../src/analysis/timeline/course.ts";
import { timelinesOf } from "../../../../src/analysis/timeline/timeline.ts";
import type { WorkloadRun } from "../../../../src/model/run.ts";
import type { Disruption, Timeline, TimelineReport } from "../../../../src/model/timeline.ts";
import { disruptionTable, stretchTable, timelineTerms } from "../../../../src/report/words/timeline.ts";
import { makeDisruption, makeTimeline } from "../../../support/timelines.ts";

/** What is said of stretches whose waits are so long, session by session. */
const said = (...waits: readonly number[]) => {
  const sessions = waits.map((wait): Timeline => {
    const timeline = makeTimeline(makeDisruption());
    const longestNs = timeline.course.longestNs.map(() => wait);
    return { ...timeline, course: { ...timeline.course, longestNs } };
  });
  const stretches = timelineStretches(sessions, []);
  return stretchTable({ stretches } as unknown as TimelineReport).rows.map((row) => row[3]);
};

describe("stretchTable", () => {
  it("says of an interval that is too wide to be of use that there are too few sessions", () => {
    expect(said(2e6, 2.2e6)[0]).toMatch(/^2\.10.ms \(1\.14.ms.\.\..3\.84.ms\)$/);
    expect(said(2e6, 9e7)[0]).toMatch(/^13\.4.ms \(too few sessions to say\)$/);
  });

  it("says that a wait is unknown where nobody waited", () => {
    expect(said(0, 0)).toEqual(["unknown", "unknown", "unknown"]);
  });
});

describe("the recovery of an event", () => {
  const recovery = (...events: readonly Partial<Disruption>[]) => {
    const sessions = events.map((event) => ({ timeline: makeTimeline(makeDisruption(event)) }));
    const [report] = timelinesOf([{ head: { name: "load", sessions } as unknown as WorkloadRun, base: [] }])!;
    return disruptionTable(report!).rows[0]![3]!.replaceAll("\u00a0", " ");
  };

  it("says in how many sessions the load dipped again afterwards", () => {
    expect(recovery({ laterDips: 0 }, { laterDips: 0 })).toBe("1.00 s");
    expect(recovery({ laterDips: 2 }, { laterDips: 0 })).toBe(
      "1.00 s; dipped again later in 1 of 2 sessions",
    );
    expect(recovery({}, {}), "runs of before do not say").toBe("1.00 s");
  });

  it("says that a load which dipped again to the end did not recover", () => {
    const open = { isRecovered: false, recoveryNs: 4e9, laterDips: 1 };
    expect(recovery(open, open)).toBe(
      "over 4.00 s: not recovered in 2 of 2 sessions; dipped again later in 2 of 2 sessions",
    );
  });
});

describe("timelineTerms", () => {
  const arm = (mean: number, ...shares: readonly number[]) => ({
    usualPerSecond: { mean, low: null, high: null },
    shares,
  });
  const terms = (limit: TimelineReport["limit"]) =>
    timelineTerms({
      disruptions: [{ head: { sessions: 2 } }],
      limit,
    } as unknown as TimelineReport).replaceAll("\u00a0", " ");
  const MEANS = "means over 2 sessions with 95 % intervals";

  it("says the share that was asked for, and what is usual on each arm over its sessions", () => {
    expect(terms({ askedShare: 0.9, base: arm(16240, 0.9, 0.9), head: arm(18358, 0.9, 0.9) })).toBe(
      `within the limit from 90 % of the throughput before the first disruption (base 16,240, head 18,358 events a second); ${MEANS}`,
    );
  });

  it("says where the limit was lower, and how low", () => {
    expect(terms({ askedShare: 0.9, base: arm(16240, 0.9, 0.64), head: arm(18358, 0.851, 0.9) })).toBe(
      `within the limit from 90 % of the throughput before the first disruption (base 16,240, head 18,358 events a second), lowered to 64 % .. 85 % in 2 of 4 loads, because it dipped that far before the first disruption; ${MEANS}`,
    );
    expect(terms({ askedShare: 0.9, base: null, head: arm(18358, 0.851, 0.8514) })).toContain(
      "(head 18,358 events a second), lowered to 85 % in each load, because it",
    );
  });

  it("of a run of before says the shares that counted, and of a report of before nothing", () => {
    expect(terms({ askedShare: null, base: null, head: arm(18358, 0.64, 0.9) })).toBe(
      `within the limit from 64 % .. 90 % of the throughput before the first disruption (head 18,358 events a second); ${MEANS}`,
    );
    expect(terms(undefined)).toBe(MEANS);
  });
});
