/** Puts a report together from what was judged. */

import { addByKey } from "../../model/by-key.ts";
import type { Warning } from "../../model/document.ts";
import { hasFaults } from "../../model/migration.ts";
import type {
  BaselineReference,
  Change,
  OrderEffect,
  Overall,
  Report,
  RunReference,
  WorkloadReport,
} from "../../model/report.ts";
import { type Rules, relevantChange } from "../../model/rules.ts";
import type { Run, Session, WorkloadRun } from "../../model/run.ts";
import { sumOf } from "../../stats/summary.ts";
import { hostsOf } from "../breakdown/hosts.ts";
import { kindReports, stageReports, statementReports } from "../breakdown/statements.ts";
import { reasonOf } from "../reason/reason.ts";
import { capacitiesOf } from "../sweep/capacity.ts";
import { judgeMigration } from "../timeline/migration.ts";
import { timelinesOf } from "../timeline/timeline.ts";
import { cpuByProcess, idleCpus } from "../warnings/background.ts";
import { choseItsHistory } from "../warnings/conditions.ts";
import { attemptsReport } from "./attempts.ts";

/** Facts of the moment at which a report is made. */
export type Stamp = Readonly<{ id: string; createdAt: string; version: string }>;

export type Parts = Readonly<{
  head: Run;
  baseline: BaselineReference;
  form: Report["rule"]["form"];
  /** The run whose server head's is held against; absent: there is none. */
  other?: Run | undefined;
  /** Number of stored measurements that the known noise of the test comes from. */
  earlier?: number;
  /** Each workload of head, in head's order. */
  workloads: readonly Readonly<{
    head: WorkloadRun;
    /** Sessions of base, run by run; a single one where base is an arm. */
    base: readonly (readonly Session[])[];
    /** Latency curves of all those sessions. */
    curves: WorkloadReport["curves"];
  }>[];
  changes: readonly Change[];
  /** The changes of all workloads taken together. */
  together?: readonly Change[];
  /** Effects of the order of starts. */
  order?: readonly OrderEffect[];
  warnings: readonly Warning[];
}>;

export function assembleReport(parts: Parts, rules: Rules, stamp: Stamp): Report {
  const { head, baseline, form, together = [], warnings } = parts;
  const judged = [...parts.changes, ...together];
  const counts = countVerdicts(judged);
  const migration = head.migration === undefined ? undefined : judgeMigration(head.migration);
  const timelines = timelinesOf(parts.workloads);
  const capacities = capacitiesOf(
    parts.workloads.map(({ head: own, base }) => ({
      head: own,
      base: form === "prediction" ? [] : base.flat(),
    })),
  );
  const verdict = hasFaults(migration) ? "regressed" : overall(head, judged, counts, rules);
  const excluded = verdict === "unchanged" || verdict === "improved" ? excludedOf(judged) : 1;
  const workloads = parts.workloads.map((each) => workloadReport(each, parts, rules));
  const reason = reasonOf(
    parts.other,
    head,
    parts.workloads.map(({ head: { sessions }, base }, i) => ({
      report: workloads[i]!,
      base: base.flat(),
      head: sessions,
    })),
  );
  const attempts = attemptsReport(head, rules);
  return {
    schema: "plumbline.report/1",
    id: stamp.id,
    suite: head.suite,
    createdAt: stamp.createdAt,
    version: stamp.version,
    mode: head.measurement.mode,
    origin: head.origin,
    baseline,
    head: referenceOf(head),
    verdict,
    ...(excluded > 1 ? { excluded } : {}),
    counts,
    rule: {
      alpha: rules.alpha,
      adjustment: "holm",
      form,
      ...(parts.earlier ? { earlier: parts.earlier } : {}),
    },
    ...(attempts === undefined ? {} : { attempts }),
    plan: head.plan,
    environment: head.environment,
    ...baseBuildOf(parts),
    generator: head.generator,
    workloads,
    ...(together.length === 0 ? {} : { together }),
    ...(parts.order === undefined || parts.order.length === 0 ? {} : { order: parts.order }),
    ...(head.causes === undefined ? {} : { causes: head.causes }),
    ...(migration === undefined ? {} : { migration }),
    ...(capacities === undefined ? {} : { capacities }),
    ...(timelines === undefined ? {} : { timelines }),
    ...(reason === undefined ? {} : { reason }),
    warnings,
  };
}

function baseBuildOf({ baseline, other }: Parts): Pick<Report, "baseBuild"> {
  const build = baseline.kind === "arm" ? other?.environment.build : undefined;
  return build === undefined ? {} : { baseBuild: build };
}

export function referenceOf(run: Run): RunReference {
  const sessions = Math.max(0, ...run.workloads.map((workload) => workload.sessions.length));
  return { id: run.id, commit: run.commit, sessions };
}

