/**
 * The search for the parts of a change that make a workload slower: by halves, for the first part whose prefix is nearer to head than to
 * base, and then two proofs of it (docs/decisions/051-cause.md).
 */
import type { LogEffect } from "./effect.ts";

/** Answers if an effect is known well enough for a question. */
export type Decided = (effect: LogEffect) => boolean;

/** Result of measuring base with some parts of the change against base. */
export type PartTrial =
  | Readonly<{ kind: "measured"; effect: LogEffect }>
  /** The parts need others, or the workload does not run on the database that they make. */
  | Readonly<{ kind: "impossible"; why: string }>
  /** There is no time left for it. */
  | Readonly<{ kind: "late" }>;

export interface Experiment {
  /** Number of parts, in the order in which they are done. */
  readonly parts: number;
  /** Parts to try first, because they change plans. */
  readonly guesses: readonly number[];
  /** Position of the first halving, where kinds of parts meet; null: the middle. */
  readonly border: number | null;
  /** Log effect that the check found, and the size below which an effect is not searched for. */
  readonly verdict: number;
  readonly least: number;
  measure(parts: readonly number[], decided: Decided): Promise<PartTrial>;
  /** Earlier parts that a part needs, and later parts that need it. */
  needs(part: number): readonly number[];
  dependents(part: number): readonly number[];
}

/** An effect, and the parts that it was measured with. */
export type TriedParts = Readonly<{ parts: readonly number[]; effect: LogEffect }>;

/** A part that is proved: the effect of base with this part alone, and the remaining effect with and without it. */
export type FoundPart = Readonly<{
  part: number;
  alone: TriedParts | null;
  of: readonly number[];
  without: TriedParts | null;
}>;

export type SearchResult = Readonly<{
  whole: LogEffect | null;
  found: readonly FoundPart[];
  /** Effect of head without the parts that were found; null if it is not known. */
  rest: LogEffect | null;
  /** Reason why the search ended before all was found; null: all was. */
  why: string | null;
}>;

/** Most causes of an answer: people do not read more. */
const CAUSES_MOST = 6;
/** Least share of the whole effect that a part must have to be named. */
const PART_LEAST = 0.1;
/** Share of the effect around zero in which the whole interval must lie without the part, for the effect to be gone. */
const GONE = 1 / 3;
const HALF = 1 / 2;

export const LATE = "the time for it was over" as const;

export async function searchCause(experiment: Experiment): Promise<SearchResult> {
  const { verdict, least } = experiment;
  const nothing = { whole: null, found: [], rest: null };
  const all = indexes(experiment.parts);
  // The check overestimates what it finds, because it was selected: on the copies the limit is enough.
  const bound = Math.sign(verdict) * Math.min(HALF * Math.abs(verdict), least);
  const start = await experiment.measure(
    all,
    (effect) => (isBeyond(effect, bound) && isPrecise(effect)) || isWithinBound(effect, bound),
  );
  if (start.kind === "late") return { ...nothing, why: LATE };
  if (start.kind === "impossible") return { ...nothing, why: start.why };
  const whole = start.effect;
  if (!isBeyond(whole, bound)) return { ...nothing, whole, why: "the copies do not show the effect again" };
  return { whole, ...(await findAll(experiment, whole, all)) };
}

/** Takes away one cause after the other, until what is left is within the limit. */
async function findAll(
  experiment: Experiment,
  whole: LogEffect,
  all: readonly number[],
): Promise<Omit<SearchResult, "whole">> {
  const found: FoundPart[] = [];
  let guesses = experiment.guesses;
  for (let left = all, now = whole; ; ) {
    const next = await findOne(experiment, left, now, guesses);
    if (typeof next === "string") return { found, rest: found.length === 0 ? null : now, why: next };
    found.push(next);
    if (next.without === null) return { found, rest: null, why: null };
    const without = next.without.effect;
    left = next.without.parts;
    guesses = guesses.filter((part) => left.includes(part));
    const isDone = Math.abs(without.estimate) < experiment.least || !isSigned(without, whole.estimate);
    if (isDone || left.length === 0) return { found, rest: without, why: null };
    if (found.length === CAUSES_MOST)
      return { found, rest: without, why: `${CAUSES_MOST} causes are enough` };
    now = without;
  }
}

/** @returns the part, or the reason why none is proved */
async function findOne(
  experiment: Experiment,
  left: readonly number[],
  whole: LogEffect,
  guesses: readonly number[],
): Promise<FoundPart | string> {
  for (const guess of guesses) {
    const proved = await prove(experiment, guess, left, whole);
    if (proved === LATE || typeof proved !== "string") return proved;
  }
  const at = await firstBeyondHalf(experiment, left, whole);
  if (typeof at === "string") return at;
  return await prove(experiment, left[at]!, left, whole);
}

