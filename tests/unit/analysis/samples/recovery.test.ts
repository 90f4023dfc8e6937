import { describe, expect, it } from "vitest";
import type { LoadStep } from "../../../../src/analysis/samples/load-step.ts";
import { recoveries } from "../../../../src/analysis/samples/recovery.ts";
import { PlumblineError } from "../../../../src/model/errors.ts";

const STEP = 1e8;
const TERMS = { share: 0.9, p99Ns: null, holdNs: 1e9 };

/** Steps of 100 ms with so many events each. */
const stepsOf = (events: readonly number[], rest: (at: number) => Partial<LoadStep> = () => ({})) =>
  events.map(
    (count, at): LoadStep => ({
      beganNs: at * STEP,
      endedNs: (at + 1) * STEP,
      events: count,
      p99Ns: 1e6,
      longestNs: 2e6,
      waitingNs: 1e6,
      failedEvents: 0,
      failuresBySqlstate: {},
      ...rest(at),
    }),
  );
const times = (length: number, events: number) => new Array<number>(length).fill(events);
/** 3 s of 100, then what is given, then 3 s of 100. */
const around = (...dip: readonly number[]) => [...times(30, 100), ...dip, ...times(30, 100)];
const AT = { beganNs: 30 * STEP, endedNs: 31 * STEP };

const one = (events: readonly number[], terms: Partial<typeof TERMS> = {}) =>
  recoveries(stepsOf(events), [AT], { ...TERMS, ...terms }).disruptions[0]!;

