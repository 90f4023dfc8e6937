/**
 * The schedule of the sessions: the first look, then as many again of the workloads that look worse or, of three looks, are
 * undecided. With a time budget, as many as it has room for. How many sessions a look has never depends on what they show.
 */
import type { NextLook } from "../../analysis/verdict/looks.ts";
import {
  ASSUMED_OVERHEAD,
  type Looks,
  looksWithin,
  MOST_SESSIONS,
  reserve,
  type SessionCost,
  secondsOf,
  workloadsWithin,
} from "../../config/budget.ts";
import type { Plan } from "../../config/plan.ts";
import type { PlumblineError } from "../../model/errors.ts";
import type { Progress } from "../../model/progress.ts";
import {
  plannedText,
  shortBudgetText,
  suspectText,
  unaffordableText,
  undecidedText,
} from "../../report/terminal/progress.ts";
import type { Measurement } from "./measurement.ts";

/** The parts of a measurement that a schedule needs. */
export type SessionCounts = Pick<Measurement, "sessions">;

/** Advice that the schedule needs from those who know the rule. */
export type ScheduleAdvice = Readonly<{
  /** Workloads that deserve another look of so many sessions, the most deserving first; none where each had all of them. */
  nextLook(looks: Looks): NextLook;
  /** More sessions than these are of little use; null if the noise is not known. */
  enough: number | null;
}>;

/** The looks are those that were made room for before anything was compared; `sessions` are those of the first. */
export type Course = Looks &
  Readonly<{
    /** The reason why it ended early, or null. */
    failure: PlumblineError | null;
  }>;

/** @param now seconds of a steady clock */
export async function measureSessions(
  measurement: SessionCounts,
  plan: Plan,
  advice: ScheduleAdvice,
  progress: Progress,
  signal: AbortSignal,
  now: () => number = () => performance.now() / 1000,
): Promise<Course> {
  const startedAt = now();
  const first = await firstLook(measurement, plan, advice, progress, signal, now);
  const { sessions, looks, cost } = first;
  if (first.failure !== null || looks < 2) return first;
  // A workload that stopped may go on later, so there may be more rounds than looks.
  for (let at = 1; ; at++) {
    const rest = plan.budgetSeconds === null ? null : plan.budgetSeconds - (now() - startedAt);
    const later = sessions * reserve(cost, Math.max(0, looks - 1 - at));
    const room = { sessions, looks, rest, later, cost };
    const chosen = choose(advice.nextLook({ sessions, looks }), room, progress);
    if (chosen.size === 0) break;
    const positions = [...plan.workloads.keys()].filter((place) => chosen.has(plan.workloads[place]!.name));
    const failure = await measurement.sessions(sessions, positions, at + 1, signal);
    if (failure !== null) return { failure, sessions, looks };
  }
  return { failure: null, sessions, looks };
}

/** Seconds of the time budget that are left (null: there is none), and that looks after the next are to have. */
type Room = Looks & Readonly<{ rest: number | null; later: number; cost: SessionCost }>;

/** Names of the workloads that get another look; notes the reason of each. */
function choose(
  { suspects, undecided }: NextLook,
  { sessions, looks, rest, later, cost }: Room,
  progress: Progress,
): ReadonlySet<string> {
  const all = suspects.length + undecided.length;
  const roomIn = (seconds: number | null) =>
    seconds === null ? all : workloadsWithin(seconds, cost, sessions);
  const room = roomIn(rest);
  const chosen = new Set<string>();
  for (const suspect of suspects) {
    const affordable = chosen.size < room;
    progress.note(affordable ? suspectText(suspect, sessions) : unaffordableText(suspect));
    if (affordable) chosen.add(suspect.workload);
  }
  // Of two looks, the second is for suspects; a budget that has room, or a third look, is for a green check.
  const isMeant = rest !== null || looks > 2;
  const spare = roomIn(rest === null ? null : rest - later);
  for (const workload of isMeant ? undecided.slice(0, Math.max(0, spare - chosen.size)) : []) {
    progress.note(undecidedText(workload, sessions, rest !== null));
    chosen.add(workload);
  }
  return chosen;
}

/** Times the first session if there is a budget, and makes as many others as then have room; notes it if these are too few. */
async function firstLook(
  measurement: SessionCounts,
  plan: Plan,
  { enough }: ScheduleAdvice,
  progress: Progress,
  signal: AbortSignal,
  now: () => number,
): Promise<Course & Readonly<{ cost: SessionCost }>> {
  const all = [...plan.workloads.keys()];
  const block = plan.seconds + plan.warmupSeconds;
  const costOf = (seconds: number) => ({
    workloads: all.length,
    block,
    overhead: Math.max(0, seconds - all.length * block),
  });
  if (plan.budgetSeconds === null) {
    const once = plan.sessions * secondsOf({ ...costOf(0), overhead: ASSUMED_OVERHEAD }, all.length);
    sayPlan(progress, { ...plan, once, most: plan.looks * once });
    const failure = await measurement.sessions(plan.sessions, all, 1, signal);
    return { failure, sessions: plan.sessions, looks: plan.looks, cost: costOf(0) };
  }
  const startedAt = now();
  const failure = await measurement.sessions(1, all, 1, signal);
  const cost = costOf(now() - startedAt);
  if (failure !== null) return { failure, sessions: plan.sessions, looks: plan.looks, cost };
  const room = looksWithin(plan.budgetSeconds, cost, plan.looks);
  const sessions = Math.min(room.sessions, enough ?? MOST_SESSIONS, MOST_SESSIONS);
  const took = { sessions, session: secondsOf(cost, all.length), budget: plan.budgetSeconds };
  if (room.looks < plan.looks || sessions * took.session > took.budget)
    progress.note(shortBudgetText({ ...took, looks: room.looks }));
  else sayPlan(progress, { ...room, sessions, once: sessions * took.session, most: took.budget });
  return {
    failure: await measurement.sessions(sessions - 1, all, 1, signal),
    sessions,
    looks: room.looks,
    cost,
  };
}

function sayPlan(progress: Pick<Progress, "note">, course: Parameters<typeof plannedText>[0]): void {
  const text = plannedText(course);
  if (text !== "") progress.note(text);
}
