/** Waits of head's connections that are longer than base's: shares of the time in which they had a statement that ran. */
import type { WorkloadWaits } from "../../model/observed.ts";
import type { Cause } from "../../model/reason.ts";
import type { Session } from "../../model/run.ts";
import { welchShift } from "../../stats/shift.ts";
import { mean } from "../../stats/summary.ts";
import { writtenDigits } from "../../text/units.ts";

type GrownWait = Readonly<
  Pick<WorkloadWaits["waits"][number], "type" | "event" | "statement" | "holder"> & {
    /** Share of the time of running statements that was spent in this wait, from 0 to 1, on each arm. */
    base: number;
    head: number;
  }
>;

/** Confidence of the intervals. Looks within one second are alike, so a second counts as one value. */
const CONFIDENCE = 0.99;
/** A wait must have grown by this share of the time: less explains no regression that is worth looking into. */
const GROWTH_LEAST = 0.05;
const SECONDS_LEAST = 2;

/** Waits whose share grew beyond its noise (Welch's interval over the seconds), beginning with the one that grew most. */
export function grownWaits(base: WorkloadWaits, head: WorkloadWaits): readonly GrownWait[] {
  const grown = head.waits.flatMap(({ type, event, statement, holder, seen }): readonly GrownWait[] => {
    const before = base.waits.find((each) => each.type === type && each.event === event)?.seen ?? [];
    const [old, now] = [shares(before, base.active), shares(seen, head.active)];
    if (Math.min(old.length, now.length) < SECONDS_LEAST) return [];
    const { estimate, interval } = welchShift(old, now);
    if (estimate < GROWTH_LEAST || interval(CONFIDENCE).low <= 0) return [];
    return [
      {
        type,
        event,
        statement,
        ...(holder === undefined ? {} : { holder }),
        base: mean(old),
        head: mean(now),
      },
    ];
  });
  return grown.toSorted((a, b) => b.head - b.base - (a.head - a.base));
}

/**
 * Shares of each second in which something ran, so that their mean is the share of all looks, and their variance that of a ratio
 * (linearised): a second in which little ran says little. A connection that waits is running, so a wait that was never seen had no
 * share of any second, however seldom a statement was caught running.
 */
function shares(seen: readonly number[], active: readonly number[]): readonly number[] {
  if (seen.every((looks) => looks === 0)) return active.map(() => 0);
  const seconds = active.flatMap((all, second) => (all === 0 ? [] : [{ all, waited: seen[second] ?? 0 }]));
  if (seconds.length === 0) return [];
  const usual = mean(seconds.map(({ all }) => all));
  const share = mean(seconds.map(({ waited }) => waited)) / usual;
  return seconds.map(({ all, waited }) => share + (waited - share * all) / usual);
}

/** Grown waits of a workload that regressed, as causes. */
export function waitCauses(
  {
    report,
    base,
    head,
  }: Readonly<{
    report: Readonly<{ name: string }>;
    base: readonly Session[];
    head: readonly Session[];
  }>,
  waits: Readonly<{ base: readonly WorkloadWaits[]; head: readonly WorkloadWaits[] }>,
): readonly Omit<Cause, "workload" | "file">[] {
  const [before, now] = [waits.base, waits.head].map((all) =>
    all.find(({ workload }) => workload === report.name),
  );
  if (before === undefined || now === undefined) return [];
  return grownWaits(before, now).map(
    (wait): Omit<Cause, "workload" | "file"> => ({
      kind: "waits",
      shown: true,
      sql: wait.statement,
      name: `${wait.type}:${wait.event}`,
      ...(wait.holder === undefined ? {} : { on: wait.holder }),
      base: writtenDigits(wait.base, 2),
      head: writtenDigits(wait.head, 2),
      ...shareOfChange(wait, meanNs(base), meanNs(head)),
    }),
  );
}

/**
 * Share of the longer time of events that went into this wait. The share of running statements is taken for that of events: connections of a
 * load have a statement that runs nearly all the time.
 */
function shareOfChange(wait: GrownWait, baseNs: number, headNs: number): Readonly<{ share?: number }> {
  const longer = headNs - baseNs;
  if (!(longer > 0)) return {};
  return { share: Math.min(1, Math.max(0, (wait.head * headNs - wait.base * baseNs) / longer)) };
}

function meanNs(sessions: readonly Session[]): number {
  const sum = (of: (latency: Session["latency"]) => number) =>
    sessions.reduce((all, { latency }) => all + of(latency), 0);
  return sum(({ sumNs }) => sumNs) / sum(({ count }) => count);
}
