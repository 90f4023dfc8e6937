/** Histories that other services keep: github-action-benchmark's data.js, and Bencher's metric format. */
import { z } from "zod";
import type { WholeMetric } from "../../model/metric.ts";
import { parsedJson } from "../../text/json.ts";
import { type Figures, type ImportedMeasurement, NEVER_REPORTED } from "./figures.ts";

const LACKS = [...NEVER_REPORTED, "what was measured how, and on which machine"];

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
        benches: z.array(z.object({ name: z.string(), value: z.number(), unit: z.string() })),
      }),
    ),
  ),
});

/** data.js is a script: `window.BENCHMARK_DATA = {...}`; one measurement for each commit of each suite. @returns null for other texts */
export function readDataJs(text: string): readonly ImportedMeasurement[] | null {
  const body = /^\s*window\.BENCHMARK_DATA\s*=\s*(\{[\s\S]*\})\s*;?\s*$/.exec(text)?.[1];
  const parsed = DataJs.safeParse(body === undefined ? undefined : parsedJson(body));
  if (!parsed.success) return null;
  return Object.entries(parsed.data.entries).flatMap(([suite, entries]) =>
    entries.flatMap(({ commit, date, benches }) => {
      const figures = benches.flatMap(({ name, value, unit }) => figuresOf(name, unit, value));
      if (figures.length === 0) return [];
      const time = isoOf(commit.timestamp) ?? new Date(date).toISOString();
      const subject = commit.message?.split("\n")[0] ?? null;
      return [
        {
          tool: "github-action-benchmark",
          lacks: LACKS,
          figures,
          suite,
          commit: { sha: commit.id, subject, time, author: commit.author?.name || null },
        },
      ];
    }),
  );
}

const Bencher = z.record(z.string(), z.record(z.string(), z.object({ value: z.number() })));
/** Bencher's own measures, with their units: nanoseconds and operations a second. */
const MEASURES: Readonly<Record<string, WholeMetric>> = { latency: "mean", throughput: "tps" };

/** Bencher's metric format: benchmark -> measure -> value. @returns null for other texts */
export function readBencher(text: string): ImportedMeasurement | null {
  const parsed = Bencher.safeParse(parsedJson(text));
  if (!parsed.success) return null;
  const figures = Object.entries(parsed.data).flatMap(([name, measures]) => {
    const values = Object.entries(measures).flatMap(([measure, { value }]): [WholeMetric, number][] => {
      const metric = MEASURES[measure];
      return metric === undefined ? [] : [[metric, value]];
    });
    return values.length === 0 ? [] : [bare(name, Object.fromEntries(values))];
  });
  return figures.length === 0 ? null : { tool: "Bencher", lacks: LACKS, figures };
}

const RATE =
  /^(?:ops|op|queries|transactions|requests|events|iter|req|tx|q)\s*(?:\/|per)\s*s(?:ec(?:ond)?)?$|^(?:qps|tps|rps)$/i;
const PER = String.raw`(?:\s*\/\s*(?:op|iter|query|transaction|req|event))?`;
const TIMES: readonly (readonly [RegExp, number])[] = [
  [new RegExp(`^ns${PER}$`, "i"), 1],
  [new RegExp(`^(?:us|µs|μs)${PER}$`, "i"), 1e3],
  [new RegExp(`^ms${PER}$`, "i"), 1e6],
  [new RegExp(`^s(?:ec(?:onds?)?)?${PER}$`, "i"), 1e9],
];

/** Figures of one value; none if its unit is neither a rate nor a time. */
function figuresOf(name: string, unit: string, value: number): readonly Figures[] {
  if (value < 0) return [];
  if (RATE.test(unit.trim())) return [bare(name, { tps: value })];
  const scale = TIMES.find(([words]) => words.test(unit.trim()))?.[1];
  return scale === undefined ? [] : [bare(name, { mean: value * scale })];
}

function bare(workload: string, values: Figures["values"]): Figures {
  return { workload, options: {}, values, events: 0, failed: 0, durationNs: 0 };
}

function isoOf(text: string | undefined): string | null {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
