/**
 * Up to three looks (docs/decisions/005-two-looks.md, 020-green.md). After the sessions of a look, workloads that look worse get as many
 * again; of three looks those that are undecided, too. Whichever workloads are chosen, and by whatever rule, the error rate holds: a
 * gate may be called at any look, so each look is given a share of alpha, and the shares add up to one.
 */
import { metricInfo } from "../../model/metric.ts";
import type { Change, Report } from "../../model/report.ts";
import { relevantChange } from "../../model/rules.ts";
import type { Run, WorkloadRun } from "../../model/run.ts";

/** The look that the sessions of a workload are, of those that were planned: `{ at: 1, of: 2 }` where the second was not reached. */
export type Look = Readonly<{ at: number; of: number }>;

export const ONLY: Look = { at: 1, of: 1 };

/**
 * Shares of alpha that a look may spend, by the number of looks. "Worse" is decided at the last; the first may call only what is clear
 * (Haybittle & Peto's boundary) and so needs no more sessions. "Better" is decided at the first, for good news gets no second look.
 */
const SPENDING: Readonly<Record<"worse" | "better", readonly (readonly number[])[]>> = {
  worse: [[1], [0.02, 0.98], [0.02, 0.28, 0.7]],
  better: [[1], [0.8, 0.2], [0.6, 0.2, 0.2]],
};

/** The share of alpha that a look may spend. */
export function shareOf(family: keyof typeof SPENDING, { at, of }: Look): number {
  const share = SPENDING[family][of - 1]?.[at - 1];
  if (share === undefined) throw new RangeError(`no look ${at} of ${of}`);
  return share;
}

/**
 * A p value for tests at any look: P(p * / share <= u) summed over the looks is at most u, whatever decides which look it is.
 */
export function spent(p: number, family: keyof typeof SPENDING, look: Look): number {
  return Math.min(1, p / shareOf(family, look));
}

/** The look that the sessions of a workload are. `plan.sessions` are those of one look. */
export function lookOf(plan: Run["plan"], workload: WorkloadRun): Look {
  return lookAfter(plan, workload.sessions.length);
}

/** The look that so many sessions are. */
export function lookAfter({ looks, sessions }: Run["plan"], taken: number): Look {
  const at = Math.ceil(taken / Math.max(1, sessions));
  return { at: Math.min(looks, Math.max(1, at)), of: looks };
}

/** Number of sessions that `taken` would be at the last look; a change's `smallestVisible` is about them. */
export function sessionsOfAllLooks(plan: Run["plan"], taken: number): number {
  const { at, of } = lookAfter(plan, taken);
  return (taken * of) / at;
}

/** One-sided p, before adjustment, below which a gate looks worse. */
const SUSPICIOUS = 0.1;

/** A workload that looks worse, and the gate that says so most clearly. */
export type Suspect = Readonly<{ workload: string; change: Change }>;

/** Workloads that the next look could go to, the most deserving first. */
export type NextLook = Readonly<{
  suspects: readonly Suspect[];
  /** Workloads that do not look worse, and of which something is still open that more sessions can decide; none after a regression. */
  undecided: readonly string[];
}>;

/**
 * Each workload has its own next look. One that stopped may be open after all: what the others show of the day's noise, and of sessions
 * that depend on each other, bears on its bounds as well.
 */
export function nextLook(report: Report): NextLook {
  const { plan } = report;
  const there = report.workloads.filter(
    ({ sessions = plan.sessions }) => lookAfter(plan, sessions).at < plan.looks,
  );
  const within = { ...report, workloads: there };
  const found = suspects(within);
  if ([...report.workloads.map(({ changes }) => changes), report.together ?? []].some(hasRegressed))
    return { suspects: found, undecided: [] };
  const names = new Set(found.map(({ workload }) => workload));
  // A gate of all workloads together needs more sessions of each.
  const isSuiteOpen = (report.together ?? []).some(isOpen);
  const undecided = (isSuiteOpen ? there : open(within))
    .filter(({ name }) => !names.has(name))
    .map(({ name, changes }) => ({
      name,
      worse: Math.min(1, ...changes.filter(isOpen).map(({ p }) => p!.worse)),
    }))
    .toSorted((a, b) => a.worse - b.worse);
  return { suspects: found, undecided: undecided.map(({ name }) => name) };
}

function open({ workloads }: Report): Report["workloads"] {
  return workloads.filter(({ changes }) => !hasRegressed(changes) && changes.some(isOpen));
}

/**
 * Open for want of sessions: where the arms cannot be compared, more would not help; and what is certainly not worse, by its limit or by
 * what it names, holds nothing up (docs/decisions/011-not-worse.md, 020-green.md).
 */
function isOpen({ role, verdict, interval, p }: Change): boolean {
  if (role !== "gate" || interval === null || p === null) return false;
  return verdict.kind === "inconclusive" && verdict.notWorse !== true;
}

function hasRegressed(changes: readonly Change[]): boolean {
  return changes.some(({ role, verdict }) => role === "gate" && verdict.kind === "regressed");
}

/**
 * Workloads that look worse, the most suspicious first: a gate looks worse (p < .10 before adjustment, and an
 * estimate beyond half of what is relevant), and none is beyond doubt already.
 */
export function suspects({ workloads }: Report): readonly Suspect[] {
  return workloads
    .filter(({ changes }) => !hasRegressed(changes))
    .flatMap(({ name, changes }) => {
      const [worst] = changes.filter(isSuspicious).toSorted((a, b) => a.p!.worse - b.p!.worse);
      return worst === undefined ? [] : [{ workload: name, change: worst }];
    })
    .toSorted((a, b) => a.change.p!.worse - b.change.p!.worse);
}

function isSuspicious({ role, metric, effect, p, margin, floor, base, verdict }: Change): boolean {
  // Of a trade both sides are shown: more sessions would say the same.
  if (role !== "gate" || p === null || effect === null || verdict.kind === "trade") return false;
  const harm = metricInfo(metric).direction === "lower-is-better" ? effect : -effect;
  return p.worse < SUSPICIOUS && harm > relevantChange({ margin, floor }, base.estimate) / 2;
}
