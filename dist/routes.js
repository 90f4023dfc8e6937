import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);
import {
  SitePages,
  scopedTo
} from "./pages.js";
import {
  addressParts,
  matchesTag,
  tagOf
} from "./resources.js";
import "./fastify-type-provider-zod.js";
import "./html.js";
import {
  VERSION,
  parsePath,
  pathOf,
  repositoryPathOf,
  splitRepository
} from "./reason.js";
import "./units.js";
import "./summary.js";
import "./zod.js";
import "./runtime.js";

// src/apps/server/site/routes.ts
var HTML = "text/html; charset=utf-8";
var JSON_TYPE = "application/json; charset=utf-8";
var HIDDEN = { schema: { hide: true } };
var FOREVER = "public, max-age=31536000, immutable";
var REMEMBERED = 50;
function siteRoutes(questions, assets, cache, more = {}) {
  const files = new Map(assets.files.map((file) => [file.path, file]));
  const context = {
    version: VERSION,
    assets: assets.names,
    isStatic: false,
    now: () => (/* @__PURE__ */ new Date()).toISOString(),
    ...more
  };
  const all = new SitePages(questions, context);
  const known = /* @__PURE__ */ new Map();
  const pagesOf = (repository) => {
    const pages = known.get(repository) ?? new SitePages(scopedTo(questions, repository), context);
    known.set(repository, pages);
    if (known.size > REMEMBERED) known.delete(known.keys().next().value);
    return pages;
  };
  const answer = async (request, reply) => {
    const { path, query: words } = addressParts(request.url);
    const inner = unreserved(path.slice(1));
    const elsewhere = withSlash(inner);
    if (elsewhere !== null) return reply.redirect(`/${elsewhere}${words === "" ? "" : `?${words}`}`, 308);
    const below = splitRepository(inner);
    const rest = (below?.rest ?? inner).replace(/^api\/v1\/(?=badges\/)/, "");
    const file = files.get(rest);
    if (file !== void 0) return reply.header("cache-control", FOREVER).type(file.type).send(file.body);
    const tag = tagOf(await questions.revision(), request.url, HTML);
    reply.header("cache-control", cache);
    if (tag !== null) reply.header("etag", tag);
    if (tag !== null && matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
    const pages = below === null ? all : pagesOf(below.repository);
    return await sendPage(reply, pages, rest, new URLSearchParams(words));
  };
  return async (app) => {
    app.get("/*", HIDDEN, answer);
  };
}
function unreserved(path) {
  return path.replace(/%[2-7][\dA-F]/gi, (bytes) => {
    const character = decodeURIComponent(bytes);
    return /[\w.~-]/.test(character) ? character : bytes;
  });
}
function withSlash(path) {
  if (path === "" || path.endsWith("/")) return null;
  const below = splitRepository(`${path}/`);
  const place = parsePath(`${below?.rest ?? path}/`);
  if (place === null) return null;
  return (below === null ? "" : repositoryPathOf(below.repository)) + pathOf(place);
}
async function sendPage(reply, pages, path, params) {
  if (path.startsWith("data/")) {
    const data = await pages.data(path);
    if (data !== null) return reply.type(JSON_TYPE).send(JSON.stringify(data));
  }
  const badge = path.startsWith("badges/") ? await pages.badge(path) : null;
  if (badge !== null) return reply.type("image/svg+xml").send(badge);
  const commit = path === "" ? await pages.commitNamed(params.get("q")?.trim().toLowerCase() ?? "") : null;
  if (commit !== null) return reply.redirect(pathOf({ page: "commit", sha: commit }), 303);
  const page = await pages.page(path, params);
  if (page !== null) return reply.type(HTML).send(page);
  reply.removeHeader("etag");
  return reply.code(404).type(HTML).send(await pages.missing(path));
}
export {
  siteRoutes
};
