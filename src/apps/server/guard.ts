/** What is looked at of every request, before anything else is. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { misdirected } from "../../model/loopback.ts";
import { Refusal } from "./problems.ts";

const METHODS = ["GET", "HEAD"];
/** Characters of an address: ten times the longest that a page makes. */
export const ADDRESS_MOST = 4_096;
/** Whoever watches the process has no token. */
const OPEN = new Set(["/healthz"]);

/**
 * Counts before it looks at the token, so that guesses are counted as well; at every address, also where there is nothing.
 * @param token null: whoever reaches the port may ask
 */
export function guard(app: FastifyInstance, token: string | null): void {
  const limit = app.rateLimit();
  app.addHook("onRequest", async (request, reply) => {
    if (!METHODS.includes(request.method)) {
      reply.header("allow", METHODS.join(", "));
      throw new Refusal(405, "this service only answers: nothing can be changed here");
    }
    if (request.url.length > ADDRESS_MOST) throw new Refusal(414, `more than ${ADDRESS_MOST} characters`);
    if (OPEN.has(request.url)) return;
    // Without a token there is nothing to guess: what watches the process may ask as often as it likes.
    if (token !== null || request.routeOptions.config.rateLimit !== false)
      await limit.call(app, request, reply);
    if (token === null) {
      const why = misdirected(app.server.address(), request.headers.host);
      if (why !== null)
        throw new Refusal(421, `${why}; set PLUMBLINE_TOKEN, or let a proxy send Host: localhost`);
      return;
    }
    if (isTokenOf(request.headers.authorization, token)) return;
    reply.header("www-authenticate", 'Basic realm="plumbline", charset="UTF-8"');
    throw new Refusal(401, "as Authorization: Bearer TOKEN, or as the password of any user");
  });
}

/** Programs send it as Bearer; a browser asks for a password by itself. */
export function isTokenOf(header: string | undefined, token: string): boolean {
  const [, scheme = "", words = ""] = /^(\w+) +(\S+)$/.exec(header ?? "") ?? [];
  switch (scheme.toLowerCase()) {
    case "bearer":
      return isEqual(words, token);
    case "basic": {
      const text = Buffer.from(words, "base64").toString("utf8");
      return isEqual(text.slice(text.indexOf(":") + 1), token);
    }
    default:
      return false;
  }
}

/** In the same time, however much of it is right. */
function isEqual(said: string, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(said), digest(token));
}
