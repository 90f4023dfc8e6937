/** Texts on the largest load that keeps its limits. Names and reasons are text from outside. */
import type { Capacity, CapacityArm, CapacityReport } from "../../model/capacity.ts";
import { plainLine } from "../../text/outside.ts";
import { formatCount, formatNumber, isTooWide, NBSP, plural, TOO_WIDE } from "../../text/units.ts";
import { left, right, type Table } from "./table.ts";

/** A row for each workload and arm, base before head. */
export function capacityTable(all: readonly CapacityReport[]): Table {
  return {
    columns: [
      ...["workload", "arm"].map(left),
      ...["capacity", `95${NBSP}% interval`, "sessions"].map(right),
      left("what a larger load failed by"),
    ],
    rows: all.flatMap(({ workload, of, base, head }) => {
      const cells = (arm: string, own: CapacityArm) => [
        plainLine(workload),
        arm,
        own.size === null ? sizeNotFound(of, own) : capacityLoad(of, own.size),
        own.size === null ? "" : capacityRange(of, own),
        foundText(own),
        arrivedText(of, own),
      ];
      return [...(base === null ? [] : [cells("base", base)]), cells("head", head)];
    }),
  };
}

/** "checkout holds 701/s, base 1,001/s", or why no capacity was found. */
export function capacityAnswer({ workload, of, base, head }: CapacityReport): string {
  const name = plainLine(workload, 40);
  if (head.size === null) return `${name}: capacity ${sizeNotFound(of, head)}`;
  const before = base?.size == null ? "" : `, base ${capacityLoad(of, base.size)}`;
  return `${name} holds ${capacityLoad(of, head.size)}${before}`;
}

/** "3", or "1 of 3": the sessions that found one. */
export function foundText({ found, sessions }: Pick<CapacityArm, "found" | "sessions">): string {
  return found === sessions ? `${sessions}` : `${found} of ${sessions}`;
}

/** A load as its option is spoken of: "5,919/s" of rate, "48 threads", "active-warehouses 40". */
export function capacityLoad(of: string, size: number): string {
  if (of === "rate") return `${formatNumber(size)}/s`;
  return of === "threads"
    ? plural(wholeSize(size, "down"), "thread")
    : `${plainLine(of)} ${capacitySize(of, size)}`;
}

/** The same without its unit. Of all options but the rate there are whole numbers alone. */
function capacitySize(of: string, size: number): string {
  return of === "rate" ? formatNumber(size) : formatCount(wholeSize(size, "down"));
}

/** "8,900 .. 9,310"; a question mark where it is open. Whole numbers make it wider, never narrower. */
export function capacityRange(of: string, { low, high }: Pick<CapacityArm, "low" | "high">): string {
  if (isTooWide(low, high)) return TOO_WIDE;
  const up = (size: number) => (of === "rate" ? formatNumber(size) : formatCount(wholeSize(size, "up")));
  return `${low === null ? "?" : capacitySize(of, low)} .. ${high === null ? "?" : up(high)}`;
}

/** Error of rounding: the mean of logarithms of whole numbers may miss a whole number by so much. */
const ROUNDING = 1e-6;

function wholeSize(size: number, direction: "up" | "down"): number {
  return direction === "up" ? Math.ceil(size - ROUNDING) : Math.floor(size + ROUNDING);
}

/** Result of a session, while others are still to come: "checkout, head, session 1: capacity 9,120/s (8,900 .. 9,310)". */
export function capacityNote(whose: string, { of, size, low, high, endedBecause }: Capacity): string {
  const found =
    size === null
      ? sizeNotFound(of, { low, high, endedBecause: endedBecause ?? null })
      : `${capacityLoad(of, size)} (${capacityRange(of, { low, high })})`;
  return `${plainLine(whose)}: capacity ${found}`;
}

/** Reason why there is no number. The loads in it were tried, so they are whole; why a search ended early stands next to it. */
export function sizeNotFound(
  of: string,
  { low, high, endedBecause }: Pick<CapacityArm, "low" | "high" | "endedBecause">,
): string {
  const wasCut = endedBecause !== null;
  if (low !== null && high === null)
    return wasCut
      ? `not found: ${capacityLoad(of, low)} held, and the search ended early`
      : `not found: ${capacityLoad(of, low)} held, the largest load that may be tried`;
  if (low === null && high !== null)
    return wasCut
      ? `not found: ${capacityLoad(of, high)} failed, and the search ended early`
      : `not found: ${capacityLoad(of, high)} failed, the smallest load that can be tried`;
  if (low !== null && high !== null)
    return `not found: ${capacityLoad(of, low)} held in one session, and ${capacityLoad(of, high)} failed in another`;
  return "not found: no trial said anything";
}

function arrivedText(of: string, { failed, endedBecause }: CapacityArm): string {
  return [
    ...(failed === null ? [] : [`${capacityLoad(of, failed.size)}: ${plainLine(failed.because)}`]),
    ...(endedBecause === null ? [] : [`ended early: ${plainLine(endedBecause)}`]),
  ].join("; ");
}

/** A line for a terminal: "checkout, head: 9,120/s (95 %: 8,900 .. 9,310; sessions: 3); 9,400/s: p99 31 ms, limit 20 ms". */
export function capacityLine(cells: readonly string[]): string {
  const [workload, arm, capacity, interval, sessions, limit] = cells;
  const known = interval === "" ? "" : ` (95${NBSP}%: ${interval}; sessions: ${sessions})`;
  return `capacity of ${workload}, ${arm}: ${capacity}${known}${limit === "" ? "" : `; ${limit}`}`;
}
