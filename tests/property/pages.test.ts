/** Pages of the site with names that somebody has chosen to leave their place: whatever they are, they are text. */
import { expect, it } from "vitest";
import { withOpen } from "../../src/analysis/history/alerts.ts";
import type { Check } from "../../src/model/answers.ts";
import { acceptancesPage } from "../../src/report/pages/acceptances.ts";
import { badgeOf } from "../../src/report/pages/badge.ts";
import { workloadData } from "../../src/report/pages/columns.ts";
import { commitPage, comparedChoice, comparePage } from "../../src/report/pages/commit.ts";
import { EVERY_EVENT } from "../../src/report/pages/event-choice.ts";
import { type EventLine, eventsPage } from "../../src/report/pages/events.ts";
import { overviewChoice, overviewPage, type SumLine } from "../../src/report/pages/overview.ts";
import { repositoriesPage } from "../../src/report/pages/repositories.ts";
import { missingDocument, type Page, pageDocument, type Site } from "../../src/report/pages/shell.ts";
import { workloadMain } from "../../src/report/pages/workload.ts";
import { makeEvent, makeFacts, makeSite, shaOf } from "../support/site-data.ts";
import { STORIES } from "../support/stories.ts";

const HOSTILE =
  "\u202e\u2066</title></script><img src=x onerror=alert(1)><script>alert(1)</script>\"' onload=alert(1) \u0000\u001b[31m\u2028 x=";

/** Fields whose texts people choose: in commits, config files, comments, servers. */
const CHOSEN = new Set(
  "subject author branch suite workload by reason job title cpuModel runner database databaseVersion message remedy name code repository file text statement".split(
    " ",
  ),
);

function poisoned<T>(value: T, key = ""): T {
  if (typeof value === "string") return (CHOSEN.has(key) ? `${HOSTILE}${value}` : value) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => poisoned(each, key)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, poisoned<unknown>(each, name)]),
  ) as T;
}

const SITE: Site = poisoned(makeSite());
const FACTS = poisoned(makeFacts());
const RULES = { alpha: 0.05, gates: [], errorLimit: 0.001, decide: "significant-and-relevant" } as const;
const [answered] = withOpen([poisoned(makeEvent())], RULES);
const EVENT: EventLine = {
  event: answered!,
  machines: new Map([["a".repeat(64), HOSTILE]]),
  state: "open",
  points: [3, 4].map((value) => ({ value, machine: HOSTILE })),
  at: 1,
};
const CHECK: Check = poisoned({
  id: "00000000-0000-4000-8000-000000000001",
  repository: "example/shop",
  suite: "oltp",
  job: "arm",
  pullRequest: 812,
  runUrl: "javascript:alert(1)",
  commit: shaOf(58),
  subject: "drop",
  branch: "drop-index",
  verdict: "regressed",
  headline: "1 regression",
  createdAt: "2026-08-29T08:00:00.000Z",
});
const STANDING: SumLine["standing"] = poisoned({
  repository: "example/shop",
  suite: "oltp",
  branch: "main",
  clear: true,
  more: 2,
  sum: {
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
  },
});
const COMMIT = poisoned({ subject: "wal", author: "Ann", branch: "main" });
const ORIGIN = { repository: `${HOSTILE}/shop`, runUrl: "javascript:alert(1)", pullRequest: 812 };
const SIDES = {
  base: { sha: shaOf(39), subject: null, author: null },
  head: { sha: shaOf(40), subject: COMMIT.subject, author: COMMIT.author },
};

const workload = (words: string): Page => ({
  place: { page: "workload", suite: FACTS.suite, workload: FACTS.workload },
  title: FACTS.workload,
  data: null,
  ...workloadMain(workloadData(FACTS), new URLSearchParams(words)),
});
const overview = (): Page => {
  const suite = {
    suite: FACTS.suite,
    workload: FACTS.workload,
    metric: "p99",
    verdict: null,
    change: null,
  } as const;
  const row = { ...suite, value: 1, commit: shaOf(59), measuredAt: SITE.newest!, spark: [1, 2] };
  const { choice } = overviewChoice(new URLSearchParams());
  const shown = {
    choice,
    branches: [COMMIT.branch],
    checks: [CHECK],
    open: [EVENT],
    taken: FACTS.acceptances,
  };
  return overviewPage(SITE, { ...shown, sums: [{ standing: STANDING, tag: HOSTILE }], rows: [row] });
};
const commit = (story: string): Page =>
  commitPage({
    ...COMMIT,
    ...ORIGIN,
    sha: shaOf(40),
    time: "2026-08-10T08:00:00.000Z",
    changes: [EVENT],
    reports: [poisoned(STORIES[story]!())],
    points: FACTS.points.slice(0, 6),
    before: shaOf(39),
    after: null,
  });

const PAGES: Readonly<Record<string, () => string>> = {
  workload: () => pageDocument(SITE, workload("range=all")),
  "workload over another branch": () =>
    pageDocument(
      SITE,
      workload(
        `metric=qps&vs=${encodeURIComponent(`${HOSTILE}batch-wal`)}&branch=${encodeURIComponent(HOSTILE)}`,
      ),
    ),
  overview: () => pageDocument(SITE, overview()),
  events: () => {
    const all = { choice: EVERY_EVENT, suites: [FACTS.suite], branches: [COMMIT.branch], all: 1 };
    return pageDocument(SITE, eventsPage(SITE, [EVENT], all));
  },
  acceptances: () => {
    const lines = FACTS.acceptances.map((acceptance) => ({ acceptance, size: null }));
    return pageDocument(SITE, acceptancesPage(SITE, lines));
  },
  ...Object.fromEntries(
    Object.keys(STORIES).map((story) => [`commit: ${story}`, () => pageDocument(SITE, commit(story))]),
  ),
  compare: () => {
    const reports = [poisoned(STORIES["one-regression-of-three"]!())];
    const chosen = comparedChoice(new URLSearchParams("all=1"));
    const compared = { ...SIDES, changes: [], repository: ORIGIN.repository, reports, why: null, chosen };
    return pageDocument(SITE, comparePage(SITE, compared));
  },
  repositories: () =>
    pageDocument(
      SITE,
      repositoriesPage(SITE, [
        { repository: ORIGIN.repository, open: 2, workloads: 1, newest: SITE.newest! },
      ]),
    ),
  missing: () => missingDocument(SITE, HOSTILE),
  badge: () => badgeOf(FACTS.suite, "regressed"),
};

it.each(Object.entries(PAGES))("the page of %s has hostile names as text alone", (_, pageOf) => {
  // What an option stands for is sent back as it is.
  const page = pageOf()
    .replaceAll(/<script type="application\/json"[^>]*>[\s\S]*?<\/script>/g, "")
    .replaceAll(/(<option) value="[^"]*"/g, "$1");
  expect(page).not.toMatch(/(?!\n)[\p{Cc}\p{Surrogate}\p{Bidi_Control}]/u);
  expect(page).not.toMatch(/<img|<script>alert|href="\s*javascript:/i);
  expect(page.replaceAll(/="[^"]*"/g, "")).not.toMatch(/<[^>]* on\w+=/i);
});
