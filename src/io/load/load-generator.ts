/** The port to plumbline-load. Implementation: native.ts. */

import type { StatementText } from "../../analysis/samples/statement-text.ts";
import type { Catalog, Description } from "../../model/catalog.ts";
import type { LiveInterval } from "../../model/live.ts";
import type { LoadPlan } from "../../model/load-plan.ts";
import type { OptionValue, SliceLength } from "../../model/run.ts";
import type { ScriptSet } from "../../model/script.ts";

export interface LoadGenerator {
  /** Another text for a program that may load other rows. */
  identity(): Promise<string>;
  /** Everything that can be chosen. */
  catalog(): Promise<Catalog>;
  /**
   * Describes what a workload comes to with its options. No database is asked: minutes are not spent on a typing error.
   * @throws PlumblineError of kind "usage" that names the workload's entry and what is allowed
   */
  describe(workload: WorkloadRequest): Promise<Description>;
  /** The statements of a workload's events, as text. No database is asked. */
  statements(workload: WorkloadRequest): Promise<readonly StatementText[]>;
  /** Names of the tables that `prepare` makes for a plan. No database is asked. */
  tables(plan: LoadPlan): Promise<readonly string[]>;
  /** Loads one plan's tables. @throws PlumblineError of kind "target" or "generator" with the program's own words. */
  prepare(request: PrepareRequest): Promise<void>;
  /** Runs one workload and answers every NDJSON line of it, in order, unparsed. */
  run(request: RunRequest): Promise<readonly string[]>;
  /**
   * Keeps one workload going on one server until it is ended, and reports step by step: failures are counted, and end nothing. Answers all
   * lines.
   */
  drive(request: DriveRequest): Promise<readonly string[]>;
}

/** Workload that is driven. */
type DrivenWorkload = Readonly<{
  workload: string;
  dialect: string;
  options: Readonly<Record<string, OptionValue>>;
  /** Scripts of a workload that runs scripts. */
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
    /** Targets in the program's order: target 0, target 1; each may have scripts of its own, in place of the run's. */
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
    /** Seconds after which it ends at the latest, not counting the warm-up. */
    secondsMost: number;
    /** Seconds in which a lost connection is tried to be opened again; default: the program's. */
    patienceSeconds?: number;
    onProgress: (progress: LoadProgress) => void;
    /** Ends it well: statements in flight get their answers, for a short while. */
    until: AbortSignal;
    signal: AbortSignal;
  }>;

export type LoadProgress = Readonly<{
  phase: string;
  /** Share that is done, from 0 to 1; null if the total is not known. */
  share: number | null;
  /** Thing that is in progress, for example the table that is being loaded. */
  what: string;
  /** Numbers of each target since the last report; absent if no load runs. */
  intervals?: readonly LiveInterval[];
}>;
