/** The resources as routes: parameters checked, the store's revision asked before anything else, the answer in the form asked for. */
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Questions } from "../../model/questions.ts";
import { VERSION } from "../../model/version.ts";
import { addressParts } from "./address.ts";
import { contentType, formatCells, negotiate } from "./formats.ts";
import type { AnswerFormat } from "./parameters.ts";
import { Problem, RequestRefusal } from "./problems.ts";
import type { Resource } from "./resource.ts";
import { RESOURCES } from "./resources.ts";

export const API = "/api/v1";

/** @param cache of Cache-Control: `no-cache`, with `private` where a token is needed */
export function apiRoutes(app: FastifyInstance, questions: Questions, cache: string): void {
  for (const each of RESOURCES) app.route(resourceRoute(each, questions, cache));
}

function resourceRoute(of: Resource, questions: Questions, cache: string) {
  const available: readonly AnswerFormat[] = of.rows === null ? ["json"] : ["json", "csv", "table"];
  const textual =
    of.rows === null ? {} : { "text/csv": { schema: z.string() }, "text/plain": { schema: z.string() } };
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { format: said, ...query } = request.query as { format?: AnswerFormat };
    const format = negotiate(said, request.headers.accept, available);
    reply.header("cache-control", cache).header("vary", "accept");
    const tag = tagOf(await questions.revision(), request.url, format);
    if (tag !== null) {
      reply.header("etag", tag);
      if (matchesTag(request.headers["if-none-match"], tag)) return notModified(reply);
    }
    const answer = await of.ask(questions, { ...(request.params as object), ...query });
    if (answer === undefined) throw new RequestRefusal(404, "the store has nothing of that name");
    const next = (answer as { next?: string | null }).next;
    if (next != null) reply.header("link", `<${nextAddress(request.url, next)}>; rel="next"`);
    reply.type(contentType(format));
    return format === "json" ? answer : formatCells(of.rows!(answer), format);
  };
  return {
    method: "GET" as const,
    url: `${API}${of.path}`,
    schema: {
      operationId: of.name,
      summary: of.summary,
      params: z.strictObject(of.params),
      querystring: z.strictObject(of.query),
      response: {
        200: { description: of.summary, content: { "application/json": { schema: of.answer }, ...textual } },
        ...PROBLEMS,
      },
    },
    handler,
  };
}

const problems = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: Problem } },
});

/** Problems that every resource may answer with. */
export const PROBLEMS = {
  400: problems("A parameter is unknown, repeated or not valid"),
  401: problems("A token is needed"),
  404: problems("There is no such thing"),
  406: problems("There is no such form of it"),
  414: problems("The address is longer than 4,096 characters"),
  429: problems("Too many requests; see Retry-After"),
  500: problems(
    "A document of the store cannot be read, and `detail` names it; or a fault of plumbline's own",
  ),
  503: problems("The store does not answer, or not in time; see Retry-After"),
};

export function notModified(reply: FastifyReply): FastifyReply {
  return reply.code(304).send();
}

/** Weak: the same answer may be written otherwise. Null if the store cannot tell whether it changed. */
export function tagOf(revision: string | null, url: string, format: string): string | null {
  if (revision === null) return null;
  const digest = createHash("sha256").update(JSON.stringify([revision, url, format, VERSION]));
  return `W/"${digest.digest("base64url").slice(0, 27)}"`;
}

export function matchesTag(header: string | undefined, tag: string): boolean {
  const known = (header ?? "").split(",").map((each) => each.trim());
  return known.includes(tag) || known.includes("*");
}

/** The same question from where this answer ends. */
function nextAddress(url: string, next: string): string {
  const { path, query } = addressParts(url);
  const words = new URLSearchParams(query);
  words.set("after", next);
  return `${path}?${words.toString()}`;
}
