/**
 * The schedule of the sessions: the first look, then more of the workloads that look worse or are undecided. With a time budget, as
 * many as it has room for. How many sessions a look has never depends on what they show.
 */
import { type NextLook, nextOf, plannedLooks } from "../../analysis/verdict/looks.ts";
import {
  ASSUMED_OVERHEAD,
  looksWithin,
  MOST_SESSIONS,
  reserve,
  type SessionCost,
  secondsPerSession,
  workloadsWithin,
} from "../../config/budget.ts";
import { looksOf, roundsOf } from "../../config/looks.ts";
import type { Plan } from "../../config/plan.ts";
import type { PlumblineError } from "../../model/errors.ts";
import type { Looks } from "../../model/looks.ts";
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

/** Looks that were fixed before anything was compared; `sessions` as in a run's plan. */
export type CourseLooks = Readonly<{ sessions: number; looks: Looks }>;

/** Advice that the schedule needs from those who know the rule. */
export type ScheduleAdvice = Readonly<{
  /** Workloads that deserve their next look, the most deserving first; none where each had all of them. */
  nextLook(looks: CourseLooks): NextLook;
  /** More planned sessions than these are of little use; null if the noise is not known. */
  enough: number | null;
}>;

export type Course = CourseLooks &
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
  if (first.failure !== null) return first;
  const taken = new Map(plan.workloads.map(({ name }) => [name, plannedLooks(first)[0]!.sessions]));
  const made = { sessions: plannedLooks(first)[0]!.sessions };
  for (;;) {
    const rest = plan.budgetSeconds === null ? null : plan.budgetSeconds - (now() - startedAt);
    const chosen = choose(advice.nextLook({ sessions, looks }), { ...first, taken, rest, cost }, progress);
    if (chosen.size === 0) break;
    const failure = await measureMore(measurement, plan, { sessions, chosen, made }, signal);
    if (failure !== null) return { failure, sessions, looks };
    for (const [name, more] of chosen) taken.set(name, taken.get(name)! + more);
  }
  return { failure: null, sessions, looks };
}

/** Sessions that workloads get, by their names, of a course that has made so many. */
type More = Readonly<{ sessions: number; chosen: ReadonlyMap<string, number>; made: { sessions: number } }>;

/** Measures workloads together as long as each of them wants sessions. */
async function measureMore(
  measurement: SessionCounts,
  { workloads }: Plan,
  { sessions, chosen, made }: More,
  signal: AbortSignal,
): Promise<PlumblineError | null> {
  const steps = [...new Set(chosen.values())].toSorted((a, b) => a - b);
  for (const [i, step] of steps.entries()) {
    const positions = [...workloads.keys()].filter(
      (place) => (chosen.get(workloads[place]!.name) ?? 0) >= step,
    );
    const more = step - (steps[i - 1] ?? 0);
    // What is built again for each look is built after as many sessions as were planned.
    const look = 1 + Math.floor(made.sessions / sessions);
    const failure = await measurement.sessions(more, positions, look, signal);
    if (failure !== null) return failure;
    made.sessions += more;
  }
  return null;
}

/** Seconds of the time budget that are left (null: there is none), and the sessions of each workload so far. */
type Room = CourseLooks &
  Readonly<{ rest: number | null; cost: SessionCost; taken: ReadonlyMap<string, number> }>;

/** Workloads that get their next look, and with how many sessions; notes the reason of each. */
function choose(
  { suspects, undecided }: NextLook,
  room: Room,
  progress: Progress,
): ReadonlyMap<string, number> {
  const { rest, cost, taken } = room;
  const moreOf = (name: string) => nextOf(room, taken.get(name)!)!.sessions - taken.get(name)!;
  const wanting = [...suspects.map(({ workload }) => workload), ...undecided];
  const most = Math.max(1, ...wanting.map(moreOf));
  const roomIn = (seconds: number | null) =>
    seconds === null ? wanting.length : workloadsWithin(seconds, cost, most);
  const chosen = new Map<string, number>();
  for (const suspect of suspects) {
    const { workload } = suspect;
    const affordable = chosen.size < roomIn(rest);
    progress.note(affordable ? suspectText(suspect, moreOf(workload)) : unaffordableText(suspect));
    if (affordable) chosen.set(workload, moreOf(workload));
  }
  const looks = plannedLooks(room);
  const reached = most + Math.max(...taken.values());
  const later = Math.max(0, looks.at(-1)!.sessions - reached) * reserve(cost, 1);
  // Of two looks, the second is for suspects; a budget that has room, or a third look, is for a green check.
  const isMeant = rest !== null || looks.length > 2;
  const spare = roomIn(rest === null ? null : rest - later);
  for (const workload of isMeant ? undecided.slice(0, Math.max(0, spare - chosen.size)) : []) {
    progress.note(undecidedText(workload, moreOf(workload), rest !== null));
    chosen.set(workload, moreOf(workload));
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
    const course = { sessions: plan.sessions, looks: looksOf(plan.looks, plan.sessions) };
    const each = secondsPerSession({ ...costOf(0), overhead: ASSUMED_OVERHEAD }, all.length);
    sayPlan(progress, course, each);
    const failure = await measurement.sessions(plannedLooks(course)[0]!.sessions, all, 1, signal);
    return { ...course, failure, cost: costOf(0) };
  }
  const startedAt = now();
  const failure = await measurement.sessions(1, all, 1, signal);
  const cost = costOf(now() - startedAt);
  const rounds = roundsOf(plan.looks);
  if (failure !== null)
    return { failure, sessions: plan.sessions, looks: looksOf(plan.looks, plan.sessions), cost };
  const room = looksWithin(plan.budgetSeconds, cost, rounds);
  const sessions = Math.min(room.sessions, enough ?? MOST_SESSIONS, MOST_SESSIONS);
  const course = { sessions, looks: looksOf(plan.looks, sessions, room.looks) };
  const took = { sessions, session: secondsPerSession(cost, all.length), budget: plan.budgetSeconds };
  if (room.looks < rounds || sessions * took.session > took.budget)
    progress.note(shortBudgetText({ ...took, looks: room.looks }));
  else sayPlan(progress, course, took.session, took.budget);
  const rest = plannedLooks(course)[0]!.sessions - 1;
  return { ...course, failure: await measurement.sessions(rest, all, 1, signal), cost };
}

/**
 * @param session seconds of one session of all workloads
 * @param most seconds of all looks together; absent: as long as they take
 */
function sayPlan(
  progress: Pick<Progress, "note">,
  course: CourseLooks,
  session: number,
  most?: number,
): void {
  const looks = plannedLooks(course);
  const [first, last] = [looks[0]!.sessions, looks.at(-1)!.sessions];
  const seconds = { once: first * session, most: most ?? last * session };
  const text = plannedText({ sessions: first, looks: looks.length, more: last - first, ...seconds });
  if (text !== "") progress.note(text);
}
