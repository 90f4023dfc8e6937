/** Texts on capacities for the terminal. */
import type { CapacitySummary } from "../../analysis/sweep/capacity.ts";
import type { Capacity } from "../../model/capacity.ts";
import type { Report } from "../../model/report.ts";
import { plural } from "../../text/units.ts";
import {
  capacityLine,
  capacityLoad,
  capacityRange,
  capacityTable,
  foundText,
  sizeNotFound,
} from "../words/capacity.ts";
import { wrapped } from "./plain-table.ts";

/** A line for each workload and arm of a check; "" where there are none. */
export function capacitiesText({ capacities = [] }: Report, width: number): string {
  const lines = capacityTable(capacities).rows.map(capacityLine);
  return lines.map((line) => wrapped(line, width).join("\n  ")).join("\n");
}

/**
 * Answer of `plumbline capacity` when it ends: "checkout: 9,120/s (95 %: 8,900 .. 9,310; 3 sessions)", and a line for each session. Notes on
 * a single session stand beneath its answer, which is not repeated.
 */
export function capacityText(summary: CapacitySummary): string {
  const { workload, of, size, endedBecause, searches } = summary;
  const [first, ...others] = searches;
  const isSingle = others.length === 0;
  const trials = isSingle ? plural(first!.trials.length, "trial") : null;
  const why = endedBecause === null || isSingle ? "" : `: ${endedBecause}`;
  const counted = `${foundText(summary)} ${isSingle ? "session" : "sessions"}`;
  const sessions = [counted, ...(trials === null ? [] : [trials])].join(", ");
  const said =
    size === null
      ? `${sizeNotFound(of, summary)}${why}${trials === null ? "" : ` (${trials})`}`
      : `${capacityLoad(of, size)} (95 %: ${capacityRange(of, summary)}; ${sessions})`;
  const more = isSingle ? trialNotes(first!).map((note) => `  ${note}`) : searches.map(sessionLine);
  return [`${workload}: ${said}`, ...more].join("\n");
}

function sessionLine(search: Capacity, index: number): string {
  const { of, size, low, high, trials } = search;
  const isOpen = low === null && high === null;
  const range = isOpen ? "" : ` (${capacityRange(of, { low, high })})`;
  const found = size === null ? "not found" : capacityLoad(of, size);
  const after = `after ${plural(trials.length, "trial")}`;
  return `  session ${index + 1}: ${found}${range} ${[after, ...trialNotes(search)].join("; ")}`;
}

/** Notes on trials that do not count and why, on why the search ended early, and on why the smallest load that failed did. */
function trialNotes({ of, trials, endedBecause }: Capacity): readonly string[] {
  const invalid = trials.filter(({ outcome }) => outcome === "invalid");
  const why = invalid.at(-1)?.because;
  const spoilt = `${plural(invalid.length, "invalid trial")}: ${why}`;
  if (invalid.length > 0 && why === endedBecause)
    return [`ended early by ${spoilt}`, ...limiting(of, trials)];
  return [
    ...(invalid.length === 0 ? [] : [spoilt]),
    ...(endedBecause === undefined ? [] : [`ended early: ${endedBecause}`]),
    ...limiting(of, trials),
  ];
}

/** Reason why the smallest load that failed did. */
function limiting(of: string, trials: Capacity["trials"]): readonly string[] {
  const failed = trials.filter(({ outcome }) => outcome === "fails").toSorted((a, b) => a.size - b.size);
  const [least] = failed;
  return least === undefined ? [] : [`${capacityLoad(of, least.size)} failed: ${least.because}`];
}
