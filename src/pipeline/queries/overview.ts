/** Recent changes over all suites: their gates on the branch that is measured most. */

import type { Store, StoredSuite } from "../../io/store/store.ts";
import { compareText, isOfRepository, type StoredRun } from "../../io/store/stored-run.ts";
import type { LevelShift, Overview, OverviewRow, SuiteList } from "../../model/answers.ts";
import { groupBy } from "../../model/by-key.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import { type MetricId, metricInfo, usualOrder } from "../../model/metric.ts";
import type { OverviewQuestion } from "../../model/questions.ts";
import type { Report } from "../../model/report.ts";
import { withOpen } from "./history.ts";
import type { KnownLevels } from "./levels.ts";
import { firstReadable } from "./readable.ts";

/** Runs of a suite that say what it has; and of its branch, in which changes are looked for. */
const NEWEST = 200;
/** Points of a metric over them: enough for a hundred workloads. */
const POINTS_MOST = 20_000;
const SPARK = 40;
/** Runs whose reports are looked for. */
const REPORTS_MOST = 5;
/** Metrics that gates look at by default. */
const SHOWN: readonly MetricId[] = ["qps", "server-cpu", "p99"];

type Narrowed = Readonly<{ repository?: string; suite?: string }>;

/** A suite of one repository. Where none is known, that of any is the same: few stores have both. */
type SuiteQuery = Readonly<{ repository?: string; suite: string }>;

export async function suites(store: Store, narrowed: Narrowed): Promise<SuiteList> {
  const found: SuiteList["suites"][number][] = [];
  for (const each of await knownSuites(store, narrowed)) {
    const runs = await store.list({ ...suiteQuery(each), limit: NEWEST });
    const newest = await store.history({ ...suiteQuery(each), limit: POINTS_MOST / NEWEST });
    found.push({
      ...each,
      branches: branchesOf(runs),
      workloads: [...new Set(newest.map(({ workload }) => workload))].sort(compareText),
      metrics: [...usualOrder(newest.map(({ metric }) => metric))],
      fingerprints: [...new Set(runs.toReversed().map(({ fingerprint }) => fingerprint))],
    });
  }
  return { suites: found };
}

async function knownSuites(store: Store, { repository, suite }: Narrowed): Promise<readonly StoredSuite[]> {
  return (await store.suites()).filter(
    (each) => isOfRepository(each, repository) && (suite === undefined || each.suite === suite),
  );
}

function suiteQuery({ repository, suite }: StoredSuite): SuiteQuery {
  return repository === null ? { suite } : { repository, suite };
}

