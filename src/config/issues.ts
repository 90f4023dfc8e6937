/** Zod's issues with a config file, in words of the config file and in the order of its lines. */
import type { Document } from "yaml";
import { z } from "zod";
import { asMetric, isOwnMetric, METRICS } from "../model/metric.ts";
import { isExpectation, issueWords, type ZodIssue } from "./issue-words.ts";
import { guessedMetric } from "./metrics.ts";
import { nearest } from "./nearest.ts";
import { ConfigFile } from "./schema.ts";
import { keyOffset, offsetAt } from "./yaml-places.ts";

export type ConfigProblem = Readonly<{ offset: number; text: string }>;

/**
 * @param value that was parsed
 * @param document that it is from
 * @returns one for each thing that is wrong
 */
export function issueProblems(
  issues: readonly ZodIssue[],
  value: unknown,
  document: Document,
): readonly ConfigProblem[] {
  return issues
    .flatMap(flattenIssue)
    .map((issue) => ({ offset: offsetOf(document, issue), text: issueText(issue, value) }))
    .toSorted((a, b) => a.offset - b.offset);
}

/**
 * The issues of the alternative that understood most, if no alternative of a union matched; else the issue itself. Each unknown field
 * is an issue of its own, since they stand at different places.
 */
function flattenIssue(issue: ZodIssue): ZodIssue[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => ({ ...issue, keys: [key] }));
  if (issue.code !== "invalid_union") return [issue];
  const understood = (issues: readonly ZodIssue[]) =>
    issues.some(({ path }) => path.length > 0)
      ? 2
      : issues.some(({ code }) => code === "custom" || code === "unrecognized_keys")
        ? 1
        : 0;
  const [closest] = issue.errors.toSorted((a, b) => understood(b) - understood(a));
  if (closest === undefined || understood(closest) === 0) return [issue];
  return closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(flattenIssue);
}

function issueText(issue: ZodIssue, value: unknown): string {
  const field = issue.path.join(".");
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => unknownText(key, issue.path)).join("; ");
  const got = issue.path.reduce<unknown>(
    (inner, step) => (inner as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[step],
    value,
  );
  if (got === undefined && isExpectation(issue)) return `missing field ${JSON.stringify(field)}`;
  return `${field === "" ? "" : `${field}: `}${issueWords(issue, got)}`;
}

function unknownText(key: string, path: readonly PropertyKey[]): string {
  const field = path.join(".");
  const ungated = METRICS.find(({ id }) => id === key)?.ungated;
  if (ungated !== undefined && path.includes("gates")) return `${field}.${key} cannot be a gate: ${ungated}`;
  const hint = hintOf(key, keysAt(ConfigFile, path), path);
  return `unknown field ${JSON.stringify(key)}${field === "" ? "" : ` in ${field}`}; ${hint}`;
}

/** Suggests a field that an unknown one may have meant. */
function hintOf(key: string, known: readonly string[], path: readonly PropertyKey[]): string {
  const metric = path.includes("gates") ? asMetric(key) : null;
  if (metric !== null && isOwnMetric(metric))
    return "not every workload has it: write it under `gates` of the workload that has";
  if (path.at(-1) === "gates" && key.includes(":")) return guessedMetric(key, []);
  const guess = nearest(key, known);
  return guess === undefined ? `known here: ${known.join(", ")}` : `did you mean ${JSON.stringify(guess)}?`;
}

/** Offset of an issue in the text: the unknown key itself, else the value, else the nearest parent that exists. */
function offsetOf(document: Document, issue: ZodIssue): number {
  const key =
    issue.code === "unrecognized_keys" ? keyOffset(document, issue.path, issue.keys[0]!) : undefined;
  if (key !== undefined) return key;
  for (let length = issue.path.length; length > 0; length--) {
    const offset = offsetAt(document, issue.path.slice(0, length));
    if (offset !== undefined) return offset;
  }
  return document.contents?.range?.[0] ?? 0;
}

/** The keys that the schema knows at a path, through every wrapper of zod. */
function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  let candidates = unwrap(schema);
  for (const step of path) {
    candidates = candidates.flatMap((candidate) => {
      const next = candidate instanceof z.ZodArray ? candidate.element : zodShape(candidate)[String(step)];
      return next === undefined ? [] : unwrap(next);
    });
  }
  return candidates.flatMap((candidate) => Object.keys(zodShape(candidate)));
}

function zodShape(schema: z.core.$ZodType): Readonly<Record<string, z.core.$ZodType | undefined>> {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Strips the wrappers of a schema: one schema is left, or each that a union offers. */
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
