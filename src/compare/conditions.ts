/**
 * Doubts about how a run was measured, each with its remedy. They never change a verdict. Sessions record the load average too, but
 * after Plumbline's own work has raised it: only before the start (`plumbline doctor`) does it say something about the machine.
 */
import type { Warning } from "../model/document.ts";
import type { Run, Session, WorkloadRun } from "../model/run.ts";

/** Shares from 0 to 1. Reasons: docs/method.md, "Self-checks". */
const LIMITS = {
  clientCpuShare: 0.85,
  stealShare: 0.05,
  /** Busy connections as a share of all, closed loop. */
  busyLow: 0.8,
  busyHigh: 1.1,
  /** Driven time as a share of the time asked for. */
  driven: 0.8,
} as const;

/** Everything about a run that a reader should know before believing its numbers. */
export function conditionsOf(run: Run): readonly Warning[] {
  return run.workloads.flatMap((workload) => [
    ...clientBound(workload),
    ...steal(workload),
    ...littlesLaw(workload, run.measurement.arm),
    ...shortBlocks(workload, run),
    ...reconnects(workload, run.measurement.arm),
    ...sharedServer(workload, run.measurement.arm),
  ]);
}

function clientBound({ name, sessions }: WorkloadRun): readonly Warning[] {
  const bound = sessions.filter(({ client }) => client.cpuShare > LIMITS.clientCpuShare);
  if (bound.length === 0) return [];
  const most = Math.max(...bound.map(({ client }) => client.cpuShare));
  return [
    {
      code: "client-bound",
      message: `the load generator used up to ${percent(most)} of its CPUs in ${of(bound, sessions)}: it may be what limits throughput`,
      remedy: "give it more workers, fewer connections, or a machine of its own",
      workload: name,
    },
  ];
}

function steal({ name, sessions }: WorkloadRun): readonly Warning[] {
  const stolen = sessions.filter(({ client }) => (client.stealShare ?? 0) > LIMITS.stealShare);
  if (stolen.length === 0) return [];
  const most = Math.max(...stolen.map(({ client }) => client.stealShare ?? 0));
  return [
    {
      code: "steal",
      message: `the host took up to ${percent(most)} of the CPU time away in ${of(stolen, sessions)}`,
      remedy: "use a dedicated machine, or more sessions",
      workload: name,
    },
  ];
}

/**
 * Little's law (Little 1961, Oper. Res. 9:383) for a closed loop: throughput times mean latency is the number of busy
 * connections, and that is all of them but for the moments in which a slice runs out.
 */
function littlesLaw({ name, options, sessions }: WorkloadRun, arm: string): readonly Warning[] {
  const connections = Number(options["threads"] ?? Number.NaN);
  if (!(connections > 0) || Number(options["rate"] ?? 0) > 0) return [];
  const failing = sessions.some(({ failedEvents, events }) => failedEvents > 0.01 * events);
  const driven = sum(sessions, ({ durationNs }) => durationNs);
  const latency = sum(sessions, ({ latency: { sumNs } }) => sumNs);
  if (failing || driven === 0 || latency === 0) return [];
  const busy = latency / (driven * connections);
  const slices = sum(sessions, ({ slices: { durationNs } }) => durationNs.length);
  const runOut = (latency / sum(sessions, ({ events }) => events)) * (slices / driven);
  if (busy >= LIMITS.busyLow - runOut && busy <= LIMITS.busyHigh) return [];
  return [
    {
      code: "littles-law",
      message: `${arm}: throughput times mean latency makes ${(busy * connections).toFixed(1)} busy connections, but ${connections} were open: latencies and throughput do not belong together`,
      remedy:
        busy < 1
          ? "the load generator or the network holds requests back; look for client-bound and steal"
          : "report this: latencies are counted twice or time is lost",
      workload: name,
    },
  ];
}

function shortBlocks({ name, sessions }: WorkloadRun, { plan, measurement }: Run): readonly Warning[] {
  const asked = (plan.seconds * 1e9) / (measurement.mode === "side-by-side" ? 2 : 1);
  const short = sessions.filter(({ durationNs }) => durationNs < LIMITS.driven * asked);
  if (short.length === 0) return [];
  const least = Math.min(...short.map(({ durationNs }) => durationNs));
  return [
    {
      code: "short-block",
      message: `${measurement.arm} was driven for as little as ${(least / 1e9).toFixed(1)} s of ${(asked / 1e9).toFixed(1)} s in ${of(short, sessions)}`,
      remedy: "slow requests run out of their slices: use longer slices or more seconds",
      workload: name,
    },
  ];
}

function reconnects({ name, sessions }: WorkloadRun, arm: string): readonly Warning[] {
  const broken = sessions.filter((session) => session.reconnects > 0);
  if (broken.length === 0) return [];
  return [
    {
      code: "reconnects",
      message: `${arm} lost ${sum(broken, (session) => session.reconnects)} connections in ${of(broken, sessions)}; the time without them counts`,
      remedy: "look into the server's log for the cause",
      workload: name,
    },
  ];
}

function sharedServer({ name, sessions }: WorkloadRun, arm: string): readonly Warning[] {
  if (sessions.length < 2 || sessions.every(({ fresh }) => fresh)) return [];
  return [
    {
      code: "no-fresh-sessions",
      message: `${arm}: all sessions met the same running server, so what belongs to its one start looks like a property of the build`,
      remedy:
        "let Plumbline deploy the database (local, docker or command), so that each session gets a fresh one",
      workload: name,
    },
  ];
}

function of(some: readonly Session[], all: readonly Session[]): string {
  return `${some.length} of ${all.length} sessions`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function sum<T>(values: readonly T[], of: (value: T) => number): number {
  return values.reduce((total, value) => total + of(value), 0);
}

/** Each doubt once: the same words once, and of what the runs said themselves already, nothing more. */
export function mergeWarnings(recorded: readonly Warning[], derived: readonly Warning[]): readonly Warning[] {
  const known = new Set(recorded.map(({ code, workload }) => `${code} ${workload ?? ""}`));
  const all = [
    ...recorded,
    ...derived.filter(({ code, workload }) => !known.has(`${code} ${workload ?? ""}`)),
  ];
  return [...new Map(all.map((warning) => [JSON.stringify(warning), warning])).values()];
}
