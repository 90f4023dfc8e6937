/** The ledger of a branch: reports of its side-by-side measurements, added up. */
import { chainOf, type Link } from "../../analysis/ledger/chain.ts";
import { heaviestChange, type SummedEvent } from "../../analysis/ledger/heaviest.ts";
import { withOneCause } from "../../analysis/ledger/one-cause.ts";
import { type MeasuredChange, measuredChange } from "../../analysis/ledger/paired-changes.ts";
import {
  carriedByLast,
  ledgerAlerts,
  standingSums,
  stepsSince,
  sumsSince,
  WINDOW,
} from "../../analysis/ledger/sums.ts";
import type { HistoryQuery, Store } from "../../io/store/store.ts";
import type { StoredRun } from "../../io/store/stored-run.ts";
import type { Acceptance } from "../../model/acceptance.ts";
import type { EventAnswer } from "../../model/answers.ts";
import { defined } from "../../model/defined.ts";
import { PlumblineError } from "../../model/errors.ts";
import type { Ledger, LedgerSum, StandingSum } from "../../model/ledger.ts";
import type { LedgerQuestion } from "../../model/questions.ts";
import type { Report } from "../../model/report.ts";
import { mainPlaces, type SuiteBranch } from "./changes.ts";
import { unlessUnreadable } from "./readable.ts";

/** Newest measurements of a branch that are added up at most. */
const MEASUREMENTS_MOST = 300;
/** Newest ones that a check and the first page look at: the sums that alert, and what tells their noise. */
export const LOOKED_AT = 60;
/** Reports that are read at a time. */
const TOGETHER = 10;

type LedgerStore = Pick<Store, "list" | "reports" | "acceptances">;

/** What is known of measurements that were read before, by the run's id: what a report measured stays. */
export type KnownChanges = Map<string, MeasuredChange | null>;

export type BranchLedger = Readonly<{ chain: readonly Link[]; acceptances: readonly Acceptance[] }>;

/** @param most newest measurements that are read */
export async function ledgerOf(
  store: LedgerStore,
  place: SuiteBranch,
  most: number = MEASUREMENTS_MOST,
  known: KnownChanges = new Map(),
): Promise<BranchLedger> {
  const measured = await measuredChanges(store, place, most, known);
  return { chain: chainOf(measured), acceptances: await store.acceptances(queryOf(place)) };
}

async function measuredChanges(
  store: LedgerStore,
  place: SuiteBranch,
  most: number,
  known: KnownChanges,
): Promise<readonly MeasuredChange[]> {
  const found = await store.list({ ...queryOf(place), arm: "head", limit: most });
  const runs = found.filter(
    ({ mode, repository }) => mode === "side-by-side" && repository === place.repository,
  );
  const unread = runs.filter(({ id }) => !known.has(id));
  for (let at = 0; at < unread.length; at += TOGETHER)
    await Promise.all(unread.slice(at, at + TOGETHER).map((run) => read(store, run, known)));
  return runs.flatMap(({ id }) => known.get(id) ?? []);
}

async function read(store: LedgerStore, { id, commit }: StoredRun, known: KnownChanges): Promise<void> {
  const reports = (await store.reports(commit).catch(unlessUnreadable)) ?? [];
  const own = reports.find(({ head }) => head.id.toLowerCase() === id);
  // A report may come later than its run.
  if (own !== undefined) known.set(id, measuredChange(own));
}

function queryOf({ repository, suite, branch }: SuiteBranch) {
  return {
    suite,
    ...(repository === null ? {} : { repository }),
    ...(branch === null ? {} : { branch }),
  };
}

/** Ledgers of the branch of each suite that is measured most, or of the one that is asked for; none of a suite without pairs. */
export async function ledgers(
  store: Store,
  { since, sinceTime, changes, workload, metric, ...asked }: LedgerQuestion,
  known: KnownChanges = new Map(),
): Promise<readonly Ledger[]> {
  const all: Ledger[] = [];
  for (const place of await mainPlaces(store, asked)) {
    const { chain, acceptances } = await ledgerOf(store, place, MEASUREMENTS_MOST, known);
    if (chain.length === 0) continue;
    const start =
      since === undefined
        ? Math.max(0, chain.length - (changes ?? WINDOW.most))
        : placeSince(chain, since, sinceTime);
    const sums = sumsSince(chain, acceptances, start).filter(
      (sum) =>
        (workload === undefined || sum.workload === workload) &&
        (metric === undefined ? sum.limit !== null : sum.metric === metric),
    );
    const lines = sums.map((sum) => ({ sum, steps: stepsSince(chain, acceptances, sum, start) }));
    const alerts = ledgerAlerts(chain, acceptances).toReversed();
    all.push({ suite: place.suite, branch: place.branch, lines, alerts });
  }
  return all;
}

