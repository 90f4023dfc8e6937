import { describe, expect, it } from "vitest";
import { coverageOf, SYSTEMS, type System } from "../../../proofs/usl/coverage.ts";

describe("intervals of synthetic systems", () => {
  const FITS = 300;
  /** Three standard deviations of a share of .95 below it. */
  const LEAST = 0.95 - 3 * Math.sqrt((0.95 * 0.05) / FITS);

  it.each(SYSTEMS)("hold the parameters: $name", (system: System) => {
    const { rate, contention, coherence, knee, peak } = coverageOf(system, FITS, 17);
    expect(rate).toBeGreaterThan(LEAST);
    expect(contention).toBeGreaterThan(LEAST);
    expect(coherence).toBeGreaterThan(LEAST);
    expect(knee).toBeGreaterThan(LEAST);
    expect(peak.misplaced).toBeLessThan(1 - LEAST);
    expect(peak.wrongHeight).toBeLessThan(1 - LEAST);
  });
});
