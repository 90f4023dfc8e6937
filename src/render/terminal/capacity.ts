/** What the terminal says of capacities. */
import type { CapacitySummary } from "../../compare/capacity.ts";
import type { Capacity } from "../../model/capacity.ts";
import type { Report } from "../../model/report.ts";
import {
  capacityLine,
  capacityLoad,
  capacityRange,
  capacityRows,
  capacitySize,
  notFound,
} from "../words/capacity.ts";
import { plural } from "../words/units.ts";
import { wrapped } from "./plain-table.ts";

/** A line for each workload and arm of a check; "" where there are none. */
export function capacitiesText({ capacities = [] }: Report, width: number): string {
  const lines = capacities.flatMap(capacityRows).map(capacityLine);
  return lines.map((line) => wrapped(line, width).join("\n  ")).join("\n");
}

/** What `plumbline capacity` says when it ends: "checkout: 9,120/s (95 %: 8,900 .. 9,310; 3 sessions)", and a line for each session. */
export function capacityText(summary: CapacitySummary): string {
  const { workload, of, size, endedBecause, searches } = summary;
  const why = endedBecause === null ? "" : `: ${endedBecause}`;
  const said =
    size === null
      ? `${notFound(of, summary)}${why}`
      : `${capacityLoad(of, size)} (95 %: ${capacityRange(of, summary)}; ${plural(searches.length, "session")})`;
  return [`${workload}: ${said}`, ...searches.map(sessionLine)].join("\n");
}

function sessionLine({ of, size, low, high, trials, endedBecause }: Capacity, index: number): string {
  const invalid = trials.filter(({ outcome }) => outcome === "invalid");
  const why = invalid.at(-1)?.because;
  const isByThem = why !== undefined && why === endedBecause;
  const notes = [
    ...(invalid.length === 0 ? [] : [`${invalid.length} invalid: ${why}`]),
    ...(endedBecause === undefined ? [] : [`ended early${isByThem ? " by these" : `: ${endedBecause}`}`]),
    ...limiting(of, trials),
  ];
  const found = size === null ? "nothing" : `${capacitySize(of, size)} (${capacityRange(of, { low, high })})`;
  return `  session ${index + 1}: ${found} after ${plural(trials.length, "trial")}${notes.map((note) => `; ${note}`).join("")}`;
}

/** Why the smallest load that failed did. */
function limiting(of: string, trials: Capacity["trials"]): readonly string[] {
  const failed = trials.filter(({ outcome }) => outcome === "fails").toSorted((a, b) => a.size - b.size);
  const [least] = failed;
  return least === undefined ? [] : [`${capacityLoad(of, least.size)} failed: ${least.because}`];
}