function workloadReport(
  { head, base: runs, curves }: Parts["workloads"][number],
  { form, changes }: Parts,
  rules: Rules,
): WorkloadReport {
  const base = runs.flat();
  const statements = statementReports(runs, head.sessions, form, rules);
  const kinds = kindReports(runs, head.sessions, form, rules);
  const stages = stageReports(runs, head.sessions, form, rules);
  const hosts = hostsOf(form === "prediction" ? [] : base, head.sessions);
  return {
    name: head.name,
    workload: head.workload,
    options: chosenOptions(head),
    ...(head.newBecause === undefined ? {} : { newBecause: head.newBecause }),
    sessions: head.sessions.length,
    changes: changes.filter(({ workload }) => workload === head.name),
    ...(statements === undefined ? {} : { statements }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(stages === undefined ? {} : { stages }),
    ...(hosts === undefined ? {} : { hosts }),
    ...processCpu(base, head.sessions),
    ...idleOf(base, head.sessions),
    curves,
    ...drivenOf(base, head.sessions),
    errors: { base: errorTotals(base), head: errorTotals(head.sessions) },
  };
}

function processCpu(
  base: readonly Session[],
  head: readonly Session[],
): Pick<WorkloadReport, "cpuByProcess"> {
  const by = { base: cpuByProcess(base), head: cpuByProcess(head) };
  return by.base === null || by.head === null ? {} : { cpuByProcess: { base: by.base, head: by.head } };
}

function idleOf(base: readonly Session[], head: readonly Session[]): Pick<WorkloadReport, "idleCpus"> {
  const idle = { base: idleCpus(base), head: idleCpus(head) };
  return idle.base === null && idle.head === null ? {} : { idleCpus: idle };
}

/** Against nothing, or with values of another tool, there is no time to compare. */
function drivenOf(base: readonly Session[], head: readonly Session[]): Pick<WorkloadReport, "driven"> {
  if (base.length === 0 || [...base, ...head].some(({ reported }) => reported !== undefined)) return {};
  const of = (sessions: readonly Session[]) => ({
    loadNs: sumOf(sessions, ({ durationNs }) => durationNs),
    slowestNs: Math.max(0, ...sessions.map(({ latency }) => latency.maxNs)),
  });
  return { driven: { base: of(base), head: of(head) } };
}

/** The options that differ from the load generator's defaults; all options where the run does not say which do. */
function chosenOptions({ options, chosen }: WorkloadRun): WorkloadReport["options"] {
  if (chosen === undefined) return options;
  return Object.fromEntries(chosen.flatMap((name) => (name in options ? [[name, options[name]!]] : [])));
}

function errorTotals(sessions: readonly Session[]): Readonly<Record<string, number>> {
  return addByKey(sessions.map(({ errorsBySqlstate }) => errorsBySqlstate));
}

/** Counts over the gates; a verdict for want of data counts as inconclusive. */
function countVerdicts(changes: readonly Change[]): Report["counts"] {
  const counts = { regressed: 0, improved: 0, unchanged: 0, inconclusive: 0 };
  let trade = 0;
  let notWorse = 0;
  for (const { role, verdict } of changes) {
    if (role !== "gate") continue;
    if (verdict.kind === "trade") trade += 1;
    else counts[verdict.kind === "too-few" ? "inconclusive" : verdict.kind] += 1;
    if (verdict.kind === "inconclusive" && verdict.notWorse === true) notWorse += 1;
  }
  return { ...counts, ...(trade > 0 ? { trade } : {}), ...(notWorse > 0 ? { notWorse } : {}) };
}

function overall(head: Run, changes: readonly Change[], counts: Report["counts"], rules: Rules): Overall {
  // What base has nothing like can be no worse than it was.
  const isNew =
    head.workloads.length > 0 && head.workloads.every(({ newBecause }) => newBecause !== undefined);
  const judged = anythingJudged(changes, rules) ? overallOf(counts) : "inconclusive";
  const verdict = isNew ? "unchanged" : judged;
  // Settled gates and errors know nothing of the objection to all others.
  return verdict !== "regressed" && choseItsHistory(head) ? "inconclusive" : verdict;
}

/**
 * The multiple of its limit at which the worst gate stands, 1 where all hold theirs: for that one number the error rate is that of a single
 * gate (docs/decisions/020-green.md).
 */
export function excludedOf(changes: readonly Change[]): number {
  const named = changes.flatMap(({ role, verdict, base, ...limit }) =>
    role === "gate" && verdict.kind === "inconclusive" && verdict.most !== undefined
      ? [verdict.most / relevantChange(limit, base.estimate)]
      : [],
  );
  return Math.max(1, ...named);
}

/** False if gates of speed are asked for and none could judge: then it is no answer that nothing failed. */
function anythingJudged(changes: readonly Change[], { gates }: Rules): boolean {
  return (
    gates.length === 0 || changes.some(({ role, metric }) => role === "gate" && metric !== "failed-share")
  );
}

/**
 * The worst over the gates; one that is certainly not worse by more than its limit asks for no action, even where it may be better
 * (docs/decisions/011-not-worse.md). Nothing judged is nothing shown: inconclusive.
 */
function overallOf(counts: Report["counts"]): Overall {
  const { notWorse = 0, trade = 0 } = counts;
  if (counts.regressed > 0) return "regressed";
  if (counts.inconclusive > notWorse || counts.improved + counts.unchanged + notWorse === 0)
    return "inconclusive";
  if (trade > 0) return "trade";
  return counts.improved > 0 ? "improved" : "unchanged";
}
