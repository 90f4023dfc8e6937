/** Profile of a server's CPU time under a workload: samples of its processes, taken in an extra session that is not judged. */
import { z } from "zod";
import { list, object } from "./shape.ts";

const count = z.number().int().nonnegative();

/** A part of run.json: one arm under one workload. */
export const Profile = object({
  workload: z.string(),
  /** Event of perf: "cpu-clock". */
  event: z.string(),
  /** Samples a second of CPU time. */
  hertz: z.number().positive(),
  /** Events of the workload meanwhile. */
  events: count,
  /** Number of all samples; `stacks` are those that came most often. */
  samples: count,
  stacks: list(
    object({
      /** The outermost first. */ frames: z.array(z.string()).min(1).readonly(),
      samples: count,
    }),
  ),
});
export type Profile = z.infer<typeof Profile>;

const side = object({ events: count, samples: count });

/** A part of report.json: both arms under one workload, stack by stack. */
export const ProfileDifference = object({
  workload: z.string(),
  event: z.string(),
  hertz: z.number().positive(),
  base: side,
  head: side,
  /** Samples of each arm, which had events of its own number. */
  stacks: list(object({ frames: z.array(z.string()).min(1).readonly(), base: count, head: count })),
});
export type ProfileDifference = z.infer<typeof ProfileDifference>;
