/** Throughput and longest wait around events: parts of the time, and step by step. */
import { describe, expect, it } from "vitest";
import {
  amount,
  bandOf,
  geometricAmount,
  timelineStretches,
} from "../../../../src/analysis/timeline/course.ts";
import type { Timeline } from "../../../../src/model/timeline.ts";
import { drawNormal, seededRng } from "../../../../src/stats/random.ts";
import { makeDisruption, makeTimeline } from "../../../support/timelines.ts";

/** A load whose steps are 100 ms long, with a restart that begins at some second. */
function load(events: readonly number[], { began = 1, took = 0.5, stepNs = 1e8 } = {}): Timeline {
  const event = makeDisruption({ beganNs: began * 1e9, tookNs: took * 1e9 });
  const longestNs = events.map((count) => (count === 0 ? 4e8 : 2e6));
  return { ...makeTimeline(event), course: { stepNs, events, longestNs } };
}

const times = (count: number, value: number): number[] => new Array<number>(count).fill(value);
const RESTART = [...times(10, 100), ...times(5, 0), ...times(10, 80)];

describe("an amount", () => {
  it("is the mean with Student's t interval, of a single value without one", () => {
    // R: t.test(c(1, 2, 3, 6))
    const { mean, low, high } = amount([1, 2, 3, 6]);
    expect([mean, low, high]).toEqual([3, expect.closeTo(-0.437, 3), expect.closeTo(6.437, 3)]);
    expect(amount([7])).toEqual({ mean: 7, low: null, high: null });
  });

  it("is geometric where it is asked for", () => {
    const { mean, low, high } = geometricAmount([1, 100]);
    expect(mean).toBeCloseTo(10);
    expect(low! * high!).toBeCloseTo(100);
    expect(geometricAmount([5])).toEqual({ mean: expect.closeTo(5), low: null, high: null });
  });
});

