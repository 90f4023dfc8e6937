/** Several load machines that measure one run together: what the run reports of each of them, and their status while they measure. */
import { z } from "zod";
import { list, object } from "./shape.ts";

const count = z.number().int().nonnegative();

/** The machine that a shard runs on. */
export const Machine = object({ host: z.string(), cpuModel: z.string(), cpuCount: count });
export type Machine = z.infer<typeof Machine>;

/** One of the load generator machines of a run. */
export const ShardPart = object({
  /** Index from 0; index 0 sets the start for the others. */
  index: count,
  ...Machine.unwrap().shape,
  /** Share of all successful events, from 0 to 1. */
  share: z.number(),
  events: count,
  failedEvents: count,
  /** Index 0's clock minus its own, and how far off that may be at most; of the session where that is largest. 0 for index 0. */
  clockOffsetNs: z.number(),
  clockBoundNs: z.number().nonnegative(),
  /** Time from the announced start to the first event, by index 0's clock, in the session where it is farthest off. Null: it never began. */
  startSkewNs: z.number().nullable(),
  /** The load generator's CPU time as a share of its workers' time, in the busiest session. */
  clientCpuShare: z.number().nullable(),
});
export type ShardPart = z.infer<typeof ShardPart>;

const SHARD_STATES = [
  /** No machine has joined yet. */
  "new",
  "joined",
  /** Has measured its clock, and waits for the start. */
  "ready",
  /** Knows the start. */
  "armed",
  "running",
  /** The load is over, its result is under way. */
  "draining",
  /** Its result is here. */
  "done",
  "failed",
  "aborted",
] as const;
export type ShardState = (typeof SHARD_STATES)[number];

/** GET /status of index 0. */
export const ShardsStatus = object({
  schema: z.literal("plumbline.shards/1"),
  /** `inconclusive` and `failed` are ends, too. */
  state: z.enum(["waiting", "measuring", "done", "inconclusive", "failed"]),
  /** Blocks (one workload in one session) that were begun. */
  blocks: count,
  shards: list(
    object({
      index: count,
      state: z.enum(SHARD_STATES),
      host: z.string().nullable(),
      /** Last message of the shard, for example "measure, 40 %". */
      said: z.string(),
      /** Seconds since it was heard; null: never, or it is this process. */
      silentSeconds: z.number().nullable(),
    }),
  ),
  /** Reasons why the run is no measurement of the whole load; empty: nothing says so yet. */
  inconclusive: list(z.string()),
});
export type ShardsStatus = z.infer<typeof ShardsStatus>;
