/**
 * Description that plumbline-load gives of itself (`describe`, docs/schema/describe.schema.json), as far as it is
 * read here. It is the one source of what there is to choose; no other list of workloads or options is kept.
 */
import { z } from "zod";
import { OptionValue } from "./run.ts";
import { list } from "./shape.ts";

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
    /** The unit of a duration that is given as a plain number. */
    unit: z.enum(["s", "ms"]).optional(),
    choices: list(z.string()).optional(),
    help: z.string(),
    /** Families of workloads that have this option; null: all. */
    families: list(z.string()).nullable(),
    /** Effect of the option: on the tables, on how the load runs, or on neither. Compared runs may differ in options of `neither`. */
    shapes: z.enum(["data", "run", "neither"]),
    /** `harness`: Plumbline sets it, and users cannot. */
    owner: z.enum(["harness"]).nullable(),
  })
  .readonly();
export type CatalogOption = z.infer<typeof CatalogOption>;

export const Catalog = z
  .object({
    format: FORMAT,
    version: z.string(),
    dialects: list(z.object({ name: z.string(), summary: z.string() }).readonly()),
    workloads: list(
      z
        .object({
          name: z.string(),
          family: z.string(),
          summary: z.string(),
          /** All kinds of events that the workload can have; options decide which of them happen. */
          events: list(z.object({ name: z.string() }).readonly()),
        })
        .readonly(),
    ),
    options: list(CatalogOption),
    /** sysbench's names of options, with the option that replaces each; null where choosing a workload does. */
    old_names: list(z.object({ name: z.string(), option: z.string().nullable() }).readonly()),
    /** Options of sysbench that are accepted and have no effect. */
    ignored_options: list(z.string()),
  })
  .readonly();
export type Catalog = z.infer<typeof Catalog>;

const EffectiveOptions = z.record(z.string(), OptionValue.nullable()).readonly();

/** A workload with its options settled for a dialect: what it will do. */
export const Description = z
  .object({
    format: FORMAT,
    workload: z.string(),
    /** Every effective option: defaults, dialect and compatibility settled. */
    options: EffectiveOptions,
    /** Everything that decides the tables. Two workloads share a database exactly when their data are equal and neither drifts. */
    data: z.object({ family: z.string(), loader: z.string(), options: EffectiveOptions }).readonly(),
    /** Reason why a run leaves other tables than it found (the glossary's drift); null if it leaves them as they were. */
    drift: z.string().nullable(),
    /** Tables that `prepare` makes. */
    tables: list(z.object({ name: z.string() }).readonly()),
    /** Kinds of events that happen with these options. */
    events: list(z.object({ name: z.string() }).readonly()),
    statements: list(z.object({ name: z.string(), sql: z.string().optional() }).readonly()).optional(),
    /** Paths of the files that scripts read: those of \copy, and those that values are drawn from. */
    files: list(z.string()).optional(),
    /** Connections to each server. */
    lanes: z.number().int().positive(),
  })
  .readonly();
export type Description = z.infer<typeof Description>;
