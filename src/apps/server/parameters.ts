/** Parameters that an address may have, and no others: each as a schema, of which the OpenAPI description is made, too. */
import { z } from "zod";
import { Metric } from "../../model/metric-schema.ts";
import { ARMS } from "../../model/run.ts";

const NAME_MOST = 200;

/**
 * Text without control characters, of which PostgreSQL's text cannot hold all. Not described as a pattern: programs that make values by one
 * (npm run fuzz:api) take minutes for it.
 */
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;
const name = (what: string) =>
  z
    .string()
    .min(1)
    .max(NAME_MOST)
    .refine((text) => PRINTABLE.test(text), "a name without control characters")
    .describe(what);

const COMMIT = /^[0-9A-Za-z._-]{1,64}$/;
export const commit = (what: string) =>
  z.string().regex(COMMIT, "a commit, or as many of its first digits as tell it").describe(what);

/** Times that PostgreSQL and JavaScript both can express: no run lies outside of them. */
const [EARLIEST, LATEST] = ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"].map((text) =>
  Date.parse(text),
) as [number, number];

const instant = (what: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: "a date or time of ISO 8601" })
    .transform((text) => new Date(Math.min(Math.max(Date.parse(text), EARLIEST), LATEST)).toISOString())
    .describe(what);

export const limit = (most: number, usual: number) =>
  z.coerce
    .number()
    .int()
    .min(1)
    .max(most)
    .default(usual)
    .describe("Largest number of entries in the answer.");

export const after = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[\w-]+$/, "the `next` of an earlier answer")
  .exactOptional()
  .describe("The `next` of the page before.");

export const FORMATS = ["json", "csv", "table"] as const;
export type AnswerFormat = (typeof FORMATS)[number];
export const format = z
  .enum(FORMATS)
  .exactOptional()
  .describe(
    "Form of the answer. It takes precedence over the Accept header (application/json, text/csv or text/plain).",
  );

export const repository = name("Repository as owner/name. Runs whose repository is unknown belong to each.");
export const suite = name("Name of the suite in plumbline.yml.");
export const workload = name("Name of the workload in plumbline.yml.");
export const branch = name("Branch that was measured.");
export const metric = Metric.describe("Id of the metric.");
export const arm = z
  .enum(ARMS)
  .describe("Arm of a side-by-side measurement. A head that was measured alone is head.");
export const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits")
  .describe("Fingerprint of machine, database and options (see environments).");
export const id = z.uuid().describe("Id of the run.");

/** Parameters that most resources can be narrowed by. */
export const scope = {
  repository: repository.exactOptional(),
  suite: suite.exactOptional(),
  branch: branch.exactOptional(),
  arm: arm.exactOptional(),
  fingerprint: fingerprint.exactOptional(),
  from: instant("First moment of the runs.").exactOptional(),
  to: instant("End of the runs: they were measured before it.").exactOptional(),
  fromCommit: commit("First commit, from its first run on.").exactOptional(),
  toCommit: commit("Last commit, up to its last run.").exactOptional(),
} as const;
