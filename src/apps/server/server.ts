/**
 * The read-only web service: the API, its description, health and metrics. Pages are plugins that are given the same questions. It knows no
 * store: its caller brings the answers (model/questions.ts).
 */

import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import underPressure from "@fastify/under-pressure";
import fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from "fastify-type-provider-zod";
import { z } from "zod";
import { isSameSecret } from "../../io/host/secret.ts";
import { misdirected } from "../../model/loopback.ts";
import type { Questions } from "../../model/questions.ts";
import { Report } from "../../model/report.ts";
import { Run } from "../../model/run.ts";
import { VERSION } from "../../model/version.ts";
import { problemDocument } from "../../report/pages/problem.ts";
import { API, apiRoutes } from "./api.ts";
import { badgeRoute } from "./badge.ts";
import { countRequests, metricsText, OPEN_METRICS } from "./metrics.ts";
import { PROBLEM_TYPE, Problem, problem, problemOf, RETRY_SECONDS, RequestRefusal } from "./problems.ts";

const ANSWER_MS = 5_000;
/** Share of an answer's time: a process that is that far behind its work has no time for more. */
const LATE = 0.6;
/** Milliseconds of one statement: a question has several, and ends before an answer is given up. */
export const STATEMENT_MS = 4_000;

export type WebService = Readonly<{
  questions: Questions;
  /** Null if everyone who reaches the port may ask. */
  token: string | null;
  /** Requests of one address in a minute. */
  requestsPerMinute: number;
  /** Milliseconds that an answer may take; the statements of the store had better end before. */
  answerMs?: number;
  /** Routes that are served as well, for example pages. */
  plugins?: readonly ((app: FastifyInstance) => Promise<void>)[];
  /** Path of the style sheet of the pages, if pages are served: a browser gets a page where an answer fails. */
  style?: string;
  /** Hears of internal faults: clients see none of them. */
  onFault?: (error: unknown) => void;
}>;

/** The service, not yet listening. */
export async function createServer(service: WebService): Promise<FastifyInstance> {
  const {
    questions,
    token,
    requestsPerMinute,
    answerMs = ANSWER_MS,
    plugins = [],
    style = null,
    onFault = () => undefined,
  } = service;
  const app = fastify({
    handlerTimeout: answerMs,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: ADDRESS_MOST, ignoreTrailingSlash: true },
    frameworkErrors: (error, _request, reply) => {
      void refuse(reply as FastifyReply, problemOf(error), style);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, _request, reply) => {
    const found = problemOf(error);
    if (found.status === 500) onFault(error);
    return refuse(reply, found, style);
  });
  app.setNotFoundHandler((_request, reply) =>
    refuse(reply, problem(404, "there is nothing at this address"), style),
  );
  countRequests(app);
  endInPeace(app, answerMs);
  await app.register(helmet, HEADERS);
  // The guard counts, for every address alike.
  await app.register(rateLimit, {
    global: false,
    max: requestsPerMinute,
    timeWindow: 60_000,
    enableDraftSpec: true,
  });
  guard(app, token);
  await app.register(underPressure, { maxEventLoopDelay: answerMs * LATE, retryAfter: RETRY_SECONDS });
  await describeApi(app);
  await app.register(async (routes) => {
    const cache = token === null ? "no-cache" : "private, no-cache";
    apiRoutes(routes, questions, cache);
    badgeRoute(routes, questions, cache);
    // A client of the API is a program: pages have an answer of their own for what is not there.
    routes.get("/api/*", { schema: { hide: true } }, async () => {
      throw new RequestRefusal(404, "there is nothing at this address");
    });
    healthRoutes(routes, questions);
    for (const plugin of plugins) await plugin(routes);
    routes.get(`${API}/openapi.json`, { schema: { hide: true } }, async (_request, reply) => {
      reply.header("cache-control", "no-cache").type("application/json; charset=utf-8");
      return describedIn(app);
    });
  });
  await app.ready();
  return app;
}

/** Strict: whatever a page needs comes from here. */
const HEADERS = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
    },
  },
  // Only a proxy knows whether there is TLS in front of it.
  hsts: false,
} as const;

function healthRoutes(app: FastifyInstance, questions: Questions): void {
  const hidden = { schema: { hide: true }, config: { rateLimit: false } } as const;
  app.get("/healthz", hidden, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok" };
  });
  app.get("/readyz", hidden, async (_request, reply) => {
    reply.header("cache-control", "no-store");
    await questions.revision();
    return { status: "ok" };
  });
  app.get("/metrics", hidden, async (_request, reply) => {
    reply.header("cache-control", "no-store").type(OPEN_METRICS);
    return await metricsText(questions);
  });
}

