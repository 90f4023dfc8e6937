/**
 * How many sessions of which workloads: the first look, then as many again of what looks worse. With a time budget, as many as it has
 * room for, and what it leaves goes to what is still undecided. How many sessions a look has never depends on what they show.
 */
import type { SecondLook } from "./compare/looks.ts";
import {
  type Looks,
  looksWithin,
  MOST_SESSIONS,
  type SessionCost,
  secondsOf,
  workloadsWithin,
} from "./config/budget.ts";
import type { Plan } from "./config/plan.ts";
import type { Measured, Measurement } from "./measure.ts";
import type { PlumblineError } from "./model/errors.ts";
import type { Observer } from "./model/observer.ts";
import { shortBudgetText, suspectText, unaffordableText, undecidedText } from "./render/progress.ts";

/** The parts of a measurement that a schedule needs. */
export type Sessions = Pick<Measurement, "sessions" | "measured">;

/** What the schedule asks of those who know the rule. */
export type Advice = Readonly<{
  /** What deserves a second look after a first one of so many sessions, the most deserving first. */
  secondLook(measured: Measured, sessions: number): SecondLook;
  /** More sessions than these are of little use; null where the noise is not known. */
  enough: number | null;
}>;

/** The looks are those that were made room for before anything was compared; `sessions` are those of the first. */
export type Outcome = Looks &
  Readonly<{
    /** Why it ended early, or null. */
    failure: PlumblineError | null;
  }>;

/** @param now seconds of a steady clock */
export async function measureSessions(
  measurement: Sessions,
  plan: Plan,
  advice: Advice,
  observer: Observer,
  signal: AbortSignal,
  now: () => number = () => performance.now() / 1000,
): Promise<Outcome> {
  const startedAt = now();
  const first = await firstLook(measurement, plan, advice, observer, signal, now);
  const { sessions, looks, cost } = first;
  if (first.failure !== null || looks < 2) return first;
  const { suspects, undecided } = advice.secondLook(measurement.measured(), sessions);
  const rest = plan.budgetSeconds === null ? null : plan.budgetSeconds - (now() - startedAt);
  const room = rest === null ? suspects.length : workloadsWithin(rest, cost, sessions);
  const chosen = new Set<string>();
  for (const suspect of suspects) {
    const affordable = chosen.size < room;
    observer.note(affordable ? suspectText(suspect, sessions) : unaffordableText(suspect));
    if (affordable) chosen.add(suspect.workload);
  }
  for (const workload of rest === null ? [] : undecided.slice(0, room - chosen.size)) {
    observer.note(undecidedText(workload, sessions));
    chosen.add(workload);
  }
  if (chosen.size === 0) return first;
  const positions = [...plan.workloads.keys()].filter((at) => chosen.has(plan.workloads[at]!.name));
  return { failure: await measurement.sessions(sessions, positions, signal), sessions, looks };
}

/** With a budget the first session is timed, and the others are as many as then have room; where that is too few, it is said. */
async function firstLook(
  measurement: Sessions,
  plan: Plan,
  { enough }: Advice,
  observer: Observer,
  signal: AbortSignal,
  now: () => number,
): Promise<Outcome & Readonly<{ cost: SessionCost }>> {
  const all = [...plan.workloads.keys()];
  const block = plan.seconds + plan.warmupSeconds;
  const costOf = (seconds: number) => ({
    workloads: all.length,
    block,
    overhead: Math.max(0, seconds - all.length * block),
  });
  if (plan.budgetSeconds === null) {
    const failure = await measurement.sessions(plan.sessions, all, signal);
    return { failure, sessions: plan.sessions, looks: plan.looks, cost: costOf(0) };
  }
  const startedAt = now();
  const failure = await measurement.sessions(1, all, signal);
  const cost = costOf(now() - startedAt);
  if (failure !== null) return { failure, sessions: plan.sessions, looks: plan.looks, cost };
  const room = looksWithin(plan.budgetSeconds, cost, plan.looks);
  const sessions = Math.min(room.sessions, enough ?? MOST_SESSIONS, MOST_SESSIONS);
  const took = { sessions, session: secondsOf(cost, all.length), budget: plan.budgetSeconds };
  if (room.looks < plan.looks || sessions * took.session > took.budget) observer.note(shortBudgetText(took));
  return {
    failure: await measurement.sessions(sessions - 1, all, signal),
    sessions,
    looks: room.looks,
    cost,
  };
}
