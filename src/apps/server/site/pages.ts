/** Paths of the site -> pages, from what a store answers; the same for a server and for files. */
import { acceptedSize, sizeNow } from "../../../analysis/history/accepted-size.ts";
import type { Acceptance } from "../../../model/acceptance.ts";
import type { EventAnswer, Overview, RunFacts } from "../../../model/answers.ts";
import type { HistoryPoint } from "../../../model/history-point.ts";
import type { CommitTag } from "../../../model/measured-commit.ts";
import type { OverviewQuestion, Questions } from "../../../model/questions.ts";
import { type AcceptedLine, acceptancesPage } from "../../../report/pages/acceptances.ts";
import { badgeOf } from "../../../report/pages/badge.ts";
import { workloadData } from "../../../report/pages/columns.ts";
import { type CommitFacts, commitPage, comparedChoice, comparePage } from "../../../report/pages/commit.ts";
import type { WorkloadData } from "../../../report/pages/data.ts";
import { eventChoice, isChosen } from "../../../report/pages/event-choice.ts";
import { type EventLine, eventsPage } from "../../../report/pages/events.ts";
import { dataPathOf, decodeSegment, type PagePath, parsePath } from "../../../report/pages/links.ts";
import {
  type OverviewChoice,
  type OverviewTableRow,
  overviewChoice,
  overviewPage,
  USUAL_DAYS,
} from "../../../report/pages/overview.ts";
import { type RepositoryRow, repositoriesPage } from "../../../report/pages/repositories.ts";
import { missingDocument, type Page, pageDocument, type Site } from "../../../report/pages/shell.ts";
import { workloadMain } from "../../../report/pages/workload.ts";
import { machineText } from "../../../report/words/environment.ts";
import { plainLine } from "../../../text/outside.ts";
import { newestVerdict } from "../badge.ts";
import { lostLines } from "./lost.ts";

/** Context that the pages are made with, in addition to what the store knows. */
export type SiteContext = Pick<Site, "version" | "assets" | "isStatic"> &
  Readonly<{
    now: () => string;
    /** Tags of a commit and of its ancestors, newest first; absent: none are known. */
    tags?: (sha: string) => Promise<readonly CommitTag[]>;
  }>;

/** Most runs on a workload's page: the newest ones. */
const RUNS_MOST = 10_000;
const METRICS = 9;
/** Each is megabytes. */
const REMEMBERED = 4;
/** Cards with a picture; each is a question. */
const PICTURES_MOST = 12;
const AROUND = 60;
/** Acceptances with what they cost. */
const SIZED_MOST = 50;
const EVENTS_MOST = 1_000;
const ACCEPTANCES_MOST = 500;
/** Newest changes that are added up. */
const CHANGES_MOST = 60;
const MACHINES_MOST = 100;
/** Newest runs in which the commits before and after one are looked for. */
const NEIGHBOURS = 1_000;

type SiteFrame = Readonly<{ site: Site; overview: Overview }>;

/** Facts that hold until something is written. */
type SiteFacts = Readonly<{
  revision: string | null;
  overview: Overview;
  title: string;
  /** Commits as they were measured, newest first, by suite and branch. */
  orders: Map<string, readonly string[]>;
  /** Changes by branch. */
  changes: Map<string | null, Promise<readonly EventAnswer[]>>;
  /** Changes with their pictures, by what they are; and the machines of suites. */
  lines: Map<string, Promise<EventLine>>;
  machines: Map<string, Promise<EventLine["machines"]>>;
  /** Data of the workloads that were asked for last: a browser asks for a page, and then for the page's data. */
  workloads: Map<string, WorkloadData>;
}>;

export class SitePages {
  readonly #questions: Questions;
  readonly #context: SiteContext;
  #known: SiteFacts | null = null;

  constructor(questions: Questions, context: SiteContext) {
    this.#questions = questions;
    this.#context = context;
  }

  /**
   * @param path from the site's root, without a slash in front
   * @returns the whole document, or null where there is no such page
   */
  async page(path: string, params: URLSearchParams): Promise<string | null> {
    const place = parsePath(path);
    if (place === null) return null;
    const frame = await this.#frame();
    const page = await this.#pageAt(place, params, frame);
    return page === null ? null : pageDocument(frame.site, page);
  }

  /** Page for an address that does not exist; in the site's own frame, with a way out. */
  async missing(path: string): Promise<string> {
    const { site } = await this.#frame();
    return missingDocument(site, path);
  }

