/** Measured changes of a branch -> the chain of those that lead to its newest commit, each with the error of its estimate. */
import { groupBy } from "../../model/by-key.ts";
import type { MeasuredCommit } from "../../model/measured-commit.ts";
import { agreedCorrelation, errorFactor } from "../../stats/dependence.ts";
import { moderated } from "../../stats/moderation.ts";
import { weightedMean } from "../../stats/pooled.ts";
import { priorsOfDay, typicalNoise } from "../../stats/shared-noise.ts";
import { FEWEST_MEASUREMENTS } from "../verdict/noise.ts";
import type { MeasuredChange, PairedChange } from "./paired-changes.ts";

/** A change with the variance of its estimate, and the degrees of freedom that this is known with. */
export type KnownChange = Pick<PairedChange, "workload" | "metric" | "estimate" | "limit" | "isRed"> &
  Readonly<{ variance: number; df: number }>;

/** A change from one measured commit to the next. */
export type Link = Readonly<{
  base: MeasuredCommit;
  head: MeasuredCommit;
  /** ISO 8601 in UTC: head's place in the order of commits. */
  at: string;
  /** Measurements of this pair of commits, whose means weigh by their precision. */
  measurements: number;
  /** True if the change before does not end at its base: no measurement covers what lies between. */
  isAfterGap: boolean;
  /** By subject (`subjectOf`). */
  changes: ReadonlyMap<string, KnownChange>;
}>;

/** Name of a workload's metric, as a key. */
export function subjectOf({ workload, metric }: Pick<PairedChange, "workload" | "metric">): string {
  return JSON.stringify([workload, metric]);
}

/** Newest measurements that tell the noise: how a machine of a year ago was is another matter. */
const NOISE_FROM = 40;

/**
 * The chain, oldest change first. It is followed from the newest commit back, base by base, so that commits which a forced push
 * took off the branch are not on it. Several measurements of one pair of commits are one change.
 */
export function chainOf(measured: readonly MeasuredChange[]): readonly Link[] {
  const oldestFirst = measured.toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || Date.parse(a.measuredAt) - Date.parse(b.measuredAt),
  );
  const known = withErrors(oldestFirst);
  const byHead = groupBy(known, ({ head }) => head.sha);
  const chain: Link[] = [];
  const seen = new Set<string>();
  let next = known.at(-1);
  while (next !== undefined) {
    const newest: KnownMeasurement = next;
    seen.add(newest.head.sha);
    const ofPair = byHead.get(newest.head.sha)!.filter(({ base }) => base.sha === newest.base.sha);
    const before = byHead.get(newest.base.sha)?.at(-1);
    const isLinked = before !== undefined && !seen.has(before.head.sha);
    next = isLinked ? before : newestBefore(known, newest, seen);
    chain.push(linkOf(ofPair, !isLinked && next !== undefined));
  }
  return chain.toReversed();
}

type KnownMeasurement = Omit<MeasuredChange, "changes"> & Readonly<{ changes: readonly KnownChange[] }>;

/** The newest that was measured up to a commit's base; where that has no time, before the commit itself. */
function newestBefore(
  known: readonly KnownMeasurement[],
  { base, at }: KnownMeasurement,
  seen: ReadonlySet<string>,
): KnownMeasurement | undefined {
  const end = Date.parse(base.time ?? at);
  return known.findLast((each) => !seen.has(each.head.sha) && Date.parse(each.at) <= end);
}

function linkOf(ofPair: readonly KnownMeasurement[], isAfterGap: boolean): Link {
  const { base, head, at } = ofPair.at(-1)!;
  const all = groupBy(
    ofPair.flatMap(({ changes }) => changes),
    subjectOf,
  );
  const changes = new Map([...all].map(([subject, own]) => [subject, pooled(own)]));
  return { base, head, at, measurements: ofPair.length, isAfterGap, changes };
}

/** The mean of measurements of one change; limits of the newest. */
function pooled(own: readonly KnownChange[]): KnownChange {
  const newest = own.at(-1)!;
  if (own.length < 2) return newest;
  return { ...newest, ...weightedMean(own), isRed: own.some(({ isRed }) => isRed) };
}

/**
 * The error of each estimate by the noise of all newest measurements, whatever machine they are of: how much gates vary relative to
 * each other is known from all, and how much today from all gates of today (docs/decisions/018-one-noise-factor.md).
 */
function withErrors(measured: readonly MeasuredChange[]): readonly KnownMeasurement[] {
  const subjects = new Map(measured.flatMap(({ changes }) => changes.map((each) => [subjectOf(each), each])));
  const keys = [...subjects.keys()];
  const rows = measured.map(({ changes }) => {
    const own = new Map(changes.map((change) => [subjectOf(change), change]));
    return keys.map((key) => own.get(key) ?? null);
  });
  const newest = rows.slice(-NOISE_FROM);
  const spreads = newest.map((row) => row.map((each) => each?.spread ?? null));
  const typical = typicalNoise(spreads, FEWEST_MEASUREMENTS);
  const correlation = newest.length < FEWEST_MEASUREMENTS ? null : correlationOf(newest, keys.length);
  return measured.map((each, i) => {
    const gates = keys.map((key, k) => ({
      spread: rows[i]![k]?.spread ?? null,
      group: subjects.get(key)!.workload,
    }));
    const priors = priorsOfDay(typical, gates);
    const changes = rows[i]!.flatMap((change, k) => {
      if (change === null) return [];
      const { leverage, spread, ...same } = change;
      const prior = priors[k] ?? null;
      const { variance, df } = prior === null ? spread : moderated(spread, prior);
      const factor = correlation === null ? 1 : errorFactor(correlation, Math.round(1 / leverage));
      return [{ ...same, variance: variance * leverage * factor, df }];
    });
    return { ...each, changes };
  });
}

/** Correlation of neighbouring sessions, where the measurements agree on one (docs/decisions/022-dependence.md). */
function correlationOf(rows: readonly (readonly (PairedChange | null)[])[], width: number): number | null {
  const bySubject = Array.from({ length: width }, (_, k) =>
    rows.map((row) => {
      const spread = row[k]?.spread;
      return spread === undefined || spread.lag === null || spread.variance === 0
        ? null
        : { ...spread, lag: spread.lag };
    }),
  );
  return agreedCorrelation(bySubject);
}
