/** Config and the load generator's descriptions -> Plan: what will be measured, in which order, with which seeds. */
import { wordTable } from "../model/by-key.ts";
import type { CapacityPlan } from "../model/capacity.ts";
import type { Catalog, Description } from "../model/catalog.ts";
import { PlumblineError } from "../model/errors.ts";
import type { LoadPlan } from "../model/load-plan.ts";
import type { NodeSource } from "../model/nodes.ts";
import {
  type ArmName,
  type MeasureMode,
  type OptionValue,
  type SliceLength,
  startsHeadFirst,
} from "../model/run.ts";
import { type ScriptSet, type Statements, scriptOptions } from "../model/script.ts";
import type { TimelinePlan } from "../model/timeline.ts";
import { mixSeed } from "../stats/mix-seed.ts";
import { significant } from "../stats/round.ts";
import { plural } from "../text/units.ts";
import { type Bought, buy } from "./budget.ts";
import { capacityPlanOf } from "./capacity.ts";
import { type LookPlan, lookPlanOf, mostSessions, roundsOf } from "./looks.ts";
import { hyphenated } from "./option-words.ts";
import type { Config } from "./parse.ts";
import { stagesSeconds } from "./stages.ts";
import { timelinePlanOf } from "./timeline.ts";

/** A role, and where the config file names it. */
export type PlannedRole = Readonly<{ name: string; place: string }>;

export type PlannedWorkload = Readonly<{
  name: string;
  workload: string;
  dialect: string;
  /** Options as the config file gives them, with names spelled with `-`. */
  options: Readonly<Record<string, OptionValue>>;
  /** Undefined for a workload of the load generator's own. */
  script?: ScriptSet | undefined;
  /** SQL of a script's statements, by their names. */
  statements: Statements;
  /** Scripts that base runs instead, from its own commit, if they differ from head's. */
  ofBase?: Readonly<{ script: ScriptSet; statements: Statements }>;
  /** Tables that the load generator makes for the workload. */
  tables: readonly string[];
  load: LoadPlan;
  /** Role that its connections become; absent: the user that connects. */
  role?: PlannedRole;
  /** Search for the largest load that keeps its limits; absent: none. */
  capacity?: CapacityPlan;
  /** Disruptions of a separate load, on servers of its own; absent: none. */
  timeline?: TimelinePlan;
  /** Names of options that shape neither the data nor the run, such as those of the output. */
  passing: readonly string[];
  /** Names of options whose value is not their default. */
  chosen: readonly string[];
}>;

export type Plan = Readonly<{
  suite: string;
  dialect: string;
  mode: MeasureMode;
  /** Planned sessions of a workload. */
  sessions: number;
  looks: LookPlan;
  seconds: number;
  /** Seconds that the measuring may take; null: the sessions are fixed. */
  budgetSeconds: number | null;
  warmupSeconds: number;
  sliceMs: SliceLength;
  seed: number;
  loads: readonly LoadPlan[];
  workloads: readonly PlannedWorkload[];
  /** Source of the CPU figures of the machines that the database runs on; absent: none is asked. */
  nodes?: NodeSource;
  /** True if servers order text as C only because the config file names no locale. */
  isLocaleAssumed: boolean;
  /** Connections that one server must accept at once. */
  connections: number;
}>;

/** Settings of the command line, which override the config file. */
export type Overrides = Readonly<{ mode?: MeasureMode; sessions?: number; seconds?: number; seed?: number }> &
  Readonly<{
    /** False for a push in a workflow, whose answer is not awaited. Absent: true. */
    isAwaited?: boolean;
    /** Nanoseconds for the search for causes. */
    cause?: number;
    /** The capacity found last of each workload, by its name: the search starts there. */
    capacities?: Readonly<Record<string, number>>;
  }>;

/** Options that follow from stages. */
const OF_STAGES: ReadonlySet<string> = new Set(["rate", "time"]);

/** The seed of the tables: the same for all runs, so that every arm of every commit has the same rows. */
const LOAD_SEED = 1;

/** The load generator's descriptions of a workload of the config file. */
export type Described = Readonly<{
  /** Description with the options that the file gives the workload. */
  asked: Description;
  /** Description without any options. */
  usual: Description;
  script?: ScriptSet | undefined;
}>;