  /** data/SUITE/WORKLOAD.json, or null. @param path as of `page` */
  async data(path: string): Promise<WorkloadData | null> {
    const [, suite, workload] = /^data\/([^/]+)\/([^/]+)\.json$/.exec(path) ?? [];
    const names = [suite, workload].map((each) => (each === undefined ? null : decodeSegment(each)));
    if (names[0] == null || names[1] == null) return null;
    return await this.#workload(names[0], names[1]);
  }

  /** badges/SUITE.svg: the verdict of its newest report; null for a suite without runs. @param path as of `page` */
  async badge(path: string): Promise<string | null> {
    const [, segment] = /^badges\/([^/]+)\.svg$/.exec(path) ?? [];
    const suite = segment === undefined ? null : decodeSegment(segment);
    if (suite === null) return null;
    const verdict = await newestVerdict(this.#questions, { suite });
    return verdict === undefined ? null : badgeOf(suite, verdict);
  }

  async #pageAt(
    place: PagePath,
    params: URLSearchParams,
    { site, overview }: SiteFrame,
  ): Promise<Page | null> {
    switch (place.page) {
      case "overview":
        return await this.#overview(site, overview, params);
      case "workload": {
        const data = await this.#workload(place.suite, place.workload);
        if (data === null) return null;
        const title = `${place.workload} (${place.suite})`;
        const { main, notes } = workloadMain(data, params);
        const path = dataPathOf(place.suite, place.workload);
        return { place, title, data: path, main, notes: [...notes, ...endedBranches(place, overview.rows)] };
      }
      case "commit": {
        const facts = await this.#commit(place.sha);
        return facts === null ? null : commitPage(facts);
      }
      case "compare":
        return await this.#compare(site, place.base, place.head, params);
      case "events":
        return await this.#eventsPage(site, params);
      case "acceptances": {
        const { acceptances } = await this.#questions.acceptances({ limit: ACCEPTANCES_MOST });
        return acceptancesPage(site, await this.#accepted(acceptances));
      }
    }
  }

  /** Frame of each page: what it says of the whole store. */
  async #frame(): Promise<SiteFrame> {
    const { overview, title } = await this.#knownNow();
    const { now, tags: _, ...context } = this.#context;
    const site = { ...context, title, newest: overview.newest, open: overview.open.length, now: now() };
    return { site, overview };
  }

  /** Asks again once something was written, or each time if the store cannot tell; files are of one moment. */
  async #knownNow(): Promise<SiteFacts> {
    const known = this.#known;
    if (known !== null && this.#context.isStatic) return known;
    const revision = await this.#questions.revision();
    if (known !== null && revision !== null && known.revision === revision) return known;
    const overview = await this.#questions.overview({ days: USUAL_DAYS });
    this.#known = { revision, overview, title: await this.#title(), ...nothingAsked() };
    return this.#known;
  }

