import { describe, expect, it } from "vitest";
import { disturbance, drivenLoad, equalSteps } from "../../../../src/analysis/samples/load-course.ts";
import type { LoadStep } from "../../../../src/analysis/samples/load-step.ts";
import { block, hello, line } from "../../../support/lines.ts";

const step = (at: number, rest: Partial<LoadStep> = {}): LoadStep => ({
  beganNs: at * 1e8,
  endedNs: (at + 1) * 1e8,
  events: 100,
  p99Ns: 1e6,
  longestNs: 2e6,
  waitingNs: 1e6,
  failedEvents: 0,
  failuresBySqlstate: {},
  ...rest,
});

/** Ten steps; the migration in the fourth to the sixth. */
const SPAN = { beganNs: 3.5e8, endedNs: 6.2e8 };
const course = (changed: Readonly<Record<number, Partial<LoadStep>>>) =>
  disturbance(
    {
      steps: Array.from({ length: 10 }, (_, at) => step(at, changed[at])),
      statements: [
        { name: "read", longestNs: 3e6 },
        { name: "write", longestNs: 2.9e8 },
      ],
    },
    SPAN,
    1e8,
  );

describe("disturbance", () => {
  it("keeps apart what was before the migration", () => {
    const { before, stallNs } = course({ 1: { longestNs: 7e8 }, 5: { longestNs: 3e8 } });
    expect(before).toEqual({ watchedNs: 3e8, longestNs: 7e8 });
    expect(stallNs).toBe(3e8);
  });

  it("counts a wait that is under way when all else is over", () => {
    expect(course({ 9: { events: 0, longestNs: 5e8, waitingNs: 5e8 } }).stallNs).toBe(5e8);
  });

  it("names the statement whose longest wait is about the stall's, and none where there is no such", () => {
    expect(course({ 5: { longestNs: 3e8 } }).stalled).toBe("write");
    expect(course({ 5: { longestNs: 9e8 } }).stalled).toBeNull();
  });

  it("times the steps whose tail is above the limit, or in which nothing was answered for so long", () => {
    const { slowNs } = course({
      1: { p99Ns: 9e8 },
      4: { p99Ns: 1.1e8 },
      5: { events: 0, p99Ns: 0, waitingNs: 2e8 },
      6: { events: 0, p99Ns: 0, waitingNs: 5e7 },
      7: { waitingNs: 9e8 },
    });
    expect(slowNs).toBe(2e8);
  });

  it("counts failures from the migration's begin on", () => {
    const { failedEvents, failuresBySqlstate } = course({
      1: { failedEvents: 5, failuresBySqlstate: { "40P01": 5 } },
      5: { failedEvents: 2, failuresBySqlstate: { "42703": 2, "40001": 1 } },
      6: { failedEvents: 1, failuresBySqlstate: { "42703": 1 } },
    });
    expect(failedEvents).toBe(3);
    expect(failuresBySqlstate).toEqual({ "42703": 3, "40001": 1 });
  });

  it("draws as many points as there are steps, and never more than are seen", () => {
    const few = course({}).course;
    expect(few).toMatchObject({ stepNs: 1e8, began: 3, ended: 6 });
    expect(few.events).toEqual(new Array(10).fill(100));
    const late = {
      steps: [step(0), { ...step(1, { longestNs: 9e8 }), endedNs: 10e8 }, step(10)],
      statements: [],
    };
    const { stepNs, longestNs } = disturbance(late, { beganNs: 1e8, endedNs: 2e8 }, 1e8).course;
    expect(longestNs.filter((ns) => ns === 9e8).length * stepNs).toBeGreaterThan(8e8);
    const steps = Array.from({ length: 6000 }, (_, at) => step(at, { longestNs: at === 4321 ? 7e8 : 1e6 }));
    const many = disturbance({ steps, statements: [] }, { beganNs: 3e11, endedNs: 5e11 }, 1e8).course;
    expect(many.events).toHaveLength(240);
    expect(many.events.reduce((sum, events) => sum + events, 0)).toBe(600_000);
    expect(Math.max(...many.longestNs)).toBe(7e8);
  });
});

