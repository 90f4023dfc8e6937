/** `sweep` in plumbline.yml: which options are swept, over which values, on which targets. */
import { z } from "zod";
import { OptionValue } from "../model/run.ts";
import { significant } from "../stats/round.ts";

const VALUES_MOST = 200;

const RANGE = /^(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?::(x?)(\d+(?:\.\d+)?))?$/;

/**
 * Values as people write them on one line: "5,10,25", "5..175:5" (by steps of 5), "1..128:x2" (each twice the one before), or a mix.
 * Numbers are numbers; everything else is text.
 * @returns the values, or what is wrong with the text
 */
export function parseValues(text: string): readonly OptionValue[] | string {
  const values: OptionValue[] = [];
  for (const part of text.split(",").map((each) => each.trim())) {
    const match = RANGE.exec(part);
    if (part === "") return `expected values such as 5,10,25 or 5..175:5, got ${JSON.stringify(text)}`;
    if (match === null) values.push(asValue(part));
    else {
      const [, from, to, times, step = "1"] = match;
      const range = { from: Number(from), to: Number(to), step: Number(step), times: times === "x" };
      const problem = rangeProblem(range);
      if (problem !== null) return `${problem}, got ${JSON.stringify(part)}`;
      values.push(...valuesIn(range));
    }
    if (values.length > VALUES_MOST) return `expected at most ${VALUES_MOST} values, got more`;
  }
  const twice = values.find((value, i) => values.indexOf(value) !== i);
  return twice === undefined ? values : `expected each value once, got ${JSON.stringify(twice)} twice`;
}

function asValue(text: string): OptionValue {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

type ValueRange = Readonly<{ from: number; to: number; step: number; times: boolean }>;

function rangeProblem({ from, to, step, times }: ValueRange): string | null {
  if (to < from) return "expected a range that rises, such as 5..175:5";
  if (times && (step <= 1 || from <= 0))
    return "expected a factor above 1 and a start above 0, such as 1..128:x2";
  return step > 0 ? null : "expected a step above 0, such as 5..175:5";
}

/** The values of a range. Stops one beyond VALUES_MOST, so that the caller sees that there are too many. */
function valuesIn({ from, to, step, times }: ValueRange): readonly number[] {
  const values: number[] = [];
  const at = (index: number) => significant(times ? from * step ** index : from + step * index, 12);
  for (let index = 0; at(index) <= to && index <= VALUES_MOST; index++) values.push(at(index));
  return values;
}

const Values = z
  .union([z.string(), z.number(), z.array(OptionValue).min(1).max(VALUES_MOST)])
  .transform((given, context): readonly OptionValue[] => {
    const values = typeof given === "object" ? given.map((each) => String(each)).join(",") : String(given);
    const parsed = parseValues(values);
    if (typeof parsed !== "string") return typeof given === "object" ? given : parsed;
    context.addIssue({ code: "custom", message: parsed });
    return z.NEVER;
  });

/** @param deploy where a database comes from (schema.ts) */
export const sweepFields = <D extends z.ZodType>(deploy: D) =>
  z.strictObject({
    over: z
      .record(z.string(), Values)
      .default({})
      .describe(
        "Options of the workloads, each with its values: { threads: [5, 10, 25] }, or as text: 5..175:5 in steps, 1..128:x2 by factors. Every combination is a point.",
      ),
    workloads: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe("Names of the workloads to sweep (default: all)."),
    targets: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(40).describe("Name in tables."),
          nodes: z
            .int()
            .min(1)
            .max(100_000)
            .optional()
            .describe(
              "Number of machines that the database runs on, if every target has it. The table then shows how throughput grows with them, and how much each node adds.",
            ),
          deploy: deploy.describe("Source of the database: a version, settings, a pooler, another system."),
        }),
      )
      .min(2)
      .max(12)
      .optional()
      .describe(
        "Databases to compare at every point, the first with each of the others (default: the one of database.deploy, without a comparison).",
      ),
    sessions: z.int().min(1).max(200).default(5).describe("Number of fresh server sessions at each point."),
    seconds: z
      .number()
      .positive()
      .max(3600)
      .optional()
      .describe(
        "Measured seconds of a point and session, for two targets together (default: measure.seconds).",
      ),
  });
