/**
 * A migration that was tried under load: head's is applied to servers with base's schema while a workload runs. What was measured is
 * a part of head's run document, what is said of it a part of the report.
 */
import { z } from "zod";

const count = z.number().int().nonnegative();
const nanos = z.number().nonnegative();

/** Who waits for a lock, or has it. */
const LOCK_PARTIES = ["load", "migration", "other"] as const;

/** One connection in a wait for a lock. */
export const LockParty = z
  .strictObject({
    /** The workload, the migration, or some other connection to the database. */
    who: z.enum(LOCK_PARTIES),
    /** What it runs, or where it is idle in a transaction, what it ran last. Cut short. */
    statement: z.string(),
    /** As pg_locks has it: AccessExclusiveLock. Of a holder the strongest that it has there; "" where it has none. */
    mode: z.string(),
    /** As pg_stat_activity has it: active, idle in transaction. */
    state: z.string(),
  })
  .readonly();
export type LockParty = z.infer<typeof LockParty>;

/** Connections that waited for one lock, all of one kind in a session together. */
export const LockWait = z
  .strictObject({
    /** The table; for a lock that is on none, its type: virtualxid, transactionid. */
    on: z.string(),
    /** Of those that waited, the one that waited longest. */
    waiter: LockParty,
    /** Who has the lock that ends the queue. */
    holder: LockParty,
    /** The migration, where it is itself in the queue and others stand behind it. */
    behind: LockParty.nullable(),
    /** The longest wait, as it was last seen: a sample may come short of the end by the time between two. */
    longestNs: nanos,
    /** Connections that waited at once, at most. */
    waiters: count,
  })
  .readonly();
export type LockWait = z.infer<typeof LockWait>;

/** A lock on a table. */
export const TableLock = z.strictObject({ on: z.string(), mode: z.string() }).readonly();
export type TableLock = z.infer<typeof TableLock>;

/** A statement of a migration file that was run. */
export const MigrationStatement = z
  .strictObject({
    /** `file:line`. */
    place: z.string(),
    /** Cut short. */
    text: z.string(),
    tookNs: nanos,
    /** That it left to its transaction, which had not had them before; those that end with the statement are in none. */
    locks: z.array(TableLock).readonly(),
  })
  .readonly();
export type MigrationStatement = z.infer<typeof MigrationStatement>;

export const MigrationFailure = z
  .strictObject({
    /** `file:line`, or the command. */
    place: z.string(),
    message: z.string(),
    sqlstate: z.string().nullable(),
    /** Cut short; null of a command. */
    statement: z.string().nullable(),
  })
  .readonly();
export type MigrationFailure = z.infer<typeof MigrationFailure>;

/** How the load went, in equal steps of time (index i of each is step i). */
export const LoadCourse = z
  .strictObject({
    stepNs: nanos,
    /** The step in which the migration began, and the one in which it ended. */
    began: count,
    ended: count,
    events: z.array(count).readonly(),
    /** The longest wait for an answer that ended in the step, or was under way at its end. */
    longestNs: z.array(nanos).readonly(),
  })
  .readonly();
export type LoadCourse = z.infer<typeof LoadCourse>;

/** One application of the migration, to a fresh server with base's schema. */
export const MigrationSession = z
  .strictObject({
    index: count,
    tookNs: nanos,
    /** Null: it was applied. */
    failure: MigrationFailure.nullable(),
    /** Of files alone, in their order; those that were run. */
    statements: z.array(MigrationStatement).readonly(),
    /** Tables that were written anew. */
    rewritten: z.array(z.string()).readonly(),
    /** The same load before the migration: how long it was watched, and its longest wait. */
    before: z.strictObject({ watchedNs: nanos, longestNs: nanos }).readonly(),
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
    waits: z.array(LockWait).readonly(),
    course: LoadCourse,
  })
  .readonly();
export type MigrationSession = z.infer<typeof MigrationSession>;

/** What a migration is judged by. */
export const MigrationRules = z
  .strictObject({
    /** The longest stall that passes; null: none is too long. */
    stallNs: nanos.nullable(),
    /** Events that may fail in a session; null: any number. */
    failed: count.nullable(),
  })
  .readonly();
export type MigrationRules = z.infer<typeof MigrationRules>;

const what = {
  /** Paths of what was applied, in order; empty of a command. */
  files: z.array(z.string()).readonly(),
  command: z.string().nullable(),
  /** Latency whose excess is timed (slowNs). */
  limitNs: nanos,
  /** Locks are looked at so often. */
  samplesPerSecond: z.number().positive(),
};

export const Migration = z
  .strictObject({
    ...what,
    rules: MigrationRules,
    /** By workload of the config file. */
    workloads: z
      .array(
        z.strictObject({ workload: z.string(), sessions: z.array(MigrationSession).readonly() }).readonly(),
      )
      .readonly(),
  })
  .readonly();
export type Migration = z.infer<typeof Migration>;

/** Why a migration does not pass under a workload. */
const MIGRATION_FAULTS = ["not-applied", "stall", "failed"] as const;
export type MigrationFault = (typeof MIGRATION_FAULTS)[number];

/** What is said of a migration under one workload. */
export const MigrationWorkload = z
  .strictObject({
    workload: z.string(),
    sessions: count,
    /** Empty: it passed. */
    faults: z.array(z.enum(MIGRATION_FAULTS)).readonly(),
    /** Medians over the sessions, and the worst. */
    tookNs: nanos,
    stallNs: nanos,
    worstStallNs: nanos,
    longestBeforeNs: nanos,
    slowNs: nanos,
    /** Of the session with most. */
    failedEvents: count,
    /** Of all sessions. */
    failuresBySqlstate: z.record(z.string(), count).readonly(),
    /** Sessions in which it could not be applied, and the first one's reason. */
    notApplied: count,
    failure: MigrationFailure.nullable(),
    rewritten: z.array(z.string()).readonly(),
    /** Of the session whose stall is the median. */
    stalled: z.string().nullable(),
    waits: z.array(LockWait).readonly(),
    course: LoadCourse,
    /** Median of each statement, in the files' order. */
    statements: z.array(MigrationStatement).readonly(),
  })
  .readonly();
export type MigrationWorkload = z.infer<typeof MigrationWorkload>;

export const MigrationReport = z
  .strictObject({ ...what, rules: MigrationRules, workloads: z.array(MigrationWorkload).readonly() })
  .readonly();
export type MigrationReport = z.infer<typeof MigrationReport>;

/** Whether it does not pass under some workload. */
export function hasFaults(migration: MigrationReport | undefined): boolean {
  return migration?.workloads.some(({ faults }) => faults.length > 0) ?? false;
}
