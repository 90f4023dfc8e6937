/** A load in whose midst something was done to the server -> the dip that it made, and when the load was back. */

import { addByKey } from "../../model/by-key.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Disruption, RecoveryTerms } from "../../model/timeline.ts";
import { formatPercent, plainSpaces } from "../../text/units.ts";
import type { LoadSpan } from "./load-course.ts";
import { type LoadStep, stepsNs } from "./load-step.ts";

type Recovery = Pick<
  Disruption,
  "recoveryNs" | "isRecovered" | "depth" | "dipNs" | "failedEvents" | "failuresBySqlstate"
> &
  Readonly<{ laterDips: number }>;

export type Recoveries = Readonly<{
  usualPerSecond: number;
  /** The load is within the limit from this share of the usual throughput on. */
  share: number;
  /** One for each disruption, in their order. */
  disruptions: readonly Recovery[];
}>;

/** Nothing can end a dip that begins within the last `holdNs`, and loads that scatter have such dips by chance; two in a row are rare. */
const LASTING_WINDOWS = 2;

/** The load before anything is done: its throughput, how low that falls by itself, and how often the latency is above its limit. */
type Usual = Readonly<{ perNs: number; share: number; stepShare: number; slowShare: number }>;

/** Share of the steps before the first disruption that may lie below the limit of a single step. */
const LOW_STEPS = 0.1;
/** Largest share of the time before anything is done in which the load may exceed its latency limit; beyond it, it cannot recover to that limit. */
const SLOW_MOST = 0.5;

/**
 * A dip begins where the throughput of `holdNs` is below the limit, at its first step that is low itself. It ends at the first step that is
 * within the limit and so many after it, too. What the load does by itself before the first disruption is no dip: the limit is lowered to that.
 * @param spans of the disruptions, in their order; each is watched until the next begins
 * @throws PlumblineError of kind "usage" where there is nothing to recover to
 */
export function recoveries(
  steps: readonly LoadStep[],
  spans: readonly LoadSpan[],
  terms: RecoveryTerms,
): Recoveries {
  const first = spans[0]?.beganNs ?? Number.POSITIVE_INFINITY;
  const usual = usualLoad(
    steps.filter(({ endedNs }) => endedNs <= first),
    terms,
  );
  return {
    usualPerSecond: usual.perNs * 1e9,
    share: usual.share,
    disruptions: spans.map((span, position) => {
      const until = spans[position + 1]?.beganNs ?? Number.POSITIVE_INFINITY;
      const watched = steps.filter(({ endedNs }) => endedNs > span.beganNs && endedNs <= until);
      return recoveryOf(new DipWatch(watched, terms, usual), span.beganNs);
    }),
  };
}

function usualLoad(before: readonly LoadStep[], terms: RecoveryTerms): Usual {
  const perNs = rateOf(before);
  if (!(perNs > 0)) {
    throw new PlumblineError("usage", "no event of the load ended before the first disruption", {
      remedy: "start it later (at: 10s)",
    });
  }
  const slowShare = slowShareOf(before, terms.p99Ns);
  if (slowShare > SLOW_MOST) {
    throw new PlumblineError(
      "usage",
      `before the first disruption, p99 was above its limit in ${plainSpaces(formatPercent(slowShare))} of the time`,
      { remedy: "raise the timeline's p99, or lower the load (rate, threads)" },
    );
  }
  const windows = before
    .map((_, at) => windowFrom(before, at, terms.holdNs))
    .filter((window) => window !== null);
  const shares = before.map((step) => rateOf([step]) / perNs).toSorted((a, b) => a - b);
  return {
    perNs,
    share: Math.min(terms.share, ...windows.map((window) => rateOf(window) / perNs)),
    stepShare: Math.min(terms.share, shares[Math.floor(LOW_STEPS * shares.length)]!),
    slowShare: Math.max(1 - terms.share, ...windows.map((window) => slowShareOf(window, terms.p99Ns))),
  };
}

/** The steps from a disruption's begin on, by the limit that holds for them. */
class DipWatch {
  readonly steps: readonly LoadStep[];
  readonly #terms: RecoveryTerms;
  readonly #usual: Usual;

  constructor(steps: readonly LoadStep[], terms: RecoveryTerms, usual: Usual) {
    this.steps = steps;
    this.#terms = terms;
    this.#usual = usual;
  }

  /** Time for which the load must have been low again at the end for that to be more than what noise makes of the last window. */
  get lastingNs(): number {
    return LASTING_WINDOWS * this.#terms.holdNs;
  }

