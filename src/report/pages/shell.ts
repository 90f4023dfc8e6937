/** Frame of every page: names, ways to the other pages, and how old all of it is. */

import { plainLine } from "../../text/outside.ts";
import { ageOf, isStale, minuteOf } from "../../text/time.ts";
import { plural } from "../../text/units.ts";
import { plumbMark } from "../html/mark.ts";
import { pageHead } from "../html/page-head.ts";
import { type Html, html } from "../html/template.ts";
import { type PagePath, pathOf, siteRoot } from "./links.ts";

export type Site = Readonly<{
  /** "owner/name", or what else the site is called. */
  title: string;
  version: string;
  /** Time of the newest run's measurement; null: there is none. */
  newest: string | null;
  /** Changes for the worse that are not accepted yet. */
  open: number;
  /** Files next to the pages, from the site's root; their names change with what is in them. */
  assets: Readonly<{ style: string; script: string; icon: string }>;
  /** Time when the page was made; ages count from it until a browser counts them again. */
  now: string;
  /** True: the site is files alone, and leaves out what needs an answer from a server. */
  isStatic: boolean;
}>;

export type Page = Readonly<{
  place: PagePath;
  title: string;
  main: Html;
  /** Path of the page's data as JSON, from the site's root, or null. */
  data: string | null;
  /** Notes at the top: bad parameters, each with what is shown instead, and that a workload is measured no more. */
  notes?: readonly string[];
}>;

/** A page for an address that is none. @param path from the site's root */
export function missingDocument(site: Site, path: string): string {
  const root = siteRoot(path);
  const main = html`<h1>Nothing is here</h1>
<p>The store has no such workload or commit, or the address is not one of a page. <a href="${root === "" ? "./" : root}">The overview</a> has all that was measured.</p>`;
  return documentIn(site, { place: null, title: "Nothing is here", data: null, main }, root);
}

/** The whole document. It loads nothing but the site's own files, and says all without them. */
export function pageDocument(site: Site, page: Page): string {
  return documentIn(site, page, siteRoot(pathOf(page.place)));
}

type Framed = Omit<Page, "place"> & Readonly<{ place: PagePath | null }>;

function documentIn(site: Site, page: Framed, root: string): string {
  const title = page.place?.page === "overview" ? site.title : `${page.title} · ${site.title}`;
  return html`<!doctype html>
<html lang="en">
<head>
${pageHead({ title: plainLine(title, 120), policy: POLICY })}
<link rel="icon" href="${root}${site.assets.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${root}${site.assets.style}">
<script src="${root}${site.assets.script}" defer></script>
</head>
<body class="site" data-root="${root === "" ? "./" : root}"${site.isStatic ? html` data-static` : html``}>
<a class="skip" href="#main">Skip to the content</a>
<header>
<a class="home" href="${root === "" ? "./" : root}">${plumbMark(36)}<span>${plainLine(site.title)}</span></a>
<nav aria-label="Pages">${ways(site, page, root)}</nav>
</header>
<main id="main" data-page="${page.place?.page ?? "missing"}"${page.data === null ? html`` : html` data-source="${root}${page.data}"`}>
${(page.notes ?? []).map((note) => html`<p class="note" role="status">${note}</p>`)}${page.main}
</main>
<footer><p>${newestRun(site)}${page.data === null ? html`` : html` · <a href="${root}${page.data}">this page as JSON</a>`} · Plumbline ${plainLine(site.version)}</p></footer>
</body>
</html>
`.html;
}

/** Policy that a server sends as a header too; a file has no other way to state it. */
export const POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'";

function ways(site: Site, { place }: Framed, root: string): Html {
  const way = (to: PagePath, words: Html) =>
    html`<a href="${root}${pathOf(to)}"${place?.page === to.page ? html` aria-current="page"` : html``}>${words}</a>`;
  const open =
    site.open === 0
      ? html``
      : html` <span class="count" title="${plural(site.open, "open change")}">${site.open}</span>`;
  const home = html`<a href="${root === "" ? "./" : root}"${place?.page === "overview" ? html` aria-current="page"` : html``}>Overview</a>`;
  return html`${home} ${way({ page: "events" }, html`Changes${open}`)} ${way({ page: "acceptances" }, html`Accepted`)}`;
}

/** A page that is no longer updated must say so itself. */
function newestRun({ newest, now }: Site): Html {
  if (newest === null) return html`no run yet`;
  const stale = isStale(newest, now) ? " stale" : "";
  return html`newest run <time class="age${stale}" datetime="${newest}" data-stale>${minuteOf(newest)} UTC, ${ageOf(newest, now)}</time>`;
}

/** A moment with its age, which a browser keeps current. */
export function age(at: string, now: string): Html {
  return html`<time class="age" datetime="${at}" title="${minuteOf(at)} UTC">${ageOf(at, now)}</time>`;
}

/** The same as a file, for the tab. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-24 0 72 72"><path d="M2 3H22M12 3V46" fill="none" stroke="#777" stroke-width="4"/><path d="M4 42H20L18 56L12 70L6 56Z" fill="#d55e00"/></svg>
`;
