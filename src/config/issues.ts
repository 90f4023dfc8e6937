/** What is wrong with a config file, in words: what zod found, field by field. */
import { z } from "zod";
import { asMetric, isOwnMetric, METRICS } from "../model/metric.ts";
import { guessedMetric } from "./metrics.ts";
import { nearest } from "./nearest.ts";

export type Issue = z.core.$ZodIssue;

/** An issue for each unknown field; of a union that nothing matched, the issues of the alternative that understood most, else the issue itself. */
export function flattenIssue(issue: Issue): Issue[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => ({ ...issue, keys: [key] }));
  if (issue.code !== "invalid_union") return [issue];
  const understood = (issues: readonly Issue[]) =>
    issues.some(({ path }) => path.length > 0)
      ? 2
      : issues.some(({ code }) => code === "custom" || code === "unrecognized_keys")
        ? 1
        : 0;
  const [closest] = issue.errors.toSorted((a, b) => understood(b) - understood(a));
  if (closest === undefined || understood(closest) === 0) return [issue];
  return closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(flattenIssue);
}

/** What is wrong, in words, with the field's path before it. @param root the schema of the whole file */
export function issueText(issue: Issue, root: z.core.$ZodType): string {
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys") return unknownField(issue.keys[0]!, field, issue.path, root);
  if (issue.code === "invalid_type" && issue.input === undefined)
    return `missing field ${JSON.stringify(field)}`;
  return `${field === "" ? "" : `${field}: `}${causeOf(issue)}`;
}

function unknownField(
  key: string,
  field: string,
  path: readonly PropertyKey[],
  root: z.core.$ZodType,
): string {
  const ungated = METRICS.find(({ id }) => id === key)?.ungated;
  if (ungated !== undefined && path.includes("gates")) return `${field}.${key} is no gate: ${ungated}`;
  const hint = hintOf(key, keysAt(root, path), path);
  return `unknown field ${JSON.stringify(key)}${field === "" ? "" : ` in ${field}`}; ${hint}`;
}

/** zod's own words speak of types and of >=; where the schema has words of its own, they stand. */
function causeOf(issue: Issue): string {
  if (!/^(?:Invalid|Too) /.test(issue.message)) return issue.message;
  switch (issue.code) {
    case "invalid_type":
      return `expected ${TYPES[issue.expected] ?? issue.expected}, got ${given(issue.input)}`;
    case "invalid_value":
      return `expected ${orList(issue.values.map((value) => JSON.stringify(value)))}, got ${given(issue.input)}`;
    case "too_small":
      return `expected ${bound(issue.origin, Number(issue.minimum), issue.inclusive === false ? "more than" : "at least")}, got ${given(issue.input)}`;
    case "too_big":
      return `expected ${bound(issue.origin, Number(issue.maximum), issue.inclusive === false ? "less than" : "at most")}, got ${given(issue.input)}`;
    default:
      return issue.message.replace(/^Invalid input: /, "");
  }
}

const TYPES: Readonly<Record<string, string>> = {
  object: "fields such as `name: value`",
  record: "fields such as `name: value`",
  array: "a list",
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
};

function bound(origin: string, value: number, comparison: string): string {
  if (origin === "string") return `${comparison} ${value} ${value === 1 ? "character" : "characters"}`;
  if (origin === "array") return `${comparison} ${value} ${value === 1 ? "item" : "items"}`;
  return `${comparison} ${value}`;
}

function given(input: unknown): string {
  if (Array.isArray(input)) return input.length === 0 ? "an empty list" : "a list";
  if (input === null || input === undefined) return "nothing";
  return typeof input === "object" ? "fields" : JSON.stringify(input);
}

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** What may have been meant by a field that is none. */
function hintOf(key: string, known: readonly string[], path: readonly PropertyKey[]): string {
  const metric = path.includes("gates") ? asMetric(key) : null;
  if (metric !== null && isOwnMetric(metric))
    return "not every workload has it: write it under `gates` of the workload that has";
  if (path.at(-1) === "gates" && key.includes(":")) return guessedMetric(key, []);
  const guess = nearest(key, known);
  return guess === undefined ? `known here: ${known.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`;
}

/** The keys that the schema knows at a path, through every wrapper of zod. */
function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  let candidates = unwrap(schema);
  for (const step of path) {
    candidates = candidates.flatMap((candidate) => {
      const next = candidate instanceof z.ZodArray ? candidate.element : shapeOf(candidate)[String(step)];
      return next === undefined ? [] : unwrap(next);
    });
  }
  return candidates.flatMap((candidate) => Object.keys(shapeOf(candidate)));
}

function shapeOf(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType | undefined>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** What a value must be in the end: one schema, or each that a union offers. */
function unwrap(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(unwrap);
  return [schema];
}
