/** Latency by kind of statement and of event: no verdicts, but what tells which part of a workload became slower. */

import { groupBy } from "../../model/by-key.ts";
import type { Interval, Report, StatementFigures, StatementReport } from "../../model/report.ts";
import type { Rules } from "../../model/rules.ts";
import type { PartLatency, Session } from "../../model/run.ts";
import { predictionShift, type Shift, welchShift } from "../../stats/shift.ts";
import { geometricMean, mean } from "../../stats/summary.ts";
import { decodeHistogram, histogramQuantile } from "../samples/histogram.ts";
import { needsOf } from "../verdict/rules.ts";

type RuleForm = Report["rule"]["form"];

/** A part of a session's load. */
type LoadPart = Readonly<{ name: string; latency?: PartLatency | undefined }>;
type PartsOf = (session: Session) => readonly LoadPart[];

/**
 * The kinds of statements of a workload in the order in which it has them; none where there are fewer than two, for then it is the workload's.
 * @param base run by run; a single run where it was measured together with head
 */
export function statementReports(
  base: readonly (readonly Session[])[],
  head: readonly Session[],
  form: RuleForm,
  rules: Rules,
): readonly StatementReport[] | undefined {
  return partReports(({ statements = [] }) => statements, base, head, form, rules);
}

/** Its kinds of events, as `statementReports`. */
export function kindReports(
  base: readonly (readonly Session[])[],
  head: readonly Session[],
  form: RuleForm,
  rules: Rules,
): readonly StatementReport[] | undefined {
  return partReports(kindParts, base, head, form, rules);
}

/** Its stages, as `statementReports`. */
export function stageReports(
  base: readonly (readonly Session[])[],
  head: readonly Session[],
  form: RuleForm,
  rules: Rules,
): readonly StatementReport[] | undefined {
  return partReports(({ stages = [] }) => stages, base, head, form, rules);
}

function kindParts({ kinds = [] }: Session): readonly LoadPart[] {
  return kinds.map(({ name, latency }) => {
    if (latency === undefined) return { name };
    const { histogram, ...figures } = latency;
    const tail = histogramQuantile(decodeHistogram(histogram), 0.99);
    return { name, latency: { ...figures, ...(tail === null ? {} : { percentilesNs: { "99": tail } }) } };
  });
}

function partReports(
  of: PartsOf,
  base: readonly (readonly Session[])[],
  head: readonly Session[],
  form: RuleForm,
  rules: Rules,
): readonly StatementReport[] | undefined {
  const runs = base.map((sessions) => partsByName(sessions, of));
  const [before, after] = [partsByName(base.flat(), of), partsByName(head, of)];
  const names = [...new Set([...after.keys(), ...before.keys()])];
  const statements = names.map((name) => {
    const now = after.get(name) ?? [];
    const shift =
      form === "prediction"
        ? runShift(
            runs.map((parts) => parts.get(name) ?? []),
            now,
            needsOf(rules).baselineRuns,
          )
        : sessionShift(before.get(name) ?? [], now);
    return {
      name,
      base: partFigures(before.get(name) ?? []),
      head: partFigures(now),
      interval: shift === null ? null : effectInterval(shift),
    };
  });
  const measured = statements.filter((each) => each.base !== null || each.head !== null);
  return measured.length < 2 ? undefined : measured;
}

/** There are many statements, and each could move by chance. */
const CONFIDENCE = 0.99;

function effectInterval(shift: Shift): Interval | null {
  const { low, high } = shift.interval(CONFIDENCE);
  const interval = { low: Math.expm1(low), high: Math.expm1(high) };
  return Number.isFinite(interval.low) && Number.isFinite(interval.high) ? interval : null;
}

/** Shift of the sessions' means, without pairs: that does for every way of measuring arms, and errs on the wide side. */
function sessionShift(base: readonly LoadPart[], head: readonly LoadPart[]): Shift | null {
  const [before, after] = [logMeans(base), logMeans(head)];
  return before.length < 2 || after.length < 2 ? null : welchShift(before, after);
}

/** Shift of the runs' means: against history the spread that counts is the one between runs, which sessions of one run do not show. */
function runShift(
  runs: readonly (readonly LoadPart[])[],
  head: readonly LoadPart[],
  fewest: number,
): Shift | null {
  const earlier = runs.map(logMeans).filter(({ length }) => length > 0);
  const now = logMeans(head);
  if (earlier.length < fewest || now.length === 0) return null;
  return predictionShift(earlier.map(mean), mean(now));
}

function logMeans(parts: readonly LoadPart[]): readonly number[] {
  return parts
    .map(({ latency }) => Math.log((latency?.sumNs ?? 0) / (latency?.count ?? 0)))
    .filter(Number.isFinite);
}

function partsByName(sessions: readonly Session[], of: PartsOf): ReadonlyMap<string, readonly LoadPart[]> {
  return groupBy(sessions.flatMap(of), ({ name }) => name);
}

/** The mean is that of all calls; of the sessions' percentiles, which no sum can be made of, it is the geometric mean, as for metrics. */
export function partFigures(parts: readonly Pick<LoadPart, "latency">[]): StatementFigures | null {
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
