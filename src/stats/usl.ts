/**
 * The universal scalability law (Gunther 2007, Guerrilla Capacity Planning, ch. 4): throughput at a load of N
 *   X(N) = lambda N / (1 + sigma (N - 1) + kappa N (N - 1)),
 * with contention sigma and coherence kappa; its peak lies at N* = sqrt((1 - sigma) / kappa). Amdahl's law is kappa = 0.
 *
 * N/X = a + b (N - 1) + c N (N - 1) is linear in a = 1/lambda, b = sigma a, c = kappa a, so all that is asked for is a ratio of sums of
 * a, b and c, and has Fieller's interval. That may reach to infinity, and says so: a percentile bootstrap of five sessions cannot.
 */
import type { Estimate, Peak, Scaling } from "../model/sweep.ts";
import { incompleteBeta } from "./beta.ts";
import { form, type LeastSquares, leastSquares } from "./least-squares.ts";
import type { Spread } from "./moderation.ts";
import { studentCritical, studentUpper } from "./student.ts";
import { mean, variance } from "./summary.ts";

/** A load, and the throughput of each session at it (> 0). */
export type LoadPoint = Readonly<{ n: number; values: readonly number[] }>;

export type UslFit = Extract<Scaling, { kind: "fit" }>;
type NoFit = Extract<Scaling, { kind: "none" }>;

/** Three parameters, and one load to test them by. */
const FEWEST_LOADS = 4;
const FEWEST_DF = 3;
const STEPS = 50;
/** Least p of the law at which the distances from the curve may still be noise. */
const MISFIT = 0.05;
const KNEE = 0.95;

/** How the sessions of a fit belong together, and how sure its intervals are. */
export type UslManner = Readonly<{
  /** Of the two-sided intervals; absent: 0.95. */
  confidence?: number;
  /**
   * Values of equal place were measured in one round, and may share its noise: a round that is slow is slow at every load. It then moves the
   * whole curve, and its shape is as sure as what is left shows. Absent: all are independent.
   */
  isInRounds?: boolean;
}>;

export function fitUsl(
  points: readonly LoadPoint[],
  { confidence = 0.95, isInRounds = false }: UslManner = {},
): UslFit | NoFit {
  if (new Set(points.map(({ n }) => n)).size < FEWEST_LOADS) return { kind: "none", why: "few-loads" };
  const data = points.map(({ n, values }) => {
    const logs = values.map(Math.log);
    return { n, logs, weight: logs.length, center: mean(logs) };
  });
  const df = data.reduce((total, { weight }) => total + weight - 1, 0);
  if (df < FEWEST_DF) return { kind: "none", why: "few-sessions" };
  const free = solve(data, [0, 1, 2]);
  const bent = solve(data, [0, 1]);
  const curve = boundedCurve(data);
  if (free === null || bent === null || curve === null) return { kind: "none", why: "not-identifiable" };
  const repeated = data.filter(({ logs }) => logs.length > 1);
  const pure = repeated.reduce((total, { logs }) => total + variance(logs) * (logs.length - 1), 0) / df;
  const { within: own, rounds } = (isInRounds ? sharedByRounds(data) : null) ?? {
    within: { variance: pure, df },
    rounds: null,
  };
  const noise = fitNoise(own, squaredDistance(data, free.parameters), data.length - 3);
  const inference = inferenceOf(free, noise, rounds, confidence);
  const amdahl = inferenceOf(bent, noise, rounds, confidence);
  const largest = Math.max(...points.map(({ n }) => n));
  const coherence = inference.ratio([0, 0, 1], [1, 0, 0]);
  return {
    kind: "fit",
    rate: shownEstimate(inference.reciprocal([1, 0, 0]), 1 / curve[0]),
    contention: shownEstimate(inference.ratio([0, 1, 0], [1, 0, 0]), Math.min(1, curve[1] / curve[0]), 1),
    coherence: shownEstimate(coherence, curve[2] / curve[0]),
    peak: curvePeak(inference, curve, points, largest),
    amdahl: amdahlOf(amdahl, bent),
    hasCoherence: coherence.low > 0,
    knee: kneeOf(inference, curve, largest),
    spread: Math.sqrt(pure),
    misfit: noise.misfit,
    curve,
  };
}

/** Throughput of a curve at a load. */
export function throughputAt([a, b, c]: UslFit["curve"], n: number): number {
  return n / (a + b * (n - 1) + c * n * (n - 1));
}

