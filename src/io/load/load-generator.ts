/** The port to plumbline-load. Implementation: native.ts. */

import type { StatementText } from "../../analysis/samples/statement-text.ts";
import type { Catalog, Description } from "../../model/catalog.ts";
import type { LiveInterval } from "../../model/live.ts";
import type { LoadPlan } from "../../model/load-plan.ts";
import type { OptionValue, SliceLength } from "../../model/run.ts";
import type { ScriptSet } from "../../model/script.ts";

export interface LoadGenerator {
  /** Identity of the program. Programs that may load different rows have different ones. */
  identity(): Promise<string>;
  /** The catalogue: all workloads, dialects and options. */
  catalog(): Promise<Catalog>;
  /**
   * Describes a workload with its options, without a database, so that a typing error costs no minutes.
   * @throws PlumblineError of kind "usage" that names the workload's entry and what is allowed
   */
  describe(workload: WorkloadRequest): Promise<Description>;
  /** The statements of a workload's events, as text, without a database. */
  statements(workload: WorkloadRequest): Promise<readonly StatementText[]>;
  /** Names of the tables that `prepare` makes for a plan, without a database. */
  tables(plan: LoadPlan): Promise<readonly string[]>;
  /** Loads one plan's tables. @throws PlumblineError of kind "target" or "generator" with the program's own words. */
  prepare(request: PrepareRequest): Promise<void>;
  /** Runs one workload and answers every NDJSON line of it, in order, unparsed. */
  run(request: RunRequest): Promise<readonly string[]>;
  /**
   * Runs one workload on one server until it is ended, and reports step by step. Failures are counted and do not end it. Answers all lines.
   */
  drive(request: DriveRequest): Promise<readonly string[]>;
}

/** Workload that is driven. */
type DrivenWorkload = Readonly<{
  workload: string;
  dialect: string;
  options: Readonly<Record<string, OptionValue>>;
  /** Scripts, if the workload is one of scripts. */
  script?: ScriptSet | undefined;
}>;

/** A workload with the name that the config file gives it. */
export type WorkloadRequest = DrivenWorkload & Readonly<{ name: string }>;

type PrepareRequest = Readonly<{
  plan: LoadPlan;
  url: string;
  onProgress: (progress: LoadProgress) => void;
  signal: AbortSignal;
}>;

export type RunRequest = DrivenWorkload &
  Readonly<{
    /** Name in the config file, for messages; default: the workload. */
    name?: string;
    /** Targets in the program's order: target 0, target 1. Each may have scripts of its own instead of the run's. */
    targets: readonly Readonly<{ url: string; pid: number | null; script?: ScriptSet | undefined }>[];
    seconds: number;
    warmupSeconds: number;
    sliceMs: SliceLength;
    seed: number;
    onProgress: (progress: LoadProgress) => void;
    signal: AbortSignal;
  }>;

export type DriveRequest = DrivenWorkload &
  Readonly<{
    url: string;
    warmupSeconds: number;
    /** Length of a step. */
    stepMs: number;
    seed: number;
    /** Most seconds until it ends, without the warm-up. */
    secondsMost: number;
    /** Seconds for opening a lost connection again; default: the program's. */
    patienceSeconds?: number;
    onProgress: (progress: LoadProgress) => void;
    /** Ends it as a success: for a short while, statements in flight still get their answers. */
    until: AbortSignal;
    signal: AbortSignal;
  }>;

export type LoadProgress = Readonly<{
  phase: string;
  /** Share that is done, from 0 to 1; null if the total is not known. */
  share: number | null;
  /** The current work, for example the table that is being loaded. */
  what: string;
  /** Numbers of each target since the last report; absent if no load runs. */
  intervals?: readonly LiveInterval[];
}>;
