/** Sessions that agree to the last digit: copies of one measurement, whose spread says nothing of chance. */
import { type Warning, warning } from "../../model/document.ts";
import { wallValues } from "../samples/values.ts";
import type { Arms, MeasuredSession } from "../verdict/arm-values.ts";
import type { Form } from "../verdict/speed.ts";

/** Two measured sessions may agree by chance, if hardly ever. */
const FEWEST = 3;
/** Relative, for what the computer rounds. Measured sessions differ by a thousand times as much at least. */
const ROUNDING = 1e-12;

/**
 * Reason why the sessions of a workload are no measurements, or null. QPS shows it: it has as many digits as the clock, while percentiles are
 * those of a histogram's buckets and are often equal. Where QPS is planned (an open loop) its reading over the wall time shows it.
 */
export function copies({ base, head }: Arms, form: Form): string | null {
  const rates = { base: base.map(ratesOf), head: head.map(ratesOf) };
  if (form === "paired" && areAlike(rateRatios(rates.base, rates.head)))
    return because("all sessions differ by the same ratio");
  const same = { base: areAlike(rates.base), head: areAlike(rates.head) };
  if (same.base && same.head) return because("all sessions have the same values");
  if (!same.base && !same.head) return null;
  return because(`all sessions of ${same.base ? "base" : "head"} have the same values`);
}

/**
 * Reason why a workload's runs of a history are no measurements, or null: some of them are one run under several names.
 * @param runs sessions of each
 */
export function copiedRuns(runs: readonly (readonly MeasuredSession[])[]): string | null {
  const rates = runs.map((sessions) => sessions.flatMap(ratesOf));
  const most = Math.max(0, ...rates.map((own) => rates.filter((other) => areAlike([own, other], 2)).length));
  return most < FEWEST ? null : because(`${most} of ${runs.length} baseline runs have the same values`);
}

function because(what: string): string {
  return `${what}: they are not independent measurements`;
}

/** Both readings of QPS; NaN where there is none. */
function ratesOf({ session, values: { qps } }: MeasuredSession): readonly number[] {
  return [qps, wallValues(session).qps].map((rate) => rate ?? Number.NaN);
}

type Rates = readonly (readonly number[])[];

/** @param base of as many sessions as head */
function rateRatios(base: Rates, head: Rates): Rates {
  return head.map((own, i) => own.map((rate, reading) => rate / base[i]![reading]!));
}

/** True if all sessions have the same rates; those of a server that stood still do not count, for 0 is what was measured. */
function areAlike(sessions: Rates, fewest = FEWEST): boolean {
  const [first, ...others] = sessions;
  if (first === undefined || sessions.length < fewest) return false;
  return others.every(
    (each) =>
      each.length === first.length &&
      each.every((value, i) => value > 0 && Math.abs(value - first[i]!) <= ROUNDING * first[i]!),
  );
}

/** @param why reason that `copies` gave */
export function copiesWarning(workload: string, why: string | null): readonly Warning[] {
  if (why === null) return [];
  return warning("identical-sessions", {
    message: why,
    remedy: "compare runs that were measured, not copies of one",
    workload,
  });
}
