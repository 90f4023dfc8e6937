/** The pages on the service: whatever is no resource of the API. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Questions } from "../../../model/questions.ts";
import { VERSION } from "../../../model/version.ts";
import { parsePath, pathOf, repositoryPathOf, splitRepository } from "../../../report/pages/links.ts";
import { addressParts } from "../address.ts";
import { matchesTag, tagOf } from "../api.ts";
import type { Assets } from "./assets.ts";
import { type SiteContext, SitePages } from "./pages.ts";
import { scopedTo } from "./scoped.ts";

const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
const HIDDEN = { schema: { hide: true } } as const;
/** Caching of assets, whose names change with them: a year. */
const FOREVER = "public, max-age=31536000, immutable";

/** Repositories whose pages are remembered. */
const REMEMBERED = 50;

/**
 * @param cache of Cache-Control for pages, which a store's next run changes
 * @param more that pages are made with
 */
export function siteRoutes(
  questions: Questions,
  assets: Assets,
  cache: string,
  more: Pick<SiteContext, "tags"> = {},
) {
  const files = new Map(assets.files.map((file) => [file.path, file]));
  const context = {
    version: VERSION,
    assets: assets.names,
    isStatic: false,
    now: () => new Date().toISOString(),
    ...more,
  };
  const all = new SitePages(questions, context);
  const known = new Map<string, SitePages>();
  const pagesOf = (repository: string) => {
    const pages = known.get(repository) ?? new SitePages(scopedTo(questions, repository), context);
    known.set(repository, pages);
    if (known.size > REMEMBERED) known.delete(known.keys().next().value!);
    return pages;
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { path, query: words } = addressParts(request.url);
    const inner = unreserved(path.slice(1));
    const elsewhere = withSlash(inner);
    if (elsewhere !== null) return reply.redirect(`/${elsewhere}${words === "" ? "" : `?${words}`}`, 308);
    const below = splitRepository(inner);
    // A badge is a question like others, too.
    const rest = (below?.rest ?? inner).replace(/^api\/v1\/(?=badges\/)/, "");
    const file = files.get(rest);
    if (file !== undefined) return reply.header("cache-control", FOREVER).type(file.type).send(file.body);
    // Ages on pages are kept current by the browser: only what is written to the store changes a page.
    const tag = tagOf(await questions.revision(), request.url, HTML);
    reply.header("cache-control", cache);
    if (tag !== null) reply.header("etag", tag);
    if (tag !== null && matchesTag(request.headers["if-none-match"], tag)) return reply.code(304).send();
    const pages = below === null ? all : pagesOf(below.repository);
    return await sendPage(reply, pages, rest, new URLSearchParams(words));
  };
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/*", HIDDEN, answer);
  };
}

/** Decodes characters that are percent-encoded without need: the path means the same (RFC 3986, 6.2.2.2), and links in messages have such. */
function unreserved(path: string): string {
  return path.replace(/%[2-7][\dA-F]/gi, (bytes) => {
    const character = decodeURIComponent(bytes);
    return /[\w.~-]/.test(character) ? character : bytes;
  });
}

/**
 * Links are relative to the page's folder: where a page is asked for without the slash at the end, its path with it, else null. Made
 * of what the path means, for what came may lead elsewhere.
 */
function withSlash(path: string): string | null {
  if (path === "" || path.endsWith("/")) return null;
  const below = splitRepository(`${path}/`);
  const place = parsePath(`${below?.rest ?? path}/`);
  if (place === null) return null;
  return (below === null ? "" : repositoryPathOf(below.repository)) + pathOf(place);
}

async function sendPage(
  reply: FastifyReply,
  pages: SitePages,
  path: string,
  params: URLSearchParams,
): Promise<FastifyReply> {
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
  return reply
    .code(404)
    .type(HTML)
    .send(await pages.missing(path));
}
