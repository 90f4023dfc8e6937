/**
 * Every document that Plumbline writes carries its own name and version in `schema`, so that a reader can refuse what it does
 * not understand instead of guessing.
 */

import { z } from "zod";
import { type Bounds, exceeded } from "./bounds.ts";
import { wordTable } from "./by-key.ts";
import { PlumblineError } from "./errors.ts";
import { object } from "./shape.ts";

/** Commit that a document is about. Facts unknown to git are null: a run outside a checkout is still a run. */
export const Commit = object({
  sha: z.string().min(1).max(64),
  branch: z.string().nullable(),
  /** Committer date, ISO 8601. */
  time: z.string().nullable(),
  subject: z.string().nullable(),
  /** Author's name, as git's mailmap has it. Absent in documents of older versions. */
  author: z.string().nullable().optional(),
  /** True where the work tree had changes that are not in the commit. */
  dirty: z.boolean(),
});
export type Commit = z.infer<typeof Commit>;

/** A warning that a program can act on by its `code`: cause in `message`, way out in `remedy`. */
export const Warning = object({
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
  workload: z.string().optional(),
  metric: z.string().optional(),
});
export type Warning = z.infer<typeof Warning>;

/** One warning, as the list that functions answer which may have none. */
export function warning(code: string, words: Omit<Warning, "code">): readonly [Warning] {
  return [{ code, ...words }];
}

/**
 * Reads a document from JSON text.
 * @param what names the document in errors, for example the file's path.
 * @param bounds of a document that strangers may have written: checked before its fields are.
 * @throws PlumblineError of kind "usage" that says where the text stops being JSON, or which field is wrong.
 */
export function parseDocument<S extends z.ZodType>(
  schema: S,
  text: string,
  what: string,
  bounds?: Bounds,
): z.infer<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new PlumblineError(
      "usage",
      `${what} is not a complete JSON document: ${(cause as Error).message}`,
      {
        remedy:
          "write it again with `plumbline run` or `plumbline compare`: the file was cut short or edited",
        cause,
      },
    );
  }
  const excess = bounds === undefined ? null : exceeded(value, bounds);
  if (excess !== null) {
    throw new PlumblineError("usage", `${what} is refused: ${excess}`, {
      remedy: "measure fewer workloads in a suite",
    });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const kind = issues.find(({ path }) => path.length === 1 && path[0] === "schema");
  if (kind?.code === "invalid_value") throw otherKind(what, kind.values[0], value);
  const [issue] = issues;
  const path = issue?.path.join(".") || "(the document)";
  throw new PlumblineError("usage", `${what}: ${path}: ${issue?.message ?? "not valid"}`, {
    remedy: "see docs/schema for its shape: the document was edited, or written by another version",
  });
}

/**
 * Reads a document that this version or a newer one has kept: fields that a newer one added are left out, and so are items of lists about
 * metrics and kinds of causes that only it knows. What is left is checked as ever.
 * @throws PlumblineError of kind "usage", as parseDocument
 */
export function parseStoredDocument<S extends z.ZodType>(schema: S, text: string, what: string): z.infer<S> {
  try {
    return parseDocument(schema, text, what);
  } catch (error) {
    const known = knownPart(schema, text);
    if (known === null) throw error;
    return parseDocument(schema, known, what);
  }
}

/** The document without the fields and items that its schema does not know, or null where it knows all of them. */
function knownPart(schema: z.ZodType, text: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const issues = schema.safeParse(value).error?.issues ?? [];
  const unknown = issues.filter((issue) => issue.code === "unrecognized_keys");
  for (const { path, keys } of unknown) {
    for (const key of keys) delete (valueAt(value, path) as Record<string, unknown>)[key];
  }
  // From the last one on, for each that goes moves those behind it.
  const strange = issues.filter(isStrangeItem).toReversed();
  for (const { path } of strange)
    (valueAt(value, path.slice(0, -2)) as unknown[]).splice(path.at(-2) as number, 1);
  return unknown.length + strange.length === 0 ? null : JSON.stringify(value);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)[key], value);
}

/** An item about something that a newer version added. A rule never is one: a version that does not know it must not judge without it. */
function isStrangeItem({ code, path }: z.core.$ZodIssue): boolean {
  const [item, field] = path.slice(-2);
  return (
    (code === "invalid_value" || code === "invalid_union") &&
    typeof item === "number" &&
    (field === "metric" || field === "kind") &&
    path[0] !== "rules"
  );
}

const WRITERS = wordTable<string>({
  run: "name a run document, which `plumbline run` and `plumbline check` write: run.json, run-base.json",
  report: "name a report, which `plumbline compare` and `plumbline check` write: report.json",
});

/** A document of another kind or version is called what it is. */
function otherKind(what: string, wanted: unknown, value: unknown): PlumblineError {
  const [, kind = "", version] = /^plumbline\.(\w+)\/(\d+)$/.exec(String(wanted)) ?? [];
  const found = (value as { schema?: unknown } | null)?.schema;
  const [, foundKind, foundVersion] =
    /^plumbline\.(\w+)\/(\d+)$/.exec(typeof found === "string" ? found : "") ?? [];
  if (foundKind === kind) {
    return new PlumblineError(
      "usage",
      `${what} is a ${kind} document of version ${foundVersion}; this Plumbline reads version ${version}`,
      { remedy: "read it with the Plumbline that wrote it, or write it again with this one" },
    );
  }
  const is = foundKind === undefined ? "no document of Plumbline's" : `a ${foundKind} document`;
  return new PlumblineError("usage", `${what} is ${is}, but a ${kind} document is needed here`, {
    remedy: WRITERS[kind] ?? "see docs/schema for its shape",
  });
}
