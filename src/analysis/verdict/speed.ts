/** Findings of every metric that is compared by ratio: all but the failed share. Those of work have their own words for 0 (work.ts). */
import { type Warning, warning } from "../../model/document.ts";
import { kindMetricParts, METRICS, type MetricId, metricInfo } from "../../model/metric.ts";
import type { Verdict } from "../../model/report.ts";
import type { Rules } from "../../model/rules.ts";
import { startSign } from "../../model/run.ts";
import type { Spread } from "../../stats/moderation.ts";
import { doDisagree, type PooledPart, pooledShift } from "../../stats/pooled.ts";
import { rankShift } from "../../stats/ranks.ts";
import { sampleInTurns } from "../../stats/sessions.ts";
import { bothShifts, pairedDifferences, type Shift, sampleShift } from "../../stats/shift.ts";
import { punctualValue } from "../samples/lateness.ts";
import { loadedShare } from "../samples/throughput.ts";
import { eventCount, wallValues } from "../samples/values.ts";
import {
  type Arms,
  armValues,
  type MeasuredSession,
  metricValues,
  relativeChange,
  requestsNeeded,
} from "./arm-values.ts";
import { findDrift } from "./drift.ts";
import type { Finding, PastPart } from "./finding.ts";
import { type Hang, hangOf } from "./hangs.ts";
import { type Limit, metricLimit, needsOf } from "./rules.ts";
import { tailObjection } from "./slices.ts";
import type { Ratios } from "./suite.ts";

export const SPEED_METRICS: readonly MetricId[] = METRICS.filter(({ kind }) => kind === "speed").map(
  ({ id }) => id,
);

/** Metrics that are compared of a workload: the speed of all its events, and the gates on its kinds of events. */
export function speedMetricsOf({ gates }: Pick<Rules, "gates">, workload: string): readonly MetricId[] {
  const own = gates
    .filter((gate) => kindMetricParts(gate.metric) !== null && (gate.workload ?? workload) === workload)
    .map(({ metric }) => metric);
  return [...SPEED_METRICS, ...new Set(own)];
}

/** True for throughput, which has two readings (analysis/samples/throughput.ts). */
export function isThroughput(metric: MetricId): boolean {
  return metricInfo(metric).unit === "per-second" || metricInfo(metric).unit === "per-minute";
}

/** Relation between the sessions of the arms; the test follows from it. */
export type Form = "paired" | "unpaired";

/** Assumptions of the test: how the sessions belong together, what their spread was before, and what the order of starts does. */
export type Assumption = Readonly<{
  form: Form;
  prior: Spread | null;
  order: number | null;
  /** What earlier attempts at the question measured; absent: nothing. */
  past?: readonly PastPart[];
  /** Factor on the squared standard error of so many sessions' mean, where they depend on each other; absent: 1. */
  inflation?: (sessions: number) => number;
}>;

/**
 * Finding of the sessions on one metric; null where neither arm has a value of it.
 * @param objection why the arms cannot be judged by their difference, or null
 */
export function speedFinding(
  workload: string,
  metric: MetricId,
  assumption: Assumption,
  arms: Arms,
  objection: string | null,
  rules: Rules,
): Finding | null {
  const used = withValue(arms, metric, assumption.form);
  const taken = { base: metricValues(used.base, metric), head: metricValues(used.head, metric) };
  const base = taken.base.filter(isAmount);
  const head = taken.head.filter(isAmount);
  if (metricValues(arms.base, metric).length + metricValues(arms.head, metric).length === 0) return null;
  const sides = { base: armValues(base), head: armValues(head) };
  const { tailRequests } = needsOf(rules);
  const tail = tailLack([...used.base, ...used.head], metric, tailRequests);
  const verdict = tail ?? fewSessions(used, rules) ?? oddVerdict(taken) ?? zeroVerdict(base, head);
  const readings = [{ base, head }, ...(verdict === null ? otherReading(used, metric) : [])];
  const isPaired = verdict === null && assumption.form === "paired";
  const hasZeros =
    assumption.form === "paired" && verdict?.kind === "inconclusive" && oddVerdict(taken) === null;
  const hang = isThroughput(metric) && (isPaired || hasZeros) ? hangIn(readings) : null;
  const drift = isPaired ? findDrift(logRatios({ base, head }), signsOf(used)) : null;
  return {
    workload,
    metric,
    limit: gatingLimit(metricLimit(rules, workload, metric), tail, hasLostTail(used, metric, tailRequests)),
    ...sides,
    evidence:
      verdict === null
        ? {
            kind: "shift",
            shift: readings.map((each, i) => shiftOf(assumption, each, signsOf(used), i)).reduce(bothShifts),
            objection: objection ?? tailObjection(used, metric),
            ...(isDisputed(assumption, { base, head }, signsOf(used)) ? { isDisputed: true as const } : {}),
            ...(drift === null ? {} : { drift }),
            ...(hang === null ? {} : { hang }),
            ...(assumption.form === "paired" ? { readings: readings.map(logRatios) } : {}),
          }
        : {
            kind: "settled",
            verdict,
            effect: relativeChange(sides.base.estimate, sides.head.estimate),
            ...(hang === null || objection !== null ? {} : { hang }),
          },
  };
}

