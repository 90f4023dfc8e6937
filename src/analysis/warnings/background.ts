/**
 * Work of servers while the other one is driven: vacuum, checkpoints, replication, work left over. Side by side it falls on both
 * arms, so that a head that burns CPU apart from its queries looks like its base (measured: -1.3 % where it costs 11.8 % alone). It
 * shows in the CPU time of the idle server, which can be read where the server runs on this machine.
 */
import { type Warning, warning } from "../../model/document.ts";
import type { MetricId } from "../../model/metric.ts";
import type { CpuByProcess } from "../../model/report.ts";
import type { Session } from "../../model/run.ts";
import { mean, sum } from "../../stats/summary.ts";
import { formatDecimals, plural } from "../../text/units.ts";
import type { Arms } from "../verdict/arm-values.ts";
import type { Bias } from "../verdict/finding.ts";

/**
 * Background work matters from this share of the machine's CPUs on. Throughput can be off by at most the share that is taken, so that less
 * than this stays within the default limit.
 */
const BENDING_SHARE = 0.02;

/** CPUs that an arm's server used while the other one was driven, on average over its sessions; null where that could not be seen. */
export function idleCpus(sessions: readonly Session[]): number | null {
  const seen = sessions.flatMap(({ serverCpu }) =>
    serverCpu === undefined || serverCpu.idleWallNs === 0 ? [] : [serverCpu.idleNs / serverCpu.idleWallNs],
  );
  return seen.length === 0 ? null : mean(seen);
}

/** CPU time for each statement in nanoseconds, over all sessions; null where processes could not be distinguished. */
export function cpuByProcess(sessions: readonly Session[]): CpuByProcess | null {
  const known = sessions.flatMap(({ serverCpu, committedQueries }) =>
    serverCpu?.backendsNs === undefined
      ? []
      : [{ ...serverCpu, own: serverCpu.backendsNs, committedQueries }],
  );
  const statements = sum(known.map(({ committedQueries }) => committedQueries));
  if (statements === 0) return null;
  const connections = sum(known.map(({ own }) => own));
  const all = sum(known.map(({ drivenNs }) => drivenNs));
  return { connections: connections / statements, background: Math.max(0, all - connections) / statements };
}

export type Background = Readonly<{
  /** Distortion of a metric by background work; undefined: none. */
  bias(metric: MetricId): Bias | undefined;
  warnings: readonly Warning[];
}>;

/** @param cpus of the machine that the servers share */
export function backgroundOf(workload: string, arms: Arms, cpus: number): Background {
  const base = idleCpus(arms.base.map(({ session }) => session));
  const head = idleCpus(arms.head.map(({ session }) => session));
  if (base === null || head === null) return { bias: () => undefined, warnings: [] };
  const used = `base ${formatDecimals(base, 2)}, head ${formatDecimals(head, 2)} of ${plural(cpus, "CPU")}`;
  const bends = Math.abs(head - base) > BENDING_SHARE * cpus;
  const why = `the servers use CPU while idle (${used}), which slows both arms: side by side does not show its cost`;
  return {
    // Whose work is hidden is slower than it looks. In an arm's own slices its background work is part of its CPU time.
    bias: (metric) =>
      bends && metric !== "server-cpu" ? { why, spares: head > base ? "regressed" : "improved" } : undefined,
    warnings:
      Math.max(base, head) <= BENDING_SHARE * cpus
        ? []
        : warning("background-work", {
            message: bends ? why : `${why}; it is the same in both, so verdicts stand`,
            remedy:
              "see which processes do it (autovacuum, checkpoints, an extension's workers), let them finish before the measurement, or measure head alone (measure.mode: history)",
            workload,
          }),
  };
}
