import { createHash } from "node:crypto";
import type { Generator } from "../../model/build.ts";
import type { Environment, MeasureMode, Run, WorkloadRun } from "../../model/run.ts";
import { type BuildFacts, buildFacts } from "../warnings/builds.ts";

/** Facts that decide whether two runs may be compared. */
type Comparable = Readonly<{
  environment: Environment;
  generator: Readonly<{ version: string; profile: string }>;
  /** Builds of the programs; absent where documents of older versions do not say how they were built. */
  builds?: BuildFacts | undefined;
  workloads: readonly Pick<WorkloadRun, "name" | "workload" | "options">[];
  mode: MeasureMode;
  /** Measured seconds per workload and session. */
  seconds: number;
  /** Jobs of a matrix differ in ways that only the workflow knows: a build's flags, for example. */
  job?: string | undefined;
  /** Two config files of a repository may give their suite one name. */
  config?: string | undefined;
}>;

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

/** The settings of a server that can change what is measured. */
export function lastingSettings(
  settings: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !PASSING_SETTINGS.has(name)));
}

/** Rounds memory to whole GiB: the kernel keeps some of it for itself, on equal machines not always the same. */
export function roundMemory<T extends Pick<Environment, "memoryBytes">>(
  machine: T,
): Omit<T, "memoryBytes"> & Readonly<{ memory: string }> {
  const { memoryBytes, ...rest } = machine;
  return { ...rest, memory: `${Math.round(memoryBytes / 2 ** 30)} GiB` };
}

/**
 * SHA-256, in hex, over all that must be equal for two runs to be compared: environment, effective options, the way of measuring,
 * the job of a matrix, the config file, the load generator's version and profile, and how the programs were built. Order of keys and of
 * workloads does not matter.
 */
export function fingerprintOf({
  environment: { build: _build, ...environment },
  generator,
  builds,
  workloads,
  mode,
  seconds,
  job,
  config,
}: Comparable): string {
  const subject = {
    environment: { ...roundMemory(environment), settings: lastingSettings(environment.settings) },
    generator: { version: generator.version, profile: generator.profile },
    builds,
    job,
    config,
    mode,
    seconds,
    workloads: workloads
      .map(({ name, workload, options }) => ({ name, workload, options }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  };
  return canonicalHash(subject);
}

/** SHA-256 of a value, in hexadecimal digits: equal values have equal ones. */
export function canonicalHash(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex");
}

/** JSON with the keys of every object in code unit order: equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}

/** Builds as they go into a fingerprint: none for documents older than these facts, whose fingerprints stay what they are. */
export function buildsOf(environment: Environment, generator: Generator): BuildFacts | undefined {
  const isKnown = environment.build !== undefined || generator.libc !== undefined;
  return isKnown ? buildFacts({ environment, generator }) : undefined;
}

/** The Comparable of a run. */
export function comparableOf(run: Run): Comparable {
  return {
    builds: buildsOf(run.environment, run.generator),
    environment: run.environment,
    generator: run.generator,
    workloads: run.workloads,
    mode: run.measurement.mode,
    seconds: run.plan.seconds,
    job: run.origin.job,
    config: run.origin.config,
  };
}

/** The run's own, and those that it would have had before runs held their load generator's program, their config file and their builds. */
export function fingerprintsOf(run: Run): readonly string[] {
  const { program: _program, ...generator } = run.generator;
  const whole = { ...comparableOf(run), builds: buildsOf(run.environment, generator) };
  const { config: _config, ...comparable } = whole;
  const before = [whole, comparable, { ...comparable, builds: undefined }].map(fingerprintOf);
  return [...new Set([run.fingerprint, ...before])];
}

/** True if an earlier run was measured under a run's conditions, as far as it knows them. */
export function isAlike(earlier: Run, run: Run): boolean {
  if (earlier.fingerprint === run.fingerprint) return true;
  const tellsLess = earlier.origin.config === undefined || earlier.generator.program === undefined;
  return tellsLess && fingerprintsOf(run).includes(earlier.fingerprint);
}
