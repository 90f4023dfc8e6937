import { createHash } from "node:crypto";
import type { Environment, MeasureMode, OptionValue, Run, WorkloadRun } from "../model/run.ts";

/** What decides whether two runs may be compared. */
export type Comparable = Readonly<{
  environment: Environment;
  generator: Readonly<{ version: string; profile: string }>;
  workloads: readonly Pick<WorkloadRun, "name" | "workload" | "options">[];
  mode: MeasureMode;
  /** Measured seconds per workload and session. */
  seconds: number;
}>;

/** Options that say where the servers are, who asks, how it is written down, or that change with each session. */
const PASSING_OPTIONS = new Set([
  "against",
  "against-server-pid",
  "histogram",
  "output",
  "percentile",
  "percentiles",
  "pgsql-db",
  "pgsql-host",
  "pgsql-password",
  "pgsql-port",
  "pgsql-url",
  "pgsql-user",
  "rand-seed",
  "report-interval",
  "server-pid",
  "shard",
  "slice-lines",
  "start-at",
  "verbosity",
]);

/** Server settings that name places of one session. */
const PASSING_SETTINGS = new Set([
  "data_directory",
  "external_pid_file",
  "hba_file",
  "ident_file",
  "listen_addresses",
  "port",
  "unix_socket_directories",
]);

/** The options of a workload that shape what is measured. */
export function lastingOptions(
  options: Readonly<Record<string, OptionValue>>,
): Readonly<Record<string, OptionValue>> {
  return without(options, PASSING_OPTIONS);
}

/** The settings of a server that can change what is measured. */
export function lastingSettings(
  settings: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return without(settings, PASSING_SETTINGS);
}

/** To whole GiB: the kernel keeps some of the memory for itself, on equal machines not always the same. */
export function roundMemory<T extends Pick<Environment, "memoryBytes">>(
  machine: T,
): Omit<T, "memoryBytes"> & Readonly<{ memory: string }> {
  const { memoryBytes, ...rest } = machine;
  return { ...rest, memory: `${Math.round(memoryBytes / 2 ** 30)} GiB` };
}

function without<T>(
  record: Readonly<Record<string, T>>,
  names: ReadonlySet<string>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.has(name)));
}

/**
 * SHA-256, in hex, over all that must be equal for two runs to be compared: environment, effective options, the way of measuring
 * and the load generator's version and profile. Order of keys and of workloads does not matter.
 */
export function fingerprintOf({ environment, generator, workloads, mode, seconds }: Comparable): string {
  const subject = {
    environment: { ...roundMemory(environment), settings: lastingSettings(environment.settings) },
    generator: { version: generator.version, profile: generator.profile },
    mode,
    seconds,
    workloads: workloads
      .map(({ name, workload, options }) => ({ name, workload, options: lastingOptions(options) }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
  return createHash("sha256").update(canonicalJson(subject)).digest("hex");
}

/** JSON with the keys of every object in code unit order: equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** What a run has of a Comparable. */
export function comparableOf(run: Run): Comparable {
  return {
    environment: run.environment,
    generator: run.generator,
    workloads: run.workloads,
    mode: run.measurement.mode,
    seconds: run.plan.seconds,
  };
}