  /** Throughput of a step as a share of the usual one. */
  share(at: number): number {
    return rateOf([this.steps[at]!]) / this.#usual.perNs;
  }

  /** True if a single step is outside the limit. */
  isLow(at: number): boolean {
    const step = this.steps[at]!;
    return this.share(at) < this.#usual.stepShare || isSlow(step, this.#terms.p99Ns);
  }

  /** True if the load stays within the limit from a step on; null: it was not watched for so long. */
  holds(at: number): boolean | null {
    const window = windowFrom(this.steps, at, this.#terms.holdNs);
    if (window === null) return null;
    const { perNs, share, slowShare } = this.#usual;
    return (
      rateOf(window) / perNs >= share - ROUNDING &&
      slowShareOf(window, this.#terms.p99Ns) <= slowShare + ROUNDING
    );
  }
}

/** Quotients of equal things may differ in their last digit. */
const ROUNDING = 1e-9;

/** Steps from one to the one that it ends before; null: to the end of what was watched. */
type Dip = Readonly<{ from: number; to: number | null }>;

function recoveryOf(watched: DipWatch, beganNs: number): Recovery {
  const { steps } = watched;
  const dips = dipsOf(watched);
  const last = dips.at(-1);
  const end = steps.at(-1)?.endedNs ?? beganNs;
  const begin = (at: number) => Math.max(beganNs, steps[at]!.beganNs);
  const isLasting = (dip: Dip) => dips.length === 1 || end - begin(dip.from) >= watched.lastingNs;
  const isRecovered = last === undefined || last.to !== null || !isLasting(last);
  // A load that dips again and stays low has not come back to stay, however short its first dip was.
  const decisive = isRecovered ? dips[0] : last;
  const endOf = ({ to }: Dip) => (to === null ? end : begin(to));
  const lows = dips.flatMap(({ from, to }) =>
    steps.slice(from, to ?? steps.length).map((_, at) => watched.share(from + at)),
  );
  const resolution = steps.length === 0 ? 0 : (end - steps[0]!.beganNs) / steps.length;
  return {
    recoveryNs: Math.round(Math.max(resolution, decisive === undefined ? 0 : endOf(decisive) - beganNs)),
    isRecovered,
    laterDips: Math.max(0, dips.length - 1),
    depth: Math.max(0, 1 - Math.min(1, ...lows)),
    dipNs: Math.round(dips.reduce((sum, dip) => sum + endOf(dip) - begin(dip.from), 0)),
    failedEvents: steps.reduce((sum, { failedEvents }) => sum + failedEvents, 0),
    failuresBySqlstate: addByKey(steps.map(({ failuresBySqlstate }) => failuresBySqlstate)),
  };
}

function dipsOf(watched: DipWatch): readonly Dip[] {
  const dips: Dip[] = [];
  const places = [...watched.steps.keys()];
  for (let from = 0; ; ) {
    const disturbed = places.find((at) => at >= from && watched.holds(at) === false);
    if (disturbed === undefined) return dips;
    const low = places.find((at) => at >= disturbed && watched.isLow(at)) ?? disturbed;
    const to = places.find((at) => at > low && !watched.isLow(at) && watched.holds(at) === true) ?? null;
    dips.push({ from: low, to });
    if (to === null) return dips;
    from = to;
  }
}

/** Steps from one on that are so long together; null where there are not so many. */
function windowFrom(steps: readonly LoadStep[], from: number, ns: number): readonly LoadStep[] | null {
  // Steps are reported a moment early or late.
  const enough = 0.99 * ns;
  const last = steps.findIndex(({ endedNs }, at) => at >= from && endedNs - steps[from]!.beganNs >= enough);
  return last < 0 ? null : steps.slice(from, last + 1);
}

/** Successful events a nanosecond; NaN of nothing. */
function rateOf(steps: readonly LoadStep[]): number {
  return steps.reduce((sum, { events }) => sum + events, 0) / stepsNs(steps);
}

function slowShareOf(steps: readonly LoadStep[], p99Ns: number | null): number {
  return stepsNs(steps.filter((step) => isSlow(step, p99Ns))) / stepsNs(steps);
}

function isSlow({ events, p99Ns: p99, waitingNs }: LoadStep, limitNs: number | null): boolean {
  return limitNs !== null && (events > 0 ? p99 : waitingNs) > limitNs;
}
