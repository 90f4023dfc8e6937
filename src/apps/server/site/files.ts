/** The whole site as files, for a host of files such as GitHub Pages: the pages that a server would answer, their data, and badges. */
import type { Questions } from "../../../model/questions.ts";
import {
  badgePathOf,
  dataPathOf,
  type PagePath,
  pathOf,
  repositoryPathOf,
} from "../../../report/pages/links.ts";
import type { Assets } from "./assets.ts";
import { repositoriesOf, type SiteContext, SitePages } from "./pages.ts";
import { scopedTo } from "./scoped.ts";

type SiteFile = Readonly<{ path: string; body: string }>;

/** Most commits that have pages, the newest ones; for older ones the site says how to ask. */
const COMMITS_MOST = 500;
/** Most pairs of each kind: a commit with the one measured before it, and a change of level. */
const PAIRS_MOST = 50;
const PAGE = 500;

type SiteOptions = Pick<SiteContext, "version" | "now" | "tags"> & Readonly<{ commits?: number }>;

export async function* siteFiles(
  questions: Questions,
  assets: Assets,
  options: SiteOptions,
): AsyncGenerator<SiteFile> {
  // GitHub's own builder would leave files out.
  yield { path: ".nojekyll", body: "" };
  yield { path: "404.html", body: NOT_HERE };
  const { rows, open } = await questions.overview({ days: 1 });
  const repositories = repositoriesOf(rows, open);
  if (repositories.length < 2) {
    yield* pageFiles(questions, assets, options);
    return;
  }
  yield* assets.files;
  yield* pageFile(pagesOf(questions, assets, options), { page: "overview" });
  for (const { repository } of repositories) {
    const below = repositoryPathOf(repository);
    for await (const { path, body } of pageFiles(scopedTo(questions, repository), assets, options)) {
      yield { path: below + path, body };
    }
  }
}

function pagesOf(questions: Questions, assets: Assets, options: SiteOptions): SitePages {
  return new SitePages(questions, { ...options, assets: assets.names, isStatic: true });
}

/** Files of one repository, or of a store that has no others. */
async function* pageFiles(
  questions: Questions,
  assets: Assets,
  options: SiteOptions,
): AsyncGenerator<SiteFile> {
  const pages = pagesOf(questions, assets, options);
  yield* assets.files;
  const linked = new Set<string>();
  const written = new Set<string>();
  for await (const file of filesOfNow(questions, pages, options)) {
    written.add(file.path);
    for (const path of workloadsIn(file)) linked.add(path);
    yield file;
  }
  for (const path of linked) if (!written.has(`${path}index.html`)) yield* endedFiles(pages, path);
}

/** Pages of what is measured now, and of the newest commits. */
async function* filesOfNow(
  questions: Questions,
  pages: SitePages,
  options: SiteOptions,
): AsyncGenerator<SiteFile> {
  const fixed: readonly PagePath[] = [{ page: "overview" }, { page: "events" }, { page: "acceptances" }];
  for (const place of fixed) yield* pageFile(pages, place);
  const { suites } = await questions.suites({});
  for (const { suite, workloads } of suites) {
    for (const workload of workloads) {
      yield* pageFile(pages, { page: "workload", suite, workload });
      yield* dataFile(pages, dataPathOf(suite, workload));
    }
  }
  const commits = await newestCommits(questions, options.commits ?? COMMITS_MOST);
  for (const sha of commits) yield* pageFile(pages, { page: "commit", sha });
  for (const pair of await commitPairs(questions, suites, commits))
    yield* pageFile(pages, { page: "compare", ...pair });
  for (const { suite } of suites) {
    const path = badgePathOf(suite);
    const body = await pages.badge(path);
    if (body !== null) yield { path, body };
  }
}

async function* pageFile(pages: SitePages, place: PagePath): AsyncGenerator<SiteFile> {
  const path = pathOf(place);
  const body = await pages.page(path, new URLSearchParams());
  if (body !== null) yield { path: `${path}index.html`, body };
}

async function* dataFile(pages: SitePages, path: string): AsyncGenerator<SiteFile> {
  const data = await pages.data(path);
  if (data !== null) yield { path, body: JSON.stringify(data) };
}

/** Paths of the workloads that a page links to: an old commit's may be measured no more. */
function workloadsIn({ path, body }: SiteFile): readonly string[] {
  if (!path.endsWith(".html")) return [];
  return [...body.matchAll(/href="(?:\.\.\/)*(w\/[^"/]+\/[^"/]+\/)/g)].map(([, linked]) => linked!);
}

/** A workload that newer runs do not have: its history up to then, or where that is pruned, that there is none. */
async function* endedFiles(pages: SitePages, path: string): AsyncGenerator<SiteFile> {
  const body = await pages.page(path, new URLSearchParams());
  yield { path: `${path}index.html`, body: body ?? (await pages.missing(path)) };
  yield* dataFile(pages, path.replace(/^w\/(.*)\/$/, "data/$1.json"));
}

async function newestCommits(questions: Questions, most: number): Promise<readonly string[]> {
  const commits = new Set<string>();
  let after: string | null = "";
  while (after !== null && commits.size < most) {
    const page = await questions.runs({ limit: PAGE, ...(after === "" ? {} : { after }) });
    for (const { commit } of page.runs) if (commits.size < most) commits.add(commit);
    after = page.next;
  }
  return [...commits];
}

type ComparedCommits = Readonly<{ base: string; head: string }>;

/** Comparisons that people ask for from the pages: both sides of a change, and a commit with the one before it. */
async function commitPairs(
  questions: Questions,
  suites: readonly Readonly<{ suite: string; branches: readonly string[] }>[],
  commits: readonly string[],
): Promise<readonly ComparedCommits[]> {
  const pairs = new Map<string, ComparedCommits>();
  const add = (base: string | undefined, head: string | undefined) => {
    if (base !== undefined && head !== undefined && base !== head)
      pairs.set(`${base}..${head}`, { base, head });
  };
  for (const { suite, branches } of suites) {
    const [branch] = branches;
    const scope = { suite, ...(branch === undefined ? {} : { branch }), limit: PAGE };
    const { events } = await questions.events(scope);
    for (const { lastBefore, firstAfter } of events.slice(0, PAIRS_MOST)) add(lastBefore.sha, firstAfter.sha);
    const own = [...new Set((await questions.runs(scope)).runs.map(({ commit }) => commit))];
    for (const [i, head] of own.slice(0, PAIRS_MOST).entries())
      if (commits.includes(head)) add(own[i + 1], head);
  }
  return [...pairs.values()];
}

/** GitHub Pages shows it below any path, so it links to nothing. */
const NOT_HERE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Not among these files</title></head>
<body><h1>Not among these files</h1>
<p>This site has the pages of the newest commits, and compares neighbours and changes of level. Whatever else the store knows, a server answers:</p>
<pre>plumbline serve --store URL</pre></body></html>
`;
