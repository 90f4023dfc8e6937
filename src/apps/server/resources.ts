/** Every resource of the API. Their answers are described in model/answers.ts. */

import { z } from "zod";
import {
  AcceptancePage,
  Comparison,
  EnvironmentPage,
  EventPage,
  type FullComparison,
  Overview,
  ReportList,
  RunPage,
  Series,
  SuiteList,
} from "../../model/answers.ts";
import { LedgerList } from "../../model/ledger.ts";
import { metricInfo } from "../../model/metric.ts";
import { OVERALL, Report } from "../../model/report.ts";
import { Run } from "../../model/run.ts";
import { partText } from "../../report/words/cause.ts";
import { databaseText } from "../../report/words/environment.ts";
import type { Cell, CellRows } from "./formats.ts";
import {
  after,
  branch,
  commit,
  format,
  id,
  limit,
  metric,
  repository,
  scope,
  suite,
  workload,
} from "./parameters.ts";
import { type Resource, resource } from "./resource.ts";

const LIMIT_MOST = 1_000;
const LIMIT_USUAL = 100;
const POINTS_MOST = 10_000;
const CHANGES_MOST = 300;
const CHANGES_USUAL = 20;

const paging = { limit: limit(LIMIT_MOST, LIMIT_USUAL), after } as const;
const place = { repository: repository.exactOptional(), suite: suite.exactOptional() } as const;

/** Columns that are called as the fields of the items whose values they have. */
function fields<K extends string>(...names: readonly K[]) {
  const columns = names.map((name) => [name, (item: Readonly<Record<K, Cell>>) => item[name]] as const);
  return Object.fromEntries(columns);
}

/** Columns by name, each with its cell of an item. */
function cellRows<T>(items: readonly T[], columns: Readonly<Record<string, (item: T) => Cell>>): CellRows {
  return {
    columns: Object.keys(columns),
    cells: items.map((item) => Object.values(columns).map((cell) => cell(item))),
  };
}

