/** Turns a store's answers about a workload into the data of its page. */

import { valueInterval } from "../../analysis/history/series.ts";
import type { Acceptance } from "../../model/acceptance.ts";
import type { ChangeEvent, RunFacts } from "../../model/answers.ts";
import { groupBy } from "../../model/by-key.ts";
import type { HistoryPoint } from "../../model/history-point.ts";
import type { LedgerLine } from "../../model/ledger.ts";
import type { CommitTag } from "../../model/measured-commit.ts";
import { type MetricId, usualOrder } from "../../model/metric.ts";
import type { Environment } from "../../model/run.ts";
import { significant } from "../../stats/round.ts";
import { builtText } from "../words/build.ts";
import { databaseText, machineText } from "../words/environment.ts";
import type { MetricColumn, NamedMachine, TakenPoint, WorkloadData } from "./data.ts";

export type WorkloadFacts = Readonly<{
  suite: string;
  workload: string;
  branch: string | null;
  /** Oldest first, of all metrics. */
  points: readonly HistoryPoint[];
  /** Runs of the suite, in any order; those without the workload are its gaps. */
  suiteRuns?: readonly RunFacts[];
  events: readonly ChangeEvent[];
  acceptances: readonly Acceptance[];
  environments: readonly Readonly<{ fingerprint: string; environment: Environment }>[];
  isCut: boolean;
  ledger?: readonly LedgerLine[];
  tags?: readonly CommitTag[];
}>;

/** Digits of a value that can be seen. */
const DIGITS = 6;

export function workloadData(facts: WorkloadFacts): WorkloadData {
  const { suite, workload, branch, points, suiteRuns = [], events, isCut, ledger = [], tags = [] } = facts;
  const runs = withGaps(distinctRuns(points), suiteRuns);
  const branches = [...new Set([branch, ...runs.map((run) => run.branch)])].filter((name) =>
    runs.some((run) => run.branch === name),
  );
  const authors = [...new Set(runs.flatMap(({ author }) => author ?? []))];
  const authorAt = new Map(authors.map((author, i) => [author, i]));
  const fingerprints = [...new Set(runs.map(({ fingerprint }) => fingerprint))];
  return {
    schema: "plumbline.site-workload/1",
    suite,
    workload,
    repository: points.at(-1)?.repository ?? null,
    branch: branches.includes(branch) ? branch : (branches[0] ?? null),
    branches,
    machines: fingerprints.map((fingerprint) => namedMachine(facts, fingerprint)),
    authors,
    runs: {
      commit: runs.map(({ commit }) => commit),
      at: runs.map(({ commitTime, measuredAt }) => `${(commitTime ?? measuredAt).slice(0, 19)}Z`),
      subject: runs.map(({ subject }) => subject),
      author: runs.map(({ author }) => (author === null ? null : authorAt.get(author)!)),
      branch: runs.map((run) => branches.indexOf(run.branch)),
      machine: runs.map(({ fingerprint }) => fingerprints.indexOf(fingerprint)),
      arm: runs.map(({ arm }) => arm),
    },
    metrics: metricColumns(points, runs),
    events,
    taken: takenPoints(facts),
    ...(ledger.length === 0 ? {} : { ledger }),
    ...(tags.length === 0 ? {} : { tags }),
    isCut,
  };
}

type RunHead = Omit<
  HistoryPoint,
  "repository" | "suite" | "workload" | "metric" | "value" | "sessions" | "logSd"
>;

/** Adds the runs that lack the workload and lie between two that have it, on the same branch and machine. */
function withGaps(runs: readonly RunHead[], suiteRuns: readonly RunFacts[]): readonly RunHead[] {
  const timeOf = ({ commitTime, measuredAt }: Pick<RunHead, "commitTime" | "measuredAt">) =>
    Date.parse(commitTime ?? measuredAt);
  const seriesOf = ({ branch, arm, fingerprint }: Pick<RunHead, "branch" | "arm" | "fingerprint">) =>
    JSON.stringify([branch, arm, fingerprint]);
  const ends = new Map(
    [...groupBy(runs, seriesOf)].map(([key, own]) => [key, [timeOf(own[0]!), timeOf(own.at(-1)!)] as const]),
  );
  const has = new Set(runs.map(({ runId }) => runId));
  const gaps = suiteRuns.filter((run) => {
    const [first, last] = ends.get(seriesOf(run)) ?? [0, 0];
    return !has.has(run.id) && timeOf(run) > first && timeOf(run) < last;
  });
  if (gaps.length === 0) return runs;
  return [...runs, ...gaps.map((run) => ({ ...run, runId: run.id }))].toSorted(
    (a, b) => timeOf(a) - timeOf(b),
  );
}

/** A point of each run, in the order of the points. */
function distinctRuns(points: readonly HistoryPoint[]): readonly HistoryPoint[] {
  const runs = new Map<string, HistoryPoint>();
  for (const point of points) if (!runs.has(point.runId)) runs.set(point.runId, point);
  return [...runs.values()];
}

function metricColumns(points: readonly HistoryPoint[], runs: readonly RunHead[]): WorkloadData["metrics"] {
  const place = new Map(runs.map(({ runId }, i) => [runId, i]));
  const present = usualOrder(points.map(({ metric }) => metric));
  const empty = () => runs.map((): number | null => null);
  type Filling = { [K in keyof MetricColumn]: (number | null)[] };
  const columns = new Map<MetricId, Filling>(present.map((id) => [id, { value: empty(), spread: empty() }]));
  for (const point of points) {
    const at = place.get(point.runId)!;
    const { high } = valueInterval(point);
    const column = columns.get(point.metric)!;
    column.value[at] = significant(point.value, DIGITS);
    column.spread[at] =
      high === null || point.value <= 0 ? null : significant(Math.log(high / point.value), 3);
  }
  return Object.fromEntries(columns);
}

function namedMachine({ environments }: WorkloadFacts, fingerprint: string): NamedMachine {
  const known = environments.find((each) => each.fingerprint === fingerprint)?.environment;
  if (known === undefined) return { fingerprint, words: "not known" };
  const built = known.build === undefined ? null : builtText(known.build);
  const words = [machineText(known), databaseText(known), built, known.runner || null].filter(
    (part) => part !== null,
  );
  return { fingerprint, words: words.join(", ") || "not known" };
}

function takenPoints({ workload, acceptances }: WorkloadFacts): readonly TakenPoint[] {
  return acceptances.flatMap(({ revoked, landed, workload: of, metric, by, reason, pullRequest }) =>
    revoked !== null || landed === null || (of !== null && of !== workload)
      ? []
      : [{ metric, commit: landed.commit, branch: landed.branch, at: landed.at, by, reason, pullRequest }],
  );
}