/** Position in `left` of the first part whose prefix has more than half of the effect. */
async function firstBeyondHalf(
  experiment: Experiment,
  left: readonly number[],
  whole: LogEffect,
): Promise<number | string> {
  const half = HALF * whole.estimate;
  const excludesHalf = ({ low, high }: LogEffect) => low > half || high < half;
  let [low, high] = [0, left.length];
  const { border } = experiment;
  const first = border === null ? -1 : left.findIndex((part) => part >= border);
  for (let middle = first > 0 ? first : midOf(low, high); high - low > 1; middle = midOf(low, high)) {
    const tried = await firstPossible(around(middle, low, high), (at) =>
      experiment.measure(left.slice(0, at), excludesHalf),
    );
    if (tried === null) break;
    if (tried.trial.kind === "late") return LATE;
    // If this is not certain, as with one of two equal parts in each half, the proof decides.
    if (isAtLeast(tried.trial.effect, half)) high = tried.at;
    else low = tried.at;
  }
  return high - low === 1 ? low : "what lies between cannot be done apart";
}

function midOf(low: number, high: number): number {
  return Math.floor((low + high) / 2);
}

/**
 * Positions between two others, the nearest to the middle first and then ever further apart. Impossible prefixes mostly come in rows, and
 * each attempt costs two servers.
 */
function around(middle: number, low: number, high: number): readonly number[] {
  const distances = [0, ...indexes(Math.ceil(Math.log2(high - low + 1)) + 1).map((power) => 2 ** power)];
  const places = distances.flatMap((distance) => [middle - distance, middle + distance]);
  return [...new Set(places)].filter((at) => at > low && at < high);
}

async function firstPossible(
  places: readonly number[],
  measure: (at: number) => Promise<PartTrial>,
): Promise<Readonly<{ at: number; trial: Exclude<PartTrial, { kind: "impossible" }> }> | null> {
  for (const at of places) {
    const trial = await measure(at);
    if (trial.kind !== "impossible") return { at, trial };
  }
  return null;
}

const NOT_PROVED = "no part of the change makes it alone";

/**
 * A part is proved if the effect is gone without it, or if most of the effect is there with it alone. If several parts share an effect, a
 * part is proved if both experiments show some of it.
 */
async function prove(
  experiment: Experiment,
  part: number,
  left: readonly number[],
  whole: LogEffect,
): Promise<FoundPart | string> {
  const size = whole.estimate;
  const isGone = (effect: LogEffect) => isWithinBound(effect, GONE * size);
  const isLess = (effect: LogEffect) => isBeyond(effectDifference(whole, effect), PART_LEAST * size * HALF);
  const isMost = (effect: LogEffect) => isBeyond(effect, HALF * size);
  const isSomeOnly = (effect: LogEffect) => isSome(effect) && isWithinBound(effect, HALF * size);
  const isSome = (effect: LogEffect) => isBeyond(effect, 0) && isAtLeast(effect, PART_LEAST * size);
  const others = left.filter((each) => each !== part);
  const needed = experiment.dependents(part);
  const alone = await possible(
    experiment,
    [part],
    [...experiment.needs(part), part],
    (effect) => isMost(effect) || isWithinBound(effect, PART_LEAST * size) || isSomeOnly(effect),
  );
  const without = await possible(
    experiment,
    others,
    others.filter((each) => !needed.includes(each)),
    (effect) =>
      isGone(effect) || (isLess(effect) && alone !== null && alone !== LATE && isSome(alone.effect)),
  );
  if (alone === LATE || without === LATE) return LATE;
  const [one, other] = [alone?.effect ?? null, without?.effect ?? null];
  const proved =
    (one !== null && isMost(one)) ||
    (other !== null && isGone(other)) ||
    (one !== null && other !== null && isSome(one) && isLess(other));
  return proved ? { part, alone, of: left, without } : NOT_PROVED;
}

/** Measures the parts, or others if that is impossible. @returns null if neither is possible */
async function possible(
  experiment: Experiment,
  parts: readonly number[],
  instead: readonly number[],
  decided: Decided,
): Promise<TriedParts | typeof LATE | null> {
  for (const tried of instead.length === parts.length ? [parts] : [parts, instead]) {
    const trial = await experiment.measure(tried, decided);
    if (trial.kind === "late") return LATE;
    if (trial.kind === "measured") return { parts: tried, effect: trial.effect };
  }
  return null;
}

/** True if the whole interval lies beyond a bound, on the bound's side of zero; for the bound 0, on either side. */
function isBeyond({ low, high }: LogEffect, bound: number): boolean {
  return bound < 0 ? high < bound : bound > 0 ? low > bound : low > 0 || high < 0;
}

/** True if the interval is short enough for halves of the effect to be told apart. */
function isPrecise({ estimate, low, high }: LogEffect): boolean {
  return high - low < Math.abs(estimate);
}

function isWithinBound({ low, high }: LogEffect, bound: number): boolean {
  return low > -Math.abs(bound) && high < Math.abs(bound);
}

function isAtLeast({ estimate }: LogEffect, bound: number): boolean {
  return Math.sign(estimate) === Math.sign(bound) && Math.abs(estimate) >= Math.abs(bound);
}

/** True if the interval excludes zero and lies on the side of the sign. */
function isSigned({ low, high }: LogEffect, sign: number): boolean {
  return sign < 0 ? high < 0 : low > 0;
}

/** The interval of a difference of two effects that do not depend on each other. */
function effectDifference(one: LogEffect, other: LogEffect): LogEffect {
  const estimate = one.estimate - other.estimate;
  const half = Math.hypot(one.high - one.estimate, other.high - other.estimate);
  return { estimate, low: estimate - half, high: estimate + half };
}

function indexes(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => at);
}