  async #title(): Promise<string> {
    const { runs } = await this.#questions.runs({ limit: 1 });
    const run = runs[0] === undefined ? undefined : await this.#questions.run(runs[0].id);
    return run?.origin.repository ?? "Plumbline";
  }

  async #overview(site: Site, usual: Overview, params: URLSearchParams): Promise<Page> {
    const repositories = repositoriesOf(usual.rows, usual.open);
    if (repositories.length > 1) return repositoriesPage(site, repositories);
    const { choice, notes } = overviewChoice(params);
    const { open, accepted, sums, rows, checks } = isUsualChoice(choice)
      ? usual
      : await this.#questions.overview(overviewQuestion(choice));
    const page = overviewPage(site, {
      choice,
      branches: [...new Set(rows.map(({ branch }) => branch ?? "no branch"))],
      checks,
      open: await this.#lines(open),
      taken: accepted,
      sums: await lostLines(sums, (sha) => this.#tags(sha)),
      rows: mostUrgentOfEach(rows),
    });
    return { ...page, notes };
  }

  async #tags(upTo: string | undefined): Promise<readonly CommitTag[]> {
    return upTo === undefined ? [] : ((await this.#context.tags?.(upTo)) ?? []);
  }

  async #workload(suite: string, workload: string): Promise<WorkloadData | null> {
    const { workloads } = await this.#knownNow();
    const key = dataPathOf(suite, workload);
    const known = workloads.get(key);
    if (known !== undefined) return known;
    const data = await this.#workloadAsked(suite, workload);
    if (data !== null) workloads.set(key, data);
    if (workloads.size > REMEMBERED) workloads.delete(workloads.keys().next().value!);
    return data;
  }

  async #workloadAsked(suite: string, workload: string): Promise<WorkloadData | null> {
    const ask = this.#questions;
    const limit = RUNS_MOST * METRICS;
    const points = await ask.points({ suite, workload, limit });
    if (points.length === 0) return null;
    const known = (await ask.suites({ suite })).suites.find((each) => each.suite === suite);
    const branch = known?.branches.find((name) => points.some((point) => point.branch === name)) ?? null;
    const onBranch = branch === null ? {} : { branch };
    const { events } = await ask.events({ suite, workload, ...onBranch, limit: EVENTS_MOST });
    const { acceptances } = await ask.acceptances({ suite, ...onBranch, limit: ACCEPTANCES_MOST });
    const { environments } = await ask.environments({ suite, limit: MACHINES_MOST });
    const { runs: suiteRuns } = await ask.runs({ suite, limit: NEIGHBOURS });
    const added = await ask.ledgers({ suite, workload, ...onBranch, changes: CHANGES_MOST });
    const ledger = added.find((each) => each.branch === branch)?.lines ?? [];
    const isCut = points.length === limit;
    const oldestFirst = events.toReversed();
    return workloadData({
      suite,
      workload,
      branch,
      points,
      suiteRuns,
      events: oldestFirst,
      acceptances,
      environments,
      isCut,
      ledger,
      tags: await this.#tags(ledger[0]?.sum.upTo.sha),
    });
  }

  /** The commit whose hash begins so, if it is one and was measured. */
  async commitNamed(text: string): Promise<string | null> {
    if (!/^[0-9a-f]{4,64}$/.test(text)) return null;
    const { runs } = await this.#questions.runs({ commit: text, limit: 1 });
    return runs[0]?.commit ?? null;
  }

  async #commit(sha: string): Promise<CommitFacts | null> {
    const ask = this.#questions;
    const [run] = (await ask.runs({ commit: sha, limit: 1 })).runs;
    if (run === undefined) return null;
    const { commit, subject, author, branch, commitTime, suite, repository } = run;
    const order = await this.#orderOf(suite, branch);
    const at = order.indexOf(commit);
    const reports = await ask.reports({ commit });
    const { origin } = reports[0] ?? (await ask.run(run.id)) ?? {};
    const here = (await this.#changesOn(branch)).filter(({ firstAfter }) => firstAfter.sha === commit);
    return {
      sha: commit,
      subject,
      author,
      branch,
      time: commitTime,
      repository,
      runUrl: origin?.runUrl ?? null,
      pullRequest: origin?.pullRequest ?? null,
      changes: await this.#lines(here),
      reports,
      points: newestPoints(await ask.points({ commit, limit: NEIGHBOURS * METRICS })),
      before: at < 0 ? null : (order[at + 1] ?? null),
      after: at < 1 ? null : order[at - 1]!,
    };
  }

  /** Changes on a branch, newest first. */
  async #changesOn(branch: string | null): Promise<readonly EventAnswer[]> {
    const { changes } = await this.#knownNow();
    return await askedOnce(changes, branch, () => this.#changesAsked(branch));
  }

  async #changesAsked(branch: string | null): Promise<readonly EventAnswer[]> {
    const onBranch = branch === null ? {} : { branch };
    const { events } = await this.#questions.events({ ...onBranch, limit: EVENTS_MOST });
    return events.filter((event) => event.branch === branch);
  }

  async #orderOf(suite: string, branch: string | null): Promise<readonly string[]> {
    const { orders } = await this.#knownNow();
    const key = JSON.stringify([suite, branch]);
    const known = orders.get(key);
    if (known !== undefined) return known;
    const onBranch = branch === null ? {} : { branch };
    const { runs } = await this.#questions.runs({ suite, ...onBranch, limit: NEIGHBOURS });
    const order = [...new Set(runs.map(({ commit }) => commit))];
    orders.set(key, order);
    return order;
  }

  async #compare(site: Site, base: string, head: string, params: URLSearchParams): Promise<Page | null> {
    const ask = this.#questions;
    const found = await ask.comparison({ base, head });
    const side = async (commit: string) => {
      const [run] = (await ask.runs({ commit, limit: 1 })).runs;
      const { subject = null, author = null } = run ?? {};
      return { sha: run?.commit ?? commit, subject, author, run };
    };
    const [before, after] = [await side(base), await side(head)];
    if (before.run === undefined && after.run === undefined) return null;
    const missing = before.run === undefined ? base : after.run === undefined ? head : null;
    const reports = found?.reports ?? [];
    const why =
      missing !== null
        ? `There is no run of ${missing.slice(0, 40)} in the store. Measure it: plumbline backfill ${missing.slice(0, 40)}`
        : reports.length === 0
          ? "The two were measured by different suites, so no number of one has its like in the other."
          : null;
    const chosen = comparedChoice(params);
    const changes = await this.#lines(await this.#changesBetween(before.run, after.run));
    const repository = after.run?.repository ?? null;
    return comparePage(site, { base: before, head: after, repository, changes, reports, why, chosen });
  }

  /** Changes of level after one run up to another, if both are of one branch. */
  async #changesBetween(base?: RunFacts, head?: RunFacts): Promise<readonly EventAnswer[]> {
    if (base === undefined || head === undefined || base.branch !== head.branch) return [];
    const isBetween = ({ time }: EventAnswer["firstAfter"]) =>
      time !== null && base.orderedAt < time && time <= head.orderedAt;
    return (await this.#changesOn(head.branch)).filter(({ firstAfter }) => isBetween(firstAfter));
  }

  async #eventsPage(site: Site, params: URLSearchParams): Promise<Page> {
    const known = (await this.#questions.suites({})).suites;
    const branches = [...new Set(known.flatMap((each) => each.branches))];
    const suites = [...new Set(known.map(({ suite }) => suite))];
    const { choice, notes } = eventChoice(params, { suites, branches });
    const where = choice.branch === null ? { main: true } : { branch: choice.branch };
    const { events: all } = await this.#questions.events({ ...where, limit: EVENTS_MOST });
    const chosen = all.filter((event) =>
      isChosen(choice, { suite: event.suite, state: eventState(event), time: event.firstAfter.time }),
    );
    const lines = await this.#lines(chosen);
    return { ...eventsPage(site, lines, { choice, suites, branches, all: all.length }), notes };
  }

  /** The newest with what they cost; each is two questions. */
  async #accepted(acceptances: readonly Acceptance[]): Promise<readonly AcceptedLine[]> {
    const lines: AcceptedLine[] = [];
    for (const acceptance of acceptances) {
      const size = lines.length < SIZED_MOST ? await this.#sizeOf(acceptance) : null;
      lines.push({ acceptance, size });
    }
    return lines;
  }

  async #sizeOf(acceptance: Acceptance): Promise<AcceptedLine["size"]> {
    const size = acceptedSize(acceptance, await this.#questions.reports({ commit: acceptance.commit }));
    const { landed } = acceptance;
    if (size === null || landed === null) return size && { ...size, now: null };
    const { suite, workload, metric } = size;
    const { branch } = landed;
    const series = await this.#questions.points({ suite, workload, metric, branch, limit: NEIGHBOURS });
    return { ...size, now: sizeNow(landed.at, series) };
  }

  /** The events with what their series did around them. */
  async #lines(events: readonly EventAnswer[]): Promise<readonly EventLine[]> {
    const { lines: known, machines } = await this.#knownNow();
    const lines: EventLine[] = [];
    for (const event of events) {
      const isPictured = lines.length < PICTURES_MOST;
      const key = JSON.stringify([isPictured, event]);
      lines.push(await askedOnce(known, key, () => this.#lineOf(event, isPictured, machines)));
    }
    return lines;
  }

  async #lineOf(event: EventAnswer, isPictured: boolean, known: SiteFacts["machines"]): Promise<EventLine> {
    const state = eventState(event);
    const machines = await askedOnce(known, event.suite, () => this.#machines(event.suite));
    return { event, state, machines, ...(isPictured ? await this.#around(event) : NOTHING) };
  }

  /** Words for the machines of a suite, by fingerprint; none where there is one alone. */
  async #machines(suite: string): Promise<EventLine["machines"]> {
    const { environments } = await this.#questions.environments({ suite, limit: MACHINES_MOST });
    if (environments.length < 2) return new Map();
    const words = environments.map(({ environment }) => machineText(environment) ?? "unknown machine");
    const isTwice = (name: string) => words.indexOf(name) !== words.lastIndexOf(name);
    return new Map(
      environments.map(({ fingerprint }, i) => [
        fingerprint,
        isTwice(words[i]!) ? `${words[i]} (${fingerprint.slice(0, 8)})` : words[i]!,
      ]),
    );
  }

  async #around({ suite, branch, shifts }: EventAnswer): Promise<Pick<EventLine, "points" | "at">> {
    const { workload, metric, arm, fingerprint, runId } = shifts[0]!;
    const onBranch = branch === null ? {} : { branch };
    const series = await this.#questions.points({
      suite,
      workload,
      metric,
      arm,
      fingerprint,
      ...onBranch,
      limit: NEIGHBOURS,
    });
    const first = series.findIndex((point) => point.runId === runId);
    const start = Math.max(0, Math.min(first - AROUND / 2, series.length - AROUND));
    const shown = series.slice(start, start + AROUND);
    return { points: shown.map(({ value }) => ({ value, machine: "" })), at: first < 0 ? 0 : first - start };
  }
}

