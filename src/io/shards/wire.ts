/** Messages between shards and index 0 over HTTP: one object of JSON each way. All times are microseconds since 1970. */
import { z } from "zod";
import { OptionValue, SliceLength } from "../../model/run.ts";
import { list, object } from "../../model/shape.ts";

const count = z.number().int().nonnegative();

/** Identity of one shard in one process; another process of the same index is another instance. */
const who = { index: count, instance: z.uuid() };

/** Build of a shard: decides which load it brings for the same options. */
export const ShardBuild = object({
  /** Version of Plumbline. */
  version: z.string(),
  /** Version of the load generator. */
  generator: z.string(),
  /** SHA-256 of what that offers: workloads, options and their defaults. */
  offers: z.string(),
});
export type ShardBuild = z.infer<typeof ShardBuild>;

/** The machine is looked at only once the build is known to be the same: another version may describe it differently. */
export const Hello = z.looseObject({
  ...who,
  build: ShardBuild,
  machine: z.looseObject({ host: z.string() }),
});
export const Welcome = z.strictObject({ shards: count });

export const Times = z.strictObject({ t2: z.number(), t3: z.number(), bound: z.number() });

/** The user's own scripts and the files that they read, with their bytes: other machines cannot read the files of index 0. */
const WireScript = object({
  files: list(z.strictObject({ file: z.string(), weight: z.number(), hash: z.string(), text: z.string() })),
  rows: list(z.strictObject({ file: z.string(), hash: z.string(), bytes: z.base64() })),
  variables: z.record(z.string(), z.union([z.string(), z.number()])).readonly(),
});
export type WireScript = z.infer<typeof WireScript>;

/** One workload in one session, as all shards run it together. */
export const Task = object({
  block: count,
  /** Name in the config file. */
  name: z.string(),
  workload: z.string(),
  dialect: z.string(),
  /** Those of the whole load: each shard takes its part. */
  options: z.record(z.string(), OptionValue).readonly(),
  threads: count,
  script: WireScript.nullable(),
  targets: list(object({ url: z.string(), script: WireScript.nullable() })),
  seconds: z.number(),
  warmupSeconds: z.number(),
  sliceMs: SliceLength,
  seed: z.number(),
});
export type Task = z.infer<typeof Task>;

/** Asks for the block after that one; -1 for the first. */
export const AskTask = z.strictObject({ ...who, after: z.number().int().min(-1) });
export const TaskAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("wait") }),
  z.strictObject({ kind: z.literal("task"), task: Task }),
  z.strictObject({ kind: z.literal("end"), code: count, why: z.array(z.string()) }),
]);
export type TaskAnswer = z.infer<typeof TaskAnswer>;

const Offset = object({ offset: z.number(), bound: z.number().nonnegative() });

export const Ready = z.strictObject({ ...who, block: count, clock: Offset, slowestMs: z.number() });

export const AskStart = z.strictObject({ ...who, block: count });
export const StartAnswer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("wait") }),
  /** Start by index 0's clock. */
  z.strictObject({ kind: z.literal("start"), startAt: z.number() }),
  z.strictObject({ kind: z.literal("abort") }),
]);
export type StartAnswer = z.infer<typeof StartAnswer>;

export const Beat = z.strictObject({
  ...who,
  block: count,
  state: z.enum(["armed", "running", "draining"]),
  said: z.string().max(200),
});
export const BeatAnswer = z.strictObject({ goesOn: z.boolean() });

/** A shard's part of a block. */
export const ShardOutcome = object({
  lines: list(z.string()),
  /** Index 0's clock minus its own, before and after the load: both go on by the steady clocks of their machines. */
  before: Offset,
  after: Offset,
  /** Microseconds that its machine's clock was set by between the two. */
  setBy: z.number(),
});
export type ShardOutcome = z.infer<typeof ShardOutcome>;
export const Result = z.strictObject({ ...who, block: count, outcome: ShardOutcome });

export const Failed = z.strictObject({ ...who, message: z.string() });
