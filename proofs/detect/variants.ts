/** What a recording's head has that its base has not: real costs, small and known by where they come from. */

export type Variant = Readonly<{
  name: string;
  what: string;
  /** postgresql.conf of head. */
  settings?: Readonly<Record<string, string>>;
  /** SQL that is applied to head after the load. */
  sql?: string;
  /** SQL that is applied to base. */
  baseSql?: string;
  /** Workloads in which it shows; all of them where it is not said. */
  slows?: readonly string[];
}>;

/** Of every workload. */
export const OPTIONS = { tables: 2, "table-size": 20000, threads: 8 };

/** SQL on each table of a workload. */
export const onTables = (sql: (table: string) => string) => ["sbtest1", "sbtest2"].map(sql).join("\n");

/** A trigger of an audit: what it makes of the row is said by its body. */
const audited = (
  body: string,
) => `CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NEW; END $$;
${onTables((table) => `CREATE TRIGGER audit BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION audit();`)}`;

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
    name: "statistics",
    what: "pg_stat_statements counts, planning too",
    settings: { shared_preload_libraries: "pg_stat_statements", "pg_stat_statements.track_planning": "on" },
  },
  {
    name: "extra-index",
    what: "an index on the updated column: updates are no longer heap-only",
    sql: onTables((table) => `CREATE INDEX ON ${table} (c);`),
    slows: ["update"],
  },
  {
    name: "trigger",
    what: "a trigger that does nothing on each updated row",
    sql: `CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
${onTables((table) => `CREATE TRIGGER nothing BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION nothing();`)}`,
    slows: ["update"],
  },
  {
    name: "check",
    what: "a CHECK with a regular expression on the updated column",
    sql: onTables((table) => `ALTER TABLE ${table} ADD CHECK (c ~ '^[0-9]{11}-');`),
    slows: ["update"],
  },
  {
    name: "function",
    what: "the function of a trigger that both have looks at a digest of the row, not at the row",
    baseSql: audited("IF NEW.c = '' THEN RAISE 'empty'; END IF;"),
    sql: audited("IF md5(NEW.c) = '' THEN RAISE 'empty'; END IF;"),
    slows: ["update"],
  },
];

/** Names of the workloads: the demo's three kinds of work. */
export const WORKLOADS = {
  "point-select": "oltp_point_select",
  "random-ranges": "select_random_ranges",
  update: "oltp_update_non_index",
};

/** `measure:` of plumbline.yml. */
type Measure = Readonly<Record<string, number | string>>;

/** Files of a repository: plumbline.yml, and setup.sql, which is never empty. */
export function filesOf(variant: Variant, measure: Measure) {
  const { baseSql = "", sql = "" } = variant;
  return {
    base: {
      "plumbline.yml": suiteOf(variant, measure),
      "setup.sql": `${baseSql || "SELECT 1;"}\n`,
    },
    head: { "setup.sql": `${sql || "SELECT 1;"}\n` },
  };
}

/** plumbline.yml of a suite whose head may differ by settings. */
function suiteOf({ settings }: Variant, measure: Measure): string {
  return [
    "suite: detect",
    "database:",
    `  deploy: { local: { settings: ${JSON.stringify(settings ?? {})} } }`,
    "  base: { local: {} }",
    "  setup: [setup.sql]",
    "workloads:",
    ...Object.entries(WORKLOADS).map(
      ([name, run]) => `  - { name: ${name}, run: ${run}, options: ${JSON.stringify(OPTIONS)} }`,
    ),
    `measure: ${JSON.stringify(measure)}`,
    "",
  ].join("\n");
}
