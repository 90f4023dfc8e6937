/**
 * Stored side-by-side measurements -> the numbers that tell the noise of one that was made, or is to be made, under the same conditions.
 * Any measurement will do, whatever it found: a change shifts all its session log ratios alike and leaves their spread as it is.
 */

import type { Earlier, EarlierSeries, EarlierSpread } from "../../model/earlier.ts";
import type { MetricId } from "../../model/metric.ts";
import type { Rules } from "../../model/rules.ts";
import {
  type Environment,
  type OptionValue,
  type Pair,
  type Run,
  startSign,
  type WorkloadRun,
} from "../../model/run.ts";
import { type ScriptSet, scriptOptions } from "../../model/script.ts";
import { significant } from "../../stats/round.ts";
import { lagCorrelation, orderEffect } from "../../stats/sessions.ts";
import { geometricMean, mean, median, sorted, variance } from "../../stats/summary.ts";
import { sessionValues } from "../samples/values.ts";
import { canonicalJson, comparableOf, lastingSettings, roundMemory } from "./fingerprint.ts";
import { speedMetricsOf } from "./speed.ts";

/** Conditions that must be equal for noise to be comparable; a field that is not known yet is absent. */
export type Conditions = Readonly<{
  facts: Readonly<Record<string, OptionValue>>;
  workloads: readonly Pick<WorkloadRun, "name" | "workload" | "options">[];
}>;

/** Conditions of a run that is to be made: what the server is and which options take effect is not known yet. */
export function conditionsOfPlan(
  plan: Pick<Run["plan"], "seconds" | "warmupSeconds" | "sliceMs"> &
    Readonly<{
      workloads: readonly (Conditions["workloads"][number] & Readonly<{ script?: ScriptSet | undefined }>)[];
    }> &
    Readonly<{ mode: Run["measurement"]["mode"] }>,
  machine: Pick<Environment, "memoryBytes"> & Readonly<Record<string, OptionValue>>,
): Conditions {
  const { mode, seconds, warmupSeconds, sliceMs, workloads } = plan;
  return {
    facts: { ...roundMemory(machine), mode, seconds, warmupSeconds, sliceMs },
    workloads: workloads.map(({ name, workload, options, script }) => ({
      name,
      workload,
      options: { ...settledOptions(options), ...scriptOptions(script) },
    })),
  };
}

/** Options without what is left to the load generator, which then reports what it chose. */
function settledOptions({ placement, ...rest }: WorkloadRun["options"]): WorkloadRun["options"] {
  return placement === undefined || placement === "auto" ? rest : { ...rest, placement };
}

/** Conditions of a run that was made: everything that base's fingerprint holds, for head may differ in what is tested. */
export function conditionsOfRun(run: Run): Conditions {
  return {
    facts: comparableFacts(run),
    workloads: run.workloads.map(({ name, workload, options }) => ({
      name,
      workload,
      options,
    })),
  };
}

function comparableFacts(run: Run): Readonly<Record<string, OptionValue>> {
  const { environment, generator, mode, seconds } = comparableOf(run);
  // The amount of noise does not depend on who built the server.
  const { settings, build: _, ...machine } = environment;
  return {
    ...roundMemory(machine),
    settings: canonicalJson(lastingSettings(settings)),
    "load generator": `${generator.version} ${generator.profile}`,
    mode,
    seconds,
    warmupSeconds: run.plan.warmupSeconds,
    sliceMs: run.plan.sliceMs,
  };
}

/** One metric of one workload in one measurement: log values of its pairs of sessions. */
type ArmRatios = Readonly<{ base: readonly number[]; head: readonly number[]; ratios: readonly number[] }>;
/** Ratios with the indexes of their sessions. */
type SessionRatios = ArmRatios & Readonly<{ sessions: readonly number[] }>;

/** Fewest sessions: with fewer, a measurement says nothing of its spread. */
const FEWEST_SESSIONS = 3;
/** Fewest sessions: with fewer, what the order does cannot be distinguished from the rest. */
const FEWEST_FOR_ORDER = 4;

/**
 * @param pairs newest first; those under other conditions are left out
 * @param rules what is compared
 * @param except a measurement that is none of the earlier ones
 */
export function summarizeEarlier(
  pairs: readonly Pair[],
  conditions: Conditions,
  rules: Pick<Rules, "gates">,
  except: string | null = null,
): Earlier {
  const alike = pairs
    .filter(({ head }) => head.measurement.id !== except)
    .filter(({ base }) => holds(conditions.facts, comparableFacts(base)));
  const series = conditions.workloads.flatMap((workload) => {
    const arms = alike.map((pair) => findArms(pair, workload));
    return speedMetricsOf(rules, workload.name).flatMap((metric) => {
      const measured = arms.map((each) => (each === null ? null : sessionRatios(...each, metric)));
      const summary = earlierSeries(workload.name, metric, measured);
      return summary === null ? [] : [summary];
    });
  });
  const failures = conditions.workloads.map((workload) => ({
    workload: workload.name,
    shares: alike.map((pair) => failedShares(findArms(pair, workload)?.[0].sessions)),
  }));
  return { measurements: alike.length, series, ...(alike.length === 0 ? {} : { failures }) };
}

