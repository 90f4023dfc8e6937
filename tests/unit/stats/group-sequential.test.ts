import { describe, expect, it } from "vitest";
import { pocockLevel } from "../../../src/stats/group-sequential.ts";
import { referenceSessions, relativeError } from "./reference/reference.ts";

describe("Pocock's level", () => {
  it.each(referenceSessions.pocock)(
    "of alpha %f at %i looks is SciPy's, by multivariate normal probabilities: %f",
    (alpha, looks, level) => {
      expect(relativeError(pocockLevel(alpha!, looks!), level!)).toBeLessThan(1e-5);
    },
  );
});
