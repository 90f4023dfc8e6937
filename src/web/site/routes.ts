/** The pages on the service: whatever is no resource of the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Questions } from "../../model/questions.ts";
import { VERSION } from "../../model/version.ts";
import { pathOf, placeOf } from "../../render/site/links.ts";
import { isKnown, tagOf } from "../api.ts";
import type { Assets } from "./assets.ts";
import { SitePages } from "./pages.ts";

const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
const HIDDEN = { schema: { hide: true } } as const;
/** Of assets, whose names change with them: a year. */
const FOREVER = "public, max-age=31536000, immutable";

/** @param cache of Cache-Control for pages, which a store's next run changes */
export function siteRoutes(questions: Questions, assets: Assets, cache: string) {
  const now = () => new Date().toISOString();
  const pages = new SitePages(questions, { version: VERSION, assets: assets.names, isStatic: false, now });
  return async (app: FastifyInstance): Promise<void> => {
    for (const { path, type, body } of assets.files) {
      app.get(`/${path}`, HIDDEN, async (_request, reply) => {
        reply.header("cache-control", FOREVER).type(type);
        return body;
      });
    }
    app.get(
      "/*",
      HIDDEN,
      async (request, reply) => await answer(request, reply, { questions, pages, cache }),
    );
  };
}

type Answering = Readonly<{ questions: Questions; pages: SitePages; cache: string }>;

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { questions, pages, cache }: Answering,
): Promise<FastifyReply> {
  const [path = "", words = ""] = request.url.split("?");
  const inner = path.slice(1);
  const isData = inner.startsWith("data/");
  // Links are relative to the page's folder. Where to, is our own word: what came may lead elsewhere.
  const place = inner.endsWith("/") ? null : placeOf(`${inner}/`);
  if (!isData && place !== null && inner !== "")
    return reply.redirect(`/${pathOf(place)}${words === "" ? "" : `?${words}`}`, 308);
  reply.header("cache-control", cache);
  const type = isData ? JSON_TYPE : HTML;
  // Pages tell ages, which the browser keeps current: what was written is all that changes them.
  const tag = tagOf(await questions.revision(), request.url, type);
  if (tag !== null) {
    reply.header("etag", tag);
    if (isKnown(request.headers["if-none-match"], tag)) return reply.code(304).send();
  }
  const body = isData
    ? await pages.data(inner).then((data) => (data === null ? null : JSON.stringify(data)))
    : await pages.page(inner, new URLSearchParams(words));
  if (body !== null) return reply.type(type).send(body);
  reply.removeHeader("etag");
  if (isData) {
    reply.callNotFound();
    return reply;
  }
  return reply
    .code(404)
    .type(HTML)
    .send(await pages.missing(inner));
}
