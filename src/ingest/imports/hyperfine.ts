/** Reads what hyperfine writes with --export-json: a workload for each command. Its times are in seconds. */
import { z } from "zod";
import { parsedJson } from "../../text/json.ts";
import { type Figures, NEVER_REPORTED, type Reader } from "./figures.ts";

const seconds = z.number().nonnegative();
const Result = z.object({
  command: z.string(),
  mean: seconds,
  median: seconds.optional(),
  min: seconds.optional(),
  max: seconds.optional(),
  times: z.array(seconds).nullish(),
  exit_codes: z.array(z.number().nullable()).nullish(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])).nullish(),
});
const Results = z.object({ results: z.array(Result) });

export const readHyperfine: Reader = (text) => {
  const parsed = Results.safeParse(parsedJson(text));
  if (!parsed.success || parsed.data.results.length === 0) return null;
  return [
    {
      tool: "hyperfine",
      lacks: [...NEVER_REPORTED, "rates", "percentiles beyond the median", "user and system time"],
      figures: parsed.data.results.map(figuresOf),
    },
  ];
};

function figuresOf({
  command,
  mean,
  median,
  min,
  max,
  times,
  exit_codes,
  parameters,
}: z.infer<typeof Result>): Figures {
  const runs = times?.length ?? exit_codes?.length ?? 0;
  const failed = exit_codes?.filter((code) => code !== 0).length ?? 0;
  const sum = times?.reduce((all, each) => all + each, 0) ?? mean * runs;
  return {
    workload: command,
    options: parameters ?? {},
    values: {
      mean: mean * 1e9,
      ...(median === undefined ? {} : { p50: median * 1e9 }),
      ...(exit_codes?.length ? { "failed-share": failed / exit_codes.length } : {}),
    },
    events: Math.max(0, runs - failed),
    failed,
    durationNs: sum * 1e9,
    latency: {
      ...(min === undefined ? {} : { minNs: min * 1e9 }),
      ...(max === undefined ? {} : { maxNs: max * 1e9 }),
    },
  };
}
