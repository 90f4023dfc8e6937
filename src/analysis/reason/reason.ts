/** Differences between the servers of the arms, and which of them go with the gates that regressed. */
import type { MetricId } from "../../model/metric.ts";
import type { Cause, CauseKind, DiagnosisKind, Reason } from "../../model/reason.ts";
import type { Change, Report, WorkloadReport } from "../../model/report.ts";
import type { Run, Session } from "../../model/run.ts";
import { causesOf } from "./causes.ts";
import { observedDifferences } from "./differences.ts";
import { serverCauses } from "./server-causes.ts";
import { waitCauses } from "./waits.ts";

/** Most entries of one list in a report. */
const LISTED_MOST = 100;
/** Most plans in a report. Each may have a hundred steps, and a program that reads reports of strangers accepts only so many values. */
const PLANS_MOST = 20;

/** A workload's report, and its sessions. */
export type ReasonPart = Readonly<{
  report: Pick<WorkloadReport, "name" | "statements" | "changes">;
  base: readonly Session[];
  head: readonly Session[];
}>;

type Looked = Pick<Run, "observed"> & Partial<Pick<Run, "environment">>;

/** Undefined if a run did not observe its server. Causes are sought only for workloads with a regressed gate of speed. */
export function reasonOf(
  base: Looked | undefined,
  head: Looked & Pick<Run, "setupFiles">,
  parts: readonly ReasonPart[],
): Reason | undefined {
  if (base?.observed === undefined || head.observed === undefined) return undefined;
  const all = observedDifferences(base.observed, head.observed);
  const { setupFiles: files = [] } = head;
  const known = {
    ...all,
    files,
    plansOfHead: head.observed.plans,
    plansOfBase: base.observed.plans,
    databases: { base: base.observed.databases, head: head.observed.databases },
    servers: serverCauses(base.environment, head.environment),
  };
  const waits = { base: base.observed.waits ?? [], head: head.observed.waits ?? [] };
  const regressed = parts.filter(({ report }) => report.changes.some(isRegressedGate));
  const lists = [all.differences, all.sizes, all.executions, files];
  const left = [...lists.map(({ length }) => length - LISTED_MOST), all.plans.length - PLANS_MOST];
  return {
    differences: all.differences.slice(0, LISTED_MOST),
    sizes: all.sizes.slice(0, LISTED_MOST),
    plans: all.plans.slice(0, PLANS_MOST),
    executions: all.executions.slice(0, LISTED_MOST),
    profiles: all.profiles,
    files: files.slice(0, LISTED_MOST),
    more: left.reduce((sum, count) => sum + Math.max(0, count), 0),
    causes: regressed.flatMap((part) => causesOf(part, known, waitCauses(part, waits))),
  };
}

/** A workload whose regression is not explained by the causes so far, and where to look next. */
export type Unexplained = Readonly<{ name: string; look: DiagnosisKind }>;

/** Smallest unexplained share of the longer time that is worth another look. */
const UNEXPLAINED_LEAST = 0.5;
/** Causes that say what a statement does more often, and not why. */
const BARE_KINDS: readonly CauseKind[] = ["execution", "cpu", "waits"];

/** Workloads that are worth another look, the least explained first. */
export function unexplainedWorkloads({
  workloads,
  reason,
}: Pick<Report, "workloads" | "reason">): readonly Unexplained[] {
  return workloads
    .filter(({ changes }) => changes.some(isRegressedGate))
    .map(({ name, changes }) => ({ name, changes, left: 1 - shownShare(name, reason?.causes ?? []) }))
    .filter(({ left }) => left >= UNEXPLAINED_LEAST)
    .toSorted((a, b) => b.left - a.left)
    .map(({ name, changes }) => ({ name, look: likelyLook(changes) }));
}

/** Share of the longer time, from 0 to 1, that belongs to statements with a shown cause. */
function shownShare(workload: string, causes: readonly Cause[]): number {
  const shown = causes.filter(
    (cause) => cause.workload === workload && cause.shown && !BARE_KINDS.includes(cause.kind),
  );
  const shares = new Map(shown.map(({ statement, share = 0 }) => [statement, share]));
  return Math.min(
    1,
    [...shares.values()].reduce((sum, share) => sum + share, 0),
  );
}

/** Share of the growth of latency: if CPU time grew by less, connections wait rather than compute. */
const CPU_LEAST = 0.25;

function likelyLook(changes: readonly Pick<Change, "metric" | "effect">[]): DiagnosisKind {
  const effectOf = (metric: MetricId) => changes.find((change) => change.metric === metric)?.effect ?? null;
  const [cpu, latency] = [effectOf("server-cpu"), effectOf("mean")];
  return cpu !== null && latency !== null && latency > 0 && cpu < CPU_LEAST * latency ? "waits" : "cpu";
}

/** Failed statements have reasons of their own: their SQLSTATE. */
function isRegressedGate({ role, metric, verdict }: Change): boolean {
  return role === "gate" && metric !== "failed-share" && verdict.kind === "regressed";
}