/** Those that are known; what needs eyes comes first. */
export function repositoriesOf(rows: Overview["rows"], open: Overview["open"]): readonly RepositoryRow[] {
  const known = [...new Set(rows.flatMap(({ repository }) => (repository === null ? [] : [repository])))];
  const found = known.map((repository) => {
    const own = rows.filter((row) => row.repository === repository);
    return {
      repository,
      open: open.filter((event) => event.repository === repository).length,
      workloads: mostUrgentOfEach(own).length,
      newest: own
        .map(({ measuredAt }) => measuredAt)
        .toSorted()
        .at(-1)!,
    };
  });
  return found.toSorted((a, b) => b.open - a.open || (a.repository < b.repository ? -1 : 1));
}

function isUsualChoice({ days, branch, suite }: OverviewChoice): boolean {
  return days === USUAL_DAYS && branch === null && suite === null;
}

/** Leaves out what is not chosen. */
function overviewQuestion({ days, branch, suite }: OverviewChoice): OverviewQuestion {
  return { days, ...(branch === null ? {} : { branch }), ...(suite === null ? {} : { suite }) };
}

/** Note about a workload that the newest runs of its suite do not have. */
function endedBranches(
  { suite, workload }: Readonly<{ suite: string; workload: string }>,
  rows: Overview["rows"],
): readonly string[] {
  const now = rows.filter((row) => row.suite === suite);
  if (now.length === 0 || now.some((row) => row.workload === workload)) return [];
  const on = now[0]!.branch === null ? "" : ` on ${plainLine(now[0]!.branch, 60)}`;
  return [`The newest runs${on} do not have this workload: what is here is its history until then.`];
}

