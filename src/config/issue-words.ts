/** One thing that zod finds wrong with a value, in words: what was expected, and what was got. */

import type { z } from "zod";
import { wordTable } from "../model/by-key.ts";
import { redact } from "../model/secrets.ts";

export type ZodIssue = z.core.$ZodIssue;

/** True if the issue expects another kind of value: one that is missing is then reported as a missing field. */
export function isExpectation({ code }: Pick<ZodIssue, "code">): boolean {
  return code === "invalid_type" || code === "invalid_union" || code === "invalid_value";
}

/** @param got the value that it is about */
export function issueWords(issue: ZodIssue, got: unknown): string {
  // The schema's own words say more.
  if (issue.code === "custom" || !isUsualMessage(issue.message)) return issue.message;
  const expected = expectedOf(issue);
  if (expected === null) return usualText(issue.message);
  const isUnquoted = issue.code === "invalid_type" && issue.expected === "string" && isScalar(got);
  return `expected ${expected}, got ${gotText(issue, got)}${isUnquoted ? ": put quotes around it" : ""}`;
}

/** True for what YAML reads as a number, or as true or false, where it has no quotes. */
function isScalar(got: unknown): boolean {
  return typeof got === "number" || typeof got === "boolean";
}

/** Zod's words, where the schema has none of its own. */
function isUsualMessage(message: string): boolean {
  return /^(?:Invalid|Too|Unrecognized)\b/.test(message);
}

function usualText(message: string): string {
  return message.replace(/^Invalid input: /, "");
}

function expectedOf(issue: ZodIssue): string | null {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected] ?? issue.expected;
    case "invalid_value":
      return orList(issue.values.map((value) => String(value)));
    case "too_small":
      return boundWords(issue.inclusive === false ? "more than" : "at least", issue.minimum, issue.origin);
    case "too_big":
      return boundWords(issue.inclusive === false ? "less than" : "at most", issue.maximum, issue.origin);
    case "invalid_format":
      return issue.format === "url" ? "an address such as https://acme.github.io/shop/" : null;
    case "invalid_union":
      return alternativesOf(issue);
    case "invalid_key":
      return "names of letters, digits and _ that do not begin with a digit";
    case "custom":
    case "invalid_element":
    case "not_multiple_of":
    case "unrecognized_keys":
      return null;
  }
}

const KINDS = wordTable<string>({
  object: "fields with values",
  record: "names with values",
  array: "a list",
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
});

/** Counted: characters of a text, entries of a list. */
const COUNTED = wordTable<readonly [one: string, many: string]>({
  string: ["character", "characters"],
  array: ["entry", "entries"],
});

function boundWords(words: string, limit: number | bigint, origin: string): string {
  const unit = COUNTED[origin]?.[limit === 1 ? 0 : 1];
  return unit === undefined ? `${words} ${limit}` : `${words} ${limit} ${unit}`;
}

/** Words for the values that the alternatives take. */
function alternativesOf(issue: z.core.$ZodIssueInvalidUnion): string | null {
  const known = [...new Set(eachExpected(issue))];
  return known.length === 0 ? null : orList(known);
}

function eachExpected(issue: ZodIssue): readonly string[] {
  if (issue.code === "invalid_union")
    return issue.errors.flatMap((issues) => issues.slice(0, 1).flatMap(eachExpected));
  const expected = expectedOf(issue);
  return expected === null ? [] : [expected];
}

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

const TEXT_SHOWN = 60;

function gotText(issue: ZodIssue, got: unknown): string {
  if (issue.code === "invalid_key") return JSON.stringify(issue.path.at(-1));
  const isCount = (issue.code === "too_small" || issue.code === "too_big") && issue.origin in COUNTED;
  if (isCount) return String((got as string | readonly unknown[]).length);
  return gotValue(got);
}

/** A value that was not expected, for an error; of passwords nothing is shown. */
export function gotValue(got: unknown): string {
  if (got === null || got === undefined) return "nothing";
  if (Array.isArray(got)) return "a list";
  if (typeof got === "object") return "fields with values";
  if (typeof got !== "string") return String(got as number | boolean);
  // Redacted whole: the end of a password would not be known for one without the rest.
  const text = redact(got);
  return JSON.stringify(text.length > TEXT_SHOWN ? `${text.slice(0, TEXT_SHOWN)}...` : text);
}
