import { defineConfig } from "vitest/config";

// Projects differ in what they need: `unit` needs nothing, the others need PostgreSQL and plumbline-load
// (`npm run setup` provides both). Real servers share two cores, so those files run one after another.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          // Some make git repositories or talk to a loopback server; a busy machine is no failure.
          testTimeout: 60_000,
          include: ["tests/unit/**/*.test.ts", "tests/property/**/*.test.ts", "tests/golden/**/*.test.ts"],
        },
      },
      {
        test: {
          name: "integration",
          include: ["tests/native/**/*.test.ts", "tests/integration/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