/** By every reading. */
function hangIn(readings: readonly ValuePair[]): Hang | null {
  const said = readings.map(hangOf);
  return said.includes(null) ? null : said[0]!;
}

type ValuePair = Readonly<{ base: readonly number[]; head: readonly number[] }>;

function logRatios({ base, head }: ValuePair): readonly number[] {
  return pairedDifferences(base.map(Math.log), head.map(Math.log));
}

/**
 * @param signs of each pair: 1 where head's server started first, else -1
 * @param reading place of the reading among the metric's
 */
function shiftOf(
  assumption: Assumption,
  { base, head }: ValuePair,
  signs: readonly number[],
  reading: number,
): Shift {
  switch (assumption.form) {
    case "paired": {
      const parts = pooledParts(assumption, { base, head }, signs, reading);
      const [{ sample, prior }] = parts;
      return parts.length === 1 ? sampleShift(sample, prior) : pooledShift(parts);
    }
    case "unpaired":
      return rankShift(base.map(Math.log), head.map(Math.log));
  }
}

/** Earlier attempts, if there are any, and these sessions. */
function pooledParts(
  { prior, order, past = [], inflation = () => 1 }: Assumption,
  sides: ValuePair,
  signs: readonly number[],
  reading: number,
): readonly [PooledPart, ...PooledPart[]] {
  const sample = sampleInTurns(logRatios(sides), signs, order);
  const own = { sample: { ...sample, leverage: sample.leverage * inflation(sample.size) }, prior };
  const [first, ...more] = past.map(({ readings }) => readings[reading] ?? readings[0]!);
  return first === undefined ? [own] : [first, ...more, own];
}

function isDisputed(assumption: Assumption, sides: ValuePair, signs: readonly number[]): boolean {
  const { form, past = [] } = assumption;
  return form === "paired" && past.length > 0 && doDisagree(pooledParts(assumption, sides, signs, 0));
}

/** The order of starts of each session: 1 where head's server started first, else -1. */
export function signsOf({ head }: Arms): readonly number[] {
  return head.map(({ session }) => startSign(session.index));
}

/** The session log ratios of a metric, where a test of pairs can be made of them; else null. */
export function ratiosOf(workload: string, metric: MetricId, arms: Arms, rules: Rules): Ratios | null {
  const plain = { form: "paired", prior: null, order: null } as const;
  const finding = speedFinding(workload, metric, plain, arms, null, rules);
  if (finding?.evidence.kind !== "shift") return null;
  const used = withValue(arms, metric, "paired");
  const logs = (side: readonly number[]) => side.map(Math.log);
  const [base, head] = [used.base, used.head].map((side) => logs(metricValues(side, metric)));
  const [other] = otherReading(used, metric).map((side) =>
    pairedDifferences(logs(side.base), logs(side.head)),
  );
  const values = pairedDifferences(base!, head!);
  return {
    values,
    other: other ?? values,
    base: base!,
    head: head!,
    sessions: used.head.map(({ session }) => session.index),
    signs: signsOf(used),
  };
}

/** The other reading of throughput (analysis/samples/throughput.ts) or of latency (analysis/samples/lateness.ts), where there is one. */
function otherReading(arms: Arms, metric: MetricId): readonly ValuePair[] {
  return isThroughput(metric) ? wallReading(arms, metric) : punctualReading(arms, metric);
}

function wallReading({ base, head }: Arms, metric: MetricId): readonly ValuePair[] {
  if ([...base, ...head].every(({ session }) => loadedShare(session) === 1)) return [];
  const of = (sessions: readonly MeasuredSession[]) =>
    sessions.map(({ session }) => wallValues(session)[metric]!);
  return [{ base: of(base), head: of(head) }];
}

/** A session without it would be compared with another reading of its partner's: all have it, or none is taken. */
function punctualReading({ base, head }: Arms, metric: MetricId): readonly ValuePair[] {
  const of = (sessions: readonly MeasuredSession[]) =>
    sessions.map(({ session }) => punctualValue(session, metric) ?? 0);
  const sides = { base: of(base), head: of(head) };
  return [...sides.base, ...sides.head].every((value) => value > 0) ? [sides] : [];
}

