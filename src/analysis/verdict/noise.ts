/** Noise of a measurement as earlier ones under the same conditions show it (earlier.ts makes the numbers). */
import type { Earlier, EarlierSeries, EarlierSpread } from "../../model/earlier.ts";
import type { MetricId } from "../../model/metric.ts";
import { agreedCorrelation } from "../../stats/dependence.ts";
import { digamma } from "../../stats/gamma.ts";
import type { Spread } from "../../stats/moderation.ts";
import { priorAmong, priorsOfDay, type Typical, typicalNoise } from "../../stats/shared-noise.ts";
import { mean, median, sorted } from "../../stats/summary.ts";
import type { Form } from "./speed.ts";

/** Fewest measurements: with fewer, it is unknown how much spreads differ from one to the next (docs/decisions/018-one-noise-factor.md). */
export const FEWEST_MEASUREMENTS = 5;

/** A gate of a run, and the spread of its session log ratios; null where there is none. */
export type GateNoise = Readonly<{ workload: string; metric: MetricId; spread: Spread | null }>;

export class KnownNoise {
  readonly #earlier: Earlier;
  /** Typical noise by the gates that it is of: a judgement asks for the same ones again and again. */
  readonly #typical = new Map<string, Typical | null>();
  /** Names of the workloads that are asked for. */
  readonly workloads: readonly string[];

  /** @param earlier undefined: nothing is known */
  constructor(earlier: Earlier | undefined, workloads: readonly string[]) {
    this.#earlier = earlier ?? { measurements: 0, series: [] };
    this.workloads = workloads;
  }

  /** Measurements under the same conditions. */
  get measurements(): number {
    return this.#earlier.measurements;
  }

  /** Measurements that the test leans on: all, or none where they are too few. */
  get used(): number {
    return this.measurements < FEWEST_MEASUREMENTS ? 0 : this.measurements;
  }

  /**
   * Spreads that moderate those of a run's gates: those of earlier measurements, times how noisy today is for all of them
   * (docs/decisions/018-one-noise-factor.md); null for a gate of which too little is known.
   */
  priors(gates: readonly GateNoise[]): readonly (Spread | null)[] {
    return priorsOfDay(
      this.#typicalOf(gates),
      gates.map(({ workload, spread }) => ({ spread, group: workload })),
    );
  }

  /**
   * The same; at looks of few sessions, at which a gate's own spread says little, its metric's in the other workloads helps where nothing
   * is stored.
   */
  priorsAtLook(gates: readonly GateNoise[], isEarly: boolean): readonly (Spread | null)[] {
    const stored = this.priors(gates);
    if (!isEarly) return stored;
    return gates.map(
      ({ metric }, i) => stored[i] ?? priorAmong(gates.filter((each) => each.metric === metric)),
    );
  }

  #typicalOf(gates: readonly GateNoise[]): Typical | null {
    const key = JSON.stringify(gates.map(({ workload, metric }) => [workload, metric]));
    const known = this.#typical.get(key);
    if (known !== undefined) return known;
    const runs = Array.from({ length: this.measurements }, (_, measurement) =>
      gates.map(({ workload, metric }) => this.#of(workload, metric)?.spreads[measurement] ?? null),
    );
    const typical = typicalNoise(runs, FEWEST_MEASUREMENTS);
    this.#typical.set(key, typical);
    return typical;
  }

  /** The variance to expect of a session's log ratio, from a single measurement on; null where there is none. */
  expected(workload: string, metric: MetricId): Spread | null {
    const spreads = this.#spreads(workload, metric);
    if (spreads.length === 0) return null;
    const df = spreads.reduce((sum, spread) => sum + spread.df, 0);
    // Days are more or less noisy by factors: the typical one is the mean of logarithms.
    const logs = spreads.map(
      (spread) => Math.log(spread.variance) - digamma(spread.df / 2) + Math.log(spread.df / 2),
    );
    return { variance: Math.exp(mean(logs)), df };
  }

  /** Failed shares of base's sessions, by measurement. */
  failures(workload: string): readonly (readonly number[])[] {
    const known = (this.#earlier.failures ?? []).find((each) => each.workload === workload);
    return (known?.shares ?? []).filter((shares) => shares !== null);
  }

  /** Half of how much more head shows where its server started first; null where too few measurements tell. */
  order(workload: string, metric: MetricId): number | null {
    const effects = this.#spreads(workload, metric)
      .map(({ order }) => order)
      .filter((order) => order !== null);
    return effects.length < FEWEST_MEASUREMENTS ? null : mean(effects);
  }

  /** Correlation of neighbouring sessions of these gates, where earlier measurements agree on it; null where they may be independent. */
  correlation(gates: readonly Pick<GateNoise, "workload" | "metric">[]): number | null {
    if (this.used === 0) return null;
    return agreedCorrelation(
      gates.map(({ workload, metric }) =>
        (this.#of(workload, metric)?.spreads ?? []).map((spread) =>
          spread === null || spread.lag === null ? null : { ...spread, lag: spread.lag },
        ),
      ),
    );
  }

  /** Value of base's metric in the newest of them, in its unit; null where `expected` is null. */
  level(workload: string, metric: MetricId): number | null {
    return this.#of(workload, metric)?.level ?? null;
  }

  /**
   * Sessions are pairs unless all that is stored speaks against it: the arms share no noise, so that pairing gains nothing, and
   * the ratios have tails that a rank test does not mind.
   */
  form(gates: readonly Readonly<{ workload: string; metric: MetricId }>[]): Form {
    const known = gates
      .map(({ workload, metric }) => this.#of(workload, metric))
      .filter((series) => series !== null)
      .filter(({ spreads }) => measuredOf(spreads).length >= FEWEST_MEASUREMENTS);
    if (known.length === 0) return "paired";
    const apart = median(sorted(known.map(({ ownShare }) => ownShare))) >= OWN_NOISE;
    const tailed = median(sorted(known.map(({ tailWeight }) => tailWeight))) >= HEAVY_TAILS;
    return apart && tailed ? "unpaired" : "paired";
  }

  #of(workload: string, metric: MetricId): EarlierSeries | null {
    return this.#earlier.series.find((each) => each.workload === workload && each.metric === metric) ?? null;
  }

  #spreads(workload: string, metric: MetricId): readonly EarlierSpread[] {
    return measuredOf(this.#of(workload, metric)?.spreads ?? []);
  }
}

/** Share of the arms' noise that is their own, from which on pairs gain nothing; 1 where they share none. */
const OWN_NOISE = 0.9;
/** Standard deviation over the scaled median deviation, which is 1 for normal ratios. */
const HEAVY_TAILS = 1.25;

/** Values that agree to the last digit are copies. */
function measuredOf(spreads: EarlierSeries["spreads"]): readonly EarlierSpread[] {
  return spreads.filter((spread) => spread !== null).filter(({ variance }) => variance > 0);
}