describe("drivenLoad", () => {
  const begin = line(hello({ started_at_unix_ns: 1e18 }));
  const end = line(block());
  const progress = (at_ns: number | undefined, target: object | null, more: object = {}) =>
    line({
      type: "progress",
      phase: "measure",
      ...(at_ns === undefined ? {} : { at_ns }),
      ...(target === null ? {} : { targets: [{ target: 0, ...target }] }),
      ...more,
    });

  it("is the steps of what was measured, from the start of the load on by the wall clock", () => {
    const failures = { events: 2, by_sqlstate: { "40001": 2 } };
    const { steps, statements } = drivenLoad([
      begin,
      progress(5e7, { qps: 1, events: 1 }, { phase: "warmup" }),
      progress(1e8, { qps: 100, events: 10, p99_ns: 3, statement_max_ns: 4, failures }, { waiting_ns: 9 }),
      progress(undefined, { qps: 1 }),
      progress(2e8, { qps: 0, statement_max_ns: 7 }),
      progress(3e8, null),
      end,
    ]);
    expect(statements).toEqual([]);
    expect(steps.map(({ beganNs, endedNs }) => [beganNs - 1e18, endedNs - 1e18])).toEqual([
      [0, 1e8],
      [0, 2e8],
    ]);
    expect(steps[0]).toMatchObject({ events: 10, p99Ns: 3, longestNs: 9, waitingNs: 9, failedEvents: 2 });
    expect(steps[0]!.failuresBySqlstate).toEqual({ "40001": 2 });
    expect(steps[1]).toMatchObject({ events: 0, p99Ns: 0, longestNs: 7, waitingNs: 0, failedEvents: 0 });
  });

  it("has the wait of clients whose connections are lost: nothing is answered then, and no statement waits", () => {
    const failures = { events: 4, by_sqlstate: { "57P01": 4 } };
    const { steps } = drivenLoad([
      begin,
      progress(1e8, { events: 100, statement_max_ns: 4 }, { waiting_ns: 2 }),
      progress(2e8, { events: 50, statement_max_ns: 4, failures }, { waiting_ns: 0 }),
      progress(3e8, { events: 0, statement_max_ns: 0 }, { waiting_ns: 0 }),
      progress(4e8, { events: 100, statement_max_ns: 4 }, { waiting_ns: 2 }),
      progress(5e8, { events: 0, statement_max_ns: 0 }, { waiting_ns: 0, backlog: 3 }),
      end,
    ]);
    expect(steps.map(({ longestNs }) => longestNs)).toEqual([4, 4, 1.5e8, 4, 1e8]);
    expect(steps[0]).not.toHaveProperty("backlog");
  });

  it("begins with the measured part of the load, each step where the one before ended, whatever else there is among the lines", () => {
    const { steps } = drivenLoad([
      line({ type: "of a later version" }),
      progress(5e7, { qps: 1, events: 1 }, { phase: "warmup" }),
      begin,
      progress(6e7, { qps: 1, events: 1 }, { phase: "warmup" }),
      progress(7e8, null),
      progress(8e8, { qps: 1, events: 1 }),
      progress(9e8, { qps: 1, events: 1 }),
      end,
    ]);
    expect(steps.map(({ beganNs, endedNs }) => [beganNs - 1e18, endedNs - 1e18])).toEqual([
      [7e8, 8e8],
      [8e8, 9e8],
    ]);
  });

  it("knows the longest wait of each kind of statement that was answered", () => {
    const latency = { count: 1, min_ns: 5, max_ns: 7, sum_ns: 7, histogram: "" };
    const parts = [{ name: "read", latency }, { name: "never" }].map((part) => ({
      count: 1,
      errors: 0,
      misses: 0,
      ...part,
    }));
    const { statements } = drivenLoad([begin, line(block({ statements: parts }))]);
    expect(statements).toEqual([{ name: "read", longestNs: 7 }]);
  });

  it("names a line that is none by its number", () => {
    expect(() => drivenLoad([begin, "{"])).toThrow(/line 2 /);
  });

  it("refuses lines without a beginning, with what to do about it", () => {
    expect(() => drivenLoad([end])).toThrow(
      expect.objectContaining({
        kind: "generator",
        message: "plumbline-load does not report how the load went while it was driven",
        remedy: expect.stringContaining("make -C runner-native"),
      }),
    );
  });

  it("refuses lines of a load that did not end", () => {
    expect(() => drivenLoad([begin])).toThrow(expect.objectContaining({ kind: "generator" }));
  });

  it("refuses lines without intervals of their own", () => {
    expect(() => drivenLoad([line(hello())])).toThrow(expect.objectContaining({ kind: "generator" }));
  });
});