function failedShares(sessions: WorkloadRun["sessions"] | undefined): readonly number[] | null {
  const used = (sessions ?? []).filter(({ events, failedEvents }) => events + failedEvents > 0);
  if (used.length === 0) return null;
  return used.map(({ events, failedEvents }) => roundedNoise(failedEvents / (events + failedEvents)));
}

function earlierSeries(
  workload: string,
  metric: MetricId,
  measured: readonly (SessionRatios | null)[],
): EarlierSeries | null {
  const known = measured.filter((each) => each !== null);
  const [newest] = known;
  if (newest === undefined) return null;
  return {
    workload,
    metric,
    level: roundedNoise(geometricMean(newest.base.map(Math.exp))),
    ownShare: roundedNoise(ownShare(known)),
    tailWeight: roundedNoise(tailWeight(known)),
    spreads: measured.map((each) => (each === null ? null : spreadOf(each))),
  };
}

export function spreadOf({ ratios, sessions }: Pick<SessionRatios, "ratios" | "sessions">): EarlierSpread {
  const n = ratios.length;
  const signs = sessions.map(startSign);
  const fit = n < FEWEST_FOR_ORDER ? null : orderEffect(ratios, signs);
  const center = mean(ratios);
  const residuals = fit === null ? ratios.map((ratio) => ratio - center) : fit.residuals;
  const df = fit === null ? n - 1 : n - 2;
  const lag = n < FEWEST_FOR_ORDER ? null : lagCorrelation(residuals);
  return {
    variance: roundedNoise(residuals.reduce((sum, each) => sum + each ** 2, 0) / df),
    df,
    order: fit === null ? null : roundedNoise(fit.effect),
    lag: lag === null ? null : roundedNoise(lag),
  };
}

/** The median deviation of a normal distribution, in standard deviations, inverted. */
const MAD_SCALE = 1.4826;

export function ownShare(series: readonly ArmRatios[]): number {
  const total = (values: (each: ArmRatios) => readonly number[]) =>
    series.reduce((sum, each) => sum + variance(values(each)), 0);
  const apart = total(({ base }) => base) + total(({ head }) => head);
  return apart === 0 ? 0 : total(({ ratios }) => ratios) / apart;
}

export function tailWeight(series: readonly ArmRatios[]): number {
  const residuals = series.flatMap(({ ratios }) => {
    const center = mean(ratios);
    return ratios.map((ratio) => ratio - center);
  });
  const spread = Math.sqrt(mean(residuals.map((residual) => residual ** 2)));
  const scale = MAD_SCALE * median(sorted(residuals.map(Math.abs)));
  return scale === 0 ? 1 : spread / scale;
}

function holds(wanted: Conditions["facts"], facts: Conditions["facts"]): boolean {
  return Object.entries(wanted).every(([name, value]) => String(facts[name]) === String(value));
}

/** The sessions of a workload on both arms, where it is the same load; else null. */
function findArms(
  { base, head }: Pair,
  wanted: Conditions["workloads"][number],
): readonly [WorkloadRun, WorkloadRun] | null {
  const before = base.workloads.find(({ name }) => name === wanted.name);
  const after = head.workloads.find(({ name }) => name === wanted.name);
  if (before === undefined || after === undefined || before.workload !== wanted.workload) return null;
  if (!holds(wanted.options, before.options)) return null;
  return [ofFirstLook(before, head.plan), ofFirstLook(after, head.plan)];
}

/**
 * A workload's sessions of the first look, where looks are many: which workloads go on depends on how much their sessions differ, so
 * that those of all looks together seem quieter, or noisier, than they are.
 */
function ofFirstLook(workload: WorkloadRun, { looks }: Run["plan"]): WorkloadRun {
  if (typeof looks === "number") return workload;
  return { ...workload, sessions: workload.sessions.slice(0, looks[0]!.sessions) };
}

function sessionRatios(base: WorkloadRun, head: WorkloadRun, metric: MetricId): SessionRatios | null {
  const partner = new Map(head.sessions.map((session) => [session.index, session]));
  const values = base.sessions.flatMap((session) => {
    const other = partner.get(session.index);
    if (other === undefined) return [];
    const [before, after] = [metricValue(session, metric), metricValue(other, metric)];
    return before <= 0 || after <= 0
      ? []
      : [{ index: session.index, before: Math.log(before), after: Math.log(after) }];
  });
  if (values.length < FEWEST_SESSIONS) return null;
  return {
    base: values.map(({ before }) => before),
    head: values.map(({ after }) => after),
    ratios: values.map(({ before, after }) => after - before),
    sessions: values.map(({ index }) => index),
  };
}

const decoded = new WeakMap<WorkloadRun["sessions"][number], ReturnType<typeof sessionValues>>();

/** Histograms are decoded once for all metrics. @returns 0 where the session has no value */
function metricValue(session: WorkloadRun["sessions"][number], metric: MetricId): number {
  const values = decoded.get(session) ?? sessionValues(session);
  decoded.set(session, values);
  return values[metric] ?? 0;
}

/** Six digits are far below what so few sessions can tell. */
function roundedNoise(value: number): number {
  return significant(value, 6);
}