export const RESOURCES: readonly Resource[] = [
  resource({
    path: "/overview",
    name: "overview",
    summary: "Recent changes over all suites, open ones first",
    params: {},
    query: {
      ...place,
      branch: branch.exactOptional(),
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(3_650)
        .default(30)
        .describe("Number of days that changes are looked for in."),
      format,
    },
    answer: Overview,
    ask: (questions, question) => questions.overview(question),
    rows: ({ rows }) =>
      cellRows(rows, {
        ...fields("repository", "suite", "branch", "workload", "metric", "unit"),
        verdict: (row) => row.verdict?.kind ?? null,
        change: (row) => row.change?.effect ?? null,
        direction: (row) => row.change?.direction ?? null,
        open: (row) => row.change?.open ?? null,
        ...fields("value", "commit", "measuredAt"),
      }),
  }),
  resource({
    path: "/suites",
    name: "suites",
    summary: "Suites with their branches, workloads and metrics",
    params: {},
    query: { ...place, format },
    answer: SuiteList,
    ask: (questions, question) => questions.suites(question),
    rows: ({ suites }) =>
      cellRows(suites, {
        ...fields("repository", "suite"),
        branches: (each) => each.branches.join(" "),
        workloads: (each) => each.workloads.join(" "),
        metrics: (each) => each.metrics.join(" "),
        newest: (each) => each.newest,
      }),
  }),
  resource({
    path: "/series",
    name: "series",
    summary: "A workload's metric over runs, oldest first; `next` leads to older ones",
    params: {},
    query: {
      ...scope,
      suite,
      workload,
      metric: metric.default("qps"),
      limit: limit(POINTS_MOST, LIMIT_MOST),
      after,
      format,
    },
    answer: Series,
    ask: (questions, question) => questions.series(question),
    rows: (series) =>
      cellRows(series.x, {
        at: (i) => series.at[i]!,
        commit: (i) => series.commit[i]!,
        branch: (i) => series.branch[i]!,
        arm: (i) => series.arm[i]!,
        value: (i) => series.value[i]!,
        low: (i) => series.low[i]!,
        high: (i) => series.high[i]!,
        unit: () => series.unit,
        sessions: (i) => series.sessions[i]!,
        fingerprint: (i) => series.machines[series.machine[i]!]!,
        run: (i) => series.run[i]!,
        author: (i) => series.author[i]!,
        subject: (i) => series.subject[i]!,
      }),
  }),
  resource({
    path: "/runs",
    name: "runs",
    summary: "Summaries of runs, newest commit first",
    params: {},
    query: { ...scope, commit: commit("Only runs of this commit.").exactOptional(), ...paging, format },
    answer: RunPage,
    ask: (questions, question) => questions.runs(question),
    rows: ({ runs }) =>
      cellRows(runs, {
        ...fields("orderedAt", "measuredAt", "commit", "branch", "repository", "suite", "mode", "arm"),
        ...fields("fingerprint", "id", "measurementId", "author", "subject"),
      }),
  }),
  resource({
    path: "/runs/:id",
    name: "run",
    summary: "The whole document of a run (docs/schema/run.schema.json)",
    params: { id },
    query: {},
    answer: Run,
    ask: (questions, asked) => questions.run(asked.id),
    rows: null,
  }),
  resource({
    path: "/reports",
    name: "reports",
    summary: "Summaries of the reports about a commit, by suite and job",
    params: {},
    query: {
      repository: repository.exactOptional(),
      commit: commit("Commit that the reports are about."),
      format,
    },
    answer: ReportList,
    ask: async (questions, asked) => ({
      reports: (await questions.reports(asked)).map(reportFacts),
    }),
    rows: ({ reports }) =>
      cellRows(reports, {
        ...fields("id", "suite", "job", "commit", "verdict", "createdAt", "repository", "pullRequest"),
        causes: ({ causes }) => causes.map(({ part }) => partText(part)).join("; "),
      }),
  }),
  resource({
    path: "/reports/:id",
    name: "report",
    summary: "The whole report about the run of that id (docs/schema/report.schema.json)",
    params: { id },
    query: {},
    answer: Report,
    ask: (questions, asked) => questions.report(asked.id),
    rows: null,
  }),
  resource({
    path: "/comparisons/:base/:head",
    name: "comparison",
    summary: "Comparison of two commits, judged as `plumbline compare` judges their newest runs",
    params: { base: commit("Commit to compare with."), head: commit("Commit to judge.") },
    query: { ...place, workload: workload.exactOptional(), format },
    answer: Comparison,
    ask: async (questions, { workload: only, ...pair }) => {
      const full = await questions.comparison(pair);
      return full === undefined ? undefined : comparedChanges(full, only);
    },
    rows: ({ changes }) =>
      cellRows(changes, {
        ...fields("suite", "workload", "metric", "unit", "role", "base", "head", "effect"),
        low: (change) => change.interval?.low ?? null,
        high: (change) => change.interval?.high ?? null,
        verdict: (change) => change.verdict.kind,
      }),
  }),
  resource({
    path: "/events",
    name: "events",
    summary: "Changes of level, newest first; one cause is one event",
    params: {},
    query: {
      ...scope,
      workload: workload.exactOptional(),
      metric: metric.exactOptional(),
      limit: limit(LIMIT_MOST, LIMIT_USUAL),
      format,
    },
    answer: EventPage,
    ask: (questions, question) => questions.events(question),
    rows: ({ events }) =>
      cellRows(
        events.flatMap((event) => event.shifts.map((shift) => ({ ...event, ...shift }))),
        {
          at: ({ firstAfter }) => firstAfter.time,
          lastBefore: ({ lastBefore }) => lastBefore.sha,
          firstAfter: ({ firstAfter }) => firstAfter.sha,
          author: ({ firstAfter }) => firstAfter.author,
          ...fields("repository", "suite", "branch", "workload", "metric", "before", "after", "effect"),
          ...fields("direction", "cause", "state", "open", "p"),
        },
      ),
  }),
  resource({
    path: "/ledger",
    name: "ledger",
    summary: "What the side-by-side measurements of a branch add up to, gate by gate",
    params: {},
    query: {
      ...place,
      branch: branch.exactOptional(),
      workload: workload.exactOptional(),
      metric: metric.exactOptional(),
      since: commit("Commit after which the sums begin.").exactOptional(),
      changes: limit(CHANGES_MOST, CHANGES_USUAL).describe("Number of the newest changes, without `since`."),
      format,
    },
    answer: LedgerList,
    ask: async (questions, question) => ({ ledgers: await questions.ledgers(question) }),
    rows: ({ ledgers }) =>
      cellRows(
        ledgers.flatMap(({ suite: of, branch: on, lines }) =>
          lines.map(({ sum }) => ({ suite: of, branch: on, ...sum })),
        ),
        {
          ...fields("suite", "branch", "workload", "metric", "effect", "low", "high", "limit"),
          ...fields("changes", "red", "gaps"),
          since: ({ since }) => since.sha,
          upTo: ({ upTo }) => upTo.sha,
        },
      ),
  }),
  resource({
    path: "/acceptances",
    name: "acceptances",
    summary: "Acceptances, including revoked ones, newest first",
    params: {},
    query: { ...place, branch: branch.exactOptional(), ...paging, format },
    answer: AcceptancePage,
    ask: (questions, question) => questions.acceptances(question),
    rows: ({ acceptances }) =>
      cellRows(acceptances, {
        ...fields("at", "by", "repository", "pullRequest", "suite", "workload", "metric", "commit", "reason"),
        landed: (each) => each.landed?.commit ?? null,
        branch: (each) => each.landed?.branch ?? null,
        revokedBy: (each) => each.revoked?.by ?? null,
      }),
  }),
  resource({
    path: "/environments",
    name: "environments",
    summary: "Environments by fingerprint, last used first",
    params: {},
    query: { ...place, limit: limit(LIMIT_USUAL, 20), format },
    answer: EnvironmentPage,
    ask: (questions, question) => questions.environments(question),
    rows: ({ environments }) =>
      cellRows(environments, {
        ...fields("fingerprint", "runs", "first", "last"),
        cpu: (each) => each.environment.cpuModel,
        cpus: (each) => each.environment.cpuCount,
        memoryBytes: (each) => each.environment.memoryBytes,
        kernel: (each) => each.environment.kernel,
        runner: (each) => each.environment.runner,
        database: (each) => databaseText(each.environment) ?? "",
        build: (each) => each.environment.build?.said ?? "",
        packager: (each) => each.environment.build?.packager ?? "",
        programs: (each) => each.environment.build?.programs ?? "",
      }),
  }),
];

