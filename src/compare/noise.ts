/**
 * What earlier side-by-side measurements say of the noise of one that was made, or is to be made, under the same conditions. Any
 * measurement will do, whatever it found: a change shifts all its session log ratios alike and leaves their spread as it is.
 */
import type { MetricId } from "../model/metric.ts";
import type { Environment, OptionValue, Pair, Run, WorkloadRun } from "../model/run.ts";
import { sessionValues } from "../samples/values.ts";
import { cautiousPrior, type Spread } from "../stats/moderation.ts";
import { geometricMean, mean, median, sorted, variance } from "../stats/summary.ts";
import { canonicalJson, comparableOf, lastingOptions, lastingSettings, roundMemory } from "./fingerprint.ts";
import { type Form, SPEED_METRICS } from "./speed.ts";

/** What must be equal for noise to be comparable; a field that is not known yet is absent. */
export type Conditions = Readonly<{
  facts: Readonly<Record<string, OptionValue>>;
  workloads: readonly Pick<WorkloadRun, "name" | "workload" | "options">[];
}>;

/** Of a run that is to be made: what the server is and which options take effect is not known yet. */
export function conditionsOfPlan(
  plan: Pick<Run["plan"], "seconds" | "warmupSeconds" | "sliceMs"> &
    Pick<Conditions, "workloads"> &
    Readonly<{ mode: Run["measurement"]["mode"] }>,
  machine: Pick<Environment, "memoryBytes"> & Readonly<Record<string, OptionValue>>,
): Conditions {
  const { mode, seconds, warmupSeconds, sliceMs, workloads } = plan;
  return {
    facts: { ...roundMemory(machine), mode, seconds, warmupSeconds, sliceMs },
    workloads: workloads.map((each) => ({ ...each, options: settledOptions(each.options) })),
  };
}

/** Without what is left to the load generator, which then tells what it chose. */
function settledOptions({ placement, ...rest }: WorkloadRun["options"]): WorkloadRun["options"] {
  return placement === undefined || placement === "auto" ? rest : { ...rest, placement };
}

/** Of a run that was made: everything that base's fingerprint holds, for head may differ in what is tested. */
export function conditionsOfRun(run: Run): Conditions {
  return {
    facts: factsOf(run),
    workloads: run.workloads.map(({ name, workload, options }) => ({
      name,
      workload,
      options: lastingOptions(options),
    })),
  };
}

function factsOf(run: Run): Readonly<Record<string, OptionValue>> {
  const { environment, generator, mode, seconds } = comparableOf(run);
  const { settings, ...machine } = environment;
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
type Series = Readonly<{ base: readonly number[]; ratios: readonly number[]; head: readonly number[] }>;

/** With fewer sessions a measurement says nothing of its spread. */
const FEWEST_SESSIONS = 3;
/** With fewer measurements nothing is known of how much spreads differ from one to the next (docs/decisions/006-known-noise.md). */
export const FEWEST_MEASUREMENTS = 5;

export class KnownNoise {
  readonly #series: ReadonlyMap<string, readonly Series[]>;
  /** Measurements under the same conditions. */
  readonly measurements: number;
  /** Names of the workloads that are asked for. */
  readonly workloads: readonly string[];

  /** @param pairs newest first; those under other conditions are left out */
  constructor(pairs: readonly Pair[], conditions: Conditions) {
    const alike = pairs.filter(({ base }) => holds(conditions.facts, factsOf(base)));
    this.measurements = alike.length;
    this.workloads = conditions.workloads.map(({ name }) => name);
    this.#series = new Map(
      conditions.workloads.flatMap((workload) => {
        const arms = alike.flatMap((pair) => armsOf(pair, workload));
        return SPEED_METRICS.map((metric) => [
          keyOf(workload.name, metric),
          arms.map(([base, head]) => seriesOf(base, head, metric)).filter((series) => series !== null),
        ]);
      }),
    );
  }

  /** Measurements that the test leans on: all, or none where they are too few. */
  get used(): number {
    return this.measurements < FEWEST_MEASUREMENTS ? 0 : this.measurements;
  }

  /** What the spread of a session's log ratio is moderated by; null where too little is known. */
  prior(workload: string, metric: MetricId): Spread | null {
    const spreads = this.#spreads(workload, metric);
    return spreads.length < FEWEST_MEASUREMENTS ? null : cautiousPrior(spreads);
  }

  /** The spread to expect, from a single measurement on; null where there is none. */
  expected(workload: string, metric: MetricId): Spread | null {
    const spreads = this.#spreads(workload, metric);
    if (spreads.length === 0) return null;
    const df = spreads.reduce((sum, spread) => sum + spread.df, 0);
    const pooled = spreads.reduce((sum, spread) => sum + spread.df * spread.variance, 0) / df;
    return this.prior(workload, metric) ?? { variance: pooled, df };
  }

  /** What base's metric was in the newest of them, in its unit; null where `expected` is null. */
  level(workload: string, metric: MetricId): number | null {
    const [newest] = this.#of(workload, metric);
    return newest === undefined ? null : geometricMean(newest.base.map(Math.exp));
  }

  /**
   * Sessions are pairs unless all that is stored speaks against it: the arms share no noise, so that pairing gains nothing, and
   * the ratios have tails that a rank test does not mind.
   */
  form(gates: readonly Readonly<{ workload: string; metric: MetricId }>[]): Form {
    const known = gates
      .map(({ workload, metric }) => this.#of(workload, metric))
      .filter((series) => series.length >= FEWEST_MEASUREMENTS);
    if (known.length === 0) return "paired";
    const apart = median(sorted(known.map(ownShare))) >= OWN_NOISE;
    const tailed = median(sorted(known.map(tailWeight))) >= HEAVY_TAILS;
    return apart && tailed ? "unpaired" : "paired";
  }

  #of(workload: string, metric: MetricId): readonly Series[] {
    return this.#series.get(keyOf(workload, metric)) ?? [];
  }

  #spreads(workload: string, metric: MetricId): readonly Spread[] {
    return this.#of(workload, metric)
      .map(({ ratios }) => ({ variance: variance(ratios), df: ratios.length - 1 }))
      .filter((spread) => spread.variance > 0);
  }
}

