/** The first page: newest checks, and what moved on the branch of each suite that is measured most. */

import { metricLimit } from "../../analysis/verdict/rules.ts";
import type { Store } from "../../io/store/store.ts";
import { compareText, type StoredRun } from "../../io/store/stored-run.ts";
import type {
  AnsweredShift,
  Check,
  EventAnswer,
  LevelShift,
  Overview,
  OverviewRow,
} from "../../model/answers.ts";
import type { StandingSum } from "../../model/ledger.ts";
import { metricInfo, usualOrder } from "../../model/metric.ts";
import type { OverviewQuestion } from "../../model/questions.ts";
import type { Report, Verdict } from "../../model/report.ts";
import { headline } from "../../report/words/headline.ts";
import { gatesOf, standingOf, standingOfGate } from "../../report/words/standing.ts";
import {
  type BranchLevels,
  type KnownLevels,
  mainPlaces,
  type NewestPoint,
  type SuiteBranch,
} from "./changes.ts";
import { type KnownChanges, standingSum } from "./ledger.ts";
import { allReadable } from "./readable.ts";
import { isSweepPoint, knownSuites, suiteQuery } from "./suites.ts";

/** Newest runs whose reports are looked for: few lack one, those that `plumbline run` alone has measured. */
const RUNS_MOST = 40;
const CHECKS_MOST = 8;

export async function overview(
  store: Store,
  levels: KnownLevels,
  question: OverviewQuestion,
  changes: KnownChanges = new Map(),
): Promise<Overview> {
  const { branch, days, ...narrowed } = question;
  const since = new Date(Date.now() - days * 86_400_000).toISOString();
  const parts: OverviewPart[] = [];
  const sums: StandingSum[] = [];
  for (const place of await mainPlaces(store, { ...narrowed, ...(branch === undefined ? {} : { branch }) })) {
    const report = await levels.once(store, ["report", place], () => newestReport(store, place));
    parts.push(branchPart(await levels.of(store, place), place.suite, report, since));
    const sum = await levels.once(store, ["sum", place], () => standingSum(store, place, changes));
    if (sum !== null) sums.push(sum);
  }
  const rows = parts.flatMap((part) => part.rows).sort(mostUrgentFirst);
  const open = parts.flatMap((part) => part.events).filter((event) => event.open);
  const accepted = (await store.acceptances(narrowed))
    .filter(({ revoked, landed }) => revoked === null && landed !== null && landed.at >= since)
    .toReversed();
  const suites = await knownSuites(store, narrowed);
  const unchanged = rows.filter(({ change }) => change === null).length;
  return {
    newest:
      suites
        .map(({ newest }) => newest)
        .sort(compareText)
        .at(-1) ?? null,
    counts: { open: open.length, accepted: accepted.length, unchanged },
    checks: await levels.once(store, ["checks", narrowed, branch], () =>
      newestChecks(store, suites.map(suiteQuery), branch),
    ),
    open: open.toSorted((a, b) => compareText(b.firstAfter.time ?? "", a.firstAfter.time ?? "")),
    accepted,
    sums,
    rows,
  };
}

type OverviewPart = Readonly<{ rows: readonly OverviewRow[]; events: readonly EventAnswer[] }>;

function branchPart(
  { rules, events, newest }: BranchLevels,
  suite: string,
  report: Report | undefined,
  since: string,
): OverviewPart {
  if (newest.every(({ point }) => isSweepPoint(suite, point.workload))) return { rows: [], events: [] };
  const shifts = events.flatMap((event) => event.shifts.map((shift) => ({ event, shift })));
  const recent = shifts.filter(({ event }) => (event.firstAfter.time ?? since) >= since);
  const metrics = usualOrder(newest.map(({ point }) => point.metric));
  const rows = newest
    .toSorted((a, b) => metrics.indexOf(a.point.metric) - metrics.indexOf(b.point.metric))
    .flatMap((each) => {
      const { workload, metric } = each.point;
      const own = recent.filter(({ shift }) => shift.workload === workload && shift.metric === metric);
      const isGate = metricLimit(rules, workload, metric).role === "gate" || metric === "qps";
      return isGate || own.length > 0 ? [rowOf(each, own, report)] : [];
    });
  return { rows, events };
}

