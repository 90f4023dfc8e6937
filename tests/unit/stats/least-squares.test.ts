import { describe, expect, it } from "vitest";
import { form, leastSquares } from "../../../src/stats/least-squares.ts";

describe("least squares", () => {
  it("solves the normal equations", () => {
    const rows = [4, 4, 7, 7, 8].map((speed) => [1, speed]);
    const fit = leastSquares(rows, [2, 10, 4, 22, 16], [1, 2, 1, 1, 3])!;
    const [intercept, slope] = fit.parameters;
    // Normal equations by hand: n = 8, sum x = 50, sum x^2 = 338, sum y = 96, sum xy = 654.
    expect(slope).toBeCloseTo((8 * 654 - 50 * 96) / (8 * 338 - 50 ** 2), 10);
    expect(intercept).toBeCloseTo((96 - slope! * 50) / 8, 10);
    expect(fit.inverse[1]![1]).toBeCloseTo(8 / (8 * 338 - 50 ** 2), 12);
    expect(form([1, 0], fit.inverse, [0, 1])).toBeCloseTo(-50 / (8 * 338 - 50 ** 2), 12);
  });

  it("finds nothing where columns say the same, or nothing", () => {
    expect(
      leastSquares(
        [
          [1, 2],
          [2, 4],
          [3, 6],
        ],
        [1, 2, 3],
        [1, 1, 1],
      ),
    ).toBeNull();
    expect(
      leastSquares(
        [
          [1, 0],
          [2, 0],
        ],
        [1, 2],
        [1, 1],
      ),
    ).toBeNull();
  });
});
