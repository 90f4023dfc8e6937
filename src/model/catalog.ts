/**
 * What plumbline-load says of itself (`describe`, docs/schema/describe.schema.json), as far as it is read here. It is the one source
 * of what there is to choose; no list of workloads or options is kept beside it.
 */
import { z } from "zod";
import { OptionValue } from "./run.ts";

const FORMAT = z.literal(1);

export const CatalogOption = z
  .object({
    name: z.string(),
    type: z.enum([
      "integer",
      "number",
      "boolean",
      "text",
      "duration",
      "choice",
      "percentiles",
      "shard",
      "ports",
    ]),
    default: OptionValue.nullable(),
    min: z.number().optional(),
    max: z.number().optional(),
    /** Of a duration that is a plain number. */
    unit: z.enum(["s", "ms"]).optional(),
    choices: z.array(z.string()).readonly().optional(),
    help: z.string(),
    /** Families of workloads that have it; null: all. */
    families: z.array(z.string()).readonly().nullable(),
    /** `neither`: it may differ between runs that are compared. */
    shapes: z.enum(["data", "run", "neither"]),
    /** `harness`: ours to give. */
    owner: z.enum(["harness"]).nullable(),
  })
  .readonly();
export type CatalogOption = z.infer<typeof CatalogOption>;

export const Catalog = z
  .object({
    format: FORMAT,
    version: z.string(),
    dialects: z.array(z.object({ name: z.string(), summary: z.string() }).readonly()).readonly(),
    workloads: z
      .array(
        z
          .object({
            name: z.string(),
            family: z.string(),
            summary: z.string(),
            /** Kinds of events, whatever the options. */
            events: z.array(z.object({ name: z.string() }).readonly()).readonly(),
          })
          .readonly(),
      )
      .readonly(),
    options: z.array(CatalogOption).readonly(),
    /** Of options, as the users of sysbench know them; null where the workload is named instead. */
    old_names: z.array(z.object({ name: z.string(), option: z.string().nullable() }).readonly()).readonly(),
    /** Taken from sysbench's users, to no effect. */
    ignored_options: z.array(z.string()).readonly(),
  })
  .readonly();
export type Catalog = z.infer<typeof Catalog>;

const EffectiveOptions = z.record(z.string(), OptionValue.nullable()).readonly();

/** What one workload comes to with its options in a dialect. */
export const Description = z
  .object({
    format: FORMAT,
    workload: z.string(),
    /** Every effective option: defaults, dialect and compatibility settled. */
    options: EffectiveOptions,
    /** What decides the tables. Two workloads share a database exactly when their data are equal and neither drifts. */
    data: z.object({ family: z.string(), loader: z.string(), options: EffectiveOptions }).readonly(),
    /** Why the tables are not after a run what they were before; null: they are. */
    drift: z.string().nullable(),
    /** That `prepare` makes. */
    tables: z.array(z.object({ name: z.string() }).readonly()).readonly(),
    /** Kinds of events that happen. */
    events: z.array(z.object({ name: z.string() }).readonly()).readonly(),
    statements: z
      .array(z.object({ name: z.string(), sql: z.string().optional() }).readonly())
      .readonly()
      .optional(),
    /** Connections to each server. */
    lanes: z.number().int().positive(),
  })
  .readonly();
export type Description = z.infer<typeof Description>;