type EventShift = Readonly<{ event: EventAnswer; shift: AnsweredShift }>;

function rowOf(
  { point, spark }: NewestPoint,
  moved: readonly EventShift[],
  report: Report | undefined,
): OverviewRow {
  const { repository, suite, branch, workload, metric, value, commit, measuredAt } = point;
  const { unit, direction } = metricInfo(metric);
  const [largest] = moved.toSorted(
    (a, b) => Number(b.shift.open) - Number(a.shift.open) || clarityOf(b.shift) - clarityOf(a.shift),
  );
  return {
    repository,
    suite,
    branch,
    workload,
    metric,
    unit,
    direction,
    verdict: report === undefined ? null : worstVerdict(report, workload),
    change: largest === undefined ? null : rowChange(largest),
    value,
    commit,
    measuredAt,
    spark,
  };
}

function rowChange({ event, shift }: EventShift): OverviewRow["change"] {
  const { effect, direction, noise, open } = shift;
  return { effect, direction, noise, open, commit: event.firstAfter };
}

/** The worst verdict of a workload's gates. */
function worstVerdict({ workloads }: Report, name: string): Verdict | null {
  const workload = workloads.find((each) => each.name === name);
  if (workload === undefined) return null;
  const standing = standingOf(workload);
  return gatesOf(workload).find(({ verdict }) => standingOfGate(verdict) === standing)?.verdict ?? null;
}

async function newestReport(
  store: Store,
  { repository, suite, branch }: SuiteBranch,
): Promise<Report | undefined> {
  const place = { ...suiteQuery({ repository, suite }), ...(branch === null ? {} : { branch }) };
  const runs = await store.list({ ...place, arm: "head", limit: RUNS_MOST });
  return (await newestReports(store, runs, 1))[0];
}

/** The newest check of each pull request, or branch without one, by suite and job: last judged first. */
async function newestChecks(
  store: Store,
  suites: readonly Readonly<{ repository?: string; suite: string }>[],
  branch: string | undefined,
): Promise<readonly Check[]> {
  const found: Check[] = [];
  for (const suite of suites) {
    const of = branch === undefined ? suite : { ...suite, branch };
    const runs = await store.list({ ...of, arm: "head", limit: RUNS_MOST });
    const branches = new Map(runs.map(({ id, branch: of }) => [id, of]));
    const reports = await newestReports(store, runs, 2 * CHECKS_MOST);
    found.push(
      ...reports.map((report) => overviewCheck(report, branches.get(report.head.id.toLowerCase()) ?? null)),
    );
  }
  const newestFirst = found.toSorted((a, b) => compareText(b.createdAt, a.createdAt));
  const newest = new Map<string, Check>();
  for (const check of newestFirst) {
    const { repository, suite, job, pullRequest } = check;
    const key = JSON.stringify([repository, suite, job, pullRequest ?? check.branch]);
    if (!newest.has(key)) newest.set(key, check);
  }
  return [...newest.values()].slice(0, CHECKS_MOST);
}

function overviewCheck(report: Report, branch: string | null): Check {
  const { head, suite, verdict, createdAt, origin } = report;
  const { repository, job = null, pullRequest, runUrl } = origin;
  const { sha, subject } = head.commit;
  const said = { verdict, headline: headline(report) };
  return {
    id: head.id,
    repository,
    suite,
    job,
    pullRequest,
    runUrl,
    commit: sha,
    subject,
    branch,
    ...said,
    createdAt,
  };
}

/** Reports about the newest of the runs. @param runs oldest first */
async function newestReports(
  store: Pick<Store, "reports">,
  runs: readonly StoredRun[],
  most: number,
): Promise<readonly Report[]> {
  const ids = new Set(runs.map(({ id }) => id));
  const found: Report[] = [];
  for (const commit of new Set(runs.toReversed().map((run) => run.commit))) {
    const about = await allReadable([commit], ([sha]) => store.reports(sha!));
    found.push(...about.filter(({ head }) => ids.has(head.id.toLowerCase())));
    if (found.length >= most) break;
  }
  return found;
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
    compareText(a.workload, b.workload)
  );
}
