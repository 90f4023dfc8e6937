/** Sums over the changes of a chain, and where they exceed a gate's limit. */
import { type Acceptance, speaksOf } from "../../model/acceptance.ts";
import type { LedgerAlert, LedgerStep, LedgerSum } from "../../model/ledger.ts";
import { metricInfo } from "../../model/metric.ts";
import { normalUpper } from "../../stats/normal.ts";
import { studentUpper } from "../../stats/student.ts";
import { addedUp } from "./added.ts";
import { type KnownChange, type Link, subjectOf } from "./chain.ts";

/** Most changes to add up in the search for alerts. */
export const WINDOW = { fewest: 2, most: 20 } as const;
/** Standard errors by which a sum must be beyond its limit; for few degrees of freedom as improbable a distance. */
const BEYOND = 3;
const BEYOND_P = normalUpper(BEYOND);

/** A change of one gate with its place in the chain. `harm`: its log ratio, positive for the worse. */
type Step = Readonly<{ place: number; harm: number; change: KnownChange }>;

/** One gate along the chain. */
type Line = Readonly<{
  workload: string;
  metric: KnownChange["metric"];
  /** Newest change of the line. */
  limit: number | null;
  /** Oldest first; since the newest accepted change. */
  steps: readonly Step[];
  accepted: number | null;
}>;

/** Steps of a line whose sum is beyond its limit. @param distance of the sum from its limit, or from 0, in standard errors */
type Excess = Readonly<{ line: Line; from: number; to: number; distance: number }>;

/** Sums of each gate since a place of the chain, or since a later accepted change. Gates that no longer exist have none. */
export function sumsSince(
  chain: readonly Link[],
  acceptances: readonly Acceptance[],
  place = 0,
): readonly LedgerSum[] {
  return linesOf(chain, acceptances).flatMap((line) => {
    const from = line.steps.findIndex((step) => step.place >= place);
    if (from < 0) return [];
    const isCut = from === 0 && place < line.steps[0]!.place;
    return [carriedSum(chain, line, from, line.steps.length, isCut)];
  });
}

/** A gate's steps since a place of the chain, each with the sum so far. */
export function stepsSince(
  chain: readonly Link[],
  acceptances: readonly Acceptance[],
  subject: Pick<KnownChange, "workload" | "metric">,
  place = 0,
): readonly LedgerStep[] {
  const line = linesOf(chain, acceptances).find(
    ({ workload, metric }) => workload === subject.workload && metric === subject.metric,
  );
  if (line === undefined) return [];
  const steps = line.steps.filter((step) => step.place >= place);
  return steps.map((step, i) => {
    const { base, head, measurements } = chain[step.place]!;
    const own = addedUp([step.change]);
    const sum = sumOfSteps(steps.slice(0, i + 1));
    return {
      base,
      head,
      measurements,
      ...own,
      error: Math.sqrt(step.change.variance),
      df: step.change.df,
      red: step.change.isRed,
      gap: i > 0 && gapsBetween(chain, line, steps[i - 1]!.place, step.place) > 0,
      sum: sum.effect,
      sumLow: sum.low,
      sumHigh: sum.high,
    };
  });
}

/** Gates whose sum the last change of the chain carries beyond the limit: it was not there before. The clearest first. */
export function carriedByLast(
  chain: readonly Link[],
  acceptances: readonly Acceptance[],
): readonly LedgerSum[] {
  const last = chain.length - 1;
  return linesOf(chain, acceptances)
    .flatMap((line) => {
      const end = line.steps.length;
      if (line.steps.at(-1)?.place !== last || excessAt(line, end - 1) !== null) return [];
      return excessAt(line, end) ?? [];
    })
    .toSorted((a, b) => b.distance - a.distance)
    .map(({ line, from, to }) => carriedSum(chain, line, from, to));
}

/** Alerts of a chain, oldest first. Successive pushes with a sum beyond its limit are one alert, whichever gates the sums belong to. */
export function ledgerAlerts(
  chain: readonly Link[],
  acceptances: readonly Acceptance[],
): readonly LedgerAlert[] {
  return alertRuns(chain, linesOf(chain, acceptances)).map((found) => alertOf(chain, found));
}

