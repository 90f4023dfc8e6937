/**
 * Warnings about how a run was measured, each with its remedy. The load generator warns itself of what it sees (client-bound,
 * connections-idle, throttled ...). Sessions record the load average too, but Plumbline's own work has raised it by then: it says something
 * about the machine only before the start (`plumbline doctor`).
 */
import { type Warning, warning } from "../../model/document.ts";
import type { Run, Session, WorkloadRun } from "../../model/run.ts";
import { sumOf } from "../../stats/summary.ts";
import { formatDuration, formatPercent, plainSpaces, plural } from "../../text/units.ts";
import { hostWarnings } from "../breakdown/hosts.ts";

/** Shares from 0 to 1. Reasons: docs/method.md, "Self-checks". */
const LIMITS = {
  stealShare: 0.05,
  /** Driven time as a share of the time asked for. */
  driven: 0.8,
} as const;

/** Warnings after which no gate of the workload can be judged: something other than the server was measured, other work by each arm, or none. */
const FORBIDDING: ReadonlySet<string> = new Set([
  "throttled",
  "misses-differ",
  "no-rows",
  "policies-bypassed",
]);

/** A warning after which no gate of any workload can: the change under test chose the runs that it is held against. */
const OTHER_HISTORY = "other-history";

/** True if the change under test chose the runs that it is held against: nothing good of it is shown by them. */
export function choseItsHistory({ warnings }: Pick<Run, "warnings">): boolean {
  return warnings.some(({ code }) => code === OTHER_HISTORY);
}

/** Reason why no gate of a workload of that run can be judged, or null. */
export function forbiddingWarning({ warnings, inconclusive = [] }: Run, workload: string): string | null {
  const own = warnings.filter(
    ({ code, workload: its }) => code === OTHER_HISTORY || (FORBIDDING.has(code) && its === workload),
  );
  return [...inconclusive, ...own][0]?.message ?? null;
}

/**
 * Reason why a run cannot be compared with a history of that workload, or null: reads that find no row cost less. Side by side both servers
 * are asked for the same rows, and the load generator reports the difference (misses-differ).
 */
export function missesOnOneSide(history: readonly Run[], head: Run, workload: string): string | null {
  const misses = ({ warnings }: Run) =>
    warnings.some((each) => each.code === "rows-missing" && each.workload === workload);
  const likeHead = history.filter((run) => misses(run) === misses(head));
  if (history.length === 0 || 2 * likeHead.length >= history.length) return null;
  return misses(head)
    ? "reads of this run found no row, those of its baseline did: they did different work"
    : "reads of the baseline found no row, those of this run did: they did different work";
}

/** Warnings that runs hold about themselves. The reason why a run does not measure its load comes first: it explains the others. */
export function recordedWarnings(runs: readonly Run[]): readonly Warning[] {
  return [
    ...runs.flatMap(({ inconclusive = [] }) => inconclusive),
    ...runs.flatMap(({ warnings }) => warnings),
  ];
}

/** Reason why the planned load was not measured, from the first run that has one; null: all runs measured it. */
export function lossOf(runs: readonly Run[]): string | null {
  return runs.flatMap(({ inconclusive = [] }) => inconclusive)[0]?.message ?? null;
}

/** Everything that a reader should know before believing a run's numbers, beyond the run's own warnings. */
export function runWarnings(run: Run): readonly Warning[] {
  return [
    ...run.workloads.flatMap((workload) => [
      ...steal(workload),
      ...shortBlocks(workload, run),
      ...reconnects(workload, run.measurement.arm),
      ...sharedServer(workload, run.measurement.arm),
    ]),
    ...hostWarnings(run),
  ];
}

function steal({ name, sessions }: WorkloadRun): readonly Warning[] {
  const stolen = sessions.filter(({ client }) => (client.stealShare ?? 0) > LIMITS.stealShare);
  if (stolen.length === 0) return [];
  const most = Math.max(...stolen.map(({ client }) => client.stealShare ?? 0));
  return warning("steal", {
    message: plainSpaces(
      `the hypervisor stole up to ${formatPercent(most)} of the CPU time in ${countOfAll(stolen, sessions)}`,
    ),
    remedy: "use a dedicated machine, or more sessions",
    workload: name,
  });
}

function shortBlocks({ name, sessions }: WorkloadRun, { plan, measurement }: Run): readonly Warning[] {
  const asked = (plan.seconds * 1e9) / (measurement.mode === "side-by-side" ? 2 : 1);
  const short = sessions.filter(({ durationNs }) => durationNs < LIMITS.driven * asked);
  if (short.length === 0) return [];
  const least = Math.min(...short.map(({ durationNs }) => durationNs));
  return warning("short-block", {
    message: plainSpaces(
      `${measurement.arm} was driven for as little as ${formatDuration(least / 1e9)} of ${formatDuration(asked / 1e9)} in ${countOfAll(short, sessions)}`,
    ),
    remedy: "use longer slices or more seconds: slow requests outlast their slices",
    workload: name,
  });
}

/** Connections that came back were opened again. For the others only the time without a connection is known. */
function reconnects({ name, sessions, options }: WorkloadRun, arm: string): readonly Warning[] {
  // With the option `reconnect` connections are opened again on purpose, and count as such.
  const countOf = ({ reconnects }: Session) => (Number(options["reconnect"] ?? 0) > 0 ? 0 : reconnects);
  const broken = sessions.filter((session) => countOf(session) > 0 || (session.downtimeNs ?? 0) > 0);
  if (broken.length === 0) return [];
  const count = sumOf(broken, countOf);
  return warning("reconnects", {
    message: `${arm} lost ${count > 0 ? plural(count, "connection") : "connections"} in ${countOfAll(broken, sessions)}; the time without them counts`,
    remedy: "look into the server's log for the cause",
    workload: name,
  });
}

function sharedServer({ name, sessions }: WorkloadRun, arm: string): readonly Warning[] {
  if (sessions.length < 2 || sessions.every(({ fresh }) => fresh)) return [];
  return warning("no-fresh-sessions", {
    message: `${arm}: all sessions used one running server, so effects of that single start cannot be told from the build`,
    remedy:
      "let Plumbline deploy the database (local, docker or command), so that each session gets a fresh one",
    workload: name,
  });
}

function countOfAll(some: readonly Session[], all: readonly Session[]): string {
  return `${some.length} of ${plural(all.length, "session")}`;
}

/** Each warning once: equal texts once, and nothing about what the runs already warn of themselves. */
export function mergeWarnings(recorded: readonly Warning[], derived: readonly Warning[]): readonly Warning[] {
  const known = new Set(recorded.map(({ code, workload }) => `${code} ${workload ?? ""}`));
  const all = [
    ...recorded,
    ...derived.filter(({ code, workload }) => !known.has(`${code} ${workload ?? ""}`)),
  ];
  return [...new Map(all.map((warning) => [JSON.stringify(warning), warning])).values()];
}
