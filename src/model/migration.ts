/**
 * A migration that was tried under load: head's is applied to servers with base's schema while a workload
 * runs. Its measurements are a part of head's run document, its verdict a part of the report.
 */
import { z } from "zod";
import { list, object } from "./shape.ts";

const count = z.number().int().nonnegative();
const nanos = z.number().nonnegative();

/** Parties that wait for a lock, or hold it. */
const LOCK_PARTIES = ["load", "migration", "other"] as const;

/** One connection in a wait for a lock. */
export const LockParty = object({
  /** The workload, the migration, or some other connection to the database. */
  who: z.enum(LOCK_PARTIES),
  /** Statement that it runs, or ran last if it is idle in a transaction. Cut short. */
  statement: z.string(),
  /** Lock mode as pg_locks names it: AccessExclusiveLock. A holder's is the strongest that it has there; "" if it has none. */
  mode: z.string(),
  /** State as pg_stat_activity names it: active, idle in transaction. */
  state: z.string(),
});
export type LockParty = z.infer<typeof LockParty>;

/** Connections that waited for one lock, all of one kind in a session together. */
export const LockWait = object({
  /** The table; for a lock that is on none, its type: virtualxid, transactionid. */
  on: z.string(),
  /** The connection that waited longest. */
  waiter: LockParty,
  /** The connection that holds the lock and so ends the queue. */
  holder: LockParty,
  /** The migration, where it is itself in the queue and others stand behind it. */
  behind: LockParty.nullable(),
  /** The longest wait, as it was last seen: a sample may come short of the end by the time between two. */
  longestNs: nanos,
  /** Connections that waited at once, at most. */
  waiters: count,
});
export type LockWait = z.infer<typeof LockWait>;

/** A lock on a table. */
export const TableLock = object({ on: z.string(), mode: z.string() });
export type TableLock = z.infer<typeof TableLock>;

/** A statement of a migration file that was run. */
export const MigrationStatement = object({
  /** `file:line`. */
  place: z.string(),
  /** Cut short. */
  text: z.string(),
  tookNs: nanos,
  /** Locks that it left to its transaction, which had not had them before; locks that end with the statement are not listed. */
  locks: list(TableLock),
});
export type MigrationStatement = z.infer<typeof MigrationStatement>;

export const MigrationFailure = object({
  /** `file:line`, or the command. */
  place: z.string(),
  message: z.string(),
  sqlstate: z.string().nullable(),
  /** Cut short; null of a command. */
  statement: z.string().nullable(),
});
export type MigrationFailure = z.infer<typeof MigrationFailure>;

/** Course of the load, in equal steps of time (index i of each is step i). */
export const LoadCourse = object({
  stepNs: nanos,
  /** The step in which the migration began, and the one in which it ended. */
  began: count,
  ended: count,
  events: list(count),
  /** The longest wait for an answer that ended in the step, or was under way at its end. */
  longestNs: list(nanos),
});
export type LoadCourse = z.infer<typeof LoadCourse>;

/** One application of the migration, to a fresh server with base's schema. */
export const MigrationSession = object({
  index: count,
  tookNs: nanos,
  /** Null: it was applied. */
  failure: MigrationFailure.nullable(),
  /** Statements that were run, in their order; only of migration files. */
  statements: list(MigrationStatement),
  /** Tables that were rewritten. */
  rewritten: list(z.string()),
  /** The same load before the migration: how long it was watched, and its longest wait. */
  before: object({ watchedNs: nanos, longestNs: nanos }),
  /** The stall: the longest wait for the answer to a statement from the beginning of the migration on, answered or not. */
  stallNs: nanos,
  /** The load's statement that waited so long; null where it is not known. */
  stalled: z.string().nullable(),
  /** Time in which the 99th percentile of latency was above `limitNs`, or nothing was answered for longer than that. */
  slowNs: nanos,
  /** Events that failed for good, from the beginning of the migration on. */
  failedEvents: count,
  /** All failed attempts by SQLSTATE, also those of events that succeeded when tried again. */
  failuresBySqlstate: z.record(z.string(), count).readonly(),
  waits: list(LockWait),
  course: LoadCourse,
});
export type MigrationSession = z.infer<typeof MigrationSession>;

/** Limits that a migration is judged by. */
export const MigrationRules = object({
  /** The longest stall that passes; null: none is too long. */
  stallNs: nanos.nullable(),
  /** Events that may fail in a session; null: any number. */
  failed: count.nullable(),
});
export type MigrationRules = z.infer<typeof MigrationRules>;

const what = {
  /** Paths of what was applied, in order; empty of a command. */
  files: list(z.string()),
  command: z.string().nullable(),
  /** Latency whose excess is timed (slowNs). */
  limitNs: nanos,
  /** Locks are looked at so often. */
  samplesPerSecond: z.number().positive(),
};

export const Migration = object({
  ...what,
  rules: MigrationRules,
  /** Sessions by workload of the config file. */
  workloads: list(object({ workload: z.string(), sessions: list(MigrationSession) })),
});
export type Migration = z.infer<typeof Migration>;

/** Reasons why a migration does not pass under a workload. */
const MIGRATION_FAULTS = ["not-applied", "stall", "failed"] as const;
export type MigrationFault = (typeof MIGRATION_FAULTS)[number];

/** Report on a migration under one workload. */
export const MigrationWorkload = object({
  workload: z.string(),
  sessions: count,
  /** Empty: it passed. */
  faults: list(z.enum(MIGRATION_FAULTS)),
  /** Medians over the sessions, and the worst. */
  tookNs: nanos,
  stallNs: nanos,
  worstStallNs: nanos,
  longestBeforeNs: nanos,
  slowNs: nanos,
  /** Failed events of the session with most. */
  failedEvents: count,
  /** Failed attempts of all sessions. */
  failuresBySqlstate: z.record(z.string(), count).readonly(),
  /** Sessions in which it could not be applied, and the first one's reason. */
  notApplied: count,
  failure: MigrationFailure.nullable(),
  rewritten: list(z.string()),
  /** Stalled statement of the session whose stall is the median, and that session's waits and course. */
  stalled: z.string().nullable(),
  waits: list(LockWait),
  course: LoadCourse,
  /** Median of each statement, in the files' order. */
  statements: list(MigrationStatement),
});
export type MigrationWorkload = z.infer<typeof MigrationWorkload>;

export const MigrationReport = object({ ...what, rules: MigrationRules, workloads: list(MigrationWorkload) });
export type MigrationReport = z.infer<typeof MigrationReport>;

/** True if it does not pass under some workload. */
export function hasFaults(migration: MigrationReport | undefined): boolean {
  return migration?.workloads.some(({ faults }) => faults.length > 0) ?? false;
}
