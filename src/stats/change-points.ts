/**
 * Finds where the level of a series changes, by hierarchical division (E-divisive, Matteson & James 2014)
 * with what it needs on benchmark histories: outliers of one or two runs do not count, neighbours may be
 * alike, levels may be short (steps.ts), and every point must hold between its neighbours in the end.
 */
import { EnergySearch, testSplit } from "./energy.ts";
import { normalQuantile } from "./normal.ts";
import type { Rng } from "./random.ts";
import { clearestStep, narrowestSteps, type StepWindow, stepWindows } from "./steps.ts";
import { mean, median, quantile, type Sorted, sorted } from "./summary.ts";

type SeriesOptions = Readonly<{
  /** Highest chance of a point in a series that has none. Each of the two searches (energy.ts, steps.ts) gets half of it. */
  level: number;
  permutations: number;
  /** Fewest values between two points. */
  minimum: number;
  /** A change with fewer values after it is `recent`. */
  settle: number;
  /** A new level `went-away` if the series returns to the one before within this many values. */
  passing: number;
  rng: Rng;
}>;

export type ChangePoint = Readonly<{
  /** First position of the new level. */
  index: number;
  /** Mean level from the point before, and to the point after, outliers clipped. */
  before: number;
  after: number;
  /** p-value over both searches: how likely a series without a change shows one this clear. Of a step only an upper bound is known, the level. */
  p: number;
  state: PointState;
}>;

/** `recent`: too few values follow to know whether it lasts. `went-away`: the old level returned within a few values. */
type PointState = "lasting" | "recent" | "went-away";

/** Bonferroni's share of the level for each: by steps, and by permutations. */
const SEARCHES = 2;

/** Change points in order; the same values with the same random numbers give the same points. */
export function findChangePoints(values: readonly number[], options: SeriesOptions): readonly ChangePoint[] {
  if (values.length < 2 * options.minimum) return [];
  const clipped = clipOutliers(values);
  const windows = clearSteps(values, options);
  const series = {
    values: clipped,
    options,
    windows,
    steps: narrowestSteps(windows),
    searched: new Map<string, LevelSplit | null>(),
  };
  const points = refine(series, divide(series, [0, ...series.steps, values.length]));
  return withStates(clipped, points, options);
}

type ClippedSeries = Readonly<{
  /** Outliers clipped. */
  values: readonly number[];
  options: SeriesOptions;
  /** Steps that are clear from the noise of neighbours alone, and all windows that show one. */
  steps: readonly number[];
  windows: readonly StepWindow[];
  searched: Map<string, LevelSplit | null>;
}>;

/** Shortest level: fewer runs between two others cannot be distinguished from strange runs that happen to lie close together. */
const SHORTEST_LEVEL = 4;
/** Clear steps, searched for twice: how alike neighbours are is seen where no step is between them. */
function clearSteps(values: readonly number[], options: SeriesOptions): readonly StepWindow[] {
  const noise = seriesNoise(values);
  const minimum = Math.max(SHORTEST_LEVEL, options.minimum);
  const plain = { level: options.level / SEARCHES, minimum, noise };
  const windows = stepWindows(values, plain);
  const alike = windows.length === 0 ? 0 : neighbourCorrelation(values, narrowestSteps(windows));
  if (alike === 0) return windows;
  // Differences of neighbours that are alike are smaller than their noise, and their means vary more.
  return stepWindows(values, { ...plain, noise: (noise * Math.sqrt(1 + alike)) / (1 - alike) });
}

type LevelSplit = Readonly<{ index: number; p: number }>;

/** The best split of values from `start` to before `end`, if it is significant. The same piece is searched once. */
function splitBetween(series: ClippedSeries, start: number, end: number): LevelSplit | null {
  const key = `${start} ${end}`;
  const known = series.searched.get(key);
  if (known !== undefined) return known;
  const found = searchLevel(series, start, end);
  series.searched.set(key, found);
  return found;
}

function searchLevel(series: ClippedSeries, start: number, end: number): LevelSplit | null {
  const { values, options, steps } = series;
  const energy = new EnergySearch(values.slice(start, end), options.minimum);
  const split = energy.best();
  if (split === null) return null;
  const inflation = inflationOf(values, [...steps, start + split.index]);
  const { p } = testSplit(energy, split, { ...options, level: options.level / SEARCHES, inflation });
  if (SEARCHES * p <= options.level) return { index: start + split.index, p: SEARCHES * p };
  const step = clearestStep(series.windows, start, end);
  return step === null ? null : { index: step, p: options.level };
}

/** Each piece between borders is divided further; the borders themselves are points. */
function divide(series: ClippedSeries, borders: readonly number[]): readonly LevelSplit[] {
  return borders.slice(1).flatMap((end, i) => {
    const start = borders[i]!;
    const own = i === 0 ? [] : [{ index: start, p: series.options.level }];
    const found = splitBetween(series, start, end);
    return [...own, ...(found === null ? [] : divideAt(series, start, found, end))];
  });
}

function divideAt(
  series: ClippedSeries,
  start: number,
  found: LevelSplit,
  end: number,
): readonly LevelSplit[] {
  return [...divide(series, [start, found.index]), found, ...divide(series, [found.index, end])];
}

const ROUNDS = 5;

/**
 * A point was found in company of changes that were not known yet. Between its final neighbours each is looked for again: it
 * moves to the best place, or goes where nothing significant is left.
 */
