import { expect, it } from "vitest";
import type { Plan } from "../../../src/config/plan.ts";
import { closerLook, hasTimeFor, LookTime, timeLeft } from "../../../src/measure/look-time.ts";

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

it("before measuring, half a twentieth of what has been and will be measured, and 2 s at least", () => {
  const { now, set } = clock();
  const time = new LookTime(now);
  set(40);
  expect(time.before(plan(2))).toBe(0.025 * (40 + 160));
  expect(time.before(plan(1, 0.1))).toBe(2);
});

it("afterwards what is left of a twentieth of all that has passed, a failed look among it", async () => {
  const { now, set } = clock();
  const time = new LookTime(now);
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
  ["a usual check with one", 6, 1, { seconds: 3.5, fit: 1 }],
  ["no more than says anything new", 100, 2, { seconds: 10, fit: 2 }],
  ["as many as fit", 9.5, 5, { seconds: 3.5, fit: 2 }],
  ["of a short check one alone", 0.2, 5, { seconds: 3, fit: 1 }],
  ["none", 6, 0, { seconds: 3.5, fit: 0 }],
])("a closer look at workloads that regressed: %s", (_, allowed, workloads, expected) => {
  expect(closerLook(allowed, "two", workloads)).toEqual(expected);
});

it("a history is looked at whole or not at all", () => {
  expect([hasTimeFor(6.5, "one", 2), hasTimeFor(6.4, "one", 2), hasTimeFor(6.5, "two", 2)]).toEqual([
    true,
    false,
    false,
  ]);
});

it("time that is left ends at nothing", () => {
  let ms = 0;
  const left = timeLeft(2, () => ms);
  expect(left()).toBe(2000);
  ms = 1500;
  expect(left()).toBe(500);
  ms = 9000;
  expect(left()).toBe(0);
});
