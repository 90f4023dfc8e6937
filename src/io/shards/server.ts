/** Index 0 over HTTP: answers for the other shards, and /status, /result and /fetched for the program that collects the run. */

import fastify, { type FastifyInstance } from "fastify";
import { validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { misdirected } from "../../model/loopback.ts";
import type { Run, Runs } from "../../model/run.ts";
import type { ShardsStatus } from "../../model/shards.ts";
import { Machine } from "../../model/shards.ts";
import { isSameSecret } from "../host/secret.ts";
import { timeLeft } from "../host/until.ts";
import { Refused, type ShardCoordinator } from "./shard-coordinator.ts";
import type { WallClock } from "./wall-clock.ts";
import { AskStart, AskTask, Beat, Failed, Hello, Ready, Result } from "./wire.ts";

/** Outcome of the run: documents, or why there are none. */
export type Ended = Readonly<{ runs: Runs | null; message: string | null; exitCode: number }>;

export type ShardService = Readonly<{
  coordinator: ShardCoordinator;
  shards: number;
  /** Token that requests must carry; null: none. */
  token: string | null;
  wall: WallClock;
  status: () => ShardsStatus;
  /** Outcome of the run; null while it runs. */
  ended: () => Ended | null;
  /** Called when a client has fetched the outcome. */
  onFetched: () => void;
}>;

/** Longest time that a question waits for its answer. */
const HOLD_MS = 10_000;
/** Most bytes of a result, which has lines of slices and histograms. */
const BODY_MOST = 256 * 2 ** 20;

/** Makes the service, which does not listen yet. */
export function createShardServer(service: ShardService): FastifyInstance {
  const app = fastify({ bodyLimit: BODY_MOST, forceCloseConnections: true });
  app.setValidatorCompiler(validatorCompiler);
  // `curl -d ''` sends the content type of a form. Where a body matters it is JSON, and the route's schema demands it.
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, async () => undefined);
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof Refused ? 409 : ((error as { statusCode?: number }).statusCode ?? 500);
    return reply.code(status).send({ message: (error as Error).message });
  });
  app.addHook("onRequest", async (request, reply) => {
    reply.header("cache-control", "no-store");
    if (service.token === null) {
      const message = misdirected(app.server.address(), request.headers.host);
      if (message !== null) await reply.code(421).send({ message });
      return;
    }
    if (isSameSecret(request.headers.authorization ?? "", `Bearer ${service.token}`)) return;
    await reply.code(401).send({ message: "a token is needed: PLUMBLINE_SHARD_TOKEN of index 0" });
  });
  shardRoutes(app, service);
  collectorRoutes(app, service);
  return app;
}

function shardRoutes(instance: FastifyInstance, { coordinator, shards, wall }: ShardService): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.post("/hello", { schema: { body: Hello } }, async ({ body }) => {
    coordinator.assureAlike(body, body.machine.host, body.build);
    coordinator.hello(body, Machine.parse(body.machine));
    return { shards };
  });
  app.get("/time", async () => {
    const t2 = wall.now();
    return { t2, t3: wall.now(), bound: wall.bound };
  });
  app.post("/task", { schema: { body: AskTask } }, ({ body }) =>
    held(coordinator, () => coordinator.task(body, body.after)),
  );
  app.post("/ready", { schema: { body: Ready } }, async ({ body }) => {
    coordinator.ready(body, body.block, body.clock, body.slowestMs);
    return {};
  });
  app.post("/start", { schema: { body: AskStart } }, ({ body }) =>
    held(coordinator, () => coordinator.start(body, body.block)),
  );
  app.post("/beat", { schema: { body: Beat } }, async ({ body }) => ({
    goesOn: coordinator.beat(body, body.block, body.state, body.said),
  }));
  app.post("/outcome", { schema: { body: Result } }, async ({ body }) => {
    coordinator.result(body, body.block, body.outcome);
    return {};
  });
  app.post("/failed", { schema: { body: Failed } }, async ({ body }) => {
    coordinator.failed(body, body.message);
    return {};
  });
}

function collectorRoutes(instance: FastifyInstance, { status, ended, onFetched }: ShardService): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get("/status", async () => status());
  const Arm = z.strictObject({ arm: z.enum(["base", "head"]).default("head") });
  app.get("/result", { schema: { querystring: Arm } }, async ({ query }, reply) => {
    const end = ended();
    if (end === null) return reply.code(202).send(status());
    const run: Run | null = end.runs?.[query.arm] ?? null;
    if (run === null) {
      const message = end.message ?? "head was measured alone: there is no run of base";
      return reply.code(end.runs === null ? 409 : 404).send({ message, exitCode: end.exitCode });
    }
    return run;
  });
  app.post("/fetched", async () => {
    if (ended() === null) throw new Refused("the run is not over");
    onFetched();
    return {};
  });
}

/** Asks again at each change, until the answer is not "wait" or time is up. */
async function held<A extends { kind: string }>(coordinator: ShardCoordinator, ask: () => A): Promise<A> {
  const left = timeLeft(HOLD_MS);
  for (;;) {
    const answer = ask();
    if (answer.kind !== "wait" || left() === 0) return answer;
    await coordinator.change(Math.min(left(), 1_000));
  }
}
