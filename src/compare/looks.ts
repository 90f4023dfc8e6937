/**
 * Two looks, no more (docs/decisions/005-two-looks.md). After the sessions of the first look, workloads that look worse get as
 * many again, and nothing is tested a third time. Whichever workloads are chosen, and by whatever rule, the error rate holds:
 * a gate may be called at either look, so each look is given a share of alpha, and the shares add up to one.
 */
import { metricInfo } from "../model/metric.ts";
import type { Change, Report } from "../model/report.ts";
import type { Run, WorkloadRun } from "../model/run.ts";

/** `only`: no second look was planned. `first`: it was planned and did not come to this workload. `both`: it came. */
export type Look = "only" | "first" | "both";

type Shares = Readonly<Record<Look, number>>;

/**
 * What a look may spend of alpha. "Worse" is decided at the second look; the first may call only what is clear (Haybittle &
 * Peto's boundary) and so needs no more sessions. "Better" is decided at the first, for good news gets no second look.
 */
export const SPENDING: Readonly<Record<"worse" | "better", Shares>> = {
  worse: { only: 1, first: 1 / 50, both: 49 / 50 },
  better: { only: 1, first: 4 / 5, both: 1 / 5 },
};

/**
 * A p value for tests at either look: P(p * / share <= u) summed over the looks is at most u, whatever decides which look it is.
 */
export function spent(p: number, family: keyof typeof SPENDING, look: Look): number {
  return Math.min(1, p / SPENDING[family][look]);
}

/** Which look the sessions of a workload are. `plan.sessions` are those of one look. */
export function lookOf({ looks, sessions }: Run["plan"], workload: WorkloadRun): Look {
  if (looks === 1) return "only";
  return workload.sessions.length > sessions ? "both" : "first";
}

/** One-sided p, before adjustment, below which a gate is worth a second look. */
const SUSPICIOUS = 0.1;

/** A workload that looks worse, and the gate that says so most clearly. */
export type Suspect = Readonly<{ workload: string; change: Change }>;

/** What a second look could go to, the most deserving first. */
export type SecondLook = Readonly<{
  suspects: readonly Suspect[];
  /** Workloads that do not look worse, and of which something is still open that more sessions can decide. */
  undecided: readonly string[];
}>;

export function secondLook(report: Report): SecondLook {
  const found = suspects(report);
  const names = new Set(found.map(({ workload }) => workload));
  const undecided = open(report)
    .filter(({ name }) => !names.has(name))
    .map(({ name, changes }) => ({
      name,
      worse: Math.min(...changes.filter(isOpen).map(({ p }) => p!.worse)),
    }))
    .toSorted((a, b) => a.worse - b.worse);
  return { suspects: found, undecided: undecided.map(({ name }) => name) };
}

function open({ workloads }: Report): Report["workloads"] {
  return workloads.filter(({ changes }) => !hasRegressed(changes) && changes.some(isOpen));
}

/**
 * Open for want of sessions: where the arms cannot be compared, more would not help; and what is certainly not worse holds nothing
 * up (docs/decisions/011-not-worse.md).
 */
function isOpen({ role, verdict, interval, p }: Change): boolean {
  if (role !== "gate" || interval === null || p === null) return false;
  return verdict.kind === "inconclusive" && verdict.notWorse !== true;
}

function hasRegressed(changes: readonly Change[]): boolean {
  return changes.some(({ role, verdict }) => role === "gate" && verdict.kind === "regressed");
}

/**
 * Workloads that the second look goes to, the most suspicious first: a gate looks worse (p < .10 before adjustment, and an
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

function isSuspicious({ role, metric, effect, p, margin, floor, base }: Change): boolean {
  if (role !== "gate" || p === null || effect === null) return false;
  const harm = metricInfo(metric).direction === "lower-is-better" ? effect : -effect;
  const relevant = Math.max(margin, (floor ?? 0) / base.estimate!);
  return p.worse < SUSPICIOUS && harm > relevant / 2;
}
