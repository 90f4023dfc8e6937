import { expect, test } from "vitest";
import { Patience } from "../../../../src/io/github/client.ts";

/** A clock that stands where it is put, and a second of 1000 ms. */
function patient(seconds: number, politeSeconds: number) {
  const clock = { ms: 12.25 };
  return { clock, patience: new Patience({ seconds, politeSeconds }, 1000, () => clock.ms) };
}

test("patience ends, counted in whole milliseconds as timers want them", () => {
  const { clock, patience } = patient(60, 0);
  expect(patience.leftMs()).toBe(60_000);
  clock.ms += 59_999.5;
  expect(patience.leftMs()).toBe(1);
  clock.ms += 1;
  expect(patience.leftMs()).toBe(0);
});

test("a pause that is granted does not count; what is left for pauses gets less", () => {
  const { clock, patience } = patient(60, 120);
  expect(patience.grant(100)).toBe(true);
  clock.ms += 100_000;
  expect(patience.leftMs()).toBe(60_000);
  expect(patience.grant(30)).toBe(false);
  expect(patience.grant(20)).toBe(true);
  expect(patience.leftMs()).toBe(80_000);
});

test("without patience for pauses none is granted", () => {
  expect(patient(10, 0).patience.grant(1)).toBe(false);
});
