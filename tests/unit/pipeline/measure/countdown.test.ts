import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Plan, PlannedWorkload } from "../../../../src/config/plan.ts";
import type { ProgressState } from "../../../../src/model/progress.ts";
import { Countdown } from "../../../../src/pipeline/measure/countdown.ts";

let said: string[];
let shown: ProgressState[];
const progress = {
  stage: (text: string) => void said.push(text),
  update: (state: ProgressState) => void shown.push(state),
  note: () => undefined,
};
beforeEach(() => {
  said = [];
  shown = [];
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => void vi.useRealTimers());

const look = { name: "look-up" } as PlannedWorkload;
const PLAN = { seconds: 8, warmupSeconds: 2, workloads: [look] as readonly PlannedWorkload[] } as Plan;
const phase = { phase: "run" } as Parameters<Countdown["workload"]>[2];
const begin = (part: Partial<ConstructorParameters<typeof Countdown>[2]> = {}) =>
  new Countdown(PLAN, progress, { first: 0, count: 4, workloads: 2, hasBase: true, ...part });

it.each([
  [{}, "measuring base and head side by side: 2 workloads x 4 sessions x 8 s"],
  [{ hasBase: false, count: 1, workloads: 1 }, "measuring head alone: 1 workload x 1 session x 8 s"],
])("says what it begins with: %j", (part, words) => {
  begin(part);
  expect(said).toEqual([words]);
});

it("goes by the plan until a session has ended: 2 workloads of 10 s, and 4 s around them", () => {
  const countdown = begin();
  countdown.workload(0, look, phase);
  vi.advanceTimersByTime(24_000);
  countdown.workload(1, look, phase);
  expect(shown).toEqual([
    { what: "session 1 of 4, look-up: run", share: 0, secondsLeft: 96 },
    { what: "session 2 of 4, look-up: run", share: 0.25, secondsLeft: 72 },
  ]);
});

it("goes by the sessions that have ended, and never beyond the end", () => {
  const countdown = begin();
  vi.advanceTimersByTime(60_000);
  countdown.sessionDone();
  vi.advanceTimersByTime(40_000);
  countdown.sessionDone();
  countdown.workload(2, look, phase);
  expect(shown.at(-1)).toMatchObject({ share: 0.5, secondsLeft: 100 });
  vi.advanceTimersByTime(500_000);
  countdown.workload(3, look, phase);
  expect(shown.at(-1)).toMatchObject({ share: 1, secondsLeft: 0 });
});

it("counts sessions of a further look on", () => {
  begin({ first: 4, count: 2 }).workload(4, look, phase);
  expect(shown[0]?.what).toBe("session 5 of 6, look-up: run");
});

it("counts the trials of a search that is planned, of both arms", () => {
  const capacity = { trials: 10, seconds: 3, efficiency: null } as NonNullable<PlannedWorkload["capacity"]>;
  const plan = { ...PLAN, workloads: [{ ...look, capacity }] };
  const part = { first: 0, count: 1, workloads: 1, hasBase: true };
  new Countdown(plan, progress, part).workload(0, look, phase);
  // The workload itself 10 s, around it 4 s; each trial 3 s and 1 s of warm-up, ten on each arm.
  expect(shown.at(-1)!.secondsLeft).toBeCloseTo(14 + 2 * 10 * 4, 6);
});