/** @param style path of the style sheet; null: programs alone are answered */
function refuse(reply: FastifyReply, found: Problem, style: string | null): FastifyReply {
  // An error is no answer to keep.
  reply.removeHeader("etag").header("cache-control", "no-store");
  const isPassing = found.status === 429 || found.status === 503;
  if (isPassing && reply.getHeader("retry-after") === undefined) reply.header("retry-after", RETRY_SECONDS);
  const { url, headers } = reply.request;
  if (style !== null && !url.startsWith("/api/") && headers.accept?.includes("text/html")) {
    const page = problemDocument(found, style, isPassing);
    return reply.code(found.status).type("text/html; charset=utf-8").send(page);
  }
  return reply.code(found.status).type(PROBLEM_TYPE).send(JSON.stringify(found));
}

/**
 * Lets the service end: what is being answered is answered, and then no connection is waited for. Node closes connections that are idle when the end begins, but neither those that become idle later nor those on which nothing was ever
 * asked, which browsers open in advance: they would last as long as their time-outs, more than a minute.
 * @param answerMs milliseconds after the beginning of the end when those go, too, who do not take their answers
 */
export function endInPeace(app: FastifyInstance, answerMs: number): void {
  let answering = 0;
  let isEnding = false;
  let last: NodeJS.Timeout | undefined;
  const closeAll = () => app.server.closeAllConnections();
  const closeOnceQuiet = () => {
    if (isEnding && answering === 0) closeAll();
  };
  app.addHook("onRequest", async (_request, { raw }) => {
    answering++;
    raw.once("close", () => {
      answering--;
      closeOnceQuiet();
    });
  });
  app.addHook("onSend", async (_request, reply) => {
    if (isEnding) reply.header("connection", "close");
  });
  app.addHook("preClose", async () => {
    isEnding = true;
    last = setTimeout(closeAll, answerMs);
    closeOnceQuiet();
  });
  app.addHook("onClose", async () => clearTimeout(last));
}

/** Schemas with a name of their own; the rest are described where they are used. */
const schemaRegistry = z.registry<{ id: string }>();
schemaRegistry.add(Problem, { id: "Problem" });
schemaRegistry.add(Run, { id: "Run" });
schemaRegistry.add(Report, { id: "Report" });

/** Makes the API's own description (OpenAPI 3.1) from the schemas that check requests and answers: before the routes that it describes. */
async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Plumbline",
        version: VERSION,
        description:
          "The history of a store's runs, read-only. Values are in the metric's unit, times in UTC.",
        license: { name: "MIT", identifier: "MIT" },
      },
    },
    transform: createJsonSchemaTransform({ schemaRegistry }),
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  });
}

/** Leaves out the second name that each schema gets for what is sent to a server: nothing is sent to this one. */
function describedIn(app: FastifyInstance): unknown {
  const document = structuredClone(app.swagger()) as { components?: { schemas?: Record<string, unknown> } };
  const schemas = document.components?.schemas ?? {};
  for (const name of Object.keys(schemas)) if (name.endsWith("Input")) delete schemas[name];
  return document;
}

const METHODS = ["GET", "HEAD"];
/** Characters of an address: ten times the longest that a page makes. */
const ADDRESS_MOST = 4_096;
/** Addresses that need no token: a program that watches the process has none. */
const OPEN = new Set(["/healthz"]);

/**
 * Looks at each request first. Counts it before it looks at the token, so that guesses count, too; at all addresses, also unknown ones.
 * @param token null if everyone who reaches the port may ask
 */
export function guard(app: FastifyInstance, token: string | null): void {
  const limit = app.rateLimit();
  app.addHook("onRequest", async (request, reply) => {
    if (!METHODS.includes(request.method)) {
      reply.header("allow", METHODS.join(", "));
      throw new RequestRefusal(405, "this service only answers: nothing can be changed here");
    }
    if (request.url.length > ADDRESS_MOST)
      throw new RequestRefusal(414, `more than ${ADDRESS_MOST} characters`);
    if (OPEN.has(request.url)) return;
    // No token, nothing to guess: a program that watches the process may ask as often as it likes.
    if (token !== null || request.routeOptions.config.rateLimit !== false)
      await limit.call(app, request, reply);
    if (token === null) {
      const why = misdirected(app.server.address(), request.headers.host);
      if (why !== null)
        throw new RequestRefusal(421, `${why}; set PLUMBLINE_TOKEN, or let a proxy send Host: localhost`);
      return;
    }
    if (isTokenOf(request.headers.authorization, token)) return;
    reply.header("www-authenticate", 'Basic realm="plumbline", charset="UTF-8"');
    throw new RequestRefusal(401, "as Authorization: Bearer TOKEN, or as the password of any user");
  });
}

/** Programs send it as Bearer; a browser asks for a password by itself. */
export function isTokenOf(header: string | undefined, token: string): boolean {
  const [, scheme = "", words = ""] = /^(\w+) +(\S+)$/.exec(header ?? "") ?? [];
  switch (scheme.toLowerCase()) {
    case "bearer":
      return isSameSecret(words, token);
    case "basic": {
      const text = Buffer.from(words, "base64").toString("utf8");
      return isSameSecret(text.slice(text.indexOf(":") + 1), token);
    }
    default:
      return false;
  }
}