/**
 * Sums up to the newest change that are worse than one change may be, one a gate, the clearest first: those that keep an alert open
 * (`clear`), or without one those whose loss is beyond chance, while its excess over the limit is not.
 */
export function standingSums(
  chain: readonly Link[],
  acceptances: readonly Acceptance[],
): readonly Readonly<{ sum: LedgerSum; clear: boolean }>[] {
  const lines = linesOf(chain, acceptances);
  const alerting = alertRuns(chain, lines)
    .flatMap(clearestOfEach)
    .filter(({ line, from }) => isBeyondNow(line, from));
  const open = clearestOfEach(alerting);
  const others = lines.filter((line) => !open.some((excess) => excess.line === line));
  const near = others.flatMap((line) => clearestUpTo(line, line.steps.length, (harm) => harm) ?? []);
  const sumUpToNow = ({ line, from }: Excess) => carriedSum(chain, line, from, line.steps.length);
  return [
    ...open.map((excess) => ({ sum: sumUpToNow(excess), clear: true })),
    ...clearestOfEach(near).map((excess) => ({ sum: sumUpToNow(excess), clear: false })),
  ];
}

/** Sums beyond their limits, those of pushes in a row together. */
function alertRuns(chain: readonly Link[], lines: readonly Line[]): readonly (readonly Excess[])[] {
  const at = chain.map((): Excess[] => []);
  for (const line of lines) {
    for (let end = WINDOW.fewest; end <= line.steps.length; end++) {
      const excess = excessAt(line, end);
      if (excess !== null) at[line.steps[end - 1]!.place]!.push(excess);
    }
  }
  const runs: Excess[][] = [];
  for (const [place, found] of at.entries()) {
    if (found.length === 0) continue;
    if (place > 0 && at[place - 1]!.length > 0) runs.at(-1)!.push(...found);
    else runs.push([...found]);
  }
  return runs;
}

/** The clearest of each gate, the clearest gate first. */
function clearestOfEach(found: readonly Excess[]): readonly Excess[] {
  const clearest = found.toSorted((a, b) => b.distance - a.distance);
  return clearest.filter((each, i) => clearest.findIndex(({ line }) => line === each.line) === i);
}

function alertOf(chain: readonly Link[], found: readonly Excess[]): LedgerAlert {
  const ofEach = clearestOfEach(found);
  const places = ofEach.map(({ line, from, to }) => [line.steps[from]!.place, line.steps[to - 1]!.place]);
  const [first, last] = [Math.min(...places.map(([a]) => a!)), Math.max(...places.map(([, b]) => b!))];
  const [carrying] = found;
  return {
    carrier: chain[carrying!.line.steps[carrying!.to - 1]!.place]!.head,
    open: ofEach.some(({ line, from }) => isBeyondNow(line, from)),
    since: chain[first]!.base,
    upTo: chain[last]!.head,
    sums: [
      carriedSum(chain, ofEach[0]!.line, ofEach[0]!.from, ofEach[0]!.to),
      ...ofEach.slice(1).map(({ line, from, to }) => carriedSum(chain, line, from, to)),
    ],
  };
}

/** An alert ends if its sum came back within the limit, for example by a revert. */
function isBeyondNow(line: Line, from: number): boolean {
  const limit = harmLimit(line);
  return limit !== null && line.steps.slice(from).reduce((sum, { harm }) => sum + harm, 0) > limit;
}

/** The clearest sum of at least two steps, up to `end`, that is beyond the limit by three standard errors. */
function excessAt(line: Line, end: number): Excess | null {
  return clearestUpTo(line, end, (harm, limit) => harm - limit);
}

