/** What a setting acts on. */

/** Settings that decide between plans and do nothing while one runs. */
const PLANS =
  /^(?:enable_\w+|(?:seq_page|random_page|cpu_\w+|parallel_\w+)_cost|geqo\w*|\w+_collapse_limit|effective_cache_size|min_parallel_\w+_scan_size|cursor_tuple_fraction|constraint_exclusion|default_statistics_target|recursive_worktable_factor)$/;
/** Settings for what is written, and when. */
const WRITES =
  /^(?:synchronous_commit|synchronous_standby_names|fsync|full_page_writes|wal_\w+|commit_\w+|checkpoint_\w+|(?:max|min)_wal_size|default_toast_compression)$/;
/** Settings that only reserve room for others. */
const NOTHING =
  /^(?:autovacuum_(?:worker_slots|max_workers)|max_(?:connections|wal_senders|replication_slots|prepared_transactions|logical_replication_workers|sync_workers_per_subscription)|(?:superuser_)?reserved_connections)$/;

/** @param setting "work_mem", or "random_page_cost of tablespace fast" */
export function settingReach(setting: string): "everything" | "plans" | "writes" | "nothing" {
  const name = setting.replace(/ of tablespace .*/s, "");
  if (NOTHING.test(name)) return "nothing";
  if (PLANS.test(name)) return "plans";
  return WRITES.test(name) ? "writes" : "everything";
}