/** Most measured first: both arms of a pull request's measurement count, so that the branch which it is for comes before it. */
function branchesOf(runs: readonly StoredRun[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { branch } of runs) if (branch !== null) counts.set(branch, (counts.get(branch) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || compareText(a, b)).map(([branch]) => branch);
}

export async function overview(
  store: Store,
  levels: KnownLevels,
  question: OverviewQuestion,
): Promise<Overview> {
  const { branch, days, ...narrowed } = question;
  const known = await knownSuites(store, narrowed);
  const since = new Date(Date.now() - days * 86_400_000).toISOString();
  const parts: OverviewPart[] = [];
  for (const each of known) {
    const part = await partOf(store, levels, suiteQuery(each), branch, since);
    if (part !== null) parts.push(part);
  }
  const rows = parts.flatMap((part) => part.rows).sort(mostUrgentFirst);
  const open = parts.flatMap((part) => part.events).filter((event) => event.open);
  const accepted = (await store.acceptances(narrowed))
    .filter(({ revoked, landed }) => revoked === null && landed !== null && landed.at >= since)
    .toReversed();
  const unchanged = rows.filter(({ change }) => change === null).length;
  return {
    newest:
      known
        .map(({ newest }) => newest)
        .sort(compareText)
        .at(-1) ?? null,
    counts: { open: open.length, accepted: accepted.length, unchanged },
    open,
    accepted,
    rows,
  };
}

type OverviewPart = Readonly<{ rows: readonly OverviewRow[]; events: Overview["open"] }>;

async function partOf(
  store: Store,
  levels: KnownLevels,
  suite: SuiteQuery,
  asked: string | undefined,
  since: string,
): Promise<OverviewPart | null> {
  const newest = await store.list({
    ...suite,
    ...(asked === undefined ? {} : { branch: asked }),
    limit: NEWEST,
  });
  const branch = asked ?? branchesOf(newest)[0];
  const runs = newest.filter((run) => branch === undefined || run.branch === branch);
  const [first] = runs;
  if (first === undefined) return null;
  const place = { ...suite, ...(branch === undefined ? {} : { branch }) };
  const limit = POINTS_MOST * SHOWN.length;
  const points = await store.history({ ...place, orderedFrom: first.orderedAt, metrics: SHOWN, limit });
  const all = levels.events(points, await store.acceptances(place));
  const events = await withOpen(store, all, all);
  const report = await newestReport(store, runs);
  return { rows: rowsOf(points, events, report, since), events: events.toReversed() };
}

/** The newest report. Few of the last runs lack one: those that `plumbline run` alone has measured. */
async function newestReport(store: Store, runs: readonly StoredRun[]): Promise<Report | undefined> {
  const newest = runs.toReversed().filter(({ arm }) => arm === "head");
  const ids = newest.slice(0, REPORTS_MOST).map(({ id }) => id);
  return await firstReadable(ids, (id) => store.reportOf(id));
}

function rowsOf(
  points: readonly HistoryPoint[],
  events: Overview["open"],
  report: Report | undefined,
  since: string,
): readonly OverviewRow[] {
  const groups = groupBy(points, ({ metric, workload }) => `${metric} ${workload}`);
  return [...groups.values()].map((group) => {
    // Measurements of this branch as the base of a pull request come at any time and are not for its own sake.
    const newest = group.findLast(({ arm }) => arm === "head") ?? group.at(-1)!;
    const { repository, suite, branch, workload, metric, value, commit, measuredAt } = newest;
    const { unit, direction } = metricInfo(metric);
    const changes = report?.workloads.flatMap((each) => each.changes) ?? [];
    const judged = changes.find((change) => change.workload === workload && change.metric === metric);
    return {
      repository,
      suite,
      branch,
      workload,
      metric,
      unit,
      direction,
      verdict: judged?.verdict ?? null,
      change: largestOf(events, newest, since),
      value,
      commit,
      measuredAt,
      spark: group
        .filter(({ fingerprint, arm }) => fingerprint === newest.fingerprint && arm === newest.arm)
        .slice(-SPARK)
        .map((point) => point.value),
    };
  });
}

function largestOf(
  events: Overview["open"],
  { workload, metric }: HistoryPoint,
  since: string,
): OverviewRow["change"] {
  const moved = events
    .filter((event) => (event.firstAfter.time ?? since) >= since)
    .flatMap((event) => event.shifts.map((shift) => ({ event, shift })))
    .filter(({ shift }) => shift.workload === workload && shift.metric === metric)
    .sort((a, b) => clarityOf(b.shift) - clarityOf(a.shift));
  const [largest] = moved;
  if (largest === undefined) return null;
  const { effect, direction, noise } = largest.shift;
  return { effect, direction, noise, open: largest.event.open, commit: largest.event.firstAfter };
}

function clarityOf({ effect, noise }: Pick<LevelShift, "effect" | "noise">): number {
  return effect === null || noise === 0 ? Number.MAX_VALUE : Math.abs(effect) / noise;
}

function mostUrgentFirst(a: OverviewRow, b: OverviewRow): number {
  const urgency = ({ change }: OverviewRow) => (change === null ? -1 : clarityOf(change));
  return (
    Number(b.change?.open ?? false) - Number(a.change?.open ?? false) ||
    urgency(b) - urgency(a) ||
    compareText(a.repository ?? "", b.repository ?? "") ||
    compareText(a.suite, b.suite) ||
    compareText(a.workload, b.workload) ||
    compareText(a.metric, b.metric)
  );
}