/** The clearest sum up to `end` that is beyond the limit. @param sure what of it must exceed three standard errors */
function clearestUpTo(line: Line, end: number, sure: (harm: number, limit: number) => number): Excess | null {
  const limit = harmLimit(line);
  if (limit === null) return null;
  let [harm, variance, weighed] = [0, 0, 0];
  let clearest: Excess | null = null;
  for (let from = end - 1; from >= Math.max(0, end - WINDOW.most); from--) {
    const step = line.steps[from]!;
    harm += step.harm;
    variance += step.change.variance;
    weighed += step.change.variance ** 2 / step.change.df;
    if (end - from < WINDOW.fewest || harm <= limit) continue;
    const distance = sure(harm, limit) / Math.sqrt(variance);
    if (distance <= BEYOND || (clearest !== null && distance <= clearest.distance)) continue;
    if (studentUpper(distance, variance ** 2 / weighed) < BEYOND_P)
      clearest = { line, from, to: end, distance };
  }
  return clearest;
}

/** The limit as a log ratio of harm; null if there is none. */
function harmLimit({ metric, limit }: Line): number | null {
  if (limit === null) return null;
  if (isLowerBetter(metric)) return Math.log1p(limit);
  return limit < 1 ? -Math.log1p(-limit) : null;
}

function isLowerBetter(metric: KnownChange["metric"]): boolean {
  return metricInfo(metric).direction === "lower-is-better";
}

function sumOfSteps(steps: readonly Step[]) {
  return addedUp(steps.map(({ change }) => change));
}

/** @param isCut true if the sum begins later than asked for, at an accepted change */
function carriedSum(chain: readonly Link[], line: Line, from: number, to: number, isCut = false): LedgerSum {
  const steps = line.steps.slice(from, to);
  const [first, last] = [steps[0]!.place, steps.at(-1)!.place];
  return {
    workload: line.workload,
    metric: line.metric,
    ...sumOfSteps(steps),
    limit: line.limit,
    changes: steps.length,
    red: steps.filter(({ change }) => change.isRed).length,
    gaps: gapsBetween(chain, line, first, last),
    since: chain[first]!.base,
    upTo: chain[last]!.head,
    ...(isCut && line.accepted !== null ? { accepted: line.accepted } : {}),
  };
}

/** Places after the first up to the last where the chain is not linked, or where the gate was not measured. */
function gapsBetween(
  chain: readonly Link[],
  subject: Pick<KnownChange, "workload" | "metric">,
  first: number,
  last: number,
): number {
  const key = subjectOf(subject);
  const after = chain.slice(first + 1, last + 1);
  return after.filter(({ isAfterGap, changes }) => isAfterGap || !changes.has(key)).length;
}

/** Lines of the metrics that the newest change has. */
function linesOf(chain: readonly Link[], acceptances: readonly Acceptance[]): readonly Line[] {
  const newest = chain.at(-1);
  if (newest === undefined) return [];
  return [...newest.changes].map(([subject, { workload, metric, limit }]) => {
    const cut = cutOf(chain, acceptances, { workload, metric });
    const sign = isLowerBetter(metric) ? 1 : -1;
    const steps = chain.flatMap(({ changes }, place) => {
      const change = changes.get(subject);
      if (change === undefined || place < cut.place) return [];
      return [{ place, harm: sign * change.estimate, change }];
    });
    return { workload, metric, limit, steps, accepted: cut.pullRequest };
  });
}

/** The first place of the chain after the newest accepted change of a metric. @param acceptances of the suite that landed on the branch */
function cutOf(
  chain: readonly Link[],
  acceptances: readonly Acceptance[],
  subject: Pick<KnownChange, "workload" | "metric">,
): Readonly<{ place: number; pullRequest: number | null }> {
  let [place, pullRequest]: [number, number | null] = [0, null];
  for (const acceptance of acceptances) {
    const { landed, revoked, suite } = acceptance;
    if (landed === null || revoked !== null) continue;
    if (!speaksOf(acceptance, { ...subject, suite: suite ?? "" })) continue;
    const first = chain.findIndex(({ at }) => Date.parse(at) >= Date.parse(landed.at));
    if (first < 0) continue;
    const { base } = chain[first]!;
    const isInside = base.time === null || Date.parse(base.time) < Date.parse(landed.at);
    const after = isInside ? first + 1 : first;
    if (after > place) [place, pullRequest] = [after, acceptance.pullRequest];
  }
  return { place, pullRequest };
}