/** A pair without a value on one arm is no pair. */
function withValue({ base, head }: Arms, metric: MetricId, form: Form): Arms {
  const has = (each: MeasuredSession | undefined) =>
    each !== undefined && (each.values[metric] ?? null) !== null;
  if (form === "unpaired") return { base: base.filter(has), head: head.filter(has) };
  return {
    base: base.filter((each, i) => has(each) && has(head[i])),
    head: head.filter((each, i) => has(each) && has(base[i])),
  };
}

function fewSessions({ base, head }: Arms, rules: Rules): Verdict | null {
  const need = needsOf(rules).sessions;
  const have = Math.min(base.length, head.length);
  return have < need ? { kind: "too-few", what: "sessions", have, need } : null;
}

const REQUESTS = "requests per session";

/** A verdict for want of data. */
type Lack = Extract<Verdict, { kind: "too-few" }>;

/** The verdict where a session has too few requests beyond the percentile, else null. */
export function tailLack(
  sessions: readonly MeasuredSession[],
  metric: MetricId,
  tailRequests: number,
): Lack | null {
  const need = requestsNeeded(metric, tailRequests);
  const have = Math.min(...sessions.map(({ session }) => eventCount(session, metric)));
  return have < need && sessions.length > 0 ? { kind: "too-few", what: REQUESTS, have, need } : null;
}

/**
 * A percentile without its tail cannot gate: no number of sessions would ever decide it, and the others need not wait for it. Where it
 * is head that lost the requests it stays a gate without an answer.
 */
export function gatingLimit(limit: Limit, tail: Lack | null, isLostByHead: boolean): Limit {
  return tail === null || isLostByHead ? limit : { ...limit, role: "information" };
}

/** Chance halves no requests of which there were enough. */
const LOST_SHARE = 0.5;

/** True if all sessions of base have the percentile's tail and none of head's has, in a second, half of the requests of any of them. */
export function hasLostTail({ base, head }: Arms, metric: MetricId, tailRequests: number): boolean {
  if (base.length === 0 || head.length === 0 || tailLack(base, metric, tailRequests) !== null) return false;
  const [before, after] = [base, head].map((sessions) =>
    sessions.map(({ session }) => eventCount(session, metric) / session.durationNs),
  );
  return Math.max(...after!) < LOST_SHARE * Math.min(...before!);
}

/** Says which gates had no tail to judge by. */
export function withoutTail(findings: readonly Finding[], rules: Rules, seconds: number): readonly Warning[] {
  return findings.flatMap(({ workload, metric, limit, evidence }) => {
    if (metricLimit(rules, workload, metric).role !== "gate" || evidence.kind !== "settled") return [];
    if (evidence.verdict.kind !== "too-few" || evidence.verdict.what !== REQUESTS) return [];
    const { have, need } = evidence.verdict;
    const consequence =
      limit.role === "gate"
        ? "head has less than half of what base has, and may be slower: inconclusive"
        : "it gates nothing here";
    const enough = have === 0 ? "" : ` (${Math.ceil((seconds * need) / have)} s would do)`;
    return warning("too-few-requests", {
      message: `too few requests for ${metricInfo(metric).label}: ${have} in a session of ${workload}, ${need} are needed; ${consequence}`,
      remedy: `raise measure.seconds${enough}, or set gates.${metric} to false and gate a lower percentile`,
      workload,
      metric,
    });
  });
}

function isAmount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

/** Verdict on values that are no amounts. No document that was read has such; the comparison must not answer by them, whatever calls it. */
function oddVerdict({
  base,
  head,
}: Readonly<{ base: readonly number[]; head: readonly number[] }>): Verdict | null {
  const odd = [...base, ...head].filter((value) => !isAmount(value)).length;
  if (odd === 0) return null;
  return { kind: "inconclusive", why: `${odd} of ${base.length + head.length} values are no amounts` };
}

/**
 * A value of 0 has no logarithm, and leaving its session out would flatter the arm that stood still. Where head stood still in
 * every session and base in none, no statistics are needed.
 */
function zeroVerdict(base: readonly number[], head: readonly number[]): Verdict | null {
  const still = {
    base: base.filter((value) => value === 0).length,
    head: head.filter((value) => value === 0).length,
  };
  if (still.base + still.head === 0) return null;
  if (still.base === 0 && still.head === head.length) return { kind: "regressed" };
  const where = [
    ...(still.base > 0 ? [`${still.base} of ${base.length} sessions of base`] : []),
    ...(still.head > 0 ? [`${still.head} of ${head.length} sessions of head`] : []),
  ];
  return { kind: "inconclusive", why: `the value is 0 in ${where.join(" and ")}` };
}