const NOTHING = { points: [], at: 0 } as const;

/** The answer that is known, or is asked for now. A failed one is not kept: the next attempt may succeed. */
async function askedOnce<Key, T>(known: Map<Key, Promise<T>>, key: Key, ask: () => Promise<T>): Promise<T> {
  const before = known.get(key);
  if (before !== undefined) return await before;
  const answer = ask();
  known.set(key, answer);
  answer.catch(() => known.delete(key));
  return await answer;
}

function nothingAsked(): Pick<SiteFacts, "orders" | "changes" | "lines" | "machines" | "workloads"> {
  return {
    orders: new Map(),
    changes: new Map(),
    lines: new Map(),
    machines: new Map(),
    workloads: new Map(),
  };
}

function eventState({ open, shifts }: EventAnswer): EventLine["state"] {
  if (open) return "open";
  return shifts.some(({ direction }) => direction === "worse") ? "past" : "better";
}

/** The rows come with what needs eyes first: the first of a workload stands for it. */
function mostUrgentOfEach(rows: Overview["rows"]): readonly OverviewTableRow[] {
  const first = new Map<string, Overview["rows"][number]>();
  for (const row of rows) {
    const key = JSON.stringify([row.suite, row.workload]);
    if (!first.has(key)) first.set(key, row);
  }
  return [...first.values()];
}

/** Keeps what the newest run has, if several measured a commit. */
function newestPoints(points: readonly HistoryPoint[]): readonly HistoryPoint[] {
  const keyOf = ({ suite, workload, metric, arm }: HistoryPoint) =>
    JSON.stringify([suite, workload, metric, arm]);
  return [...new Map(points.map((point) => [keyOf(point), point])).values()];
}