/**
 * @param described by workload, in the file's order
 * @param drawnSeed used where neither the command line nor the config file fixes one
 */
export function makePlan(
  config: Config,
  overrides: Overrides,
  catalog: Catalog,
  described: readonly Described[],
  drawnSeed: number,
): Plan {
  const { measure } = config;
  const { dialect } = config.database;
  const passing = catalog.options.filter(({ shapes }) => shapes === "neither").map(({ name }) => name);
  const loads = new Map<string, LoadPlan>();
  const mode = overrides.mode ?? measure.mode;
  // In history mode, more sessions do not reduce the noise between runs.
  const looks = mode === "history" ? 1 : lookPlanOf(measure.looks, overrides.isAwaited ?? true);
  const seconds = overrides.seconds ?? measure.seconds;
  const asked = { workloads: config.workloads.length, seconds, looks: roundsOf(looks) };
  const bought = boughtByBudget(config, overrides, mode, asked);
  const sessions = bought?.sessions ?? overrides.sessions ?? measure.sessions;
  const all = mostSessions(looks, sessions);
  const workloads = config.workloads.map((entry, position): PlannedWorkload => {
    const { asked, script } = described[position]!;
    assureStages(config, position, bought?.seconds ?? seconds);
    const load = sharedLoad(loads, entry.name, dialect, asked);
    const role = roleOf(config, position);
    const further = { ...scriptOptions(script), ...roleOptions(role) };
    return {
      ...workloadRequest(entry, dialect),
      script,
      statements: sqlByName(asked),
      tables: asked.tables.map(({ name }) => name),
      load,
      ...(role === undefined ? {} : { role }),
      ...(entry.capacity === undefined
        ? {}
        : { capacity: searchOf(config, position, overrides, { mode, sessions: all }) }),
      ...(entry.timeline === undefined ? {} : { timeline: timelinePlanOf(entry.timeline) }),
      passing,
      chosen: [...chosenOf(catalog, entry, described[position]!), ...Object.keys(further)],
    };
  });
  return {
    suite: config.suite,
    dialect: config.database.dialect,
    mode,
    sessions,
    looks,
    seconds: bought?.seconds ?? seconds,
    budgetSeconds: bought === null ? null : measure.budget! / 1e9,
    warmupSeconds: measure.warmup,
    sliceMs: measure.slice === "auto" ? "auto" : measure.slice / 1e6,
    seed: overrides.seed ?? measure.seed ?? drawnSeed,
    loads: [...loads.values()],
    workloads,
    ...(config.database.nodes === undefined ? {} : { nodes: config.database.nodes }),
    isLocaleAssumed: isLocaleAssumed(config.database.deploy),
    connections: Math.max(...described.map(({ asked }) => asked.lanes), ...workloads.map(mostConnections)),
  };
}

/** Options of the load generator that shape the data or the run and differ from their defaults. */
function chosenOf(
  { options }: Catalog,
  { stages }: Config["workloads"][number],
  { asked, usual }: Described,
): readonly string[] {
  return options
    .filter(({ shapes, owner }) => shapes !== "neither" && owner === null)
    .map(({ name }) => name)
    .filter((name) => asked.options[name] !== usual.options[name])
    .filter((name) => stages === undefined || !OF_STAGES.has(name));
}

/** @throws PlumblineError of kind "usage" where a session ends before the stages of a workload */
function assureStages({ workloads, places }: Config, position: number, seconds: number): void {
  const { name, stages = [] } = workloads[position]!;
  const wanted = stagesSeconds(stages);
  if (wanted <= seconds) return;
  throw new PlumblineError(
    "usage",
    `${places.workloads[position]!.run}: ${name}: its stages last ${significant(wanted, 4)} s, and a session measures ${significant(seconds, 4)} s`,
    { remedy: "raise measure.seconds, or shorten the stages; a measure.budget may choose shorter sessions" },
  );
}

/**
 * @param sessions of all looks
 * @throws PlumblineError of kind "usage" if a session's share of the budget is too short for one trial of each arm
 */
