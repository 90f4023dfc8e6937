/** Problems as RFC 9457 has them: what a client can do about each, and nothing of what is behind the server. */
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { z } from "zod";
import { PlumblineError } from "../../model/errors.ts";
import { list } from "../../model/shape.ts";

export const Problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    errors: list(z.object({ parameter: z.string(), message: z.string() }).readonly()).optional(),
  })
  .readonly();
export type Problem = z.infer<typeof Problem>;

export const PROBLEM_TYPE = "application/problem+json; charset=utf-8";

/** Seconds after which a client had better ask again. */
export const RETRY_SECONDS = 5;

const TITLES: Readonly<Record<number, string>> = {
  400: "Invalid parameter",
  401: "Token needed",
  404: "Not found",
  405: "Method not allowed",
  406: "Not acceptable",
  414: "Address too long",
  421: "Not for this service",
  429: "Too many requests",
  500: "Fault in plumbline itself",
  503: "Not available now",
};

export function problem(status: number, detail?: string, errors?: Problem["errors"]): Problem {
  const title = TITLES[status] ?? "Cannot be answered";
  const type = `/problems/${title.toLowerCase().replaceAll(" ", "-")}`;
  return {
    type,
    title,
    status,
    ...(detail === undefined ? {} : { detail }),
    ...(errors === undefined ? {} : { errors }),
  };
}

/** A thrown problem. */
export class RequestRefusal extends Error {
  readonly problem: Problem;

  constructor(status: number, detail?: string) {
    super(detail ?? TITLES[status]);
    this.problem = problem(status, detail);
  }
}

/** Makes a problem of whatever was thrown; it names no database, path or stack. */
export function problemOf(error: unknown): Problem {
  if (error instanceof RequestRefusal) return error.problem;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return problem(400, undefined, error.validation.flatMap(parameterIssueText));
  }
  if (error instanceof PlumblineError) return ofPlumbline(error);
  const { statusCode, code } = error as { statusCode?: number; code?: string };
  if (code === "FST_ERR_BAD_URL") return problem(400, "the address is not percent-encoded as it should be");
  const isKnown = statusCode !== undefined && statusCode in TITLES;
  return isKnown ? problem(statusCode, DETAILS[statusCode]) : problem(500);
}

const DETAILS: Readonly<Record<number, string>> = {
  429: "wait as long as Retry-After says",
  503: "the server is busy, or answers took too long: ask for less, or again later",
};

function ofPlumbline(error: PlumblineError): Problem {
  switch (error.kind) {
    case "usage": {
      const [, parameter, message] = /^(\w+): (.*)$/s.exec(error.message) ?? [];
      return parameter === undefined
        ? problem(400, error.message)
        : problem(400, undefined, [{ parameter, message: message ?? "" }]);
    }
    case "store":
      return error.unreadable === undefined
        ? problem(503, "the store does not answer")
        : unreadableDocument(error.unreadable);
    case "target":
    case "generator":
    case "github":
    case "machine":
    case "internal":
    case "interrupted":
      return problem(500);
  }
}

/** The store answers, and what it has is of no use: to ask again changes nothing, unlike at 503. */
function unreadableDocument(name: string): Problem {
  const detail = `${name} cannot be read: a newer version of plumbline wrote it, or it is damaged`;
  return { type: "/problems/unreadable-document", title: "Unreadable document", status: 500, detail };
}

type ParameterIssue = Readonly<{ instancePath: string; message?: string; params: unknown }>;

/** An unknown parameter is named in `keys`, not in the path. */
function parameterIssueText({
  instancePath,
  message = "not valid",
  params,
}: ParameterIssue): { parameter: string; message: string }[] {
  const { keys } = (params ?? {}) as { keys?: readonly string[] };
  if (keys !== undefined) {
    return keys.map((parameter) => ({ parameter: parameter.slice(0, 50), message: "unknown parameter" }));
  }
  return [{ parameter: instancePath.replace(/^\//, ""), message }];
}
