import { defineConfig } from "vitest/config";

// Projects differ in what they need: `unit` needs nothing, the others need PostgreSQL and plumbline-load
// (`npm run setup` provides both). Where work is counted or timed (`native`) and where whole workflows run (`e2e`), files follow each
// other; `integration` mostly waits, for servers to start and loads to end, and each file has servers and folders of its own.
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
          include: ["tests/integration/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          globalSetup: "tests/integration/cli/support/bundle.ts",
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "native",
          include: ["tests/native/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          globalSetup: "tests/integration/cli/support/bundle.ts",
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