function searchOf(
  { workloads, places }: Config,
  position: number,
  { capacities = {} }: Overrides,
  { mode, sessions }: Readonly<{ mode: MeasureMode; sessions: number }>,
): CapacityPlan {
  const { name, capacity: fields } = workloads[position]!;
  const plan = capacityPlanOf(fields!, wordTable(capacities)[name], sessions);
  const { budgetSeconds, seconds } = plan;
  const trials = (mode === "side-by-side" ? 2 : 1) * seconds;
  if (budgetSeconds === null || budgetSeconds >= trials) return plan;
  const share = significant(budgetSeconds, 2);
  throw new PlumblineError(
    "usage",
    `${places.workloads[position]!.capacity}: ${name}: capacity: its budget leaves each of ${plural(sessions, "session")} ${share} s, but a trial of each arm takes ${trials} s`,
    { remedy: "set a larger budget, fewer sessions, or shorter trials (`seconds`)" },
  );
}

function isLocaleAssumed(deploy: Config["database"]["deploy"]): boolean {
  return deploy.kind === "local" && deploy.locale === undefined;
}

function roleOf({ database, workloads, places }: Config, position: number): PlannedRole | undefined {
  const { role: own } = workloads[position]!;
  const name = own ?? database.role;
  if (name === undefined) return undefined;
  return { name, place: own === undefined ? places.role : places.workloads[position]!.role };
}

/** The option that names the load's role: under another role it is another workload. */
export function roleOptions(role: PlannedRole | undefined): Readonly<Record<string, OptionValue>> {
  return role === undefined ? {} : { role: role.name };
}

/** Connections of the trials of a workload's capacity; 0 if they open no more than the workload itself. */
function mostConnections({ capacity }: PlannedWorkload): number {
  return capacity?.of === "threads" ? capacity.most : 0;
}

/** SQL by name, of the statements that have one text. */
export function sqlByName({ statements = [] }: Description): Statements {
  return Object.fromEntries(
    statements.flatMap(({ name, sql }) => (sql === undefined ? [] : [[name, sql] as const])),
  );
}

/** A workload as an arm runs it. */
export function asRunBy(arm: ArmName, { ofBase, ...workload }: PlannedWorkload): PlannedWorkload {
  return arm === "base" ? { ...workload, ...ofBase } : workload;
}

/** A budget does not apply to history mode, whose runs must all have the same sessions, nor if a number of sessions is named. */
function boughtByBudget(
  { measure, places }: Config,
  overrides: Overrides,
  mode: MeasureMode,
  asked: Readonly<{ workloads: number; seconds: number; looks: number }>,
): Bought | null {
  if (measure.budget === undefined || overrides.sessions !== undefined || mode === "history") return null;
  return buy(measure.budget / 1e9, { ...asked, warmup: measure.warmup }, places.budget);
}

/** Request to the load generator to describe an entry of the config file. */
export function workloadRequest(
  { name, run, options }: Config["workloads"][number],
  dialect: string,
): Pick<PlannedWorkload, "name" | "workload" | "dialect" | "options"> {
  const entries = Object.entries(options).map(([option, value]) => [hyphenated(option), value] as const);
  return { name, workload: run, dialect, options: Object.fromEntries(entries) };
}

/** Workloads with equal data share one database, except those that change their tables for good. */
function sharedLoad(
  loads: Map<string, LoadPlan>,
  name: string,
  dialect: string,
  { data, drift, tables }: Description,
): LoadPlan {
  const key = JSON.stringify([data, drift === null ? null : name]);
  const known = loads.get(key);
  if (known !== undefined) return known;
  const shaping = Object.entries(data.options).flatMap(([option, value]) =>
    value === null ? [] : [[option, value] as const],
  );
  const plan = {
    database: `plumbline_${loads.size + 1}`,
    workload: data.loader,
    dialect,
    ...(tables.length === 0 ? { isEmpty: true } : {}),
    options: { ...Object.fromEntries(shaping), "rand-seed": LOAD_SEED },
  };
  loads.set(key, plan);
  return plan;
}

type SessionOrder = Readonly<{
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
    headFirst: startsHeadFirst(index),
    workloads: plan.workloads.map((_, position) => (position + index) % size),
    seeds: plan.workloads.map((_, position) => mixSeed(plan.seed, index, position)),
  };
}
