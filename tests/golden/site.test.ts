/** The pages of the site as whole files: of made-up histories and of a story of render/. */
import path from "node:path";
import { expect, it } from "vitest";
import { withOpen } from "../../src/analysis/history/alerts.ts";
import { acceptancesPage } from "../../src/report/pages/acceptances.ts";
import { badgeOf } from "../../src/report/pages/badge.ts";
import { workloadData } from "../../src/report/pages/columns.ts";
import { commitPage, comparedChoice, comparePage } from "../../src/report/pages/commit.ts";
import { EVERY_EVENT, eventChoice } from "../../src/report/pages/event-choice.ts";
import { type EventLine, eventsPage } from "../../src/report/pages/events.ts";
import { type OverviewTableRow, overviewChoice, overviewPage, type SumLine } from "../../src/report/pages/overview.ts";
import { repositoriesPage } from "../../src/report/pages/repositories.ts";
import { pageDocument, missingDocument, type Page, type Site } from "../../src/report/pages/shell.ts";
import { workloadMain } from "../../src/report/pages/workload.ts";
import type { Check } from "../../src/model/answers.ts";
import { expectGolden } from "../support/golden.ts";
import { makeEvent, makeFacts, makeSite, shaOf } from "../support/site-data.ts";
import { STORIES } from "../support/stories.ts";

const FOLDER = path.join(import.meta.dirname, "site");
const SITE = makeSite();
const FACTS = makeFacts();
const DATA = workloadData(FACTS);
const [ANSWERED] = withOpen([makeEvent()], { alpha: 0.05, gates: [{ metric: "p99", margin: 0.1, floor: null }], errorLimit: 0.001, decide: "significant-and-relevant" });
const EVENT: EventLine = {
  event: ANSWERED!,
  machines: new Map(),
  state: "open",
  points: [3, 3.1, 2.9, 4, 4.1].map((value) => ({ value, machine: "" })),
  at: 3,
};

function golden(name: string, page: Page): void {
  expectGolden(path.join(FOLDER, `${name}.html`), pageDocument(SITE, page));
}

function workload(words: string): Page {
  const place = { page: "workload", suite: "oltp", workload: "read-write" } as const;
  return { place, title: "read-write", data: "data/oltp/read-write.json", ...workloadMain(DATA, new URLSearchParams(words)) };
}

const NO_CHANGES = { changes: [], repository: "example/shop" } as const;
const report = STORIES["one-regression-of-three"]!;

const USUAL = overviewChoice(new URLSearchParams()).choice;
const ROW: OverviewTableRow = {
  suite: "oltp",
  workload: "read-write",
  metric: "p99",
  verdict: { kind: "regressed" },
  change: { effect: 0.25, direction: "worse", noise: 0.02, open: true, commit: makeEvent().firstAfter },
  value: 13_600_000,
  commit: shaOf(59),
  measuredAt: "2026-08-29T08:00:00.000Z",
  spark: [10, 11, 10, 13, 13.5],
};

it("shows a workload with its change, two environments and a note about what it was asked", () => {
  golden("workload", workload("branch=nowhere"));
});

it("shows a branch over another, and what was accepted", () => {
  golden("workload-over", workload("metric=qps&vs=batch-wal&range=all&point=0028c0ffee"));
});

it("shows a choice without runs", () => {
  const { main } = workloadMain(workloadData({ ...FACTS, points: [] }), new URLSearchParams());
  expect(main.html).toContain("No run of read-write fits this choice");
});

const SUM: SumLine["standing"]["sum"] = {
  workload: "read-write",
  metric: "qps",
  effect: -0.061,
  low: -0.079,
  high: -0.042,
  limit: 0.02,
  changes: 14,
  red: 0,
  gaps: 0,
  since: makeEvent().lastBefore,
  upTo: makeEvent().firstAfter,
};
const PLACED = { repository: "example/shop", suite: "oltp", branch: "main" } as const;
const SUMS: readonly SumLine[] = [
  { standing: { ...PLACED, clear: true, more: 2, sum: SUM }, tag: "v1.2" },
  { standing: { ...PLACED, suite: "<tpcc>", clear: false, more: 0, sum: { ...SUM, effect: -0.024, low: -0.036, high: -0.012 } }, tag: undefined },
];

it("shows what is open first, and a quiet workload after it", () => {
  const quiet = { ...ROW, workload: "point-select", change: null, verdict: null, spark: [] };
  const overview = { choice: USUAL, branches: ["main"], checks: [], open: [EVENT], taken: FACTS.acceptances, sums: SUMS, rows: [ROW, quiet] };
  golden("overview", overviewPage(SITE, overview));
});

const CHECK: Check = {
  id: "00000000-0000-4000-8000-000000000001",
  repository: "example/shop",
  suite: "oltp",
  job: null,
  pullRequest: 812,
  runUrl: "https://github.com/example/shop/actions/runs/7",
  commit: shaOf(58),
  subject: "drop <index>",
  branch: "drop-index",
  verdict: "regressed",
  headline: "1 regression in 3 workloads, please look",
  createdAt: "2026-08-29T08:00:00.000Z",
};

