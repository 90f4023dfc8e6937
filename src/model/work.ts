/** Counts of a server while a workload ran on it: they depend less on the machine than times do. A part of a session. */
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
  /** WAL of the whole server. */
  walRecords: count.optional(),
  walBytes: count.optional(),
  /** Pages of tables and indexes that were asked for. */
  buffers: count.optional(),
  /** Those of these pages that were not in shared buffers. */
  reads: count.optional(),
  tempBytes: count.optional(),
  /** Statements that pg_stat_statements counted, if it is loaded; with those of functions if it tracks them. */
  calls: count.optional(),
  /** Pages that clients' own connections put out to make room for others; like the next two, of the whole server, by pg_stat_io. */
  evictions: count.optional(),
  /** Bytes that they wrote, since no other process had. */
  writtenBytes: count.optional(),
  /** Bytes by which tables and indexes grew. */
  extendedBytes: count.optional(),
  deadlocks: count.optional(),
  rowsUpdated: count.optional(),
  /** Updated rows whose new version is in the same page, so that no index was written. */
  hotUpdates: count.optional(),
  /** Dead rows at the end, and the size then. */
  deadRows: count.optional(),
  databaseBytes: count.optional(),
  /** Memory of all its processes, without what they share, while all connections were open. */
  memoryBytes: count.optional(),
});
export type Work = z.infer<typeof Work>;
