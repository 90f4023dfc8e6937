/** The capacities that the sessions of a run found -> their summary and report. */
import type { Capacity, CapacityArm, CapacityFound, CapacityReport } from "../../model/capacity.ts";
import type { Session, WorkloadRun } from "../../model/run.ts";
import { studentCritical } from "../../stats/student.ts";
import { mean, standardDeviation } from "../../stats/summary.ts";

export type CapacitySummary = CapacityFound & Readonly<{ workload: string; searches: readonly Capacity[] }>;

/** @returns null where the workload has none */
export function summarizeCapacity({ name, sessions }: WorkloadRun): CapacitySummary | null {
  const found = capacityOf(sessions);
  return found === null ? null : { ...found, workload: name, searches: searchesOf(sessions) };
}

/** Capacity of sessions that searched one option. @returns null where none searched */
export function capacityOf(sessions: readonly Session[]): CapacityFound | null {
  const searches = searchesOf(sessions);
  const arm = capacityArm(searches);
  return arm === null ? null : { of: searches[0]!.of, ...arm };
}

/**
 * @param workloads with base's sessions of an arm measured with head; those of several runs are not one arm's, and are to be left out
 * @returns undefined where no workload has a capacity
 */
export function capacitiesOf(
  workloads: readonly Readonly<{ head: WorkloadRun; base: readonly Session[] }>[],
): readonly CapacityReport[] | undefined {
  const reports = workloads.flatMap(({ head: { name, sessions }, base }) => {
    const searches = searchesOf(sessions);
    const head = capacityArm(searches);
    return head === null
      ? []
      : [{ workload: name, of: searches[0]!.of, base: capacityArm(searchesOf(base)), head }];
  });
  return reports.length === 0 ? undefined : reports;
}

function searchesOf(sessions: readonly Session[]): readonly Capacity[] {
  return sessions.flatMap(({ capacity }) => capacity ?? []);
}

function capacityArm(searches: readonly Capacity[]): CapacityArm | null {
  if (searches.length === 0) return null;
  const found = searches.filter(({ size }) => size !== null);
  return {
    ...openInterval(armEstimate(searches, found), searches),
    sessions: searches.length,
    found: found.length,
    failed: leastFailed(searches),
    endedBecause: searches.flatMap(({ endedBecause }) => endedBecause ?? []).at(-1) ?? null,
  };
}

function armEstimate(
  searches: readonly Capacity[],
  found: readonly Capacity[],
): Pick<CapacityArm, "size" | "low" | "high"> {
  if (found.length === 0) {
    const lows = searches.flatMap(({ low }) => low ?? []);
    const highs = searches.flatMap(({ high }) => high ?? []);
    return {
      size: null,
      low: lows.length === 0 ? null : Math.max(...lows),
      high: highs.length === 0 ? null : Math.min(...highs),
    };
  }
  if (found.length === 1) {
    const { size, low, high } = found[0]!;
    return { size, low, high };
  }
  const logs = found.map(({ size }) => Math.log(size!));
  const centre = mean(logs);
  const half = (studentCritical(0.025, logs.length - 1) * standardDeviation(logs)) / Math.sqrt(logs.length);
  const spread = { low: Math.exp(centre - half), high: Math.exp(centre + half) };
  return { size: Math.exp(centre), ...widened(spread, found) };
}

/**
 * A session that found none may know that the capacity lies beyond: above the largest load that may be tried, or below the smallest. What the
 * others found says nothing of how far.
 */
function openInterval(
  { size, low, high }: Pick<CapacityArm, "size" | "low" | "high">,
  searches: readonly Capacity[],
): Pick<CapacityArm, "size" | "low" | "high"> {
  if (size === null) return { size, low, high };
  const without = searches.filter((search) => search.size === null);
  const isAbove = without.some((search) => search.low !== null && high !== null && search.low >= high);
  const isBelow = without.some((search) => search.high !== null && low !== null && search.high <= low);
  return { size, low: isBelow ? null : low, high: isAbove ? null : high };
}

/**
 * Searches that ended early stand at the same few sizes, and so agree by more than they know: then the interval is no narrower than
 * theirs on the average.
 */
function widened(
  { low, high }: Readonly<{ low: number; high: number }>,
  found: readonly Capacity[],
): Pick<CapacityArm, "low" | "high"> {
  if (found.every(({ endedBecause }) => endedBecause === undefined)) return { low, high };
  const typical = (ends: readonly (number | null)[]) =>
    Math.exp(mean(ends.map((end) => Math.log(end ?? Number.NaN))));
  const ends = [typical(found.map((each) => each.low)), typical(found.map((each) => each.high))] as const;
  return {
    low: Number.isNaN(ends[0]) ? null : Math.min(low, ends[0]),
    high: Number.isNaN(ends[1]) ? null : Math.max(high, ends[1]),
  };
}

function leastFailed(searches: readonly Capacity[]): CapacityArm["failed"] {
  const failed = searches.flatMap(({ trials }) => trials.filter(({ outcome }) => outcome === "fails"));
  const [least] = failed.toSorted((a, b) => a.size - b.size);
  return least === undefined ? null : { size: least.size, because: least.because ?? "" };
}
