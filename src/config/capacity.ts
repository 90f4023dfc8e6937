/** `capacity` of a workload in plumbline.yml: which option is made larger, and which limits must hold. */
import { z } from "zod";
import type { CapacityPlan } from "../model/capacity.ts";
import { asMetric, isOfTimeline, METRIC_IDS, type MetricId, metricInfo } from "../model/metric.ts";
import { duration } from "./duration.ts";
import { guessedMetric } from "./metrics.ts";
import { bareNumberProblem, parseRatio } from "./quantity.ts";

const shareField = (least: number, most: number, describe: string) =>
  z
    .union([z.string(), z.number()])
    .transform((value, context) => {
      const parsed = parseRatio(value);
      const bare = bareNumberProblem(value);
      if (parsed !== undefined && parsed >= least && parsed <= most && bare === null) return parsed;
      const message =
        bare ?? `expected a share from ${least * 100}% to ${most * 100}%, got ${JSON.stringify(value)}`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    })
    .describe(describe);

/** Share of the New-Order transactions that the specification asks of a warehouse; less is commonly taken for an overloaded server. */
const TPCC_EFFICIENCY = 0.85;
/** The option that says for how many warehouses terminals ask. */
export const WAREHOUSES = "active-warehouses";

const limits = z
  .record(z.string(), duration("Highest latency that holds.", true))
  .transform((given, context) => {
    const wrong = Object.keys(given).filter((word) => !isLatencyWord(word));
    for (const word of wrong) {
      const message = `${JSON.stringify(word)} is no latency; ${guessedMetric(word, METRIC_IDS.filter(isLatencyWord))}`;
      context.addIssue({ code: "custom", message, path: [word] });
    }
    if (Object.keys(given).length === 0)
      context.addIssue({ code: "custom", message: "expected a limit such as { p99: 20ms }" });
    return given as Readonly<Partial<Record<MetricId, number>>>;
  })
  .describe("Latencies that must hold: { p99: 20ms }, or for one kind of event { p90:new_order: 5s }.");

function isLatencyWord(word: string): boolean {
  const metric = asMetric(word);
  if (metric === null || metric === "server-cpu" || isOfTimeline(metric)) return false;
  return metricInfo(metric).unit === "nanoseconds";
}

export const CapacityFields = z
  .strictObject({
    of: z
      .string()
      .default("rate")
      .describe("Option to search over: rate (an open loop), threads, or another whole number."),
    limits,
    failed: shareField(0, 1, "Share of events that may fail.").prefault("1%"),
    seconds: z.number().min(0.5).max(3600).default(3).describe("Measured seconds of each trial."),
    precision: shareField(0.01, 0.5, "Half the width of the interval at which the search ends.").prefault(
      "3%",
    ),
    trials: z.int().min(1).max(500).default(30).describe("Most trials in each session and on each arm."),
    budget: duration(
      "Time that the trials of all sessions and both arms may take together, for example 10m. The answer is what is known by then (default: no limit).",
    ).optional(),
    start: z
      .int()
      .min(1)
      .optional()
      .describe(
        "First value to try while no answer is stored; later searches begin near the stored one (default: the option's value, else 100 for a rate and 1 for others).",
      ),
    most: z
      .int()
      .min(1)
      .max(100_000_000)
      .optional()
      .describe("Largest value that is tried (default: 10,000,000 for a rate and 200 for others)."),
  })
  .superRefine(({ of, budget, seconds, start, most }, context) => {
    const largest = largestTried(of, most);
    if (start !== undefined && start > largest) {
      const message = `expected no more than \`most\`, which is ${largest}, got ${start}`;
      context.addIssue({ code: "custom", message, path: ["start"] });
    }
    if (budget === undefined || budget >= seconds * 1e9) return;
    const message = `expected time for a trial of ${seconds} s at least`;
    context.addIssue({ code: "custom", message, path: ["budget"] });
  })
  .describe(
    "Search for the largest load that keeps its limits, in each session and on each arm, after the workload itself. It gives the metric `capacity` (docs/how-to/capacity.md).",
  );
export type CapacityFields = z.infer<typeof CapacityFields>;

const MOST = { rate: 10_000_000, other: 200 };

function largestTried(of: string, most: number | undefined): number {
  return most ?? (of === "rate" ? MOST.rate : MOST.other);
}

/**
 * @param last what was found last; null: nothing is known
 * @param sessions that share the budget
 */
export function capacityPlanOf(
  { start, most, of, budget, ...rest }: CapacityFields,
  last: number | null = null,
  sessions = 1,
): CapacityPlan {
  return {
    ...rest,
    of,
    efficiency: of === WAREHOUSES ? TPCC_EFFICIENCY : null,
    budgetSeconds: budget === undefined ? null : budget / 1e9 / sessions,
    start: start ?? null,
    most: largestTried(of, most),
    last,
  };
}
