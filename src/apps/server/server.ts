/**
 * The read-only web service: the API, its description, health and metrics. Pages are plugins with the same source of answers. The service
 * knows no store: its caller answers the questions (model/questions.ts).
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
/** Share of an answer's time by which the process may be late before it refuses requests. */
const LATE = 0.6;
/** Milliseconds that one statement may take. A question has several, and must end before its answer is given up. */
export const STATEMENT_MS = 4_000;

export type WebService = Readonly<{
  questions: Questions;
  /** Token that requests must carry; null: none. */
  token: string | null;
  /** Requests of one address in a minute. */
  requestsPerMinute: number;
  /** Milliseconds that an answer may take, which should be more than a statement of the store takes. */
  answerMs?: number;
  /** Further routes, for example pages. */
  plugins?: readonly ((app: FastifyInstance) => Promise<void>)[];
  /** Path of the style sheet, if pages are served: a browser gets a page if an answer fails. */
  style?: string;
  /** Called with internal faults, which clients do not see. */
  onFault?: (error: unknown) => void;
}>;

/** Makes the service, which does not listen yet. */
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
  // The guard counts requests, at every address.
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
    // An unknown address of the API gets an answer for programs; pages answer for themselves.
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

/** The policy is strict, because pages load everything from this server. */
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
  // Only a proxy knows whether clients use TLS.
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

/** @param style path of the style sheet; null: answers are for programs alone */
function refuse(reply: FastifyReply, found: Problem, style: string | null): FastifyReply {
  // Caches must not keep an error.
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
 * Ends the service: open requests are answered, and then no connection is waited for. Node closes the connections that are idle when
 * closing begins. It does not close those that become idle later, nor those that browsers open in advance without a request, which would
 * last for more than a minute.
 * @param answerMs milliseconds from the start of closing after which connections are cut whose clients do not read their answers
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

/**
 * Makes the API's own description (OpenAPI 3.1) from the schemas that check requests and answers. It must be registered before the routes.
 */
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

/** Leaves out the second name that each schema gets for request bodies: this API has none. */
function describedIn(app: FastifyInstance): unknown {
  const document = structuredClone(app.swagger()) as { components?: { schemas?: Record<string, unknown> } };
  const schemas = document.components?.schemas ?? {};
  for (const name of Object.keys(schemas)) if (name.endsWith("Input")) delete schemas[name];
  return document;
}

const METHODS = ["GET", "HEAD"];
/** Most characters of an address: ten times the longest that a page makes. */
const ADDRESS_MOST = 4_096;
/** Addresses that need no token, for programs that watch the process. */
const OPEN = new Set(["/healthz"]);

/**
 * Checks each request first, also at unknown addresses. It counts the request before it checks the token, so that guesses count too.
 * @param token null: requests need none
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
    // Requests to these addresses are not counted: without a token there is nothing to guess.
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

/** Programs send the token as Bearer; browsers ask for a password (Basic). */
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