it("says first that a check failed, also where nothing is open", () => {
  const passed: Check = { ...CHECK, pullRequest: null, job: "arm", verdict: "unchanged", headline: "no regression", runUrl: "javascript:alert(1)" };
  const quiet = { ...ROW, change: null, spark: [10, 10] };
  const overview = { choice: USUAL, branches: ["main"], checks: [CHECK, passed], open: [], taken: [], sums: [], rows: [quiet] };
  golden("overview-failed", overviewPage(SITE, overview));
  const both = overviewPage(SITE, { ...overview, open: [EVENT] }).main.html;
  expect(both).toContain("<h1>A check failed, 1 change for the worse is open</h1>");
  const sums = overviewPage(SITE, { ...overview, checks: [passed], sums: SUMS }).main.html;
  expect(sums).toContain("<h1>1 sum of changes is open</h1>");
  const none = overviewPage(SITE, { ...overview, checks: [passed] }).main.html;
  expect(none).toContain("<h1>Nothing is open</h1>");
});

it("shows the workloads that are looked for, without a script, too", () => {
  const { choice } = overviewChoice(new URLSearchParams("q=OLTP+point"));
  const rows = [ROW, { ...ROW, workload: "point-select" }];
  const page = overviewPage(SITE, { choice, branches: ["main"], checks: [], open: [], taken: [], sums: [], rows }).main.html;
  expect(page.match(/<tr data-words="[^"]*"[^>]*>/g)).toEqual([
    '<tr data-words="oltp read-write" class="open" hidden>',
    '<tr data-words="oltp point-select" class="open">',
  ]);
});

it("says of a workload's first run that it cannot show a change, and counts it as none that stayed", () => {
  const rows = [
    { ...ROW, change: null, spark: [10] },
    { ...ROW, workload: "point-select", change: null, spark: [10, 10] },
  ];
  const page = overviewPage(SITE, { choice: USUAL, branches: ["main"], checks: [], open: [], taken: [], sums: [], rows }).main.html;
  expect(page).toContain("<strong>1</strong> of 2 workloads without a change");
  expect(page).toContain("<strong>1</strong> with one run, which cannot show a change yet");
  expect(page.match(/first run: no change can show yet|no change(?=<)/g)).toEqual([
    "first run: no change can show yet",
    "no change",
  ]);
  const [first] = FACTS.points;
  const points = FACTS.points.filter(({ runId, metric }) => runId === first!.runId && metric === first!.metric);
  const { main } = workloadMain(workloadData({ ...FACTS, points, events: [] }), new URLSearchParams(`metric=${first!.metric}&range=all`));
  expect(main.html).toContain("One run cannot show a change of level yet.");
});

it("says what to do where there is no run", () => {
  const none = overviewPage(SITE, { choice: USUAL, branches: [], checks: [], open: [], taken: [], sums: [], rows: [] });
  expect(pageDocument({ ...SITE, newest: null, open: 0 }, none)).toContain("<h1>No run yet</h1>");
});

it("shows changes by what is to be done about them", () => {
  const better: EventLine = {
    ...EVENT,
    state: "better",
    points: [],
    event: {
      ...EVENT.event,
      cause: "surroundings",
      state: "recent",
      shifts: EVENT.event.shifts.flatMap((shift) => [
        { ...shift, direction: "better" as const, effect: -0.1, after: 9_800_000 },
        { ...shift, metric: "failed-share" as const, direction: "better" as const, before: 0, after: 0.002, effect: null },
      ]),
    },
  };
  const all = { choice: EVERY_EVENT, suites: ["oltp", "<b>"], branches: ["main"], all: 2 };
  golden("events", eventsPage(SITE, [EVENT, better], all));
  expect(eventsPage(SITE, []).main.html).toContain("No series has changed its level yet");
  expect(eventsPage({ ...SITE, isStatic: true }, [EVENT], all).main.html).not.toContain("<form");
});

it("shows the changes that were asked for, and the way back to all", () => {
  const known = { suites: ["oltp"], branches: ["main", "release/1.4"] };
  const asked = (words: string) => eventChoice(new URLSearchParams(words), known).choice;
  const page = (words: string, lines: readonly EventLine[]) =>
    eventsPage(SITE, lines, { ...known, choice: asked(words), all: 3 }).main.html;
  expect(page("state=open&since=2026-08-01", [EVENT])).toMatch(
    /<option value="open" selected>open<.*\n.*\n.*\n.*name="since" value="2026-08-01"/,
  );
  expect(page("state=open", [EVENT])).not.toContain("For the better");
  expect(page("state=better", [])).toContain('No change fits this choice, of 3: <a href="./">show all</a>.');
});

