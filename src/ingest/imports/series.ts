/** Histories that other services keep: github-action-benchmark's data.js or JSON, and Bencher's metric format. */
import { z } from "zod";
import { groupBy, wordTable } from "../../model/by-key.ts";
import type { WholeMetric } from "../../model/metric.ts";
import { parsedJson } from "../../text/json.ts";
import { type Figures, type ImportedMeasurement, NEVER_REPORTED, type Reader } from "./figures.ts";
import { unitMeaning } from "./units.ts";

const LACKS = [...NEVER_REPORTED, "what was measured how, and on which machine"];

const Bench = z.object({ name: z.string(), value: z.number(), unit: z.string() });
type Bench = z.infer<typeof Bench>;
const DataJs = z.object({
  entries: z.record(
    z.string(),
    z.array(
      z.object({
        commit: z.object({
          id: z.string(),
          message: z.string().optional(),
          timestamp: z.string().optional(),
          author: z.object({ name: z.string().optional() }).optional(),
        }),
        date: z.number(),
        benches: z.array(Bench),
      }),
    ),
  ),
});

/**
 * data.js is a script, `window.BENCHMARK_DATA = {...}`, and external-data-json-path names a file of the same JSON: one measurement for
 * each commit of each suite.
 */
export const readDataJs: Reader = (text) => {
  const body = /^\s*window\.BENCHMARK_DATA\s*=\s*(\{[\s\S]*\})/.exec(text)?.[1] ?? text;
  const parsed = DataJs.safeParse(parsedJson(body));
  if (!parsed.success) return null;
  const all = Object.entries(parsed.data.entries);
  const benches = all.flatMap(([, entries]) => entries.flatMap((entry) => entry.benches));
  const other = benches.filter(({ unit }) => unitMeaning(unit) === null);
  if (other.length === benches.length) return { unusable: noneOf(other) };
  const leftOut = other.length === 0 ? [] : [`a place for figures in ${unitNames(other).join(", ")}`];
  return all.flatMap(([suite, entries]) =>
    entries.flatMap(({ commit, date, benches: own }): readonly ImportedMeasurement[] => {
      const figures = mergeByWorkload(own.flatMap(figuresOf));
      if (figures.length === 0) return [];
      const time = isoOf(commit.timestamp) ?? isoOf(date);
      const subject = commit.message?.split("\n")[0] ?? null;
      return [
        {
          tool: "github-action-benchmark",
          lacks: [...LACKS, ...leftOut],
          ...(leftOut.length === 0 ? {} : { leftOut }),
          figures,
          suite,
          commit: { sha: commit.id, subject, time, author: commit.author?.name || null },
        },
      ];
    }),
  );
};

/** Most units that are named. */
const UNITS_MOST = 12;

function unitNames(benches: readonly Bench[]): readonly string[] {
  const units = [...new Set(benches.map(({ unit }) => unit.trim() || "no unit"))];
  return units.length <= UNITS_MOST ? units : [...units.slice(0, UNITS_MOST), "..."];
}

function noneOf(benches: readonly Bench[]): string {
  if (benches.length === 0) return "there is no figure in it";
  const counts = groupBy(benches, ({ unit }) => unit.trim() || "no unit");
  const named = unitNames(benches).map((unit) =>
    counts.has(unit) ? `${unit} (${counts.get(unit)!.length})` : unit,
  );
  return `no figure in it has the unit of a time or of a rate of events: ${named.join(", ")}`;
}

const Bencher = z.record(z.string(), z.record(z.string(), z.object({ value: z.number() })));
/** Bencher's own measures, with their units: nanoseconds and operations a second. */
const MEASURES = wordTable<WholeMetric>({ latency: "mean", throughput: "tps" });

/** Bencher's metric format: benchmark -> measure -> value. */
export const readBencher: Reader = (text) => {
  const parsed = Bencher.safeParse(parsedJson(text));
  if (!parsed.success) return null;
  const measures = [...new Set(Object.values(parsed.data).flatMap(Object.keys))];
  const other = measures.filter((measure) => !(measure in MEASURES));
  const figures = Object.entries(parsed.data).flatMap(([name, own]) => {
    const values = Object.entries(own).flatMap(([measure, { value }]): [WholeMetric, number][] => {
      const metric = MEASURES[measure];
      return metric === undefined || value < 0 ? [] : [[metric, value]];
    });
    return values.length === 0 ? [] : [namedFigures(name, Object.fromEntries(values))];
  });
  const leftOut = other.length === 0 ? [] : [`a place for ${other.map((name) => `"${name}"`).join(", ")}`];
  if (figures.length === 0)
    return measures.length === 0
      ? null
      : { unusable: `none of its measures is latency or throughput: ${other.join(", ")}` };
  return [
    {
      tool: "Bencher",
      lacks: [...LACKS, ...leftOut],
      ...(leftOut.length === 0 ? {} : { leftOut }),
      figures,
    },
  ];
};

/** Figures of one value; none if its unit is neither that of a rate nor that of a time. */
function figuresOf({ name, unit, value }: Bench): readonly Figures[] {
  const meaning = value < 0 ? null : unitMeaning(unit);
  return meaning === null ? [] : [namedFigures(name, { [meaning.metric]: value * meaning.scale })];
}

/** Figures of one name that are of different metrics are of one workload: its median and its p95. */
function mergeByWorkload(figures: readonly Figures[]): readonly Figures[] {
  return [...groupBy(figures, ({ workload }) => workload ?? "").values()].flatMap((own) => {
    const values = Object.assign({}, ...own.map((each) => each.values)) as Figures["values"];
    return Object.keys(values).length === own.length ? [{ ...own[0]!, values }] : own;
  });
}

function namedFigures(workload: string, values: Figures["values"]): Figures {
  return { workload, options: {}, values, events: 0, failed: 0, durationNs: 0 };
}

/** @param said text, or milliseconds of the epoch */
function isoOf(said: string | number | undefined): string | null {
  const at = new Date(said ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
