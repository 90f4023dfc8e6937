/**
 * Earlier measurements of the same question: base's files, head's files, suite, effective options and load generator. What they measured stands in the
 * document of each later one, so that all of them are judged together, by whoever compares it (docs/decisions/062-selection.md).
 */
import { z } from "zod";
import { Looks } from "./looks.ts";
import { Metric } from "./metric-schema.ts";
import { OVERALL } from "./overall.ts";
import { Rules } from "./rules.ts";
import { list, object } from "./shape.ts";

const count = z.number().int().nonnegative();

export const AttemptSeries = object({
  metric: Metric,
  /** Indexes of the sessions. */
  sessions: list(count),
  /** Log ratios of head and base by session: of the reading that is shown, and of the other one if there is one. */
  readings: z.array(list(z.number())).min(1).max(2).readonly(),
});
export type AttemptSeries = z.infer<typeof AttemptSeries>;

const FailedEvents = object({ failed: count, done: count, lost: z.boolean() });

export const Attempt = object({
  /** Of its documents. A workflow that runs again repeats the id, and has another start. */
  measurement: z.uuid(),
  startedAt: z.iso.datetime(),
  /** Head's. */
  commit: z.string(),
  /** What tells machines apart in words: processor, CPUs, memory. */
  machine: z.string(),
  looks: Looks,
  seed: z.number(),
  /** Rules that it was judged by. Absent: not known. */
  rules: Rules.optional(),
  /** Verdict on it, and on those before it. */
  verdict: z.enum(OVERALL),
  workloads: list(
    object({
      name: z.string(),
      series: list(AttemptSeries),
      /** Failed and successful events by session, and whether connections were lost. */
      failures: object({ base: list(FailedEvents), head: list(FailedEvents) }),
    }),
  ),
});
export type Attempt = z.infer<typeof Attempt>;
