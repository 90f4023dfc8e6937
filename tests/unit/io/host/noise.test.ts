import { expect, it } from "vitest";
import { sampleNoise } from "../../../../src/io/host/noise.ts";

it("times equal pieces of work: the slow ones are not faster than the middle one, and shares are shares", () => {
  const noise = sampleNoise(0.05);
  expect(noise.seconds).toBe(0.05);
  expect(noise.medianNs).toBeGreaterThan(0);
  expect(noise.tail).toBeGreaterThanOrEqual(0);
  if (noise.stealShare !== null) {
    expect(noise.stealShare).toBeGreaterThanOrEqual(0);
    expect(noise.stealShare).toBeLessThanOrEqual(1);
  }
});
