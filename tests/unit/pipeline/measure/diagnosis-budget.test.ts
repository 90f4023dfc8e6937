import { expect, it } from "vitest";
import type { Plan } from "../../../../src/config/plan.ts";
import {
  DiagnosisBudget,
  hasTimeForAll,
  hasTimeForAny,
  leastSeconds,
  secondsOfFirst,
} from "../../../../src/pipeline/measure/diagnosis-budget.ts";

const plan = (workloads: number, seconds = 8) =>
  ({
    sessions: 8,
    seconds,
    warmupSeconds: 2,
    workloads: Array.from({ length: workloads }),
  }) as unknown as Plan;

/** A clock that stands until it is set. */
function clock() {
  let at = 1000;
  return {
    now: () => at,
    set: (seconds: number) => {
      at = 1000 + seconds;
    },
  };
}

it("before measuring, two fifths of a twentieth of what has been and will be measured", () => {
  const { now, set } = clock();
  const time = new DiagnosisBudget(now);
  set(40);
  expect(time.before(plan(2))).toBeCloseTo(0.02 * (40 + 160));
  expect(time.before(plan(1, 0.1))).toBeCloseTo(0.02 * (40 + 16.8));
});

it("afterwards what is left of a twentieth of all that has passed, a failed look among it", async () => {
  const { now, set } = clock();
  const time = new DiagnosisBudget(now);
  await time.spend(async () => set(3));
  const failing = async () => {
    set(4);
    throw new Error("gone");
  };
  await expect(time.spend(failing)).rejects.toThrow("gone");
  set(200);
  expect(time.after()).toBeCloseTo(0.05 * 200 - 4);
  set(10);
  expect(time.after()).toBe(0);
});

it.each([
  ["all that is left, where it is the last", 4.5, ["waits"], 4.5],
  ["reading its samples taken off", 4.5, ["cpu"], 3.5],
  ["its part, where others come after it", 12, ["waits", "cpu", "waits"], 4],
  ["what it needs, where that leaves nothing for others", 4.5, ["waits", "waits"], 3],
  ["no more than says anything new", 100, ["waits", "cpu"], 10],
  ["no more samples than are read quickly", 100, ["cpu"], 5],
  ["not at all where it does not fit", 2.9, ["waits"], 0],
  ["not at all where its samples could not be read", 2.4, ["cpu"], 0],
  ["nothing", 6, [], 0],
] as const)("a closer look is given %s", (_, left, looks, seconds) => {
  expect(secondsOfFirst(left, looks)).toBeCloseTo(seconds);
});

it("what has begun gets what it needs, however late", () => {
  expect(["waits" as const, "cpu" as const].map(leastSeconds)).toEqual([3, 1.5]);
});

it("no servers are started where none of the looks fits beside their start", () => {
  expect(hasTimeForAny(3.5, ["waits"])).toBe(true);
  expect(hasTimeForAny(3.4, ["waits"])).toBe(false);
  expect(hasTimeForAny(3.4, ["waits", "cpu"])).toBe(true);
});

it("a history is looked at whole or not at all", () => {
  expect(hasTimeForAll(6.5, ["waits", "waits"])).toBe(true);
  expect(hasTimeForAll(6.4, ["waits", "waits"])).toBe(false);
  expect(hasTimeForAll(5.9, ["waits", "cpu"])).toBe(false);
});
