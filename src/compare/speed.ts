/** Findings of every metric that is compared by ratio: all but the failed share. */
import { METRICS, type MetricId } from "../model/metric.ts";
import type { Verdict } from "../model/report.ts";
import { rankShift } from "../stats/ranks.ts";
import { pairedShift, type Shift } from "../stats/shift.ts";
import { armValues, type Measured, requestsNeeded } from "./arm-values.ts";
import type { Finding } from "./finding.ts";
import { limitOf, needsOf, type Rules } from "./rules.ts";

export const SPEED_METRICS: readonly MetricId[] = METRICS.filter(({ unit }) => unit !== "share").map(
  ({ id }) => id,
);

/** How the sessions of the arms belong together; the test follows from it. */
export type Form = "paired" | "unpaired";

/** The sessions of both arms; of equal length, pair by pair, where the form is "paired". */
export type Arms = Readonly<{ base: readonly Measured[]; head: readonly Measured[] }>;

/**
 * What the sessions say of one metric; null where neither arm has a value of it.
 * @param objection why the arms cannot be judged by their difference, or null
 */
export function speedFinding(
  workload: string,
  metric: MetricId,
  form: Form,
  arms: Arms,
  objection: string | null,
  rules: Rules,
): Finding | null {
  const used = withValue(arms, metric, form);
  const base = valuesOf(used.base, metric);
  const head = valuesOf(used.head, metric);
  if (valuesOf(arms.base, metric).length + valuesOf(arms.head, metric).length === 0) return null;
  const sides = { base: armValues(base), head: armValues(head) };
  const verdict = lackOf(used, metric, rules) ?? zeroVerdict(base, head);
  const logs = { base: base.map(Math.log), head: head.map(Math.log) };
  return {
    workload,
    metric,
    limit: limitOf(rules, workload, metric),
    ...sides,
    evidence:
      verdict === null
        ? { kind: "shift", shift: shiftOf(form, logs.base, logs.head), objection }
        : { kind: "settled", verdict, effect: ratioOf(sides.base.estimate, sides.head.estimate) },
  };
}

function shiftOf(form: Form, base: readonly number[], head: readonly number[]): Shift {
  switch (form) {
    case "paired":
      return pairedShift(base, head);
    case "unpaired":
      return rankShift(base, head);
  }
}

/** A pair without a value on one arm is no pair. */
function withValue({ base, head }: Arms, metric: MetricId, form: Form): Arms {
  const has = (each: Measured | undefined) => each !== undefined && each.values[metric] !== null;
  if (form === "unpaired") return { base: base.filter(has), head: head.filter(has) };
  return {
    base: base.filter((each, i) => has(each) && has(head[i])),
    head: head.filter((each, i) => has(each) && has(base[i])),
  };
}

function valuesOf(sessions: readonly Measured[], metric: MetricId): readonly number[] {
  return sessions.map(({ values }) => values[metric]).filter((value) => value !== null);
}

function lackOf({ base, head }: Arms, metric: MetricId, rules: Rules): Verdict | null {
  const needs = needsOf(rules);
  const sessions = Math.min(base.length, head.length);
  if (sessions < needs.sessions) {
    return { kind: "too-few", what: "sessions", have: sessions, need: needs.sessions };
  }
  return tailLack([...base, ...head], metric, needs.tailRequests);
}

/** The verdict where a session has too few requests beyond the percentile, else null. */
export function tailLack(
  sessions: readonly Measured[],
  metric: MetricId,
  tailRequests: number,
): Verdict | null {
  const need = requestsNeeded(metric, tailRequests);
  const have = Math.min(...sessions.map(({ session }) => session.latency.count));
  return have < need && sessions.length > 0
    ? { kind: "too-few", what: "requests per session", have, need }
    : null;
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
  const where =
    still.head > 0
      ? `${still.head} of ${head.length} sessions of head`
      : `${still.base} of ${base.length} sessions of base`;
  return { kind: "inconclusive", why: `the value is 0 in ${where}` };
}

function ratioOf(base: number | null, head: number | null): number | null {
  return base === null || head === null || base === 0 ? null : head / base - 1;
}