it("shows who accepted what", () => {
  const [landed] = FACTS.acceptances;
  const others = [
    { ...landed!, suite: null, workload: null, metric: null, landed: null, reason: "<img src=x onerror=alert(1)>" },
    { ...landed!, revoked: { by: "author", at: landed!.at }, repository: "not a repository" },
  ];
  const size = { workload: "read-write", metric: "qps", effect: -0.042 } as const;
  const sizes = [{ ...size, now: -0.013 }, { ...size, now: null }, null];
  const lines = [landed!, ...others].map((acceptance, i) => ({ acceptance, size: sizes[i]! }));
  golden("acceptances", acceptancesPage(SITE, lines));
  expect(acceptancesPage(SITE, []).main.html).toContain("No regression has been accepted yet");
});

it("shows a commit with its verdict, and one that only was a base", () => {
  const facts = { sha: shaOf(40), subject: 'wal: <batch> flushes & "wait"', author: "Ann <Lee>", branch: "main", time: "2026-08-10T08:00:00.000Z" };
  const points = FACTS.points.filter(({ commit }) => commit === shaOf(40));
  const origin = { repository: "example/shop", runUrl: "https://github.com/example/shop/actions/runs/7", pullRequest: 812 };
  const judged = commitPage({ ...facts, ...origin, changes: [], reports: [report()], points, before: null, after: null }).main.html;
  // The report's own parts are what render/ has of them.
  expect(judged).toContain("oltp: checkout is 24\u00a0% slower at p99</h2>");
  expect(judged).toMatch(/<th scope="row"><a href="..\/..\/w\/oltp\/[\w-]+\/\?metric=qps" rel="noreferrer">/);
  expect(judged.indexOf("How to reproduce")).toBeLessThan(judged.indexOf("All values of its runs"));
  golden("commit", commitPage({ ...facts, ...origin, changes: [EVENT], reports: [], points, before: shaOf(39), after: shaOf(41) }));
});

it("compares two commits, warnings before numbers", () => {
  const sides = {
    base: { sha: shaOf(39), subject: null, author: null },
    head: { sha: shaOf(40), subject: "wal: batches", author: "Ann <Lee>" },
  };
  const warned = { ...report(), warnings: [{ code: "unpaired", message: "measured apart", remedy: "measure together" }] };
  const chosen = comparedChoice(new URLSearchParams());
  const { main } = comparePage(SITE, { ...sides, ...NO_CHANGES, reports: [warned], why: null, chosen });
  expect(main.html.indexOf("measured apart")).toBeLessThan(main.html.indexOf("<table"));
  golden("compare-nothing", comparePage(SITE, { ...sides, ...NO_CHANGES, reports: [], why: "The two were measured by different suites.", chosen }));
});

it("leaves out of a crowd what did not change, until it is asked for; a file has all", () => {
  const nothing = { subject: null, author: null };
  const sides = { base: { sha: shaOf(39), ...nothing }, head: { sha: shaOf(40), ...nothing }, why: null };
  const { workloads, ...rest } = report();
  const crowd = { ...rest, workloads: workloads.flatMap((each) => [each, { ...each, name: `${each.name}-2` }]) };
  const textOf = (words: string, site: Site = SITE) =>
    comparePage(site, { ...sides, ...NO_CHANGES, reports: [crowd], chosen: comparedChoice(new URLSearchParams(words)) }).main.html;
  const namesIn = (html: string) => [...html.matchAll(/<summary><h2>([^<]*)/g)].map(([, name]) => name);
  const loud = namesIn(textOf(""));
  expect(loud.length).toBeGreaterThan(0);
  expect(textOf("")).toContain(`${6 - loud.length} workloads without a change left out. <a href="?all=1">`);
  const all = namesIn(textOf("all=1"));
  expect([all.length, all.slice(0, loud.length)]).toEqual([6, loud]);
  expect(namesIn(textOf(`workload=${all[5]}`))).toEqual([all[5]]);
  expect(namesIn(textOf("suite=other"))).toEqual(loud);
  const files = { ...SITE, isStatic: true };
  expect([namesIn(textOf("", files)).length, textOf("", files).includes("all=1")]).toEqual([6, false]);
});

it("shows the repositories of a store that several share", () => {
  const rows = [
    { repository: "acme/db", open: 2, workloads: 12, newest: SITE.newest! },
    { repository: "acme/<other>", open: 0, workloads: 1, newest: "2026-05-01T00:00:00.000Z" },
  ];
  golden("repositories", repositoriesPage(SITE, rows));
});

it("has a way out where nothing is", () => {
  expectGolden(path.join(FOLDER, "missing.html"), missingDocument(SITE, "w/oltp/gone/"));
});

it("has a badge for each verdict", () => {
  expectGolden(path.join(FOLDER, "badge.svg"), badgeOf("oltp <1>", "regressed"));
  expect(badgeOf("oltp", null)).toContain("unknown");
});
