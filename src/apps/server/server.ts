/**
 * The read-only web service: the API, its description, health and metrics. Pages are plugins that are given the same questions. It knows
 * no store: whoever starts it brings the answers (model/questions.ts).
 */
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import underPressure from "@fastify/under-pressure";
import fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Questions } from "../../model/questions.ts";
import { API, apiRoutes } from "./api.ts";
import { badgeRoute } from "./badge.ts";
import { endInPeace } from "./ending.ts";
import { ADDRESS_MOST, guard } from "./guard.ts";
import { countRequests, metricsText, OPEN_METRICS } from "./metrics.ts";
import { describeApi, describedIn } from "./openapi.ts";
import { PROBLEM_TYPE, type Problem, problem, problemOf, RETRY_SECONDS, Refusal } from "./problems.ts";

const ANSWER_MS = 5_000;
/** A process that is so much of an answer's time behind its work has no time for more. */
const LATE = 0.6;
/** Milliseconds of one statement: a question has several, and ends before an answer is given up. */
export const STATEMENT_MS = 4_000;

export type Service = Readonly<{
  questions: Questions;
  /** Null: whoever reaches the port may ask. */
  token: string | null;
  /** Requests of one address in a minute. */
  requestsPerMinute: number;
  /** Milliseconds that an answer may take; the statements of the store had better end before. */
  answerMs?: number;
  /** What else is served, for example pages. */
  plugins?: readonly ((app: FastifyInstance) => Promise<void>)[];
  /** Hears of faults of our own: a client is told of none of them. */
  onFault?: (error: unknown) => void;
}>;

/** The service, not yet listening. */
export async function createServer(service: Service): Promise<FastifyInstance> {
  const {
    questions,
    token,
    requestsPerMinute,
    answerMs = ANSWER_MS,
    plugins = [],
    onFault = () => undefined,
  } = service;
  const app = fastify({
    handlerTimeout: answerMs,
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: ADDRESS_MOST, ignoreTrailingSlash: true },
    frameworkErrors: (error, _request, reply) => {
      void refuse(reply as FastifyReply, problemOf(error));
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, _request, reply) => {
    const found = problemOf(error);
    if (found.status === 500) onFault(error);
    return refuse(reply, found);
  });
  app.setNotFoundHandler((_request, reply) =>
    refuse(reply, problem(404, "there is nothing at this address")),
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
    // Whoever asks the API is a program: pages have an answer of their own for what is not there.
    routes.get("/api/*", { schema: { hide: true } }, async () => {
      throw new Refusal(404, "there is nothing at this address");
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
  // Whether there is TLS in front of it, a proxy knows.
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

function refuse(reply: FastifyReply, found: Problem): FastifyReply {
  if (found.status === 429 || found.status === 503) {
    if (reply.getHeader("retry-after") === undefined) reply.header("retry-after", RETRY_SECONDS);
  }
  // An error is no answer to keep.
  reply.removeHeader("etag").header("cache-control", "no-store");
  return reply.code(found.status).type(PROBLEM_TYPE).send(JSON.stringify(found));
}
