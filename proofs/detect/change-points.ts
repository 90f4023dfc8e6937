/** Change points of labelled series: Mozilla's Talos alerts, builds of one RocksDB commit, and made-up noise. */
import { SEARCH } from "../../src/analysis/history/change-points.ts";
import { findChangePoints } from "../../src/stats/change-points.ts";
import { drawIndex, drawNormal, type Rng, seededRng } from "../../src/stats/random.ts";
import { grouped } from "./grouped.ts";
import type { Observation } from "./pools.ts";
import { otava } from "./rules/otava.ts";
import { wilson } from "./wilson.ts";

type Finder = Readonly<{ name: string; find: (values: readonly number[]) => readonly number[] }>;

export const FINDERS: readonly Finder[] = [
  {
    name: "Plumbline",
    find: (values) =>
      findChangePoints(values.map(Math.log), { ...SEARCH, rng: seededRng(1) })
        .filter(({ state }) => state !== "went-away")
        .map(({ index }) => index),
  },
  { name: "Otava (window 50, p .001)", find: (values) => otava(values) },
];

/** Alerts that the data set's own README expects, as epoch seconds. */
export const TALOS_ALERTS: Readonly<Record<string, readonly number[]>> = {
  runs1: [1365019665],
  runs2: [1357704596, 1358971894, 1365014104],
  runs3: [1335293827, 1338839958],
  runs4: [1364922838],
  runs5: [],
  a11y: [1366197637, 1367799757],
  tp5rss: [1372846906, 1373413365, 1373424974],
};

export type Labelled = Readonly<{ values: readonly number[]; expected: readonly number[] }>;

/** @param json of one Talos series */
export function talosSeries(json: string, alerts: readonly number[]): Labelled {
  const { test_runs: runs } = JSON.parse(json) as { test_runs: [unknown, unknown, number, number][] };
  const ordered = runs.toSorted((a, b) => a[2] - b[2]);
  return {
    values: ordered.map((run) => run[3]),
    expected: alerts.map((alert) => ordered.findIndex((run) => run[2] === alert)),
  };
}

/** Series of one test, metric and commit, of ten builds or more, where something varies. */
export function sameCommitSeries(observations: readonly Observation[]): readonly (readonly number[])[] {
  const groups = grouped(observations, ({ test, metric, commit }) => JSON.stringify([test, metric, commit]));
  return groups
    .map((group) => group.toSorted((a, b) => a.epoch - b.epoch).map(({ value }) => value))
    .filter(
      (values) => values.length >= 10 && values.every((value) => value > 0) && new Set(values).size > 1,
    );
}

/** A point within one run of an expected one is that one. */
export function matched({ expected }: Labelled, found: readonly number[]): number {
  return expected.filter((place) => found.some((index) => Math.abs(index - place) <= 1)).length;
}

type Row = Readonly<{ what: string; cells: readonly string[] }>;

export function talosRow(series: readonly Labelled[]): Row {
  return {
    what: `Talos: ${series.reduce((sum, { expected }) => sum + expected.length, 0)} expected alerts found within one run; other points`,
    cells: FINDERS.map(({ find }) => {
      const found = series.map((each) => ({ each, points: find(each.values) }));
      const hits = found.reduce((sum, { each, points }) => sum + matched(each, points), 0);
      const all = found.reduce((sum, { points }) => sum + points.length, 0);
      return `${hits}; ${all - hits}`;
    }),
  };
}

export function sameCommitRow(series: readonly (readonly number[])[]): Row {
  return {
    what: `RocksDB, builds of one commit: series with a point, of ${series.length}`,
    cells: FINDERS.map(({ find }) => String(series.filter((values) => find(values).length > 0).length)),
  };
}

type Made = Readonly<{ what: string; at: number | null; make: (rng: Rng) => readonly number[] }>;

const LENGTH = 100;
/** Noise of 2 % around a level that may change; the step is in standard deviations. */
function made(level: (i: number) => number, alike = 0): (rng: Rng) => readonly number[] {
  return (rng) => {
    let noise = drawNormal(rng);
    return Array.from({ length: LENGTH }, (_, i) => {
      noise = alike * noise + Math.sqrt(1 - alike ** 2) * drawNormal(rng);
      return 1_000 * Math.exp(0.02 * (level(i) + noise));
    });
  };
}

