/** What is said of the largest load that keeps its limits. Names and reasons are text from outside. */
import type { CapacityArm, CapacityReport } from "../../model/capacity.ts";
import { plainLine } from "./outside.ts";
import { formatCount, formatNumber, NBSP } from "./units.ts";

/** Cells of a table: one workload on one arm. */
export type CapacityCells = Readonly<{
  workload: string;
  arm: string;
  capacity: string;
  interval: string;
  sessions: string;
  limit: string;
}>;

export const CAPACITY_HEADS = [
  "capacity",
  `95${NBSP}% interval`,
  "sessions",
  "what a larger load failed by",
] as const;

/** Base before head. */
export function capacityRows({ workload, of, base, head }: CapacityReport): readonly CapacityCells[] {
  const cells = (arm: string, own: CapacityArm) => ({
    workload: plainLine(workload),
    arm,
    capacity: own.size === null ? notFound(of, own) : `${plainLine(of)} ${formatNumber(own.size)}`,
    interval: own.size === null ? "" : capacityRange(own),
    sessions: own.found === own.sessions ? `${own.sessions}` : `${own.found} of ${own.sessions}`,
    limit: limitText(own),
  });
  return [...(base === null ? [] : [cells("base", base)]), cells("head", head)];
}

/** "8,900 .. 9,310"; a question mark where it is open. */
export function capacityRange({ low, high }: Pick<CapacityArm, "low" | "high">): string {
  return `${low === null ? "?" : formatNumber(low)} .. ${high === null ? "?" : formatNumber(high)}`;
}

/** Why there is no number: loads that were tried, which are whole. */
export function notFound(of: string, { low, high }: Pick<CapacityArm, "low" | "high">): string {
  const option = plainLine(of);
  if (low !== null && high === null)
    return `not found: ${option} ${formatCount(low)} holds, and nothing larger failed`;
  if (low === null && high !== null)
    return `not found: ${option} ${formatCount(high)} fails, and nothing smaller held`;
  return "not found: no trial said anything";
}

function limitText({ failed, endedBecause }: CapacityArm): string {
  return [
    ...(failed === null ? [] : [`${formatNumber(failed.size)}: ${plainLine(failed.because)}`]),
    ...(endedBecause === null ? [] : [`ended early: ${plainLine(endedBecause)}`]),
  ].join("; ");
}

/** A line for a terminal: "checkout, head: rate 9,120 (95 %: 8,900 .. 9,310; 3 sessions); 9,400: p99 31 ms, limit 20 ms". */
export function capacityLine({ workload, arm, capacity, interval, sessions, limit }: CapacityCells): string {
  const known = interval === "" ? "" : ` (95${NBSP}%: ${interval}; sessions: ${sessions})`;
  return `capacity of ${workload}, ${arm}: ${capacity}${known}${limit === "" ? "" : `; ${limit}`}`;
}
