/** What `plumbline capacity` says when it ends. */
import type { CapacitySummary } from "../../compare/capacity.ts";
import type { Capacity } from "../../model/capacity.ts";
import { formatCount, formatNumber, plural } from "../words/units.ts";

/** "checkout: rate 9,120 (95 %: 8,900 .. 9,310; 3 sessions)", and a line for each session. */
export function capacityText({ workload, of, size, low, high, sessions }: CapacitySummary): string {
  const said =
    size === null
      ? unknown(of, low, high)
      : `${of} ${formatNumber(size)} (95 %: ${range(low, high)}; ${plural(sessions.length, "session")})`;
  return [`${workload}: ${said}`, ...sessions.map(sessionLine)].join("\n");
}

function unknown(of: string, low: number | null, high: number | null): string {
  if (low !== null && high === null)
    return `not found: ${of} ${formatNumber(low)} holds, and nothing larger failed`;
  if (low === null && high !== null)
    return `not found: ${of} ${formatNumber(high)} fails, and nothing smaller held`;
  return "not found: no trial said anything";
}

function sessionLine({ size, low, high, trials, endedBecause }: Capacity, index: number): string {
  const invalid = trials.filter(({ outcome }) => outcome === "invalid");
  const notes = [
    ...(invalid.length === 0 ? [] : [`${invalid.length} invalid: ${invalid.at(-1)!.because}`]),
    ...(endedBecause === undefined ? [] : [`ended early: ${endedBecause}`]),
    ...limiting(trials),
  ];
  const found = size === null ? "nothing" : `${formatNumber(size)} (${range(low, high)})`;
  return `  session ${index + 1}: ${found} after ${plural(trials.length, "trial")}${notes.map((note) => `; ${note}`).join("")}`;
}

/** Why the smallest load that failed did. */
function limiting(trials: Capacity["trials"]): readonly string[] {
  const failed = trials.filter(({ outcome }) => outcome === "fails").toSorted((a, b) => a.size - b.size);
  const [least] = failed;
  return least === undefined ? [] : [`${formatCount(least.size)} fails: ${least.because}`];
}

function range(low: number | null, high: number | null): string {
  return `${low === null ? "?" : formatNumber(low)} .. ${high === null ? "?" : formatNumber(high)}`;
}