const MADE: readonly Made[] = [
  { what: "no change", at: null, make: made(() => 0) },
  { what: "no change, neighbours alike (r = .5)", at: null, make: made(() => 0, 0.5) },
  {
    what: "no change, one run in 25 far off",
    at: null,
    make: (rng) => made(() => 0)(rng).map((value) => (rng() < 0.04 ? value * 1.3 : value)),
  },
  { what: "a step of 2 sd in the middle", at: 50, make: made((i) => (i < 50 ? 0 : 2)) },
  { what: "a step of 3 sd in the middle", at: 50, make: made((i) => (i < 50 ? 0 : 3)) },
  { what: "a step of 3 sd, ten runs ago", at: 90, make: made((i) => (i < 90 ? 0 : 3)) },
  { what: "a step of 4 sd, five runs ago", at: 95, make: made((i) => (i < 95 ? 0 : 4)) },
  { what: "ten runs 4 sd higher", at: 45, make: made((i) => (i >= 45 && i < 55 ? 4 : 0)) },
  { what: "four runs 5 sd higher", at: 45, make: made((i) => (i >= 45 && i < 49 ? 5 : 0)) },
  { what: "five runs 5 sd higher, then 10", at: 45, make: made((i) => (i < 45 ? 0 : i < 50 ? 5 : 10)) },
];

/** Levels of random length, one after the other, each 3 to 10 sd from the one before. */
type Levels = Readonly<{ what: string; shortest: number; longest: number; alike: number; strange: number }>;

const LEVELS: readonly Levels[] = [
  { what: "levels of 4 to 8 runs", shortest: 4, longest: 8, alike: 0, strange: 0 },
  { what: "levels of 4 to 25 runs", shortest: 4, longest: 25, alike: 0, strange: 0 },
  { what: "the same, neighbours alike (r = .3)", shortest: 4, longest: 25, alike: 0.3, strange: 0 },
  { what: "the same, one run in 25 far off", shortest: 4, longest: 25, alike: 0, strange: 0.04 },
];

function drawLevels({ shortest, longest, alike, strange }: Levels, rng: Rng): Labelled {
  const expected: number[] = [];
  const levels: number[] = [];
  for (let level = 0; levels.length < LENGTH; level += (rng() < 0.5 ? -1 : 1) * (3 + 7 * rng())) {
    const length = shortest + drawIndex(rng, longest - shortest + 1);
    // What is left at the end belongs to the last level.
    const rest = LENGTH - levels.length - length;
    if (levels.length > 0) expected.push(levels.length);
    levels.push(...new Array<number>(rest < shortest ? length + rest : length).fill(level));
  }
  const values = made((i) => levels[i]!, alike)(rng);
  return { values: values.map((value) => (rng() < strange ? value * 1.3 : value)), expected };
}

/** Shares of the changes that were found within one run, and of the points that are such a change. */
export function levelRows(draws: number, seed: number): readonly Row[] {
  return LEVELS.map((levels) => ({
    what: `${levels.what}: changes found within one run; points that are one`,
    cells: FINDERS.map(({ find }) => {
      const rng = seededRng(seed);
      const drawn = Array.from({ length: draws }, () => drawLevels(levels, rng));
      const found = drawn.map((each) => ({ each, points: find(each.values) }));
      const sum = (of: (one: (typeof found)[number]) => number) =>
        found.reduce((total, one) => total + of(one), 0);
      const recall =
        sum(({ each, points }) => matched(each, points)) / sum(({ each }) => each.expected.length);
      const right = sum(({ each, points }) => matched({ values: [], expected: points }, each.expected));
      const all = sum(({ points }) => points.length);
      return `${(100 * recall).toFixed(0)} %; ${all === 0 ? "-" : `${((100 * right) / all).toFixed(0)} %`}`;
    }),
  }));
}

/** Share of made-up series with any point, or with one within one run of the step. */
export function madeRows(draws: number, seed: number): readonly Row[] {
  return MADE.map(({ what, at, make }) => ({
    what: `${what}: ${at === null ? "series with a point" : "found within one run"}`,
    cells: FINDERS.map(({ find }) => {
      const rng = seededRng(seed);
      const hits = Array.from({ length: draws }, () => find(make(rng))).filter((found) =>
        at === null ? found.length > 0 : found.some((index) => Math.abs(index - at) <= 1),
      ).length;
      const { low, high } = wilson(hits, draws);
      const percent = (share: number) => (100 * share).toFixed(share > 0 && share < 0.0995 ? 1 : 0);
      return `${percent(hits / draws)} % (${percent(low)}..${percent(high)})`;
    }),
  }));
}

export function changePointTable(rows: readonly Row[]): string {
  return [
    `| series | ${FINDERS.map(({ name }) => name).join(" | ")} |`,
    `|:--|${"--:|".repeat(FINDERS.length)}`,
    ...rows.map(({ what, cells }) => `| ${what} | ${cells.join(" | ")} |`),
  ].join("\n");
}