type Datum = Readonly<{ n: number; logs: readonly number[]; weight: number; center: number }>;

const termsOf = (n: number): readonly number[] => [1, n - 1, n * (n - 1)];

/**
 * Least squares of log X, whose noise is alike at all loads, by Gauss and Newton: with eta = x'p the residual is
 * log X - log N + log eta, its derivative x / eta. The first step is the linear fit of N/X by relative errors.
 * @param columns terms that the curve has
 */
function solve(data: readonly Datum[], columns: readonly number[]): LeastSquares | null {
  const rows = data.map(({ n }) => columns.map((column) => termsOf(n)[column]!));
  const target = data.map(({ n, center }) => n / Math.exp(center));
  const weights = data.map(({ weight }) => weight);
  const relative = (of: readonly number[]) => weights.map((weight, i) => weight / of[i]! ** 2);
  const etas = (parameters: readonly number[]) =>
    rows.map((row) => row.reduce((total, value, i) => total + value * parameters[i]!, 0));
  let fit = leastSquares(rows, target, relative(target));
  for (let step = 0; step < STEPS && fit !== null; step++) {
    const eta = etas(fit.parameters);
    if (eta.some((value) => !(value > 0))) return null;
    // eta + eta (log target - log eta): what the linearised residuals would be zero at.
    const aim = eta.map((value, i) => value * (1 + Math.log(target[i]! / value)));
    const next = leastSquares(rows, aim, relative(eta));
    const moved = Math.max(
      ...(next?.parameters ?? []).map((value, i) => Math.abs(value - fit!.parameters[i]!)),
    );
    const scale = Math.max(...fit.parameters.map(Math.abs));
    fit = next;
    if (moved <= 1e-12 * scale) break;
  }
  return fit;
}

/** Sets of terms that a curve may have, the largest first. */
const FORMS = [
  [[0, 1, 2]],
  [
    [0, 1],
    [0, 2],
  ],
  [[0]],
];

/** The curve with no parameter below 0: of the fewest zeros that do, the one that lies nearest. */
function boundedCurve(data: readonly Datum[]): UslFit["curve"] | null {
  for (const forms of FORMS) {
    const curves = forms.flatMap((columns): readonly UslFit["curve"][] => {
      const fit = solve(data, columns);
      if (fit === null || fit.parameters.some((value) => value < 0)) return [];
      const [a = 0, b = 0, c = 0] = [0, 1, 2].map((at) => fit.parameters[columns.indexOf(at)] ?? 0);
      return [[a, b, c]];
    });
    if (curves.length > 0)
      return curves.reduce((best, curve) =>
        squaredDistance(data, curve) < squaredDistance(data, best) ? curve : best,
      );
  }
  return null;
}

/** Weighted squares of the means' distances from the curve. */
function squaredDistance(data: readonly Datum[], parameters: readonly number[]): number {
  return data.reduce((total, { n, weight, center }) => {
    const eta = termsOf(n).reduce((sum, term, i) => sum + term * parameters[i]!, 0);
    return total + weight * (center - Math.log(n / eta)) ** 2;
  }, 0);
}

type FitNoise = Readonly<{ variance: number; df: number; misfit: UslFit["misfit"] }>;

/** Noise of one session's log value, by the test of lack of fit (Draper & Smith 1998, Applied Regression Analysis, 2.1). FEWEST_LOADS leave a degree of freedom. */
function fitNoise(pure: Readonly<{ variance: number; df: number }>, squares: number, df: number): FitNoise {
  if (pure.variance === 0) return { ...pure, misfit: null };
  const ratio = squares / df / pure.variance;
  const p = incompleteBeta(pure.df / (pure.df + df * ratio), pure.df / 2, df / 2);
  const wider = p < MISFIT;
  return { ...(wider ? { variance: squares / df, df } : pure), misfit: { p, wider } };
}

/**
 * Noise within rounds, and the variance that the rounds add to the mean of all loads, where every load has a value of each (two-way
 * analysis of variance; Searle, Casella & McCulloch 1992, Variance Components, ch. 4). Null where loads lack some, or rounds are too few.
 */
