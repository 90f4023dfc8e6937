import { describe, expect, it } from "vitest";
import {
  type LoadStep,
  type ReportedStep,
  stepsNs,
  withOutages,
} from "../../../../src/analysis/samples/load-step.ts";

const STEP = 1e8;

/** Steps of 100 ms; what is not said is that of a load that is served. */
const told = (...steps: readonly Partial<ReportedStep>[]) =>
  withOutages(
    steps.map((step, at) => ({
      isAnswered: true,
      backlog: 0,
      beganNs: at * STEP,
      endedNs: (at + 1) * STEP,
      events: 1000,
      p99Ns: 1e6,
      longestNs: 2e6,
      waitingNs: 1e6,
      failedEvents: 0,
      failuresBySqlstate: {},
      ...step,
    })),
  );
const SERVED = {};
const SILENT = { isAnswered: false, events: 0, longestNs: 0, waitingNs: 0 };
const waits = (steps: readonly LoadStep[]) => steps.map(({ longestNs }) => longestNs / STEP);
const due = (steps: readonly LoadStep[]) => steps.map(({ waitingNs }) => waitingNs / STEP);

describe("withOutages", () => {
  it("leaves a load that is served as it was told", () => {
    const [step] = told(SERVED);
    expect(step).toEqual({
      beganNs: 0,
      endedNs: STEP,
      events: 1000,
      p99Ns: 1e6,
      longestNs: 2e6,
      waitingNs: 1e6,
      failedEvents: 0,
      failuresBySqlstate: {},
    });
  });

  it("counts the wait from the last answer, by the pace of the step before, until somebody is answered", () => {
    const steps = told(
      SERVED,
      { events: 250, failedEvents: 4, waitingNs: 0 },
      SILENT,
      SILENT,
      SERVED,
      SERVED,
    );
    expect(waits(steps)).toEqual([0.02, 0.02, 1.75, 2.75, 0.02, 0.02]);
    expect(due(steps)).toEqual([0.01, 0, 1.75, 2.75, 0.01, 0.01]);
  });

  it("takes the pace of the step before wherever that lies", () => {
    const steps = told(SERVED, SERVED, SERVED, { events: 250, failedEvents: 4, waitingNs: 0 }, SILENT);
    expect(waits(steps).at(-1)).toBe(1.75);
  });

  it("lets a server that does not come back wait to the end", () => {
    const steps = told(SERVED, { events: 1000, failedEvents: 4 }, ...new Array(20).fill(SILENT));
    expect(waits(steps).at(-1)).toBe(20);
  });

  it("begins no later than the step's end where more was answered than in the step before, or nothing before", () => {
    expect(waits(told(SERVED, { events: 2000, failedEvents: 4 }, SILENT)).at(-1)).toBe(1);
    expect(waits(told({ failedEvents: 4 }, SILENT)).at(-1)).toBe(1);
  });

  it("goes on while connections are open again and their statements wait, and keeps a longer wait that is told", () => {
    const waiting = (ns: number) => ({ ...SILENT, waitingNs: ns, longestNs: ns });
    const steps = told(SERVED, { failedEvents: 4 }, SILENT, waiting(5e7), waiting(9e8), SERVED);
    expect(due(steps).slice(2, 5)).toEqual([1, 2, 9]);
    expect(waits(steps).at(-1)).toBe(0.02);
  });

  it("begins with the step in which an event failed, or was due without a connection, where the step before was answered whole", () => {
    expect(waits(told(SERVED, { ...SILENT, failedEvents: 1 }, SILENT))).toEqual([0.02, 1, 2]);
    expect(waits(told(SERVED, SILENT, { ...SILENT, backlog: 2 }, SILENT, SERVED))).toEqual([
      0.02, 0, 1, 2, 0.02,
    ]);
  });

  it("is none where events are rare, clients think or statements are long", () => {
    expect(waits(told(SERVED, SILENT, SILENT, SERVED))).toEqual([0.02, 0, 0, 0.02]);
    const long = { ...SILENT, waitingNs: 7e7, longestNs: 7e7 };
    expect(waits(told(SERVED, { failedEvents: 1 }, long, SERVED))).toEqual([0.02, 0.02, 0.7, 0.02]);
    expect(waits(told(SERVED, { failedEvents: 1 }, long, SILENT))).toEqual([0.02, 0.02, 0.7, 0]);
    expect(waits(told({ events: 0, longestNs: 5e7 }, SERVED))).toEqual([0.5, 0.02]);
  });

  it("is over with an answer, also one of an event that goes on", () => {
    const part = { events: 0, longestNs: 3e6, waitingNs: 0 };
    expect(waits(told(SERVED, { failedEvents: 1 }, SILENT, part, SILENT))).toEqual([0.02, 0.02, 1, 0.03, 0]);
  });

  it("tells two outages apart", () => {
    const cut = { failedEvents: 4 };
    expect(waits(told(SERVED, cut, SILENT, SERVED, SERVED, cut, SILENT, SERVED))).toEqual([
      0.02, 0.02, 1, 0.02, 0.02, 0.02, 1, 0.02,
    ]);
  });
});

it("steps together are as long as each by itself", () => {
  expect(stepsNs([])).toBe(0);
  expect(stepsNs(told(SERVED, SERVED, SERVED).slice(1))).toBe(2 * STEP);
});
