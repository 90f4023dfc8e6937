/** Stories of a migration under load: it passes, it queues behind a reader, it rewrites a table. */
import type { MigrationReport } from "../../../src/model/migration.ts";
import type { Report } from "../../../src/model/report.ts";
import { allFine } from "./passing.ts";

type MigratedWorkload = MigrationReport["workloads"][number];

const STEP_NS = 100_000_000;
const BEGAN = 30;

/** Six seconds of load at 410 events a step; from the start of the migration on, nothing for as long as it holds the table. */
function course(stalledNs: number): MigratedWorkload["course"] {
  const stalled = Math.ceil(stalledNs / STEP_NS);
  const isDown = (step: number) => step >= BEGAN && step < BEGAN + stalled;
  const steps = Array.from({ length: 60 }, (_, step) => step);
  return {
    stepNs: STEP_NS,
    began: BEGAN,
    ended: BEGAN + stalled,
    events: steps.map((step) => (isDown(step) ? 0 : 410)),
    longestNs: steps.map((step) =>
      isDown(step) ? Math.min(stalledNs, (step - BEGAN + 1) * STEP_NS) : 4_000_000 + 7_919 * step,
    ),
  };
}

/** Figures of a workload under a migration that disturbs nothing. */
function workload(rest: Partial<MigratedWorkload> = {}): MigratedWorkload {
  return {
    workload: "checkout",
    sessions: 3,
    faults: [],
    tookNs: 12_400_000,
    stallNs: 14_200_000,
    worstStallNs: 21_000_000,
    longestBeforeNs: 11_800_000,
    slowNs: 0,
    failedEvents: 0,
    failuresBySqlstate: {},
    notApplied: 0,
    failure: null,
    rewritten: [],
    stalled: null,
    waits: [],
    course: course(0),
    statements: [],
    ...rest,
  };
}

function migrated(files: readonly string[], ...workloads: readonly MigratedWorkload[]): Report {
  const migration = {
    files,
    command: null,
    limitNs: 100_000_000,
    samplesPerSecond: 20,
    rules: { stallNs: 500_000_000, failed: 0 },
    workloads,
  };
  const isFaulty = workloads.some(({ faults }) => faults.length > 0);
  return allFine({ migration, ...(isFaulty ? { verdict: "regressed" } : {}) });
}

const statement = (place: string, text: string, tookNs: number) => ({ place, text, tookNs, locks: [] });

const UPDATE = {
  who: "load",
  statement: "UPDATE orders SET paid = $1 WHERE id = $2",
  mode: "RowExclusiveLock",
  state: "active",
} as const;

const altering = (text: string) =>
  ({ who: "migration", statement: text, mode: "AccessExclusiveLock", state: "active" }) as const;

export const migrationPasses = (): Report =>
  migrated(
    ["db/V12__note.sql"],
    workload({
      statements: [statement("db/V12__note.sql:1", "ALTER TABLE orders ADD COLUMN note text", 11_000_000)],
    }),
  );

export function migrationQueues(): Report {
  const text = "ALTER TABLE `orders` ADD COLUMN note text";
  const holder = {
    who: "other",
    statement: "SELECT count(*) FROM orders | <script>",
    mode: "AccessShareLock",
    state: "idle in transaction",
  } as const;
  const waiter = altering(text);
  const waits = [
    { on: "orders", waiter, holder, behind: null, longestNs: 1_340_000_000, waiters: 1 },
    { on: "orders", waiter: UPDATE, holder, behind: waiter, longestNs: 1_300_000_000, waiters: 16 },
  ];
  const queued = workload({
    faults: ["stall"],
    tookNs: 1_353_000_000,
    stallNs: 1_309_000_000,
    worstStallNs: 1_326_000_000,
    slowNs: 1_300_000_000,
    waits,
    course: course(800_000_000),
    statements: [statement("db/V12__note.sql:1", text, 1_350_000_000)],
  });
  const message = "canceling statement due to lock timeout";
  const failure = { place: "db/V12__note.sql:1", message, sqlstate: "55P03", statement: text };
  const refused = workload({ workload: "reports", faults: ["not-applied"], notApplied: 2, failure });
  return migrated(["db/V12__note.sql"], queued, refused);
}

export function migrationRewrites(): Report {
  const text = "ALTER TABLE orders ALTER COLUMN id TYPE bigint";
  const rewriting = workload({
    faults: ["stall", "failed"],
    tookNs: 853_000_000,
    stallNs: 748_000_000,
    worstStallNs: 812_000_000,
    slowNs: 700_000_000,
    failedEvents: 31,
    failuresBySqlstate: { "42703": 93 },
    rewritten: ["orders"],
    stalled: "pay",
    waits: [
      {
        on: "orders",
        waiter: UPDATE,
        holder: altering(text),
        behind: null,
        longestNs: 731_000_000,
        waiters: 16,
      },
    ],
    course: course(748_000_000),
    statements: [
      statement("db/V12__ids.sql:3", text, 841_000_000),
      statement("db/V13__total.sql:1", "ALTER TABLE orders DROP COLUMN sum", 2_000_000),
    ],
  });
  return migrated(["db/V12__ids.sql", "db/V13__total.sql"], rewriting);
}
