/**
 * Estimates that stopping does not bend (docs/decisions/062-selection.md). A workload stops where its sessions look good, or bad, so the mean of
 * those it has by then lies too far out. The mean of its first look does not, for every workload has that. Sessions are exchangeable
 * between those of either order of starts: so the first look's mean, averaged over the orders of the same sessions in which the rule
 * would have gone on as it did, is as right and nearly as sure as the plain mean (Rao 1945, Blackwell 1947).
 */

import type { MetricId } from "../../model/metric.ts";
import { ALL_WORKLOADS, type Change } from "../../model/report.ts";
import type { Rules } from "../../model/rules.ts";
import { mixSeed } from "../../stats/mix-seed.ts";
import type { Spread } from "../../stats/moderation.ts";
import { drawIndex, type Rng, seededRng } from "../../stats/random.ts";
import { sampleInTurns } from "../../stats/sessions.ts";
import { bothShifts, sampleShift } from "../../stats/shift.ts";
import { mean } from "../../stats/summary.ts";
import { findDrift } from "./drift.ts";
import type { Finding } from "./finding.ts";
import { judgeBriefly } from "./judge.ts";
import { hasRegressed, isWanting, type Look } from "./looks.ts";
import type { GateNoise } from "./noise.ts";
import { WORK_METRICS } from "./work.ts";

/** A judgement that ended after several looks, with all that decided on them. */
export type Stopping = Readonly<{
  findings: readonly Finding[];
  /** Order of starts of each workload's sessions, by its name. */
  signs: ReadonlyMap<string, readonly number[]>;
  /** Known effect of the order of starts, or null. */
  order(workload: string, metric: MetricId): number | null;
  /** Priors of such gates, one for one. */
  priors(gates: readonly GateNoise[]): readonly (Spread | null)[];
  /** Known inflation of so many sessions' squared standard error. */
  inflation(sessions: number): number;
  rules: Rules;
  seed: number;
}>;

/** Orders of a workload's sessions that are tried; the error that so few of them add is a tenth of the estimate's own. */
const ORDERS = 100;
/** Names these random numbers among those of a run. */
const USE = 0x3d;

/** A finding with the log ratios of its sessions, by each reading. */
type ReadFinding = Readonly<{ finding: Finding; readings: readonly (readonly number[])[] }>;

/** The changes with what stopping bent put right, where a workload had more than its first look; the plain one stays with them. */
export function unbent(changes: readonly Change[], stopping: Stopping): readonly Change[] {
  const effects = new Map<string, ReadonlyMap<MetricId, number>>();
  for (const [place, workload] of [...stopping.signs.keys()].entries()) {
    const seed = mixSeed(stopping.seed, USE, place);
    effects.set(workload, unbentOf(workload, stopping, seededRng(seed)));
  }
  return changes.map((change) => withEffect(change, effects.get(change.workload)?.get(change.metric)));
}

/** Changes of all workloads together, moved as far as those of the workloads were on average. */
export function unbentTogether(suite: readonly Change[], own: readonly Change[]): readonly Change[] {
  return suite.map((change) => {
    const moves = own
      .filter(
        ({ metric, effect, workload }) =>
          metric === change.metric && effect !== null && workload !== ALL_WORKLOADS,
      )
      .map(({ effect, plainEffect }) =>
        plainEffect === undefined ? 0 : Math.log1p(effect!) - Math.log1p(plainEffect),
      );
    if (change.effect === null || moves.every((move) => move === 0)) return change;
    return withEffect(change, Math.log1p(change.effect) + mean(moves));
  });
}

function withEffect(change: Change, estimate: number | undefined): Change {
  if (estimate === undefined || change.effect === null) return change;
  const { workload, metric, role, base, head, effect: plainEffect, ...rest } = change;
  return { workload, metric, role, base, head, effect: Math.expm1(estimate), plainEffect, ...rest };
}

/** Log changes of the workload's metrics; none if it had one look alone. */
function unbentOf(workload: string, stopping: Stopping, rng: Rng): ReadonlyMap<MetricId, number> {
  const signs = stopping.signs.get(workload)!;
  const own = readFindings(stopping.findings, stopping).filter(
    ({ finding }) => finding.workload === workload,
  );
  const look = own[0]?.finding.look;
  const [first] = look?.of ?? [];
  if (look === undefined || first === undefined || first.sessions >= signs.length) return new Map();
  const real = signs.map((_, i) => i);
  // Where its own sessions would have stopped it, something else made it go on, whatever their order.
  const conditions = look.of.flatMap(({ sessions }, i) => {
    if (sessions >= signs.length) return [];
    const goesOn = conditionOf(workload, { ...look, at: i + 1 }, sessions, stopping);
    return goesOn(real) ? [goesOn] : [];
  });
  if (conditions.length === 0) return new Map();
  const orders: (readonly number[])[] = [real];
  for (let i = 1; i < ORDERS; i++) {
    const order = shuffled(signs, rng);
    if (conditions.every((goesOn) => goesOn(order))) orders.push(order);
  }
  const ofFirst = signs.slice(0, first.sessions);
  return new Map(
    own.map(({ finding: { metric }, readings: [shown] }) => {
      const known = stopping.order(workload, metric);
      const means = orders.map(
        (order) => sampleInTurns(pick(shown!, order, first.sessions), ofFirst, known).estimate,
      );
      return [metric, mean(means)];
    }),
  );
}