function sharedByRounds(data: readonly Datum[]): Readonly<{ within: Spread; rounds: Spread }> | null {
  const count = data[0]!.logs.length;
  if (count < 2 || data.some(({ logs }) => logs.length !== count)) return null;
  const residuals = data.map(({ logs, center }) => logs.map((log) => log - center));
  const means = Array.from({ length: count }, (_, round) => mean(residuals.map((each) => each[round]!)));
  const squares = residuals.reduce(
    (total, each) => total + each.reduce((sum, value, round) => sum + (value - means[round]!) ** 2, 0),
    0,
  );
  const df = (data.length - 1) * (count - 1);
  const own = squares / df;
  // A mean of all loads in a round varies with the round, and by its part of the rest, which the fit counts by itself.
  const shared = Math.max(0, variance(means) - own / data.length);
  return { within: { variance: own, df }, rounds: { variance: shared / count, df: count - 1 } };
}

type OpenInterval = Readonly<{ low: number; high: number | null }>;

/** Intervals and p of sums of a fit's parameters. */
type Inference = Readonly<{
  /** Interval of u'p / v'p, which is not below 0. */
  ratio(u: readonly number[], v: readonly number[]): OpenInterval;
  /** Interval of 1 / u'p, likewise. */
  reciprocal(u: readonly number[]): OpenInterval;
  /** Interval of u'p, at a u whose own error does not count. */
  sum(u: readonly number[]): Readonly<{ low: number; high: number }>;
  /** One-sided p of "u'p is not above 0". */
  pNotAbove(u: readonly number[]): number;
  /** Relative half-width of 1/(u'p) at a u whose own error does not count. */
  reach(u: readonly number[]): number;
}>;

function inferenceOf(
  { parameters, inverse }: LeastSquares,
  { variance, df }: FitNoise,
  rounds: Spread | null,
  confidence: number,
): Inference {
  const tail = (1 - confidence) / 2;
  const t = studentCritical(tail, df);
  const size = parameters.length;
  const value = (u: readonly number[]) => parameters.reduce((total, each, i) => total + each * u[i]!, 0);
  const cov = (u: readonly number[], v: readonly number[]) =>
    variance * form(u.slice(0, size), inverse, v.slice(0, size));
  /** Half-width of the interval of a figure that moves with the whole curve: Satterthwaite (1946). */
  const reachOf = (u: readonly number[]) => {
    if (rounds === null) return t * Math.sqrt(cov(u, u));
    const [shape, scale] = [cov(u, u), value(u) ** 2 * rounds.variance];
    if (shape + scale === 0) return 0;
    const both = (shape + scale) ** 2 / (shape ** 2 / df + scale ** 2 / rounds.df);
    return studentCritical(tail, both) * Math.sqrt(shape + scale);
  };
  return {
    ratio: (u, v) => fieller([value(u), cov(u, u)], [value(v), cov(v, v)], cov(u, v), t),
    reciprocal: (u) => fieller([1, 0], [value(u), (reachOf(u) / t) ** 2], 0, t),
    sum: (u) => {
      const reach = t * Math.sqrt(cov(u, u));
      return { low: value(u) - reach, high: value(u) + reach };
    },
    pNotAbove: (u) => {
      const error = Math.sqrt(cov(u, u));
      return error === 0 ? (value(u) > 0 ? 0 : 1) : studentUpper(value(u) / error, df);
    },
    reach: (u) => reachOf(u) / value(u),
  };
}

/**
 * Interval of a ratio of two normal estimates, its part from 0 on (Fieller 1954, J. R. Statist. Soc. B 16:175): all r with
 * (y - r x)^2 <= t^2 var(y - r x). Without an end where the denominator may be 0.
 */
function fieller(
  [y, vy]: readonly [number, number],
  [x, vx]: readonly [number, number],
  cov: number,
  t: number,
): OpenInterval {
  const a = x ** 2 - t ** 2 * vx;
  const b = x * y - t ** 2 * cov;
  const c = y ** 2 - t ** 2 * vy;
  const root = Math.sqrt(Math.max(0, b ** 2 - a * c));
  if (a > 0) return { low: Math.max(0, (b - root) / a), high: Math.max(0, (b + root) / a) };
  return { low: c > 0 && a < 0 ? Math.max(0, (b - root) / a) : 0, high: null };
}

function shownEstimate(
  { low, high }: OpenInterval,
  value: number,
  most = Number.POSITIVE_INFINITY,
): Estimate {
  const end = high === null ? null : Math.min(high, most);
  return { value, low: Math.min(low, value), high: end === null ? null : Math.max(end, value) };
}