describe("recoveries", () => {
  it("finds no dip where there is none, and says no more than a step can tell", () => {
    const { usualPerSecond, share, disruptions } = recoveries(stepsOf(around()), [AT], TERMS);
    expect(usualPerSecond).toBeCloseTo(1000);
    expect(share).toBe(0.9);
    expect(disruptions[0]).toEqual({
      recoveryNs: STEP,
      isRecovered: true,
      laterDips: 0,
      depth: 0,
      dipNs: 0,
      failedEvents: 0,
      failuresBySqlstate: {},
    });
  });

  it("measures an outage from its begin to its end, to a step", () => {
    expect(one(around(...times(12, 0)))).toMatchObject({
      recoveryNs: 12 * STEP,
      isRecovered: true,
      depth: 1,
      dipNs: 12 * STEP,
    });
  });

  it("counts the recovery from the event's begin, also where the dip begins later", () => {
    const { recoveryNs, dipNs } = one([...times(40, 100), ...times(5, 20), ...times(30, 100)]);
    expect(recoveryNs).toBe(15 * STEP);
    expect(dipNs).toBe(5 * STEP);
  });

  it("does not take a moment within the limit for a recovery, and adds later dips to the length alone", () => {
    const short = one(around(...times(5, 10), 100, 100, ...times(5, 10)));
    expect(short).toMatchObject({ recoveryNs: 12 * STEP, dipNs: 12 * STEP });
    const later = one(around(...times(5, 10), ...times(20, 100), ...times(5, 10)));
    expect(later).toMatchObject({ recoveryNs: 5 * STEP, dipNs: 10 * STEP });
  });

  it("says that the load did not recover within the watched time, and how long that was", () => {
    const never = one([...times(30, 100), ...times(25, 50)]);
    expect(never).toMatchObject({ recoveryNs: 25 * STEP, isRecovered: false, depth: 0.5, dipNs: 25 * STEP });
    // The last half second cannot show that it would stay.
    expect(one([...times(30, 100), ...times(25, 50), ...times(5, 100)]).isRecovered).toBe(false);
  });

  it("does not call a load recovered that dipped again and was still low when the watching ended", () => {
    const again = [...times(30, 100), ...times(5, 10), ...times(20, 100), ...times(20, 10)];
    const found = one(again);
    expect(found).toMatchObject({
      isRecovered: false,
      laterDips: 1,
      recoveryNs: 45 * STEP,
      dipNs: 25 * STEP,
    });
    // Nor one that was still low when the next event began.
    const next = { beganNs: 75 * STEP, endedNs: 76 * STEP };
    const [first] = recoveries(stepsOf([...again, ...times(30, 100)]), [AT, next], TERMS).disruptions;
    expect(first).toEqual(found);
  });

  it("makes nothing of a dip at the very end that nothing was long enough to end", () => {
    const again = [...times(30, 100), ...times(5, 10), ...times(20, 100), ...times(19, 10)];
    expect(one(again)).toMatchObject({
      isRecovered: true,
      laterDips: 1,
      recoveryNs: 5 * STEP,
      dipNs: 24 * STEP,
    });
    // The only dip is what one looks for, however late it comes.
    expect(one([...times(50, 100), ...times(10, 10)])).toMatchObject({ isRecovered: false, laterDips: 0 });
  });

  it("counts the later dips that ended, and takes the recovery from the first", () => {
    const twice = one(around(...times(5, 10), ...times(20, 100), ...times(5, 10), ...times(20, 100), 0, 0));
    expect(twice).toMatchObject({ isRecovered: true, laterDips: 2, recoveryNs: 5 * STEP, dipNs: 12 * STEP });
    expect(one(around(...times(5, 10)))).toMatchObject({ laterDips: 0 });
  });

  it("does not call a dip what the load did before by itself", () => {
    const wavy = Array.from({ length: 80 }, (_, at) => (at % 20 < 10 ? 120 : 80));
    const { share, disruptions } = recoveries(stepsOf(wavy), [AT], TERMS);
    expect(share).toBeCloseTo(0.75);
    expect(disruptions[0]).toMatchObject({ depth: 0, isRecovered: true });
  });

  it("holds the latency to its limit, and a wait without an answer, too", () => {
    const slow = (at: number) => (at >= 30 && at < 36 ? { p99Ns: 9e7 } : {});
    const steps = stepsOf(around(), slow);
    const [found] = recoveries(steps, [AT], { ...TERMS, p99Ns: 5e7 }).disruptions;
    expect(found).toMatchObject({ recoveryNs: 6 * STEP, dipNs: 6 * STEP, depth: 0 });
    expect(recoveries(steps, [AT], TERMS).disruptions[0]!.dipNs).toBe(0);
  });

  it("watches each event until the next, with the throughput before the first", () => {
    const events = [...times(30, 100), ...times(3, 0), ...times(27, 100), ...times(6, 0), ...times(24, 100)];
    const fails = (at: number) => (at === 61 ? { failedEvents: 4, failuresBySqlstate: { "57P01": 4 } } : {});
    const found = recoveries(
      stepsOf(events, fails),
      [AT, { beganNs: 60 * STEP, endedNs: 62 * STEP }],
      TERMS,
    ).disruptions;
    expect(found.map(({ recoveryNs }) => recoveryNs / STEP)).toEqual([3, 6]);
    expect(found.map(({ failedEvents }) => failedEvents)).toEqual([0, 4]);
    expect(found[1]!.failuresBySqlstate).toEqual({ "57P01": 4 });
  });

  it("watches from the event's begin on, also within a step, and to the last step that ended before the next event", () => {
    const within = { beganNs: 30.5 * STEP, endedNs: 31 * STEP };
    const fails = (at: number) => (at === 30 || at === 29 ? { failedEvents: 1 + at - 29 } : {});
    const [found] = recoveries(stepsOf(around(0, 0, 0), fails), [within], TERMS).disruptions;
    expect(found).toMatchObject({ recoveryNs: 2.5 * STEP, dipNs: 2.5 * STEP, failedEvents: 2 });
    const next = { beganNs: 33.5 * STEP, endedNs: 34 * STEP };
    const [cut, rest] = recoveries(stepsOf(around(...times(5, 0))), [AT, next], TERMS).disruptions;
    expect(cut).toMatchObject({ isRecovered: true, failedEvents: 0, depth: 0, dipNs: 0 });
    expect(rest).toMatchObject({ recoveryNs: 1.5 * STEP, dipNs: 1.5 * STEP, depth: 1 });
  });

  it("of an event after the load says that nothing was watched", () => {
    const after = { beganNs: 60 * STEP, endedNs: 61 * STEP };
    expect(recoveries(stepsOf(around()), [after], TERMS).disruptions).toEqual([
      {
        recoveryNs: 0,
        isRecovered: true,
        laterDips: 0,
        depth: 0,
        dipNs: 0,
        failedEvents: 0,
        failuresBySqlstate: {},
      },
    ]);
    expect(recoveries(stepsOf(around()), [], TERMS)).toMatchObject({ share: 0.9, disruptions: [] });
  });

  it("a throughput at the limit is within it, and one below is not", () => {
    expect(one(around(...times(20, 90)))).toMatchObject({ dipNs: 0, depth: 0 });
    expect(one(around(...times(20, 89)))).toMatchObject({ dipNs: 20 * STEP, depth: expect.closeTo(0.11, 9) });
  });

  it("takes steps that are told a moment late for whole ones", () => {
    const late = stepsOf(around(...times(5, 0)), (at) => ({
      beganNs: at * STEP * 0.995,
      endedNs: (at + 1) * STEP * 0.995,
    }));
    expect(
      recoveries(late, [{ beganNs: 30 * 0.995 * STEP, endedNs: 31 * STEP }], TERMS).disruptions[0],
    ).toMatchObject({
      isRecovered: true,
      recoveryNs: Math.round(5 * 0.995 * STEP),
    });
  });

  it("steps that were low before are no end of a dip while they are rare, and none are low where one in ten was", () => {
    // Every tenth step was at .85 before: it is so afterwards, and no dip.
    const uneven = (at: number) => (at % 5 === 0 ? 85 : 104);
    const [found] = recoveries(
      stepsOf(Array.from({ length: 80 }, (_, at) => uneven(at))),
      [AT],
      TERMS,
    ).disruptions;
    expect(found).toMatchObject({ dipNs: 0, depth: 0 });
  });

  it("takes p99 at its limit, and half of the time above it, for usual", () => {
    const limit = { ...TERMS, p99Ns: 5e7 };
    const at = (p99Ns: number) => stepsOf(around(), () => ({ p99Ns }));
    expect(recoveries(at(5e7), [AT], limit).disruptions[0]).toMatchObject({ dipNs: 0 });
    const half = stepsOf(around(), (step) => (step % 2 === 0 ? { p99Ns: 9e7 } : {}));
    expect(recoveries(half, [AT], limit).disruptions[0]).toMatchObject({ isRecovered: true, dipNs: 0 });
    const more = stepsOf(around(), (step) => (step % 3 === 0 ? {} : { p99Ns: 9e7 }));
    expect(() => recoveries(more, [AT], limit)).toThrow("67 % of the time");
  });

  it("a step that ends as the next event begins is of the one before, and ten that are told late are a second", () => {
    const next = { beganNs: 33 * STEP, endedNs: 34 * STEP };
    const fails = stepsOf(around(), (at) => (at === 32 ? { failedEvents: 1 } : {}));
    expect(recoveries(fails, [AT, next], TERMS).disruptions.map(({ failedEvents }) => failedEvents)).toEqual([
      1, 0,
    ]);
    const late = 0.995 * STEP;
    const steps = stepsOf([...times(30, 100), ...times(5, 0), ...times(10, 100)], (at) => ({
      beganNs: at * late,
      endedNs: (at + 1) * late,
    }));
    const [found] = recoveries(steps, [{ beganNs: 30 * late, endedNs: 31 * late }], TERMS).disruptions;
    expect(found!.isRecovered).toBe(true);
  });

  it("a dip ends with a step as low as one in five was before", () => {
    const uneven = (at: number) => (at >= 30 && at < 35 ? 0 : at % 5 === 0 ? 85 : 104);
    expect(one(Array.from({ length: 80 }, (_, at) => uneven(at)))).toMatchObject({ dipNs: 5 * STEP });
  });

  it("no dip ends with a step as low as one in thirty was before", () => {
    const before = [...times(10, 100), 40, ...times(19, 100)];
    expect(one([...before, ...times(5, 0), 40, ...times(24, 100)])).toMatchObject({ dipNs: 6 * STEP });
  });

  it("a step of little is no dip where the rest of what must hold makes up for it", () => {
    expect(one(around(10))).toMatchObject({ dipNs: 0, depth: 0 });
    expect(one(around(10), { holdNs: 8 * STEP })).toMatchObject({
      dipNs: STEP,
      depth: expect.closeTo(0.9, 9),
    });
  });

  it("holds a single step to the limit where that is all that must hold", () => {
    expect(one(around(80), { holdNs: STEP })).toMatchObject({ recoveryNs: STEP, dipNs: STEP });
  });

  it("a step without an answer is as slow as what waits for one", () => {
    const waits = stepsOf([...times(30, 100), 0, 0, ...times(28, 130)], (at) =>
      at === 30 || at === 31 ? { p99Ns: 0, waitingNs: 9e7 } : {},
    );
    const [found] = recoveries(waits, [AT], { ...TERMS, p99Ns: 5e7 }).disruptions;
    expect(found).toMatchObject({ dipNs: 2 * STEP, recoveryNs: 2 * STEP });
    expect(recoveries(waits, [AT], TERMS).disruptions[0]).toMatchObject({ dipNs: 0 });
  });

  it("a dip ends with a step at the limit", () => {
    const back = one([...times(30, 128), ...times(5, 0), ...times(30, 64)], { share: 0.5 });
    expect(back).toMatchObject({ isRecovered: true, dipNs: 5 * STEP });
  });

  it("says what to do where there is nothing to recover to", () => {
    const told = (events: readonly number[], p99Ns: number) => {
      try {
        recoveries(
          stepsOf(events, () => ({ p99Ns })),
          [AT],
          { ...TERMS, p99Ns: 5e7 },
        );
      } catch (error) {
        return error as PlumblineError;
      }
      return null;
    };
    expect(told([...times(30, 0), ...times(30, 100)], 1)).toMatchObject({
      kind: "usage",
      message: expect.stringContaining("before the first disruption"),
      remedy: "start it later (at: 10s)",
    });
    expect(told(around(), 9e7)).toMatchObject({
      kind: "usage",
      remedy: expect.stringContaining("raise the timeline's p99"),
    });
  });

  it("refuses what there is nothing to recover to", () => {
    expect(() => one([...times(30, 0), ...times(30, 100)])).toThrow(PlumblineError);
    const late = stepsOf(around(), () => ({ p99Ns: 9e7 }));
    expect(() => recoveries(late, [AT], { ...TERMS, p99Ns: 5e7 })).toThrow("100 % of the time");
  });
});
