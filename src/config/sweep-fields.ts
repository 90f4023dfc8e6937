/** `sweep` in plumbline.yml: which options are swept, over which values, on which targets. */
import { z } from "zod";
import { OptionValue } from "../model/run.ts";

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

type Range = Readonly<{ from: number; to: number; step: number; times: boolean }>;

function rangeProblem({ from, to, step, times }: Range): string | null {
  if (to < from) return "expected a range that rises, such as 5..175:5";
  if (times && (step <= 1 || from <= 0))
    return "expected a factor above 1 and a start above 0, such as 1..128:x2";
  return step > 0 ? null : "expected a step above 0, such as 5..175:5";
}

/** The values of a range. Stops one beyond VALUES_MOST, so that the caller sees that there are too many. */
function valuesIn({ from, to, step, times }: Range): readonly number[] {
  const values: number[] = [];
  const at = (index: number) => Number((times ? from * step ** index : from + step * index).toPrecision(12));
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
        "options of the workloads, each with its values: { threads: [5, 10, 25] }, or as text: 5..175:5 by steps, 1..128:x2 by factors; every combination is a point",
      ),
    workloads: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe("names of the workloads that are swept; default: all of them"),
    targets: z
      .array(
        z.strictObject({
          name: z.string().min(1).max(40).describe("how tables call it"),
          nodes: z
            .int()
            .min(1)
            .max(100_000)
            .optional()
            .describe(
              "machines that it runs on, where all targets say it: how throughput grows with them, and how much of a node each brings",
            ),
          deploy: deploy.describe("where it comes from: a version, settings, a pooler, another system"),
        }),
      )
      .min(2)
      .max(12)
      .optional()
      .describe(
        "databases that are compared at every point, the first of them with each of the others; default: the one of database.deploy, and no comparison",
      ),
    sessions: z.int().min(1).max(200).default(5).describe("fresh server sessions of each point"),
    seconds: z
      .number()
      .positive()
      .max(3600)
      .optional()
      .describe(
        "measured seconds of a point and session, of two targets both together; default: measure.seconds",
      ),
  });
