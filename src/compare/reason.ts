/** What differs between the arms beside the numbers, and what of it goes with the gates that regressed. */
import type { Reason } from "../model/reason.ts";
import type { Change, Report, WorkloadReport } from "../model/report.ts";
import type { Run, Session } from "../model/run.ts";
import { causesOf } from "./causes.ts";
import { differencesOf } from "./differences.ts";
import { waitCauses } from "./waits.ts";

/** Of one list in a report. */
const LISTED_MOST = 100;
/** Each may have a hundred steps, and a report that strangers wrote is read within bounds. */
const PLANS_MOST = 20;

/** A workload's report, and the sessions that it is made of. */
export type Part = Readonly<{
  report: Pick<WorkloadReport, "name" | "statements" | "changes">;
  base: readonly Session[];
  head: readonly Session[];
}>;

/** Undefined where one of the runs does not say what its server has. Causes are looked for where a gate of speed regressed, and nowhere else. */
export function reasonOf(
  base: Pick<Run, "observed"> | undefined,
  head: Pick<Run, "observed" | "setupFiles">,
  parts: readonly Part[],
): Reason | undefined {
  if (base?.observed === undefined || head.observed === undefined) return undefined;
  const all = differencesOf(base.observed, head.observed);
  const { setupFiles: files = [] } = head;
  const known = { ...all, files, plansOfHead: head.observed.plans };
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

/** Names of those that causes are looked for. */
export function regressedWorkloads({ workloads }: Pick<Report, "workloads">): readonly string[] {
  return workloads.filter(({ changes }) => changes.some(isRegressedGate)).map(({ name }) => name);
}

/** Failed statements have reasons of their own: their SQLSTATE. */
function isRegressedGate({ role, metric, verdict }: Change): boolean {
  return role === "gate" && metric !== "failed-share" && verdict.kind === "regressed";
}
