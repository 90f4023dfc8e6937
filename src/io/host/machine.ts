/** Facts about this machine: part of what must be equal for two runs to be comparable, and what `doctor` looks at. */
import { readFileSync, statfsSync } from "node:fs";
import {
  availableParallelism,
  type CpuInfo,
  cpus,
  loadavg,
  release,
  type as systemType,
  totalmem,
} from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "../../model/run.ts";
import { cpuQuota } from "./quota.ts";

type MachineFacts = Pick<Environment, "cpuModel" | "cpuCount" | "memoryBytes" | "kernel" | "runner">;

/** @param env for the label of the runner: the user's PLUMBLINE_RUNNER, else what a hosted runner says of itself */
export function machineFacts(env: NodeJS.ProcessEnv = process.env): MachineFacts {
  return {
    cpuModel: cpus()[0]?.model.trim() || process.arch,
    cpuCount: usableCpus(),
    memoryBytes: memoryLimit(),
    kernel: `${systemType()} ${release()}`,
    runner: env["PLUMBLINE_RUNNER"] ?? hostedLabel(env),
  };
}

/**
 * The name of a hosted runner is another one for each job; its image is what stays. A self-hosted runner's name is that machine.
 */
function hostedLabel(env: NodeJS.ProcessEnv): string {
  if (env["RUNNER_ENVIRONMENT"] === "github-hosted") return env["ImageOS"] ?? "github-hosted";
  return env["RUNNER_NAME"] ?? "";
}

/** CPUs that we may run on, or those that the quota of a container comes to. */
function usableCpus(): number {
  return Math.min(availableParallelism(), Math.ceil(cpuQuota() ?? Number.POSITIVE_INFINITY));
}

/** Memory of the machine, or of the container where that is less. */
export function memoryLimit(): number {
  const limit = process.constrainedMemory();
  return limit !== undefined && limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** State that changes from minute to minute; null where the system does not say. */
type MachineState = Readonly<{
  /** Processes that wanted to run, mean of the last minute. */
  loadAverage: number;
  /** Frequency governors of the CPUs: ["performance"], or several where they differ; null without frequency control (most VMs). */
  governors: readonly string[] | null;
  /** CPUs that a container's quota comes to; null without one. */
  cpuQuota: number | null;
  /** Free bytes for us in `folder`. */
  freeDiskBytes: number | null;
}>;

export function machineState(folder: string): MachineState {
  return {
    loadAverage: loadavg()[0] ?? 0,
    governors: governors(),
    cpuQuota: cpuQuota(),
    freeDiskBytes: freeDisk(folder),
  };
}

/** CPUs that are busy, whatever with, on average over the time that this takes. */
export async function busyCpus(ms: number): Promise<number> {
  const before = cpus();
  await sleep(ms);
  return busyBetween(before, cpus());
}

/** @param before times of each CPU, as `after` later; CPUs that came or went meanwhile are left out */
export function busyBetween(before: readonly CpuTimes[], after: readonly CpuTimes[]): number {
  const shares = after.slice(0, before.length).map(({ times }, cpu) => {
    const idle = times.idle - before[cpu]!.times.idle;
    const all = totalTime(times) - totalTime(before[cpu]!.times);
    return all > 0 ? 1 - idle / all : 0;
  });
  return shares.reduce((sum, share) => sum + share, 0);
}

type CpuTimes = Pick<CpuInfo, "times">;

function totalTime(times: CpuInfo["times"]): number {
  return Object.values(times).reduce((sum, part) => sum + part, 0);
}

function governors(): readonly string[] | null {
  const found = cpus().flatMap((_, cpu) => {
    try {
      const file = `/sys/devices/system/cpu/cpu${cpu}/cpufreq/scaling_governor`;
      return [readFileSync(file, "utf8").trim()];
    } catch {
      return [];
    }
  });
  return found.length === 0 ? null : [...new Set(found)].sort();
}

function freeDisk(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
