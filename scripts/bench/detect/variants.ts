/** What a recording's head has that its base has not: real costs, small and known by where they come from. */

export type Variant = Readonly<{
  name: string;
  what: string;
  /** postgresql.conf of head. */
  settings?: Readonly<Record<string, string>>;
  /** SQL that is applied to head after the load. */
  sql?: string;
}>;

export const VARIANTS: readonly Variant[] = [
  { name: "same", what: "nothing: base twice" },
  {
    name: "timing",
    what: "a clock is read around each block read and planner call",
    settings: { track_io_timing: "on", track_wal_io_timing: "on", track_functions: "all" },
  },
  {
    name: "logging",
    what: "every statement's duration is logged",
    settings: { log_min_duration_statement: "0" },
  },
  {
    name: "replanning",
    what: "prepared statements are planned again each time",
    settings: { plan_cache_mode: "force_custom_plan" },
  },
  {
    name: "extra-index",
    what: "an index on the updated column: updates are no longer heap-only",
    sql: "CREATE INDEX ON sbtest1 (c); CREATE INDEX ON sbtest2 (c);",
  },
  {
    name: "trigger",
    what: "a trigger that does nothing on each updated row",
    sql: `CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER nothing BEFORE UPDATE ON sbtest1 FOR EACH ROW EXECUTE FUNCTION nothing();
CREATE TRIGGER nothing BEFORE UPDATE ON sbtest2 FOR EACH ROW EXECUTE FUNCTION nothing();`,
  },
];

/** plumbline.yml of a recording: the demo's three kinds of work. */
export function recordingConfig(
  { settings }: Variant,
  plan: Readonly<{ sessions: number; seconds: number; sliceMs: number }>,
): string {
  const options = "{ tables: 2, table-size: 20000, threads: 8 }";
  const workload = (name: string, run: string) => `  - { name: ${name}, run: ${run}, options: ${options} }`;
  return [
    "suite: detect",
    "database:",
    `  deploy: { local: { settings: ${JSON.stringify(settings ?? {})} } }`,
    "  base: { local: {} }",
    "  setup: [setup.sql]",
    "workloads:",
    workload("point-select", "oltp_point_select"),
    workload("random-ranges", "select_random_ranges"),
    workload("update", "oltp_update_non_index"),
    `measure: { sessions: ${plan.sessions}, looks: 1, seconds: ${plan.seconds}, warmup: 1, slice: ${plan.sliceMs}ms, preflight: off }`,
    "",
  ].join("\n");
}
