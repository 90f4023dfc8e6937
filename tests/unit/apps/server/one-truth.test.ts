/** Every page and command names the same changes of level at the same commits. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SitePages } from "../../../../src/apps/server/site/pages.ts";
import { FolderStore } from "../../../../src/io/store/folder-store.ts";
import type { ChangeEvent, EventAnswer } from "../../../../src/model/answers.ts";
import type { Questions } from "../../../../src/model/questions.ts";
import { askStore } from "../../../../src/pipeline/queries/ask.ts";
import { changesAround, KnownLevels } from "../../../../src/pipeline/queries/changes.ts";
import { renderAlert } from "../../../../src/report/markdown/alert.ts";
import { COMMITS, fillLongHistory, STEPS } from "../../../support/long-history.ts";

const ASSETS = { style: "site.css", script: "site.js", icon: "site.svg" };
const MAIN = { suite: "oltp", branch: "main" } as const;
const METRICS = ["qps", "tps", "server-cpu", "mean", "p50", "p95", "p99", "p99.9"] as const;

let folder: string;
let store: FolderStore;
let questions: Questions;
let pages: SitePages;
let commits: readonly string[];
let all: readonly EventAnswer[];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "plumbline-truth-"));
  store = await FolderStore.open(folder);
  commits = await fillLongHistory(store);
  questions = askStore(store);
  pages = new SitePages(questions, {
    version: "0",
    assets: ASSETS,
    isStatic: false,
    now: () => "2026-11-27T16:00:00.000Z",
  });
  all = (await questions.events({ ...MAIN, limit: 1_000 })).events;
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** "292 restock qps": what moved, and with which commit of main. */
function said(events: readonly ChangeEvent[]): readonly string[] {
  return events
    .flatMap(({ firstAfter, shifts }) =>
      shifts.map(
        ({ workload, metric, fingerprint }) =>
          `${commits.indexOf(firstAfter.sha)} ${workload} ${metric} ${fingerprint.slice(0, 4)}`,
      ),
    )
    .toSorted();
}

const page = async (at: string, words = "") => (await pages.page(at, new URLSearchParams(words)))!;

it("knows the steps, at their commits or the next to them, and nothing of what did not move", () => {
  for (const [workload, steps] of Object.entries(STEPS)) {
    for (const step of steps) {
      const places = said(all)
        .filter((line) => line.includes(` ${workload} `))
        .map((line) => Number(line.split(" ")[0]));
      expect(
        places.filter((place) => Math.abs(place - step) <= 1),
        `${workload} at ${step}`,
      ).not.toEqual([]);
    }
  }
  expect(said(all).filter((line) => / (?:browse|report) (?:qps|tps) /.test(line))).toEqual([]);
  expect(commits).toHaveLength(COMMITS);
});

it("says of a metric alone what the history of that metric says, and of each what all of them say", async () => {
  for (const metric of METRICS) {
    const { events } = await questions.events({ ...MAIN, workload: "restock", metric, limit: 1_000 });
    expect(said(events), metric).toEqual(said(all).filter((line) => line.includes(` restock ${metric} `)));
  }
  for (const [workload, metric] of [
    ["restock", "p99"],
    ["checkout", "tps"],
    ["browse", "qps"],
  ] as const) {
    const alone = await changesAround(store, { ...MAIN, workload, metric });
    expect(said(alone), workload).toEqual(
      said(all).filter((line) => line.includes(` ${workload} ${metric} `)),
    );
  }
});

it("says on the page of a workload what all of them say", async () => {
  for (const workload of ["browse", "search", "checkout", "restock", "report", "wide"]) {
    const data = await pages.data(`data/oltp/${workload}.json`);
    expect(said(data!.events), workload).toEqual(said(all).filter((line) => line.includes(` ${workload} `)));
  }
});

it("counts as open on the first page, in the badge, and on the page of changes, the same ones", async () => {
  const open = all.filter((event) => event.open);
  const overview = await questions.overview({ days: 30 });
  expect(said(overview.open)).toEqual(said(open));
  expect(overview.counts.open).toBe(open.length);
  expect(open.length).toBeGreaterThan(1);
  const text = await page("events/");
  expect(text).toContain(`<span class="count" title="${open.length} open changes">${open.length}</span>`);
  expect(text).toContain(`<h2>Open <span class="muted">${open.length}</span></h2>`);
  for (const { firstAfter } of open) expect(text).toContain(`c/${firstAfter.sha}/`);
});

it("begins the page of a commit with what changed there, and that of both sides with the levels", async () => {
  for (const { lastBefore, firstAfter, shifts } of all) {
    const title = shifts[0]!.workload;
    const commit = await page(`c/${firstAfter.sha}/`);
    expect(commit).toMatch(/<h2>What changed here<\/h2>\s*<section class="moved/);
    expect(commit.match(/<th scope="row"><a href="[^"]*">[\w-]+<\/a> <span class="metric">/g)).toHaveLength(
      Math.min(30, shifts.length),
    );
    const both = await page(`compare/${lastBefore.sha}..${firstAfter.sha}/`);
    expect(both).toMatch(new RegExp(`<h1>${title} [^<]*</h1>`));
    expect(both.indexOf('class="moved')).toBeLessThan(both.indexOf("One run on each side"));
  }
});

it("opens an issue for each open change, at its commit", async () => {
  const calls: string[] = [];
  const open = all.filter((event) => event.open);
  for (const event of open) calls.push(renderAlert(event, "https://github.com/acme/db").body);
  for (const [i, { lastBefore, firstAfter }] of open.entries())
    expect(calls[i]).toContain(`compare/${lastBefore.sha}...${firstAfter.sha}`);
  const levels = await new KnownLevels().of(store, { repository: "acme/db", ...MAIN });
  expect(said(levels.events)).toEqual(said(all));
});