/** What the branch has lost beyond a limit up to its newest commit, by the clearest of its gates; null: nothing. */
export async function standingSum(
  store: LedgerStore,
  place: SuiteBranch,
  known: KnownChanges,
): Promise<StandingSum | null> {
  const { chain, acceptances } = await ledgerOf(store, place, LOOKED_AT, known);
  const [first, ...others] = standingSums(chain, acceptances);
  return first === undefined ? null : { ...place, ...first, more: others.length };
}

/**
 * The place of the first change after a commit.
 * @param since the commit, or its first digits
 * @param time of a commit that may never have been measured, ISO 8601
 * @throws PlumblineError of kind "usage" for a commit that no measurement names, and whose time is not known
 */
function placeSince(chain: readonly Link[], since: string, time: string | undefined): number {
  const after = chain.findIndex(({ base }) => base.sha.startsWith(since));
  if (after >= 0) return after;
  const upTo = chain.findIndex(({ head }) => head.sha.startsWith(since));
  if (upTo >= 0) return upTo + 1;
  if (time === undefined) {
    throw new PlumblineError(
      "usage",
      `no side-by-side measurement on this branch names the commit ${since}`,
      {
        remedy: "name one that was measured: see `plumbline history`",
      },
    );
  }
  const first = chain.findIndex(({ at }) => Date.parse(at) > Date.parse(time));
  return first < 0 ? chain.length : first;
}

/**
 * The gates that a report's change carries beyond what the branch may lose, with what was measured of the branch before. The
 * report need not be stored yet.
 */
export async function carriedBeyond(
  store: LedgerStore,
  report: Report,
  branch: string,
): Promise<readonly LedgerSum[]> {
  const own = measuredChange(report);
  if (own === null) return [];
  const about = { repository: report.origin.repository, suite: report.suite, branch };
  const before = (await measuredChanges(store, about, LOOKED_AT, new Map())).filter(
    ({ head }) => head.sha !== own.head.sha,
  );
  // A pull request's head may be older than what its base branch got since: it is the newest all the same.
  const latest = (times: readonly string[]) =>
    times.reduce((a, b) => (Date.parse(b) > Date.parse(a) ? b : a));
  const all = [...before, own];
  const place = {
    at: latest(all.map(({ at }) => at)),
    measuredAt: latest(all.map((each) => each.measuredAt)),
  };
  const chain = chainOf([...before, { ...own, ...place }]);
  return carriedByLast(chain, await store.acceptances(queryOf(about)));
}

/**
 * Sums that are open and that none of these changes of level explains, each as its heaviest change.
 * @param events of the same branches, those that are open
 */
export async function openSums(
  store: Store,
  { repository, suite, branch, workload, metric }: Omit<HistoryQuery, "limit">,
  events: readonly EventAnswer[],
): Promise<readonly SummedEvent[]> {
  const asked = defined({ repository, suite, branch });
  const all: SummedEvent[] = [];
  for (const place of await mainPlaces(store, asked)) {
    const { chain, acceptances } = await ledgerOf(store, place);
    const commits = chain.flatMap(({ base, head }) => [base.sha, head.sha]);
    const here = events.filter((event) => event.suite === place.suite && event.branch === place.branch);
    const alerts = ledgerAlerts(chain, acceptances).filter(
      ({ open, sums: [first] }) =>
        open &&
        (workload === undefined || first!.workload === workload) &&
        (metric === undefined || first!.metric === metric),
    );
    for (const { event, sums } of withOneCause(here, alerts, commits)) {
      if (event !== null || sums === null) continue;
      const [first] = sums.sums;
      const start = chain.findIndex(({ base }) => base.sha === first!.since.sha);
      const subject = { workload: first!.workload, metric: first!.metric };
      const [point] = await store.history({ ...queryOf(place), ...subject, limit: 1 });
      const steps = stepsSince(chain, acceptances, subject, start);
      const found = heaviestChange(place, sums, steps, point?.value ?? 1);
      if (found !== null) all.push(found);
    }
  }
  return all;
}