describe("stretches of a timeline", () => {
  it("are before, during and after its event", () => {
    const [before, during, after, ...rest] = timelineStretches([load(RESTART), load(RESTART)], []);
    expect(rest).toEqual([]);
    expect([before!.title, during!.title, after!.title]).toEqual([
      "before restart",
      "during restart",
      "after restart",
    ]);
    expect(before!.head).toEqual({
      perSecond: { mean: 1000, low: 1000, high: 1000 },
      longestNs: { mean: expect.closeTo(2e6), low: expect.closeTo(2e6), high: expect.closeTo(2e6) },
    });
    expect(during!.head!.perSecond.mean).toBe(0);
    expect(during!.head!.longestNs!.mean).toBeCloseTo(4e8);
    expect(after!.head!.perSecond.mean).toBe(800);
    expect(before!.base).toBeNull();
  });

  it("have each arm's own time, and the scatter of its sessions", () => {
    const late = load([...times(5, 100), ...RESTART], { began: 1.5 });
    const more = load(RESTART.map((count) => count * 1.1));
    const [before] = timelineStretches([load(RESTART), more], [late]);
    expect(before!.head!.perSecond.mean).toBeCloseTo(1050);
    expect(before!.head!.perSecond.high! - 1050).toBeCloseTo(12.706 * 50, 0);
    expect(before!.base!.perSecond).toEqual({ mean: 1000, low: null, high: null });
  });

  it("take of a step as much as lies in them", () => {
    const [before, during] = timelineStretches([load([100, 100, 50, 0, 0], { began: 0.25, took: 0.2 })], []);
    expect(before!.head!.perSecond.mean).toBeCloseTo(225 / 0.25);
    expect(during!.head!.perSecond.mean).toBeCloseTo(25 / 0.2);
  });

  const longestOf = (
    longestNs: readonly number[],
    ...events: readonly Readonly<{ began: number; took: number }>[]
  ) => {
    const timeline = makeTimeline(
      ...events.map(({ began, took }, at) =>
        makeDisruption({ name: `event ${at + 1}`, beganNs: began * 1e9, tookNs: took * 1e9 }),
      ),
    );
    const course = { stepNs: 1e8, events: times(longestNs.length, 10), longestNs };
    return timelineStretches([{ ...timeline, course }], []).map(({ head }) =>
      head?.longestNs == null ? null : Math.round(head.longestNs.mean / 1e6),
    );
  };
  const ms = (...waits: readonly number[]) => waits.map((wait) => wait * 1e6);

  it("have the longest of their waits", () => {
    expect(longestOf(ms(3, 5, 9, 2, 7), { began: 0.1, took: 0.2 })).toEqual([3, 9, 7]);
  });

  it("do not have a wait whose answer comes when the event that held it up is over", () => {
    // A lock from 0.3 s to 1.34 s; the answer comes with the lock's end, in the step that is the next stretch's, too.
    const waits = ms(5, 6, 5, 70, 170, 270, 370, 470, 570, 670, 770, 870, 970, 1010, 8, 7);
    expect(longestOf(waits, { began: 0.3, took: 1.04 })).toEqual([6, 1010, 8]);
    // The next event begins at once, and the answer comes in a step of its own.
    const lock = { began: 0.3, took: 1 };
    expect(longestOf(waits, lock, { began: 1.3, took: 0.2 })).toEqual([6, 1010, null, 8, 7]);
  });

  it("have a wait that goes on from an event through most of the time after it", () => {
    const waits = ms(5, 6, 100, 200, 300, 400, 500, 600);
    expect(longestOf(waits, { began: 0.15, took: 0.1 })).toEqual([5, 100, 600]);
  });

  it("have the wait of a time before them that is too short to be told", () => {
    expect(longestOf(ms(5, 6, 40, 7), { began: 0.21, took: 0.08 })).toEqual([6, null, 40]);
  });

  it("know of a wait that was told late where it ended", () => {
    expect(longestOf(ms(5, 6, 250, 250, 250, 7), { began: 0.2, took: 0.3 })).toEqual([6, 250, 7]);
  });

  it("say nothing of a wait where nobody waited, and take the sessions in which somebody did", () => {
    expect(longestOf(times(5, 0), { began: 0.1, took: 0.2 })).toEqual([null, null, null]);
    const quiet = load(RESTART);
    const silent = { ...quiet, course: { ...quiet.course, longestNs: times(RESTART.length, 0) } };
    const [, during] = timelineStretches([quiet, silent], []);
    expect(during!.head!.longestNs).toEqual({ mean: expect.closeTo(4e8), low: null, high: null });
  });

  it("are said where they are as long as a step", () => {
    const [, during] = timelineStretches([load(RESTART, { took: 0.1 })], []);
    expect(during!.head!.perSecond.mean).toBe(0);
    const [before] = timelineStretches([load(RESTART, { began: 0.1 }), load(RESTART, { began: 0.05 })], []);
    expect(before!.head, "in every session").toBeNull();
  });

  it("say nothing of what is shorter than a step", () => {
    const [before, during, after] = timelineStretches([load(RESTART, { took: 0.05 })], []);
    expect([before!.head === null, during!.head, after!.head === null]).toEqual([false, null, false]);
    const cut = load(times(10, 100));
    expect(timelineStretches([load(RESTART), cut], []).map(({ head }) => head === null)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("of an arm that had fewer events end with those", () => {
    const [first, second] = [
      makeDisruption({ beganNs: 1e9, tookNs: 2e8 }),
      makeDisruption({ name: "vacuum", beganNs: 4e9, tookNs: 1e9 }),
    ];
    const stretches = timelineStretches([makeTimeline(first, second)], [makeTimeline(first)]);
    expect(stretches.map(({ base }) => base !== null)).toEqual([true, true, true, false, false]);
  });

  it("lie between two events, too", () => {
    const events = [
      makeDisruption({ beganNs: 1e9, tookNs: 2e8 }),
      makeDisruption({ name: "vacuum", beganNs: 4e9, tookNs: 1e9 }),
    ];
    expect(timelineStretches([makeTimeline(...events)], []).map(({ title }) => title)).toEqual([
      "before restart",
      "during restart",
      "between restart and vacuum",
      "during vacuum",
      "after vacuum",
    ]);
  });
});

describe("a band", () => {
  it("has what all sessions have seen, around the first event's begin", () => {
    const late = load([...times(5, 100), ...RESTART], { began: 1.5 });
    const { fromNs, stepNs, perSecond, longestNs } = bandOf([load(RESTART), late, load(RESTART)])!;
    expect([fromNs, stepNs]).toEqual([-1e9, 1e8]);
    const expected = RESTART.map((count) => count * 10);
    expect(perSecond).toEqual({ mean: expected, low: expected, high: expected });
    expect(longestNs.mean.slice(9, 16)).toEqual([2e6, 4e8, 4e8, 4e8, 4e8, 4e8, 2e6]);
  });

  it("is never below nothing, and there is none of a single session", () => {
    const { perSecond } = bandOf([load(times(20, 0)), load(times(20, 100))])!;
    expect(new Set(perSecond.low)).toEqual(new Set([0]));
    expect(perSecond.high[0]).toBeCloseTo(500 + 12.706 * 500, -1);
    expect(bandOf([load(RESTART)])).toBeNull();
    expect(bandOf([])).toBeNull();
  });

  it("ends with the session that was watched shortest", () => {
    const longer = load([...RESTART, ...times(5, 80)]);
    for (const sessions of [
      [load(RESTART), longer],
      [longer, load(RESTART)],
    ]) {
      const { perSecond } = bandOf(sessions)!;
      expect(perSecond.mean).toEqual(RESTART.map((count) => count * 10));
    }
  });

  it("counts its steps from the event's begin, which lies within a step of the course", () => {
    const counts = [100, 200, 300, 400, 500, 600];
    const inside = load(counts, { began: 0.25, took: 0.1 });
    const { fromNs, perSecond } = bandOf([inside, inside])!;
    expect(fromNs).toBe(-2e8);
    expect(perSecond.mean).toEqual([1500, 2500, 3500, 4500, 5500]);
  });

  it("has four digits, and waits of a nanosecond where nobody waited", () => {
    const odd = (count: number) => {
      const timeline = load(times(12, count));
      return { ...timeline, course: { ...timeline.course, longestNs: times(12, 0) } };
    };
    const { perSecond, longestNs } = bandOf([odd(123.456), odd(123.456)])!;
    expect(new Set([...perSecond.mean, ...perSecond.low, ...perSecond.high])).toEqual(new Set([1235]));
    expect(new Set([...longestNs.mean, ...longestNs.low, ...longestNs.high])).toEqual(new Set([1]));
  });

  it("has the coarsest steps of the sessions", () => {
    const coarse = load(times(5, 200), { stepNs: 2e8, began: 0.4, took: 0.2 });
    const fine = load(times(10, 100), { began: 0.4, took: 0.2 });
    const { stepNs, fromNs, perSecond } = bandOf([fine, coarse])!;
    expect([stepNs, fromNs]).toEqual([2e8, -4e8]);
    expect(perSecond.mean).toEqual(times(5, 1000));
  });

  it("holds the mean of many sessions in about 95 of 100 cases", () => {
    const random = seededRng(5);
    let held = 0;
    for (let run = 0; run < 1_000; run++) {
      const sessions = Array.from({ length: 5 }, () =>
        load(times(12, 100 * (1 + 0.05 * drawNormal(random)))),
      );
      const { low, high } = bandOf(sessions)!.perSecond;
      if (low[3]! <= 1000 && high[3]! >= 1000) held += 1;
    }
    expect(held).toBeGreaterThan(930);
    expect(held).toBeLessThan(970);
  });
});
