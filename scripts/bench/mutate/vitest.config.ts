import path from "node:path";
import { defineConfig } from "vitest/config";

/** The tests that a mutant of a folder of src/ is held against; MUTATED is that folder's name. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, "../../.."),
  test: {
    testTimeout: 60_000,
    include: [
      `tests/unit/${process.env["MUTATED"]}/**/*.test.ts`,
      "tests/property/{stats,judge,change-points}.test.ts",
    ],
    // Hundreds of simulated runs.
    exclude: ["tests/unit/compare/simulation.test.ts"],
  },
});
