import path from "node:path";
import { defineConfig } from "vitest/config";

const named = (process.env["MUTATED_TESTS"] ?? "").split(",").filter(Boolean);

/** The tests that a mutant of a folder of src/ is held against: those in MUTATED_TESTS, else all of the folder, whose name is MUTATED. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, "../.."),
  test: {
    testTimeout: 60_000,
    include:
      named.length > 0
        ? named
        : [
            `tests/unit/${process.env["MUTATED"]}/**/*.test.ts`,
            "tests/property/{stats,judge,change-points}.test.ts",
          ],
    // Hundreds of simulated runs.
    exclude: ["tests/unit/analysis/verdict/simulation.test.ts"],
  },
});
