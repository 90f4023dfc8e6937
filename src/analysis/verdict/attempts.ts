/**
 * Attempts at one question (docs/decisions/062-selection.md). To measure again until a check is green is a way of stopping, too. So the sessions of
 * earlier attempts are earlier looks of the same question: all are judged together, and the attempts share alpha.
 */

import type { Attempt } from "../../model/attempt.ts";
import type { MetricId } from "../../model/metric.ts";
import type { AttemptsReport } from "../../model/report.ts";
import type { Rules } from "../../model/rules.ts";
import { type Environment, type Run, startSign } from "../../model/run.ts";
import type { InTurn } from "../../stats/dependence.ts";
import type { PooledPart } from "../../stats/pooled.ts";
import { sampleInTurns } from "../../stats/sessions.ts";
import { mean } from "../../stats/summary.ts";
import { dependenceOf } from "../warnings/dependence.ts";
import type { PastPart } from "./finding.ts";
import { limitChanges } from "./limits.ts";
import type { KnownNoise } from "./noise.ts";
import { metricLimit } from "./rules.ts";
import { speedMetricsOf } from "./speed.ts";
import type { StormCounts } from "./storms.ts";

/** Shares of alpha of the first attempts; each later one has half of the share before it, so that all of them add up to one. */
const SHARES = [0.8, 0.1, 0.05];

/** The share of alpha that an attempt may spend. @param number from 1 on */
export function shareOfAttempt(number: number): number {
  const last = SHARES.length;
  return number <= last ? SHARES[number - 1]! : SHARES[last - 1]! / 2 ** (number - last);
}

/** Log ratios of an attempt with what widens their error. */
type ReadAttempt = Readonly<{
  attempt: Attempt;
  inflation(sessions: number): number;
  prior(workload: string, metric: MetricId): PooledPart["prior"];
}>;

export class PastAttempts {
  readonly #read: readonly ReadAttempt[];

  /** @param known noise under today's conditions, which is read off each attempt for its own day */
  constructor(attempts: readonly Attempt[], known: KnownNoise, rules: Rules) {
    this.#read = attempts.map((attempt) => readAttempt(attempt, known, rules));
  }

  get count(): number {
    return this.#read.length;
  }

  /** Sessions of a workload in all of them. */
  sessions(workload: string): number {
    return this.#read.flatMap(({ attempt }) => attemptedWorkload(attempt, workload)?.failures.head ?? [])
      .length;
  }

  /** Events of its sessions on an arm. */
  failures(workload: string, arm: "base" | "head"): readonly StormCounts[] {
    return this.#read.flatMap(({ attempt }) => attemptedWorkload(attempt, workload)?.failures[arm] ?? []);
  }

  /** One for each attempt that has the metric. */
  parts(workload: string, metric: MetricId): readonly PastPart[] {
    return this.#read.flatMap(({ attempt, inflation, prior }) => {
      const series = attemptSeries(attempt, workload, metric);
      if (series === null || series.values.length < FEWEST) return [];
      const known = prior(workload, metric);
      return [{ readings: series.readings.map((values) => partOf(values, series.signs, inflation, known)) }];
    });
  }

  /** The same of the mean over workloads, in the sessions that all of them have. */
  partsTogether(workloads: readonly string[], metric: MetricId): readonly PastPart[] {
    return this.#read.flatMap(({ attempt, inflation }) => {
      const all = workloads.map((workload) => attemptSeries(attempt, workload, metric));
      const present = all.filter((series) => series !== null);
      const [first, ...others] = present.map(({ sessions }) => sessions);
      const shared = (first ?? []).filter((session) => others.every((each) => each.includes(session)));
      if (present.length < all.length || shared.length < FEWEST) return [];
      const together = (reading: number) =>
        shared.map((session) =>
          mean(
            present.map(
              ({ readings, sessions }) => (readings[reading] ?? readings[0]!)[sessions.indexOf(session)]!,
            ),
          ),
        );
      const signs = shared.map(startSign);
      return [{ readings: [0, 1].map((reading) => partOf(together(reading), signs, inflation, null)) }];
    });
  }
}

/** Fewest sessions: fewer have no spread that would say anything. */
const FEWEST = 3;

function readAttempt(attempt: Attempt, known: KnownNoise, rules: Rules): ReadAttempt {
  const gates = attempt.workloads.flatMap(({ name }) =>
    speedMetricsOf(rules, name)
      .filter((metric) => metricLimit(rules, name, metric).role === "gate")
      .map((metric) => ({ workload: name, metric, series: attemptSeries(attempt, name, metric) })),
  );
  const noises = gates.map(({ workload, metric, series }) => {
    const isEnough = series !== null && series.values.length >= FEWEST;
    const spread = isEnough ? sampleInTurns(series.values, series.signs, null).spread : null;
    return { workload, metric, spread };
  });
  const priors = known.priorsAtLook(noises, typeof attempt.looks !== "number");
  const { inflation } = dependenceOf(
    gates.flatMap(({ series }) => series ?? []),
    known.correlation(gates),
    attempt.seed,
  );
  return {
    attempt,
    inflation,
    prior: (workload, metric) =>
      priors[gates.findIndex((gate) => gate.workload === workload && gate.metric === metric)] ?? null,
  };
}

function partOf(
  values: readonly number[],
  signs: readonly number[],
  inflation: ReadAttempt["inflation"],
  prior: PooledPart["prior"],
): PooledPart {
  const sample = sampleInTurns(values, signs, null);
  return { sample: { ...sample, leverage: sample.leverage * inflation(sample.size) }, prior };
}

function attemptedWorkload(attempt: Attempt, workload: string): Attempt["workloads"][number] | undefined {
  return attempt.workloads.find(({ name }) => name === workload);
}

function attemptSeries(
  attempt: Attempt,
  workload: string,
  metric: MetricId,
): (InTurn & Readonly<{ readings: readonly (readonly number[])[] }>) | null {
  const series = attemptedWorkload(attempt, workload)?.series.find((each) => each.metric === metric);
  if (series === undefined) return null;
  const { readings, sessions } = series;
  return { readings, sessions, values: readings[0]!, signs: sessions.map(startSign) };
}

/** What tells machines apart in a document. */
export function machineOf({ cpuModel, cpuCount, memoryBytes }: Environment): string {
  return `${cpuModel}, ${cpuCount} CPUs, ${Math.round(memoryBytes / 2 ** 30)} GiB`;
}

/** What a report says of the attempts before it; undefined if there are none. */
export function attemptsReport(head: Run, rules: Rules): AttemptsReport | undefined {
  const attempts = head.attempts ?? [];
  if (attempts.length === 0) return undefined;
  const most = (counts: readonly number[]) => Math.max(0, ...counts);
  const before = attempts.map(({ workloads }) => most(workloads.map(({ failures }) => failures.head.length)));
  const now = most(head.workloads.map(({ sessions }) => sessions.length));
  const machines = new Set([machineOf(head.environment), ...attempts.map(({ machine }) => machine)]);
  return {
    sessions: before.reduce((sum, sessions) => sum + sessions, now),
    machines: machines.size,
    earlier: attempts.map(({ commit, startedAt, verdict, rules: then }) => {
      const isOther = then !== undefined && limitChanges(then, rules).length > 0;
      return { commit, startedAt, verdict, ...(isOther ? { otherLimits: true as const } : {}) };
    }),
  };
}
