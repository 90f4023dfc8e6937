/** What a server counted while a workload ran on it: less than times it depends on the machine. A part of a session. */
import { z } from "zod";
import { object } from "./shape.ts";

const count = z.number().int().nonnegative();

/**
 * Totals, of all events that ended while they were counted. A counter that the server does not have, that fell or that others work at, is
 * absent. Of the users' tables alone, where it is about tables: what connecting reads of the catalogue is left out.
 */
export const Work = object({
  /** Failed ones and those of the warm-up too. */
  events: count,
  /** Rows that sequential scans read, and entries that scans of indexes did. */
  rowsRead: count.optional(),
  /** Inserted, updated, deleted. */
  rowsWritten: count.optional(),
  /** Of the whole server. */
  walRecords: count.optional(),
  walBytes: count.optional(),
  /** Pages of tables and indexes that were asked for; */
  buffers: count.optional(),
  /** of them, those that were not in shared buffers. */
  reads: count.optional(),
  tempBytes: count.optional(),
  /** By pg_stat_statements, where that is loaded: statements that were executed, with those of functions where it tracks them. */
  calls: count.optional(),
  /** Of the whole server, by pg_stat_io: what clients' own connections did with pages. Put out to make room for others; */
  evictions: count.optional(),
  /** bytes that they wrote, since nobody else had; */
  writtenBytes: count.optional(),
  /** bytes by which tables and indexes grew. */
  extendedBytes: count.optional(),
  deadlocks: count.optional(),
  rowsUpdated: count.optional(),
  /** Of the updated rows: by another version in the same page, so that no index was written. */
  hotUpdates: count.optional(),
  /** At the end. */
  deadRows: count.optional(),
  databaseBytes: count.optional(),
  /** Of all its processes, beside what they share, while all connections were open. */
  memoryBytes: count.optional(),
});
export type Work = z.infer<typeof Work>;
