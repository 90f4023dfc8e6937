/** What the terminal says of capacities. */
import type { CapacitySummary } from "../../compare/capacity.ts";
import type { Capacity } from "../../model/capacity.ts";
import type { Report } from "../../model/report.ts";
import { capacityLine, capacityRange, capacityRows, notFound } from "../words/capacity.ts";
import { formatCount, formatNumber, plural } from "../words/units.ts";
import { wrapped } from "./plain-table.ts";

/** A line for each workload and arm of a check; "" where there are none. */
export function capacitiesText({ capacities = [] }: Report, width: number): string {
  const lines = capacities.flatMap(capacityRows).map(capacityLine);
  return lines.map((line) => wrapped(line, width).join("\n  ")).join("\n");
}

/** What `plumbline capacity` says when it ends: "checkout: rate 9,120 (95 %: 8,900 .. 9,310; 3 sessions)", and a line for each session. */
export function capacityText({ workload, of, size, low, high, searches }: CapacitySummary): string {
  const said =
    size === null
      ? notFound(of, { low, high })
      : `${of} ${formatNumber(size)} (95 %: ${capacityRange({ low, high })}; ${plural(searches.length, "session")})`;
  return [`${workload}: ${said}`, ...searches.map(sessionLine)].join("\n");
}

function sessionLine({ size, low, high, trials, endedBecause }: Capacity, index: number): string {
  const invalid = trials.filter(({ outcome }) => outcome === "invalid");
  const notes = [
    ...(invalid.length === 0 ? [] : [`${invalid.length} invalid: ${invalid.at(-1)!.because}`]),
    ...(endedBecause === undefined ? [] : [`ended early: ${endedBecause}`]),
    ...limiting(trials),
  ];
  const found = size === null ? "nothing" : `${formatNumber(size)} (${capacityRange({ low, high })})`;
  return `  session ${index + 1}: ${found} after ${plural(trials.length, "trial")}${notes.map((note) => `; ${note}`).join("")}`;
}

/** Why the smallest load that failed did. */
function limiting(trials: Capacity["trials"]): readonly string[] {
  const failed = trials.filter(({ outcome }) => outcome === "fails").toSorted((a, b) => a.size - b.size);
  const [least] = failed;
  return least === undefined ? [] : [`${formatCount(least.size)} fails: ${least.because}`];
}
