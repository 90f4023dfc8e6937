/**
 * Looks (docs/decisions/005-two-looks.md, 020-green.md, 056-early-looks.md). After the sessions of a look, workloads that look worse get
 * more, and so do those that are undecided. Whichever workloads are chosen, and by whatever rule, the error rate holds: a gate may be
 * called at any look, so each look is given a share of alpha, and the shares add up to one.
 */
import type { PlannedLook } from "../../model/looks.ts";
import { metricInfo } from "../../model/metric.ts";
import type { Change, Report } from "../../model/report.ts";
import { relevantChange } from "../../model/rules.ts";
import type { Run, WorkloadRun } from "../../model/run.ts";
import { plainSpaces, plural } from "../../text/units.ts";

/** The look that the sessions of a workload are, and all that were planned: `at` is 1 where the second was not reached. */
export type Look = Readonly<{
  at: number;
  of: readonly PlannedLook[];
  /** Stored measurements tell the noise, and whether sessions depend on each other. */
  isNoiseKnown?: boolean;
  /** The part of alpha that this attempt at the question may spend; absent: all. */
  share?: number;
  /** Sessions of earlier attempts, judged together with these; absent: none. */
  before?: number;
}>;

type PlanOfLooks = Pick<Run["plan"], "sessions" | "looks">;

/**
 * Shares of alpha that equal looks may spend, by their number. "Worse" is decided at the last; the first may call only what is clear
 * (Haybittle & Peto's boundary) and so needs no more sessions. "Better" is decided at the first, for good news gets no second look.
 */
const SPENDING: Readonly<Record<"worse" | "better", readonly (readonly number[])[]>> = {
  worse: [[1], [0.02, 0.98], [0.02, 0.28, 0.7]],
  better: [[1], [0.8, 0.2], [0.6, 0.2, 0.2]],
};

/** What equal looks pass beyond the limit: what a run can exclude is worth reporting up to twice it (docs/decisions/020-green.md). */
const PASSES = [{ most: 2, estimate: 0.5 }];

/** The looks of a plan, one by one. */
export function plannedLooks({ sessions, looks }: PlanOfLooks): readonly PlannedLook[] {
  if (typeof looks !== "number") return looks;
  return Array.from({ length: looks }, (_, i) => ({
    sessions: (i + 1) * sessions,
    worse: SPENDING.worse[looks - 1]![i]!,
    better: SPENDING.better[looks - 1]![i]!,
    bound: 1,
    passes: PASSES,
  }));
}

export const ONLY: Look = { at: 1, of: plannedLooks({ sessions: 1, looks: 1 }) };

/** The planned look that this is. */
export function lookNow({ at, of }: Look): PlannedLook {
  return of[at - 1]!;
}

/** The look that every open workload may reach: the last one, save for those that are for few. */
export function fullLook(looks: readonly PlannedLook[]): PlannedLook {
  return looks.findLast(({ few }) => few !== true)!;
}

/**
 * A p value for tests at any look: P(p * / share <= u) summed over the looks is at most u, whatever decides which look it is.
 */
export function spent(p: number, family: keyof typeof SPENDING, look: Look): number {
  return Math.min(1, p / (lookNow(look)[family] * shareOf(look)));
}

/** The part of alpha that the attempt may spend. */
export function shareOf({ share = 1 }: Look): number {
  return share;
}

/** True where each session must lie beyond the limit for a call: of so few nothing else shows whether they are like a normal sample. */
export function needsEverySession(look: Look): boolean {
  const { every } = lookNow(look);
  // With those of earlier attempts they are not so few.
  if ((look.before ?? 0) > 0) return false;
  return every === "always" || (every === "unknown-noise" && look.isNoiseKnown !== true);
}

/** The look that the sessions of a workload are. */
export function lookOf(plan: PlanOfLooks, workload: WorkloadRun): Look {
  return lookAfter(plan, workload.sessions.length);
}

/** The look that so many sessions are. */
export function lookAfter(plan: PlanOfLooks, taken: number): Look {
  const of = plannedLooks(plan);
  const place = of.findIndex(({ sessions }) => sessions >= taken);
  return { at: place < 0 ? of.length : place + 1, of };
}

/** Number of sessions that `taken` would be at the last look of all; a change's `smallestVisible` is about them. */
export function sessionsOfAllLooks(plan: PlanOfLooks, taken: number): number {
  const look = lookAfter(plan, taken);
  return taken * Math.max(1, growth(look));
}

/** Sessions of the last look of all, in units of those that were taken. */
export function growth(look: Look): number {
  const before = look.before ?? 0;
  return (before + fullLook(look.of).sessions) / Math.max(1, before + lookNow(look).sessions);
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
  const wanted = wantedLook(report);
  const barred = crowded(report, wanted);
  return {
    suspects: wanted.suspects.filter(({ workload }) => !barred.has(workload)),
    undecided: wanted.undecided.filter((name) => !barred.has(name)),
  };
}

