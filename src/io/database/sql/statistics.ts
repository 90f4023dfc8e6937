/** Statistics and visibility of the tables that a set-up left, before they are copied. */
import { withWorker } from "./alive.ts";
import type { Ask } from "./connect.ts";

/**
 * Tables whose statistics are not those of their rows: changed or made since ANALYZE, or with an expression of an index or an extended
 * statistics object that has none. Of a table that only has new columns these are named. All others keep theirs: ANALYZE reads a sample,
 * and two samples of the same rows can lead to two plans.
 */
const STALE = `
  SELECT name, CASE WHEN "isWhole" THEN '' ELSE columns END AS columns
  FROM (
    SELECT format('%I.%I', n.nspname, c.relname) AS name,
      s.last_analyze IS NULL OR s.n_mod_since_analyze > 0
      OR c.reltuples > 0 AND EXISTS (
        SELECT FROM pg_catalog.pg_index i
        WHERE i.indrelid = c.oid AND i.indexprs IS NOT NULL
          AND NOT EXISTS (SELECT FROM pg_catalog.pg_statistic t WHERE t.starelid = i.indexrelid))
      OR c.reltuples > 0 AND EXISTS (
        SELECT FROM pg_catalog.pg_statistic_ext e
        WHERE e.stxrelid = c.oid
          AND NOT EXISTS (SELECT FROM pg_catalog.pg_statistic_ext_data d WHERE d.stxoid = e.oid)) AS "isWhole",
      (SELECT string_agg(format('%I', a.attname), ', ') FROM pg_catalog.pg_attribute a
        WHERE c.reltuples > 0 AND a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          AND coalesce(a.attstattarget, -1) <> 0
          AND NOT EXISTS (SELECT FROM pg_catalog.pg_statistic t WHERE t.starelid = c.oid AND t.staattnum = a.attnum)) AS columns
    FROM pg_catalog.pg_class c
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    LEFT JOIN pg_catalog.pg_stat_all_tables s ON s.relid = c.oid
    WHERE c.relkind IN ('r', 'm', 'p') AND c.relpersistence <> 't'
      AND n.nspname NOT IN ('pg_catalog', 'information_schema')) tables
  WHERE "isWhole" OR columns IS NOT NULL
  ORDER BY 1`;

/** Leaves tables as a load does: dead rows gone, visibility maps whole, statistics of all rows, those of unchanged tables untouched. */
export async function settle(url: string, signal: AbortSignal): Promise<void> {
  await withWorker(url, { what: "to vacuum and analyze its tables", signal }, async (ask) => {
    const stale = await staleTables(ask);
    await ask("VACUUM");
    await analyzeTables(ask, stale);
  });
}

/** Statistics alone, for the planner. */
export async function analyzeStale(url: string, signal: AbortSignal): Promise<void> {
  await withWorker(url, { what: "to analyze its tables", signal }, async (ask) => {
    await analyzeTables(ask, await staleTables(ask));
  });
}

/** Each as ANALYZE takes it, with its columns if these are all that it needs. */
async function staleTables(ask: Ask): Promise<readonly string[]> {
  const found = await ask<{ name: string; columns: string }>(STALE);
  return found.map(({ name, columns }) => (columns === "" ? name : `${name} (${columns})`));
}

async function analyzeTables(ask: Ask, tables: readonly string[]): Promise<void> {
  if (tables.length > 0) await ask(`ANALYZE ${tables.join(", ")}`);
}