/** Share of the arms' noise that is their own, from which on pairs gain nothing; 1 where they share none. */
const OWN_NOISE = 0.9;
/** Standard deviation over the scaled median deviation, which is 1 for normal ratios. */
const HEAVY_TAILS = 1.25;
/** The median deviation of a normal distribution, in standard deviations, inverted. */
const MAD_SCALE = 1.4826;

export function ownShare(series: readonly Series[]): number {
  const total = (values: (each: Series) => readonly number[]) =>
    series.reduce((sum, each) => sum + variance(values(each)), 0);
  const apart = total(({ base }) => base) + total(({ head }) => head);
  return apart === 0 ? 0 : total(({ ratios }) => ratios) / apart;
}

export function tailWeight(series: readonly Series[]): number {
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

/** The sessions of a workload on both arms, pair by pair, where it is the same load; else nothing. */
function armsOf(
  { base, head }: Pair,
  wanted: Conditions["workloads"][number],
): readonly (readonly [WorkloadRun, WorkloadRun])[] {
  const before = base.workloads.find(({ name }) => name === wanted.name);
  const after = head.workloads.find(({ name }) => name === wanted.name);
  if (before === undefined || after === undefined || before.workload !== wanted.workload) return [];
  return holds(wanted.options, before.options) ? [[before, after]] : [];
}

function seriesOf(base: WorkloadRun, head: WorkloadRun, metric: MetricId): Series | null {
  const partner = new Map(head.sessions.map((session) => [session.index, session]));
  const values = base.sessions.flatMap((session) => {
    const other = partner.get(session.index);
    if (other === undefined) return [];
    const [before, after] = [metricValue(session, metric), metricValue(other, metric)];
    return before === null || after === null || before <= 0 || after <= 0
      ? []
      : [[Math.log(before), Math.log(after)] as const];
  });
  if (values.length < FEWEST_SESSIONS) return null;
  return {
    base: values.map(([before]) => before),
    head: values.map(([, after]) => after),
    ratios: values.map(([before, after]) => after - before),
  };
}

const decoded = new WeakMap<WorkloadRun["sessions"][number], ReturnType<typeof sessionValues>>();

/** Histograms are decoded once for all metrics. */
function metricValue(session: WorkloadRun["sessions"][number], metric: MetricId): number | null {
  const values = decoded.get(session) ?? sessionValues(session);
  decoded.set(session, values);
  return values[metric];
}

function keyOf(workload: string, metric: MetricId): string {
  return JSON.stringify([workload, metric]);
}