function refine(series: ClippedSeries, points: readonly LevelSplit[]): readonly LevelSplit[] {
  let current = points;
  for (let round = 0; round < ROUNDS; round++) {
    const next: LevelSplit[] = [];
    for (const [i] of current.entries()) {
      const found = splitBetween(
        series,
        next.at(-1)?.index ?? 0,
        current[i + 1]?.index ?? series.values.length,
      );
      if (found !== null) next.push(found);
    }
    const same = next.length === current.length && next.every(({ index }, i) => index === current[i]!.index);
    current = next;
    if (same) break;
  }
  return current;
}

function withStates(
  values: readonly number[],
  points: readonly LevelSplit[],
  { settle, passing }: Pick<SeriesOptions, "settle" | "passing">,
): readonly ChangePoint[] {
  const borders = [0, ...points.map(({ index }) => index), values.length];
  const levels = borders.slice(1).map((end, i) => mean(values.slice(borders[i]!, end)));
  const gone = new Set<number>();
  for (const [i, { index }] of points.entries()) {
    const next = points[i + 1];
    if (next === undefined || next.index - index > passing) continue;
    const [before, during, after] = [levels[i]!, levels[i + 1]!, levels[i + 2]!];
    if (Math.abs(after - before) < Math.abs(during - before) / 2) gone.add(i).add(i + 1);
  }
  return points.map(({ index, p }, i) => {
    const next = borders[i + 2]!;
    const recent = next === values.length && next - index < settle;
    return {
      index,
      before: levels[i]!,
      after: levels[i + 1]!,
      p,
      state: gone.has(i) ? "went-away" : recent ? "recent" : "lasting",
    };
  });
}

const WINDOW = 5;
/** Distance beyond which a value is an outlier, in standard deviations of the noise. */
const OUTLIER = 3;

/**
 * Values further than 3 sd of the noise from the median of the five around them are moved to that distance (Hampel's filter). One
 * or two strange runs lose their weight; three in a row are a level.
 */
export function clipOutliers(values: readonly number[]): readonly number[] {
  if (values.length < WINDOW) return values;
  const reach = OUTLIER * seriesNoise(values);
  return values.map((value, i) => {
    const start = Math.min(Math.max(0, i - (WINDOW >> 1)), values.length - WINDOW);
    const middle = median(sorted(values.slice(start, start + WINDOW)));
    return Math.min(middle + reach, Math.max(middle - reach, value));
  });
}

/** Share of the differences of neighbours that are noise; the others may be steps: two levels that take turns do not step each time. */
const NOISE_SHARE = 0.7;

/** Standard deviation of the noise around a level that may change: from differences of neighbours. */
export function seriesNoise(values: readonly number[]): number {
  const differences = values.slice(1).map((value, i) => Math.abs(value - values[i]!));
  const usual = quantile(sorted(differences), NOISE_SHARE);
  // Where most neighbours are equal (values are rounded) a quantile says nothing.
  const scale = usual > 0 ? usual / normalQuantile((1 + NOISE_SHARE) / 2) : mean(differences) * 1.2533;
  return scale / Math.SQRT2;
}

const MOST_ALIKE = 0.9;
const FEWEST_FOR_INFLATION = 12;
/** Differences count up to so many times their median: other changes of level make a few that are larger. */
const LARGE = 4;

/**
 * Ratio of the variance of a mean of neighbours to that of a mean of independent values: (1 + r)/(1 - r) for
 * a first-order autoregression with correlation r.
 */
export function inflationOf(values: readonly number[], steps: readonly number[]): number {
  const alike = neighbourCorrelation(values, steps, 1);
  return (1 + alike) / (1 - alike);
}

/**
 * Correlation of neighbours. The squares of differences two apart are 1 + r times those of differences one apart; unlike a plain
 * autocorrelation this does not take a change of level for likeness.
 * @param steps where changes are suspected: differences across them do not count
 * @param allowance standard errors that are taken away, so that chance does not blind the search
 */
export function neighbourCorrelation(
  values: readonly number[],
  steps: readonly number[],
  allowance = 0,
): number {
  const n = values.length;
  if (n < FEWEST_FOR_INFLATION) return 0;
  const [one, two] = [laggedDistances(values, 1, steps), laggedDistances(values, 2, steps)];
  if (Math.min(one.length, two.length) < FEWEST_FOR_INFLATION / 2) return 0;
  // One bound for both: of a smaller bound a smaller mean would be made, which is no likeness.
  const most = LARGE * Math.max(median(one), median(two));
  const square = (differences: readonly number[]) =>
    mean(differences.map((difference) => Math.min(difference, most) ** 2));
  const near = square(one);
  if (near === 0) return 0;
  const r = square(two) / near - 1 - allowance / Math.sqrt(n);
  return Math.min(MOST_ALIKE, Math.max(0, r));
}

/** Distances of values `lag` places apart in the series, in rising order; those across a step are left out. */
function laggedDistances(values: readonly number[], lag: number, steps: readonly number[]): Sorted {
  const differences: number[] = [];
  for (let i = lag; i < values.length; i++) {
    if (steps.every((step) => i < step || i - lag >= step)) {
      differences.push(Math.abs(values[i]! - values[i - lag]!));
    }
  }
  return sorted(differences);
}
