/** The capacities that the sessions of a run found -> what is said of them. */
import type { Capacity } from "../model/capacity.ts";
import type { WorkloadRun } from "../model/run.ts";
import { studentCritical } from "../stats/student.ts";
import { mean, standardDeviation } from "../stats/summary.ts";

export type CapacitySummary = Readonly<{
  workload: string;
  of: string;
  /** Geometric mean over the sessions that found one; null: none did. */
  size: number | null;
  /** 95 %: Student's t over the sessions' logarithms, of a single session the search's own. Null: open there, or nothing known. */
  low: number | null;
  high: number | null;
  sessions: readonly Capacity[];
}>;

/** @returns null where the workload has none */
export function summarizeCapacity({ name, sessions }: WorkloadRun): CapacitySummary | null {
  const searches = sessions.flatMap(({ capacity }) => (capacity === undefined ? [] : [capacity]));
  const [first] = searches;
  if (first === undefined) return null;
  const facts = { workload: name, of: first.of, sessions: searches };
  const logs = searches.flatMap(({ size }) => (size === null ? [] : [Math.log(size)]));
  if (logs.length === 0) {
    const lows = searches.flatMap(({ low }) => low ?? []);
    const highs = searches.flatMap(({ high }) => high ?? []);
    const known = {
      low: lows.length === 0 ? null : Math.max(...lows),
      high: highs.length === 0 ? null : Math.min(...highs),
    };
    return { ...facts, size: null, ...known };
  }
  const centre = mean(logs);
  if (logs.length === 1) {
    const { size, low, high } = searches.find((search) => search.size !== null)!;
    return { ...facts, size, low, high };
  }
  const half = (studentCritical(0.025, logs.length - 1) * standardDeviation(logs)) / Math.sqrt(logs.length);
  return { ...facts, size: Math.exp(centre), low: Math.exp(centre - half), high: Math.exp(centre + half) };
}