/** Findings with log ratios of every session of their workload. */
function readFindings(findings: readonly Finding[], { signs }: Stopping): readonly ReadFinding[] {
  return findings.flatMap((finding) => {
    const { evidence, workload } = finding;
    const readings = evidence.kind === "shift" ? (evidence.readings ?? []) : [];
    const sessions = signs.get(workload)?.length;
    return readings.length > 0 && readings[0]!.length === sessions ? [{ finding, readings }] : [];
  });
}

/** Whether the rule goes on after a look, by the order of the workload's sessions. */
type Condition = (order: readonly number[]) => boolean;

/** @param sessions of that look */
function conditionOf(workload: string, look: Look, sessions: number, stopping: Stopping): Condition {
  const { signs, priors, rules } = stopping;
  const gates = readFindings(stopping.findings, stopping).filter(
    ({ finding }) => finding.limit.role === "gate",
  );
  const isOwn = ({ finding }: ReadFinding) => finding.workload === workload;
  const others = gates
    .filter((gate) => !isOwn(gate))
    .map((gate) => cutTo(gate, signs.get(gate.finding.workload)!, sessions));
  const own = gates.filter(isOwn);
  const turns = signs.get(workload)!;
  const noises = others.map((each) => noiseOf(each, stopping));
  const seenBy = (order: readonly number[]) => {
    const cuts = own.map((gate) => cutTo(gate, turns, sessions, order));
    const known = priors([...cuts.map((each) => noiseOf(each, stopping)), ...noises]);
    return { known, ours: cuts.map((each, i) => reorderedFinding(each, known[i] ?? null, look, stopping)) };
  };
  const real = seenBy(turns.map((_, i) => i));
  const theirs = others.map((each, i) =>
    reorderedFinding(each, real.known[own.length + i] ?? null, look, stopping),
  );
  const isOtherRed = hasRegressed(judgeBriefly(theirs, real.ours, rules));
  return (order) => isWanting(judgeBriefly(seenBy(order).ours, theirs, rules), look, isOtherRed);
}

/** A gate as a look saw it: so many of its sessions. */
type Cut = ReadFinding & Readonly<{ signs: readonly number[] }>;

function cutTo(
  { finding, readings }: ReadFinding,
  signs: readonly number[],
  sessions: number,
  order?: readonly number[],
): Cut {
  const places = order ?? signs.map((_, i) => i);
  return {
    finding,
    readings: readings.map((reading) => pick(reading, places, sessions)),
    signs: signs.slice(0, sessions),
  };
}

function noiseOf({ finding: { workload, metric }, readings, signs }: Cut, { order }: Stopping): GateNoise {
  // What is counted has no noise in common with what is timed.
  if (WORK_METRICS.includes(metric)) return { workload, metric, spread: null };
  return { workload, metric, spread: sampleInTurns(readings[0]!, signs, order(workload, metric)).spread };
}

function reorderedFinding(
  { finding, readings, signs }: Cut,
  prior: Spread | null,
  look: Look,
  stopping: Stopping,
): Finding {
  const { evidence, workload, metric } = finding;
  if (evidence.kind === "settled") return finding;
  const isTimed = !WORK_METRICS.includes(metric);
  const shifts = readings.map((values) => {
    const sample = sampleInTurns(values, signs, isTimed ? stopping.order(workload, metric) : null);
    const inflation = isTimed ? stopping.inflation(sample.size) : 1;
    return sampleShift({ ...sample, leverage: sample.leverage * inflation }, isTimed ? prior : null);
  });
  // Both are of all sessions, and not of those of an earlier look.
  const { drift: _drift, hang: _hang, ...lasting } = evidence;
  const drift = findDrift(readings[0]!, signs);
  const seen = { ...lasting, shift: shifts.reduce(bothShifts), readings };
  return { ...finding, look, evidence: drift === null ? seen : { ...seen, drift } };
}

function pick(values: readonly number[], order: readonly number[], count: number): readonly number[] {
  return order.slice(0, count).map((place) => values[place]!);
}

/** Places in random order, those of either sign among themselves. */
function shuffled(signs: readonly number[], rng: Rng): readonly number[] {
  const order = signs.map((_, i) => i);
  for (const sign of [1, -1]) {
    const places = order.filter((place) => signs[place] === sign);
    for (let i = places.length - 1; i > 0; i--) {
      const [one, other] = [places[i]!, places[drawIndex(rng, i + 1)]!];
      [order[one], order[other]] = [order[other]!, order[one]!];
    }
  }
  return order;
}