/** Workloads whose next look is for few, if they are not few. */
function crowded({ plan, workloads }: Report, { suspects, undecided }: NextLook): ReadonlySet<string> {
  const wanting = new Set([...suspects.map(({ workload }) => workload), ...undecided]);
  const names = workloads
    .filter(({ name, sessions = plan.sessions }) => wanting.has(name) && nextOf(plan, sessions)?.few === true)
    .map(({ name }) => name);
  return new Set(names.length <= Math.max(1, workloads.length * FEW) ? [] : names);
}

/** Share of the workloads that are few; one always is. */
const FEW = 1 / 4;

/** The planned look after the one that so many sessions are; undefined after the last. */
export function nextOf(plan: PlanOfLooks, taken: number): PlannedLook | undefined {
  const { at, of } = lookAfter(plan, taken);
  return of[at];
}

function wantedLook(report: Report): NextLook {
  const { plan } = report;
  const there = report.workloads.filter(
    ({ sessions = plan.sessions }) => nextOf(plan, sessions) !== undefined,
  );
  const within = { ...report, workloads: there };
  const found = suspects(within);
  if ([...report.workloads.map(({ changes }) => changes), report.together ?? []].some(hasRegressed))
    return { suspects: found, undecided: [] };
  const names = new Set(found.map(({ workload }) => workload));
  // A gate of all workloads together needs more sessions of each.
  const isSuiteOpen = (report.together ?? []).some(isOpenChange);
  const undecided = (isSuiteOpen ? there : openWorkloads(within))
    .filter(({ name }) => !names.has(name))
    .map(({ name, changes }) => ({
      name,
      worse: Math.min(1, ...changes.filter(isOpenChange).map(({ p }) => p?.worse ?? 1)),
    }))
    .toSorted((a, b) => a.worse - b.worse);
  return { suspects: found, undecided: undecided.map(({ name }) => name) };
}

function openWorkloads({ workloads }: Report): Report["workloads"] {
  return workloads.filter(({ changes }) => !hasRegressed(changes) && changes.some(isOpenChange));
}

/**
 * Open for want of sessions: where the arms cannot be compared, more would not help; and what is certainly not worse, by its limit or by
 * what it names, holds nothing up (docs/decisions/011-not-worse.md, 020-green.md).
 */
function isOpenChange({ role, metric, verdict, interval, p, base, head }: Change): boolean {
  if (role !== "gate" || verdict.kind !== "inconclusive" || verdict.notWorse === true) return false;
  // Whether failures come in storms, or only head stands still, is seen in more sessions, though no interval is made of them.
  const isRate = ["per-second", "per-minute"].includes(metricInfo(metric).unit);
  const isStill = isRate && head.estimate === 0 && base.estimate !== 0;
  return metric === "failed-share" || isStill || (interval !== null && p !== null);
}

/**
 * True if a workload goes on after a look, by its own gates.
 * @param changes of the workload
 * @param isOtherRed another workload regressed
 */
export function isWanting(changes: readonly Change[], { of }: Look, isOtherRed: boolean): boolean {
  if (hasRegressed(changes)) return false;
  if (changes.some(isSuspicious)) return true;
  // The second of two equal looks is for what looks worse.
  return of.length > 2 && !isOtherRed && changes.some(isOpenChange);
}

export function hasRegressed(changes: readonly Change[]): boolean {
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

function isSuspicious({ role, metric, p, margin, floor, base, verdict, ...change }: Change): boolean {
  const { plainEffect: effect = change.effect } = change;
  // Of a trade both sides are shown: more sessions would say the same.
  if (role !== "gate" || p === null || effect === null || verdict.kind === "trade") return false;
  const harm = metricInfo(metric).direction === "lower-is-better" ? effect : -effect;
  return p.worse < SUSPICIOUS && harm > relevantChange({ margin, floor }, base.estimate) / 2;
}

/**
 * Changes that say so where a workload stopped for another one's regression: what is open of it then is no answer that was looked for.
 * @param looks of the workloads, by name
 */
export function withStopped(changes: readonly Change[], looks: ReadonlyMap<string, Look>): readonly Change[] {
  if (!hasRegressed(changes)) return changes;
  return changes.map((change) => {
    const look = looks.get(change.workload);
    if (look === undefined || look.at === look.of.length) return change;
    if (!isOpenChange(change) || isSuspicious(change)) return change;
    const taken = plainSpaces(plural(lookNow(look).sessions, "session"));
    const why = `stopped after ${taken}, because another workload regressed: no answer for this one`;
    return { ...change, verdict: { kind: "inconclusive", why } };
  });
}