function curvePeak(
  inference: Inference,
  curve: UslFit["curve"],
  points: readonly LoadPoint[],
  largest: number,
): Peak {
  const [a, b, c] = curve;
  const { low, high } = peakLoad(inference);
  const at = c > 0 && a > b ? Math.sqrt((a - b) / c) : null;
  const past = at === null ? 0 : new Set(points.filter(({ n }) => n > at).map(({ n }) => n)).size;
  if (at !== null && past >= 2 && high !== null && high <= 2 * largest) {
    const most = throughputAt(curve, at);
    // The curve is level there, so that the place of the peak adds nothing to the error of its height.
    const reach = inference.reach(termsOf(at));
    const throughput = { value: most, low: most * (1 - reach), high: most * (1 + reach) };
    return { kind: "within", at: shownEstimate({ low, high }, at), throughput };
  }
  // Still rising at N where a - b - c N^2 > 0.
  const p = inference.pNotAbove([1, -1, -(largest ** 2)]);
  return p < 0.05 ? { kind: "beyond", low: Math.max(low, largest), p } : { kind: "unknown", low, high };
}

/** Interval of the peak: N*^2 = (a - b) / c. */
function peakLoad(inference: Inference): OpenInterval {
  const squared = inference.ratio([1, -1, 0], [0, 0, 1]);
  return {
    low: Math.max(1, Math.sqrt(squared.low)),
    high: squared.high === null ? null : Math.max(1, Math.sqrt(squared.high)),
  };
}

function amdahlOf(inference: Inference, { parameters: [a = 0, b = 0] }: LeastSquares): UslFit["amdahl"] {
  return {
    contention: shownEstimate(inference.ratio([0, 1], [1, 0]), Math.min(1, Math.max(0, b / a)), 1),
    // Where throughput falls from the first load on, 1 / b is what it falls to.
    ceiling: b > 0 && b < a ? shownEstimate(inference.reciprocal([0, 1]), 1 / b) : null,
  };
}

/**
 * Load at which X(N) first comes to that share of its highest: c N^2 + (b - c - 1/X) N + (a - b) = 0. Its interval spans those
 * before each place where the highest may be: noisy sessions leave its place open, and with it what the knee is a share of.
 */
function kneeOf(inference: Inference, curve: UslFit["curve"], largest: number): Estimate {
  const [a, b, c] = curve;
  const highest = highestUpTo(largest, curve);
  const slope = 1 / (KNEE * throughputAt(curve, highest)) - b + c;
  const root = Math.sqrt(Math.max(0, slope ** 2 - 4 * c * (a - b)));
  const value = Math.max(1, (2 * (a - b)) / (slope + root));
  const ends = peakCandidates(inference, highest, largest).map((place) =>
    kneeBefore(place, inference, largest),
  );
  const [low, high] = [Math.min(...ends.map((each) => each.low)), Math.max(...ends.map((each) => each.high))];
  return shownEstimate({ low, high }, value);
}

/** Steps through the interval of a peak, on which the knee depends smoothly. */
const PLACES = 16;

/** Loads up to the largest at which throughput may be highest, the curve's own among them. */
function peakCandidates(inference: Inference, highest: number, largest: number): readonly number[] {
  const { low, high } = peakLoad(inference);
  const least = Math.min(highest, low);
  const most = Math.max(highest, Math.min(largest, high ?? largest));
  const places = Array.from({ length: PLACES + 1 }, (_, i) => least * (most / least) ** (i / PLACES));
  return [...places, highest];
}

/** All N that a t test does not refuse to have that share of the throughput at M: M/X(M) / (share M) = N/X(N) / N, linear in a, b and c. */
function kneeBefore(
  m: number,
  inference: Inference,
  largest: number,
): Readonly<{ low: number; high: number }> {
  const beyond = (n: number) =>
    inference.sum(termsOf(m).map((term, i) => term / (KNEE * m) - termsOf(n)[i]! / n));
  return {
    low: whereFirst((n) => beyond(n).high >= 0, m),
    high: beyond(m).low >= 0 ? whereFirst((n) => beyond(n).low >= 0, m) : largest,
  };
}

/** The load of the highest throughput, of those up to the largest. */
function highestUpTo(largest: number, [a, b, c]: UslFit["curve"]): number {
  if (a <= b) return 1;
  return c > 0 ? Math.min(largest, Math.max(1, Math.sqrt((a - b) / c))) : largest;
}

/** The least of 1 to `most` from which on it is true; by halving. */
function whereFirst(isTrue: (n: number) => boolean, most: number): number {
  if (isTrue(1)) return 1;
  let [no, yes] = [1, most];
  while (yes - no > 1e-9 * most) {
    const middle = (no + yes) / 2;
    if (isTrue(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}
