/** Latency by kind of statement: no verdicts and no gates, but what tells which statement of a workload became slower. */
import type { Interval, StatementFigures, StatementReport } from "../model/report.ts";
import type { Session, StatementPart } from "../model/run.ts";
import { tShift } from "../stats/shift.ts";
import { geometricMean, mean, variance } from "../stats/summary.ts";

/** The kinds of a workload in the order in which it has them; none where there are fewer than two, for then it is the workload's. */
export function statementsOf(
  base: readonly Session[],
  head: readonly Session[],
): readonly StatementReport[] | undefined {
  const [before, after] = [partsByName(base), partsByName(head)];
  const names = [...new Set([...after.keys(), ...before.keys()])];
  const statements = names.map((name) => ({
    name,
    base: figuresOf(before.get(name) ?? []),
    head: figuresOf(after.get(name) ?? []),
    interval: intervalOf(before.get(name) ?? [], after.get(name) ?? []),
  }));
  const measured = statements.filter((each) => each.base !== null || each.head !== null);
  return measured.length < 2 ? undefined : measured;
}

/** There are many statements, and each could move by chance. */
const CONFIDENCE = 0.99;

/** Of the ratio of the sessions' means, by Student's t without pairs: it does for every way of measuring, and errs on the wide side. */
function intervalOf(base: readonly StatementPart[], head: readonly StatementPart[]): Interval | null {
  const [before, after] = [logMeans(base), logMeans(head)];
  if (before.length < 2 || after.length < 2) return null;
  const df = before.length + after.length - 2;
  const pooled = ((before.length - 1) * variance(before) + (after.length - 1) * variance(after)) / df;
  const error = Math.sqrt(pooled / before.length + pooled / after.length);
  const shift = tShift(mean(after) - mean(before), error, df, Math.sqrt(pooled), df + 2);
  const { low, high } = shift.interval(CONFIDENCE);
  const interval = { low: Math.expm1(low), high: Math.expm1(high) };
  return Number.isFinite(interval.low) && Number.isFinite(interval.high) ? interval : null;
}

function logMeans(parts: readonly StatementPart[]): readonly number[] {
  return parts
    .map(({ latency }) => Math.log((latency?.sumNs ?? 0) / (latency?.count ?? 0)))
    .filter(Number.isFinite);
}

function partsByName(sessions: readonly Session[]): ReadonlyMap<string, readonly StatementPart[]> {
  const parts = new Map<string, StatementPart[]>();
  for (const part of sessions.flatMap(({ statements = [] }) => statements)) {
    const known = parts.get(part.name);
    if (known === undefined) parts.set(part.name, [part]);
    else known.push(part);
  }
  return parts;
}

/** The mean is that of all calls; of the sessions' percentiles, which no sum can be made of, it is the geometric mean, as for metrics. */
function figuresOf(parts: readonly StatementPart[]): StatementFigures | null {
  const latencies = parts.flatMap(({ latency }) =>
    latency === undefined || latency.count === 0 ? [] : [latency],
  );
  const calls = latencies.reduce((sum, { count }) => sum + count, 0);
  if (calls === 0) return null;
  const tails = latencies.map(({ percentilesNs }) => percentilesNs?.["99"]);
  const known = tails.filter((tail) => tail !== undefined);
  return {
    calls,
    meanNs: latencies.reduce((sum, { sumNs }) => sum + sumNs, 0) / calls,
    p99Ns: known.length === tails.length ? geometricMean(known) : null,
  };
}
