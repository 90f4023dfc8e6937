/** A store as a team has it after some weeks, for the tests of the pages: a suite on main with a step, pull requests, an acceptance. */
import { compareArms } from "../../src/analysis/verdict/arms.ts";
import { DEFAULT_GATES } from "../../src/config/parse.ts";
import type { Store } from "../../src/io/store/store.ts";
import type { Rules } from "../../src/model/rules.ts";
import type { Run } from "../../src/model/run.ts";
import { makePair, makeRun, uuidOf, type WorkloadRecipe } from "./runs.ts";

export const RULES: Rules = {
  alpha: 0.05,
  gates: DEFAULT_GATES,
  errorLimit: 0.001,
  decide: "significant-and-relevant",
};

const DAY = 86_400_000;
const STEP = 1.125;

export type SiteStory = Readonly<{
  /** Runs of main, and the one from which on read-write is slower by an eighth. */
  runs: number;
  stepAt: number;
  /** Time at which the newest run was measured, ISO 8601. */
  until: string;
}>;

/** @returns commits of main, oldest first, and the pull request's head */
export async function fillSiteStore(
  store: Store,
  { runs, stepAt, until }: SiteStory,
): Promise<Readonly<{ commits: readonly string[]; pullRequest: string }>> {
  const main = Array.from({ length: runs }, (_, i) =>
    mainRun(i, i >= stepAt ? STEP : 1, new Date(Date.parse(until) - (runs - 1 - i) * DAY).toISOString()),
  );
  await store.save(main);
  const [base, head] = makePair(
    {
      seed: 9_000,
      sessions: 4,
      secondsPerSession: 0.5,
      startedAt: until,
      workloads: workloadsAt(STEP),
      commit: { branch: "batch-wal", subject: "wal: flush in batches" },
    },
    -0.12,
  );
  const onMain: Run = { ...base, commit: { ...base.commit, branch: "main" } };
  const judged: Run = { ...head, rules: RULES };
  await store.save([onMain, judged]);
  const report = compareArms(onMain, judged, RULES, {
    id: uuidOf("report of the site"),
    createdAt: until,
    version: "0.1.0",
  });
  await store.saveReport(report);
  const landed = main[Math.floor(stepAt / 2)]!.commit;
  await store.saveAcceptances([
    {
      id: uuidOf("acceptance of the site"),
      repository: "acme/db",
      pullRequest: 812,
      suite: "oltp",
      workload: "point-select",
      metric: "server-cpu",
      commit: landed.sha,
      via: "command",
      by: "reviewer",
      reason: "checksums of pages are worth two percent",
      at: landed.time!,
      revoked: null,
      landed: { commit: landed.sha, branch: "main", at: landed.time! },
    },
  ]);
  return { commits: main.map(({ commit }) => commit.sha), pullRequest: head.commit.sha };
}

function mainRun(index: number, slower: number, startedAt: string): Run {
  const run = makeRun({
    seed: 500 + index,
    sessions: 3,
    secondsPerSession: 0.2,
    startedAt,
    workloads: workloadsAt(slower),
    commit: { subject: subjectOf(index), author: "Ann & Bo" },
  });
  return { ...run, rules: RULES };
}

function workloadsAt(slower: number): readonly WorkloadRecipe[] {
  return [
    { name: "point-select", workload: "oltp_point_select" },
    { name: "read-write", workload: "oltp_read_write", rate: 240 / slower, medianNs: 4_000_000 * slower },
  ];
}

const SUBJECTS = [
  "planner: keep the cheaper of two sort orders",
  "wal: fewer locks while a segment is switched",
  "storage: read ahead on bitmap scans",
  '<b>executor</b>: "quoted" & escaped',
];

function subjectOf(index: number): string {
  return SUBJECTS[index % SUBJECTS.length]!;
}
