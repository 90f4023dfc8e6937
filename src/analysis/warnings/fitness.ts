/** Is this machine fit to measure? Facts in, findings out; `plumbline doctor` prints them. */
import { formatAmount, formatBytes, formatDecimals, formatPercent, plainSpaces } from "../../text/units.ts";

/** Facts that can be read in a moment (io/host/machine.ts). */
export type StateFacts = Readonly<{
  cpuCount: number;
  loadAverage: number;
  /** CPUs that were busy in the last seconds, where the load average may show something that has ended. */
  busyNow?: Readonly<{ cpus: number; seconds: number }>;
  /** Frequency governors in use; null where the CPUs' frequency is not ours to see (most virtual machines). */
  governors: readonly string[] | null;
  freeDiskBytes: number | null;
  /** CPUs that a container's quota comes to; null without one. */
  cpuQuota?: number | null;
}>;

export type FitnessFacts = StateFacts &
  Readonly<{
    memoryBytes: number;
    /** See io/host/noise.ts. */
    computeTail: number;
    stealShare: number | null;
    /** Versions, or why they are missing. */
    tools: readonly Readonly<{ name: string; found: string | null; remedy: string }>[];
  }>;

export type FitnessFinding = Readonly<{ what: string; value: string; fit: boolean; remedy: string | null }>;

/**
 * Limits of a quiet machine: load below an eighth of the CPUs (docs/method.md, "Self-checks"), at most 2 % stolen, one piece of
 * equal work in twenty at most 10 % slower than the middle one. A machine beyond them can measure, but sees less.
 */
const LIMIT = {
  loadPerCpu: 1 / 8,
  stealShare: 0.02,
  computeTail: 0.1,
  freeDiskBytes: 2 * 2 ** 30,
  cpus: 2,
} as const;

/** Judges what can change from run to run, and makes the difference before anything is measured. */
export function judgeState(
  facts: StateFacts,
): Readonly<Record<"load" | "governor" | "disk" | "quota", FitnessFinding>> {
  const load = facts.busyNow?.cpus ?? facts.loadAverage;
  return {
    load: finding(
      "load average",
      formatDecimals(load, 2),
      load <= facts.cpuCount * LIMIT.loadPerCpu,
      "end what else is running, or wait a minute",
    ),
    governor:
      facts.governors === null
        ? unjudged("frequency governor", "not visible (virtual machine)")
        : finding(
            "frequency governor",
            facts.governors.join(", "),
            facts.governors.every((name) => name === "performance"),
            "run sudo cpupower frequency-set -g performance",
          ),
    quota: quotaFinding(facts.cpuQuota ?? null),
    disk:
      facts.freeDiskBytes === null
        ? unjudged("free disk", "not visible")
        : finding(
            "free disk",
            formatBytes(facts.freeDiskBytes),
            facts.freeDiskBytes >= LIMIT.freeDiskBytes,
            "make room: every session works on a copy of the loaded data",
          ),
  };
}

/** A group that has used its quota stands still until the period is over: with less than two CPUs that happens to client and server. */
function quotaFinding(quota: number | null): FitnessFinding {
  if (quota === null) return unjudged("CPU quota", "none");
  return finding(
    "CPU quota",
    `${formatAmount(quota)} ${quota === 1 ? "CPU" : "CPUs"}`,
    quota >= LIMIT.cpus,
    "give the container or pod two CPUs at least (its limit), or CPUs of its own (a cpuset) and no limit",
  );
}

export function judgeFitness(facts: FitnessFacts): readonly FitnessFinding[] {
  const { load, governor, disk, quota } = judgeState(facts);
  return [
    finding(
      "CPUs",
      String(facts.cpuCount),
      facts.cpuCount >= LIMIT.cpus,
      "use a machine with two CPUs at least: one for the load generator, one for the server",
    ),
    quota,
    unjudged("memory", formatBytes(facts.memoryBytes)),
    load,
    governor,
    facts.stealShare === null
      ? unjudged("stolen CPU time", "not visible")
      : finding(
          "stolen CPU time",
          formatPercent(facts.stealShare),
          facts.stealShare <= LIMIT.stealShare,
          "use a dedicated machine, or more sessions: the host is shared",
        ),
    finding(
      "slowest twentieth of equal work",
      `+${formatPercent(facts.computeTail)}`,
      facts.computeTail <= LIMIT.computeTail,
      "expect wider intervals, or use more sessions: the machine's speed varies",
    ),
    disk,
    ...facts.tools.map(({ name, found, remedy }) =>
      finding(name, found ?? "missing", found !== null, remedy),
    ),
  ];
}

/** Has no limit, or cannot be seen. */
function unjudged(what: string, value: string): FitnessFinding {
  return { what, value: plainSpaces(value), fit: true, remedy: null };
}

function finding(what: string, value: string, fit: boolean, remedy: string): FitnessFinding {
  return { what, value: plainSpaces(value), fit, remedy: fit ? null : remedy };
}
