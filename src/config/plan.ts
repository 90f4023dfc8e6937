/** Config -> Plan: what will be measured, in which order, with which seeds. Equal inputs make equal plans. */
import type { LoadPlan } from "../model/load-plan.ts";
import type { MeasureMode, OptionValue } from "../model/run.ts";
import { mixSeed } from "../stats/mix-seed.ts";
import { type Bought, buy } from "./budget.ts";
import type { Config } from "./parse.ts";

export type PlannedWorkload = Readonly<{
  name: string;
  workload: string;
  dialect: string;
  options: Readonly<Record<string, OptionValue>>;
  load: LoadPlan;
}>;

export type Plan = Readonly<{
  suite: string;
  mode: MeasureMode;
  /** Of the first look. */
  sessions: number;
  looks: number;
  seconds: number;
  /** Seconds that the measuring may take; null: the sessions are fixed. */
  budgetSeconds: number | null;
  warmupSeconds: number;
  sliceMs: number;
  seed: number;
  loads: readonly LoadPlan[];
  workloads: readonly PlannedWorkload[];
  /** Connections that one server must accept at once. */
  connections: number;
}>;

/** Measuring as it was asked for on the command line, over the config file. */
export type Overrides = Readonly<{ mode?: MeasureMode; sessions?: number; seconds?: number; seed?: number }>;

/** The seed of the tables. One for all runs, so that every arm of every commit has the same rows. */
const LOAD_SEED = 1;

/** Options that decide what the tables hold; the others only matter to a run. */
const LOAD_OPTIONS: ReadonlySet<string> = new Set([
  "tables",
  "table-size",
  "auto-inc",
  "secondary",
  "create-secondary",
  "create-table-options",
  "create-covered-secondary",
  "range-key-partitioning",
  "manual-range-splitting",
  "num-table-splits",
  "serial-cache-size",
  "index-timing",
  "load-method",
  "stationary",
  "compat",
  "rand-type",
  "rand-spec-iter",
  "rand-spec-pct",
  "rand-spec-res",
  "rand-pareto-h",
  "rand-zipfian-exp",
  // kv
  "insert-count",
  "min-block-bytes",
  "max-block-bytes",
  "target-compression-ratio",
  "cycle-length",
  "sequential",
  "splits",
  "scatter",
  "secondary-index",
  // sql_inserts
  "table-name",
  "num-unique-keys",
  "max-written-key",
  "uuid",
  "nouuid",
  "value-size",
]);

/** The workload that loads the tables of sysbench's family: it uses them all, and every dialect has it. */
const SBTEST_LOADER = "oltp_read_only";

/** Workloads that leave other tables than they found: nobody else may use theirs. */
const DRIFTING: ReadonlySet<string> = new Set([
  "oltp_insert",
  "oltp_delete",
  "bulk_insert",
  "oltp_multi_insert",
  "oltp_multi_value_insert",
  "kv",
  "sql_inserts",
]);

/** @param drawnSeed used where neither the command line nor the config file fixes one */
export function planOf(config: Config, overrides: Overrides, drawnSeed: number): Plan {
  const { measure } = config;
  const loads = new Map<string, LoadPlan>();
  const workloads = config.workloads.map((entry): PlannedWorkload => {
    const options = normalise(entry.options);
    const load = loadOf(loads, entry, config.database.dialect, options);
    return { name: entry.name, workload: entry.run, dialect: config.database.dialect, options, load };
  });
  const mode = overrides.mode ?? measure.mode;
  // Against history the noise of a run does not shrink with its sessions.
  const looks = mode === "history" ? 1 : measure.looks;
  const sessions = overrides.sessions ?? measure.sessions;
  const seconds = overrides.seconds ?? measure.seconds;
  const bought = budgetOf(config, overrides, mode, { workloads: workloads.length, seconds, looks });
  return {
    suite: config.suite,
    mode,
    sessions: bought?.sessions ?? sessions,
    looks,
    seconds: bought?.seconds ?? seconds,
    budgetSeconds: bought === null ? null : measure.budget! / 1e9,
    warmupSeconds: measure.warmup,
    sliceMs: measure.slice / 1e6,
    seed: overrides.seed ?? measure.seed ?? drawnSeed,
    loads: [...loads.values()],
    workloads,
    connections: Math.max(...workloads.map(({ options }) => Number(options["threads"] ?? 1))),
  };
}

/** A budget is for pull requests: runs of a history must all have the same sessions, and who names a number gets it. */
function budgetOf(
  { measure }: Config,
  overrides: Overrides,
  mode: MeasureMode,
  asked: Readonly<{ workloads: number; seconds: number; looks: number }>,
): Bought | null {
  if (measure.budget === undefined || overrides.sessions !== undefined || mode === "history") return null;
  return buy(measure.budget / 1e9, { ...asked, warmup: measure.warmup });
}

/** sysbench spells options with `_` or `-`; from here on it is `-`. */
function normalise(options: Readonly<Record<string, OptionValue>>): Readonly<Record<string, OptionValue>> {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name.replaceAll("_", "-"), value]),
  );
}

/** Workloads with equal tables share one database, but for those that change them. */
function loadOf(
  loads: Map<string, LoadPlan>,
  entry: Readonly<{ name: string; run: string }>,
  dialect: string,
  options: Readonly<Record<string, OptionValue>>,
): LoadPlan {
  const shaping = Object.fromEntries(
    Object.entries(options)
      .filter(([name]) => LOAD_OPTIONS.has(name) || (name === "threads" && hasTablePerConnection(entry.run)))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const owner = drifts(entry.run, options) ? entry.name : null;
  const key = JSON.stringify([familyOf(entry.run), owner, shaping]);
  const known = loads.get(key);
  if (known !== undefined) return known;
  const plan = {
    database: `plumbline_${loads.size + 1}`,
    workload: owner === null && familyOf(entry.run) === "sbtest" ? SBTEST_LOADER : entry.run,
    dialect,
    options: { ...shaping, "rand-seed": LOAD_SEED },
  };
  loads.set(key, plan);
  return plan;
}

const isOn = (value: OptionValue | undefined): boolean =>
  value !== undefined && ["on", "true", "yes", "1"].includes(String(value));

function drifts(workload: string, options: Readonly<Record<string, OptionValue>>): boolean {
  const readsOnly = isOn(options["read-only"]) || Number(options["read-percent"]) === 100;
  return DRIFTING.has(workload) && !isOn(options["stationary"]) && !readsOnly;
}

const hasTablePerConnection = (workload: string): boolean => workload === "bulk_insert";

/** All of sysbench's OLTP workloads run on the same tables, and so do those of its forks. */
function familyOf(workload: string): string {
  return /^(oltp_|select_|load_test$)/.test(workload) ? "sbtest" : workload;
}

export type SessionOrder = Readonly<{
  /** True where head is target 0 of the load generator and starts first. */
  headFirst: boolean;
  /** Indexes into plan.workloads; rotates, so that no workload always comes after the same one. */
  workloads: readonly number[];
  /** Seed of each workload of the plan in this session. */
  seeds: readonly number[];
}>;

/** Order, ports and statements differ from session to session, and are the same for the same plan. */
export function sessionOrder(plan: Plan, index: number): SessionOrder {
  const size = plan.workloads.length;
  return {
    headFirst: index % 2 === 1,
    workloads: plan.workloads.map((_, position) => (position + index) % size),
    seeds: plan.workloads.map((_, position) => mixSeed(plan.seed, index, position)),
  };
}
