/** Plans of the looks at a measurement's sessions (docs/decisions/056-early-looks.md). */
import { z } from "zod";
import type { Looks, Pass, PlannedLook } from "../model/looks.ts";

/** `measure.looks`: a number of equal looks, or the name of a plan. */
export const LooksField = z.union([z.int().min(1).max(3), z.enum(["auto", "early", "thorough"])]);
export type ChosenLooks = z.infer<typeof LooksField>;

/** The plan behind it; `branch` is the thorough one, from its first whole look on. */
export type LookPlan = number | "early" | "thorough" | "branch";

/** @param isAwaited false for a push: then the plan need not answer soon, and what is stored has the sessions that a store learns from */
export function lookPlanOf(chosen: ChosenLooks, isAwaited: boolean): LookPlan {
  if (chosen !== "auto") return chosen;
  return isAwaited ? "early" : "branch";
}

/** A look at a part, or a multiple, of the planned sessions. */
type Part = Readonly<{ part: number }> & Omit<PlannedLook, "sessions" | "every">;

/** What three equal looks pass, too: at most twice the limit, which is named (docs/decisions/020-green.md). */
const TWICE: Pass = { most: 2, estimate: 0.5 };
/** Of many equal gates the worst may lie beyond half of its limit by chance. */
const TWICE_OF_MANY: Pass = { ...TWICE, reach: 0.75 };
/** The same where little more than the limit is left open: on a noisy machine too much that is worse would pass. */
const NEARLY_OF_MANY: Pass = { ...TWICE_OF_MANY, most: 1.4 };
/** A limit and a quarter, excluded by more than the bound asks for. */
const CLEAR: Pass = { most: 1.25, level: 0.005, estimate: 0.5 };
const CLEAR_LATE: Pass = { most: 1.25, level: 0.002, estimate: 0.65 };
const THOROUGH_LATE = [TWICE_OF_MANY, CLEAR_LATE];

const EARLY: readonly Part[] = [
  { part: 3 / 8, worse: 0.005, better: 0.02, bound: 0.25, passes: [] },
  { part: 1 / 2, worse: 0.005, better: 0.2, bound: 1, passes: [CLEAR] },
  { part: 3 / 4, worse: 0.01, better: 0.1, bound: 1, passes: [CLEAR] },
  { part: 1, worse: 0.03, better: 0.3, bound: 1, passes: [TWICE] },
  { part: 3 / 2, worse: 0.1, better: 0.1, bound: 1, passes: [TWICE] },
  { part: 2, worse: 0.2, better: 0.1, bound: 1, passes: [TWICE] },
  { part: 3, worse: 0.65, better: 0.18, bound: 1, passes: [TWICE, NEARLY_OF_MANY] },
];

const THOROUGH: readonly Part[] = [
  { part: 3 / 8, worse: 0.005, better: 0.02, bound: 0.25, passes: [] },
  { part: 1 / 2, worse: 0.005, better: 0.2, bound: 1.5, passes: [] },
  { part: 3 / 4, worse: 0.01, better: 0.1, bound: 1, passes: [] },
  { part: 1, worse: 0.03, better: 0.3, bound: 1, passes: [] },
  { part: 3 / 2, worse: 0.1, better: 0.1, bound: 0.7, passes: [] },
  { part: 2, worse: 0.2, better: 0.1, bound: 1, passes: [{ most: 2, estimate: 0.4 }] },
  { part: 3, worse: 0.5, better: 0.1, bound: 1, passes: THOROUGH_LATE },
  { part: 4, worse: 0.05, better: 0.04, bound: 0.3, passes: THOROUGH_LATE, few: true },
  { part: 6, worse: 0.1, better: 0.04, bound: 0.3, passes: THOROUGH_LATE, few: true },
];

const PLANS = { early: EARLY, thorough: THOROUGH, branch: THOROUGH };

/** Rounds of the planned sessions that every workload may have. */
const ROUNDS = 3;

/** Groups of the planned sessions that a time budget has to have room for. */
export function roundsOf(looks: LookPlan): number {
  return typeof looks === "number" ? looks : ROUNDS;
}

/** Sessions that a workload has at most. */
export function mostSessions(looks: LookPlan, sessions: number): number {
  if (typeof looks === "number") return looks * sessions;
  return Math.max(...PLANS[looks].map(({ part }) => Math.ceil(part * sessions)));
}

/** Fewest sessions of a look, if as many are planned: fewer make no verdict. */
const FEWEST = 3;
/** Below so many sessions it cannot be seen whether they depend on each other. */
const BLIND = 6;
/** So far a machine of which nothing is stored is not trusted to have independent sessions. */
const UNTRIED = 8;

/**
 * The looks of a plan of so many sessions, with their parts rounded up and equal ones made one.
 * @param rounds a time budget has room for; absent: there is none
 */
export function looksOf(plan: LookPlan, sessions: number, rounds?: number): Looks {
  if (typeof plan === "number") return Math.min(plan, rounds ?? plan) as Looks;
  const from = plan === "branch" ? sessions : Math.min(FEWEST, sessions);
  const all = PLANS[plan].map(({ part, ...look }): PlannedLook => {
    const taken = Math.max(from, Math.ceil(part * sessions));
    const every = taken < BLIND ? "always" : taken <= UNTRIED ? "unknown-noise" : null;
    return { sessions: taken, ...look, ...(every === null ? {} : { every }) };
  });
  const fitting = rounds === undefined ? all : all.filter((look) => look.sessions <= rounds * sessions);
  const left = all.slice(fitting.length);
  return mergeEqualLooks(fitting.map((look, i) => (i < fitting.length - 1 ? look : withShares(look, left))));
}

/** Looks of as many sessions are one, with the shares of all. */
function mergeEqualLooks(looks: readonly PlannedLook[]): readonly PlannedLook[] {
  const isLast = (i: number) => looks[i]!.sessions !== looks[i + 1]?.sessions;
  const same = (sessions: number) => looks.filter((look) => look.sessions === sessions);
  return looks.filter((_, i) => isLast(i)).map((look) => withShares(look, same(look.sessions).slice(0, -1)));
}

function withShares(look: PlannedLook, others: readonly PlannedLook[]): PlannedLook {
  const sum = (family: "worse" | "better") =>
    others.reduce((total, other) => total + other[family], look[family]);
  return { ...look, worse: sum("worse"), better: sum("better") };
}
