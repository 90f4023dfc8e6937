import path from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** Tests of plumbline-load whose numbers a busy neighbour would change: what it costs, what it can do, and where it runs. */
const ALONE = ["cost", "open-loop", "placement"].map((name) => `tests/native/${name}.test.ts`);

/**
 * How long a test may take before it is given up for dead. No test fails because the machine is slow: what takes a second here has
 * taken minutes on a machine with a load average of 20. A test waits for what it needs, and says itself what it waits for.
 */
const PATIENCE_MS = 1_200_000;
const POLLING = { poll: { timeout: 300_000, interval: 50 } };

// Projects differ in what they need: `unit` needs nothing, the others need PostgreSQL and plumbline-load
// (`npm run setup` provides both). They follow each other, and share the machine inside: all but `native-alone` mostly wait, for
// servers to start and loads to end, and each of their files has servers and folders of its own.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          testTimeout: PATIENCE_MS,
          expect: POLLING,
          include: ["tests/unit/**/*.test.ts", "tests/property/**/*.test.ts", "tests/golden/**/*.test.ts"],
        },
      },
      {
        test: {
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          testTimeout: PATIENCE_MS,
          expect: POLLING,
          hookTimeout: PATIENCE_MS,
          globalSetup: "tests/integration/cli/support/bundle.ts",
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "native",
          include: ["tests/native/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...ALONE],
          testTimeout: PATIENCE_MS,
          expect: POLLING,
          hookTimeout: PATIENCE_MS,
          globalSetup: "tests/integration/cli/support/bundle.ts",
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          // Again, with a plumbline-load that watches its own memory: what goes wrong takes the paths that are seldom taken.
          name: "native-asan",
          include: ["tests/native/{failures,trouble}.test.ts"],
          env: {
            PLUMBLINE_LOAD: path.resolve(import.meta.dirname, "runner-native/build/asan/plumbline-load"),
          },
          testTimeout: PATIENCE_MS,
          expect: POLLING,
          hookTimeout: PATIENCE_MS,
          globalSetup: "tests/native/support/build-asan.ts",
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: "native-alone",
          include: ALONE,
          testTimeout: PATIENCE_MS,
          expect: POLLING,
          hookTimeout: PATIENCE_MS,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          testTimeout: PATIENCE_MS,
          expect: POLLING,
          hookTimeout: PATIENCE_MS,
          maxWorkers: 2,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
});
