/**
 * All workloads of a run together: many small steps that no workload shows alone (docs/decisions/027-suite.md). Workloads of one session share its
 * server, and its luck: so the session is the unit here, too, and its value the mean over the workloads' log ratios.
 */
import type { Warning } from "../../model/document.ts";
import { METRICS, type MetricId } from "../../model/metric.ts";
import { ALL_WORKLOADS, type Change } from "../../model/report.ts";
import type { Rules } from "../../model/rules.ts";
import type { InTurn } from "../../stats/dependence.ts";
import { pooledShift } from "../../stats/pooled.ts";
import { sampleInTurns } from "../../stats/sessions.ts";
import { bothShifts, sampleShift } from "../../stats/shift.ts";
import { mean } from "../../stats/summary.ts";
import { armValues } from "./arm-values.ts";
import { findDrift } from "./drift.ts";
import type { Finding, PastPart } from "./finding.ts";
import { judge } from "./judge.ts";
import type { Look } from "./looks.ts";
import { type Limit, needsOf } from "./rules.ts";

/** A metric of a workload by session, on the scale of logarithms; `other` is the other reading of the ratios (slices.ts, lateness.ts), or the same. */
export type Ratios = InTurn &
  Readonly<{ other: readonly number[]; base: readonly number[]; head: readonly number[] }>;

export type SuiteMember = Readonly<{
  workload: string;
  metric: MetricId;
  /** Null where no test can be made of it. */
  ratios: Ratios | null;
  /** The known effect of the order of starts on it, or null. */
  order: number | null;
  /** Reason why it cannot be judged, or null. */
  objection: string | null;
}>;

/** Facts that the test depends on apart from the values. */
export type SuiteManner = Readonly<{
  /** Inflation as of speed.ts, `Assumption`. */
  inflation: (sessions: number) => number;
  /** The look that ends after this many sessions. */
  look: (sessions: number) => Look;
  /** What earlier attempts measured of the mean over workloads; absent: nothing. */
  past?: (workloads: readonly string[], metric: MetricId) => readonly PastPart[];
}>;

/** The gates of workloads and of all of them together, judged as one family; `changes` are of `findings`, one for one. */
export type Together = Readonly<{
  changes: readonly Change[];
  suiteFindings: readonly Finding[];
  /** Changes of `suiteFindings`, one for one. */
  suite: readonly Change[];
  warnings: readonly Warning[];
}>;

/**
 * Judges workloads and suite. Where server CPU gates the suite, a workload in which it is a trade has no part in the suite: its price would
 * fail the others, and what it bought would hide theirs.
 */
export function judgeTogether(
  findings: readonly Finding[],
  members: readonly SuiteMember[],
  manner: SuiteManner,
  rules: Rules,
): Together {
  const judged = (taken: readonly SuiteMember[], warnings: readonly Warning[]): Together => {
    const suite = suiteFindings(taken, manner, rules);
    const all = judge([...findings, ...suite], rules);
    return {
      changes: all.slice(0, findings.length),
      suiteFindings: suite,
      suite: all.slice(findings.length),
      warnings,
    };
  };
  const whole = judged(members, []);
  const isGate = (rules.suite ?? []).some(({ metric }) => metric === "server-cpu");
  const traded = whole.changes
    .filter(({ verdict }) => verdict.kind === "trade")
    .map(({ workload }) => workload);
  if (!isGate || traded.length === 0) return whole;
  return judged(
    members.filter(({ workload }) => !traded.includes(workload)),
    [tradeLeftOut(traded)],
  );
}

function tradeLeftOut(traded: readonly string[]): Warning {
  const its = traded.length === 1 ? "its server CPU is a trade" : "their server CPU is a trade";
  return {
    code: "trade-left-out",
    message: `all workloads together leave out ${traded.join(", ")}: ${its} and would hide the others'`,
    remedy:
      "ignore this if the trade is wanted, or set gates.server-cpu.trade to fail to make it a regression",
  };
}

/** Findings on each metric that gates the suite, or that two workloads have: what all of them show in the sessions that they share. */
export function suiteFindings(
  members: readonly SuiteMember[],
  manner: SuiteManner,
  rules: Rules,
): readonly Finding[] {
  return METRICS.flatMap(({ id: metric }) => {
    const own = members.filter((member) => member.metric === metric);
    const limit = suiteLimit(metric, rules);
    if (own.length < (limit.role === "gate" ? 1 : 2)) return [];
    return findingOf(metric, limit, own, manner, rules) ?? [];
  });
}

function suiteLimit(metric: MetricId, { suite = [] }: Rules): Limit {
  const gate = suite.find((each) => each.metric === metric);
  return gate === undefined
    ? { role: "information", margin: 0, floor: null }
    : { role: "gate", margin: gate.margin, floor: null };
}

function findingOf(
  metric: MetricId,
  limit: Limit,
  members: readonly SuiteMember[],
  { inflation, look, past }: SuiteManner,
  rules: Rules,
): Finding | null {
  const judged = members.flatMap(({ ratios }) => ratios ?? []);
  const [first, ...others] = judged.map(({ sessions }) => sessions);
  const shared = (first ?? []).filter((session) => others.every((each) => each.includes(session)));
  const need = needsOf(rules).sessions;
  const finding = { workload: ALL_WORKLOADS, metric, limit, look: look(shared.length) };
  if (judged.length < members.length || shared.length < need) {
    if (limit.role === "information") return null;
    const have = judged.length < members.length ? 0 : shared.length;
    const verdict = { kind: "too-few", what: "sessions of all workloads", have, need } as const;
    const nothing = armValues([]);
    return {
      ...finding,
      base: nothing,
      head: nothing,
      evidence: { kind: "settled", verdict, effect: null },
    };
  }
  const together = (of: (each: Ratios) => readonly number[]) =>
    shared.map((session) => mean(judged.map((each) => of(each)[each.sessions.indexOf(session)]!)));
  const signs = together((each) => each.signs);
  const orders = members.map(({ order }) => order);
  const known = orders.every((order) => order !== null) ? mean(orders.map((order) => order!)) : null;
  const names = members.map(({ workload }) => workload);
  const before = past?.(names, metric) ?? [];
  const shiftOf = (values: readonly number[], reading: number) => {
    const sample = sampleInTurns(values, signs, known);
    const own = { ...sample, leverage: sample.leverage * inflation(sample.size) };
    if (before.length === 0) return sampleShift(own, null);
    return pooledShift([...before.map(({ readings }) => readings[reading]!), { sample: own, prior: null }]);
  };
  const readings = [together((each) => each.values), together(({ other }) => other)] as const;
  const drift = findDrift(readings[0], signs);
  return {
    ...finding,
    base: armValues(together(({ base }) => base).map(Math.exp)),
    head: armValues(together(({ head }) => head).map(Math.exp)),
    evidence: {
      kind: "shift",
      shift: bothShifts(shiftOf(readings[0], 0), shiftOf(readings[1], 1)),
      readings,
      objection: members.find(({ objection }) => objection !== null)?.objection ?? null,
      ...(drift === null ? {} : { drift }),
    },
  };
}