function reportFacts({
  head,
  suite: of,
  verdict,
  createdAt,
  origin,
  causes = [],
}: Report): ReportList["reports"][number] {
  const { repository, job = null, pullRequest } = origin;
  return {
    id: head.id,
    suite: of,
    commit: head.commit.sha,
    verdict,
    createdAt,
    repository,
    job,
    pullRequest,
    causes: causes.flatMap((search) =>
      search.causes.map(({ part }) => ({ workload: search.workload, part })),
    ),
  };
}

/** @param only the workload that is asked for; undefined: all */
function comparedChanges({ base, head, reports }: FullComparison, only: string | undefined): Comparison {
  const changes = reports.flatMap((report) =>
    report.workloads
      .flatMap((each) => each.changes)
      .filter((change) => only === undefined || change.workload === only)
      .map((change) => ({
        suite: report.suite,
        workload: change.workload,
        metric: change.metric,
        unit: metricInfo(change.metric).unit,
        role: change.role,
        base: change.base.estimate,
        head: change.head.estimate,
        effect: change.effect,
        interval: change.interval,
        verdict: change.verdict,
      })),
  );
  return {
    base,
    head,
    verdict: OVERALL.find((each) => reports.some(({ verdict }) => verdict === each)) ?? null,
    warnings: reports.flatMap(({ warnings }) => warnings),
    changes,
  };
}
