import path from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

/** Tests of plumbline-load whose numbers a busy neighbour would change: what it costs, what it can do, where it runs, and what it shows. */
const ALONE = ["cost", "open-loop", "placement", "truth"].map((name) => `tests/native/${name}.test.ts`);

/** Tests that draw and judge thousands of times, or search a history of hundreds of commits, which takes longer than all others that need nothing. */
const SIMULATIONS = [
  "tests/unit/analysis/verdict/{simulation,unbent-average}.test.ts",
  "tests/unit/apps/server/one-truth.test.ts",
  "tests/unit/stats/{capacity-search-errs,change-points-rates,energy-rates,usl-intervals}.test.ts",
];

/**
 * Tests that follow somebody through several checks, through a page of the docs, or through a kind of database that few have: each takes a
 * minute, and all of them as long as the rest of `integration`.
 */
const JOURNEYS = [
  "tests/integration/{docs/*,release,measure/migration}.test.ts",
  "tests/integration/cli/{attempts,bisect,cause,cluster,experiments,kept-setup,role,shard,silent-server}.test.ts",
  "tests/integration/database/{docker,kubernetes,layers,locale}.test.ts",
];

/** Tests with git, and of what talks to GitHub, over HTTP to a stand-in: half of what all that need nothing but Node take. */
const FORGE = [
  "tests/unit/apps/action/**/*.test.ts",
  "tests/unit/apps/cli/{import-foreign,publish}.test.ts",
  "tests/unit/io/{git,github}/**/*.test.ts",
  "tests/unit/pipeline/measure/base-rules.test.ts",
];

/**
 * How long a test may take before it is given up for dead. No test fails because the machine is slow: what takes a second here has
 * taken minutes on a machine with a load average of 20. A test waits for what it needs, and says itself what it waits for.
 */
const PATIENCE_MS = 1_200_000;
const PATIENT = {
  // What one test loaded must not be what another, or the next run of the tests, finds.
  env: { PLUMBLINE_CACHE: "off" },
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
  expect: { poll: { timeout: 300_000, interval: 50 } },
};

/**
 * All but `native-alone` share the machine: they mostly wait, for servers to start and loads to end, and each of
 * their files has servers and folders of its own. Vitest goes through the projects by name and so begins with those whose files take
 * longest; the many short files of `unit` fill what is left at the end.
 */
const TOGETHER = { maxWorkers: 4, sequence: { groupOrder: 1 } };

// `unit`, `property`, `simulation` and `proofs` need nothing, and `forge` needs git; the others need PostgreSQL and plumbline-load (`npm run
// setup` provides both).
export default defineConfig({
  test: {
    // What was translated to JavaScript once is there for the next run, and for those with another Node.
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          ...PATIENT,
          ...TOGETHER,
          name: "unit",
          include: ["tests/unit/**/*.test.ts", "tests/golden/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...FORGE, ...SIMULATIONS],
          // Loading the sources anew for each of hundreds of files would take longer than the tests.
          isolate: false,
        },
      },
      {
        test: {
          ...PATIENT,
          ...TOGETHER,
          name: "forge",
          include: FORGE,
          isolate: false,
        },
      },
      {
        test: {
          ...PATIENT,
          ...TOGETHER,
          name: "simulation",
          include: SIMULATIONS,
          isolate: false,
        },
      },
      {
        test: {
          ...PATIENT,
          ...TOGETHER,
          name: "property",
          include: ["tests/property/**/*.test.ts"],
          isolate: false,
        },
      },
      {
        test: {
          ...PATIENT,
          ...TOGETHER,
          name: "proofs",
          include: ["proofs/**/*.test.ts"],
          isolate: false,
        },
      },
      {
        test: {
          ...PATIENT,
          ...TOGETHER,
          name: "integration",
          include: ["tests/integration/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...JOURNEYS],
          globalSetup: "tests/integration/cli/support/bundle.ts",
        },
      },
      {
        test: {
          ...PATIENT,
          ...TOGETHER,
          name: "journeys",
          include: JOURNEYS,
          globalSetup: "tests/integration/cli/support/bundle.ts",
        },
      },
      {
        test: {
          ...PATIENT,
          ...TOGETHER,
          name: "native",
          include: ["tests/native/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...ALONE],
          globalSetup: "tests/integration/cli/support/bundle.ts",
        },
      },
      {
        test: {
          ...PATIENT,
          ...TOGETHER,
          // Again, with a plumbline-load that watches its own memory: what goes wrong takes the paths that are seldom taken.
          name: "native-asan",
          include: ["tests/native/{failures,trouble}.test.ts"],
          env: {
            PLUMBLINE_LOAD: path.resolve(import.meta.dirname, "runner-native/build/asan/plumbline-load"),
          },
          globalSetup: "tests/native/support/build-asan.ts",
        },
      },
      {
        test: {
          ...PATIENT,
          name: "native-alone",
          include: ALONE,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...PATIENT,
          ...TOGETHER,
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
        },
      },
    ],
  },
});
