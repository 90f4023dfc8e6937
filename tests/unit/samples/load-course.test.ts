import { describe, expect, it } from "vitest";
import { disturbance, drivenLoad, type LoadStep } from "../../../src/samples/load-course.ts";

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
  const line = (fields: object) => JSON.stringify({ v: 1, ...fields });
  const hello = {
    type: "hello",
    version: "0.1.0",
    profile: "release",
    libpq: 150018,
    command: "run",
    workload: "oltp_point_select",
    started_at_unix_ns: 1e18,
    options: {},
  };

  it("refuses lines without intervals of their own", () => {
    expect(() => drivenLoad([line({ ...hello, started_at_unix_ns: undefined })])).toThrow(
      expect.objectContaining({ kind: "generator" }),
    );
  });
});