describe("at the bounds of a disturbance", () => {
  it("a step that ends with the migration's begin was before it", () => {
    const steps = [step(0, { longestNs: 5e8 }), step(1, { longestNs: 3e8 })];
    const found = disturbance({ steps, statements: [] }, { beganNs: 1e8, endedNs: 2e8 }, 1e8);
    expect([found.before.longestNs, found.before.watchedNs, found.stallNs]).toEqual([5e8, 1e8, 3e8]);
    expect(found.stalled).toBeNull();
  });

  it("a wait of nine tenths of the stall is it; a tail at the limit is not slow", () => {
    const with90 = (longestNs: number) =>
      disturbance(
        { steps: [step(0, { longestNs: 1e9, p99Ns: 1e8 })], statements: [{ name: "a", longestNs }] },
        { beganNs: 0, endedNs: 1 },
        1e8,
      );
    expect([with90(9e8).stalled, with90(8.9e8).stalled, with90(9e8).slowNs]).toEqual(["a", null, 0]);
    const waiting = disturbance(
      { steps: [step(0, { events: 0, waitingNs: 1e8 })], statements: [] },
      { beganNs: 0, endedNs: 1 },
      1e8,
    );
    expect(waiting.slowNs).toBe(0);
  });

  it("of steps with events the tail counts alone, and of those without the wait", () => {
    const both = { p99Ns: 2e8, waitingNs: 0 };
    const slowOf = (events: number) =>
      disturbance({ steps: [step(0, { events, ...both })], statements: [] }, { beganNs: 0, endedNs: 1 }, 1e8)
        .slowNs;
    expect([slowOf(1), slowOf(0)]).toEqual([1e8, 0]);
  });

  it("a course without steps begins with what was done, and is one point", () => {
    const { course: none } = disturbance({ steps: [], statements: [] }, { beganNs: 5e9, endedNs: 6e9 }, 1);
    expect(none).toEqual({ stepNs: 1, began: 0, ended: 0, events: [0], longestNs: [0] });
  });

  it("steps are as wide far from the clock's zero as near it, an interval ends with its step, and what ends last is within", () => {
    const steps = Array.from({ length: 480 }, (_, at) =>
      step(1e4 + at, { events: 1, longestNs: at === 1 ? 9 : 1 }),
    );
    const { stepNs, events, longestNs } = equalSteps(steps);
    expect([stepNs, events.length, longestNs.length]).toEqual([2e8, 240, 240]);
    expect(longestNs.slice(0, 3)).toEqual([9, 1, 1]);
    const { course: last } = disturbance({ steps, statements: [] }, { beganNs: 1e12, endedNs: 1e15 }, 1);
    expect([last.began, last.ended]).toEqual([0, 239]);
  });

  it("equal steps hold an interval where its middle is, and nothing of a load that was not seen", () => {
    expect(equalSteps([])).toEqual({ startNs: 0, stepNs: 1, events: [0], longestNs: [0] });
    expect(equalSteps([], 7)).toMatchObject({ startNs: 7 });
    const steps = [step(10, { events: 1, longestNs: 5 }), step(11, { events: 2, longestNs: 6 })];
    expect(equalSteps(steps)).toEqual({ startNs: 1e9, stepNs: 1e8, events: [1, 2], longestNs: [5, 6] });
    expect(equalSteps(steps, 9e8).startNs).toBe(9e8);
  });
});
