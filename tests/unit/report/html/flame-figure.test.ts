import { expect, it } from "vitest";
import { flameFigures } from "../../../../src/report/html/flame-figure.ts";

const profile = {
  workload: "w",
  event: "cpu-clock",
  hertz: 1_000,
  base: { events: 1_000, samples: 600 },
  head: { events: 1_000, samples: 1_000 },
  stacks: [
    { frames: ["main", "grown<script>"], base: 100, head: 900 },
    { frames: ["main", "gone"], base: 500, head: 0 },
    { frames: ["main", "same"], base: 0, head: 100 },
  ],
};

it("has a picture in either direction: what is gone is in base's alone", () => {
  const [head, base, ...rest] = flameFigures(profile).map(({ html }) => html);
  expect(rest).toEqual([]);
  expect(head).toContain("grown&lt;script&gt;: 100\u00a0µs -> 900\u00a0µs an event");
  expect(head).not.toContain("gone: ");
  expect(base).toContain("gone: 500\u00a0µs -> 0\u00a0s an event");
});

it("is as wide as the time, red where it grew and blue where it shrank", () => {
  const [head, base] = flameFigures(profile).map(({ html }) => html);
  expect(head).toMatch(
    /x="0%" y="0" width="90%" height="17"><title>grown&lt;script&gt;.*?fill="rgb\(238,110,110\)"/,
  );
  expect(base).toMatch(/gone: .*?fill="rgb\(110,110,238\)"/);
});

it("draws nothing of an arm without samples", () => {
  expect(flameFigures({ ...profile, stacks: [{ frames: ["a"], base: 0, head: 5 }] })).toHaveLength(1);
  expect(flameFigures({ ...profile, stacks: [] })).toEqual([]);
});
